"""Shuffles that are known to be unfair, one vice each. A test of shuffles is worth what it finds among them."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from fairfelt.stats.catalogue.shuffler import Decks, Make, Shuffler, blank, by_kernel

DAY = 86_400_000
"""Milliseconds."""
MINSTD = {"multiplier": 16807, "increment": 0, "modulus": 2**31 - 1, "scaled": True}
DELPHI = {"multiplier": 134775813, "increment": 1, "modulus": 2**32, "scaled": True}
MSVC = {"multiplier": 214013, "increment": 2531011, "modulus": 2**32, "scaled": False}


def cycling(length: int, root: int, chunk: int, count: int, *, size: int = 52) -> Decks:
    """Deal the same decks round and round. They hang on the root seed alone, a chunk only begins somewhere else."""
    from fairfelt.stats.catalogue.words_kernel import xoshiro
    from fairfelt.stats.streams.xoshiro import seeded

    decks = blank(length, size)
    xoshiro(seeded(root), decks)
    begin = int(seeded(root, chunk)[0] % length)
    chosen: Decks = decks[(begin + np.arange(count)) % length]
    return chosen


def _bad(id_: str, title: str, detail: str, make: str | Make, **settings: Any) -> Shuffler:
    return Shuffler(id_, title, partial(by_kernel, make, **settings) if isinstance(make, str) else make, False, detail)


def _swaps() -> Iterator[Shuffler]:
    naive, downward = "swaps_kernel.naive", "swaps_kernel.downward"
    yield _bad(
        "naive-swap",
        "a naive swap shuffle: each card swapped with any other",
        "52^52 ways to draw can't fall evenly on 52! orders",
        naive,
        short=0,
    )
    yield _bad(
        "planet-poker",
        "a naive swap shuffle that never draws the last place",
        "published in 1999: random(51) in place of random(52)",
        naive,
        short=1,
    )
    yield _bad(
        "sattolo",
        "Sattolo's shuffle: no card may be swapped with itself",
        "always one cycle of all cards, so no card stays where it was",
        downward,
        untouched=0,
        stop=1,
        lowest=0,
        reach=-1,
    )
    yield _bad(
        "stops-one-early",
        "a correct shuffle that stops one swap early",
        "the first two places are never swapped with each other",
        downward,
        untouched=0,
        stop=2,
        lowest=0,
        reach=0,
    )
    yield _bad(
        "leaves-last-card",
        "a correct shuffle of all cards but the last",
        "the last card of the pack is always the last",
        downward,
        untouched=1,
        stop=1,
        lowest=0,
        reach=0,
    )
    yield _bad(
        "leaves-first-card",
        "places counted from one where they begin at zero",
        "the first card of the pack is always the first",
        downward,
        untouched=0,
        stop=1,
        lowest=1,
        reach=0,
    )
    yield _bad(
        "reaches-too-far",
        "a bound too large by one: a card may be swapped with the one after it",
        "places that had their turn are drawn again",
        downward,
        untouched=0,
        stop=1,
        lowest=0,
        reach=1,
    )
    yield _bad(
        "rounded-places",
        "a random fraction rounded to the nearest place, not down",
        "the first and the last place come up half as often as others",
        "swaps_kernel.rounded",
    )
    for times in (52, 100, 150, 200):
        yield _bad(
            f"transpositions-{times}",
            f"{times} swaps of two random places",
            "many cards are never touched",
            "swaps_kernel.transpositions",
            times=times,
        )


def _sorts() -> Iterator[Shuffler]:
    for name, how in {
        "binary-insertion": "binary insertion",
        "timsort": "Timsort, which looks for a run and then inserts by halving",
        "insertion": "insertion",
        "merge": "merging runs of 1, 2, 4 and so on",
        "quicksort": "quicksort by Lomuto's partition around the last card",
    }.items():
        yield _bad(
            f"comparator-{name}",
            f"a sort by a random comparator: {how}",
            "a comparator that tosses a coin makes some orders likelier than others",
            f"sorts_kernel.{name.replace('-', '_')}",
        )
    yield _bad(
        "float32-keys",
        "a sort by random keys of single precision",
        "in one deck of 12,700 two of 24 bits are equal, and such cards keep their order",
        "sorts_kernel.by_keys",
        bits=24,
    )
    yield _bad(
        "short-keys",
        "a sort by random keys of 16 bits",
        "in one deck of 50 two are equal, and such cards keep their order",
        "sorts_kernel.by_keys",
        bits=16,
    )


def _draws() -> Iterator[Shuffler]:
    for bits in (8, 9, 10, 11, 12, 16):
        yield _bad(
            f"modulo-{bits}",
            f"places drawn as remainders of {bits} random bits",
            "low places come up once more often than high ones",
            "swaps_kernel.few_bits",
            bits=bits,
            scaled=False,
        )
    for bits in (8, 16):
        yield _bad(
            f"scaled-{bits}",
            f"places drawn as fractions of {bits} random bits, times the number of places",
            "places scattered through the pack come up once more often than others",
            "swaps_kernel.few_bits",
            bits=bits,
            scaled=True,
        )


def _by_hand() -> Iterator[Shuffler]:
    for times in range(4, 11):
        yield _bad(
            f"riffle-{times}",
            f"{times} riffles of a fresh pack",
            f"no more than {2**times:,} runs of cards in their old order" if times < 6 else "the old order shows",
            "mixing_kernel.riffles",
            times=times,
        )
    for times in (10, 50):
        yield _bad(
            f"overhand-{times}",
            f"{times} overhand shuffles of a fresh pack, cut at one gap in six",
            "neighbours stay together",
            "mixing_kernel.overhands",
            times=times,
            chance=1 / 6,
        )
    yield _bad(
        "riffled-on",
        "3 riffles of the deck as the last deal left it",
        "each deck alone is fair, but it shows the order of the one before",
        "mixing_kernel.riffled_on",
        times=3,
    )


def _spoiled() -> Iterator[Shuffler]:
    for chance in (0.1, 1):
        yield _bad(
            f"stuck-top-{chance}",
            f"the pack's last card put on top {'always' if chance == 1 else f'with chance {chance}'}",
            "all else is fair",
            "spoiled_kernel.stuck_top",
            chance=float(chance),
        )
    yield _bad(
        "clumped-pair-0.1",
        "one card pulled right behind another with chance 0.1",
        "card 26 of the pack behind card 0; all else is fair",
        "spoiled_kernel.clumped_pair",
        chance=0.1,
    )
    yield _bad(
        "first-two-0.1",
        "the first two cards put in order with chance 0.1",
        "all else is fair",
        "spoiled_kernel.first_two",
        chance=0.1,
    )
    for chance in (0.1, 0.01, 0.001):
        yield _bad(
            f"unshuffled-{chance}",
            f"a pack left unshuffled with chance {chance}",
            "all else is fair",
            "spoiled_kernel.unshuffled",
            chance=chance,
        )
    yield _bad(
        "repeated-decks",
        "one deck in 1,000 is an earlier one dealt again",
        "each deck alone is fair",
        "spoiled_kernel.repeated",
        chance=0.001,
    )
    yield _bad(
        "period-1000",
        "the same 1,000 decks over and over",
        "each of them was shuffled fairly once",
        partial(cycling, 1000),
    )
    yield _bad("same-deck", "the same deck for ever", "it was shuffled fairly once", partial(cycling, 1))
    yield _bad(
        "too-even",
        "in 52 decks each card comes to each place exactly once",
        "each deck alone is fair; chance isn't so even",
        "spoiled_kernel.too_even",
    )


def _seeds() -> Iterator[Shuffler]:
    for name, title, generator in (
        ("minstd", "the minimal standard generator", MINSTD),
        ("delphi", "Delphi's generator", DELPHI),
        ("msvc", "the generator of Microsoft's C library", MSVC),
    ):
        yield _bad(
            f"reseeded-{name}",
            f"{title} seeded with the next whole number for each deck",
            "close seeds give decks that are alike",
            "seeds_kernel.reseeded",
            **generator,
        )
    for name, title, seeds in (
        ("16-bit", "16 bits", 2**16),
        ("clock", "the milliseconds since midnight", DAY),
        ("32-bit", "32 bits", 2**32),
    ):
        yield _bad(
            f"seeds-{name}",
            f"a good generator seeded for each deck by {title}",
            f"no more than {seeds:,} decks can be dealt",
            "seeds_kernel.few_seeds",
            seeds=seeds,
        )
    yield _bad(
        "planet-poker-whole",
        "a naive swap shuffle short of one place, by Delphi's generator seeded by the milliseconds since midnight",
        f"published in 1999; no more than {DAY:,} decks can be dealt",
        "seeds_kernel.clocked_naive",
        seeds=DAY,
        **DELPHI,
    )


BAD: tuple[Shuffler, ...] = (*_swaps(), *_sorts(), *_draws(), *_by_hand(), *_spoiled(), *_seeds())
