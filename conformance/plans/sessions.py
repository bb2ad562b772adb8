"""Sessions: what holds from round to round, whatever is played, tried, interrupted or abandoned in between."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fairfelt.conformance.checks import Judged, judge
from fairfelt.conformance.connections.answers import Refusal, Result
from fairfelt.conformance.driver import Ask
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.beside import given_up, is_settled, late, other_table, told_again, twice
from fairfelt.conformance.plans.neighbours import neighbours, two_seats
from fairfelt.conformance.plans.plan import Bench, Plan, about, deals_on, one_seat, requirement, staying_walk
from fairfelt.conformance.plans.table_rounds import (
    Choice,
    all_due,
    deal_of,
    in_session,
    round_after_another,
    round_and_moment,
    seat_on,
    some_decided_round,
    some_round,
    some_way,
    with_stacks,
)
from fairfelt.conformance.record import Exchange, Record
from fairfelt.conformance.scenario import AMPLE_BANK, scenario
from fairfelt.conformance.table_machine import NO_TURNS, Found, House, Move, Sitting, configure, explore, sit, told
from fairfelt.rulesets.rules import Clause
from fairfelt.rulesets.seating import BankSeat
from fairfelt.rulesets.ways import choices_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

BEGINS_WITH = 1_000_000
RECALL = "round.recall"


def plans(bench: Bench) -> Iterator[Plan]:
    """Judge sessions of many rounds. Each requirement draws its own, of the moves that bear on it."""
    ruleset = bench.rules.ruleset
    settling = tuple(clause for table in ruleset.tables for row in table.rows for clause in row.clauses)
    asking = tuple(clause for question in ruleset.questions for clause in question.clauses)
    paying = tuple(clause for table in bench.rules.pay_tables.values() for clause in table.clauses)
    bank = ruleset.bank.clauses if ruleset.bank else ()
    yield _plan(
        bench,
        "money",
        "Over a session every stack is the first one and all that the ledgers say",
        (*settling, *bank),
        (Move("play", round_after_another, carried_over),),
        "stacks",
    )
    if ruleset.questions:
        title = "An action sent a second time is refused, and moves no money"
        yield _plan(bench, "second-action", title, asking, (Move("send_twice", some_decided_round, twice),))
        title = "No wagers are taken after the first card, and no second round changes an open one"
        beside = (Move("wager_late", some_decided_round, late),)
        yield _plan(bench, "no-late-wager", title, ruleset.seat_clauses, beside)
        title = "Limits and pay tables of an open round do not change"
        changing = (Move("configure", round_and_moment, other_table),)
        yield _plan(bench, "configure", title, (*paying, *ruleset.seat_clauses), changing)
        title = "A round that is told again at any step goes on as if it had not been interrupted"
        yield _plan(bench, "resume", title, asking, (Move("tell_again", some_round, told_again),), "recall")
        title = "A round abandoned at any step moves no money, takes no action and leaves the next round as it was"
        yield _plan(bench, "abandon", title, settling, (Move("give_up", round_and_moment, given_up),))
    title = "The last settled round is told as it was, whatever came after"
    yield _plan(bench, "recall", title, asking, (Move("recall", round_after_another, recalled),), "recall")
    if ruleset.most_players > 1:
        title = "What one seat wagers and chooses, and whether it plays, changes no other's result"
        yield _plan(bench, "apart", title, settling, (Move("neighbours", two_seats, neighbours),), "multi_seat")
    if ruleset.bank is not None:
        title = "The bank passes round the table by turns, over a session"
        yield _plan(bench, "rotation", title, bank, (Move("bank", _some_bank, banked),), "bank")


def _plan(
    bench: Bench, name: str, title: str, clauses: tuple[Clause, ...], moves: tuple[Move, ...], *needs: str
) -> Plan:
    def sessions(house: House) -> tuple[Finding, ...]:
        if any(choices_of(bench.rules, walk) for walk in house.ways) or not bench.rules.ruleset.questions:
            return explore(house, moves)
        what = f"no {' and no '.join(sorted(house.lacking))}"
        return (Finding(house.rule, "gap", "a round that can be played", what, warning=True),)

    walk = staying_walk(bench)
    return Plan(
        requirement(bench, f"session.{name}", title, clauses, needs),
        essentials=lambda: tuple((one_seat(bench, walk, deal),) for deal in deals_on(bench, walk, 1)),
        concerns=about(f"session.{name}"),
        sessions=sessions,
    )


def carried_over(sitting: Sitting, drawn: tuple[Choice | None, Choice]) -> None:
    """Play a round with what everybody has left, and count again."""
    house, stacks, choice = sitting.house, sitting.stacks, drawn[1]
    _abandoned(sitting, drawn[0])
    planned = with_stacks(in_session(sitting, choice), stacks, _first(house))
    judged = sit(sitting, planned)
    state = told(judged.record)[-1] if judged.trace.settled is not None else {}
    if "stacks" not in state or "ledger" not in state:
        sitting.over = True
        return
    if stacks:
        house.reached += 1
    names = {f"seat.{seat.number}": seat.number for seat in planned.seats}
    names |= {"bank": planned.bank.seat} if planned.bank else {}
    won = {name: _won(state["ledger"], name, number) for name, number in names.items()}
    wrong = [
        Finding(
            house.rule,
            "stacks",
            f"{name} began the session with {_first(house)} and has {stacks.get(number, _first(house)) + won[name]} "
            f"by its ledgers",
            f"the stack is {state['stacks'].get(name)}",
            number,
            record=judged.record.id,
        )
        for name, number in names.items()
        if state["stacks"].get(name) != stacks.get(number, _first(house)) + won[name]
    ]
    if wrong and not _wrong_alone(sitting, judged):
        raise Found(*wrong)
    stacks.update({number: state["stacks"].get(name, _first(house)) for name, number in names.items()})


def _first(house: House) -> int:
    """What everybody begins with: enough to bank as well, where players bank."""
    return 2 * AMPLE_BANK if house.has_bank else BEGINS_WITH


def _won(ledger: list[dict[str, Any]], name: str, number: int) -> int:
    if name == "bank":
        return sum(row["staked"] - row["returned"] for row in ledger)
    return sum(row["returned"] - row["staked"] for row in ledger if row["seat"] == number)


def _wrong_alone(sitting: Sitting, judged: Judged) -> bool:
    """Say whether the stacks are as wrong in the same round by itself: then they are no matter of the session."""
    house, name = sitting.house, sitting.house.name()
    configure(house)
    sitting.turns = NO_TURNS
    exchanges = []
    for exchange in judged.record.exchanges:
        params = {**exchange.params, "round": name}
        exchanges.append(Exchange(exchange.method, params, house.connection.ask(exchange.method, params)))
    alone = Record(name, house.requirement, tuple(exchanges))
    house.keep(alone)
    configure(house)
    before, after = (told(record)[-1].get("stacks") if told(record) else None for record in (judged.record, alone))
    if before != after:
        return False
    house.elsewhere.extend(judge(house.bench.rules, house.bench.limits, alone).findings)
    return True


def _abandoned(sitting: Sitting, choice: Choice | None) -> None:
    """Abandon a round at its first step: nobody has won or lost anything."""
    if choice is not None:
        planned = with_stacks(in_session(sitting, choice), sitting.stacks, _first(sitting.house))
        sit(sitting, planned, lambda _ask, _exchanges: False)


def recalled(sitting: Sitting, drawn: tuple[Choice | None, Choice]) -> None:
    """Play a round, and ask for those before it at each of its steps, and for all of them after it."""
    _abandoned(sitting, drawn[0])
    found: list[Found] = []

    def trick(ask: Ask, exchanges: list[Exchange]) -> bool:
        if is_settled(exchanges[-1].answer):
            ask("round.replay", {})
            return True
        try:
            _look_back(sitting)
        except Found as wrong:
            found.append(wrong)  # told once the open round is out of the way
        return not found

    sit(sitting, in_session(sitting, drawn[1]), trick, hold=True)
    if found:
        raise found[0]
    _look_back(sitting)


def _look_back(sitting: Sitting) -> None:
    """Ask for the two last rounds again: the last must be told, and the one before, if it is, must be right."""
    settled = [at for at, record in enumerate(sitting.rounds) if _settled(record)]
    for at in settled[-2:]:
        _ask_again(sitting, at, must=at == settled[-1])


def _settled(record: Record) -> bool:
    states = told(record)
    return bool(states) and states[-1]["phase"] == "settled"


def _ask_again(sitting: Sitting, at: int, must: bool) -> None:
    house, record = sitting.house, sitting.rounds[at]
    answer = house.connection.ask("round.replay", {"round": record.id})
    if isinstance(answer, Refusal) and not must:
        return
    house.reached += 1
    longer = replace(
        record, exchanges=(*record.exchanges, Exchange("round.replay", {"round": record.id}, answer))
    )
    sitting.rounds[at] = longer
    rules, limits = house.bench.rules, house.bench.limits
    new = [f for f in judge(rules, limits, longer).findings if f.rule == RECALL or f.kind == "engine-fault"]
    old = judge(rules, limits, record).findings
    found = [replace(f, rule=house.rule) if f.rule == RECALL else f for f in new if f not in old]
    if found:
        raise Found(*found)


def banked(sitting: Sitting, drawn: tuple[bool, int, tuple[int, ...], tuple[int, ...], int]) -> None:
    """Let a seat bank, due or not, with others at the table and some who declined."""
    house, (in_turn, which, others, passed, way) = sitting.house, drawn
    seats = range(1, house.bench.rules.ruleset.most_seats + 1)
    tables = [(bank, occupied) for bank in seats if (occupied := _occupied(sitting, bank, others))]
    fitting = [entry for entry in tables if all_due(sitting, *entry) == {in_turn}] or tables
    bank, occupied = fitting[which % len(fitting)]
    declined = _needed(sitting, bank, occupied, tuple(seat for seat in passed if seat in (bank, *occupied)))
    deal, first = deal_of(house, ((way,), 0, 0)), occupied[0]
    players = tuple(seat_on(house, way, 0, number) for number in occupied)
    banking = BankSeat(bank, AMPLE_BANK, declined=declined)
    expected = all_due(sitting, bank, occupied, declined)
    house.reached += 1
    judged = sit(sitting, scenario(house.bench.rules, players, deal, first, bank=banking))
    if isinstance(judged.record.exchanges[0].answer, Result) and expected == {False}:
        why = next((f.expected for f in judged.findings if f.rule == "refuse"), f"seat {bank} may not bank now")
        raise Found(Finding(house.rule, "bank", why, "it was accepted", bank, record=judged.record.id))


def _occupied(sitting: Sitting, bank: int, others: tuple[int, ...]) -> list[int]:
    """Give the seats that play. Whoever banked last stays: who is offered the bank after one who left is not said."""
    stays = [turns.seat for turns in sitting.turns if turns.seat]
    seats = list(dict.fromkeys(seat for seat in (*stays, *others) if seat != bank))
    return sorted(seats[: max(1, sitting.house.table.seats)])


def _needed(sitting: Sitting, bank: int, occupied: list[int], declined: tuple[int, ...]) -> tuple[int, ...]:
    """Leave out who was not offered the bank before a seat that is due: nobody declines unasked."""
    for seat in declined:
        others = tuple(other for other in declined if other != seat)
        if all_due(sitting, bank, occupied, others) == {True}:
            return _needed(sitting, bank, occupied, others)
    return declined


def _some_bank(house: House) -> "SearchStrategy[Any]":
    from hypothesis import strategies as st

    number = st.integers(1, house.bench.rules.ruleset.most_seats)
    others = st.lists(number, min_size=1, max_size=min(3, house.table.seats), unique=True).map(tuple)
    declined = st.lists(number, max_size=2, unique=True).map(tuple)
    return st.tuples(st.booleans(), st.integers(0, 7), others, declined, some_way(house))
