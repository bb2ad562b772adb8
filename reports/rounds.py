"""One recorded round as a reader lays it out: who held what, who did what, who was paid what."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.reports.cards import card_text, cards_text

MOST_DRAWN = 12
MOST_LINES, MOST_CHARACTERS = 80, 2000
_WORD = "differs in word only"


@dataclass(frozen=True)
class Held:
    """One card of a place: whether it counts in the best hand, and how it went away, if it did."""

    card: str
    best: bool = False
    gone: str = ""


@dataclass(frozen=True)
class Group:
    """Cards of one place, or of a hand within a hand."""

    place: str
    cards: tuple[Held, ...]


@dataclass(frozen=True)
class Line:
    """One line of cards: a holder's own and the shared ones that its hand is made from."""

    who: str
    hand: str
    groups: tuple[Group, ...]
    says: str
    drawn: bool
    note: str = ""


@dataclass(frozen=True)
class Entry:
    """One wager of the ledger, told twice: as the rules demand it and as the engine paid it. The bank's comes last."""

    seat: str
    wager: str
    row: str
    staked: str
    expected: str
    actual: str
    judged: str
    tone: str


@dataclass(frozen=True)
class Round:
    lines: tuple[Line, ...]
    actions: tuple[str, ...]
    ledger: tuple[Entry, ...]
    transcript: tuple[str, ...]
    bank: str = ""


def read_round(shown: Mapping[str, Any]) -> Round:
    """Lay out what a finding shows of its round."""
    bank, ledger = shown.get("bank"), shown.get("ledger") or ()
    return Round(
        lines=_lines(shown),
        actions=tuple(_action(one) for one in shown.get("actions") or ()),
        ledger=(*map(_entry, ledger), *([_bank_entry(bank)] if bank and ledger else [])),
        transcript=_shortened(shown.get("transcript") or ()),
        bank=_bank_words(bank) if bank else "",
    )


def place_words(place: str) -> str:
    """Name a place of the table: `Seat 1`, `Dealer`."""
    return place.replace(".", " ").replace("-", " ").capitalize()


def _lines(shown: Mapping[str, Any]) -> tuple[Line, ...]:
    places, hands, gone = shown["places"], shown.get("hands") or {}, shown.get("gone") or {}
    boxes = shown.get("boxes") or {}
    holders = [place for place in places if _holds(place) or place in hands]
    shared = sorted((place for place in places if place not in holders), key=lambda place: place != "board")
    lines: list[Line] = []
    used: set[str] = set()
    for holder in sorted(holders, key=_seating):
        note = _box_words(boxes.get(holder) or {})
        for names, hand in _distinct(hands.get(holder) or {}):
            laid = hand.get("from") or _by_place(holder, hand["cards"], places, shared)
            used |= laid.keys()
            groups = _groups(laid, hand["cards"], gone)
            category = (hand.get("category") or "no category").replace("-", " ")
            says = "; ".join([f"{category}: {cards_text(hand['cards'])}", *_gone_words(groups)])
            lines.append(Line(place_words(holder), names, groups, says, True, note))
            note = ""
        if not hands.get(holder):
            lines.append(_bare(holder, places[holder], gone.get(holder) or (), note))
    return (*lines, *(_bare(place, places[place]) for place in shared if place not in used and places[place]))


def _by_place(
    holder: str, best: Iterable[str], places: Mapping[str, Any], shared: list[str]
) -> dict[str, Iterable[str]]:
    """Take a holder's own cards, and of the shared places those that its best hand needs."""
    wanted = Counter(best)
    wanted.subtract(places.get(holder, ()))
    lent = {}
    for place in shared:
        if any(wanted[card] > 0 for card in places[place]):
            lent[place] = places[place]
            wanted.subtract(places[place])
    return {holder: places.get(holder, ()), **lent}


def _groups(
    laid: Mapping[str, Iterable[str]], best: Iterable[str], gone: Mapping[str, Iterable[Mapping[str, str]]]
) -> tuple[Group, ...]:
    # Counted, not looked up: a shoe of several packs holds a card more than once.
    wanted = Counter(best)
    found = [_marked(place, cards, wanted, gone.get(place) or ()) for place, cards in laid.items()]
    elsewhere = tuple(Held(card, best=True) for card in wanted.elements())
    return (*found, *([Group("elsewhere", elsewhere)] if elsewhere else []))


def _marked(
    place: str, cards: Iterable[str], wanted: Counter[str], gone: Iterable[Mapping[str, str]]
) -> Group:
    left = [(one["card"], one["how"]) for one in gone]
    marks = []
    for card in cards:
        went = next((one for one in left if one[0] == card), None)
        if went:
            left.remove(went)
            marks.append(Held(card, gone=went[1]))
        else:
            counts = wanted[card] > 0
            wanted[card] -= counts
            marks.append(Held(card, best=counts))
    return Group(place, tuple(marks))


def _gone_words(groups: Iterable[Group]) -> list[str]:
    return [f"{card_text(held.card)} {held.gone}" for group in groups for held in group.cards if held.gone]


