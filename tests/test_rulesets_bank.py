"""The bank pass: who is paid, who is taken, and who plays on when a bank's money runs short."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.rulesets.bank import Covered, Due, Policies, bank_pass

Outcome = tuple[tuple[Covered, ...], int]

WAGERS = ("ante", "play", "bonus")
NET = Policies("seat", "net", "pays-on", "partial", "at-once", "one")
READINGS = {name: get_args(hint) for name, hint in get_type_hints(Policies).items()}


@dataclass(frozen=True)
class Table:
    dues: tuple[Due, ...]
    amount: int
    policies: Policies

    def under(self, **readings: Any) -> "Table":
        return replace(self, policies=replace(self.policies, **readings))


Pass = Callable[[Table], Outcome]


def pay(table: Table) -> Outcome:
    return bank_pass(table.dues, WAGERS, table.amount, table.policies)


def wager(who: str, staked: int, returned: int, forfeited: bool = False) -> Due:
    """Read `2 ante`, or `2.ann ante` for a bettor behind seat 2."""
    place, _, name = who.partition(" ")
    seat, _, bettor = place.partition(".")
    return Due(int(seat), bettor, name, staked, returned, forfeited)


def won(who: str, staked: int, winnings: int) -> Due:
    return wager(who, staked, staked + winnings)


def lost(who: str, staked: int) -> Due:
    return wager(who, staked, 0)


def tied(who: str, staked: int) -> Due:
    return wager(who, staked, staked)


def folded(who: str, staked: int) -> Due:
    return wager(who, staked, 0, forfeited=True)


def told(paid: Outcome) -> str:
    """Tell each wager as `1 ante 100/50`: what came back, and what played of the stake (`-`: no action)."""
    return ", ".join([*map(_line, paid[0]), f"bank {paid[1]:+}"])


def _line(row: Covered) -> str:
    place = f"{row.due.seat}.{row.due.bettor}" if row.due.bettor else f"{row.due.seat}"
    return f"{place} {row.due.wager} {row.returned}/{row.covered if row.action else '-'}"


# Examples

BOTH_WIN = (won("1 ante", 50, 50), won("1 play", 50, 50))
BOTH_LOSE = (lost("1 ante", 50), lost("1 play", 50))
LATER = (lost("2 ante", 20), won("3 ante", 30, 30), lost("3 play", 20))
FOLD_THEN_WIN = (folded("1 ante", 50), won("2 ante", 40, 40), won("2 play", 120, 120))
WIN_THEN_FOLD = (*BOTH_WIN, folded("2 ante", 20), won("3 ante", 30, 30))
TOO_BIG = (won("1 ante", 60, 60), won("1 play", 60, 60), won("2 ante", 40, 40), lost("2 play", 20))
TWO_SEATS = (won("1 ante", 60, 60), won("1 play", 60, 60), won("1.ann ante", 30, 30), won("2 ante", 60, 60))
RUNS_OUT = (lost("1 ante", 70), lost("2 ante", 40), folded("3 ante", 20))
UP_AND_DOWN = (*BOTH_LOSE, lost("2 ante", 20), won("3 ante", 220, 220), lost("4 ante", 10))
TWO_BANKS = (won("1 ante", 80, 80), won("1 play", 80, 80), lost("2 ante", 30), won("2 play", 80, 80))

EXAMPLES: dict[str, tuple[Table, str]] = {
    "a bank that lost all its money stops, and even losers get their stakes back": (
        Table((*BOTH_WIN, lost("2 ante", 20), lost("2 play", 20)), 100, NET),
        "1 ante 100/50, 1 play 100/50, 2 ante 20/-, 2 play 20/-, bank -100",
    ),
    "a bank that won its amount takes no more, and pays later winners": (
        Table((*BOTH_LOSE, *LATER), 100, NET),
        "1 ante 0/50, 1 play 0/50, 2 ante 20/-, 3 ante 60/30, 3 play 0/20, bank +90",
    ),
    "a bank that stops at its winning cap leaves later winners unpaid": (
        Table((*BOTH_LOSE, *LATER, folded("4 ante", 10)), 100, replace(NET, at_winning_cap="stops", folded="in-turn")),
        "1 ante 0/50, 1 play 0/50, 2 ante 20/-, 3 ante 30/-, 3 play 20/-, 4 ante 10/-, bank +100",
    ),
    "a cap on losses lets the bank win more than its amount, and pay from that": (
        Table((*BOTH_LOSE, lost("2 ante", 20), won("3 ante", 230, 230)), 100, replace(NET, cap="losses")),
        "1 ante 0/50, 1 play 0/50, 2 ante 0/20, 3 ante 450/220, bank -100",
    ),
    "a cap on losses stops where the amount is lost, and not where it is won": (
        Table(UP_AND_DOWN, 100, replace(NET, cap="losses", at_winning_cap="stops")),
        "1 ante 0/50, 1 play 0/50, 2 ante 0/20, 3 ante 440/220, 4 ante 10/-, bank -100",
    ),
    "a gross cap is used up by what the bank takes as well": (
        Table((lost("1 ante", 50), won("1 play", 50, 50), lost("2 ante", 20)), 100, replace(NET, cap="gross")),
        "1 ante 0/50, 1 play 100/50, 2 ante 20/-, bank +0",
    ),
    "a gross cap covers the last wager in part, and gives back even a fold after it": (
        Table(RUNS_OUT, 100, replace(NET, cap="gross", folded="in-turn")),
        "1 ante 0/70, 2 ante 10/30, 3 ante 20/-, bank +100",
    ),
    "what a fold lost pays later winners": (
        Table(FOLD_THEN_WIN, 100, NET),
        "1 ante 0/50, 2 ante 80/40, 2 play 230/110, bank -100",
    ),
    "what a fold lost uses up a gross cap": (
        Table(FOLD_THEN_WIN, 100, replace(NET, cap="gross")),
        "1 ante 0/50, 2 ante 80/40, 2 play 130/10, bank +0",
    ),
    "a fold is taken before any winner is paid": (
        Table(WIN_THEN_FOLD, 100, NET),
        "2 ante 0/20, 1 ante 100/50, 1 play 100/50, 3 ante 50/20, bank -100",
    ),
    "a fold in its turn is taken even from behind the bank's last unit, and reopens nothing": (
        Table(WIN_THEN_FOLD, 100, replace(NET, folded="in-turn")),
        "1 ante 100/50, 1 play 100/50, 2 ante 0/20, 3 ante 30/-, bank -80",
    ),
    "a fold beyond the winning cap goes back in part": (
        Table((folded("1 ante", 150), won("1.ann ante", 10, 10)), 100, NET),
        "1 ante 50/100, 1.ann ante 20/10, bank +90",
    ),
    "a fold that does not fit whole under the winning cap goes back whole": (
        Table((folded("1 ante", 150), lost("2 ante", 100)), 100, replace(NET, cover="whole")),
        "1 ante 150/-, 2 ante 0/100, bank +100",
    ),
    "a winner is paid in part with what is left": (
        Table(TOO_BIG, 100, NET),
        "1 ante 120/60, 1 play 100/40, 2 ante 40/-, 2 play 20/-, bank -100",
    ),
    "a winner that can't be covered whole has no action, and a smaller one plays": (
        Table(TOO_BIG, 100, replace(NET, cover="whole")),
        "1 ante 120/60, 1 play 60/-, 2 ante 80/40, 2 play 20/-, bank -100",
    ),
    "the part that played is rounded down at odds": (
        Table((won("1 bonus", 5, 15),), 10, NET),
        "1 bonus 15/3, bank -10",
    ),
    "a tie plays while the bank has money, and has no action after": (
        Table((tied("1 ante", 10), won("1 play", 100, 100), tied("2 ante", 10)), 100, NET),
        "1 ante 10/10, 1 play 200/100, 2 ante 10/-, bank -100",
    ),
    "seat by seat, the first seat and those behind it are settled whole": (
        Table(TWO_SEATS, 100, NET),
        "1 ante 120/60, 1 play 100/40, 1.ann ante 30/-, 2 ante 60/-, bank -100",
    ),
    "wager by wager, the first wager goes round the table, bettors after their seat": (
        Table(TWO_SEATS, 100, replace(NET, order="wager")),
        "1 ante 120/60, 1.ann ante 60/30, 2 ante 70/10, 1 play 60/-, bank -100",
    ),
    "folds are taken seat by seat even where wagers go round the table": (
        Table((folded("1 ante", 60), folded("1 play", 60), folded("2 ante", 60)), 100, replace(NET, order="wager")),
        "1 ante 0/60, 1 play 20/40, 2 ante 60/-, bank +100",
    ),
    "each wager has a bank of its own": (
        Table(TWO_BANKS, 100, replace(NET, pool="each-wager")),
        "1 ante 160/80, 1 play 160/80, 2 ante 0/30, 2 play 100/20, bank -150",
    ),
}


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_bank_short_of_money_pays_as_its_rules_say(rule: str) -> None:
    table, expected = EXAMPLES[rule]
    assert told(pay(table)) == expected


def missed(passing: Pass) -> list[str]:
    """List the examples that a pass gets wrong, without regard to the order in which it tells them."""
    return [rule for rule, (table, paid) in EXAMPLES.items() if lines(told(passing(table))) != lines(paid)]


def lines(text: str) -> list[str]:
    return sorted(text.split(", "))


@pytest.mark.parametrize(("policy", "reading"), [(name, reading) for name in READINGS for reading in READINGS[name]])
def test_an_engine_that_knows_only_one_reading_of_a_policy_is_caught(policy: str, reading: str) -> None:
    assert missed(lambda table: pay(table.under(**{policy: reading})))


def collects_first(table: Table) -> Outcome:
    return pay(replace(table, dues=tuple(sorted(table.dues, key=lambda due: due.returned >= due.staked))))


def pays_first(table: Table) -> Outcome:
    return pay(replace(table, dues=tuple(sorted(table.dues, key=lambda due: due.returned <= due.staked))))


def takes_uncovered_losers(table: Table) -> Outcome:
    rows, bank = pay(table)
    kept = [row.returned if row.due.returned < row.due.staked else 0 for row in rows]
    taken = tuple(replace(row, returned=row.returned - keep) for row, keep in zip(rows, kept, strict=True))
    return taken, bank + sum(kept)


def keeps_uncovered_stakes(table: Table) -> Outcome:
    rows, bank = pay(table)
    return tuple(row if row.action else replace(row, returned=0) for row in rows), bank


def gives_folds_back(table: Table) -> Outcome:
    return pay(replace(table, dues=tuple(replace(due, forfeited=False) for due in table.dues)))


def pays_all(table: Table) -> Outcome:
    return pay(replace(table, amount=table.amount + sum(due.staked + due.returned for due in table.dues)))


def goes_one_over(table: Table) -> Outcome:
    return pay(replace(table, amount=table.amount + 1))


def plays_every_stake(table: Table) -> Outcome:
    rows, bank = pay(table)
    return tuple(replace(row, covered=row.due.staked, action=True) for row in rows), bank


def begins_again_at_each_seat(table: Table) -> Outcome:
    seats = [tuple(due for due in table.dues if due.seat == seat) for seat in range(1, 5)]
    parts = [pay(replace(table, dues=dues)) for dues in seats]
    return tuple(row for rows, _ in parts for row in rows), sum(bank for _, bank in parts)


def forgets_those_behind(table: Table) -> Outcome:
    return pay(replace(table, dues=tuple(due for due in table.dues if not due.bettor)))


def overpays(table: Table) -> Outcome:
    rows, bank = pay(table)
    return tuple(replace(row, returned=row.returned + 1) for row in rows), bank - len(rows)


WRONG: tuple[Pass, ...] = (
    *(collects_first, pays_first, takes_uncovered_losers, keeps_uncovered_stakes, gives_folds_back, pays_all),
    *(goes_one_over, plays_every_stake, begins_again_at_each_seat, forgets_those_behind, overpays),
)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_a_wrong_pass_misses_an_example(wrong: Pass) -> None:
    assert missed(wrong)


@pytest.mark.parametrize("amount", [0, -5])
def test_a_bank_without_money_is_refused(amount: int) -> None:
    with pytest.raises(ValueError, match=f"a bank of {amount} units can't cover a wager"):
        bank_pass((), WAGERS, amount, NET)


# Properties: what holds at any table, and the wrong passes that break it

POLICIES = st.builds(Policies, **{name: st.sampled_from(readings) for name, readings in READINGS.items()})
SUBSETS = [some for count in (1, 2, 3) for some in combinations(WAGERS, count)]


@st.composite
def hands(draw: st.DrawFn) -> tuple[Due, ...]:
    """Deal up to 4 seats, some with a bettor behind them, each with some of the wagers."""
    dues = []
    for seat in range(1, draw(st.integers(1, 4)) + 1):
        folds = draw(st.booleans())
        for bettor in ["", *draw(st.sampled_from([[], ["ann"], ["ann", "bob"]]))]:
            for name in draw(st.sampled_from(SUBSETS)):
                staked = draw(st.integers(1, 9))
                returned = 0 if folds else draw(st.sampled_from([0, staked, staked + 1, 2 * staked, 4 * staked]))
                dues.append(Due(seat, bettor, name, staked, returned, folds))
    return tuple(dues)


TABLES = st.builds(Table, hands(), st.integers(1, 40), POLICIES)


def moved(rows: Sequence[Covered]) -> int:
    return sum(abs(row.returned - row.due.staked) for row in rows)


def adds_up_to_nothing(passing: Pass, table: Table) -> bool:
    rows, bank = passing(table)
    settled_once = sorted(map(repr, table.dues)) == sorted(repr(row.due) for row in rows)
    return settled_once and bank + sum(row.returned - row.due.staked for row in rows) == 0


def stays_within_the_cap(passing: Pass, table: Table) -> bool:
    rows, _ = passing(table)
    names = WAGERS if table.policies.pool == "each-wager" else ("",)
    return all(_within(table, [row for row in rows if name in ("", row.due.wager)]) for name in names)


def _within(table: Table, rows: Sequence[Covered]) -> bool:
    """Look at the bank's money after every wager."""
    so_far = [sum(row.due.staked - row.returned for row in rows[:end]) for end in range(len(rows) + 1)]
    if table.policies.cap == "gross":
        return moved(rows) <= table.amount
    return min(so_far) >= -table.amount and (table.policies.cap == "losses" or max(so_far) <= table.amount)


