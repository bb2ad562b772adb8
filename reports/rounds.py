"""One recorded round as a reader lays it out: who held what, who did what, who was paid what."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.reports.cards import cards_text

MOST_DRAWN = 12
MOST_LINES, MOST_CHARACTERS = 80, 2000
_WORD = "differs in word only"


@dataclass(frozen=True)
class Group:
    """Cards of one place, each with whether it counts in the best hand."""

    place: str
    cards: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class Line:
    """One line of cards: a holder's own and the shared ones that its hand uses."""

    who: str
    hand: str
    groups: tuple[Group, ...]
    says: str
    drawn: bool


@dataclass(frozen=True)
class Entry:
    """One wager of the ledger, told twice: as the rules demand it and as the engine paid it."""

    seat: int
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


def read_round(shown: Mapping[str, Any]) -> Round:
    """Lay out what a finding shows of its round."""
    return Round(
        lines=_lines(shown["places"], shown.get("hands") or {}),
        actions=tuple(_action(one) for one in shown.get("actions") or ()),
        ledger=tuple(_entry(one) for one in shown.get("ledger") or ()),
        transcript=_shortened(shown.get("transcript") or ()),
    )


def place_words(place: str) -> str:
    """Name a place of the table: `Seat 1`, `Dealer`."""
    return place.replace(".", " ").replace("-", " ").capitalize()


def _lines(places: Mapping[str, Any], hands: Mapping[str, Any]) -> tuple[Line, ...]:
    holders = [place for place in places if _holds(place) or place in hands]
    shared = sorted((place for place in places if place not in holders), key=lambda place: place != "board")
    lines: list[Line] = []
    used: set[str] = set()
    for holder in sorted(holders, key=_seating):
        for names, hand in _distinct(hands.get(holder) or {}):
            groups = _groups(holder, hand["cards"], places, shared)
            used |= {group.place for group in groups}
            category = (hand.get("category") or "no category").replace("-", " ")
            says = f"{category}: {cards_text(hand['cards'])}"
            lines.append(Line(place_words(holder), names, groups, says, True))
        if not hands.get(holder):
            lines.append(_bare(holder, places[holder]))
    return (*lines, *(_bare(place, places[place]) for place in shared if place not in used and places[place]))


def _groups(
    holder: str, best: Iterable[str], places: Mapping[str, Any], shared: list[str]
) -> tuple[Group, ...]:
    # Counted, not looked up: a shoe of several packs holds a card more than once.
    wanted = Counter(best)
    own = _marked(holder, places.get(holder, ()), wanted)
    lent = []
    for place in shared:
        if any(wanted[card] > 0 for card in places[place]):
            lent.append(_marked(place, places[place], wanted))
    elsewhere = tuple((card, True) for card in wanted.elements())
    return (own, *lent, *([Group("elsewhere", elsewhere)] if elsewhere else []))


def _marked(place: str, cards: Iterable[str], wanted: Counter[str]) -> Group:
    marks = []
    for card in cards:
        counts = wanted[card] > 0
        wanted[card] -= counts
        marks.append((card, counts))
    return Group(place, tuple(marks))


def _bare(place: str, cards: Iterable[str]) -> Line:
    held = tuple(cards)
    group = Group(place, tuple((card, False) for card in held))
    return Line(place_words(place), "", (group,), cards_text(held) or "no cards", len(held) <= MOST_DRAWN)


def _distinct(hands: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    names: dict[tuple[Any, ...], list[str]] = {}
    for name, hand in hands.items():
        names.setdefault((tuple(hand["cards"]), hand.get("category")), []).append(name.replace("-", " "))
    return [
        (", ".join(found), {"cards": cards, "category": category})
        for (cards, category), found in names.items()
    ]


def _holds(place: str) -> bool:
    return place == "dealer" or place.startswith(("seat.", "dealer."))


def _seating(place: str) -> tuple[bool, int, str]:
    number = place.removeprefix("seat.").split(".")[0]
    return (not place.startswith("seat."), int(number) if number.isdecimal() else 0, place)


def _action(action: Mapping[str, Any]) -> str:
    placed = ", ".join(f"{name} {amount}" for name, amount in (action.get("wagers") or {}).items())
    told = f"Seat {action['seat']}, at “{action['decision']}”: {action['action']}"
    return f"{told}, placing {placed}" if placed else told


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
        judged = f"differs: {actual - expected:+d}".replace("-", "\N{MINUS SIGN}")
    elif None not in words and words[0] != words[1]:
        judged = _WORD
    return Entry(
        seat=entry["seat"],
        wager=entry["wager"],
        row=entry.get("row") or "",
        staked="none" if entry["staked"] is None else f"{entry['staked']:,}",
        expected=_amount(expected, words[0]),
        actual=_amount(actual, words[1]),
        judged=judged,
        tone={"same": "same", _WORD: "word"}.get(judged, "differs"),
    )


def _amount(amount: int | None, outcome: str | None) -> str:
    return "no entry" if amount is None else f"{amount:,} ({outcome})" if outcome else f"{amount:,}"


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