def _bare(place: str, cards: Iterable[str], gone: Iterable[Mapping[str, str]] = (), note: str = "") -> Line:
    group = _marked(place, cards, Counter(), gone)
    kept = [held.card for held in group.cards if not held.gone]
    says = "; ".join([cards_text(kept) or "no cards", *_gone_words([group])])
    return Line(place_words(place), "", (group,), says, len(group.cards) <= MOST_DRAWN, note)


def _distinct(hands: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Join hands of the same cards from the same places under their names."""
    names: dict[str, list[str]] = {}
    for name, hand in hands.items():
        names.setdefault(json.dumps(hand, sort_keys=True), []).append(name)
    return [(", ".join(found).replace("-", " "), hands[found[0]]) for found in names.values()]


def _box_words(box: Mapping[str, Any]) -> str:
    """Say what a seat's number does not: `dark box, of Ann, with Bob behind it`."""
    behind = ", ".join(box.get("backline") or ())
    told = ["dark box" if box.get("dark") else "", f"of {box['guest']}" if box.get("guest") else ""]
    return ", ".join(filter(None, [*told, f"with {behind} behind it" if behind else ""]))


def _bank_words(bank: Mapping[str, Any]) -> str:
    passed = list(bank.get("declined") or [])
    seats = f"seat {passed[0]}" if len(passed) == 1 else f"seats {', '.join(map(str, passed))}"
    return f"Seat {bank['seat']} banks {bank['staked']:,} and plays the dealer's cards" + (
        f"; {seats} declined the bank" if passed else ""
    )


def _holds(place: str) -> bool:
    return place == "dealer" or place.startswith(("seat.", "dealer."))


def _seating(place: str) -> tuple[bool, int, str]:
    number = place.removeprefix("seat.").split(".")[0]
    return (not place.startswith("seat."), int(number) if number.isdecimal() else 0, place)


def _action(action: Mapping[str, Any]) -> str:
    seat = f"seat {action['seat']}"
    who = f"{action['bettor']} behind {seat}" if action.get("bettor") else seat.capitalize()
    placed = ", ".join(f"{name} {amount:,}" for name, amount in (action.get("wagers") or {}).items())
    cards = action.get("cards") or ()
    if isinstance(cards, Mapping):
        named = "setting " + ", ".join(f"{spot} {cards_text(held)}" for spot, held in cards.items())
    else:
        named = f"giving up {cards_text(cards)}" if cards else ""
    told = f"{who}, at “{action['decision']}”: {action['action']}"
    return ", ".join(filter(None, [told, f"placing {placed}" if placed else "", named]))


def _entry(entry: Mapping[str, Any]) -> Entry:
    expected, actual = entry["expected"], entry["actual"]
    words = entry.get("expected_outcome"), entry.get("actual_outcome")
    judged = "same"
    if expected is None or actual is None:
        judged = (
            "same"
            if expected == actual
            else "differs: an entry too few"
            if actual is None
            else "differs: not due"
        )
    elif actual != expected:
        judged = _apart(expected, actual)
    elif None not in words and words[0] != words[1]:
        judged = _WORD
    seat = str(entry["seat"])
    return Entry(
        seat=f"{seat}, {entry['bettor']} behind it" if entry.get("bettor") else seat,
        wager=entry["wager"],
        row=entry.get("row") or "",
        staked="none" if entry["staked"] is None else f"{entry['staked']:,}",
        expected=_amount(expected, words[0], entry.get("covered")),
        actual=_amount(actual, words[1], entry.get("actual_covered")),
        judged=judged,
        tone={"same": "same", _WORD: "word"}.get(judged, "differs"),
    )


def _bank_entry(bank: Mapping[str, Any]) -> Entry:
    expected, actual = bank["expected"], bank["actual"]
    unknown = None in (expected, actual)
    judged = "not told" if unknown else "same" if expected == actual else _apart(expected, actual)
    return Entry(
        seat=str(bank["seat"]),
        wager="the bank",
        row="",
        staked=f"{bank['staked']:,}",
        expected="not known" if expected is None else f"{expected:,}",
        actual="not told" if actual is None else f"{actual:,}",
        judged=judged,
        tone="differs" if judged.startswith("differs") else "same",
    )


def _apart(expected: int, actual: int) -> str:
    return f"differs: {actual - expected:+,d}".replace("-", "\N{MINUS SIGN}")


def _amount(amount: int | None, outcome: str | None, covered: int | None = None) -> str:
    if amount is None:
        return "no entry"
    words = ", ".join(filter(None, [outcome, "" if covered is None else f"{covered:,} covered"]))
    return f"{amount:,} ({words})" if words else f"{amount:,}"


def _shortened(lines: Iterable[str]) -> tuple[str, ...]:
    whole = [
        line
        if len(line) <= MOST_CHARACTERS
        else f"{line[:MOST_CHARACTERS]} … [{len(line) - MOST_CHARACTERS:,} characters left out]"
        for line in lines
    ]
    if len(whole) <= MOST_LINES:
        return tuple(whole)
    half = MOST_LINES // 2
    return (*whole[:half], f"… [{len(whole) - 2 * half:,} lines left out]", *whole[-half:])
