"""A run under pytest: a test for each requirement, and one verdict at the end.

Each test plays its own rounds and says what they show. Rounds that were played for one requirement may break another,
and only the whole run knows that. So tests carry what they found to where the session is led (under pytest-xdist the
controller), and once all are done the run is settled there as the command line settles it. A requirement that then
reads worse than its own test said gets one more entry, `whole_run[ID]`, which counts like any test: in the exit code,
in the terminal, in JUnit and in pytest-html. A listed known failure that passes in its own rounds is judged there
too: stale, unless another's rounds broke it.
"""

import functools
import shlex
import warnings
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import pytest
from pydantic import TypeAdapter

from fairfelt.conformance.certify import Outcome, Tally, execute
from fairfelt.conformance.cli.choices import chosen_rules, timeouts
from fairfelt.conformance.connections import EngineUnreachable
from fairfelt.conformance.faults import gather
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.known import apply_known, read_known
from fairfelt.conformance.plans import Plan
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.pytest_tell import failure_text, html_extra, terminal_text, verdict_html, write_report
from fairfelt.conformance.record import Record
from fairfelt.conformance.requirement import Requirement
from fairfelt.conformance.run import Order, Seating, finish, requirement_ids, take_seat, unknown_id
from fairfelt.conformance.summary import KEPT, summarise
from fairfelt.rulesets.choose import ChoiceError
from fairfelt.rulesets.errors import RulesetError

ROUNDS_OF_A_WORKER = 1_000_000
"""Room for the names of a worker's rounds, so that no two workers give a round the same name."""


@dataclass(frozen=True)
class Told:
    """What a test found: of its own requirement, of others, and the records that a reader will want."""

    outcome: Outcome
    elsewhere: tuple[Finding, ...]
    rounds: int
    records: Mapping[str, Record]


@dataclass
class Run:
    """What a session remembers from one test to the next."""

    order: Order
    ids: tuple[str, ...]
    report_dir: Path | None
    tally: Tally
    seating: Seating | None = None
    told: dict[str, tuple[str, Told]] = field(default_factory=dict)
    """By requirement: the node id of its test, and what that told."""
    summary: dict[str, Any] | None = None


RUN = pytest.StashKey[Run]()
TOLD = pytest.StashKey[Told]()
FAILURE = pytest.StashKey[Mapping[str, Any]]()


def prepare(config: pytest.Config) -> None:
    """Read what is to be judged; raise pytest.UsageError with one message."""
    if config.getoption("reruns", None):
        raise pytest.UsageError("--reruns: what passes only at the second try does not pass; judge without it")
    try:
        config.stash[RUN] = _read(config)
    except click.ClickException as error:
        raise pytest.UsageError(error.format_message()) from None
    except (RulesetError, ChoiceError) as error:
        raise pytest.UsageError(str(error)) from None


def _read(config: pytest.Config) -> Run:
    def chosen(name: str) -> Any:
        return config.getoption(f"fairfelt_{name}")

    if chosen("profile") not in PROFILES:
        raise pytest.UsageError(f"--profile {chosen('profile')!r} is none of {', '.join(PROFILES)}")
    if chosen("seed") < 0:
        raise pytest.UsageError(f"--seed {chosen('seed')} is below 0")
    seconds = chosen("engine_timeout")
    if seconds is not None and not 0.01 <= seconds < float("inf"):
        raise pytest.UsageError(f"--engine-timeout {seconds:g} is no time limit; write seconds, 0.01 or more")
    profile = PROFILES[chosen("profile")]
    rules = chosen_rules(
        chosen("game"), chosen("variant"), tuple(chosen("option") or ()), tuple(chosen("pay_table") or ())
    )
    ids = requirement_ids(rules, profile)
    only = tuple(chosen("requirement") or ())
    _check_known(only, ids)
    listed = chosen("known_failures")
    order = Order(
        spec=chosen("engine"),
        rules=rules,
        profile=profile,
        seed=chosen("seed"),
        only=only,
        known=read_known(Path(listed), ids) if listed else {},
        today=datetime.now(UTC).date(),
        command=shlex.join(["pytest", *map(str, config.invocation_params.args)]),
        timeouts=timeouts(seconds),
    )
    folder = _folder(chosen("report_dir"), config)
    return Run(order, tuple(name for name in ids if not only or name in only), folder, Tally(_first_round(config)))


def _check_known(only: tuple[str, ...], ids: tuple[str, ...]) -> None:
    for name in only:
        if name not in ids:
            raise pytest.UsageError(f"--requirement {unknown_id(name, ids)}")


def _folder(name: str | None, config: pytest.Config) -> Path | None:
    """Make the folder, and take away what an earlier run left: a run that is cut off leaves no report."""
    if name is None or _is_worker(config):
        return None
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in ("report.html", "summary.json"):
            (folder / old).unlink(missing_ok=True)
    except OSError as error:
        raise pytest.UsageError(
            f"--report-dir {name} can't be written ({error.strerror}); name another folder"
        ) from None
    return folder


