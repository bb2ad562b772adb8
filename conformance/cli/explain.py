"""`fairfelt explain`: what a requirement demands, where it stands in the document, and a round that shows it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from fairfelt.conformance.cli.choices import chosen_rules, pairs
from fairfelt.conformance.cli.rules_choices import choice_words, open_points, say, shows_suits, tables_taken

if TYPE_CHECKING:
    from fairfelt.conformance.plans import Bench, Plan
    from fairfelt.rulesets.choose import Rules

FAMILIES = {
    "ask": "who is asked what, and with which choices",
    "refuse": "what is refused during and after a round, with the round left as it was",
    "limit": "the edges of the table's limits",
    "relation": "which wagers may stand beside each other",
    "deal": "which card comes when, and where",
    "view": "who may see which card, and when",
    "hands": "the best hands that the engine names",
    "settle": "what every wager is paid, row by row and line by line",
    "floor": "hands just below and just at a bar",
    "compare": "close comparisons of two hands",
    "house-way": "which of its cards a hand keeps",
    "money": "the books: ledger and stacks",
    "bank": "a player's bank: whose turn it is, what its money covers, and what it gets back",
    "backline": "bettors from behind a seat: what they may place, who decides for them, how they are paid",
    "boxes": "the boxes of one guest, light and dark",
    "session": "many rounds at one table: money, repeats, interruptions",
    "round": "whole rounds: repeated, abandoned, told again",
    "symmetry": "changes that may not change the result",
    "seats": "several seats at one table",
    "protocol": "how the table is opened",
    "live": "rounds that the engine deals by itself",
    "chance": "shuffles, random numbers and rounds, as chance has them",
}


@click.command()
@click.argument("requirement", metavar="[ID]", required=False)
@click.option(
    "--game",
    metavar="GAME",
    help="A game of `fairfelt rules list`, or a ruleset file; may be left out where the ID begins with it.",
)
@open_points
@click.option("--plain", is_flag=True, help="Write cards as `As Kh` and not with signs of suits.")
def explain(
    requirement: str | None,
    game: str | None,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    plain: bool,
) -> None:
    """Explain the requirement ID: rule, source, an example round, and how to play only this one.

    Without ID, list the ids of all requirements. The first pay table is taken where none is chosen.

    \b
    Examples:
      fairfelt explain --game six-card-poker
      fairfelt explain casino-holdem.settle.call.dealer-wins
      fairfelt explain settle.aces-up.fold-automatic/flush --game six-card-poker --variant electronic
    """
    named = game or _game_of(requirement)
    rules = chosen_rules(named, variant, options, pay_tables, first_table=True)
    from fairfelt.conformance.cli.explain_ids import all_plans, bench_of, find_plan

    for note in tables_taken(rules, pairs(pay_tables, "--pay-table", "WAGER=TABLE")):
        say(note, err=True)
    bench = bench_of(rules)
    plans = all_plans(bench)
    if requirement is None:
        lines = _listed(plans)
    else:
        plan = find_plan(rules, plans, requirement)
        lines = _told(bench, plan, named, plain or not shows_suits())
    for line in lines:
        say(line)


def _game_of(requirement: str | None) -> str:
    from difflib import get_close_matches

    from fairfelt.rulesets.loader import list_games

    games = list_games()
    if requirement is None:
        raise click.UsageError(
            f"name a requirement or a game: `fairfelt explain --game {games[0]}`; the games are {', '.join(games)}"
        )
    first = requirement.partition(".")[0]
    if first in games:
        return first
    close = get_close_matches(first, games, n=1)
    hint = f"did you mean {close[0]!r}? Else add" if close else "add"
    raise click.UsageError(
        f"{requirement!r} does not begin with the name of a game; {hint} `--game GAME`, "
        f"one of {', '.join(games)} or a ruleset file"
    )


def _listed(plans: "dict[str, Plan]") -> Iterator[str]:
    width = max(map(len, plans))
    families: dict[str, list[str]] = {}
    for name, plan in plans.items():
        lines = families.setdefault(plan.requirement.family, [])
        lines.append(f"  {name:<{width}}  {plan.requirement.title}")
    for at, (family, lines) in enumerate(families.items()):
        if at:
            yield ""
        words = FAMILIES.get(family)
        yield f"{family} — {words}" if words else family
        yield from lines


def _told(bench: "Bench", plan: "Plan", game: str, plain: bool) -> Iterator[str]:
    from fairfelt.conformance.cli.explain_round import example, round_words
    from fairfelt.conformance.cli.rules_words import clause_words

    requirement = plan.requirement
    yield requirement.id
    yield ""
    yield f"Rule    {requirement.title}"
    if requirement.family in FAMILIES:
        yield f"Family  {requirement.family}: {FAMILIES[requirement.family]}"
    yield f"Needs   {', '.join(requirement.needs)}"
    yield from _section(
        "Source",
        [clause_words(clause) for clause in requirement.clauses] or ["no single clause: it follows from the whole"],
    )
    yield from _section("By the rules", list(_row_words(bench.rules, requirement.id)))
    played = example(bench, plan)
    if played is None:
        by_others = plan.opening or plan.bulk is not None
        words = "judged by other messages than single rounds" if by_others else "no round that shows it can be dealt"
        yield from _section("Example round", [words])
    else:
        of = f", the last of {played.rounds} that are compared" if played.rounds > 1 else ""
        head = (
            f"Example round{of} ({played.trials} such are always played, and more are drawn)"
            if plan.more or plan.sessions
            else f"Example round{of} ({played.trials} such are played)"
        )
        yield from _section(head, list(round_words(bench, played, plain)))
    chosen = choice_words(bench.rules, game)
    only = f"{chosen} --requirement {requirement.id}"
    ways = [f"fairfelt certify ENGINE {only}", f"fairfelt requests {only} | ENGINE"]
    if requirement.family == "chance":
        ways = [f"fairfelt certify ENGINE --profile lab {only}", f"fairfelt chance ENGINE {chosen}"]
    yield from _section("To play only this", ways)


def _section(head: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield head
        yield from (f"  {line}" for line in lines)


def _row_words(rules: "Rules", name: str) -> Iterator[str]:
    """Tell the conditions and the pay line of a row, or what the fact means that a requirement is about."""
    from fairfelt.conformance.cli.rules_words import condition_words, fact_words, line_words, odds_words
    from fairfelt.rulesets.ways import targets

    suffix = name.removeprefix(f"{rules.ruleset.game}.")
    facts, hands = rules.ruleset.facts, rules.ruleset.hands
    target = next((found for found, _ in targets(rules) if found.id == suffix), None)
    if target is None:
        about = suffix.partition(".")[2].split("/")[0]
        if about in facts:
            yield f"{about}: {fact_words(facts[about], hands)}"
        return
    yield f"when      {condition_words(target.row.when, facts)}"
    yield from (
        f"          {fact}: {fact_words(facts[fact], hands)}" for fact in target.row.when if facts[fact].reads_cards
    )
    yield f"then      {target.wager} {_verb(odds_words(target.result), target.result.outcome)}"
    if target.line is not None:
        table = rules.pay_tables[target.wager]
        yield f"pay line  {target.line.name}: {line_words(target.line)} (table {table.id}, by {table.hand})"


def _verb(words: str, outcome: str) -> str:
    return f"is paid {words}" if outcome == "win" else words
