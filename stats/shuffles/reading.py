"""Read decks: texts of two characters a card become arrays of kinds, and what is no pack is told apart from what is no
card."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.cards import RANKS, SUITS, Card
from fairfelt.stats.shuffles.count import Decks
from fairfelt.stats.shuffles.packs import JOKER, Pack

BLOCK = 1 << 22
"""Bytes that are read at a time."""
TOLD = 3
"""Packs that are told one by one; of the rest only the number."""
NO_CARD, FOREIGN = 255, 254


class DecksError(Exception):
    """A file or an answer that holds no decks: where, what, and how to mend it."""


@dataclass(frozen=True)
class Read:
    """Decks that are whole packs, and what was wrong with the others. `count` is all that were read."""

    decks: Decks
    count: int
    findings: tuple[str, ...] = ()


def read_decks(texts: Sequence[str | bytes], pack: Pack, first: int = 1, what: str = "deck") -> Read:
    """Read decks, one a text, numbered from `first`. Raise DecksError for a text that holds no cards."""
    lines = [text.encode("ascii", "replace") if isinstance(text, str) else text for text in texts]
    length = 2 * len(pack.cards)
    whole = [line for line in lines if len(line) == length]
    codes = _codes(pack)[np.frombuffer(b"".join(whole), "<u2")].reshape(len(whole), -1) if whole else _none(pack)
    good: NDArray[np.bool_] = np.all(codes < FOREIGN, axis=1)
    numbers = np.flatnonzero(good)
    if len(numbers):
        wanted = np.sort(_codes(pack)[np.frombuffer("".join(pack.cards).encode(), "<u2")])
        same = (np.sort(codes[numbers], axis=1) == wanted).all(axis=1)
        good[numbers[~same]] = False
    findings = []
    if len(whole) < len(lines) or not good.all():
        kept = iter(good)
        for at, line in enumerate(lines, first):
            if len(line) != length or not next(kept):
                findings.append(_what_is_wrong(line, pack, f"{what} {at}"))
    return Read(np.ascontiguousarray(codes[good]), len(lines), tuple(findings))


def file_decks(path: Path, pack: Pack) -> Iterator[Read]:
    """Read a file of one deck a line, block by block; empty lines are skipped. Raise DecksError."""
    try:
        with path.open("rb") as file:
            yield from _blocks(file, pack, path.name)
    except OSError as error:
        raise DecksError(f"{path}: can't be read: {error.strerror}; name a file of one deck a line") from None


def _blocks(file: IO[bytes], pack: Pack, name: str) -> Iterator[Read]:
    rest, line, any_deck = b"", 1, False
    longest = 4 * 2 * len(pack.cards)
    for number, block in enumerate(iter(lambda: file.read(BLOCK), b"")):
        text = block.removeprefix(BOM_UTF8) if number == 0 else block
        *lines, rest = (rest + text).split(b"\n")
        if len(rest) > longest:
            raise DecksError(f"{name}, line {line + len(lines)}: {_no_deck(rest, pack)}")
        line += len(lines)
        if lines:
            any_deck |= any(text.strip() for text in lines)
            yield _read_lines(lines, pack, line - len(lines), name)
    if rest.strip():
        any_deck = True
        yield _read_lines([rest], pack, line, name)
    if not any_deck:
        raise DecksError(f"{name}: holds no deck; write one deck a line, {2 * len(pack.cards)} characters each")


def _read_lines(lines: Sequence[bytes], pack: Pack, first: int, name: str) -> Read:
    stripped = [line.strip() for line in lines]
    if all(stripped):
        return read_decks(stripped, pack, first, f"{name}, line")
    parts = [read_decks([line], pack, first + at, f"{name}, line") for at, line in enumerate(stripped) if line]
    decks = np.concatenate([part.decks for part in parts]) if parts else _none(pack)
    return Read(decks, len(parts), tuple(finding for part in parts for finding in part.findings))


def _none(pack: Pack) -> Decks:
    return np.empty((0, len(pack.cards)), np.uint8)


@lru_cache(maxsize=16)
def _codes(pack: Pack) -> NDArray[np.uint8]:
    """Number the kind that two bytes spell, as one little-endian word."""
    table = np.full(1 << 16, NO_CARD, np.uint8)
    for card in (*(rank + suit for rank in RANKS for suit in SUITS), JOKER):
        table[ord(card[0]) + (ord(card[1]) << 8)] = FOREIGN
    for number, kind in enumerate(pack.kinds):
        table[ord(kind[0]) + (ord(kind[1]) << 8)] = number
    return table


def _what_is_wrong(line: bytes, pack: Pack, where: str) -> str:
    """Say what makes a text of cards no pack; raise DecksError where it isn't even cards."""
    text = line.decode("ascii", "replace")
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    known = {*(rank + suit for rank in RANKS for suit in SUITS), JOKER}
    if not cards or not known.issuperset(cards):
        raise DecksError(f"{where}: {_no_deck(line, pack)}")
    left = list(pack.cards)
    extra: list[Card] = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            extra.append(card)
    told = [
        "" if len(cards) == len(pack.cards) else _counted(cards, pack),
        f"missing {_few(left)}" if left else "",
        f"too many of {_few(extra)}" if extra else "",
    ]
    return f"{where} is no whole pack: {', '.join(part for part in told if part)}{_hint(cards, pack)}"


def _hint(cards: Sequence[Card], pack: Pack) -> str:
    """Say which flags would make a shoe of other packs a whole one."""
    jokers = cards.count(JOKER)
    packs, rest = divmod(len(cards) - jokers, len(RANKS) * len(SUITS))
    if rest or not packs or len(cards) == len(pack.cards):
        return ""
    return f"; if the shoe is such, say --packs {packs}" + (f" --jokers {jokers}" if jokers else "")


def _counted(cards: Sequence[Card], pack: Pack) -> str:
    return f"{len(cards)} card{'s' if len(cards) != 1 else ''} where the pack has {len(pack.cards)}"


def _few(cards: Sequence[Card]) -> str:
    return " ".join(cards[:TOLD]) + (f" and {len(cards) - TOLD} more" if len(cards) > TOLD else "")


def _no_deck(line: bytes, pack: Pack) -> str:
    text = line[:24].decode("ascii", "replace")
    shown = "".join(char if char.isprintable() else "·" for char in text)
    length = 2 * len(pack.cards)
    if len(line) != length:
        why = f"{len(line):,} characters where a deck has {length}"
    else:
        cards = [line[at : at + 2].decode("ascii", "replace") for at in range(0, length, 2)]
        known = {*(rank + suit for rank in RANKS for suit in SUITS), JOKER}
        bad = next(at for at, card in enumerate(cards) if card not in known)
        why = f"{cards[bad]!r} at place {bad + 1} is no card"
    return (
        f"no deck ({why}): `{shown}`; write the cards of a deck together, rank {RANKS[::-1]} and suit {SUITS}, as in Td"
    )
