"""The PAR sheet: which method fits a ruleset, and what it finds."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from time import perf_counter
from types import ModuleType

from fairfelt.rulesets.choose import Rules
from fairfelt.stats.exact import board, drawing, duel, ends, hidden, sampled, setting, side
from fairfelt.stats.exact.duel import Duel, Tally, make_duel
from fairfelt.stats.exact.figures import Condition, Estimate, MainFigures, Mathematics, Progress, WagerFigures
from fairfelt.stats.exact.spot_check import agrees_with_oracle

DUELS: Mapping[str, ModuleType] = {
    "own hands, the dealer's partly hidden": hidden,
    "two own cards each and a shared board": board,
}
"""Exact methods for games of one decision against the dealer."""
ESTIMATES: Mapping[str, ModuleType] = {
    "cards drawn or exchanged before the last decision": drawing,
    "cards set in spots, with nothing else seen": setting,
}
"""Methods for other games, of which only a sample is within reach."""
SPOT_CHECKS = 300


class NoMethodError(Exception):
    """No method fits the ruleset; says why each doesn't."""


@dataclass(frozen=True)
class Found:
    """A duel with the method that fits it."""

    duel: Duel
    name: str
    method: ModuleType
    held: tuple[str, ...]


def mathematics(
    rules: Rules,
    chosen_tables: Collection[str] = (),
    progress: Progress = lambda _: None,
    seed: int = 0,
    states: int | None = None,
) -> Mathematics:
    """Compute the figures of the main game and of every wager beside it.

    A wager in `chosen_tables` is reported by the table that `rules` chose, others by all that fit. `states` says from
    how many drawn situations to estimate what has no exact method. Raise NoMethodError where nothing fits.
    """
    main, game, tally = _main_game(rules, progress, seed, states)
    beside = side.side_wagers(rules)
    return Mathematics(
        game=rules.ruleset.game,
        title=rules.ruleset.title,
        variant=rules.variant,
        options=rules.readings,
        tables={wager: table.id for wager, table in rules.pay_tables.items() if wager not in beside},
        main=main,
        wagers=_sides(rules, chosen_tables, game, tally),
    )


def _main_game(
    rules: Rules, progress: Progress, seed: int, states: int | None
) -> tuple[MainFigures, Duel | None, Tally | None]:
    began = perf_counter()
    found = exact_method(rules)
    if isinstance(found, Found):
        tally: Tally = found.method.tally(found.duel, progress)
        return main_figures(rules, found, tally, perf_counter() - began, seed), found.duel, tally
    if all(condition.holds for condition in duel.conditions(rules)):
        game = make_duel(rules)
        asked = ends.conditions(game)
        if all(condition.holds for condition in asked):
            found_by_states = sampled.estimate(game, states, seed, progress)
            why = unmet_words(found)
            return estimated_figures(rules, game, found_by_states, why, perf_counter() - began, seed), game, None
        found = {**found, "states drawn at random, each decided exactly": asked}
    for name, method in ESTIMATES.items():
        found[name] = method.conditions(rules)
        if all(condition.holds for condition in found[name]):
            return method.figures(rules, states, seed, progress), None, None
    raise NoMethodError(unmet_words(found))


def exact_method(rules: Rules) -> Found | dict[str, list[Condition]]:
    """Find the exact method for a ruleset, or the conditions of each that don't hold."""
    general = duel.conditions(rules)
    if not all(condition.holds for condition in general):
        return {"one decision against the dealer": general}
    laid_out = make_duel(rules)
    asked: dict[str, list[Condition]] = {}
    for name, method in DUELS.items():
        asked[name] = method.conditions(laid_out)
        if all(condition.holds for condition in asked[name]):
            return Found(laid_out, name, method, tuple(c.says for c in [*general, *asked[name]]))
    return asked


