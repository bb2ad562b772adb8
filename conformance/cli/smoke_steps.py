"""The steps of the smoke test: each message with its answer, what was expected, and what is wrong with it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from fairfelt.conformance.checks import judge
from fairfelt.conformance.cli.smoke_words import SUGGESTED, fault_text
from fairfelt.conformance.connections.answers import Answer, Connection, Fault, Refusal, Result
from fairfelt.conformance.driver import play
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans import Bench
from fairfelt.conformance.plans.plan import deals_on, one_seat
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.record import Exchange, Record
from fairfelt.conformance.replay import Moment
from fairfelt.conformance.scenario import END, Probe, Scenario, house_limits
from fairfelt.conformance.session import Table, open_table
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.paying import bank_won, settlement
from fairfelt.rulesets.play import LegalAction, awaiting
from fairfelt.rulesets.round import Round
from fairfelt.rulesets.seating import Refused
from fairfelt.rulesets.settle import Settled
from fairfelt.rulesets.ways import choices_of, companion, seat_walks, stakes_of

ROUND = "smoke-1"


@dataclass(frozen=True)
class Step:
    """One message. `wrong` says what is against the rules, `mend` what to do about it, `notes` what is only unusual."""

    title: str
    method: str
    params: Mapping[str, Any]
    answer: Answer
    expected: tuple[str, ...]
    wrong: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    mend: str = ""

    @property
    def right(self) -> bool:
        return not self.wrong


class _WrongStepError(Exception):
    """Stop: something is wrong, and nothing more is asked."""


@dataclass(frozen=True)
class _Watched:
    """Ask an engine, and make a step of every exchange."""

    engine: Connection
    steps: list[Step] = field(default_factory=list)
    bench: Bench | None = None
    choices: str = ""
    exchanges: list[Exchange] = field(default_factory=list)

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        answer = self.engine.ask(method, params)
        self.exchanges.append(Exchange(method, params, answer))
        if self.bench is not None:
            self.steps.append(_round_step(self.bench, tuple(self.exchanges), self.choices))
            if not self.steps[-1].right:
                raise _WrongStepError
        return answer

    def close(self) -> None:
        self.engine.close()


def walk(connection: Connection, rules: Rules, choices: str) -> Iterator[Step]:
    """Ask step by step; the last step is the first wrong one, or `bye`. `choices` are arguments for other commands."""
    bench = Bench(rules, house_limits(rules), PROFILES["ci"])
    opening = _Watched(connection)
    table = open_table(opening, rules, bench.limits)
    for step in _opening_steps(opening.exchanges, table, rules):
        yield step
        if not step.right:
            return
    watched = _Watched(connection, bench=bench, choices=choices)
    with suppress(_WrongStepError):
        play(watched, rules, simple_round(bench), ROUND, "smoke")
    yield from watched.steps
    if all(step.right for step in watched.steps):
        yield _bye(connection)


def simple_round(bench: Bench) -> Scenario:
    """One seat that stays in with the least wagers, and a decision after the end, which must be refused."""
    way = plain_walk(bench)
    planned = one_seat(bench, way, deals_on(bench, way, 1)[0])
    actions = [action for question in bench.rules.ruleset.questions for action in question.actions]
    late = Probe(END, "round.act", {"seat": 1, "action": actions[0] if actions else "fold"})
    return replace(planned, probes=(late,))


def plain_walk(bench: Bench) -> Walk:
    """The way on which most is placed by actions, then most is asked, without fees and with the fewest wagers."""
    rules, wagers = bench.rules, bench.rules.ruleset.wagers
    return max(
        (walk for walk in seat_walks(rules) if companion(rules, walk) is None),
        key=lambda walk: (
            sum(wagers[name].by_action and not wagers[name].fee for name in walk.placed),
            -sum(wagers[name].fee for name in walk.placed),
            len(choices_of(rules, walk)),
            -len(stakes_of(rules, walk)),
        ),
    )


def _opening_steps(exchanges: list[Exchange], table: Table, rules: Rules) -> Iterator[Step]:
    hello, *configured = exchanges
    yield _hello_step(hello, table.trouble if not configured else "", table, rules.ruleset.game)
    for at, exchange in enumerate(configured):
        last = at == len(configured) - 1
        told = tuple(filter(None, (table.trouble, table.difference))) if last else ()
        expected = "the configuration is taken, and `effective`, where it is sent, says the same"
        what = "steps of limits" if at == 0 else "limits"
        notes = () if last else (f"{what} can't be set here, so requirements about them stay blocked",)
        mend = "take options and pay tables as they are sent, by their names"
        yield _step("configure", exchange, expected, told, mend, notes)


def _hello_step(hello: Exchange, trouble: str, table: Table, game: str) -> Step:
    expected = (
        f"protocol 1, the engine's name and version, {game} among the games, "
        "stepwise and forced_deck among the capabilities"
    )
    if trouble:
        return _step("hello", hello, expected, (trouble,), _hello_mend(hello.answer, game))
    lacking = [name for name in ("stepwise", "forced_deck") if not table.can(name)]
    wrong = tuple(f"{name} is not claimed, and a round with a forced deck needs it" for name in lacking)
    mend = f"claim {' and '.join(lacking)} in hello, and do what they promise"
    return _step("hello", hello, expected, wrong, mend)


def _hello_mend(answer: Answer, game: str) -> str:
    if isinstance(answer, Refusal):
        return "answer hello with a result; this suite speaks protocol 1"
    return f"name {game!r} under games in the answer to hello"


def _step(
    title: str, exchange: Exchange, expected: str, wrong: tuple[str, ...], mend: str, notes: tuple[str, ...] = ()
) -> Step:
    if isinstance(exchange.answer, Fault):
        wrong, mend = (fault_text(exchange.answer),), SUGGESTED[exchange.answer.kind]
    return Step(title, exchange.method, exchange.params, exchange.answer, (expected,), wrong, notes, mend)


def _bye(connection: Connection) -> Step:
    exchange = Exchange("bye", {}, connection.ask("bye", {}))
    wrong = () if isinstance(exchange.answer, Result) else ("bye was not answered with an empty result",)
    return _step("bye", exchange, "an empty result, and the engine ends", wrong, "answer {} and end")


def _round_step(bench: Bench, exchanges: tuple[Exchange, ...], choices: str) -> Step:
    """Judge the round so far; what earlier steps showed was right, or there would be no further step."""
    judged = judge(bench.rules, bench.limits, Record(ROUND, "smoke", exchanges))
    hard = [finding for finding in judged.findings if not finding.warning]
    soft = [finding for finding in judged.findings if finding.warning]
    moment = judged.trace.moments[-1]
    exchange = exchanges[-1]
    return Step(
        title=_title(exchange, moment),
        method=exchange.method,
        params=exchange.params,
        answer=exchange.answer,
        expected=_expected(bench, moment),
        wrong=tuple(map(_found, hard)),
        notes=tuple(map(_found, soft)) if len(judged.trace.moments) == len(exchanges) else (),
        mend=_mend(bench, hard[0], choices) if hard else "",
    )


def _title(exchange: Exchange, moment: Moment) -> str:
    if isinstance(moment.expected, Refused):
        return "something that must be refused"
    return {
        "round.start": "round.start, with a forced deck",
        "round.act": f"round.act, {exchange.params.get('action')}",
    }.get(exchange.method, exchange.method)


def _expected(bench: Bench, moment: Moment) -> tuple[str, ...]:
    if isinstance(moment.expected, Refused):
        return (f"error -32001 with data.reason {moment.expected.reason}: {moment.expected}",)
    if not isinstance(moment.expected, Round):
        return ("an answer that follows from the rules",)
    asked = awaiting(moment.expected)
    if asked is not None:
        choices = " or ".join(map(_choice_words, asked.legal))
        who = f"{asked.bettor} behind seat {asked.seat}" if asked.bettor else f"seat {asked.seat}"
        return (f"{who} is asked “{asked.question.id}”: {choices}",)
    return (*map(partial(_settled_words, bench), settlement(moment.expected)), *_bank_words(moment.expected))


def _settled_words(bench: Bench, row: Settled) -> str:
    who = f"{row.bettor} behind seat {row.seat}" if row.bettor else f"seat {row.seat}"
    how = f"by {bench.id(row.requirement)}" if row.row else "a fee"
    return f"{who} is settled: {row.wager} {row.staked} returns {row.returned} ({row.outcome}), {how}"


def _bank_words(state: Round) -> tuple[str, ...]:
    if state.bank is None:
        return ()
    won = bank_won(state)
    return (f"the bank of seat {state.bank.seat}, {state.bank.amount}, gets {state.bank.amount + won} back",)


def _choice_words(legal: LegalAction) -> str:
    told = [f"{wager} {low}" + (f" to {high}" if high > low else "") for wager, (low, high, _) in legal.wagers.items()]
    told += [f"cards: {legal.gives_up} given up"] if legal.gives_up else []
    spots = ", ".join(f"{count} at {spot}" for spot, count in legal.arranges.items())
    told += [f"cards: {spots}"] if spots else []
    return legal.action + (f" ({', '.join(told)})" if told else "")


def _found(finding: Finding) -> str:
    looks = f" — {finding.looks_like}" if finding.looks_like else ""
    lines = finding.actual.splitlines()
    return f"wanted {finding.expected}; got {lines[0]}{looks}"


def _mend(bench: Bench, finding: Finding, choices: str) -> str:
    if finding.kind == "settlement":
        return f"read the rule: fairfelt explain {bench.id(finding.rule)} {choices}"
    if finding.kind == "engine-fault":
        return SUGGESTED.get(finding.actual.split(":")[0], SUGGESTED["bad-message"])
    return SUGGESTED.get(finding.kind, "compare the answer with what was expected")
