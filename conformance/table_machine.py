"""A table over many rounds: moves that Hypothesis puts together to a session, and shrinks to the shortest that fails.

Whatever is tried, every round is judged by the usual checks and recorded. What they find belongs to the requirements
that it is about; a session's own requirement looks at what one round alone can't show.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from fairfelt.conformance.checks import Judged, judge, observed_trace
from fairfelt.conformance.connections.answers import Answer, Connection, Fault, Result
from fairfelt.conformance.driver import Ask, play
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import Bench, ways
from fairfelt.conformance.record import Exchange, Record
from fairfelt.conformance.scenario import Scenario
from fairfelt.conformance.session import Table
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.rotation import Turns, after
from fairfelt.rulesets.round import Round
from fairfelt.rulesets.ways import companion, stakes_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

NO_TURNS = frozenset({Turns()})
WRONGLY_REFUSED = "accept"
MOST_SHRINKS = 40
"""Sessions that are played to find a shorter one that fails."""

Trick = Callable[[Ask, list[Exchange]], Finding | bool]
"""What is tried beside a round at each of its moments: go on, end it, or a finding."""


@dataclass
class House:
    """What the sessions of one requirement share. `reached` counts the rounds that bear on it."""

    bench: Bench
    connection: Connection
    table: Table
    requirement: str
    name: Callable[[], str]
    """Gives the name of the next round."""
    keep: Callable[[Record], None]
    lacking: frozenset[str] = frozenset()
    """Wagers that the engine does not have."""
    reached: int = 0
    elsewhere: list[Finding] = field(default_factory=list)
    gaps: list[Finding] = field(default_factory=list)
    calm: dict[Any, Judged] = field(default_factory=dict)
    """Rounds in which nothing was tried."""

    @property
    def rule(self) -> str:
        """The requirement within the game, as findings name it."""
        return self.requirement.removeprefix(f"{self.bench.game}.")

    @cached_property
    def ways(self) -> tuple[Walk, ...]:
        """The ways through a round that the engine has seats and wagers for."""
        rules, alone = self.bench.rules, self.table.seats < 2
        fitting = (walk for walk in ways(self.bench) if not (alone and companion(rules, walk)))
        return tuple(walk for walk in fitting if not self.lacking.intersection(stakes_of(rules, walk)))

    @property
    def has_bank(self) -> bool:
        return self.bench.rules.ruleset.bank is not None


@dataclass
class Sitting:
    """One session: whose turn the bank may be, what everybody has, and the rounds that are not recorded yet."""

    house: House
    turns: frozenset[Turns] = NO_TURNS
    """An abandoned round may count as a turn or not, so there may be several."""
    stacks: dict[int, int] = field(default_factory=dict)
    rounds: list[Record] = field(default_factory=list)
    last: dict[str, Any] = field(default_factory=dict)
    """The request that was sent last in the round before."""
    over: bool = False


class Found(Exception):
    """A session that fails."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__()
        self.findings = findings


class _Gap(Exception):
    """A round that the engine says it can't play: as if the move had not been made."""


class _Enough(BaseException):
    """Ends a search at once: Hypothesis takes anything less for a failure to be shrunk."""


@dataclass(frozen=True)
class Move:
    """What may be done at the table next; `draws` is asked for when Hypothesis is there."""

    name: str
    draws: "Callable[[House], SearchStrategy[Any]]"
    make: Callable[[Sitting, Any], None]


def explore(house: House, moves: Sequence[Move]) -> tuple[Finding, ...]:
    """Play sessions of moves until one fails; give the findings of its shortest form, or none."""
    import hypothesis
    from hypothesis.errors import Flaky
    from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

    smallest: list[tuple[Finding, ...]] = []
    shrunk = 0
    enough = False

    def end() -> NoReturn:
        nonlocal enough
        enough = True
        raise _Enough

    class Session(RuleBasedStateMachine):
        def __init__(self) -> None:
            nonlocal shrunk
            super().__init__()
            shrunk += bool(smallest)
            if shrunk > MOST_SHRINKS:
                end()
            self.sitting = Sitting(house)
            opened = configure(house)
            if isinstance(opened, Fault):
                fault = f"{opened.kind}: {opened.message}"
                smallest[:] = [(Finding(house.rule, "engine-fault", "an answer to configure", fault),)]
                end()

        def teardown(self) -> None:
            record_held(self.sitting)

    def made(move: Move) -> Callable[[Any, Any], None]:
        def make(machine: Session, drawn: Any) -> None:
            try:
                if not machine.sitting.over:
                    move.make(machine.sitting, drawn)
            except _Gap:
                return
            except Found as found:
                smallest[:] = [found.findings]
                if any(finding.kind == "engine-fault" for finding in found.findings):
                    end()
                raise

        make.__name__ = move.name
        return make

    rules = {move.name: rule(drawn=move.draws(house))(made(move)) for move in moves}
    machine = hypothesis.seed(_seed(house))(type("Session", (Session,), rules))
    try:
        run_state_machine_as_test(machine, settings=_settings(house))
    except (Found, _Enough):
        pass
    except Flaky:
        if enough:  # Hypothesis takes a session that was broken off for one that went otherwise
            return smallest[0]
        first = smallest[0][0]
        what = f"once, and not again: {first.actual}"
        return (Finding(first.rule, "unsteady", "the same session goes the same way", what, record=first.record),)
    return smallest[0] if smallest else () if house.reached else tuple(house.gaps[:1])