def returns_between_the_stake_and_what_is_due(passing: Pass, table: Table) -> bool:
    return all(
        min(row.due.staked, row.due.returned) <= row.returned <= max(row.due.staked, row.due.returned)
        for row in passing(table)[0]
    )


def covers_what_played(passing: Pass, table: Table) -> bool:
    return all(_covers(row) for row in passing(table)[0])


def _covers(row: Covered) -> bool:
    if not row.action:
        return row.covered == 0 and row.returned == row.due.staked
    if row.due.returned <= row.due.staked and row.due.returned != 0:
        return row.covered == row.due.staked
    if row.due.returned == 0:
        return row.covered == row.due.staked - row.returned
    paid, full = row.returned - row.due.staked, row.due.returned - row.due.staked
    return row.covered * full <= row.due.staked * paid < (row.covered + 1) * full


def changes_nothing_when_ample(passing: Pass, table: Table) -> bool:
    ample = 1 + sum(abs(due.returned - due.staked) for due in table.dues)
    rows, _ = passing(replace(table, amount=ample))
    return all(row.returned == row.due.returned and row.covered == row.due.staked for row in rows)


def settles_in_order(passing: Pass, table: Table) -> bool:
    """See that whoever was settled keeps it, whatever comes after."""
    in_turn = table.under(order="seat", folded="in-turn")
    rows, _ = passing(in_turn)
    return all(passing(replace(in_turn, dues=table.dues[:end]))[0] == rows[:end] for end in range(len(rows)))


