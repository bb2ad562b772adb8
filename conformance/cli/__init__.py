"""The command line. Commands import what they need when they run, so that `--help` answers at once."""

import io
import os
import sys

import click

from fairfelt import __version__
from fairfelt.conformance.cli.audit import audit
from fairfelt.conformance.cli.certify import certify
from fairfelt.conformance.cli.chance import chance
from fairfelt.conformance.cli.engine import engine
from fairfelt.conformance.cli.explain import explain
from fairfelt.conformance.cli.mathematics import mathematics
from fairfelt.conformance.cli.prove import prove
from fairfelt.conformance.cli.requests import requests
from fairfelt.conformance.cli.rules import rules
from fairfelt.conformance.cli.smoke import smoke
from fairfelt.conformance.verdict import EXIT_SUITE_ERROR, EXIT_UNREACHABLE, EXIT_USAGE

INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="fairfelt")
def cli() -> None:
    """Certify engines of casino poker-style table games against machine-readable rules.

    \b
    Start here:
      fairfelt rules list                                 the games, their options and pay tables
      fairfelt smoke cmd:./my-engine --game six-card-poker   the first ten minutes of an engine
      fairfelt certify cmd:./my-engine --game six-card-poker --out report

    \b
    Exit codes: 0 conforms; 1 does not; 2 not decided; 10 usage or ruleset error;
    11 engine not reachable; 12 error of the suite.
    """


for command in (certify, smoke, requests, explain, rules, engine, mathematics, prove, audit, chance):
    cli.add_command(command)


def main() -> None:
    """Run the command line; every error is one message and a documented exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a sign must not hide a verdict
    try:
        code = cli.main(standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as error:
        error.show()
        sys.exit(EXIT_USAGE)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(INTERRUPTED)
    except Exception as error:
        sys.exit(_explained(error))


def _explained(error: Exception) -> int:
    from fairfelt.conformance.connections import EngineUnreachable
    from fairfelt.rulesets.choose import ChoiceError
    from fairfelt.rulesets.errors import RulesetError

    if isinstance(error, RulesetError | ChoiceError):
        click.echo(f"Error: {error}", err=True)
        return EXIT_USAGE
    if isinstance(error, EngineUnreachable):
        click.echo(f"Error: {error}", err=True)
        return EXIT_UNREACHABLE
    if isinstance(error, OSError):
        what = f"{error.strerror or error} ({error.filename or 'output'})"
        click.echo(f"Error: can't write: {what}; make room or choose another place", err=True)
        return EXIT_USAGE
    if os.environ.get("FAIRFELT_DEBUG"):
        raise error
    click.echo(
        f"Error of the suite: {type(error).__name__}: {error}\n"
        "  please report it; FAIRFELT_DEBUG=1 shows where it happened",
        err=True,
    )
    return EXIT_SUITE_ERROR
