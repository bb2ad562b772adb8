"""How often a shuffle brings each card to each place, computed and not simulated, to name a defect by its table.

Every function gives a matrix of float64, size x size: the chance that the card that lay at the row's place ends at the
column's. Under a single swap at random a card's place is a Markov chain, so that shuffles by swaps are products.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import comb

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Weights = NDArray[np.float64]


def by_swaps(size: int, swaps: Iterable[tuple[int, Weights]]) -> Matrix:
    """Follow a card through swaps of one place with another, the other drawn with the given chances."""
    matrix = np.eye(size)
    for at, weights in swaps:
        here, away = matrix[:, [at]], matrix @ weights
        matrix = matrix * (1 - weights) + here * weights
        matrix[:, at] = away
    return matrix


def spread(size: int, low: int, high: int) -> Weights:
    """Give each place from low to high the same chance."""
    weights = np.zeros(size)
    weights[low : high + 1] = 1 / (high + 1 - low)
    return weights


def naive(size: int, short: int) -> Matrix:
    """Swap each card in turn with any other, the last `short` places never being drawn."""
    return by_swaps(size, ((at, spread(size, 0, size - 1 - short)) for at in range(size)))


def downward(size: int, untouched: int = 0, stop: int = 1, lowest: int = 0, reach: int = 0) -> Matrix:
    """Shuffle as Fisher and Yates do, with the wrong ends of the loop of the same name; by default none is wrong."""
    places = range(size - 1 - untouched, stop - 1, -1)
    return by_swaps(size, ((at, spread(size, lowest, min(at + reach, size - 1))) for at in places))


def rounded(size: int) -> Matrix:
    """Draw the first and the last place half as often as those between."""

    def weights(at: int) -> Weights:
        inner = np.zeros(size)
        inner[: at + 1] = 1 / at
        inner[[0, at]] = 0.5 / at
        return inner

    return by_swaps(size, ((at, weights(at)) for at in range(size - 1, 0, -1)))


def few_bits(size: int, bits: int, scaled: bool) -> Matrix:
    """Count which place each word of a few bits draws."""
    words = np.arange(2**bits)

    def weights(at: int) -> Weights:
        drawn = (words * (at + 1)) >> bits if scaled else words % (at + 1)
        counts: Weights = np.bincount(drawn, minlength=size).astype(np.float64)
        return counts / 2.0**bits

    return by_swaps(size, ((at, weights(at)) for at in range(size - 1, 0, -1)))


def transpositions(size: int, times: int) -> Matrix:
    """Mix what stays and what is spread evenly: a swap of two random places leaves 1 - 2 / size of any deviation."""
    stays = (1 - 2 / size) ** times
    return stays * np.eye(size) + (1 - stays) / size


def riffles(size: int, times: int) -> Matrix:
    """Count the riffles of Gilbert, Shannon and Reeds that bring a card from one place to another.

    There are 2**size as likely ways to cut and to merge. A card of the left half that goes from place i to place j has
    i of the j cards before it from its own half, and whatever after it; one of the right half is its mirror image.
    """
    last = size - 1
    ways = [
        [comb(to, at) * 2 ** (last - to) + comb(last - to, last - at) * 2**to for to in range(size)]
        for at in range(size)
    ]
    one = np.array(ways, np.float64) / 2.0**size
    return np.asarray(np.linalg.matrix_power(one, times), np.float64)


def overhands(size: int, times: int, chance: float) -> Matrix:
    """Add up the packets that a card can lie in.

    It ends behind all that lay after its packet, and behind what its packet holds above it. How far a packet goes
    on either side of the card is geometric and ends with the pack.
    """
    one = np.zeros((size, size))
    for at in range(size):
        below = size - 1 - at
        above_chances, below_chances = _reach(at, chance), _reach(below, chance)
        for above in range(at + 1):
            for under in range(below + 1):
                one[at, below - under + above] += above_chances[above] * below_chances[under]
    return np.asarray(np.linalg.matrix_power(one, times), np.float64)


def _reach(most: int, chance: float) -> Weights:
    chances = chance * (1 - chance) ** np.arange(most + 1.0)
    chances[most] = (1 - chance) ** most
    return chances


def stuck_top(size: int, chance: float) -> Matrix:
    """Mix an even table with one whose last card is on top and whose others are spread over the other places."""
    stuck = np.zeros((size, size))
    stuck[:-1, 1:] = 1 / (size - 1)
    stuck[-1, 0] = 1
    return chance * stuck + (1 - chance) / size


def unshuffled(size: int, chance: float) -> Matrix:
    """Mix an even table with one in which each card stays."""
    return chance * np.eye(size) + (1 - chance) / size


EXACT: Mapping[str, Callable[[int], Matrix]] = {
    "naive-swap": partial(naive, short=0),
    "planet-poker": partial(naive, short=1),
    "sattolo": partial(downward, reach=-1),
    "stops-one-early": partial(downward, stop=2),
    "leaves-last-card": partial(downward, untouched=1),
    "leaves-first-card": partial(downward, lowest=1),
    "reaches-too-far": partial(downward, reach=1),
    "rounded-places": rounded,
    **{f"transpositions-{times}": partial(transpositions, times=times) for times in (52, 100, 150, 200)},
    **{f"modulo-{bits}": partial(few_bits, bits=bits, scaled=False) for bits in (8, 9, 10, 11, 12, 16)},
    **{f"scaled-{bits}": partial(few_bits, bits=bits, scaled=True) for bits in (8, 16)},
    **{f"riffle-{times}": partial(riffles, times=times) for times in range(4, 11)},
    **{f"overhand-{times}": partial(overhands, times=times, chance=1 / 6) for times in (10, 50)},
    **{f"stuck-top-{chance}": partial(stuck_top, chance=chance) for chance in (0.1, 1)},
    **{f"unshuffled-{chance}": partial(unshuffled, chance=chance) for chance in (0.1, 0.01, 0.001)},
}
"""By the id of the shuffler: from the size of a pack to the matrix."""