def counts_in_any_unit(passing: Pass, table: Table) -> bool:
    cents = tuple(replace(due, staked=100 * due.staked, returned=100 * due.returned) for due in table.dues)
    rows, bank = passing(table)
    fine_rows, fine_bank = passing(Table(cents, 100 * table.amount, table.policies))
    return fine_bank == 100 * bank and [row.returned for row in fine_rows] == [100 * row.returned for row in rows]


def runs_out_once(passing: Pass, table: Table) -> bool:
    """See that one gross amount covers wagers whole until it ends inside one of them, and none after."""
    rows, _ = passing(table.under(cap="gross", cover="partial", pool="one"))
    whole = [row.returned == row.due.returned and row.action for row in rows]
    end = whole.index(False) if False in whole else len(rows)
    return not any(row.action for row in rows[end + 1 :]) and (end == len(rows) or moved(rows) == table.amount)


def keeps_pools_apart(passing: Pass, table: Table) -> bool:
    """See that a bank for each wager is the same as a table for each wager."""
    rows, bank = passing(table.under(pool="each-wager"))
    tables = [tuple(due for due in table.dues if due.wager == name) for name in WAGERS]
    alone = [passing(replace(table, dues=dues).under(pool="one")) for dues in tables]
    together = [tuple(row for row in rows if row.due.wager == name) for name in WAGERS]
    return together == [paid for paid, _ in alone] and bank == sum(result for _, result in alone)


