"""`fairfelt prove`: break every rule of a game, one at a time, and see that a check names each."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from fairfelt.conformance.cli.certify import show_progress
from fairfelt.conformance.cli.choices import chosen_rules, pairs
from fairfelt.conformance.cli.rules_choices import open_points, say, tables_taken
from fairfelt.conformance.verdict import exit_code

if TYPE_CHECKING:
    from fairfelt.conformance.proving.prove import Progress
    from fairfelt.rulesets.choose import Rules


JSON, TEXT = "proof.json", "proof.txt"


@click.command()
@click.argument("game")
@open_points
@click.option("--quick", is_flag=True, help="The default choice, to the first round that shows a mutant.")
@click.option("--every-variant", is_flag=True, help="With --quick or --mutant: each variant and option too.")
@click.option("--mutant", "names", multiple=True, metavar="ID", help="Only this mutant; the ids are in the JSON.")
@click.option("--json", "as_json", is_flag=True, help="Print the proof as JSON and nothing else.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Write proof.json and proof.txt there.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Changes which rounds are dealt (0).")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes; as many as there are cores.")
def prove(
    game: str,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    quick: bool,
    every_variant: bool,
    names: tuple[str, ...],
    as_json: bool,
    out: Path | None,
    seed: int,
    workers: int | None,
) -> int:
    """Show that the checks of GAME can fail: each of its rules is broken, and a check must name it.

    Every small wrong edit of the compiled rules is an engine that claims the game. It is killed if a requirement of
    the edited rule fails, and equivalent if it can be computed that the edit changes nothing; else it survived.

    A full proof goes through the default, each variant, and each option changed alone, and plays every dealt round.
    With --variant or --option it is of that choice. Where a wager needs a pay table that nobody chose, the first
    is taken.

    \b
    Examples:
      fairfelt prove casino-holdem --quick
      fairfelt prove casino-holdem --out proof
      fairfelt prove six-card-draw --option dealer-card=highest --json
      fairfelt prove casino-holdem --mutant settle.call.dealer-wins~pushed

    \b
    Exit codes: 0 nothing survived, and the reference engine passes all that was used; 1 otherwise;
    10 usage or ruleset error.
    """
    if every_variant and (variant is not None or options):
        raise click.UsageError("--every-variant goes through variants and options; leave --variant and --option out")
    if out is not None:
        _prepare(out)
    from fairfelt.conformance.proving.data import all_runs, is_proved

    began = monotonic()
    every = every_variant or not (quick or names or options or variant is not None)
    work = Work(game, variant, options, pay_tables, quick, seed, names)
    works = _every_choice(work) if every else [work]
    for note in tables_taken(work.rules, pairs(pay_tables, "--pay-table", "WAGER=TABLE")):
        say(note, err=True)
    _must_be_known(works, names)
    runs = list(_runs(works, workers or os.cpu_count() or 1, as_json))
    data = all_runs(runs, monotonic() - began) if every else runs[0]
    if as_json:
        say(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        _print(data)
    if out is not None:
        _write(out, data)
    return exit_code("pass" if all(map(is_proved, runs)) else "fail")


@dataclass(frozen=True)
class Work:
    """One choice that is to be proved, in words, so that it can be sent to another process."""

    game: str
    variant: str | None
    options: tuple[str, ...]
    pay_tables: tuple[str, ...]
    quick: bool
    seed: int
    names: tuple[str, ...]

    @property
    def rules(self) -> "Rules":
        return chosen_rules(self.game, self.variant, self.options, self.pay_tables, first_table=True)


def _every_choice(work: Work) -> list[Work]:
    """List the default, the variants and each option changed alone; those that read alike are proved once."""
    from fairfelt.rulesets.choose import every_variant

    found: dict[tuple[tuple[str, str], ...], Work] = {}
    for variant, changed in every_variant(work.rules.ruleset):
        words = tuple(f"{name}={reading}" for name, reading in changed.items())
        choice = replace(work, variant=variant, options=words)
        found.setdefault(tuple(sorted(choice.rules.readings.items())), choice)
    return list(found.values())


def _must_be_known(works: list[Work], names: tuple[str, ...]) -> None:
    from fairfelt.conformance.proving.data import mutants_of

    unknown, known = set(names), dict[str, None]()
    for work in works if names else ():
        known.update(dict.fromkeys(mutants_of(work.rules)))
        if unknown <= known.keys():
            return
    for name in (name for name in names if name not in known):
        close = get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else "`fairfelt rules trace GAME --mutants --json` lists them"
        raise click.UsageError(f"--mutant {name!r} is no mutant of this game under these choices; {hint}")


def _runs(works: list[Work], workers: int, as_json: bool) -> "Iterator[dict[str, Any]]":
    """Prove each choice, in as many processes as there is work for."""
    if min(workers, len(works)) == 1:
        for work in works:
            with show_progress(as_json, "proving") as advance:
                yield _proved(work, advance)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with show_progress(as_json, "proving") as advance, ProcessPoolExecutor(min(workers, len(works))) as pool:
        advance(0, len(works), f"choices, {workers} at a time")
        try:
            for at, run in enumerate(pool.map(_proved, works), 1):
                advance(at, len(works), "choices")
                yield run
        except BrokenProcessPool:
            raise click.UsageError("a worker was stopped, perhaps for want of memory; try --workers 1") from None


def _proved(work: Work, progress: "Progress | None" = None) -> "dict[str, Any]":
    from fairfelt.conformance.proving.data import run_proof
    from fairfelt.conformance.run import silent

    return run_proof(work.rules, work.quick, work.seed, progress or silent, work.names)


def _print(data: dict[str, Any]) -> None:
    from rich.console import Console

    from fairfelt.reports.proof import print_proof

    print_proof(data, Console())


def _prepare(out: Path) -> None:
    """Make the folder and open the files before a proof of minutes, and not after it."""
    if out.exists() and not out.is_dir():
        raise click.UsageError(f"--out {out} is a file; name a folder")
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name in (JSON, TEXT):
            (out / name).open("a", encoding="utf-8").close()
    except OSError as error:
        raise click.UsageError(f"--out {out} can't be written ({error.strerror}); name another folder") from None


def _write(out: Path, data: dict[str, Any]) -> None:
    from rich.console import Console

    from fairfelt.reports.proof import print_proof

    (out / JSON).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    with (out / TEXT).open("w", encoding="utf-8") as file:
        print_proof(data, Console(file=file, width=110))
    say(f"proof: {out / JSON}", err=True)