def _settings(house: House) -> Any:
    from hypothesis import HealthCheck, Phase, Verbosity, settings

    return settings(
        max_examples=house.bench.profile.sessions,
        stateful_step_count=house.bench.profile.moves,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
    )


def _seed(house: House) -> int:
    text = f"{house.bench.seed} {house.requirement}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def configure(house: House) -> Answer:
    """Start a new session at the table that the run plays at."""
    return house.connection.ask("configure", house.table.sent)


def renew(sitting: Sitting) -> None:
    """Start a new session where turns of the bank have been counted, so that nothing depends on them."""
    if sitting.house.has_bank and sitting.turns != NO_TURNS:
        configure(sitting.house)
        sitting.turns = NO_TURNS
        record_held(sitting)


def record_held(sitting: Sitting) -> None:
    """Record the rounds that were held back: nobody asks for them any more."""
    for record in sitting.rounds:
        sitting.house.keep(record)
    sitting.rounds.clear()


def sit(sitting: Sitting, planned: Scenario, trick: Trick | None = None, hold: bool = False) -> Judged:
    """Play a round, judge and record it; raise Found for what the trick found, a breakdown or a wrong refusal.

    `hold` leaves the recording to the end of the session, so that the round may be asked for again.
    """
    house, mine = sitting.house, list[Finding]()

    def aside(ask: Ask, exchanges: list[Exchange]) -> bool:
        went = trick(ask, exchanges) if trick is not None else True
        if isinstance(went, Finding):
            mine.append(went)
            return False
        return went and not isinstance(exchanges[-1].answer, Fault)

    record = play(house.connection, house.bench.rules, planned, house.name(), house.requirement, aside)
    (sitting.rounds.append if hold else house.keep)(record)
    judged = judge(house.bench.rules, house.bench.limits, record, min(sitting.turns, key=lambda turns: turns.rounds))
    _count(sitting, planned, judged)
    _raise(house, judged, tuple(finding.at(record.id) for finding in mine))
    house.elsewhere.extend(judged.findings)
    return judged


def _raise(house: House, judged: Judged, mine: tuple[Finding, ...]) -> None:
    broken = tuple(finding for finding in judged.findings if finding.kind == "engine-fault")
    if broken or mine:
        raise Found(*(broken or mine))
    refused = [finding for finding in judged.findings if finding.rule == WRONGLY_REFUSED]
    gaps = [finding for finding in refused if finding.kind == "gap"]
    house.gaps.extend(gaps)
    if gaps:
        raise _Gap
    if refused:
        raise Found(*refused)


def _count(sitting: Sitting, planned: Scenario, judged: Judged) -> None:
    """Count the turn of the bank."""
    bank, opened = planned.bank, judged.record.exchanges[0].answer
    if bank is not None and isinstance(opened, Result):
        counted = frozenset(after(turns, bank.seat) for turns in sitting.turns)
        sitting.turns = counted if judged.trace.settled is not None else counted | sitting.turns


def state_of(house: House, exchanges: Sequence[Exchange]) -> Round | None:
    """Give the round as it is by the rules after these exchanges; None where the engine has parted from them."""
    name = str(exchanges[0].params["round"])
    trace = observed_trace(house.bench.rules, house.bench.limits, Record(name, "", tuple(exchanges)))
    if len(trace.moments) < len(exchanges):
        return None
    return next((moment.agreed for moment in reversed(trace.moments) if moment.agreed is not None), None)


def told(record: Record) -> list[dict[str, Any]]:
    """Give what the engine said of a round as it was played, without the round's name."""
    return [
        {key: value for key, value in exchange.answer.value.items() if key != "round"}
        for exchange in record.exchanges
        if exchange.method in ("round.start", "round.act")
        and exchange.params["round"] == record.id
        and isinstance(exchange.answer, Result)
    ]

