"""Card by position: fair shuffles pass at the rate that the null distribution says, biased ones show."""

from random import Random

import pytest

from fairfelt.rulesets.cards import full_deck
from fairfelt.stats.shuffles import position_test

Decks = list[list[str]]


def fair(count: int, seed: int, packs: int = 1) -> Decks:
    rng, decks = Random(seed), []
    for _ in range(count):
        deck = list(full_deck(packs))
        rng.shuffle(deck)
        decks.append(deck)
    return decks


def swapped_with_any(count: int, seed: int) -> Decks:
    """Swap each card with any other: the naive shuffle."""
    rng, decks = Random(seed), []
    for _ in range(count):
        deck = list(full_deck())
        for at in range(len(deck)):
            other = rng.randrange(len(deck))
            deck[at], deck[other] = deck[other], deck[at]
        decks.append(deck)
    return decks


def test_degrees_of_freedom_are_51_squared_for_one_pack_of_52() -> None:
    assert position_test(fair(50, 1)).degrees == 2601


def test_fair_shuffles_are_unlikely_as_often_as_they_should_be() -> None:
    p_values = [position_test(fair(200, seed)).p for seed in range(200)]
    assert 2 <= sum(p < 0.05 for p in p_values) <= 22
    assert 70 <= sum(p < 0.5 for p in p_values) <= 130


@pytest.mark.parametrize("packs", [2, 6])
def test_a_shoe_of_several_packs_is_tested_by_kinds_of_cards(packs: int) -> None:
    result = position_test(fair(300, 7, packs))
    assert result.degrees == 51 * (52 * packs - 1)
    assert 0.001 < result.p < 0.999


def test_the_naive_shuffle_is_beyond_doubt_after_20_000_decks() -> None:
    assert position_test(swapped_with_any(20_000, 3)).p < 1e-9


def test_a_deck_that_never_moves_is_named_by_card_and_position() -> None:
    result = position_test([list(full_deck())] * 100)
    assert result.p == 0.0
    assert full_deck()[result.worst_position - 1] == result.worst_card


def test_decks_too_even_to_be_true_show_at_the_other_end() -> None:
    deck = list(full_deck())
    rotated = [deck[at:] + deck[:at] for at in range(52)] * 20
    assert position_test(rotated).p > 1 - 1e-9


def test_decks_of_different_size_are_refused() -> None:
    with pytest.raises(ValueError, match="one size"):
        position_test([list(full_deck()), list(full_deck())[:-1]])
