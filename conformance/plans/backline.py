"""Backline bettors: they are asked or follow, are settled by the seat's cards, and stand behind it in the books."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from random import Random

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.asking import apart
from fairfelt.conformance.plans.banking import as_covered, beside_ample, telling_amounts
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
from fairfelt.conformance.record import Record
from fairfelt.conformance.scenario import BackerPlan, Scenario, SeatPlan, played, scenario, seat_plan
from fairfelt.rulesets.bank import Due, Policies, bank_pass
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.paying import due_by_the_tables, dues_of, policies_of
from fairfelt.rulesets.rules import Clause
from fairfelt.rulesets.seating import POSITION
from fairfelt.rulesets.ways import assumed, choices_of, seat_walks, stakes_of

NEEDS = ("bank", "backline")
AMPLE = 100_000


def plans(bench: Bench) -> Iterator[Plan]:
    if bench.rules.ruleset.bank is None:
        return
    tables = cache(lambda: tuple(_tables(bench)))
    clauses = bench.rules.ruleset.bank.clauses
    asked = bench.rules.policies["backline"] == "asked"
    decides = "decides after the seat" if asked else "does what the seat does"
    questions = [f"ask.{question.id}" for question in bench.rules.ruleset.questions]
    yield Plan(
        requirement(bench, "backline.decides", f"Who stands behind a seat {decides}", _deciding(bench), NEEDS),
        essentials=lambda: tuple((table,) for table in tables()),
        concerns=about(*questions, "accept", "money.ledger"),
        reached=_had_bettors,
    )
    yield Plan(
        requirement(bench, "backline.settles", "A bettor behind a seat wins and loses by its cards", clauses, NEEDS),
        essentials=lambda: tuple(_each_alone(bench, table) for table in tables()),
        concerns=about("backline.settles"),
        across=_as_if_seated,
        reached=came_as_dealt,
    )
    yield Plan(
        requirement(
            bench,
            "backline.stacks",
            "The stacks of those behind a seat, and of the bank, change by what the ledger says",
            clauses,
            (*NEEDS, "stacks"),
        ),
        essentials=lambda: tuple((_with_stacks(table),) for table in tables()),
        concerns=about("money.stacks"),
        reached=_had_bettors,
    )
    telling = _telling(bench)
    if telling:
        yield Plan(
            requirement(
                bench,
                "backline.bank",
                "The bank covers a seat before those behind it, and the nearest of them first",
                clauses,
                NEEDS,
            ),
            essentials=lambda: tuple(beside_ample(table) for table in telling),
            concerns=about("bank.covers", "accept"),
            across=partial(as_covered, bench),
            reached=came_as_dealt,
        )
    yield from _refused(bench, clauses)
    yield from _position(bench, clauses)


def _with_stacks(table: Scenario) -> Scenario:
    seats = tuple(
        replace(seat, stack=AMPLE, backline=tuple(replace(backer, stack=AMPLE) for backer in seat.backline))
        for seat in table.seats
    )
    bank = table.bank and replace(table.bank, stack=table.bank.amount + AMPLE)
    return replace(table, seats=seats, bank=bank)


def _deciding(bench: Bench) -> tuple[Clause, ...]:
    bank = bench.rules.ruleset.bank
    assert bank is not None
    option = bench.rules.ruleset.options.get(bank.policies["backline"].removeprefix("option."))
    return option.clauses if option else bank.clauses


def _had_bettors(judged: Judged) -> bool:
    return judged.trace.settled is not None and any(name for _, name in judged.trace.settled[1].bettors)


def _tables(bench: Bench, count: int = 0) -> Iterator[Scenario]:
    """Seat players with one or two bettors behind them, whose wagers and choices are their own."""
    walks = [w for w in seat_walks(bench.rules) if not assumed(bench.rules, w) and apart(bench, w)]
    dealt = some_deals(bench, 8)
    for at in range(count or max(6, bench.profile.deals)):
        rng = Random(f"backline {bench.seed} {at}")
        size = min(bench.seats, 1 + at % 3)
        seats = tuple(_with_backers(bench, rng, walks, number, 1 + at % 2) for number in range(1, size + 1))
        yield scenario(bench.rules, seats, dealt[at % len(dealt)], 1 + at % size, filler=at + 1)


def _with_backers(bench: Bench, rng: Random, walks: list[Walk], number: int, count: int) -> SeatPlan:
    seat = seat_plan(bench.rules, rng.choice(walks), amounts(bench, rng.randrange(30)), number)
    backers = []
    for name in [f"b{at}" for at in range(1, count + 1)]:
        walk, staked = rng.choice(walks), amounts(bench, rng.randrange(30))
        wagers = {wager: staked[wager] for wager in stakes_of(bench.rules, walk)}
        own = choices_of(bench.rules, walk) if bench.rules.policies["backline"] == "asked" else seat.choices
        backers.append(BackerPlan(name, wagers, own))
    return replace(seat, backline=tuple(backers))


def _each_alone(bench: Bench, table: Scenario) -> Trial:
    """Add, for each bettor of a table, the round that he would have alone at seat 1 with the seat's cards."""
    alone = [
        scenario(bench.rules, (SeatPlan(1, backer.wagers, backer.choices),), table.deals[seat.number])
        for seat in table.seats
        for backer in seat.backline
    ]
    return (table, *alone)


