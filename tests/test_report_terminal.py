"""The terminal's summary is read in a minute: verdict, what to mend, how to see it, in words."""

import io

from rich.console import Console

from fairfelt.reports.terminal import print_summary
from tests.report_samples import EVIL, Summary, changed, sample_summary, summary_of


def printed(summary: Summary, *, width: int = 80, colour: bool = False) -> str:
    stream = io.StringIO()
    console = Console(
        file=stream, width=width, force_terminal=colour, color_system="truecolor" if colour else None
    )
    print_summary(summary, console)
    return stream.getvalue()


def test_verdict_stands_in_the_first_line() -> None:
    assert printed(sample_summary()).startswith("DOES NOT CONFORM (engine fault)\n")
    assert printed(summary_of({"settle.a": "pass"}, "pass")).startswith("CONFORMS\n")


def test_every_fault_says_requirement_expected_actual_and_command() -> None:
    text = printed(sample_summary())
    for fault in sample_summary()["faults"]:
        for told in (
            fault["title"],
            fault["first"]["requirement"],
            fault["first"]["expected"],
            fault["first"]["reproduce"],
        ):
            assert told in text
    clean = printed(summary_of({"settle.a": "pass"}, "pass"))
    assert "expected" not in clean and "reproduce" not in clean


def test_readings_that_no_regulator_confirmed_are_named() -> None:
    summary = sample_summary()
    assert "Not confirmed" not in printed(summary)
    option = {**summary["options"][0], "unconfirmed": True}
    told = printed({**summary, "options": [option, *summary["options"][1:]]})
    assert f"Not confirmed by a regulator: {option['name']}={option['reading']}" in told


def test_counts_are_words_and_colours_add_nothing() -> None:
    assert "8 failed, 2 blocked" in printed(sample_summary())
    coloured = printed(sample_summary(), colour=True)
    assert "\x1b[" in coloured and "failed" in coloured


def test_engine_cannot_paint_the_terminal() -> None:
    assert EVIL in printed(sample_summary())
    painted = printed(changed(sample_summary(), "engine", "name", to="\x1b[2J[red]x[/red]\u202e"))
    assert "\x1b" not in painted and "\u202e" not in painted and "[red]x[/red]" in painted


def test_commands_survive_a_narrow_window() -> None:
    command = sample_summary()["faults"][2]["first"]["reproduce"]
    assert command in printed(sample_summary(), width=30)


def test_what_was_not_decided_says_why() -> None:
    assert "1 blocked: The engine has no `recall`." in printed(sample_summary())
    assert "Not decided" not in printed(summary_of({"settle.a": "fail"}, "fail"))


def test_many_faults_are_cut_and_counted() -> None:
    many = changed(sample_summary(), "faults", to=sample_summary()["faults"] * 4)
    assert "… and 10 more faults" in printed(many)
    assert "more faults" not in printed(sample_summary())
