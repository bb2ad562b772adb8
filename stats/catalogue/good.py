"""Streams that nobody has caught being unfair, each with a correct shuffle behind it.

Tests are calibrated against them: what rejects these is a broken test.
"""

import os
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.catalogue.shuffler import Decks, Shuffler, blank, by_kernel

Take = Callable[[int], NDArray[np.uint32]]
"""Gives at least so many of a stream's next words."""
BLOCK = 1 << 14


class NotInstalled(Exception):
    """A stream whose library isn't there."""


def from_words(source: str, root: int, chunk: int, count: int, *, size: int = 52) -> Decks:
    """Shuffle `count` packs fairly with the words of a source. Raise NotInstalled where its library is missing."""
    from fairfelt.stats.catalogue.words_kernel import deal

    take, decks, done = SOURCES[source](root, chunk), blank(count, size), 0
    while done < count:
        wanted = decks[done : done + BLOCK]
        done += deal(take(len(wanted) * (size - 1) + size), wanted)
    return decks


def _pcg64(root: int, chunk: int) -> Take:
    generator = np.random.PCG64(np.random.SeedSequence(root, spawn_key=(chunk,)))
    return lambda count: generator.random_raw((count + 1) // 2).view(np.uint32)


def _aes(root: int, chunk: int) -> Take:
    try:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    except ImportError:
        raise NotInstalled(how_to_get("aes-ctr")) from None
    cipher = Cipher(algorithms.AES(_key(root, chunk)), modes.CTR(bytes(16))).encryptor()
    return lambda count: np.frombuffer(cipher.update(bytes(4 * count)), np.uint32)


def _chacha(root: int, chunk: int) -> Take:
    try:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
    except ImportError:
        raise NotInstalled(how_to_get("chacha20")) from None
    cipher = Cipher(algorithms.ChaCha20(_key(root, chunk), bytes(16)), None).encryptor()
    return lambda count: np.frombuffer(cipher.update(bytes(4 * count)), np.uint32)


def _system(_root: int, _chunk: int) -> Take:
    return lambda count: np.frombuffer(os.urandom(4 * count), np.uint32)


def _key(root: int, chunk: int) -> bytes:
    return np.random.SeedSequence(root, spawn_key=(chunk,)).generate_state(8, np.uint32).tobytes()


def how_to_get(*streams: str) -> str:
    """Say in a sentence what the streams of ciphers lack."""
    names, one = " and ".join(streams), len(streams) == 1
    return (
        f"the stream{'' if one else 's'} {names} need{'s' if one else ''} the library cryptography; "
        "install it with: pip install 'fairfelt[calibrate]'"
    )


SOURCES: Mapping[str, Callable[[int, int], Take]] = {
    "pcg64": _pcg64,
    "aes-ctr": _aes,
    "chacha20": _chacha,
    "system": _system,
}


def _good(id_: str, title: str, detail: str, reproducible: bool = True, needs: str = "") -> Shuffler:
    return Shuffler(id_, title, partial(from_words, id_), True, detail, reproducible, needs)


GOOD: tuple[Shuffler, ...] = (
    Shuffler(
        "xoshiro256",
        "xoshiro256**",
        partial(by_kernel, "words_kernel.xoshiro"),
        True,
        "the generator of this suite's own loops, of 256 bits of state",
    ),
    _good("pcg64", "PCG64", "NumPy's own generator, of 128 bits of state"),
    _good("aes-ctr", "AES-256 in counter mode", "a block cipher keyed by the seed", needs="cryptography"),
    _good("chacha20", "ChaCha20", "a stream cipher keyed by the seed", needs="cryptography"),
    _good("system", "the operating system's own source", "knows no seed: no two runs are alike", reproducible=False),
)
