"""`fairfelt requests`: the suite's side of the conversation as lines, to pipe into an engine under a debugger."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from fairfelt.conformance.cli.choices import chosen_rules, game_choices, pairs
from fairfelt.conformance.cli.rules_choices import say, tables_taken

if TYPE_CHECKING:
    from fairfelt.conformance.connections import Answer, Connection
    from fairfelt.conformance.plans import Bench, Plan


@click.command()
@game_choices
@click.option(
    "--requirement",
    "only",
    multiple=True,
    metavar="ID",
    help="Write the rounds of this requirement; the first of the game if none is named.",
)
@click.option(
    "--rounds", type=click.IntRange(min=1), metavar="N", help="Write so many rounds of each requirement at most."
)
def requests(
    game: str,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    only: tuple[str, ...],
    rounds: int | None,
) -> None:
    """Print the requests of a short session as JSON-RPC lines, to pipe into an engine.

    A session greets, configures, plays the rounds of a requirement with all that is tried in them, and says
    goodbye. Only requests go to standard output, notes go to standard error. What an engine answers does not
    change them: they are what is sent to an engine that makes no mistake. The first pay table is taken where
    none is chosen.

    \b
    Examples:
      fairfelt requests --game six-card-poker | node engine.js
      fairfelt requests --game casino-holdem --requirement settle.call.tie --rounds 1 > session.jsonl
    """
    rules = chosen_rules(game, variant, options, pay_tables, first_table=True)
    from fairfelt.conformance.cli.explain_ids import all_plans, bench_of, find_plan

    bench = bench_of(rules)
    plans = all_plans(bench)
    asked = [find_plan(rules, plans, name) for name in dict.fromkeys(only)] or [_first_with_rounds(plans)]
    for note in tables_taken(rules, pairs(pay_tables, "--pay-table", "WAGER=TABLE")):
        say(note, err=True)
    written = _Written(_reference(bench))
    count = _play(bench, asked, written, rounds)
    for line in written.lines:
        click.echo(line, nl=False)
    names = ", ".join(plan.requirement.id for plan in asked)
    say(f"{len(written.lines)} requests, {count} round{'s' if count > 1 else ''} of {names}", err=True)


def _first_with_rounds(plans: Mapping[str, "Plan"]) -> "Plan":
    """Take the first requirement that is judged by rounds."""
    return next(plan for plan in plans.values() if not plan.opening and plan.bulk is None)


@dataclass(frozen=True)
class _Written:
    """Ask an engine, and keep each request as the line that a process would get."""

    engine: "Connection"
    lines: list[bytes] = field(default_factory=list)

    def ask(self, method: str, params: Mapping[str, Any]) -> "Answer":
        from fairfelt.conformance.connections.wire import request_line

        self.lines.append(request_line(len(self.lines) + 1, method, params))
        return self.engine.ask(method, params)

    def close(self) -> None:
        self.engine.close()


def _reference(bench: "Bench") -> "Connection":
    from fairfelt.conformance.connections import connect
    from fairfelt.conformance.reference import ReferenceEngine

    ruleset = bench.rules.ruleset
    return connect("reference", reference=lambda: ReferenceEngine({ruleset.game: ruleset}))


def _play(bench: "Bench", plans: "list[Plan]", engine: _Written, most: int | None) -> int:
    from itertools import islice

    from fairfelt.conformance.cli.playing import play_trial
    from fairfelt.conformance.session import open_table

    open_table(engine, bench.rules, bench.limits)
    count = 0
    for plan in plans:
        left = most
        for trial in plan.essentials():
            wanted = tuple(islice(trial, left))
            count += sum(1 for _ in play_trial(engine, bench, plan, wanted, count + 1))
            left = None if left is None else left - len(wanted)
        if plan.bulk is not None:
            list(plan.bulk(engine))
    engine.ask("bye", {})
    return count
