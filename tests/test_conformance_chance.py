"""The requirements of chance: each engine with one vice fails the one that it breaks, and a fair engine none.

Sizes are small and seeds fixed, so that every run draws the same.
"""

from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import pytest

from fairfelt.conformance.certify import Outcome, Tally, execute
from fairfelt.conformance.chance.engine import judge_engine
from fairfelt.conformance.connections.answers import Answer, Connection
from fairfelt.conformance.plans.chance import KINDS
from fairfelt.conformance.profiles import PROFILES, Profile
from fairfelt.conformance.run import Order, forget, run, take_seat
from fairfelt.stats.decision.rule import CERTAIN, LARGER, Level
from tests.chance_engines import LUCK_TURNS
from tests.helpers import SIX, rules_of

RULES = ("pack", "shuffles", "numbers", "bits", "rounds")
SMALL = replace(
    PROFILES["lab"], name="small", shuffles=LUCK_TURNS, numbers=1 << 16, bits=2, played=1_000, law_of_play=False
)


@dataclass(frozen=True)
class Heard:
    """Pass every question on, and count the decks, numbers and rounds that were asked for."""

    connection: Connection
    asked: Counter[str] = field(default_factory=Counter)

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        self.asked[method] += int(params.get("count", 1))
        return self.connection.ask(method, params)

    def close(self) -> None:
        self.connection.close()


def order_of(engine: str, *rules: str, profile: Profile = SMALL) -> Order:
    """Order the judgement of an engine by some requirements, or by all of these."""
    only = tuple(f"{SIX}.chance.{rule}" for rule in rules or RULES)
    return Order(f"python:tests.chance_engines:{engine}", rules_of(SIX), profile, only=only)


def judged(engine: str, *rules: str, profile: Profile = SMALL) -> tuple[dict[str, Outcome], Counter[str]]:
    """Judge an engine by requirements of chance; give what came of each, and how much was asked for."""
    return _judged(engine, rules, profile)


@cache
def _judged(engine: str, rules: tuple[str, ...], profile: Profile) -> tuple[dict[str, Outcome], Counter[str]]:
    seating = take_seat(order_of(engine, *rules, profile=profile))
    heard = Heard(seating.connection)
    with closing(heard):
        found = {
            plan.requirement.id.rpartition(".")[2]: execute(plan, seating.bench, seating.table, heard, Tally(), forget)
            for plan in seating.plans
        }
    return found, heard.asked


def outcomes(engine: str, *rules: str, profile: Profile = SMALL) -> dict[str, Outcome]:
    return judged(engine, *rules, profile=profile)[0]


def verdicts(engine: str, *rules: str, profile: Profile = SMALL) -> dict[str, str]:
    return {name: outcome.verdict for name, outcome in outcomes(engine, *rules, profile=profile).items()}


def chapter(engine: str, rule: str) -> Mapping[str, Any]:
    shows = outcomes(engine, rule)[rule].shows
    assert shows is not None
    return shows


def shown(data: Mapping[str, Any]) -> set[str]:
    return {test["id"] for test in data["tests"] if test["outcome"] == "bias shown"}


def bias(test: str) -> str:
    return f"bias shown: {test}"


VICES: list[tuple[str, tuple[str, ...], dict[str, str], str]] = [
    ("swaps_naively", ("pack", "shuffles"), {"shuffles": "fail"}, bias("card by position")),
    ("shuffles_as_sattolo", ("shuffles",), {"shuffles": "fail"}, bias("card by position")),
    ("lets_the_ace_stick_on_top", ("shuffles",), {"shuffles": "fail"}, bias("the top card")),
    ("is_a_little_biased", ("shuffles",), {"shuffles": "fail"}, bias("the top card")),
    ("deals_the_same_deck_for_ever", ("pack", "shuffles"), {"shuffles": "fail"}, bias("decks that come again")),
    ("loses_a_card", ("pack", "shuffles"), {"pack": "fail", "shuffles": "fail"}, "51 cards where the pack has 52"),
    ("holds_an_ace_twice", ("pack", "shuffles"), {"pack": "fail", "shuffles": "fail"}, "missing 2c, too many of As"),
    ("returns_too_few_decks", ("pack", "shuffles"), {"pack": "fail", "shuffles": "fail"}, "999 decks"),
    ("refuses_after_a_while", ("pack", "shuffles"), {"shuffles": "fail"}, "refused: illegal-action"),
    ("can_not_go_on_after_a_while", ("pack", "shuffles"), {"shuffles": "fail"}, "refused"),
    ("breaks_after_a_while", ("pack", "shuffles"), {"shuffles": "engine-fault"}, "the shoe is empty"),
    ("counts_from_one", ("pack", "numbers"), {"numbers": "fail"}, "the number 52"),
    ("returns_too_few_numbers", ("numbers",), {"numbers": "fail"}, "65535 numbers"),
    ("takes_remainders", ("pack", "numbers"), {"numbers": "fail"}, bias("Each number comes equally often")),
    ("gives_bytes_of_a_twister", ("pack", "bits"), {"bits": "fail"}, "made by a known generator, Mersenne Twister"),
    ("gives_half_the_bytes", ("bits",), {"bits": "fail"}, "125000 bytes"),
    ("deals_the_dealer_aces", ("rounds",), {"rounds": "fail"}, bias("Every rank comes to the dealer as often")),
    ("forgets_to_shuffle_now_and_then", ("rounds",), {"rounds": "fail"}, "the very cards of the round before"),
    ("deals_worse_cards_to_high_stakes", ("rounds",), {"rounds": "fail"}, "alike whatever is staked"),
    ("deals_few_hands_that_are_paid", ("rounds",), {"rounds": "fail"}, bias("Every line of aces-up")),
    ("withholds_a_bonus", ("pack", "numbers", "rounds"), {"rounds": "fail"}, bias("aces-up wins")),
    ("writes_cards_in_words", ("rounds",), {"rounds": "fail"}, "'si' is no card"),
    ("stakes_in_words", ("rounds",), {"rounds": "fail"}, "'ten' is no amount"),
    ("leaves_a_hand_out", ("rounds",), {"rounds": "fail"}, "dealer: 500 rounds of at least 6 cards are needed"),
    ("leaves_out_the_seat", ("rounds",), {"rounds": "fail"}, "seat 1: 500 rounds of at least 6 cards are needed"),
    ("returns_too_few_rounds", ("rounds",), {"rounds": "fail"}, "499 rounds"),
]
"""An engine, the requirements that are judged, those that it does not pass, and words of what is found."""


