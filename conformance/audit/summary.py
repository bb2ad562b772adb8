"""From what was added up to what a reader is told: findings, frequencies and money, beside the exact figures."""

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from math import sqrt
from typing import Any

from fairfelt.conformance.audit.tally import Money, Tally
from fairfelt.rulesets.choose import Rules

WIDE = 2.5758293035489004
"""Standard errors on either side of a 99 % interval."""


def summarise(rules: Rules, tally: Tally) -> dict[str, Any]:
    """Write an audit as plain data."""
    exact = _exact(rules)
    most_first = sorted(tally.groups.items(), key=lambda one: -one[1].count)
    return {
        "game": rules.ruleset.game,
        "variant": rules.variant,
        "options": dict(rules.readings),
        "pay_tables": {wager: table.id for wager, table in rules.pay_tables.items()},
        "digest": rules.digest,
        "lines": tally.lines,
        "rows": tally.rows,
        "settled": tally.settled,
        "checked": tally.checked,
        "resettled": tally.resettled,
        "findings": {kind: asdict(group) for kind, group in most_first},
        "wagers": {wager: _wager(money, exact.get(wager)) for wager, money in tally.money.items()},
    }


def verdict(tally: Tally) -> str:
    """Give `pass` where every row was settled as due, `fail` for findings, `blocked` where nothing was settled."""
    return "fail" if tally.groups else "pass" if tally.settled else "blocked"


def _exact(rules: Rules) -> dict[str, Any]:
    """Compute what wagers win by their pay tables alone, where no choice has a say."""
    from fairfelt.stats.exact import side

    found = {}
    for wager in side.side_wagers(rules):
        fitting = all(condition.holds for condition in side.conditions(rules, wager))
        if fitting and wager in rules.pay_tables and not side.depends_on_play(rules, wager):
            found[wager] = side.figures(rules, wager, rules.pay_tables[wager], None, None)
    return found


def _wager(money: Money, exact: Any) -> dict[str, Any]:
    """Write the money of a wager: what was lost of each unit staked, as a ratio with its interval."""
    edge = Fraction(money.staked - money.returned, money.staked)
    # The spread of a ratio: of each result, what the ratio gives for its stake is taken off.
    spread = money.square + 2 * edge * money.mixed + edge**2 * money.staked_square
    error = sqrt(max(0.0, float(spread))) / money.staked
    told = {
        "placed": money.placed,
        "staked": money.staked,
        "returned": money.returned,
        "due": money.due,
        "lost_per_unit": float(edge),
        "interval_99": [float(edge) - WIDE * error, float(edge) + WIDE * error],
        "rows": _shares(money, None if exact is None else exact.rows),
    }
    if exact is not None:
        apart = (float(edge) - float(exact.house_edge)) / error if error else 0.0
        told |= {"house_edge": float(exact.house_edge), "standard_errors_apart": apart}
    return told


def _shares(money: Money, exact: Mapping[str, Fraction] | None) -> dict[str, Any]:
    shares: dict[str, Any] = {}
    for row, count in sorted(money.rows.items(), key=lambda one: -one[1]):
        told = {"count": count, "share": count / money.placed}
        line = row.rpartition("/")[2]
        if exact is not None and line in exact:
            share = float(exact[line])
            error = sqrt(share * (1 - share) / money.placed)
            told |= {"exact": share, "standard_errors_apart": (count / money.placed - share) / error if error else 0.0}
        shares[row] = told
    return shares
