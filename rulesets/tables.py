"""Compile a settlement block to a dense array, and prove that every combination that can occur has exactly one row."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import product

from fairfelt.rulesets.bounds import class_bounds
from fairfelt.rulesets.errors import Flaw
from fairfelt.rulesets.paths import Layout, Walk, lies, readable, walks
from fairfelt.rulesets.rules import NOT_STAKED, Fact, Option, Row, Table, every_reading

Values = tuple[str, ...]


def compile_block(
    block: str,
    wagers: tuple[str, ...],
    rows: tuple[Row, ...],
    layout: Layout,
    options: Mapping[str, Option],
    pay_hands: Mapping[str, str],
) -> Table:
    """Fill the block's cells; raise a Flaw for a gap, an overlap, an idle row or a card read too early."""
    axes = tuple(fact for fact in layout.facts.values() if any(fact.name in row.when for row in rows))
    cells: dict[Values, int] = {}
    can_be_dealt = possible(layout)
    fitting = _fitting(rows, axes)
    for readings in every_reading(layout.options_read(options, axes)):
        for walk in walks(layout, readings):
            placed = [wager for wager in wagers if wager in walk.placed]
            if placed:
                unpaid = {w for w in placed if w in pay_hands and not lies(layout, walk, pay_hands[w])}
                _fill(block, rows, axes, layout, walk, placed, unpaid, cells, can_be_dealt, fitting)
    for at, row in enumerate(rows):
        if at not in cells.values():
            raise Flaw(
                ("settle", block, row.name),
                f"row {row.name!r} can never apply",
                "take it out, or mend its `when`",
            )
    dense = tuple(cells.get(values, -1) for values in product(*(fact.values for fact in axes)))
    return Table(block, wagers, axes, rows, dense)


def _fill(
    block: str,
    rows: tuple[Row, ...],
    axes: tuple[Fact, ...],
    layout: Layout,
    walk: Walk,
    placed: list[str],
    unpaid: set[str],
    cells: dict[Values, int],
    can_be_dealt: Callable[[Mapping[Fact, str]], bool],
    rows_for: Callable[[Values], list[int]],
) -> None:
    unread: dict[Values, int] = {}
    dark = {fact.name for fact in axes if fact.reads_cards and not readable(layout, walk, fact)}
    for values in combinations_on(axes, layout, walk, dark, can_be_dealt):
        fitting = rows_for(values)
        if not fitting:
            words = _in_words(axes, values, dark)
            raise Flaw(("settle", block), f"no row for: {words}", f"add a row to {block!r} for it")
        if len(fitting) > 1:
            first, second = rows[fitting[0]].name, rows[fitting[1]].name
            raise Flaw(
                ("settle", block, second),
                f"rows {first!r} and {second!r} both apply when: {_in_words(axes, values, dark)}",
                "narrow the `when` of one of them",
            )
        found = fitting[0]
        for wager in placed:
            if wager not in rows[found].results:
                raise Flaw(
                    ("settle", block, rows[found].name),
                    f"says nothing of the wager {wager!r}, which is on the table when: "
                    f"{_in_words(axes, values, dark)}",
                    f"add `{wager}: …` to the row",
                )
            if wager in unpaid and rows[found].results[wager].by_table:
                raise Flaw(
                    ("settle", block, rows[found].name, wager),
                    f"pays by cards that may never have been dealt, when: {_in_words(axes, values, dark)}",
                    "settle this case by fixed odds, or deal the cards in every case",
                )
        lit = tuple(value for fact, value in zip(axes, values, strict=True) if fact.name not in dark)
        if unread.setdefault(lit, found) != found:
            raise Flaw(
                ("settle", block, rows[found].name),
                f"reads cards that may never have been dealt, when: {_in_words(axes, values, dark)}",
                "settle this case by facts that need none of " + ", ".join(sorted(dark)),
            )
        cells[values] = found


def combinations_on(
    axes: Iterable[Fact],
    layout: Layout,
    walk: Walk,
    skip: Iterable[str],
    can_be_dealt: Callable[[Mapping[Fact, str]], bool],
) -> Iterator[Values]:
    """List the values that the axes can have together on this walk. Facts in `skip` run through all their values."""
    axes, skipped = tuple(axes), set(skip)
    choices = [(walk.known[fact.name],) if fact.name in walk.known else fact.answers for fact in axes]
    assumed = {layout.facts[name]: value for name, value in walk.assumed(layout.facts).items()}
    for values in product(*choices):
        given = dict(assumed)
        given.update(
            (fact, value)
            for fact, value in zip(axes, values, strict=True)
            if fact.reads_cards and fact.name not in skipped and value != NOT_STAKED
        )
        if can_be_dealt(given):
            yield values


def possible(layout: Layout) -> Callable[[Mapping[Fact, str]], bool]:
    """Ask whether the order of hands allows facts together; the same few are asked on many walks."""
    known: dict[frozenset[tuple[str, str]], bool] = {}

    def ask(given: Mapping[Fact, str]) -> bool:
        key = frozenset((fact.name, value) for fact, value in given.items())
        if key not in known:
            known[key] = class_bounds(layout.hands, given) is not None
        return known[key]

    return ask


def _fitting(rows: tuple[Row, ...], axes: tuple[Fact, ...]) -> Callable[[Values], list[int]]:
    """Ask which rows apply to a combination; the same ones are asked about on many walks."""
    places = {fact.name: at for at, fact in enumerate(axes)}
    asked = [[(places[name], allowed) for name, allowed in row.when.items()] for row in rows]

    @cache
    def fitting(values: Values) -> list[int]:
        return [at for at, when in enumerate(asked) if all(values[place] in allowed for place, allowed in when)]

    return fitting


def _in_words(axes: Iterable[Fact], values: Values, dark: Iterable[str]) -> str:
    hidden = set(dark)
    told = zip(axes, values, strict=True)
    return ", ".join(f"{fact.name} is {value}" for fact, value in told if fact.name not in hidden)