def test_a_fair_engine_passes_all_that_it_offers() -> None:
    assert verdicts("fair") == {**dict.fromkeys(RULES, "pass"), "bits": "not-applicable"}
    assert verdicts("gives_fair_bytes", "numbers", "bits") == {"numbers": "not-applicable", "bits": "pass"}


@pytest.mark.parametrize(("engine", "rules", "fails", "words"), VICES, ids=[vice for vice, *_ in VICES])
def test_a_vice_fails_its_own_requirement_of_chance(
    engine: str, rules: tuple[str, ...], fails: dict[str, str], words: str
) -> None:
    assert verdicts(engine, *rules) == {**dict.fromkeys(rules, "pass"), **fails}
    for rule in fails:
        assert words in outcomes(engine, *rules)[rule].findings[0].actual


@pytest.mark.parametrize(
    ("engine", "name"),
    [
        ("swaps_naively", "a naive swap shuffle"),
        ("shuffles_as_sattolo", "Sattolo's shuffle"),
        ("lets_the_ace_stick_on_top", "put on top"),
        ("deals_the_same_deck_for_ever", "the same decks come again"),
    ],
)
def test_a_known_bad_shuffle_is_named(engine: str, name: str) -> None:
    rules = next(rules for vice, rules, _, _ in VICES if vice == engine)
    outcome = outcomes(engine, *rules)["shuffles"]
    assert outcome.shows is not None
    assert name in outcome.shows["looks_like"]
    assert outcome.findings[0].looks_like == f"looks like {outcome.shows['looks_like']}"


def test_what_only_chance_made_look_biased_does_not_fail_and_both_runs_are_told() -> None:
    data = chapter("is_unlucky_at_first", "shuffles")
    assert verdicts("is_unlucky_at_first", "shuffles") == {"shuffles": "pass"}
    doubtful = [test for test in data["tests"] if test["confirmed"]]
    assert {test["id"] for test in doubtful} == {"shuffle.top", "shuffle.worst-cell"}
    for test in doubtful:
        assert CERTAIN < test["first"]["p"] < data["level"]["alpha"] / len(data["tests"]) < test["p"]
    assert (data["drawn"], data["redrawn"]) == (LUCK_TURNS, LARGER * LUCK_TURNS)


def test_the_same_look_at_an_engine_that_is_biased_fails_by_its_fresh_decks() -> None:
    data = chapter("is_a_little_biased", "shuffles")
    doubtful, before = (
        {test["id"]: test["first"] for test in chapter(engine, "shuffles")["tests"] if test["confirmed"]}
        for engine in ("is_a_little_biased", "is_unlucky_at_first")
    )
    assert doubtful == before
    assert shown(data) == {"shuffle.top", "shuffle.worst-cell"}
    assert data["redrawn"] == LARGER * LUCK_TURNS


def test_fresh_decks_are_drawn_once_and_only_where_something_is_in_doubt() -> None:
    """One that is rejected beyond doubt is not asked again, and neither is one that is not rejected."""
    assert judged("is_unlucky_at_first", "shuffles")[1]["shuffle"] == (1 + LARGER) * LUCK_TURNS
    assert judged("deals_the_same_deck_for_ever", "pack", "shuffles")[1]["shuffle"] == 1_000 + LUCK_TURNS
    assert judged("takes_remainders", "pack", "numbers")[1]["rng"] == SMALL.numbers
    assert judged("fair")[1] == Counter({"shuffle": 1_000 + LUCK_TURNS, "rng": SMALL.numbers, "rounds.play": 1_000})
    certain = outcomes("takes_remainders", "pack", "numbers")["numbers"].shows
    assert certain is not None
    assert certain["redrawn"] == 0
    assert all(test["p"] < CERTAIN for test in certain["tests"] if test["outcome"] == "bias shown")


