"""Read numbers from a file, a chunk at a time, however long it is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.numbers.counting import Sums, chunk_sums
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.judging import measures, unanswered
from fairfelt.stats.numbers.plan import CHUNK, Plan
from fairfelt.stats.streams.sums import merge

Numbers = NDArray[np.uint64]
WORDS: Mapping[str, np.dtype[Any]] = {".bin32": np.dtype("<u4"), ".bin64": np.dtype("<u8")}
"""Files of little-endian words, by the end of their names; all other files are text."""
BLOCK = 1 << 20
SEPARATORS = bytes.maketrans(b",;\t\r\n", b"     ")
ALLOWED = b"0123456789,; \t\r\n"
LARGEST_DIGITS = 20


@dataclass(frozen=True)
class Sample:
    """What a file's numbers tell. `unused` is how many were left over at its end, too few for another chunk."""

    plan: Plan
    sums: Sums
    numbers: int
    unused: int
    measures: tuple[Measure, ...]
    unanswered: tuple[tuple[str, str], ...]
    """Tests for which too few numbers came: id and reason."""


def read_numbers(path: Path, below: int, chunk: int = CHUNK) -> Iterator[Numbers]:
    """Read whole numbers from 0 up to, and without, `below`, in arrays of `chunk` numbers; the last may be shorter.

    A file named `.bin32` or `.bin64` holds little-endian words of so many bits. Any other is text: decimal numbers, one
    a line or several with blanks, commas or semicolons between them, and a line break at the end. Raise NumbersError,
    which names the file and the line or word, for anything else.
    """
    Plan(below, chunk)
    held: list[Numbers] = []
    count = 0
    blocks = _words(path, below) if path.suffix in WORDS else _decimals(path, below)
    try:
        for block in blocks:
            held.append(block)
            count += len(block)
            if count >= chunk:
                joined = np.concatenate(held)
                whole = count // chunk * chunk
                yield from joined[:whole].reshape(-1, chunk)
                held, count = [joined[whole:]], count - whole
    except OSError as error:
        raise NumbersError(f"{path} can't be read: {error.strerror}; give a file of numbers") from error
    if count:
        yield np.concatenate(held)


def judge_file(path: Path, below: int, chunk: int = CHUNK) -> Sample:
    """Count and judge the numbers of a file. A file shorter than a chunk is one chunk.

    Raise NumbersError as `read_numbers` does, for a file without numbers, and where they are too few for any test.
    """
    sums: Sums = {}
    plan, numbers, unused = Plan(below, chunk), 0, 0
    for part in read_numbers(path, below, chunk):
        if numbers == 0 and len(part) < chunk:
            plan = Plan(below, len(part))
        if len(part) < plan.chunk:
            unused = len(part)
            continue
        sums = merge(sums, chunk_sums(part, plan))
        numbers += len(part)
    if not numbers:
        raise NumbersError(f"{path} holds no numbers; give a file with at least some hundred")
    try:
        told = tuple(measures(sums, plan))
    except NumbersError as error:
        raise NumbersError(f"{path}: {error}") from error
    return Sample(plan, sums, numbers, unused, told, unanswered(sums, plan))


def _words(path: Path, below: int) -> Iterator[Numbers]:
    kind, read = WORDS[path.suffix], 0
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            if len(block) % kind.itemsize:
                where = f"{path} stops in the middle of word {read + len(block) // kind.itemsize + 1}"
                raise NumbersError(f"{where}; write whole words of {kind.itemsize} bytes, or name the file otherwise")
            found = np.frombuffer(block, kind).astype(np.uint64)
            if (wrong := _outside(found, below)) is not None:
                raise NumbersError(_too_large(f"{path}, word {read + wrong + 1}", str(found[wrong]), below))
            read += len(found)
            yield found


def _decimals(path: Path, below: int) -> Iterator[Numbers]:
    rest, line = b"", 1
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            whole, cut, after = (rest + block).rpartition(b"\n")
            if not cut and len(after) > BLOCK:
                # A line without an end is taken apart between two numbers.
                at = max(after.rfind(separator) for separator in (b" ", b",", b";", b"\t"))
                if at < 0:
                    raise NumbersError(f"{path}, line {line}: no number is so long; put blanks or line breaks between")
                whole, cut, after = after[:at], after[at : at + 1], after[at + 1 :]
            rest = after
            if cut:
                yield _parsed(whole + cut, path, line, below)
                line += whole.count(b"\n") + (cut == b"\n")
    if rest.strip():
        number = rest.translate(SEPARATORS).split()[-1:]
        told = f" at {_shown(number[0])}" if number else ""
        raise NumbersError(
            f"{path}, line {line}: the file stops in the middle of a line{told}, whose number may be cut; "
            "write the rest, or end the last line with a line break"
        )


def _parsed(text: bytes, path: Path, line: int, below: int) -> Numbers:
    words = text.translate(SEPARATORS).split()
    if not text.translate(None, ALLOWED) and (not words or len(max(words, key=len)) < LARGEST_DIGITS):
        found = np.array(words, dtype=np.bytes_).astype(np.uint64) if words else np.zeros(0, np.uint64)
        if _outside(found, below) is None:
            return found
    one_by_one = []
    for at, row in enumerate(text.split(b"\n")):
        where = f"{path}, line {line + at}"
        one_by_one += [_number(word, where, below) for word in row.translate(SEPARATORS).split()]
    return np.array(one_by_one, np.uint64)


def _number(word: bytes, where: str, below: int) -> int:
    digits = word.removeprefix(b"-")
    if not digits.isdigit():
        raise NumbersError(f"{where}: {_shown(word)} is no whole number; write decimal digits, as in 17")
    if len(digits) > LARGEST_DIGITS or int(word) < 0 or int(word) >= below:
        raise NumbersError(_too_large(where, _shown(word), below))
    return int(word)


def _outside(numbers: Numbers, below: int) -> int | None:
    """Give the place of the first number that is too large."""
    if len(numbers) == 0 or int(numbers.max()) < below:
        return None
    return int((numbers >= np.uint64(below)).argmax())


def _too_large(where: str, number: str, below: int) -> str:
    return f"{where}: {number} is not from 0 up to {below - 1}; correct it, or give another `below`"


def _shown(word: bytes) -> str:
    text = word.decode("utf-8", "replace")
    return repr(text if len(text) <= 24 else text[:24] + "…")