def main_figures(rules: Rules, found: Found, tally: Tally, seconds: float, seed: int = 0) -> MainFigures:
    """Turn a tally into the figures of the main game."""
    game, units = found.duel, len(found.duel.per)
    rows: dict[str, Fraction] = {}
    mean = square = staked = Fraction(0)
    for at, cell in game.cells.items():
        share = Fraction(int(tally.ways[at]), tally.total)
        if share:
            mean += share * cell.net / units
            square += share * (cell.net / units) ** 2
            staked += share * sum(game.choices[at[0]].stakes.values()) / units
            for wager, row in cell.rows.items():
                rows[f"{wager}.{row}"] = rows.get(f"{wager}.{row}", Fraction(0)) + share
    folds = [at for at, choice in enumerate(game.choices) if set(choice.stakes) == set(game.per)]
    same = int(tally.ways.sum()) == tally.total
    if not same:
        raise ArithmeticError(f"the cells add up to {int(tally.ways.sum()):,} of {tally.total:,} deals")
    return MainFigures(
        per=game.per,
        house_edge=-mean,
        standard_deviation=sqrt(square - mean**2),
        fold_frequency=Fraction(int(tally.ways[folds].sum()), tally.total) if folds else None,
        average_wager=staked,
        element_of_risk=-mean / staked,
        rows=rows,
        method=f"exact: {found.name}",
        held=found.held,
        checked=(
            f"the counts of all cells add up to {tally.total:,} deals",
            agrees_with_oracle(rules, game, SPOT_CHECKS, seed),
        ),
        seconds=seconds,
        ties=f"of two choices worth the same, {game.choices[0].action} is counted before the others",
        strategy=tally.strategy,
        notes=("the player-dealer's money is taken to cover every wager",) if rules.ruleset.bank else (),
    )


def estimated_figures(
    rules: Rules,
    game: Duel,
    found: tuple[Mapping[tuple[int, int, int, int], Estimate], Mapping[str, Estimate], int],
    why: str,
    seconds: float,
    seed: int,
) -> MainFigures:
    """Turn a sample of states into the figures of the main game; `why` says why there are no exact ones."""
    cells, figures, count = found
    net, square, staked = figures["net"], figures["square"], figures["staked"]
    spread = sqrt(square.value - net.value**2)
    rows: dict[str, Estimate] = {}
    for at, share in cells.items():
        for wager, row in game.cells[at].rows.items():
            name, known = f"{wager}.{row}", rows.get(f"{wager}.{row}", Estimate(0.0, 0.0))
            error = known.standard_error + share.standard_error  # cells of one row come from the same states
            rows[name] = Estimate(known.value + share.value, error)
    return MainFigures(
        per=game.per,
        house_edge=Estimate(-net.value, net.standard_error),
        standard_deviation=Estimate(spread, square.standard_error / (2 * spread)),
        fold_frequency=figures["fold"],
        average_wager=staked,
        element_of_risk=Estimate(-net.value / staked.value, net.standard_error / staked.value),
        rows=rows,
        method=f"estimated: {count:,} situations drawn with seed {seed}, each decided exactly over all its ends",
        held=tuple(c.says for c in [*duel.conditions(rules), *ends.conditions(game)]),
        checked=(agrees_with_oracle(rules, game, SPOT_CHECKS, seed),),
        seconds=seconds,
        ties=f"of two choices worth the same, {game.choices[0].action} is counted before the others",
        notes=tuple(why.splitlines()),
    )


def _sides(
    rules: Rules, chosen: Collection[str], game: Duel | None, tally: Tally | None
) -> tuple[WagerFigures, ...]:
    return tuple(
        side.figures(rules, wager, table, game, tally)
        for wager in side.side_wagers(rules)
        for table in side.tables_for(rules, wager, wager in chosen)
    )


def unmet_words(asked: Mapping[str, list[Condition]]) -> str:
    unmet = [(name, c.says) for name, conditions in asked.items() for c in conditions if not c.holds]
    return "\n".join(["no exact method is within reach:", *(f"  {name}: not so: {says}" for name, says in unmet)])
