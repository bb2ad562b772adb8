"""Damage what the suite reads, by seeds: lines of the protocol, rulesets, logs, files of decks and of numbers."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

Json = dict[str, Any]
DEEP, LONG, HUGE = 3000, 5000, 10**400
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63) - 1, HUGE, 1.5, -0.0, 1e308, float("nan"), float("inf"),
    "", "x", "As", "??", "0", "1 to 1", "\x00", "\ud800", "é" * 3, "a" * LONG, [], {}, [[]], {"": None}, ["As", "As"],
)  # fmt: skip


def damaged_bytes(rng: Random, data: bytes) -> bytes:
    """Damage bytes without a thought for what they mean."""
    return rng.choice(BYTE_DAMAGE)(rng, data)


def _at(rng: Random, data: bytes) -> int:
    return rng.randrange(len(data) + 1)


def _cut(rng: Random, data: bytes) -> bytes:
    return data[: _at(rng, data)]


def _cut_before_the_end(rng: Random, data: bytes) -> bytes:
    return data[: _at(rng, data)] + b"\n"


def _flip(rng: Random, data: bytes) -> bytes:
    changed = bytearray(data or b"x")
    for _ in range(rng.randint(1, 4)):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _foreign_bytes(rng: Random, data: bytes) -> bytes:
    at = _at(rng, data)
    return data[:at] + rng.choice(FOREIGN) + data[at:]


FOREIGN = (b"\xff\xfe", b"\xc3", b"\x00", b"\r", b"\xed\xa0\x80", b"NaN", b",,", b"\n")


def _missing_part(rng: Random, data: bytes) -> bytes:
    start, end = sorted((_at(rng, data), _at(rng, data)))
    return data[:start] + data[end:]


def _doubled_part(rng: Random, data: bytes) -> bytes:
    start, end = sorted((_at(rng, data), _at(rng, data)))
    return data[:end] + data[start:end] + data[end:]


def _twice(_: Random, data: bytes) -> bytes:
    return data + data


def _noise_before(_: Random, data: bytes) -> bytes:
    return b"shuffling the cards\n" + data


def _nothing(_: Random, __: bytes) -> bytes:
    return b""


def _blank(_: Random, __: bytes) -> bytes:
    return b"\n"


def _deep(rng: Random, data: bytes) -> bytes:
    end = rng.choice((b"", b"]" * DEEP))
    return b"[" * DEEP + end + b"\n" if rng.random() < 0.5 else b'{"a":' * DEEP + b"\n"


def destroyed_line(rng: Random, line: bytes) -> bytes:
    """Damage an answer so that nobody could take it for one: cut short, empty, noise, endless, or with a foreign id."""
    message = json.loads(line)
    kinds = (
        line[: rng.randrange(len(line) - 2)] + b"\n",
        line[: rng.randrange(len(line) - 2)],
        b"\n",
        b"",
        _noise_before(rng, line),
        _deep(rng, line),
        json_line({**message, "id": message["id"] + rng.choice((-1, 1, 1000))}),
        json_line({**message, "id": str(message["id"])}),
    )
    return rng.choice(kinds)


BYTE_DAMAGE: tuple[Callable[[Random, bytes], bytes], ...] = (
    _cut, _cut_before_the_end, _flip, _flip, _foreign_bytes, _missing_part, _doubled_part, _twice, _noise_before,
    _nothing, _blank, _deep,
)  # fmt: skip


def damaged_value(rng: Random, value: Any) -> Any:
    """Damage one place somewhere in JSON data: another value, a field too few or too many, another order."""
    places = list(_places(value, ()))
    path = rng.choice(places)
    return _changed(value, path, lambda found: _otherwise(rng, found))


def _places(value: Any, path: tuple[Any, ...]) -> Any:
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield from _places(inner, (*path, key))


def _changed(value: Any, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    if not path:
        return change(value)
    key, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = _changed(value[key], tuple(rest), change)
    return copy


def _otherwise(rng: Random, found: Any) -> Any:
    if rng.random() < 0.3:
        return rng.choice(ODD_VALUES)
    if isinstance(found, dict) and found:
        return _other_object(rng, found)
    if isinstance(found, list) and found:
        return _other_list(rng, found)
    if isinstance(found, bool) or found is None:
        return rng.choice(ODD_VALUES)
    if isinstance(found, int):
        real = float(found) if abs(found) < 10**300 else 1e308
        return rng.choice((found + 1, found - 1, -found, found * 10, real, str(found)))
    if isinstance(found, str) and found:
        at = rng.randrange(len(found))
        return rng.choice((found[:at], found + "x", found.upper(), found[::-1], found[:at] + "?" + found[at + 1 :]))
    return rng.choice(ODD_VALUES)


def _other_object(rng: Random, found: Json) -> Json:
    key = rng.choice(list(found))
    kept, odd = {name: value for name, value in found.items() if name != key}, rng.choice(ODD_VALUES)
    return rng.choice((kept, {**found, "unheard-of": odd}, {**kept, f"{key}s": found[key]}, {**kept, "": found[key]}))


def _other_list(rng: Random, found: list[Any]) -> list[Any]:
    at, mixed = rng.randrange(len(found)), list(found)
    rng.shuffle(mixed)
    return rng.choice((found[:at] + found[at + 1 :], [*found, found[at]], mixed, found[::-1], [*found, None]))


def json_line(value: Any) -> bytes:
    """Write JSON as a careless engine would: NaN and halves of characters included."""
    return json.dumps(value, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"


def damaged_line(rng: Random, line: bytes, earlier: Sequence[bytes] = ()) -> bytes:
    """Damage a line of the protocol or of a log: its bytes, its data, its id, or its turn."""
    way = rng.random()
    if way < 0.4:
        return damaged_bytes(rng, line)
    if way < 0.5 and earlier:
        return rng.choice((rng.choice(earlier), rng.choice(earlier) + line))
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return damaged_bytes(rng, line)  # it is past telling already
    if way < 0.6 and isinstance(message, dict) and isinstance(message.get("id"), int):
        odd = rng.choice(ODD_VALUES)
        return json_line({**message, "id": rng.choice((message["id"] + 1, message["id"] - 1, str(message["id"]), odd))})
    if way < 0.65 and isinstance(message, dict):
        return json_line({**message, "more": damaged_value(rng, message)})
    if way < 0.7:
        return _nested(rng, line)
    return json_line(damaged_value(rng, message))


def _nested(rng: Random, line: bytes) -> bytes:
    """Put the deepest nonsense in place of one value."""
    start = line.find(b":", rng.randrange(len(line)))
    return line if start < 0 else line[: start + 1] + b"[" * DEEP + b"]" * DEEP + line[start + 1 :]


WORDS = ("fold", "play", "ante", "seat", "dealer", "lose", "push", "3 to 2", "0 to 0", "-1 to 1", "nothing", "pays", "")


def damaged_ruleset(rng: Random, text: str) -> str:
    """Damage a ruleset as hands and editors do: lines lost, doubled or moved, words changed, another indentation."""
    lines = text.splitlines()
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        rng.choice(RULESET_DAMAGE)(rng, lines)
        if not lines:
            lines = [""]
    return "\n".join(lines) + "\n"


def _line_lost(rng: Random, lines: list[str]) -> None:
    del lines[rng.randrange(len(lines))]


def _line_doubled(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    lines.insert(rng.choice((at, rng.randrange(len(lines)))), lines[at])


def _line_moved(rng: Random, lines: list[str]) -> None:
    lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))


def _indented(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    lines[at] = rng.choice(("  " + lines[at], " " + lines[at], lines[at].lstrip(), "\t" + lines[at]))


def _word_changed(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    words = lines[at].split(" ")
    spot = rng.randrange(len(words))
    others = [word for line in lines for word in line.split()] or list(WORDS)
    other = rng.choice(others)
    words[spot] = rng.choice((other, other, rng.choice(WORDS), words[spot] + "x", words[spot][:-1]))
    lines[at] = " ".join(words)


def _value_changed(rng: Random, lines: list[str]) -> None:
    """Give a key another value: a number, a list, an object, nothing."""
    keyed = [at for at, line in enumerate(lines) if ": " in line]
    if keyed:
        at = rng.choice(keyed)
        head, _, _ = lines[at].partition(": ")
        lines[at] = f"{head}: {rng.choice(RULESET_VALUES)}"


def _sign_changed(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    spot = rng.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:spot] + rng.choice(SIGNS) + lines[at][spot + rng.randrange(2) :]


def _number_changed(rng: Random, lines: list[str]) -> None:
    numbered = [at for at, line in enumerate(lines) if any(sign.isdigit() for sign in line)]
    if numbered:
        at = rng.choice(numbered)
        spot = rng.choice([spot for spot, sign in enumerate(lines[at]) if sign.isdigit()])
        other = rng.choice(("0", "1", "9", "-3", "99", "1000000000", "0x1", "1.5", "07"))
        lines[at] = lines[at][:spot] + other + lines[at][spot + 1 :]


SIGNS = "{}[]:,#&*!|>'\"%@`-?\x07\x85\ufeff"
RULESET_VALUES = (
    "0", "-1", "999999999999", "99999999999999999999999", "1.5", "true", "null", "~", "[]", "{}", "[[]]", "''", "no",
    "3:2", "x", "{a: 1}", "[a, b]", "!!binary abc", "&a b", "*a", "|", "[1, [2, [3]]]", "2026-01-01", "'\u2603'",
)  # fmt: skip
RULESET_DAMAGE: tuple[Callable[[Random, list[str]], None], ...] = (
    _line_lost, _line_doubled, _line_moved, _indented, _word_changed, _word_changed, _word_changed, _value_changed,
    _value_changed, _sign_changed, _number_changed,
)  # fmt: skip


def damaged_file(rng: Random, data: bytes) -> bytes:
    """Damage a file of decks, numbers or bits: once or several times, anywhere."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        data = damaged_bytes(rng, data)
    return data
