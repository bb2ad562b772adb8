"""`fairfelt prove`: break every rule of a game, one at a time, and see that a check names each."""

import json
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairfelt.conformance.cli.certify import show_progress
from fairfelt.conformance.cli.choices import chosen_rules, pairs
from fairfelt.conformance.cli.rules_choices import open_points, say, tables_taken
from fairfelt.conformance.verdict import exit_code

if TYPE_CHECKING:
    from fairfelt.conformance.proving.data import Choose
    from fairfelt.conformance.proving.terms import Mutant
    from fairfelt.rulesets.choose import Rules


@click.command()
@click.argument("game")
@open_points
@click.option("--quick", is_flag=True, help="Stop at the first round that shows a mutant.")
@click.option("--every-variant", is_flag=True, help="Prove each variant too, and each option changed alone.")
@click.option("--mutant", "names", multiple=True, metavar="ID", help="Only this mutant; the ids are in the JSON.")
@click.option("--json", "as_json", is_flag=True, help="Print the proof as JSON and nothing else.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Write proof.json and proof.txt there.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Changes which rounds are dealt (0).")
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
) -> int:
    """Show that the checks of GAME can fail: each of its rules is broken, and a check must name it.

    Every small wrong edit of the compiled rules is an engine that claims the game. It is killed if a requirement of
    the edited rule fails, and equivalent if it can be computed that the edit changes nothing; else it survived.
    Where a wager needs a pay table that nobody chose, the first is taken.

    \b
    Examples:
      fairfelt prove casino-holdem --quick
      fairfelt prove six-card-draw --option dealer-card=highest --json
      fairfelt prove casino-holdem --mutant settle.call.dealer-wins~pushed

    \b
    Exit codes: 0 nothing survived, and the reference engine passes all that was used; 1 otherwise;
    10 usage or ruleset error.
    """
    if every_variant and (variant is not None or options):
        raise click.UsageError("--every-variant goes through variants and options; leave --variant and --option out")
    from fairfelt.conformance.proving.data import all_runs, is_proved, run_proof

    benches = _choices(game, variant, options, pay_tables, every_variant)
    for note in tables_taken(benches[0], pairs(pay_tables, "--pay-table", "WAGER=TABLE")):
        say(note, err=True)
    runs = []
    for rules in benches:
        with show_progress(quiet=as_json) as advance:
            runs.append(run_proof(rules, quick, seed, advance, _only(names)))
        if not as_json:
            _print(runs[-1])
    data = all_runs(benches[0].ruleset.game, runs) if every_variant else runs[0]
    if as_json:
        say(json.dumps(data, indent=1, ensure_ascii=False))
    if out is not None:
        _write(out, data, runs)
    return exit_code("pass" if all(map(is_proved, runs)) else "fail")


def _choices(
    game: str, variant: str | None, options: tuple[str, ...], pay_tables: tuple[str, ...], every: bool
) -> "list[Rules]":
    """Make the choices that are to be proved; those that read alike are proved once."""
    from fairfelt.rulesets.choose import every_variant

    first = chosen_rules(game, variant, options, pay_tables, first_table=True)
    if not every:
        return [first]
    found: dict[tuple[tuple[str, str], ...], Rules] = {}
    for named, changed in every_variant(first.ruleset):
        words = tuple(f"{name}={reading}" for name, reading in changed.items())
        rules = chosen_rules(game, named, words, pay_tables, first_table=True)
        found.setdefault(tuple(sorted(rules.readings.items())), rules)
    return list(found.values())


def _only(names: tuple[str, ...]) -> "Choose":
    def chosen(mutants: "tuple[Mutant, ...]") -> "tuple[Mutant, ...]":
        known = [mutant.id for mutant in mutants]
        for name in names:
            if name not in known:
                close = get_close_matches(name, known, n=1)
                hint = f"did you mean {close[0]!r}?" if close else "`fairfelt prove GAME --quick --json` lists them"
                raise click.UsageError(f"--mutant {name!r} is no mutant of this game under these choices; {hint}")
        return tuple(mutant for mutant in mutants if not names or mutant.id in names)

    return chosen


def _print(run: dict[str, Any]) -> None:
    from rich.console import Console

    from fairfelt.reports.proof import print_proof

    print_proof(run, Console())


def _write(out: Path, data: dict[str, Any], runs: list[dict[str, Any]]) -> None:
    from rich.console import Console

    from fairfelt.reports.proof import print_proof

    if out.exists() and not out.is_dir():
        raise click.UsageError(f"--out {out} is a file; name a folder")
    out.mkdir(parents=True, exist_ok=True)
    (out / "proof.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    with (out / "proof.txt").open("w", encoding="utf-8") as file:
        for run in runs:
            print_proof(run, Console(file=file, width=110))
    say(f"proof: {out / 'proof.json'}", err=True)
