"""What can be seen in a row without settling it: cards dealt twice, stakes that the rules don't allow."""

from collections.abc import Iterator

from fairfelt.conformance.audit.rows import Row
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import CARD

DEALT = ("seat", "dealer", "board", "burn")
"""Places to which cards are dealt; at others lie cards that came from here."""


def look(rules: Rules, row: Row) -> Iterator[tuple[str, str, str]]:
    """Give what is wrong with a row: the kind, what the log says, and what the rules say."""
    held = b"".join(row.cards.get(place, b"") for place in DEALT)
    if rules.ruleset.packs == 1 and len(set(held)) < len(held):
        twice = next(card for card in held if held.count(card) > 1)
        yield "deal.once", f"{CARD[twice]} lies twice", "a pack has each card once"
    yield from _first_wagers(rules, row)
    yield from _later_wagers(rules, row)


def _first_wagers(rules: Rules, row: Row) -> Iterator[tuple[str, str, str]]:
    for name in row.stakes:
        wager, units = rules.ruleset.wagers[name], row.stakes[name]
        if wager.needs and wager.needs not in row.stakes:
            yield f"wagers.{name}", f"{name} without {wager.needs}", f"{name} needs {wager.needs}"
        if wager.equals and row.stakes.get(wager.equals) != units:
            yield f"wagers.{name}", f"{name} of {units}", f"{name} equals {wager.equals}"
        if wager.at_most and units > row.stakes.get(wager.at_most, 0):
            yield f"wagers.{name}", f"{name} of {units}", f"{name} is at most {wager.at_most}"
        if wager.multiple_of and units % row.stakes.get(wager.multiple_of, units + 1):
            yield f"wagers.{name}", f"{name} of {units}", f"{name} is a multiple of {wager.multiple_of}"


def _later_wagers(rules: Rules, row: Row) -> Iterator[tuple[str, str, str]]:
    """Hold wagers that actions place against the choices made: placed if chosen, and of the size that goes with it."""
    allowed: dict[str, set[int]] = {}
    for question in rules.ruleset.questions:
        action = question.actions.get(row.choices.get(question.id, ""))
        for name, (of, times) in action.places.items() if action else ():
            allowed[name] = {row.stakes.get(of, 0) * one for one in times}
    for name, wager in rules.ruleset.wagers.items():
        units = row.stakes.get(name, 0)
        if wager.by_action and units not in allowed.get(name, {0}):
            sizes = " or ".join(str(size) for size in sorted(allowed.get(name, {0})))
            yield f"wagers.{name}", f"{name} of {units}", f"{sizes} by the choices made"
