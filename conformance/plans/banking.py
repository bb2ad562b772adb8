"""A player banks: what his money covers and in which order, his books, and what is refused about the position.

Each policy of the bank is judged by rounds in which another reading of it would pay something else. They are found by
settling many tables with every reading; so a policy that decides nothing under the readings chosen has no requirement.
An engine is held against what it pays itself where the bank's money does not bind: a wrong row is not told again here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from operator import itemgetter
from random import Random

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.connections.answers import Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.asking import apart
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    about,
    amounts,
    came_as_dealt,
    came_to_refuse,
    misdealt,
    one_seat,
    plain_words,
    requirement,
    settled_ledger,
    some_deals,
    staying_walk,
)
from fairfelt.conformance.scenario import AMPLE_BANK, Scenario, played, scenario, seat_plan
from fairfelt.rulesets.bank import Due, bank_pass
from fairfelt.rulesets.paying import due_by_the_tables, dues_of, policies_of
from fairfelt.rulesets.rules import OPTION, POLICIES, Clause
from fairfelt.rulesets.seating import BankSeat
from fairfelt.rulesets.ways import assumed, seat_walks

TABLES = 160
"""Tables among which telling rounds are looked for."""
MONEY = ("order", "cap", "at-winning-cap", "cover", "folded", "pool")
"""The policies that decide what is paid."""
WORDS = {
    "order": "Order of settlement",
    "cap": "What the bank's amount bounds",
    "at-winning-cap": "When the bank has won all that it may",
    "cover": "A wager that is covered in part",
    "folded": "Folded wagers are collected",
    "pool": "What one amount answers for",
}


def plans(bench: Bench) -> Iterator[Plan]:
    bank = bench.rules.ruleset.bank
    if bank is None:
        return
    telling = telling_rounds(bench)
    for policy in MONEY:
        if telling().get(policy):
            yield Plan(
                requirement(
                    bench, f"bank.{policy}", _title(bench, policy), _clauses(bench, policy), ("multi_seat", "bank")
                ),
                essentials=partial(_beside_ample, telling, policy),
                concerns=about("bank.covers", "accept"),
                across=partial(as_covered, bench),
                reached=came_as_dealt,
            )
    everything = cache(lambda: tuple(planned for found in telling().values() for planned in found))
    for rule, title in (
        ("bank.zero-sum", "What the bettors win the bank loses, to the unit"),
        ("bank.books", "The bank stands in the books with its seat and its amount"),
    ):
        yield Plan(
            requirement(bench, rule, title, bank.clauses, ("multi_seat", "bank")),
            essentials=lambda: tuple((planned,) for planned in everything()),
            concerns=about(rule),
            reached=_told_the_bank,
        )
    yield _left_of_bank(bench)
    yield from _refused(bench)


def _title(bench: Bench, policy: str) -> str:
    """Say a policy in the words of the option that decides it, or in plain ones."""
    bank, reading = bench.rules.ruleset.bank, bench.rules.policies[policy]
    assert bank is not None
    option = bench.rules.ruleset.options.get(bank.policies[policy].removeprefix(OPTION))
    said = option.readings[reading] if option else plain_words(reading)
    return f"{WORDS[policy]}: {said[0].lower()}{said[1:].rstrip('.')}"


def _clauses(bench: Bench, policy: str) -> tuple[Clause, ...]:
    bank = bench.rules.ruleset.bank
    assert bank is not None
    option = bench.rules.ruleset.options.get(bank.policies[policy].removeprefix(OPTION))
    return option.clauses if option else bank.clauses


def _told_the_bank(judged: Judged) -> bool:
    if judged.trace.settled is None:
        return False
    answer = judged.trace.settled[0].exchange.answer
    return isinstance(answer, Result) and "bank" in answer.value


Telling = Callable[[], Mapping[str, tuple[Scenario, ...]]]
"""Finds, by policy, rounds in which every other reading pays something else."""


@dataclass(frozen=True)
class _Table:
    """A round with its dues, before the bank's money is counted."""

    planned: Scenario
    dues: tuple[Due, ...]