def moves_chip_by_chip(passing: Pass, table: Table) -> bool:
    return to_each(passing(table)) == to_each(by_the_chip(table))


def to_each(paid: Outcome) -> tuple[list[tuple[int, str, str, int]], int]:
    return sorted((row.due.seat, row.due.bettor, row.due.wager, row.returned) for row in paid[0]), paid[1]


def by_the_chip(table: Table) -> Outcome:
    """Settle the plain way: push one chip at a time, and look at the bank's money before each."""
    policies, rows, result = table.policies, [], 0
    due_now = list(table.dues)
    if policies.order == "wager":
        due_now = [due for name in WAGERS for due in table.dues if due.wager == name]
    if policies.folded == "at-once":
        due_now = [due for due in table.dues if due.forfeited] + [due for due in due_now if not due.forfeited]
    history: dict[str, list[int]] = {}
    for due in due_now:
        chips = history.setdefault(due.wager if policies.pool == "each-wager" else "", [])
        chip = 1 if due.returned < due.staked else -1
        wanted, pushed = abs(due.returned - due.staked), 0
        while pushed < wanted and _allows(table, [*chips, *[chip] * pushed], chip, due.forfeited):
            pushed += 1
        if pushed < wanted and policies.cover == "whole":
            pushed = 0
        chips += [chip] * pushed + [0]
        result += chip * pushed
        rows.append(Covered(due, due.staked - chip * pushed, 0, pushed > 0))
    return tuple(rows), result


