"""The Mersenne Twister: its state read from 624 outputs, and the outputs of many seeds.

Matsumoto and Nishimura, Mersenne Twister (1998), with the authors' initialisation of 2002.
"""

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint32]
Numbers = NDArray[np.uint64]
SIZE, MIDDLE = 624, 397


def untempered(outputs: Words) -> Words:
    """Turn outputs back into words of the state."""
    words = outputs ^ (outputs >> np.uint32(18))
    words ^= (words << np.uint32(15)) & np.uint32(0xEFC60000)
    mended: Words = words
    for _ in range(4):
        mended = words ^ ((mended << np.uint32(7)) & np.uint32(0x9D2C5680))
    mended ^= (mended >> np.uint32(11)) ^ (mended >> np.uint32(22))
    return mended


def twisted(word: Words, following: Words, middle: Words) -> Words:
    """Give the word 624 places after `word`, from it, the next one, and that 397 places after it."""
    joined = (word & np.uint32(0x80000000)) | (following & np.uint32(0x7FFFFFFF))
    odd: Words = (joined & np.uint32(1)) * np.uint32(0x9908B0DF)
    return odd ^ middle ^ (joined >> np.uint32(1))


def foretold(outputs: Words) -> NDArray[np.bool_]:
    """Say of every output after the 624th whether the 624 before it foretell it."""
    words = untempered(outputs.astype(np.uint32))
    rest = len(words) - SIZE
    found: NDArray[np.bool_] = (
        twisted(words[:rest], words[1 : rest + 1], words[MIDDLE : MIDDLE + rest]) == words[SIZE:]
    )
    return found


def outputs(seeds: Numbers, count: int) -> Numbers:
    """Give the first outputs for many seeds, of which the low 32 bits count: a row a seed."""
    from fairfelt.stats.generators.twister_kernel import outputs_of_words

    return outputs_of_words(seeds.astype(np.uint32), count)


def python_outputs(seeds: Numbers, count: int) -> Numbers:
    """Give the first outputs for many seeds as Python's `random.Random` takes them, below 2**64."""
    from fairfelt.stats.generators.twister_kernel import outputs_of_keys

    few = seeds >> np.uint64(32) == 0
    rows = np.empty((len(seeds), count), np.uint64)
    for chosen, parts in ((few, 1), (~few, 2)):
        if chosen.any():
            halves = [(seeds[chosen] >> np.uint64(32 * part)).astype(np.uint32) for part in range(parts)]
            rows[chosen] = outputs_of_keys(np.stack(halves, axis=1), count)
    return rows


def in_pairs(words: Numbers, first: int, second: int) -> Numbers:
    """Join two 32-bit outputs to 53 bits, after dropping so many low bits of each."""
    return (words[:, ::2] >> np.uint64(first) << np.uint64(32 - second)) | (words[:, 1::2] >> np.uint64(second))
