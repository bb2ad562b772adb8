"""`fairfelt engine reference`: the reference engine as an outside engine, to try tools on and to compare with."""

import os
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from fairfelt.conformance.reference import ReferenceEngine


@click.group()
def engine() -> None:
    """Run an engine that comes with the suite."""


@engine.command()
@click.option("--game", "files", multiple=True, metavar="FILE", help="Also offer the game of this ruleset file.")
def reference(files: tuple[str, ...]) -> None:
    """Serve the reference engine on standard streams, one JSON-RPC message a line.

    It plays every game that ships with the suite, straight from the rules, and ends when its input ends, after
    `bye`, or at Ctrl-C.

    \b
    Examples:
      fairfelt certify "cmd:fairfelt engine reference" --game six-card-poker
      fairfelt requests --game six-card-poker | fairfelt engine reference
      fairfelt engine reference --game my-game.yaml
    """
    try:
        # Loaded before the first request: a ruleset that is wrong is a message here, and no puzzle for the client.
        engine = _with_games(files)
        from fairfelt.conformance.connections.serve import serve

        serve(lambda: engine, sys.stdin.buffer, sys.stdout.buffer)
    except KeyboardInterrupt:
        pass
    finally:
        _hang_up()


def _with_games(files: tuple[str, ...]) -> "ReferenceEngine":
    from fairfelt.conformance.reference import ReferenceEngine
    from fairfelt.rulesets.loader import load

    return ReferenceEngine({ruleset.game: ruleset for ruleset in map(load, files)})


def _hang_up() -> None:
    """Drop what a reader who has left will not read, so that the interpreter does not complain at its end."""
    try:
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
