"""First shuffles of fresh starts: what an engine is seeded by shows when it begins."""

import os
import shlex
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairfelt.conformance.chance.draws import NoDraws
from fairfelt.conformance.chance.starts import ASKED, CannotStop, judge_starts, starts_battery
from fairfelt.conformance.connections import Connection, Timeouts, connect
from fairfelt.conformance.run import at_a_stopped_clock
from fairfelt.rulesets.cards import full_deck
from fairfelt.stats.decision.rule import LARGER, Judgement, Level
from fairfelt.stats.shuffles.packs import Pack, standard_pack

STARTS, CARDS = 12, 10
PACK = standard_pack()
LEVEL = Level()
CONFIGURE = {"game": "none", "unit": "0.01"}
RULE = "chance.starts"
PATIENCE = Timeouts(hello=20, step=20, bulk=20)
Deck = list[str]
Shuffle = Callable[[], Deck]


def shuffled(seed: object) -> Deck:
    deck = list(full_deck())
    Random(str(seed)).shuffle(deck)
    return deck


class Engine:
    """Speaks as much of the protocol as a first shuffle takes."""

    def __init__(self, shuffle: Shuffle) -> None:
        self.shuffle = shuffle

    def ask(self, method: str, params: Mapping[str, Any]) -> object:
        if method == "hello":
            return {"protocol": 1, "engine": {"name": "none", "version": "1"}, "games": [], "capabilities": {}}
        if method == "shuffle":
            return {"decks": ["".join(self.shuffle()) for _ in range(params["count"])]}
        return {}


class Starts:
    """Starts engines in this process, each with a shuffle of its own; counts them, and those at a stopped clock."""

    def __init__(self, seeds: Iterator[object], stopped: Iterator[object] | None = None) -> None:
        self.seeds, self.stopped, self.begun, self.froze = seeds, stopped, 0, 0

    def __call__(self, stopped: bool) -> Connection:
        if stopped and self.stopped is None:
            raise CannotStop("nobody can stop it")
        self.begun += not stopped
        self.froze += stopped
        seed = next(self.stopped if stopped and self.stopped is not None else self.seeds)
        return connect("reference", reference=lambda: Engine(lambda: shuffled(seed)))


def judged(start: Callable[[bool], Connection], size: int = STARTS, pack: Pack = PACK) -> tuple[Judgement, Any]:
    battery = starts_battery(pack, size, LEVEL, 1.0)
    return judge_starts(battery, LEVEL, pack, 1, start, CONFIGURE, RULE)


def own_seeds() -> Iterator[object]:
    """Give each start a seed of its own."""
    return (f"seed {number}" for number in count())


# Engines that differ, and that don't


def test_engines_that_begin_differently_are_found_to_be_fair() -> None:
    start = Starts(own_seeds(), own_seeds())
    judgement, data = judged(start)
    assert (judgement.verdict, judgement.drawn, judgement.findings) == ("pass", STARTS, ())
    assert (start.begun, start.froze) == (STARTS + 2, 2)
    assert data["notes"] == [
        "Two engines started at the same moment begin with different shuffles.",
        "With the clock stopped, two starts begin with different shuffles.",
    ]
    assert (data["name"], data["unit"]) == ("first shuffles", "starts")


def test_engines_that_all_begin_alike_are_found() -> None:
    judgement, data = judged(Starts(iter(["always the same"] * 99), iter(["always the same"] * 2)))
    assert judgement.verdict == "fail"
    assert data["findings"] == [
        f"{STARTS} of {STARTS} starts begin with a shuffle that another start began with",
        "two engines started at the same moment begin with the same shuffle",
        "with the clock stopped, two starts begin with the same shuffle: time alone is the seed",
    ]


def test_two_starts_among_many_that_begin_alike_are_found() -> None:
    seeds = [f"seed {number % (STARTS - 1)}" for number in range(STARTS)]
    judgement, data = judged(Starts(iter([*seeds, "other", "another"])))
    assert judgement.verdict == "fail"
    assert data["findings"] == [f"2 of {STARTS} starts begin with a shuffle that another start began with"]


