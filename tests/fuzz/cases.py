"""One damaged thing a seed, and what must come of it: an answer or one clear error, and never anything else."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from fairfelt.conformance.audit.errors import AuditError
from fairfelt.conformance.audit.mapping import Mapped
from fairfelt.conformance.audit.run import audit
from fairfelt.conformance.audit.summary import verdict
from fairfelt.conformance.audit.tally import Tally
from fairfelt.conformance.certify import Outcome, execute
from fairfelt.conformance.certify import Tally as RunTally
from fairfelt.conformance.chance.files import BitFile, FileError
from fairfelt.conformance.connections.answers import Answer, Fault, Refusal, Result
from fairfelt.conformance.connections.checked import Checked
from fairfelt.conformance.connections.serve import _built_late, _reply
from fairfelt.conformance.connections.wire import read_answer, request_line
from fairfelt.conformance.driver import play
from fairfelt.conformance.plans import Bench, Plan
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.record import Record, RecordError, footer_line, header_line, read_records, record_line
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.conformance.scenario import house_limits
from fairfelt.conformance.session import configuration, open_table
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.document import parse_document
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.loader import HOME, compile_document
from fairfelt.stats.decision.rule import Level
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.reading import judge_file
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.shuffles.reading import DecksError, file_decks
from tests.fuzz.lines import Damage, after, damaged_engine, sometimes
from tests.fuzz.mangling import damaged_bytes, damaged_file, damaged_line, damaged_ruleset, destroyed_line
from tests.helpers import plans_dealt_once, rules_of

SMALL = replace(PROFILES["ci"], name="small", deals=1, draws=1, live=3, sessions=1, moves=2)


@dataclass(frozen=True)
class Heard:
    """A request, and the line that answered it."""

    method: str
    params: Mapping[str, Any]
    id: int
    request: bytes
    line: bytes


@dataclass
class Listening:
    """The reference engine behind a line, with every line kept."""

    heard: list[Heard] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ask = _built_late(lambda: ReferenceEngine().ask)

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        number = len(self.heard) + 1
        request = request_line(number, method, params)
        line, _ = _reply(self._ask, request)
        self.heard.append(Heard(method, dict(params), number, request, line))
        return read_answer(line, number)

    def close(self) -> None: ...


@dataclass(frozen=True)
class Told:
    """An engine that has one answer."""

    answer: Answer

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        return self.answer

    def close(self) -> None: ...


def bench_for(game: str) -> Bench:
    rules = rules_of(game)
    return Bench(rules, house_limits(rules), SMALL, seats=rules.ruleset.most_players)


def plans_for(game: str) -> list[Plan]:
    return plans_dealt_once(bench_for(game))


@cache
def conversation(game: str) -> tuple[tuple[Heard, ...], tuple[Record, ...]]:
    """Play some rounds of each kind, and ask in bulk; give all lines, and the records of the rounds."""
    listening, bench, records = Listening(), bench_for(game), []
    connection = Checked(listening)
    connection.ask("hello", {"protocol": 1, "suite": {"name": "fairfelt", "version": "1"}})
    connection.ask("configure", configuration(bench.rules, bench.limits))
    for plan in plans_for(game):
        if plan.bulk is not None:
            list(plan.bulk(connection))
        elif plan.requirement.family in ("ask", "refuse", "round", "money"):
            for at, planned in enumerate(planned for trial in islice(plan.essentials(), 2) for planned in trial):
                name = f"{plan.requirement.id}-{at}"
                records.append(play(connection, bench.rules, planned, name, plan.requirement.id))
    return tuple(listening.heard), tuple(records)


def damaged_answer(seed: int, game: str) -> str:
    """Read one damaged answer: a fault with one printable sentence, or just what the line says."""
    rng, heard = Random(seed), conversation(game)[0]
    short = [each for each in heard if len(each.line) < 20_000]
    asked = rng.choice(short if rng.random() < 0.98 else heard)
    sent = damaged_line(rng, asked.line, [rng.choice(short).line, rng.choice(short).line])
    answer = Checked(Told(read_answer(sent, asked.id))).ask(asked.method, asked.params)
    if isinstance(answer, Fault):
        assert answer.message and answer.message.isprintable()
        return answer.kind
    message = json.loads(sent)
    assert message["id"] == asked.id
    if isinstance(answer, Result):
        assert answer.value == message["result"]
        return "result"
    assert isinstance(answer, Refusal) and answer.code == message["error"]["code"]
    return "refusal"


def damaged_request(seed: int, game: str) -> str:
    """Serve one damaged request: the answer is one line with a result or an error, whatever came."""
    rng = Random(seed)
    heard = conversation(game)[0]
    asked = rng.choice(heard)
    line = damaged_line(rng, asked.request, [rng.choice(heard).request])
    reply, _ = _reply(_built_late(lambda: ReferenceEngine().ask), line.split(b"\n")[0] + b"\n")
    assert reply.endswith(b"\n") and reply.count(b"\n") == 1
    message = json.loads(reply)
    assert ("result" in message) != ("error" in message)
    return "result" if "result" in message else str(message["error"]["code"])


OPENING = 2
"""Answers until the table is open: to `hello`, and to `configure`."""


def run_over(damage: Damage, bench: Bench, plan: Plan) -> tuple[Outcome, bool]:
    """Judge one requirement over a damaged pipe; tell whether any fault was heard."""
    heard: list[Record] = []
    with damaged_engine(damage) as (connection, _):
        table = open_table(connection, bench.rules, bench.limits)
        outcome = execute(plan, bench, table, connection, RunTally(), heard.append)
        connection.close()
    return outcome, any(isinstance(exchange.answer, Fault) for record in heard for exchange in record.exchanges)


def damaged_run(seed: int, game: str) -> tuple[Outcome, bool]:
    """Judge a requirement of an engine of whose lines some are damaged, at times the configuration too."""
    rng = Random(seed)
    plan, share = rng.choice(plans_for(game)), rng.choice((1.0, 0.3, 0.05))
    damage = after(OPENING if rng.random() > 0.1 else 0, sometimes(rng, share))
    return run_over(damage, bench_for(game), plan)


def destroyed_run(seed: int, game: str) -> Outcome:
    """Judge a requirement of an engine that takes its configuration and then says nothing that can be read."""
    rng = Random(seed)
    plan = rng.choice([plan for plan in plans_for(game) if not plan.opening])
    return run_over(after(OPENING, lambda line, _: destroyed_line(rng, line)), bench_for(game), plan)[0]


FOLDER = (HOME / "games").resolve()
"""The folder of the games, by the name under which the package knows that its sources and rankings are read."""
SHIPPED = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yaml"))}


def damaged_rules(seed: int, texts: Mapping[str, str], folder: Path) -> str:
    """Load one damaged ruleset: it loads, or says where, what, and how to mend it."""
    rng = Random(seed)
    name = rng.choice(sorted(texts))
    try:
        compile_document(parse_document(damaged_ruleset(rng, texts[name]), f"{name}.yaml"), folder)
    except RulesetError as error:
        assert error.where.startswith(f"{name}.yaml") and error.what and error.mend
        assert "\n" not in error.where
        return "refused"
    return "loaded"


def audited(rules: Rules, path: Path, mapping: Mapped | None = None) -> str:
    """Audit a file: a verdict, or one clear error."""
    try:
        return verdict(audit(rules, path, mapping, Tally(), 0, lambda *_: None, every=1))
    except AuditError as error:
        assert str(error)
        return "refused"


def damaged_log(seed: int, rules: Rules, lines: tuple[bytes, ...], path: Path) -> str:
    """Audit a log of rows of which some are damaged."""
    rng = Random(seed)
    kept = list(lines[: rng.randint(1, 10)])
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(kept))
        kept[at] = damaged_line(rng, kept[at], lines)
    path.write_bytes(b"".join(kept))
    return audited(rules, path)


def damaged_records(seed: int, game: str, path: Path) -> str:
    """Audit records of which some are damaged, and read them as records are read."""
    rng, rules = Random(seed), rules_of(game)
    body = rng.sample(conversation(game)[1], rng.randint(1, 4))
    kept = [header_line({"game": game}).encode(), *(record_line(r).encode() for r in body)]
    kept.append(footer_line(len(body)).encode())
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(kept))
        kept[at] = damaged_line(rng, kept[at], kept[1:-1])
    path.write_bytes(b"".join(kept))
    try:
        read_records(path)
    except RecordError as error:
        assert path.name in str(error)
    return audited(rules, path)


def damaged_table(seed: int, rules: Rules, table: bytes, mapping: Mapped, path: Path) -> str:
    """Audit a table with a mapping, damaged anywhere."""
    rng = Random(seed)
    path.write_bytes(damaged_bytes(rng, table))
    return audited(rules, path, mapping)


def damaged_decks(seed: int, pack: Pack, decks: bytes, path: Path) -> str:
    """Read a damaged file of decks: whole packs, findings for others, or one clear error."""
    path.write_bytes(damaged_file(Random(seed), decks))
    try:
        blocks = list(file_decks(path, pack))
    except DecksError as error:
        assert str(error) and str(error).isprintable()
        return "refused"
    for block in blocks:
        assert len(block.decks) + len(block.findings) == block.count
        assert all(sorted(deck) == list(range(len(pack.cards))) for deck in block.decks.tolist())
    return "findings" if any(block.findings for block in blocks) else "whole"


def damaged_numbers(seed: int, data: bytes, path: Path, below: int) -> str:
    """Judge a damaged file of numbers: all of them lie under the bound, or one clear error says which does not."""
    path.write_bytes(damaged_file(Random(seed), data))
    try:
        judge_file(path, below)
    except NumbersError as error:
        assert str(path) in str(error) and str(error).isprintable()
        return "refused"
    return "judged"


def damaged_bits(seed: int, data: bytes, path: Path) -> str:
    """Judge a damaged file of bits: any bytes are bits, and too few are said to be."""
    path.write_bytes(damaged_file(Random(seed), data))
    try:
        judged, _ = BitFile(path, 1).judge(Level(), 1.0, lambda _: None)
    except FileError as error:
        assert str(path) in str(error)
        return "refused"
    return judged.verdict
