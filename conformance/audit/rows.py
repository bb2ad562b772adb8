"""One bettor's round as a log tells it: a line of the log, read and held against the names of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.conformance.audit.errors import Unreadable
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import CODE
from fairfelt.rulesets.rules import NOT_ASKED

KEYS = frozenset({"round", "seat", "bettor", "cards", "choices", "stakes", "returned", "dark", "bank"})
MOST_UNITS = 1 << 53


@dataclass(frozen=True, slots=True)
class Row:
    """What one bettor staked, held, chose and got back. Cards are codes by place; money is whole units.

    `returned` has every wager that is staked, and any other for which something came back.
    """

    line: int
    round: str
    seat: int
    bettor: str
    dark: bool
    cards: Mapping[str, bytes]
    choices: Mapping[str, str]
    stakes: Mapping[str, int]
    returned: Mapping[str, int]
    bank: int | None


@dataclass(frozen=True)
class Names:
    """The words that a row may use: places, wagers, and the actions of each question."""

    game: str
    places: frozenset[str]
    wagers: frozenset[str]
    actions: Mapping[str, frozenset[str]]
    always_asked: tuple[str, ...]


def names_of(rules: Rules) -> Names:
    """Gather the words of a game."""
    ruleset = rules.ruleset
    places = {place for hand in ruleset.hands.values() for place in hand.places} | {"seat", "dealer", "board", "burn"}
    asked = {question.id: frozenset(question.actions) for question in ruleset.questions}
    always = tuple(q.id for q in ruleset.questions if NOT_ASKED not in ruleset.facts[q.id].values)
    return Names(ruleset.game, frozenset(places), frozenset(ruleset.wagers), asked, always)


def read_row(names: Names, data: Mapping[str, Any], line: int) -> Row:
    """Read a row; raise Unreadable for anything unknown, missing or of the wrong kind."""
    if data.keys() - KEYS:
        unknown = sorted(set(data) - KEYS)[0]
        raise Unreadable(f"unknown field {unknown!r}", "map it, or set it aside, in a mapping file")
    for key in ("round", "cards", "stakes", "returned"):
        if key not in data:
            raise Unreadable(f"lacks {key!r}", "a round without it can't be settled again")
    stakes = {wager: units for wager, units in _money(names, data["stakes"], "stakes").items() if units}
    returned = _money(names, data["returned"], "returned")
    if not stakes:
        raise Unreadable("nothing is staked", "leave out seats without a wager")
    if stakes.keys() - returned.keys():
        missing = sorted(set(stakes) - set(returned))[0]
        raise Unreadable(f"says not what came back for {missing!r}", "add it to `returned`, 0 where it is lost")
    choices = _choices(names, data.get("choices", {}))
    bank = data.get("bank")
    if bank is not None and not (type(bank) is int and bank > 0):
        raise Unreadable(f"bank {bank!r} is no amount", "write the units that the player-dealer banks")
    dark = data.get("dark", False)
    if not isinstance(dark, bool):
        raise Unreadable(f"dark {dark!r} is neither true nor false", "write true for a dark box")
    return Row(
        line=line,
        round=_printable(data["round"]),
        seat=_seat(data.get("seat", 1)),
        bettor=_printable(data.get("bettor", "")),
        dark=dark,
        cards={place: _cards(names, place, cards) for place, cards in _mapping(data["cards"], "cards").items()},
        choices=choices,
        stakes=stakes,
        returned={wager: units for wager, units in returned.items() if units or wager in stakes},
        bank=bank,
    )


def _printable(value: Any) -> str:
    """Write a name as text that every file can hold: JSON allows half of a character."""
    text = str(value)
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def _mapping(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable(f"{what} {value!r} is no object", f'write it by name, as in {{"{what}": {{...}}}}')
    return value


def _money(names: Names, value: Any, what: str) -> dict[str, int]:
    money = _mapping(value, what)
    if money.keys() - names.wagers:
        unknown = sorted(set(money) - names.wagers)[0]
        mend = f"{names.game} has {', '.join(sorted(names.wagers))}; is this another game's round?"
        raise Unreadable(f"unknown wager {unknown!r}", mend)
    for wager, units in money.items():
        if type(units) is not int or not 0 <= units < MOST_UNITS:
            mend = "money is whole units; a mapping says `unit` and `decimal` where it is not"
            raise Unreadable(f"{what} {wager}: {units!r} is no amount", mend)
    return dict(money)


def _choices(names: Names, value: Any) -> Mapping[str, str]:
    choices = _mapping(value, "choices")
    for question, action in choices.items():
        if question not in names.actions:
            mend = f"{names.game} asks {', '.join(names.actions)}; is this another game's round?"
            raise Unreadable(f"unknown choice {question!r}", mend)
        if not isinstance(action, str) or action not in names.actions[question]:
            mend = f"write one of {', '.join(sorted(names.actions[question]))}"
            raise Unreadable(f"{question}: {action!r} is no action", mend)
    for question in names.always_asked:
        if question not in choices:
            raise Unreadable(f"lacks the choice {question!r}", "say what the seat chose; nothing is guessed")
    return choices


def _seat(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise Unreadable(f"seat {value!r} is no seat", "number seats from 1")
    return value


def _cards(names: Names, place: str, value: Any) -> bytes:
    if place not in names.places:
        mend = f"{names.game} has {', '.join(sorted(names.places))}; is this another game's round?"
        raise Unreadable(f"unknown place {place!r}", mend)
    text = "".join(value) if isinstance(value, list) and all(isinstance(card, str) for card in value) else value
    if not isinstance(text, str):
        raise Unreadable(f"{place}: {value!r} are no cards", "write them together, as in `AsKd`")
    text = text.replace(" ", "")
    try:
        return bytes([CODE[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError as error:
        mend = "write rank and suit, as in `Td`; a mapping translates other notations"
        raise Unreadable(f"{place}: {error.args[0]!r} is no card", mend) from None