def test_each_outcome_carries_its_chapter_and_the_same_seed_gives_the_same_one() -> None:
    found = outcomes("fair")
    assert {name for name in found if found[name].shows is not None} == {"shuffles", "numbers", "rounds"}
    names = {name: (data["name"], data["registered"]) for name in found if (data := found[name].shows) is not None}
    assert names == {
        "shuffles": ("shuffles", LUCK_TURNS),
        "numbers": ("random numbers", SMALL.numbers),
        "rounds": ("rounds", 1_000),
    }
    (again,) = judge_engine(order_of("fair", "numbers"))["batteries"]
    assert again == chapter("fair", "numbers")
    assert again["digest"] != chapter("takes_remainders", "numbers")["digest"]


def test_the_summary_of_a_certification_carries_the_chapters_and_the_rule() -> None:
    told = run(order_of("takes_remainders", "pack", "numbers"))["chance"]
    assert told["batteries"] == [outcomes("takes_remainders", "pack", "numbers")["numbers"].shows]
    assert f"{SMALL.numbers:,} numbers" in told["rule"][0]
    assert "chance" not in run(order_of("fair", "pack"))


def test_an_engine_that_stops_has_no_chapter() -> None:
    assert outcomes("refuses_after_a_while", "pack", "shuffles")["shuffles"].shows is None


@pytest.mark.parametrize(
    ("engine", "lacks"),
    [
        ("has_no_shuffle", ("pack", "shuffles")),
        ("has_no_numbers", ("numbers", "bits")),
        ("plays_no_rounds", ("rounds",)),
        ("has_no_chance", ()),
    ],
)
def test_what_an_engine_does_not_offer_is_never_passed(engine: str, lacks: tuple[str, ...]) -> None:
    assert set(verdicts(engine, *lacks).values()) <= {"not-applicable", "blocked"}
    assert run(order_of(engine, *lacks))["exit_code"] == 2


def test_what_a_profile_asks_for_and_the_engine_lacks_is_blocked() -> None:
    asking = replace(SMALL, asks=SMALL.asks | {"shuffle", "rng=below", "rounds_play"})
    found = verdicts("has_no_chance", profile=asking)
    assert found == dict.fromkeys(RULES, "blocked")


def test_profile_ci_asks_nothing_of_chance() -> None:
    assert take_seat(order_of("fair", profile=PROFILES["ci"])).plans == ()
    assert len(take_seat(order_of("fair", profile=PROFILES["lab"])).plans) == len(RULES)


@pytest.mark.parametrize(
    ("engine", "rules", "code"),
    [
        ("fair", ("pack", "numbers"), 0),
        ("loses_a_card", ("pack",), 1),
        ("counts_from_one", ("numbers",), 1),
        ("breaks_after_a_while", ("pack", "shuffles"), 1),
        ("has_no_chance", (), 2),
    ],
)
def test_a_certification_ends_with_the_code_of_its_verdict(engine: str, rules: tuple[str, ...], code: int) -> None:
    summary = run(order_of(engine, *rules))
    assert summary["exit_code"] == code
    assert summary["partial"]


def test_where_too_few_decks_are_registered_for_a_test_nothing_is_decided() -> None:
    summary = run(order_of("fair", "shuffles", profile=replace(SMALL, shuffles=300)))
    (entry,) = summary["requirements"]
    assert (entry["verdict"], summary["exit_code"]) == ("inconclusive", 2)
    assert "300 were drawn; too few for" in entry["reason"]


def test_an_engine_alone_is_judged_by_nothing_but_chance() -> None:
    data = judge_engine(order_of("plays_no_rounds"))
    assert (data["verdict"], data["exit_code"]) == ("pass", 0)
    assert [battery["name"] for battery in data["batteries"]] == ["shuffles", "random numbers"]
    assert any("rounds of the engine's own dealing" in note and "not-applicable" in note for note in data["notes"])
    assert "drawn afresh once" in " ".join(data["rule"])


@pytest.mark.parametrize(
    ("engine", "verdict", "code"),
    [("loses_a_card_and_plays_no_rounds", "fail", 1), ("has_no_chance", "blocked", 2)],
)
def test_an_engine_alone_that_fails_or_offers_nothing_does_not_pass(engine: str, verdict: str, code: int) -> None:
    data = judge_engine(order_of(engine))
    assert (data["verdict"], data["exit_code"]) == (verdict, code)


def test_the_level_of_a_jurisdiction_is_that_of_each_requirement() -> None:
    order = replace(order_of("fair", "numbers"), level=Level(0.05, True, "a rule of 95 %"))
    (shows,) = judge_engine(order)["batteries"]
    assert shows["level"] == {"alpha": pytest.approx(0.05 / KINDS), "together": True, "source": "a rule of 95 %"}


def test_a_level_that_asks_none_of_the_tests_of_numbers_does_not_pass_them() -> None:
    order = replace(order_of("fair", "numbers"), level=Level(0.01, False, "four tests", ("positions", "order")))
    data = judge_engine(order)
    assert data["batteries"] == []
    assert data["exit_code"] == 2