def test_an_engine_seeded_by_the_second_shows_it_when_two_start_at_one_moment() -> None:
    """Starts one after the other each meet a second of their own; two at once share theirs."""
    seconds = iter([*range(STARTS), 99, 99])
    judgement, data = judged(Starts(seconds))
    assert judgement.verdict == "fail"
    assert data["findings"] == ["two engines started at the same moment begin with the same shuffle"]
    assert not any("begin with different shuffles" in note for note in data["notes"])


@pytest.mark.parametrize("tick", [1.0, 0.0])
def test_an_engine_seeded_by_a_clock_of_whole_seconds_is_found(monkeypatch: pytest.MonkeyPatch, tick: float) -> None:
    """The clock of the test moves on by a second before each start of the first, and stands for the two at once."""
    moments = count(1_750_000_000)
    clock = {"now": 0.0, "starts": 0}
    monkeypatch.setattr("time.time", lambda: clock["now"])

    def start(stopped: bool) -> Connection:
        import time

        if stopped:
            raise CannotStop("nobody can stop it")
        clock["starts"] += 1
        if clock["starts"] <= STARTS:
            clock["now"] = float(next(moments)) if tick else 7.0
        deck = shuffled(int(time.time()))
        return connect("reference", reference=lambda: Engine(lambda: deck))

    judgement, data = judged(start)
    assert judgement.verdict == "fail"
    assert "two engines started at the same moment begin with the same shuffle" in data["findings"]
    assert any("of 12 starts begin" in finding for finding in data["findings"]) == (tick == 0.0)


def test_a_clock_that_can_not_be_stopped_is_told_with_the_reason() -> None:
    judgement, data = judged(Starts(own_seeds()))
    assert judgement.verdict == "pass"
    assert data["notes"][-1] == "Not tried with a stopped clock: nobody can stop it."


def test_first_shuffles_that_are_no_shuffles_are_found_by_the_battery() -> None:
    """Each start cuts the pack elsewhere, and no more, so that no two begin alike."""
    cuts = count(1)

    def start(stopped: bool) -> Connection:
        if stopped:
            raise CannotStop("nobody can stop it")
        at = next(cuts)
        deck = [*full_deck()[at:], *full_deck()[:at]]
        return connect("reference", reference=lambda: Engine(lambda: deck))

    judgement, data = judged(start)
    assert judgement.verdict == "fail"
    assert data["findings"] == []
    assert "bias shown" in data["says"]


@pytest.mark.parametrize(("lucky", "verdict"), [(STARTS, "pass"), (STARTS * 9, "fail")])
def test_doubtful_starts_are_made_once_more_and_the_fresh_ones_decide(lucky: int, verdict: str) -> None:
    """So many starts begin with some cards in the order of the pack, which chance may do to a dozen, not to dozens."""
    begun = count(1)

    def start(stopped: bool) -> Connection:
        if stopped:
            raise CannotStop("nobody can stop it")
        number = next(begun)
        deck = shuffled(f"seed {number}")
        held = sorted(deck[:CARDS], key=full_deck().index) if number <= lucky else deck[:CARDS]
        return connect("reference", reference=lambda: Engine(lambda: held + deck[CARDS:]))

    judgement, data = judged(start)
    assert (judgement.verdict, judgement.redrawn, data["findings"]) == (verdict, LARGER * STARTS, [])
    assert any(test.confirmed for test in judgement.tests)
    assert next(begun) == STARTS + 2 + LARGER * STARTS + 1


def test_only_tests_that_a_few_dozen_decks_can_answer_are_registered() -> None:
    battery = starts_battery(PACK, STARTS, LEVEL, 0.25)
    assert {id_.partition(".")[2] for id_ in battery.tests} == set(ASKED)
    assert (battery.size, battery.share) == (STARTS, 0.25)


# Answers that are none


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"decks": []}, "0 decks"),
        ({"decks": ["AsKs", "QsJs"]}, "2 decks"),
        ({"decks": ["hello"]}, "cards written one after the other"),
    ],
)
def test_a_start_that_gives_no_deck_is_told(answer: object, told: str) -> None:
    class Wrong(Engine):
        def ask(self, method: str, params: Mapping[str, Any]) -> object:
            return answer if method == "shuffle" else super().ask(method, params)

    with pytest.raises(NoDraws, match=told):
        judged(lambda _: connect("reference", reference=lambda: Wrong(list)))


