"""What `fairfelt rules trace` shows: a game, a clause, a requirement or a mutant, and all that belongs to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

import click

from fairfelt.conformance.cli.explain_ids import all_plans, bench_of, find_plan, full_id
from fairfelt.conformance.plans import Bench, Plan
from fairfelt.conformance.proving.terms import Mutant
from fairfelt.conformance.tracing.trace import ClauseEntry, Entry, Tracing, of_requirements, trace
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import Clause


@dataclass(frozen=True)
class Expected:
    """A mutant and the requirements, by whole ids, of which one has to name it; the likeliest stands first.

    Where the mutant changes nothing they are those of its rule, and none can.
    """

    mutant: Mutant
    judges: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """A whole game, or one part of it. `counted` deals rounds to count them; `mutants` is empty where not asked for."""

    bench: Bench
    plans: Mapping[str, Plan]
    tracing: Tracing
    clause: str = ""
    requirement: str = ""
    mutant: str = ""
    counted: bool = False
    mutants: tuple[Expected, ...] = ()

    @property
    def rules(self) -> Rules:
        return self.bench.rules

    @property
    def narrow(self) -> bool:
        """Say whether only a part of the game is shown."""
        return bool(self.clause or self.requirement or self.mutant)

    def short(self, name: str) -> str:
        """Write an id without the game."""
        return name.removeprefix(f"{self.tracing.game}.")

    def entry(self, wanted: str) -> Entry | None:
        """Find a declared part by its whole id."""
        game = self.tracing.game
        return next((e for e in self.tracing.entries if full_id(game, e.declared.id) == wanted), None)

    def clause_entry(self) -> ClauseEntry:
        """Find the clause that is shown."""
        return next(entry for entry in self.tracing.clauses if entry.clause.id == self.clause)

    def chosen(self) -> Expected:
        """Find the mutant that is shown."""
        return next(each for each in self.mutants if each.mutant.id == self.mutant)

    def judges(self) -> tuple[str, ...]:
        """List the requirements that are shown."""
        if self.clause:
            return self.clause_entry().judged_by
        if self.requirement:
            entry = self.entry(self.requirement)
            return entry.judged_by if entry else (self.requirement,)
        return self.chosen().judges if self.mutant else tuple(self.plans)

    def named_by(self, names: Iterable[str]) -> tuple[Expected, ...]:
        """List the mutants that these requirements may name; first those of which they are likeliest to."""
        wanted = set(names)
        found = [each for each in self.mutants if not each.mutant.same and wanted & set(each.judges)]
        return tuple(sorted(found, key=lambda each: min(at for at, name in enumerate(each.judges) if name in wanted)))

    def clauses_of(self, names: Iterable[str]) -> dict[str, Clause]:
        """Gather the clauses that requirements cite."""
        return {clause.id: clause for name in names for clause in self.plans[name].requirement.clauses}


def view_of(
    rules: Rules,
    clause: str | None = None,
    requirement: str | None = None,
    mutant: str | None = None,
    counted: bool = False,
    mutants: bool = False,
) -> View:
    """Trace a game; raise UsageError for a clause, requirement or mutant that it does not have.

    To list mutants takes some seconds. They are listed where a part of the game is asked for, or `mutants` is set.
    """
    bench = bench_of(rules)
    plans = all_plans(bench)
    tracing = trace(rules, of_requirements(plan.requirement for plan in plans.values()))
    whole = _known_clause(rules, tracing, clause) if clause else ""
    named = _known_part(rules, plans, tracing, requirement) if requirement else ""
    narrow = bool(whole or named or mutant)
    found = _expected(bench, plans) if narrow or mutants else ()
    if mutant:
        _check_mutant(rules, found, mutant)
    return View(bench, plans, tracing, whole, named, mutant or "", counted or narrow, found)


def _known_clause(rules: Rules, tracing: Tracing, name: str) -> str:
    clauses = [entry.clause.id for entry in tracing.clauses]
    for wanted in (name, f"{rules.ruleset.source}/{name}"):
        if wanted in clauses:
            return wanted
    close = get_close_matches(name.rpartition("/")[2], [each.rpartition("/")[2] for each in clauses], n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"`fairfelt rules trace {rules.ruleset.game}` lists them"
    raise click.UsageError(f"{name!r} is no clause that {rules.ruleset.game} draws on; {hint}")


def _known_part(rules: Rules, plans: Mapping[str, Plan], tracing: Tracing, name: str) -> str:
    wanted = full_id(rules.ruleset.game, name)
    if any(full_id(tracing.game, entry.declared.id) == wanted for entry in tracing.entries):
        return wanted
    return find_plan(rules, dict(plans), name).requirement.id


def _check_mutant(rules: Rules, found: tuple[Expected, ...], name: str) -> None:
    known = [each.mutant.id for each in found]
    if name not in known:
        close = get_close_matches(name, known, n=1)
        game = rules.ruleset.game
        hint = f"did you mean {close[0]!r}?" if close else f"`fairfelt rules trace {game} --mutants --json` lists them"
        raise click.UsageError(f"{name!r} is no mutant of {game} under these choices; {hint}")


def _expected(bench: Bench, plans: Mapping[str, Plan]) -> tuple[Expected, ...]:
    """List the mutants of a game, each with the requirements that its patterns name."""
    from fairfelt.conformance.proving.bench import Proving
    from fairfelt.conformance.proving.catalogue import every_mutant
    from fairfelt.conformance.proving.terms import Terms

    short = len(bench.game) + 1
    held = Proving(Terms(bench.rules, bench.limits), bench, {name[short:]: plan for name, plan in plans.items()})
    return tuple(
        Expected(mutant, tuple(map(bench.id, held.matching(mutant.expects)))) for mutant in every_mutant(held.terms)
    )