def _as_if_seated(judged: tuple[Judged, ...]) -> Iterator[Finding]:
    """Compare each bettor's money with what he gets where he sits himself."""
    if any(map(misdealt, judged)):
        return
    together = _money(judged[0].record)
    seats = judged[0].record.exchanges[0].params["seats"]
    bettors = [(seat["seat"], backer["bettor"]) for seat in seats for backer in seat.get("backline", ())]
    for (seat, name), entry in zip(bettors, judged[1:], strict=True):
        for (_, _, wager), amount in _money(entry.record).items():
            told = together.get((seat, name, wager))
            if told != amount:
                yield Finding(
                    "backline.settles",
                    "difference",
                    f"{name}'s {wager} behind seat {seat} returns {amount}, as it does for a seat with these cards",
                    f"it returned {told}",
                    seat,
                    wager,
                    record=judged[0].record.id,
                    bettor=name,
                )


def _money(record: Record) -> Mapping[tuple[int, str, str], int]:
    ledger = settled_ledger(record) or ()
    return {(row["seat"], row.get("bettor", ""), row["wager"]): row["returned"] for row in ledger}


def _telling(bench: Bench) -> list[Scenario]:
    """Find rounds in which another order among a seat and those behind it would pay something else: bettors before
    their seat, and the farthest before the nearest."""
    order, policies = bench.rules.ruleset.order.wagers, policies_of(bench.rules.policies)
    found: list[list[Scenario]] = [[], []]
    for table in _tables(bench, 40):
        state = played(bench.rules, table)
        if state is None or table.bank is None:
            continue
        dues = dues_of(due_by_the_tables(state))
        names = {bettor: at for at, bettor in enumerate(state.bettors)}
        seats = {seat.number: at for at, seat in enumerate(state.seats)}
        others = (
            sorted(dues, key=lambda due: (seats[due.seat], due.bettor == "", names[due.seat, due.bettor])),
            sorted(dues, key=lambda due: (seats[due.seat], due.bettor != "", -names[due.seat, due.bettor])),
        )
        for amount in telling_amounts(tuple(dues)):
            due_here, *elsewhere = (_paid(given, order, amount, policies) for given in (dues, *others))
            for kind, paid in zip(found, elsewhere, strict=True):
                if paid != due_here and len(kind) < max(2, bench.profile.deals // 4) and table not in kind:
                    kind.append(replace(table, bank=replace(table.bank, amount=amount)))
        if all(len(kind) >= max(2, bench.profile.deals // 4) for kind in found):
            break
    return [*found[0], *found[1]]


def _paid(dues: list[Due], order: tuple[str, ...], amount: int, policies: Policies) -> object:
    covered, _ = bank_pass(dues, order, amount, policies)
    return {(entry.due.seat, entry.due.bettor, entry.due.wager): entry.returned for entry in covered}


def _refused(bench: Bench, clauses: tuple[Clause, ...]) -> Iterator[Plan]:
    """What binds a seat's wagers binds those behind it."""
    base = amounts(bench, 2)
    needed = {name: base[name] for name, wager in bench.rules.ruleset.wagers.items() if wager.needed}
    first = next(iter(base))
    side = [name for name, wager in bench.rules.ruleset.wagers.items() if wager.needs in needed]
    tries = [
        ("limits", "a wager below the least", {**needed, first: bench.limits[first].least - 1}, ("limits",)),
        ("unknown-wager", "a wager that the game does not have", {**needed, "no-such-wager": 10}, ()),
        ("needed", "no wager at all", {}, ()),
    ]
    tries += [(f"needs/{name}", f"{plain_words(name)} alone", {name: base[name]}, ()) for name in side]
    for name, words, wagers, needs in tries:
        yield Plan(
            requirement(
                bench, f"backline.refuse/{name}", f"Behind a seat, {words} is refused", clauses, (*NEEDS, *needs)
            ),
            partial(_behind, bench, (wagers,)),
            about("refuse"),
            reached=came_to_refuse,
        )


def _behind(bench: Bench, stakes: tuple[Mapping[str, int], ...]) -> tuple[Trial, ...]:
    """Start a round with bettors of these wagers, each behind the same seat."""
    (deal,) = some_deals(bench, 1)
    calm = one_seat(bench, staying_walk(bench), deal)
    backers = tuple(BackerPlan(f"b{at}", wagers) for at, wagers in enumerate(stakes, start=1))
    return ((replace(calm, seats=(replace(calm.seats[0], backline=backers),)),),)


def _position(bench: Bench, clauses: tuple[Clause, ...]) -> Iterator[Plan]:
    """A position's limit binds what stands on a spot in all, and not each wager by itself."""
    if POSITION not in bench.limits or bench.limits[POSITION].most is None:
        return
    most, seat = bench.limits[POSITION].most or 0, staying_walk(bench)
    spot = stakes_of(bench.rules, seat)[0]
    own, step = amounts(bench, 0)[spot], bench.limits[spot].step
    top = bench.limits[spot].most or most
    fits = (most - own - top, top) if most - own > top else (most - own,)
    over = (*fits[:-1], fits[-1] + step) if fits[-1] + step <= top else (fits[0] + step, *fits[1:])
    for name, title, stakes, rule in (
        ("max", f"{most} on one spot, seat and backline together, is taken", fits, "accept"),
        ("above-max", f"more than {most} on one spot, seat and backline together, is refused", over, "refuse"),
    ):
        yield Plan(
            requirement(bench, f"limit.position/{name}", f"Position: {title}", clauses, (*NEEDS, "limits", "position")),
            partial(_behind, bench, tuple({spot: amount} for amount in stakes)),
            about(rule),
            reached=came_to_refuse if rule == "refuse" else came_as_dealt,
        )
