"""`fairfelt engine reference` is an outside engine like any other."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fairfelt.rulesets.loader import HOME
from tests.cli_running import run

SERVE = [sys.executable, "-c", "from fairfelt.conformance.cli import main; main()", "engine", "reference"]
HELLO = b'{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"suite":{"name":"x","version":"1"}}}\n'
BYE = b'{"jsonrpc":"2.0","id":2,"method":"bye","params":{}}\n'


def served(*arguments: str) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    return subprocess.Popen([*SERVE, *arguments], stdin=pipe, stdout=pipe, stderr=pipe)


def test_it_offers_the_games_that_ship_and_the_game_of_a_file_and_ends_after_bye(tmp_path: Path) -> None:
    text = (HOME / "games" / "six-card-poker.yaml").read_text(encoding="utf-8")
    own = tmp_path / "own.yaml"
    own.write_text(text.replace("game: six-card-poker", "game: my-poker"), encoding="utf-8")
    out, err = served("--game", str(own)).communicate(HELLO + BYE, timeout=20)
    answers = [json.loads(line) for line in out.splitlines()]
    assert {"six-card-poker", "my-poker"} <= {entry["game"] for entry in answers[0]["result"]["games"]}
    assert answers[1]["result"] == {}
    assert err == b""


def test_a_broken_file_is_one_message_before_anything_is_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("fairfelt: 1\n\tgame: x\n", encoding="utf-8")
    ran = run(capsys, "engine", "reference", "--game", str(broken))
    assert ran.code == 10
    assert "broken.yaml:2:1" in ran.err and "mend:" in ran.err
    assert ran.out == ""


def test_ctrl_c_ends_it_quietly() -> None:
    engine = served()
    assert engine.stdin and engine.stdout
    engine.stdin.write(HELLO)
    engine.stdin.flush()
    engine.stdout.readline()
    engine.send_signal(signal.SIGINT)
    assert engine.communicate(timeout=20) == (b"", b"")
    assert engine.returncode == 0


def test_a_client_that_leaves_ends_it_quietly() -> None:
    engine = served()
    assert engine.stdin and engine.stdout and engine.stderr
    engine.stdout.close()
    engine.stdin.write(HELLO)
    engine.stdin.flush()
    assert engine.wait(timeout=20) == 0
    assert engine.stderr.read() == b""
    engine.stdin.close()
    engine.stderr.close()
