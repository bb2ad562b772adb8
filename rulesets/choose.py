"""Fix the open points of a game: one reading for each option, one pay table for each wager that needs one."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from fairfelt.rulesets.exchanging import Reach, reach_of
from fairfelt.rulesets.rules import OPTION, Guard, PayTable, Ruleset


class ChoiceError(Exception):
    """A reading, variant or pay table that the game does not have, or one that must still be chosen."""


@dataclass(frozen=True)
class Rules:
    """A game with nothing left open: what a certificate certifies."""

    ruleset: Ruleset
    variant: str | None
    readings: Mapping[str, str]
    pay_tables: Mapping[str, PayTable]
    digest: str
    """SHA-256 of the canonical JSON of game, rankings, source and choices."""

    @property
    def known(self) -> dict[str, str]:
        """The options as facts."""
        return {OPTION + name: reading for name, reading in self.readings.items()}

    @cached_property
    def reach(self) -> dict[str, tuple[str, Reach]]:
        """What exchanged cards can make of hands."""
        return reach_of(self.ruleset)

    def holds(self, guard: Guard) -> bool:
        """Say whether a condition on options holds."""
        known = self.known
        return not guard or any(all(known[name] in values for name, values in part.items()) for part in guard)

    @property
    def policies(self) -> dict[str, str]:
        """How the player-dealer's money is used, by policy; nothing where the house banks."""
        bank = self.ruleset.bank
        return {name: self.known.get(word, word) for name, word in bank.policies.items()} if bank else {}


def choose(
    ruleset: Ruleset,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    pay_tables: Mapping[str, str] | None = None,
    first_table: bool = False,
) -> Rules:
    """Resolve a game; raise ChoiceError for an unknown name or a pay table that nobody chose.

    `first_table` takes the first table where the document prints none and nobody chose.
    """
    readings = {name: option.default for name, option in ruleset.options.items()}
    if variant is not None:
        _known(variant, ruleset.variants, f"variant of {ruleset.game}")
        readings.update(ruleset.variants[variant])
    for name, reading in (options or {}).items():
        _known(name, ruleset.options, f"option of {ruleset.game}")
        _known(reading, ruleset.options[name].readings, f"reading of option {name}")
        readings[name] = reading
    chosen = dict(pay_tables or {})
    for wager in chosen:
        _known(wager, ruleset.pay_tables, f"wager of {ruleset.game} with a pay table")
    fitting = {wager: fitting_tables(ruleset, wager, readings) for wager in ruleset.pay_tables}
    open_ = {wager: found for wager, found in fitting.items() if found and wager not in chosen and not first_table}
    unchosen = [wager for wager, found in open_.items() if not found[0].printed]
    if unchosen:
        raise ChoiceError("\n".join(_to_be_chosen(wager, fitting[wager]) for wager in unchosen))
    tables = {wager: _table(wager, found, chosen.get(wager)) for wager, found in fitting.items()}
    return Rules(ruleset, variant, readings, tables, _digest(ruleset, readings, tables))


def fitting_tables(ruleset: Ruleset, wager: str, readings: Mapping[str, str]) -> tuple[PayTable, ...]:
    """List the pay tables of a wager that these readings allow."""
    return tuple(
        table
        for table in ruleset.pay_tables[wager]
        if all(readings[option] in allowed for option, allowed in table.only.items())
    )


def every_variant(ruleset: Ruleset) -> list[tuple[str | None, dict[str, str]]]:
    """List the default, each named variant, and each option changed alone, as (variant, options)."""
    alone = [
        (None, {name: reading})
        for name, option in ruleset.options.items()
        for reading in option.readings
        if reading != option.default
    ]
    return [(None, {}), *((name, {}) for name in ruleset.variants), *alone]


def _table(wager: str, fitting: tuple[PayTable, ...], chosen: str | None) -> PayTable:
    if not fitting:
        raise ChoiceError(f"no pay table of {wager!r} fits these options; choose other readings")
    if chosen is None:
        return fitting[0]
    _known(chosen, [table.id for table in fitting], f"pay table of {wager} under these options")
    return next(table for table in fitting if table.id == chosen)


def _to_be_chosen(wager: str, fitting: tuple[PayTable, ...]) -> str:
    listed = "\n".join(f"  --pay-table {wager}={table.id}    {_source(table)}" for table in fitting)
    return f"the document prints no pay table for {wager!r}, so it must be chosen:\n{listed}"


def _source(table: PayTable) -> str:
    return table.clauses[0].says if table.clauses else ""


def _known(name: str, among: Mapping[str, object] | list[str], what: str) -> None:
    if name in among:
        return
    close = get_close_matches(name, list(among), n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(among) or 'none'}"
    raise ChoiceError(f"{name!r} is no {what}; {hint}")


def _digest(ruleset: Ruleset, readings: Mapping[str, str], tables: Mapping[str, PayTable]) -> str:
    choices = {"options": dict(readings), "pay_tables": {wager: table.id for wager, table in tables.items()}}
    text = ruleset.canonical + json.dumps(choices, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