def _allows(table: Table, chips: Sequence[int], chip: int, forfeited: bool) -> bool:
    """Ask whether one more chip may move; a 0 among the chips ends a wager."""
    amount, cap = table.amount, table.policies.cap
    if cap == "gross":
        return sum(map(abs, chips)) < amount
    stops = {-amount, amount} if cap == "net" and table.policies.at_winning_cap == "stops" else {-amount}
    over = any(sum(chips[:end]) in stops for end, one in enumerate(chips) if one == 0)
    after = sum(chips) + chip
    return (forfeited or not over) and after >= -amount and (cap == "losses" or after <= amount)


PROPERTIES: tuple[Callable[[Pass, Table], bool], ...] = (
    *(adds_up_to_nothing, stays_within_the_cap, returns_between_the_stake_and_what_is_due, covers_what_played),
    *(changes_nothing_when_ample, settles_in_order, counts_in_any_unit, runs_out_once),
    *(keeps_pools_apart, moves_chip_by_chip),
)


@pytest.mark.parametrize("rule", PROPERTIES, ids=lambda rule: rule.__name__)
@settings(max_examples=150, deadline=None)
@given(table=TABLES)
def test_at_any_table_the_bank_pass(rule: Callable[[Pass, Table], bool], table: Table) -> None:
    assert rule(pay, table)


def halves_the_amount_for_each_wager(table: Table) -> Outcome:
    each = table.policies.pool == "each-wager"
    return pay(replace(table, amount=-(-table.amount // 2) if each else table.amount))


def counts_in_chips_of_70(table: Table) -> Outcome:
    return pay(replace(table, amount=table.amount // 70 * 70 + 1))


def banks_100_at_most(table: Table) -> Outcome:
    return pay(replace(table, amount=min(table.amount, 100)))


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        (adds_up_to_nothing, keeps_uncovered_stakes),
        (adds_up_to_nothing, forgets_those_behind),
        (stays_within_the_cap, pays_all),
        (stays_within_the_cap, goes_one_over),
        (returns_between_the_stake_and_what_is_due, overpays),
        (returns_between_the_stake_and_what_is_due, keeps_uncovered_stakes),
        (covers_what_played, plays_every_stake),
        (changes_nothing_when_ample, banks_100_at_most),
        (settles_in_order, collects_first),
        (counts_in_any_unit, counts_in_chips_of_70),
        (runs_out_once, begins_again_at_each_seat),
        (keeps_pools_apart, halves_the_amount_for_each_wager),
        *((moves_chip_by_chip, wrong) for wrong in WRONG if wrong is not plays_every_stake),
    ],
)
def test_a_wrong_pass_breaks_a_property(rule: Callable[[Pass, Table], bool], wrong: Pass) -> None:
    assert not all(rule(wrong, table) for table, _ in EXAMPLES.values())