def _first_round(config: pytest.Config) -> int:
    worker = getattr(config, "workerinput", {}).get("workerid", "")
    return ROUNDS_OF_A_WORKER * (1 + int(worker.removeprefix("gw"))) if worker else 0


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def _leads_workers(config: pytest.Config) -> bool:
    return config.pluginmanager.hasplugin("dsession")


def pytest_report_header(config: pytest.Config) -> list[str]:
    order = config.stash[RUN].order
    choices = f"variant {order.rules.variant or 'default'}, profile {order.profile.name}, seed {order.seed}"
    about = f"{order.spec} at {order.rules.ruleset.game}, {choices}"
    return [f"fairfelt: {about}", f"ruleset: sha256 {order.rules.digest}"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "fairfelt_requirement" in metafunc.fixturenames:
        ids = metafunc.config.stash[RUN].ids
        metafunc.parametrize("fairfelt_requirement", ids, ids=ids)


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    config, run = session.config, session.config.stash[RUN]
    judging = any("fairfelt_requirement" in getattr(item, "fixturenames", ()) for item in session.items)
    if not config.option.collectonly and (judging or _leads_workers(config)) and not _is_worker(config):
        try:
            _seat(run)
        except EngineUnreachable as error:
            raise pytest.UsageError(str(error)) from None
        if _leads_workers(config):
            # Asked only who it is, and to say at once if nobody answers: workers start engines of their own.
            _leave(run)
    config.pluginmanager.register(_Gathering(run), "fairfelt-gathering")
    result = yield
    if run.told and not _is_worker(config):
        _settle(session, run)
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    _leave(session.config.stash[RUN])


def _seat(run: Run) -> Seating:
    if run.seating is None:
        run.seating = take_seat(run.order)
    return run.seating


def _leave(run: Run) -> None:
    if run.seating is not None:
        run.seating.connection.ask("bye", {})
        run.seating.connection.close()


def judge_requirement(item: pytest.Item, name: str) -> None:
    """Play and judge one requirement, and end the test by its verdict."""
    run = item.config.stash[RUN]
    try:
        seating = _seat(run)
    except EngineUnreachable as error:
        pytest.fail(f"blocked: {error}", pytrace=False)
    plan = next(plan for plan in seating.plans if plan.requirement.id == name)
    told = item.stash[TOLD] = _play(run, seating, plan)
    outcome = _as_told(told.outcome, run.order)
    item.user_properties.extend(_properties(outcome))
    if outcome.verdict in ("pass", "warning"):
        return
    if outcome.verdict == "not-applicable":
        pytest.skip(outcome.reason)
    item.stash[FAILURE] = _summary(run, seating, [outcome], told.rounds, told.records)["requirements"][0]
    if outcome.verdict == "known-failure":
        # With --runxfail this line does nothing, and the failure shows as what it is.
        pytest.xfail(outcome.reason)
    pytest.fail(failure_text(item.stash[FAILURE]), pytrace=False)


def _play(run: Run, seating: Seating, plan: Plan) -> Told:
    tally, before = run.tally, run.tally.rounds
    records = {judged.record.id: judged.record for judged in tally.live}
    # Whether a test is given up must not hang on which tests its worker had before.
    tally.faults = 0
    tally.elsewhere.clear()

    def keep(record: Record) -> None:
        records[record.id] = record

    known_live = len(tally.live)
    with warnings.catch_warnings():
        # Nor may a verdict hang on the warning filters of the vendor's own tests.
        warnings.simplefilter("ignore")
        outcome = execute(plan, seating.bench, seating.table, seating.connection, tally, keep)
    # Rounds that an engine dealt by itself are judged by every test of this worker, and by none of another's.
    live = (finding for judged in tally.live[known_live:] for finding in judged.findings)
    elsewhere = (*tally.elsewhere, *live)
    wanted = set(_pointed_at([outcome, *_as_outcomes(elsewhere, seating.bench.game)]))
    shown = {name: record for name, record in records.items() if name in wanted}
    return Told(outcome, elsewhere, tally.rounds - before, shown)


def _as_outcomes(findings: tuple[Finding, ...], game: str) -> Iterator[Outcome]:
    for rule in dict.fromkeys(finding.rule for finding in findings):
        found = tuple(finding for finding in findings if finding.rule == rule)
        yield Outcome(Requirement(f"{game}.{rule}", rule.split(".")[0], ""), "fail", findings=found)


def _pointed_at(outcomes: list[Outcome]) -> Iterator[str]:
    """Name the records that a summary shows: of the first findings, and of each fault's first, worst and last."""
    for outcome in outcomes:
        shown = [*outcome.findings[:KEPT]]
        for group in gather([outcome]):
            shown += [group.first, group.worst, group.last]
        yield from (finding.record for finding in shown if finding.record)


def _as_told(outcome: Outcome, order: Order) -> Outcome:
    """Give a test's own verdict. A listed one that passes is left to the end: another's rounds may break it yet."""
    return outcome if outcome.verdict in ("pass", "warning") else apply_known([outcome], order.known, order.today)[0]


def _properties(outcome: Outcome) -> list[tuple[str, object]]:
    clauses = " ".join(clause.id for clause in outcome.requirement.clauses)
    return [
        ("requirement", outcome.requirement.id),
        ("verdict", outcome.verdict),
        ("clause", clauses),
        ("rounds", outcome.rounds),
    ]


def _summary(
    run: Run, seating: Seating, outcomes: list[Outcome], rounds: int, records: Mapping[str, Record]
) -> dict[str, Any]:
    order = run.order
    partial = bool(order.only) or len(outcomes) < len(run.ids)
    return summarise(
        seating.bench,
        seating.table,
        order.spec,
        outcomes,
        rounds,
        records,
        order.command,
        order.known,
        partial,
        seating.plans,
    )


@functools.cache
def _wire() -> TypeAdapter[Told]:
    return TypeAdapter(Told)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report: Any = yield
    if call.when == "call" and TOLD in item.stash:
        report.fairfelt = _wire().dump_json(item.stash[TOLD]).decode()
        if FAILURE in item.stash and item.config.getoption("htmlpath", None):
            report.extras = [*getattr(report, "extras", []), html_extra(item.stash[FAILURE])]
    return report  # type: ignore[no-any-return]


@dataclass(frozen=True, eq=False)
class _Gathering:
    """Gather what tests told, here or in workers. A plugin of its own, since this hook is given no config."""

    run: Run

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        text = getattr(report, "fairfelt", None)
        if text is not None:
            told = _wire().validate_json(text)
            self.run.told[told.outcome.requirement.id] = (report.nodeid, told)


def _settle(session: pytest.Session, run: Run) -> None:
    """Judge the run as a whole, and enter what reads worse than the tests by themselves could tell."""
    seating = _seat(run)
    # In the order of the plans: that in which workers finish must not show.
    tests = [run.told[name] for name in run.ids if name in run.told]
    all_told = [told for _, told in tests]
    tally = Tally(elsewhere=[finding for told in all_told for finding in told.elsewhere])
    outcomes = finish(run.order, seating, [told.outcome for told in all_told], tally)
    records = {name: record for told in all_told for name, record in told.records.items()}
    run.summary = _summary(run, seating, outcomes, sum(told.rounds for told in all_told), records)
    for (nodeid, told), outcome, entry in zip(tests, outcomes, run.summary["requirements"], strict=True):
        if outcome.verdict != _as_told(told.outcome, run.order).verdict:
            _enter(session, nodeid, outcome.requirement.id, entry, _properties(outcome))
    if all(outcome.verdict == "not-applicable" for outcome in outcomes):
        reason = "no requirement was both applicable and tested"
        entry = {**run.summary["requirements"][0], "verdict": "blocked", "reason": reason}
        _enter(session, tests[0][0], run.order.rules.ruleset.game, entry, [("verdict", "blocked")])
    if run.report_dir is not None:
        write_report(run.report_dir, run.summary)


def _enter(
    session: pytest.Session, beside: str, name: str, entry: Mapping[str, Any], properties: list[tuple[str, object]]
) -> None:
    """Report one more test, which nobody ran: a verdict of the whole run."""
    path = beside.partition("::")[0]
    about: dict[str, Any] = {
        "nodeid": f"{path}::whole_run[{name}]",
        "location": (path, None, f"whole_run[{name}]"),
        "keywords": {},
        "user_properties": properties,
    }
    call: dict[str, Any] = {"outcome": "failed", "longrepr": failure_text(entry)}
    if entry["verdict"] == "known-failure":
        reason = entry["reason"]
        call = {"outcome": "skipped", "longrepr": (path, 0, reason), "wasxfail": reason}
    extras = [html_extra(entry)] if session.config.getoption("htmlpath", None) else []
    end: dict[str, Any] = {"outcome": "passed", "longrepr": None}
    session.testscollected += 1
    for report in (
        pytest.TestReport(**about, **call, when="call", extras=extras),
        pytest.TestReport(**about, **end, when="teardown"),
    ):
        session.config.hook.pytest_runtest_logreport(report=report)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    run = config.stash[RUN]
    if not run.told:
        return
    terminalreporter.section("fairfelt")
    if run.summary is None:
        terminalreporter.line("no verdict: the run did not come to its end")
        return
    terminalreporter.write(terminal_text(run.summary, terminalreporter.hasmarkup))
    if run.report_dir is not None:
        terminalreporter.line(f"report: {run.report_dir / 'report.html'}")


@pytest.hookimpl(optionalhook=True)
def pytest_html_results_summary(prefix: list[str], session: pytest.Session) -> None:
    run = session.config.stash[RUN]
    if run.summary is not None:
        prefix.append(verdict_html(run.summary))
