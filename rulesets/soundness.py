"""Refuse what has the right shape and the right names, and would still fail or mislead at the table."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

from fairfelt.rulesets import model
from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.rankings import Ranking
from fairfelt.rulesets.rules import NOT_ASKED, OPTION, Option, PayTable, Result, Table, every_reading

CARDS_OF_A_RANK = 4
CARDS_OF_A_PACK = 52


def check_file(file: model.GameFile) -> None:
    """Check a game file before its names are resolved; raise a Flaw for the first fault."""
    _check_ids(file)
    _check_wagers(file)
    _check_deck(file)
    _check_facts(file)
    for name, hand in file.hands.items():
        _once(hand.of, ("hands", name, "of"))
    _once(file.order.wagers, ("order", "wagers"))
    for path, ask in questions(file):
        for name, action in ask.ask.items():
            _check_action(name, action, (*path, "ask", name))


def questions(file: model.GameFile) -> Iterator[tuple[Path, model.Ask]]:
    """List the questions of a round, each with its path."""
    for at, step in enumerate(file.round):
        if isinstance(step, model.Ask):
            yield ("round", at), step
        elif isinstance(step, model.EachSeat):
            yield from ((("round", at, "each-seat", inner), ask) for inner, ask in enumerate(step.each_seat))


def check_ranking(ranking: Ranking, packs: int, path: Path) -> None:
    """Refuse a ranking without a category for the most cards of one rank that these packs can show."""
    grouped = [category.groups[0] for category in ranking.categories if category.groups]
    for repeats in range(CARDS_OF_A_RANK + 1, min(ranking.size, CARDS_OF_A_RANK * packs) + 1):
        if grouped and repeats not in grouped:
            what = f"{packs} packs can show {repeats} cards of one rank, and {ranking.name} has no category for them"
            raise Flaw(path, what, f"use a ranking with a category of `groups: [{repeats}]`")


def check_pay_tables(
    pay_tables: Mapping[str, tuple[PayTable, ...]], tables: tuple[Table, ...], options: Mapping[str, Option]
) -> None:
    """Refuse pay tables that no row uses, and readings under which a wager has none."""
    for wager, choices in pay_tables.items():
        if not any(row.results[wager].by_table for table in tables for row in table.rows if wager in row.results):
            raise Flaw(("pays", wager), f"no row pays {wager!r} by a table", f"write `{wager}: pays` in a row")
        asked = {name: options[name] for name in options if any(name in table.only for table in choices)}
        for readings in every_reading(asked):
            if not any(_fits(table, readings) for table in choices):
                words = ", ".join(f"{name} is {reading}" for name, reading in readings.items())
                raise Flaw(("pays", wager, "tables"), f"no pay table fits when: {words}", "add one, or widen an `only`")


def check_rounding(pay_tables: Mapping[str, tuple[PayTable, ...]], tables: tuple[Table, ...]) -> None:
    """Refuse odds that can leave a part of a unit; call it where no rounding rule is given."""
    for path, result in _results(pay_tables, tables):
        if result.odds.denominator != 1:
            odds = f"{result.odds.numerator} to {result.odds.denominator}"
            raise Flaw(path, f"odds of {odds} can leave a part of a unit", "add `rounding: {direction: down, cite: …}`")


def _results(
    pay_tables: Mapping[str, tuple[PayTable, ...]], tables: tuple[Table, ...]
) -> Iterator[tuple[Path, Result]]:
    for wager, choices in pay_tables.items():
        for choice in choices:
            for line in choice.lines:
                yield ("pays", wager, "tables", choice.id, "lines", line.name), line.result
    for table in tables:
        for row in table.rows:
            for wager, result in row.results.items():
                yield ("settle", table.block, row.name, wager), result


def _fits(table: PayTable, readings: Mapping[str, str]) -> bool:
    return all(readings[option] in allowed for option, allowed in table.only.items())


def _check_ids(file: model.GameFile) -> None:
    steps = [(("round", at), step) for at, step in enumerate(file.round) if isinstance(step, model.Deal | model.Show)]
    seen: set[str] = set()
    for path, part in sorted([*steps, *questions(file)], key=lambda entry: entry[0][1:2]):
        if part.id in seen:
            mend = "give each step and question an id of its own"
            raise Flaw((*path, "id"), f"the id {part.id!r} is used twice", mend)
        seen.add(part.id)


def _check_wagers(file: model.GameFile) -> None:
    for name, part in file.wagers.items():
        partners = [part.needs, part.equals, part.at_most, part.multiple_of]
        if part.fee and not part.by_action:
            raise Flaw(("wagers", name), "is a fee that no action pays", "mark it `by-action: true`")
        if part.by_action and (part.needed or any(partners)):
            what = "is placed by an action, which alone decides whether and how much"
            raise Flaw(("wagers", name), what, "leave `by-action` and `cite`; say the size under `places`")
        for partner in partners:
            if partner in file.wagers and file.wagers[partner].by_action:
                what = f"depends on {partner!r}, which an action places only later"
                raise Flaw(("wagers", name), what, "let it depend on wagers that are placed before the deal")


def _check_deck(file: model.GameFile) -> None:
    held, players = CARDS_OF_A_PACK * file.deck.packs, file.seats.most - (file.bank is not None)
    seats = {"seats": players, "every-position": file.seats.most}
    for readings in _readings_of_deals(file):
        drawn = 0
        for at, step in enumerate(file.round):
            if isinstance(step, model.Deal) and _may_happen(step, readings):
                drawn += step.deal * sum(seats.get(place, 1) for place in step.to)
            elif isinstance(step, model.Ask | model.EachSeat):
                asks = step.each_seat if isinstance(step, model.EachSeat) else [step]
                drawn += players * sum(max(action.draws or 0 for action in ask.ask.values()) for ask in asks)
            if drawn > held:
                what = f"a full table of {players} needs {drawn} cards by now, and the deck has {held}"
                raise Flaw(("round", at), what, "lower `seats: {most: …}`, deal fewer, or add packs")


def _readings_of_deals(file: model.GameFile) -> Iterator[dict[str, str]]:
    """List the readings of the options that decide which deal steps happen."""
    guards = [part for step in file.round if isinstance(step, model.Deal) for part in step.if_ or ()]
    read = {name for part in guards for name in part if name.removeprefix(OPTION) in file.options}
    names = sorted(name for name in read if name.startswith(OPTION))
    for readings in product(*(file.options[name.removeprefix(OPTION)].readings for name in names)):
        yield dict(zip(names, readings, strict=True))


def _may_happen(step: model.Deal, readings: Mapping[str, str]) -> bool:
    return not step.if_ or any(
        all(readings[name] in values for name, values in part.items() if name in readings) for part in step.if_
    )


def _check_facts(file: model.GameFile) -> None:
    for name, part in file.facts.items():
        asks = [key for key in ("at_least", "bands", "against", "anyone") if getattr(part, key) is not None]
        asks += ["dark"] if part.dark else []
        if part.staked is not None and asks != ["against"] and (asks or part.hand is not None):
            raise Flaw(("facts", name), "asks two things at once, `staked` and `hand`", "make two facts of it")
        if len(asks) > 1:
            words = " and ".join(f"`{key.replace('_', '-')}`" for key in asks)
            raise Flaw(("facts", name), f"asks two things at once, {words}", "make two facts of it")
        if part.values is not None and asks and asks[0] in ("bands", "against"):
            raise Flaw(("facts", name, "values"), "the answers have their names already", "take `values` out")


def _check_action(name: str, action: model.Action, path: Path) -> None:
    if name == NOT_ASKED:
        raise Flaw(path, f"{NOT_ASKED!r} is the answer of a seat that is not asked", "name the action otherwise")
    for wager, multiple in action.places.items():
        steps = {later - sooner for sooner, later in pairwise(multiple.times)}
        if len(steps) > 1 or min(steps, default=1) < 1:
            what = f"multiples {multiple.times} do not rise in equal steps"
            raise Flaw((*path, "places", wager, "times"), what, "order them, or make an action of each size")
    if action.arranges and (action.draws or action.gives_up):
        what = "arranges the cards and changes them at once"
        raise Flaw(path, what, "let one decision draw or give up, and a later one arrange")


def _once(names: Sequence[str], path: Path) -> None:
    for at, name in enumerate(names):
        if name in names[:at]:
            raise Flaw((*path, at), f"{name!r} stands twice", "name each once")
