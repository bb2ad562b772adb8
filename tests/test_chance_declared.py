"""What a vendor declares is held against arithmetic: the bias of scaling, and the orders that a state can reach."""

from fractions import Fraction
from math import factorial
from typing import Any

import pytest

from fairfelt.conformance.chance.declared import Declaration, DeclarationError
from fairfelt.stats.numbers.declared import judge_declared
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.scaling import LIMIT, Method, scaling


def off_by(bits: int, below: int) -> Fraction:
    """Compute by how much of its fair chance the likeliest remainder is off: in whole numbers, without the module."""
    words = 1 << bits
    likeliest = -(-words // below)
    unlikeliest = words // below
    fair = Fraction(words, below)
    return max(likeliest / fair - 1, 1 - unlikeliest / fair)


def judged(method: Method | None, bits: int = 32, below: int = 52, state: int | None = None, packs: int = 1) -> Any:
    return judge_declared(method, bits, below, state, packs)


# Scaling


@pytest.mark.parametrize(("bits", "verdict"), [(8, "fail"), (16, "fail"), (24, "fail"), (31, "pass"), (32, "pass")])
def test_remainders_of_so_many_bits_are_within_one_in_fifty_million_or_not(bits: int, verdict: str) -> None:
    found, data = judged("modulo", bits)
    assert (found, data["verdict"]) == (verdict, verdict)
    assert (off_by(bits, 52) <= Fraction(1, 50_000_000)) == (verdict == "pass")
    told = data["notes"][0] if verdict == "pass" else data["findings"][0]
    off = f"1 in {float(1 / off_by(bits, 52)):,.0f}" if bits > 8 else f"{float(off_by(8, 52)):.1%}"
    assert told.startswith(f"{bits} bits to 52 outcomes by modulo: the likeliest outcome is off by {off} of its")


def test_the_fewest_bits_that_pass_are_those_that_arithmetic_says() -> None:
    fewest = next(bits for bits in range(6, 64) if off_by(bits, 52) <= LIMIT)
    assert judged("modulo", fewest)[0] == "pass"
    assert judged("modulo", fewest - 1)[0] == "fail"


@pytest.mark.parametrize("bits", [6, 8, 16, 32, 53])
def test_rejection_has_no_bias_whatever_the_bits(bits: int) -> None:
    verdict, data = judged("rejection", bits)
    assert (verdict, data["findings"]) == ("pass", [])
    assert data["notes"] == [
        f"{bits} bits to 52 outcomes by rejection: the likeliest outcome is off by nothing of its fair chance, "
        "within 1 in 50,000,000."
    ]


def test_a_power_of_two_is_no_bias_and_one_outcome_less_is() -> None:
    assert judged("modulo", 8, 64)[0] == "pass"
    assert judged("modulo", 8, 63)[0] == "fail"


def test_a_float_is_judged_by_the_bits_that_it_holds() -> None:
    """Rounding makes the bias larger than a fraction of so many bits has by itself."""
    assert judged("float32", 32)[0] == "fail"
    assert judged("float64", 64)[0] == "pass"


def test_what_it_takes_to_see_the_bias_is_told() -> None:
    _, data = judged("modulo", 8)
    assert any("takes 22,8" in note for note in data["notes"])
    _, data = judged("modulo", 32)
    assert any("more numbers than anyone will draw" in note for note in data["notes"])


def test_the_bias_of_a_whole_shuffle_is_told_beside_that_of_a_number() -> None:
    """A shuffle adds up the biases of all its numbers, so it is off by more."""
    _, data = judged("modulo", 32)
    assert "A whole shuffle of 52 cards, drawn so, is off by at most 1 in 5,956,958." in data["notes"]
    assert scaling("modulo", 32, 52).relative < Fraction(1, 60_000_000)


# States


@pytest.mark.parametrize(("state", "verdict"), [(64, "fail"), (225, "fail"), (226, "pass"), (256, "pass")])
def test_a_state_reaches_every_order_of_a_pack_or_it_does_not(state: int, verdict: str) -> None:
    found, data = judged(None, state=state)
    assert found == verdict
    assert (1 << state >= factorial(52)) == (verdict == "pass")
    told = (data["notes"] if verdict == "pass" else data["findings"])[0]
    assert "225.58 bits" in told


@pytest.mark.parametrize(("packs", "least"), [(1, 226), (2, 500), (6, 1647), (8, 2230)])
def test_a_shoe_takes_a_larger_state(packs: int, least: int) -> None:
    orders = factorial(52 * packs) // factorial(packs) ** 52
    assert (orders - 1).bit_length() == least
    assert judged(None, state=least, packs=packs)[0] == "pass"
    assert judged(None, state=least - 1, packs=packs)[0] == "fail"


def test_nothing_of_a_state_is_said_where_none_is_declared() -> None:
    assert "orders" not in str(judged("rejection")[1])
    assert judged("rejection", state=64)[0] == "fail"


@pytest.mark.parametrize(("method", "state", "facts"), [("rejection", 256, 2), (None, 256, 1), ("rejection", None, 1)])
def test_what_is_declared_is_counted(method: Method | None, state: int | None, facts: int) -> None:
    _, data = judged(method, state=state)
    assert (data["drawn"], data["unit"], data["statistics"]) == (facts, "declared facts", False)
    assert data["says"] == "what is declared holds"


# What can't be computed


@pytest.mark.parametrize(
    ("method", "bits", "below", "state", "packs", "told"),
    [
        ("modulo", 0, 52, None, 1, "a source of 0 bits"),
        ("modulo", -8, 52, None, 1, "a source of -8 bits"),
        ("modulo", 32, 0, None, 1, "nothing to scale"),
        ("modulo", 32, -52, None, 1, "nothing to scale"),
        ("modulo", 32, 1, None, 1, "nothing to scale"),
        ("magic", 32, 52, None, 1, "no way of scaling is called 'magic'"),
        (None, 0, 52, -1, 1, "a state of -1 bits doesn't exist"),
        (None, 0, 52, 64, 0, "0 packs"),
        (None, 0, 52, 64, -8, "-8 packs"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(
    method: Any, bits: int, below: int, state: int | None, packs: int, told: str
) -> None:
    with pytest.raises(NumbersError, match=told):
        judge_declared(method, bits, below, state, packs)
    with pytest.raises(DeclarationError, match=told):
        Declaration(method, bits, below, state, packs).judge()


def test_a_declaration_that_makes_sense_is_judged_the_same() -> None:
    assert Declaration("modulo", 32, 52, 64, 8).judge() == judge_declared("modulo", 32, 52, 64, 8)


def test_jokers_are_counted_over_the_whole_shoe() -> None:
    """Two jokers in all in a shoe of two packs: 106 cards, of which 52 come twice and the jokers are alike."""
    orders = factorial(106) // factorial(2) ** 53
    assert Declaration(None, 0, 52, (orders - 1).bit_length(), 2, 0).judge()[0] == "pass"
    enough = (orders - 1).bit_length()
    assert Declaration(None, 0, 52, enough, 2, 2).judge()[0] == "pass"
    assert Declaration(None, 0, 52, enough - 1, 2, 2).judge()[0] == "fail"
    with pytest.raises(DeclarationError, match="-2 jokers"):
        Declaration(None, 0, 52, enough, 2, -2).judge()


def test_a_bias_that_is_large_is_told_in_per_cent() -> None:
    findings, notes = judged("modulo", 8)[1]["findings"], judged("modulo", 8)[1]["notes"]
    assert "off by 18.8% of its fair chance, more than 1 in 50,000,000" in findings[0]
    assert "%" in notes[0]
    assert "1 in 0" not in notes[0]
