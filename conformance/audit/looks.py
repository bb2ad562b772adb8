"""What can be seen in rows without settling them: ways that no round goes, cards dealt twice, stakes not allowed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairfelt.conformance.audit.rows import Row
from fairfelt.conformance.audit.tables import rounds_of
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import CARD
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.rankings import kept_cards
from fairfelt.rulesets.rules import NOT_ASKED, DealStep
from fairfelt.rulesets.ways import seat_walks
from fairfelt.rulesets.witness import place_sizes

SHARED = ("dealer", "board", "burn")
"""Places to which cards are dealt for the whole table; at others, but a seat, lie cards that came from here."""

Wrong = tuple[str, str, str]
"""The kind of finding, what the log says, and what the rules say."""


@dataclass(frozen=True)
class _Game:
    """What looking needs to know of a game under its readings."""

    rules: Rules
    walks: tuple[Walk, ...]
    most: dict[str, int]
    """Cards that a place can hold in all."""
    spots: tuple[str, ...]
    changes: tuple[DealStep, ...]


def look_over(rules: Rules, rows: Sequence[Row]) -> Iterator[tuple[Row, Wrong]]:
    """Give what is wrong with rows, whole rounds of them, each with the row in which it shows."""
    ruleset = rules.ruleset
    spots = (spot for question in ruleset.questions for a in question.actions.values() for spot in a.arranges)
    changes = (step for step in ruleset.steps if isinstance(step, DealStep) and step.known_as)
    burns = sum(step.count for step in ruleset.steps if isinstance(step, DealStep) and "burn" in step.places)
    most = {"burn": burns, **place_sizes(rules)}
    game = _Game(rules, tuple(seat_walks(rules)), most, tuple(dict.fromkeys(spots)), tuple(changes))
    seen: dict[object, tuple[Wrong, ...]] = {}
    for row in rows:
        sizes = tuple((place, len(cards)) for place, cards in row.cards.items())
        shape = (tuple(row.choices.items()), frozenset(row.stakes), row.dark, sizes)
        if shape not in seen:
            seen[shape] = tuple(_way(game, row))
        yield from ((row, wrong) for wrong in (*seen[shape], *_row(game, row)))
    for start, end in rounds_of(rows):
        if end - start > 1:
            yield from _table(rules, rows[start:end])


def _row(game: _Game, row: Row) -> Iterator[Wrong]:
    yield from _once(game, row)
    yield from _moved(game, row)
    yield from _first_wagers(game.rules, row)
    yield from _later_wagers(game.rules, row)
    for wager in row.returned.keys() - row.stakes.keys():
        yield "money.ledger", f"{row.returned[wager]} came back for {wager}", f"{wager} is not staked"


def _way(game: _Game, row: Row) -> Iterator[Wrong]:
    """Hold a row against every way through the round: its choices, then its wagers, then the cards at each place."""
    asked = [question.id for question in game.rules.ruleset.questions]
    dark = {fact.name: fact.values[row.dark] for fact in game.rules.ruleset.facts.values() if fact.kind == "dark"}
    told = {**dark, **{name: row.choices.get(name, NOT_ASKED) for name in asked}}
    ways = [walk for walk in game.walks if all(walk.known[name] == value for name, value in told.items())]
    if not ways:
        chosen = ", ".join(f"{question} {action}" for question, action in row.choices.items()) or "no choice"
        yield "choices", f"{chosen}{', in the dark' if row.dark else ''}", "no round goes that way"
        return
    ways = [walk for walk in ways if walk.placed == row.stakes.keys()] or ways
    for place, cards in row.cards.items():
        allowed = {count for walk in ways for count in _counts(game, walk, place)}
        if cards and place != "discard" and len(cards) not in allowed:
            counts = " or ".join(str(count) for count in sorted(allowed))
            yield "deal.count", f"{len(cards)} cards at {place}", f"{counts} lie there by the choices made"


def _counts(game: _Game, walk: Walk, place: str) -> set[int]:
    """Say how many cards can lie at a place: those that surely do, and all where another seat may bring more."""
    surely = walk.sure.get(place, 0)
    return {surely, game.most.get(place, surely)} if place in walk.unsure else {surely}


def _once(game: _Game, row: Row) -> Iterator[Wrong]:
    own = (row.cards["seat"],) if "seat" in row.cards else tuple(row.cards.get(spot, b"") for spot in game.spots)
    held = b"".join((*own, *(row.cards.get(place, b"") for place in SHARED)))
    yield from _twice(game.rules, held)


def _twice(rules: Rules, held: bytes) -> Iterator[Wrong]:
    if len(set(held)) < len(held):
        card, count = Counter(held).most_common(1)[0]
        if count > rules.ruleset.packs:
            times = "twice" if count == 2 else f"{count} times"
            yield "deal.once", f"{CARD[card]} lies {times}", "a pack has each card once"


def _moved(game: _Game, row: Row) -> Iterator[Wrong]:
    """Follow cards that were set, or that gave way to others."""
    set_ = b"".join(row.cards.get(spot, b"") for spot in game.spots)
    if set_ and "seat" in row.cards and Counter(set_) != Counter(row.cards["seat"]):
        yield "deal.spots", "other cards are set than the seat holds", "a seat sets its own cards"
    for step in game.changes:
        after, before = row.cards.get(step.known_as), row.cards.get(step.places[0])
        if not after or not before or not game.rules.holds(_options_of(step)):
            continue
        gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
        hand = game.rules.ruleset.hands[step.instead_of]
        due = kept_cards(hand.ranking, tuple(CARD[card] for card in before), hand.worst, hand.suits)[0]
        if [CARD[card] for card in gone.elements()] != [due] or come.total() != 1:
            told = f"{_words(gone)} gave way to {_words(come)}"
            yield "deal.replaced", told, f"one card takes the place of {due}"
        yield from _twice(game.rules, b"".join(row.cards.get(p, b"") for p in ("seat", "board")) + bytes(come))


def _options_of(step: DealStep) -> tuple[dict[str, frozenset[str]], ...]:
    """Leave of a step's guard what the readings decide."""
    return tuple({name: v for name, v in part.items() if name.startswith("option.")} for part in step.guard)


