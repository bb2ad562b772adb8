"""Run a calibration, and say what it shows."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from math import ceil
from pathlib import Path
from typing import Any

from fairfelt.stats.calibration.catalogue import Entry, entries
from fairfelt.stats.calibration.samples import BINS, SMALL, TOGETHER, Sampled, sampling
from fairfelt.stats.decision.rule import Level
from fairfelt.stats.shuffles.battery import registered
from fairfelt.stats.shuffles.packs import standard_pack
from fairfelt.stats.streams.ledger import Ledger
from fairfelt.stats.streams.runner import run_chunks
from fairfelt.stats.streams.sums import Sums, digest

UNLIKELY = 1e-4
"""A false-alarm rate, or p-values, this far from what they should be are a fault of the suite."""
DOZEN = 5
"""Tests that are named as those that find a defect."""

Tell = Callable[[int, int, str], None]


def silent(done: int, of: int, what: str) -> None:
    """Tell nobody."""


def calibrate(
    samples: int,
    root: int = 0,
    *,
    level: Level | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    folder: Path | None = None,
    only: Sequence[str] = (),
    tell: Tell = silent,
) -> dict[str, Any]:
    """Judge `samples` samples of each source of the catalogue, and give the calibration as plain data.

    With a `folder`, what is done is kept there, source by source, and a run that was stopped goes on from it.
    """
    level = level or Level()
    chosen = [entry for entry in entries(samples) if not only or entry.source in only]
    work = sum(_chunks(entry) for entry in chosen)
    done, told = 0, []
    for entry in chosen:
        sampled = Sampled(entry.source, entry.decks, root, level)
        ledger = None if folder is None else Ledger(folder / entry.source, _identity(sampled))

        def progress(chunks: int, _: int, base: int = done, what: str = entry.source) -> None:
            tell(base + chunks, work, what)

        sums = run_chunks(
            sampling(sampled), _chunks(entry), workers=workers, scheduler=scheduler, ledger=ledger, progress=progress
        )
        done += _chunks(entry)
        told.append(_told(entry, sums, level))
    sound = all(entry["sound"] for entry in told)
    return {
        "format": 1,
        "level": {"alpha": level.alpha, "together": level.together},
        "root": root,
        "sources": told,
        "sound": sound,
        "digest": sha256("".join(entry["digest"] for entry in told).encode()).hexdigest(),
    }


def _chunks(entry: Entry) -> int:
    return ceil(entry.samples / TOGETHER)


def _identity(sampled: Sampled) -> Mapping[str, str | int]:
    return {
        "what": "calibration",
        "source": sampled.source,
        "decks": sampled.decks,
        "root": sampled.root,
        "level": f"{sampled.level.alpha} {sampled.level.together} {' '.join(sampled.level.asked or ())}",
        "together": TOGETHER,
    }


def _told(entry: Entry, sums: Sums, level: Level) -> dict[str, Any]:
    rejected, samples = (int(number) for number in sums["rejected"])
    titles = level.of(registered(standard_pack()))
    allowed = level.alpha if level.together else min(1.0, level.alpha * len(titles))
    tests = [_test(id_, sums, at) for at, id_ in enumerate(titles)]
    told: dict[str, Any] = {
        "source": entry.source,
        "title": entry.title,
        "fair": entry.fair,
        "decks": entry.decks,
        "samples": samples,
        "rejected": rejected,
        "digest": digest(sums),
    }
    if entry.fair:
        high, low = _binomial_tails(rejected, samples, allowed)
        uneven = [test for test in tests if test["uniform"] is not None and test["uniform"] < UNLIKELY / len(tests)]
        return told | {
            "false_alarms": rejected / samples,
            "expected": allowed,
            "tests": tests,
            "uneven": [test["id"] for test in uneven],
            "sound": high >= UNLIKELY and not uneven,
            "at_least": high,
            "at_most": low,
        }
    by = sorted(zip(titles, sums["found"].tolist(), strict=True), key=lambda pair: -pair[1])
    return told | {
        "power": rejected / samples,
        "found_by": [{"id": id_, "share": times / samples} for id_, times in by[:DOZEN] if times],
        "sound": True,
    }


def _binomial_tails(count: int, of: int, chance: float) -> tuple[float, float]:
    """Give the chances of at least and at most so many."""
    from scipy.special import bdtr, bdtrc

    return 1.0 if count == 0 else float(bdtrc(count - 1, of, chance)), float(bdtr(count, of, chance))


def _test(id_: str, sums: Sums, at: int) -> dict[str, Any]:
    """Tell how evenly the chances of one test fell, by chi-square; None for what is rare and never came."""
    bins, (*small, asked) = sums["bins"][at], sums["small"][at].tolist()
    expected = bins.sum() / BINS
    uniform = None
    if expected >= 5 and bins[-1] < bins.sum():
        from scipy.special import chdtrc

        uniform = float(chdtrc(BINS - 1, float(((bins - expected) ** 2 / expected).sum())))
    shares = {f"under_{level}": count / asked if asked else None for level, count in zip(SMALL, small, strict=True)}
    return {"id": id_, "asked": asked, "uniform": uniform, "bins": bins.tolist(), **shares}