@dataclass(frozen=True)
class _Reading:
    """A way to settle: policies, the order of wagers, a wager that is taken at once however it loses, and one that
    waits for its turn if it is lost by folding."""

    policies: Mapping[str, str]
    wagers: tuple[str, ...]
    at_once: str = ""
    in_turn: str = ""


def telling_rounds(bench: Bench) -> Telling:
    """Find, for each policy, rounds in which another reading of it would pay something else: if possible, what no
    other reading of any policy would pay, so that an engine's reading can be told by its money."""

    share = max(2, bench.profile.deals // 6)
    ours = _Reading(bench.rules.policies, bench.rules.ruleset.order.wagers)
    others = _other_readings(ours)

    @cache
    def found() -> Mapping[str, tuple[Scenario, ...]]:
        apart_from_all: dict[tuple[str, str], list[Scenario]] = {key: [] for key in others}
        apart_from_ours: dict[tuple[str, str], list[tuple[int, Scenario]]] = {key: [] for key in others}
        for table in _tables(bench):
            for amount in _amounts_left(table, apart_from_all, share):
                due_here = _money(table, amount, ours)
                paid = {key: _money(table, amount, reading) for key, reading in others.items()}
                planned = replace(table.planned, bank=replace(table.planned.bank or BankSeat(0, 0), amount=amount))
                told = [key for key, money in paid.items() if money != due_here]
                for key in told:
                    if others[key].at_once or others[key].in_turn:  # rounds in which other policies decide least
                        apart_from_ours[key].append((sum(policy != key[0] for policy, _ in told), planned))
                    elif all(other != paid[key] for name, other in paid.items() if name != key):
                        apart_from_all[key].append(planned)
                    else:
                        apart_from_ours[key].append((0, planned))
        rounds: dict[str, list[Scenario]] = {}
        for key in others:
            fewest_first = (planned for _, planned in sorted(apart_from_ours[key], key=itemgetter(0)))
            rounds.setdefault(key[0], []).extend([*apart_from_all[key], *fewest_first][:share])
        return {policy: tuple(telling) for policy, telling in rounds.items() if telling}

    return found


def _amounts_left(table: _Table, found: Mapping[tuple[str, str], list[Scenario]], share: int) -> list[int]:
    """List amounts that may tell readings apart, as long as some reading still lacks rounds of its own."""
    return telling_amounts(table.dues) if any(len(rounds) < share for rounds in found.values()) else []


def _exchanged(wagers: tuple[str, ...], at: int) -> tuple[str, ...]:
    return (*wagers[:at], wagers[at + 1], wagers[at], *wagers[at + 2 :])


def _other_readings(ours: _Reading) -> dict[tuple[str, str], _Reading]:
    """List, by policy and name, readings that differ in one point."""
    found = {
        (policy, other): replace(ours, policies={**ours.policies, policy: other})
        for policy in MONEY
        for other in POLICIES[policy]
        if other != ours.policies[policy]
    }
    for at, wager in enumerate(ours.wagers):
        if at:
            found["order", f"{wager} first"] = replace(ours, wagers=_exchanged(ours.wagers, at - 1))
        found["folded", f"{wager} at once"] = replace(ours, at_once=wager)
        found["folded", f"{wager} in turn"] = replace(ours, in_turn=wager)
    return found


def _money(table: _Table, amount: int, reading: _Reading) -> object:
    bettors, wagers = list(dict.fromkeys((due.seat, due.bettor) for due in table.dues)), reading.wagers
    dues = sorted(table.dues, key=lambda due: (bettors.index((due.seat, due.bettor)), wagers.index(due.wager)))
    taken = [
        replace(due, forfeited=due.wager == reading.at_once)
        if due.wager in (reading.at_once, reading.in_turn) and due.returned < due.staked
        else due
        for due in dues
    ]
    paid, _ = bank_pass(taken, wagers, amount, policies_of(reading.policies))
    return {(entry.due.seat, entry.due.bettor, entry.due.wager): entry.returned for entry in paid}


def _tables(bench: Bench) -> Iterator[_Table]:
    """Seat two or more players with ways, wagers and cards of their own; small tables first."""
    walks = [w for w in seat_walks(bench.rules) if not assumed(bench.rules, w) and apart(bench, w)]
    dealt = some_deals(bench, 12)
    for at in range(TABLES):
        rng = Random(f"bank {bench.seed} {at}")
        size = min(max(2, bench.seats), 2 + at * 4 // TABLES)
        seats = tuple(
            seat_plan(bench.rules, rng.choice(walks), amounts(bench, rng.randrange(40)), number)
            for number in range(1, size + 1)
        )
        planned = scenario(bench.rules, seats, dealt[at % len(dealt)], 1 + at % size, filler=at + 1)
        state = played(bench.rules, planned)
        if state is not None:
            yield _Table(planned, tuple(dues_of(due_by_the_tables(state))))


def telling_amounts(dues: tuple[Due, ...]) -> list[int]:
    """List amounts at which the bank's money runs out in the middle of a wager, or just at its end."""
    moves = [abs(due.returned - due.staked) for due in dues if due.returned != due.staked]
    ends = {sum(moves[:at]) for at in range(1, len(moves))} | set(moves)
    return sorted({max(1, amount) for end in ends for amount in (end, end - 1, end // 2)})[:24]


def _beside_ample(telling: Telling, policy: str) -> tuple[Trial, ...]:
    """Play each round once with ample money, and once with the bank's."""
    return tuple(beside_ample(planned) for planned in telling()[policy])


def beside_ample(planned: Scenario) -> Trial:
    assert planned.bank is not None
    return replace(planned, bank=replace(planned.bank, amount=AMPLE_BANK)), planned


def as_covered(bench: Bench, judged: tuple[Judged, ...]) -> Iterator[Finding]:
    """Work out from the engine's own ledger with ample money what the bank covers, and compare."""
    ample, bound = judged
    dues = _told_dues(ample)
    if any(map(misdealt, judged)) or dues is None or bound.trace.settled is None:
        return
    bank = bound.record.exchanges[0].params["bank"]
    told = {(due.seat, due.bettor, due.wager): due.returned for due in _told_dues(bound) or ()}
    order = bench.rules.ruleset.order.wagers
    if any((due.seat, due.bettor) not in bound.trace.settled[1].bettors or due.wager not in order for due in dues):
        return  # rows that don't belong there are the ledger's own matter
    in_order = _in_order(bound, dues)
    paid, _ = bank_pass(in_order, order, bank["amount"], policies_of(bench.rules.policies))
    looks_like = _looks_like(bench, in_order, bank["amount"], told)
    for entry in paid:
        due = entry.due
        key = due.seat, due.bettor, due.wager
        if told.get(key) != entry.returned:
            who = f"{due.bettor}'s {due.wager}" if due.bettor else f"{due.wager} at seat {due.seat}"
            yield Finding(
                "bank.covers",
                "bank",
                f"{who} of {due.staked} returns {entry.returned} with a bank of {bank['amount']}, "
                f"where ample money returns {due.returned}",
                f"returned {told.get(key, 'nothing')}",
                due.seat,
                due.wager,
                looks_like=looks_like[0] if looks_like else None,
                suspects=looks_like,
                record=bound.record.id,
                bettor=due.bettor,
            )
            return


def _looks_like(
    bench: Bench, dues: list[Due], amount: int, told: Mapping[tuple[int, str, str], int]
) -> tuple[str, ...]:
    """List the policies of which one, read otherwise, would give exactly this ledger."""
    order, policies = bench.rules.ruleset.order.wagers, bench.rules.policies
    found = []
    if all(told.get((due.seat, due.bettor, due.wager)) == due.returned for due in dues):
        found.append("as if the bank's money had no end")
    for policy in MONEY:
        for other in POLICIES[policy]:
            covered, _ = bank_pass(dues, order, amount, policies_of({**policies, policy: other}))
            if all(told.get((c.due.seat, c.due.bettor, c.due.wager)) == c.returned for c in covered):
                found.append(f"as if `{policy}` were “{other}” where this run has “{policies[policy]}”")
    return tuple(found)


def _in_order(judged: Judged, dues: Iterable[Due]) -> list[Due]:
    """Put dues as a bank pass takes them: bettor by bettor, each one's in the order of wagers."""
    assert judged.trace.settled is not None
    state = judged.trace.settled[1]
    bettors, wagers = list(state.bettors), list(state.rules.ruleset.order.wagers)
    return sorted(dues, key=lambda due: (bettors.index((due.seat, due.bettor)), wagers.index(due.wager)))


def _told_dues(judged: Judged) -> tuple[Due, ...] | None:
    """Read the ledger of a settled round as dues. What is lost by folding the rules say, and not the engine's word."""
    ledger = settled_ledger(judged.record)
    if ledger is None or judged.trace.settled is None:
        return None
    rows = due_by_the_tables(judged.trace.settled[1])
    forfeits = {(row.seat, row.bettor, row.wager) for row in rows if row.outcome == "forfeit"}
    keys = [(row["seat"], row.get("bettor", ""), row["wager"]) for row in ledger]
    return tuple(
        Due(*key, row["staked"], row["returned"], key in forfeits) for key, row in zip(keys, ledger, strict=True)
    )


def _left_of_bank(bench: Bench) -> Plan:
    """Cards, questions and settlement begin at the bank's left, wherever it sits."""
    ruleset = bench.rules.ruleset
    assert ruleset.bank is not None
    most = min(ruleset.most_seats, bench.seats + 1)

    def essentials() -> tuple[Trial, ...]:
        (deal,) = some_deals(bench, 1)
        walk = staying_walk(bench)
        trials = []
        for bank in range(1, most + 1):
            numbers = [number for number in range(1, most + 1) if number != bank]
            seats = tuple(seat_plan(bench.rules, walk, amounts(bench, number), number) for number in numbers)
            at = BankSeat(bank, AMPLE_BANK)
            trials.append((scenario(bench.rules, seats, deal, numbers[0], filler=bank, bank=at),))
        return tuple(trials)

    rules = [f"ask.{question.id}" for question in ruleset.questions]
    return Plan(
        requirement(
            bench,
            "bank.left",
            "Wherever the bank sits, the seat at its left is dealt to first and acts first",
            (*ruleset.bank.clauses, *(clause for question in ruleset.questions for clause in question.clauses)),
            ("multi_seat", "bank"),
        ),
        essentials,
        about(*rules, "accept"),
    )


def _refused(bench: Bench) -> Iterator[Plan]:
    """A round without a bank, with one that covers nothing, or at a seat that plays."""
    ruleset = bench.rules.ruleset
    assert ruleset.bank is not None
    beyond = ruleset.most_seats + 1
    for name, title, banks in (
        ("missing", "a round that nobody banks", [None]),
        ("empty", "a bank that covers nothing", [BankSeat(2, 0), BankSeat(2, -100)]),
        ("at-a-playing-seat", "a bank at a seat that places wagers", [BankSeat(1, AMPLE_BANK)]),
        ("beyond-the-table", "a bank at a seat that the table does not have", [BankSeat(beyond, AMPLE_BANK)]),
        ("stack", "a bank larger than its owner's stack", [BankSeat(2, 1000, 999)]),
    ):
        needs = ("bank", "stacks") if name == "stack" else ("bank",)
        yield Plan(
            requirement(bench, f"refuse.bank/{name}", f"{title.capitalize()} is refused", ruleset.bank.clauses, needs),
            partial(_with_banks, bench, tuple(banks)),
            about("refuse"),
            reached=came_to_refuse,
        )


def _with_banks(bench: Bench, banks: tuple[BankSeat | None, ...]) -> tuple[Trial, ...]:
    (deal,) = some_deals(bench, 1)
    calm = one_seat(bench, staying_walk(bench), deal)
    return tuple((replace(calm, bank=bank),) for bank in banks)
