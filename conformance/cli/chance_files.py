"""What `fairfelt chance` is given besides an engine: files, declarations, and a watch that goes on."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fairfelt.conformance.chance.declared import Declaration
    from fairfelt.conformance.chance.files import Judgeable
    from fairfelt.rulesets.choose import Rules
    from fairfelt.stats.decision.rule import Level
    from fairfelt.stats.shuffles.packs import Pack


@dataclass(frozen=True)
class Given:
    """What to judge: `scan` asks to search seeds behind the decks."""

    files: "tuple[Judgeable, ...]" = ()
    declaration: "Declaration | None" = None
    scan: bool = False

    def __bool__(self) -> bool:
        return bool(self.files or self.declaration)


def chosen_pack(packs: int, jokers: int, order: str | None) -> "Pack":
    """Make the pack that decks are of, in the order that --order says."""
    from fairfelt.stats.shuffles.packs import in_order, standard_pack

    pack = standard_pack(packs, jokers)
    if order is None:
        return pack
    joined = "".join(order.split())
    try:
        return in_order(pack, [joined[at : at + 2] for at in range(0, len(joined), 2)])
    except ValueError as error:
        raise click.UsageError(f"--order: {error}; write all its cards, as in AsKs...") from None


def number_file(path: Path, below: int | None, size: int) -> "Judgeable":
    """Name a file of numbers with their bound."""
    from fairfelt.conformance.chance.files import NumberFile

    if below is None:
        raise click.UsageError("--numbers needs --below: the bound that the numbers lie under, as in --below 52")
    return NumberFile(path, below, size)


def round_file(path: Path, mapping: Path | None, rules: "Rules | None", size: int) -> "Judgeable":
    """Name a log of rounds with the rules that they were played by."""
    from fairfelt.conformance.chance.files import RoundFile

    if rules is None:
        raise click.UsageError("--rounds needs --game: the rules that the rounds were played by")
    return RoundFile(path, rules, size, mapping)


def declaration(
    method: str | None, bits: int | None, below: int | None, state_bits: int | None, packs: int, jokers: int
) -> "Declaration | None":
    """Put together what the vendor declares, if anything."""
    from fairfelt.conformance.chance.declared import Declaration

    if method is None and state_bits is None:
        return None
    if method is not None and bits is None:
        raise click.UsageError("--scaling needs --source-bits: how many random bits are scaled, as in --source-bits 32")
    return Declaration(method, bits or 0, below or 52, state_bits, packs, jokers)


def judge_given(given: Given, level: "Level", game: str | None, command: str, quiet: bool) -> dict[str, Any]:
    """Judge what was given; what can't be judged at all is an error of usage."""
    from fairfelt.conformance.chance.declared import DeclarationError, first_decks, search_seeds
    from fairfelt.conformance.chance.files import DeckFile, FileError
    from fairfelt.conformance.chance.summary import chance_summary

    start = time.perf_counter()
    parts: list[tuple[Any, dict[str, Any]]] = []
    try:
        with _bytes_read([file.path for file in given.files], quiet) as tell:
            for file in given.files:
                judgement, data = file.judge(level, 1 / len(given.files), tell)
                parts.append((judgement.verdict, data))
        if given.declaration:
            parts.append(given.declaration.judge())
        decks = [file for file in given.files if isinstance(file, DeckFile)] if given.scan else []
        for file in decks:
            with shares_done("searching seeds", quiet) as advance:
                first = first_decks(file.path, file.pack)
                parts.append(search_seeds(first, file.pack, file.order is not None, advance))
    except (FileError, DeclarationError) as error:
        raise click.ClickException(str(error)) from None
    source = ", ".join(str(file.path) for file in given.files) or "what the vendor declares"
    seconds = time.perf_counter() - start
    return chance_summary(
        source, game, level, [data for _, data in parts], [verdict for verdict, _ in parts], False, command, seconds
    )


def watch_decks(path: Path, state: Path, pack: "Pack", level: "Level") -> tuple[str, bool]:
    """Add the decks of a file to a watch that is kept in a file; give a line to tell, and whether the alarm rings."""
    from fairfelt.conformance.chance.files import FileError
    from fairfelt.stats.live import decks as live
    from fairfelt.stats.live.eprocess import WatchError
    from fairfelt.stats.live.watch import line
    from fairfelt.stats.shuffles.count import count_shuffles
    from fairfelt.stats.shuffles.reading import DecksError, file_decks

    try:
        watch = live.watch_decks(len(pack.kinds), len(pack.cards), level.alpha)
        if state.exists():
            watch = live.from_data(json.loads(state.read_text("utf-8")))
        for block in file_decks(path, pack):
            if block.findings:
                raise FileError(block.findings[0])
            watch = live.update(watch, count_shuffles(block.decks, pack))
    except (ValueError, RecursionError, WatchError) as error:
        raise click.ClickException(f"{state}: {error}") from None
    except (DecksError, FileError) as error:
        raise click.ClickException(str(error)) from None
    beside = state.with_name(f"{state.name}.part")
    beside.write_text(json.dumps(live.to_data(watch)) + "\n", "utf-8")
    beside.replace(state)
    return str(line(watch)), watch.alarm.rung_at is not None


@contextmanager
def shares_done(what: str, quiet: bool) -> Iterator[Callable[[float], None]]:
    """Show a bar on a terminal, told the share that is done."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda share: bar.update(task, completed=share)


@contextmanager
def _bytes_read(paths: list[Path], quiet: bool) -> Iterator[Callable[[int], None]]:
    total = sum(path.stat().st_size for path in paths if path.is_file())
    done = [0]
    with shares_done("counting", quiet or not total) as advance:

        def tell(more: int) -> None:
            done[0] += more
            advance(min(1.0, done[0] / max(1, total)))

        yield tell
