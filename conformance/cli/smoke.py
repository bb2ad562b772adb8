"""`fairfelt smoke`: an implementer's first ten minutes, message by message, up to the first thing that is wrong."""

from typing import TYPE_CHECKING

import click

from fairfelt.conformance.cli.choices import chosen_rules, game_choices, pairs, timeout_choice, timeouts
from fairfelt.conformance.cli.rules_choices import choice_words, say, tables_taken

if TYPE_CHECKING:
    from fairfelt.conformance.cli.smoke_steps import Step

UNREACHABLE = 11


@click.command()
@click.argument("engine")
@game_choices
@click.option("--full", is_flag=True, help="Show every message whole.")
@timeout_choice
def smoke(
    engine: str,
    game: str,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    full: bool,
    timeout: float | None,
) -> int:
    """Walk ENGINE through one round of GAME, message by message, and stop at the first thing that is wrong.

    ENGINE is `reference`, `python:MODULE:NAME` or `cmd:COMMAND`. Greets, configures, plays one simple round with a
    forced deck, tries one thing that must be refused, and says goodbye. The first pay table is taken where none is
    chosen.

    \b
    Examples:
      fairfelt smoke "cmd:node engine.js" --game six-card-poker
      fairfelt smoke python:mygame:Engine --game casino-holdem --full

    \b
    Exit codes: 0 all right; 1 something is wrong; 10 usage or ruleset error; 11 engine not reachable.
    """
    rules = chosen_rules(game, variant, options, pay_tables, first_table=True)
    from fairfelt.conformance.cli.smoke_steps import walk
    from fairfelt.conformance.connections import EngineUnreachable, connect
    from fairfelt.conformance.reference import ReferenceEngine

    for note in tables_taken(rules, pairs(pay_tables, "--pay-table", "WAGER=TABLE")):
        say(note)
    try:
        connection = connect(
            engine, timeouts(timeout), reference=lambda: ReferenceEngine({rules.ruleset.game: rules.ruleset})
        )
    except EngineUnreachable as error:
        say(f"WRONG  hello: {error}")
        say("  next      start the engine by hand, send it one hello line, and look at what it prints")
        return UNREACHABLE
    count = 0
    wrong = False
    try:
        for step in walk(connection, rules, choice_words(rules, game)):
            count += 1
            wrong = wrong or not step.right
            _show(count, step, full)
    finally:
        connection.close()
    say()
    if wrong:
        say(_word("WRONG", "red") + f"  at step {count}; the rest was not tried")
        return 1
    say(
        _word("ok", "green")
        + f"  {count} steps, nothing wrong. Next: fairfelt certify {_quoted(engine)} {choice_words(rules, game)}"
    )
    return 0


def _show(number: int, step: "Step", full: bool) -> None:
    from fairfelt.conformance.cli.smoke_words import answer_text, message_text

    say()
    say(f"{number}. {step.title}: " + (_word("ok", "green") if step.right else _word("WRONG", "red")))
    say(f"  sent      {message_text(step.method, step.params, full)}")
    say(f"  answered  {answer_text(step.answer, full)}")
    for expected in step.expected:
        say(f"  expected  {expected}")
    for found in step.wrong:
        say(f"  wrong     {found}")
    for note in step.notes:
        say(f"  note      {note}")
    if not step.right:
        say(f"  next      {step.mend}")


def _word(word: str, colour: str) -> str:
    return click.style(word, fg=colour, bold=True)


def _quoted(engine: str) -> str:
    import shlex

    return shlex.quote(engine)
