"""What a round pays: each bettor's wagers by the tables, and then by the money of the bank, where a player banks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from fairfelt.rulesets.bank import Covered, Due, Policies, bank_pass
from fairfelt.rulesets.round import Bettor, Round, cards_for, known_facts
from fairfelt.rulesets.settle import Settled, settle_seat


def settlement(state: Round) -> tuple[Settled, ...]:
    """Settle every wager, in the order of the rules."""
    return _banked(state)[0] if state.bank else due_by_the_tables(state)


def bank_won(state: Round) -> int:
    """Give what the bank won in a settled round; negative if it lost."""
    return _banked(state)[1] if state.bank else 0


def due_by_the_tables(state: Round) -> tuple[Settled, ...]:
    """Settle every wager as if the bank had no end, bettor by bettor."""
    bettors = list(state.bettors)
    if state.rules.ruleset.order.from_right:
        bettors.reverse()
    return tuple(row for bettor in bettors for row in settle_bettor(state, bettor))


def settle_bettor(state: Round, bettor: Bettor) -> tuple[Settled, ...]:
    """Settle one bettor's wagers by the tables."""
    seat, name = bettor
    rows = settle_seat(state.rules, known_facts(state, bettor), state.placed[bettor], cards_for(state, seat))
    return tuple(replace(row, seat=seat, bettor=name) for row in rows)


def policies_of(named: Mapping[str, str]) -> Policies:
    """Name what a bank pass needs to know."""
    return Policies(
        order=named["order"],  # type: ignore[arg-type]
        cap=named["cap"],  # type: ignore[arg-type]
        at_winning_cap=named["at-winning-cap"],  # type: ignore[arg-type]
        cover=named["cover"],  # type: ignore[arg-type]
        folded=named["folded"],  # type: ignore[arg-type]
        pool=named["pool"],  # type: ignore[arg-type]
    )


def dues_of(rows: Iterable[Settled]) -> list[Due]:
    """Give rows as the bank sees them."""
    return [
        Due(row.seat, row.bettor, row.wager, row.staked, row.returned, row.outcome == "forfeit") for row in rows
    ]


def _banked(state: Round) -> tuple[tuple[Settled, ...], int]:
    assert state.bank is not None
    rows = due_by_the_tables(state)
    by_spot = {(row.seat, row.bettor, row.wager): row for row in rows}
    wagers = state.rules.ruleset.order.wagers
    paid, won = bank_pass(dues_of(rows), wagers, state.bank.amount, policies_of(state.rules.policies))
    return tuple(_covered(by_spot[entry.due.seat, entry.due.bettor, entry.due.wager], entry) for entry in paid), won


def _covered(row: Settled, entry: Covered) -> Settled:
    if row.returned == row.staked:
        return row
    if not entry.action:
        return replace(row, returned=entry.returned, outcome="returned", covered=0)
    covered = entry.covered if entry.covered != row.staked else None
    return replace(row, returned=entry.returned, covered=covered)