def test_a_first_shuffle_that_is_no_whole_pack_is_a_finding() -> None:
    numbers = count()

    def start(stopped: bool) -> Connection:
        if stopped:
            raise CannotStop("nobody can stop it")
        deck = shuffled(next(numbers))
        lost = deck[:-1] if deck[0] != "" and next(numbers) == 7 else deck
        return connect("reference", reference=lambda: Engine(lambda: lost))

    judgement, data = judged(start)
    assert judgement.verdict == "fail"
    assert "is no whole pack: 51 cards where the pack has 52" in data["findings"][0]


# Engines in processes of their own, and a clock that stands still

ENGINE = """
import json, os, random, sys, time
how = sys.argv[1]
stopped = os.environ.get("STOPPED_AT")
seed = stopped or str(time.time_ns()) if how == "time" else str(os.urandom(16))
deck = [rank + suit for suit in "shdc" for rank in "AKQJT98765432"]
random.Random(seed + how + (str(os.getpid()) if how == "time-and-process" else "")).shuffle(deck)
for line in sys.stdin:
    request = json.loads(line)
    result = {"shuffle": {"decks": ["".join(deck)]}, "hello": {
        "protocol": 1, "engine": {"name": "none", "version": "1"}, "games": [], "capabilities": {}
    }}.get(request["method"], {})
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
    if request["method"] == "bye":
        break
"""
FAKETIME = """#!{python}
import os, sys
assert sys.argv[1] == "-f", sys.argv
os.environ["STOPPED_AT"] = sys.argv[2]
os.execvp(sys.argv[3], sys.argv[3:])
"""


@pytest.fixture
def engine(tmp_path: Path) -> str:
    """Write an engine that seeds itself, and give the command that starts it."""
    script = tmp_path / "engine that seeds itself.py"
    script.write_text(ENGINE, "utf-8")
    return f"cmd:{shlex.join([sys.executable, str(script)])}"


@pytest.fixture
def faketime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program of this name on the path that tells its child at which moment the clock stands still."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "faketime"
    program.write_text(FAKETIME.format(python=sys.executable), "utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def starting(spec: str) -> Callable[[bool], Connection]:
    return lambda stopped: connect(at_a_stopped_clock(spec) if stopped else spec, PATIENCE)


@pytest.mark.usefixtures("faketime")
def test_an_engine_seeded_by_time_alone_is_found_when_its_clock_stands_still(engine: str) -> None:
    judgement, data = judged(starting(f"{engine} time"), 4)
    assert judgement.verdict == "fail"
    assert data["findings"] == [
        "with the clock stopped, two starts begin with the same shuffle: time alone is the seed"
    ]
    assert data["notes"] == ["Two engines started at the same moment begin with different shuffles."]


@pytest.mark.usefixtures("faketime")
def test_an_engine_seeded_by_the_operating_system_does_not_mind_a_clock_that_stands_still(engine: str) -> None:
    judgement, data = judged(starting(f"{engine} system"), 4)
    assert judgement.verdict == "pass"
    assert data["notes"][-1] == "With the clock stopped, two starts begin with different shuffles."


def test_without_the_program_that_stops_a_clock_it_is_not_tried_and_that_is_told(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    judgement, data = judged(starting(f"{engine} time"), 4)
    assert judgement.verdict == "pass"
    assert data["notes"][-1] == "Not tried with a stopped clock: the program faketime is not installed."


@pytest.mark.usefixtures("faketime")
def test_the_clock_of_an_engine_in_this_process_is_not_stopped_and_that_is_told() -> None:
    with pytest.raises(CannotStop, match="runs in this process, whose clock goes on"):
        at_a_stopped_clock("python:mygame:Engine")
    seeds = own_seeds()

    def start(stopped: bool) -> Connection:
        if stopped:
            at_a_stopped_clock("python:mygame:Engine")
        seed = next(seeds)
        return connect("reference", reference=lambda: Engine(lambda: shuffled(seed)))

    _, data = judged(start, 4)
    assert data["notes"][-1] == (
        "Not tried with a stopped clock: the engine runs in this process, whose clock goes on."
    )


@pytest.mark.usefixtures("faketime")
def test_a_command_is_wrapped_whole() -> None:
    assert at_a_stopped_clock("cmd:node 'my engine.js' --fast") == (
        "cmd:faketime -f '2026-01-01 00:00:00' node 'my engine.js' --fast"
    )
