"""A game at a glance: what there is to choose."""

from collections.abc import Iterator
from typing import Any

from fairfelt.conformance.cli.rules_words import UNCONFIRMED, wager_words
from fairfelt.rulesets.rules import PayLine, PayTable, Ruleset


def game_lines(ruleset: Ruleset) -> Iterator[str]:
    """Tell a game's choices, line by line."""
    yield f"{ruleset.game} — {ruleset.title}"
    yield f"  source    {source_title(ruleset)}"
    yield f"  seats     {seats_words(ruleset)}"
    yield "  wagers    " + "; ".join(f"{wager.name} ({wager_words(wager)})" for wager in ruleset.wagers.values())
    for name, says in ruleset.variant_says.items():
        yield f"  variant   {name}: {says}"
    for name, option in ruleset.options.items():
        readings = " or ".join(
            f"{reading} (default)" if reading == option.default else reading for reading in option.readings
        )
        yield f"  option    {name}: {readings}" + (f" [{UNCONFIRMED}]" if option.unconfirmed else "")
    for wager, tables in ruleset.pay_tables.items():
        for at, table in enumerate(tables):
            yield f"  pays      {wager}={table.id}{_mark(table, at)}"


def seats_words(ruleset: Ruleset) -> str:
    """Say how many seats a table has, and who banks if a player does."""
    return f"1 to {ruleset.most_seats}" + (", one of which banks" if ruleset.bank else "")


def _mark(table: PayTable, at: int) -> str:
    marks = (
        ["default, printed by the document"]
        if table.printed
        else ["first; none is printed, so one must be chosen"]
        if at == 0
        else []
    )
    marks += [f"only with {option}={' or '.join(sorted(readings))}" for option, readings in table.only.items()]
    return f" ({'; '.join(marks)})" if marks else ""


def source_title(ruleset: Ruleset) -> str:
    return next((clause.title for clause in ruleset.clauses.values()), ruleset.source)


def game_data(ruleset: Ruleset) -> dict[str, Any]:
    """Give a game's choices as plain data."""
    return {
        "game": ruleset.game,
        "title": ruleset.title,
        "source": {"id": ruleset.source, "title": source_title(ruleset)},
        "seats": ruleset.most_seats,
        "wagers": [{"name": wager.name, "says": wager_words(wager)} for wager in ruleset.wagers.values()],
        "options": {
            name: {
                "asks": option.asks,
                "readings": dict(option.readings),
                "default": option.default,
                "unconfirmed": option.unconfirmed,
            }
            for name, option in ruleset.options.items()
        },
        "variants": {
            name: {"says": ruleset.variant_says[name], "options": dict(readings)}
            for name, readings in ruleset.variants.items()
        },
        "pay_tables": {wager: [table_data(table) for table in tables] for wager, tables in ruleset.pay_tables.items()},
    }


def table_data(table: PayTable) -> dict[str, Any]:
    """Give a pay table as plain data, its odds as `3:2`."""
    return {
        "id": table.id,
        "printed": table.printed,
        "only": {option: sorted(readings) for option, readings in table.only.items()},
        "lines": {line.name: _odds(line) for line in table.lines},
        "source": [{"clause": clause.id, "title": clause.title, "section": clause.section} for clause in table.clauses],
    }


def _odds(line: PayLine) -> str:
    result = line.result
    if result.outcome != "win" or line.pays_nothing:
        return "nothing" if line.pays_nothing else result.outcome
    return f"{result.odds.numerator}:{result.odds.denominator}"