def _words(cards: Counter[int]) -> str:
    return " ".join(CARD[card] for card in cards.elements()) or "no card"


def _first_wagers(rules: Rules, row: Row) -> Iterator[Wrong]:
    ruleset = rules.ruleset
    for name, wager in ruleset.wagers.items():
        if wager.needed and name not in row.stakes:
            yield f"wagers.{name}", f"no {name}", f"{name} is placed in every round"
    for name, units in row.stakes.items():
        wager = ruleset.wagers[name]
        if wager.needs and wager.needs not in row.stakes:
            yield f"wagers.{name}", f"{name} without {wager.needs}", f"{name} needs {wager.needs}"
        if wager.equals and row.stakes.get(wager.equals) != units:
            yield f"wagers.{name}", f"{name} of {units}", f"{name} equals {wager.equals}"
        if wager.at_most and units > row.stakes.get(wager.at_most, 0):
            yield f"wagers.{name}", f"{name} of {units}", f"{name} is at most {wager.at_most}"
        if wager.multiple_of and units % row.stakes.get(wager.multiple_of, units + 1):
            yield f"wagers.{name}", f"{name} of {units}", f"{name} is a multiple of {wager.multiple_of}"
    for group in ruleset.groups:
        stands = {name: row.stakes[name] for name in group.wagers if name in row.stakes}
        told = ", ".join(f"{name} of {units}" for name, units in stands.items())
        if group.equal and len(set(stands.values())) > 1:
            yield f"wagers.{group.name}", told, "they are of one amount"
        if group.whole is not None and 0 < len(stands) < len(group.wagers) and rules.holds(group.whole):
            yield f"wagers.{group.name}", told, "they are placed together or not at all"


def _later_wagers(rules: Rules, row: Row) -> Iterator[Wrong]:
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


def _table(rules: Rules, rows: Sequence[Row]) -> Iterator[tuple[Row, Wrong]]:
    """Hold the seats of one round against each other: they share the dealer's cards and the board, and no other."""
    first, held = rows[0], {rows[0].seat: rows[0].cards.get("seat", b"")}
    for row in rows[1:]:
        for place in SHARED[:2]:
            here, there = row.cards.get(place, b""), first.cards.get(place, b"")
            if here and there and here[: len(there)] != there[: len(here)]:
                yield row, ("deal.shared", f"other cards at {place} than at seat {first.seat}", "a round has one")
        held.setdefault(row.seat, row.cards.get("seat", b""))
        if held[row.seat] != row.cards.get("seat", b""):
            yield row, ("deal.shared", f"other cards at seat {row.seat} than before", "all who bet there share them")
    for wrong in _twice(rules, b"".join(held.values())):
        yield rows[-1], wrong
