"""What a sample resolves: figures that follow from arithmetic, and samples of just that size that do what they say."""

import re
from math import ceil, exp, log

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.stats.decision.resolves import ALONE, NEVER, TWO_COME, Resolved, resolves

LEVEL, KEPT = 2e-4, 1 << 20
LISTED = resolves(0, LEVEL, KEPT)


def of(words: str, found: tuple[Resolved, ...] = LISTED) -> Resolved:
    """Take the one defect whose name has these words, and no further digit behind them."""
    (one,) = [each for each in found if re.search(rf"{re.escape(words)}(?![,\d])", each.defect)]
    return one


@pytest.mark.parametrize(
    ("words", "decks"),
    [
        ("by 8 random bits", 22_900),
        ("by 16 random bits", 500_000_000),
        ("20 % too likely", 85_500),
        ("10 % too likely", 342_000),
        ("5 % too likely", 1_370_000),
        ("2 % too likely", 8_550_000),
        ("on top in one deck of 10", 132),
    ],
)
def test_the_decks_that_show_a_defect_to_one_test_alone(words: str, decks: int) -> None:
    assert of(words).alone == pytest.approx(decks, rel=0.01)
    assert of(words).needs > 1.2 * decks


@pytest.mark.parametrize("every", [100, 1_000, 10_000])
def test_decks_left_unshuffled_come_twice_with_the_power_that_is_promised(every: int) -> None:
    """One may come by chance in a large sample; two in one order are the same deck twice."""

    def missed(decks: int) -> float:
        left = 1 / every
        return float((1 - left) ** decks + decks * left * (1 - left) ** (decks - 1))

    found = of(f"of {every:,} left unshuffled")
    assert found.needs == found.alone == ceil(TWO_COME * every)
    assert missed(found.needs) < 0.01 < missed(int(found.needs * 0.99))


@pytest.mark.parametrize(
    ("words", "states"), [("16 bits", 2**16), ("the milliseconds of a day", 86_400_000), ("32 bits", 2**32)]
)
def test_decks_of_few_seeds_come_again_with_the_power_that_is_promised(words: str, states: int) -> None:
    decks = of(f"seeds from {words}").needs
    missed = float(np.exp(np.log1p(-np.arange(decks) / states).sum()))
    assert missed == pytest.approx(0.01, rel=0.02)
    assert decks == ceil((2 * states * log(100)) ** 0.5)


def test_where_not_all_decks_are_remembered_it_takes_more_of_them() -> None:
    """A deck is compared with those that are kept: the pairs that are looked at are those, and no others."""
    states = 2**48
    some, all_ = (of("seeds from 48 bits", resolves(0, LEVEL, kept)).needs for kept in (KEPT, 1 << 40))
    assert all_ == ceil((2 * states * log(100)) ** 0.5)
    assert some > 10 * all_
    assert exp(-some * KEPT / 2 / states) == pytest.approx(0.01, rel=0.001)


def rejected(chances: NDArray[np.float64], decks: int, samples: int = 4_000) -> float:
    """Give the share of samples whose top cards a chi-square at 99 % confidence rejects."""
    from scipy.special import chdtri

    counts = np.random.default_rng(5).multinomial(decks, chances, samples)
    square = ((counts - decks / 52) ** 2).sum(axis=1) * 52 / decks
    return float((square > chdtri(51, ALONE / 2)).mean())


def test_so_many_decks_show_the_defect_and_a_third_as_many_do_not() -> None:
    modulo = np.bincount(np.arange(256) % 52, minlength=52) / 256
    likelier = np.full(52, (1 - 1.2 / 52) / 51)
    likelier[7] = 1.2 / 52
    for chances, words in ((modulo, "by 8 random bits"), (likelier, "20 % too likely")):
        decks = of(words).alone
        assert rejected(chances, decks) == pytest.approx(0.99, abs=0.006)
        assert rejected(chances, decks // 3) < 0.8
    assert rejected(np.full(52, 1 / 52), 22_900) == pytest.approx(ALONE / 2, abs=0.006)


def test_a_card_that_sticks_on_top_ten_times_as_rarely_takes_a_hundred_times_as_many_decks() -> None:
    tenth, hundredth, thousandth = (of(f"on top in one deck of {every}").needs for every in ("10", "100", "1,000"))
    assert hundredth == pytest.approx(100 * tenth, rel=0.02)
    assert thousandth == pytest.approx(100 * hundredth, rel=0.001)


def test_a_stricter_level_takes_more_decks_of_tests_and_no_more_of_repetitions() -> None:
    strict = resolves(0, LEVEL / 100, KEPT)
    for plain, hard in zip(LISTED, strict, strict=True):
        by_chance = "seeds" in plain.defect or "unshuffled" in plain.defect
        assert (hard.needs == plain.needs) if by_chance else (hard.needs > plain.needs > plain.alone)
        assert hard.alone == plain.alone


def test_no_sample_shows_32_bits_modulo_52_nor_seeds_of_128_bits() -> None:
    never = {one.defect for one in resolves(10**14, LEVEL, KEPT) if "read the source" in one.says}
    assert any("by 32 random bits" in defect for defect in never)
    assert any("128 bits" in defect for defect in never)
    assert not any("by 24 random bits" in defect for defect in never)
    assert all(one.alone >= NEVER and not one.resolved for one in LISTED if one.defect in never)


@pytest.mark.parametrize("defect", [one.defect for one in LISTED])
def test_exactly_enough_decks_resolve_a_defect_and_one_less_does_not(defect: str) -> None:
    (enough,) = [one.needs for one in LISTED if one.defect == defect]
    exactly, short = (
        next(one for one in resolves(decks, LEVEL, KEPT) if one.defect == defect) for decks in (enough, enough - 1)
    )
    assert (exactly.resolved, short.resolved) == (True, False)
    if exactly.alone < NEVER:
        assert exactly.says.startswith("would have shown")
        assert short.says.startswith(f"takes {enough:,} decks")
    else:
        assert exactly.says == short.says == "no sample shows it: read the source"


def test_a_stronger_defect_never_takes_more_decks() -> None:
    bits = [of(f"by {each} random bits").needs for each in (8, 12, 16, 24, 32)]
    seeds = [one.needs for one in LISTED if one.defect.startswith("seeds from")]
    assert bits == sorted(bits)
    assert seeds == sorted(seeds)
    assert len(bits) + len(seeds) == 11
