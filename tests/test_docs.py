"""The guides are tested like code: what they show loads, what they name exists, what they promise happens."""

import io
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import click
import pytest

from fairfelt.conformance.cli import cli
from fairfelt.conformance.cli.rules_check import check_file
from fairfelt.conformance.connections import EngineUnreachable, Refusal, Timeouts
from fairfelt.conformance.connections.answers import FaultKind, Result
from fairfelt.conformance.connections.serve import serve
from fairfelt.conformance.connections.wire import read_answer
from fairfelt.conformance.known import read_known
from fairfelt.conformance.plans import Bench, every_plan
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.protocol.errors import OUTCOMES, REASONS
from fairfelt.conformance.protocol.messages import Capabilities
from fairfelt.conformance.protocol.methods import METHODS, check_params, check_result
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.conformance.run import Order, requirement_ids, run
from fairfelt.conformance.scenario import house_limits
from fairfelt.conformance.verdict import EXIT_UNREACHABLE, EXIT_USAGE, ORDER, exit_code
from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.document import Document, parse_document
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.loader import compile_document, list_games, load, load_file
from fairfelt.rulesets.rules import POLICIES
from fairfelt.rulesets.schema import language_schema

HOME = Path(__file__).resolve().parents[1]
PAGES = [HOME / "README.md", *sorted((HOME / "docs").glob("*.md"))]
ENGINE_GUIDE, GAME_GUIDE = HOME / "docs" / "writing-an-engine.md", HOME / "docs" / "writing-a-game.md"
GAME = "quick-pair.yaml"


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the words after it, its text, and where it stands."""

    language: str
    words: tuple[str, ...]
    text: str
    where: str


def blocks(page: Path, *languages: str) -> list[Block]:
    found = []
    for match in re.finditer(r"^```([^\n]*)\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S):
        language, *words = match[1].split() or [""]
        line = page.read_text("utf-8")[: match.start()].count("\n") + 1
        found.append(Block(language, tuple(words), match[2], f"{page.name}:{line}"))
    return [block for block in found if block.language in languages]


def every_block(*languages: str) -> list[Any]:
    return [pytest.param(block, id=block.where) for page in PAGES for block in blocks(page, *languages)]


def prose(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)


def table_rows(page: Path, heading: str) -> list[list[str]]:
    """Give the cells of the table whose first head cell reads so."""
    lines = page.read_text("utf-8").splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def code_words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of the game guide, written out as the guide names its files."""
    folder = tmp_path_factory.mktemp("my-games")
    for block in blocks(GAME_GUIDE, "yaml"):
        if len(block.words) == 1:
            path = folder / block.words[0]
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text, "utf-8")
    return folder


# The example game


def test_the_example_game_loads(written: Path) -> None:
    assert load_file(written / GAME).game == "quick-pair"


def test_rules_check_finds_nothing_in_the_example_game(written: Path) -> None:
    assert check_file(written / GAME).problems == ()


def test_the_reference_engine_conforms_to_the_example_game(written: Path) -> None:
    rules = choose(load_file(written / GAME))
    summary = run(Order("reference", rules, replace(PROFILES["ci"], deals=2, draws=2)))
    wrong = {entry["id"]: entry["reason"] for entry in summary["requirements"] if entry["verdict"] != "pass"}
    assert (summary["verdict"], wrong) == ("pass", {})


@pytest.mark.parametrize("block", every_block("yaml"))
def test_every_yaml_block_loads(block: Block, written: Path, tmp_path: Path) -> None:
    match block.words:
        case (name,) if name.endswith(".yaml"):
            assert (written / name).read_text("utf-8") == block.text
        case ("over", base):
            folder, beside = written, parse_document((written / base).read_text("utf-8"), base)
            overlay = parse_document(block.text, block.where)
            compile_document(
                Document(block.where, laid_over(beside.data, overlay.data), overlay.positions), folder
            )
        case ("known-failures",):
            (tmp_path / "known.yaml").write_text(block.text, "utf-8")
            game = block.text.partition(".")[0]
            ids = requirement_ids(choose(load(game), first_table=True), PROFILES["ci"])
            assert read_known(tmp_path / "known.yaml", ids)
        case _:
            pytest.fail(
                f"{block.where}: say after `yaml` what it is: a file, `over FILE` or `known-failures`"
            )


def laid_over(base: Any, over: Any) -> Any:
    """Lay a fragment over a file: mappings are joined, whole facts and everything else replaced."""
    if not isinstance(base, dict) or not isinstance(over, dict) or "hand" in over:
        return over
    return {**base, **{name: laid_over(base.get(name), value) for name, value in over.items()}}


DAMAGES: dict[str, tuple[str, ...]] = {
    "is no YAML": ("wagers:", "wagers: ["),
    "means something else to YAML 1.1 readers": ("pair: 8 to 1", "pair: 8:1"),
    "stands twice": ("title: Quick Pair", "title: Quick Pair\ntitle: Quick Pair"),
    "is not a whole number": ("ante: 1 to 2", "ante: 0.5"),
    "input should be": ("{high-card: [Q]}", "{high-card: [9]}"),
    "field required": ("title: Quick Pair\n", ""),
    "is not known here": ("against: dealer-hand", "against: dealers-hand"),
    "source 'quick-pear-rules' is not known": ("source: quick-pair-rules", "source: quick-pear-rules"),
    "lacks `when` or `cite`": ("play: returned, cite: no-queen", "play: returned"),
    "no row for": (
        "qualifies, showdown: lose}",
        "qualifies, showdown: lose, option.tied-play: loses}",
    ),
    "both apply when": ("{when: {decide: play, dealer: fails}", "{when: {decide: play}"),
    "can never apply": (
        "facts:\n",
        'facts:\n  own: {hand: player-hand, at-least: {pair: ["2"]}, values: [lower, pair]}\n',
        "dealer-fails: {when: {decide: play, dealer: fails}",
        "beaten: {when: {decide: play, dealer: fails, own: pair, showdown: lose}, ante: lose, cite: reveal}\n"
        "    dealer-fails: {when: {decide: play, dealer: fails}",
    ),
    "says nothing of the wager": ("ante: 1 to 2, play: returned", "ante: 1 to 2"),
    "reads cards that may never have been dealt": (
        "up: {dealer: [2]}, cite: deal}",
        "up: {dealer: [2]}, if: {option.tied-play: loses}, cite: deal}",
    ),
    "which the seat can't see yet": ("  - id: decide\n", "  - id: decide\n    if: {dealer: qualifies}\n"),
    "may not lie yet": (
        "to: [seats, dealer], up: {dealer: [2]}, cite: deal}",
        "to: [seats], cite: deal}\n  - {id: later, deal: 2, to: [dealer], if: {dealer: fails}, cite: deal}",
    ),
    "before it is known": (
        "up: {dealer: [2]}, cite: deal}",
        "up: {dealer: [2]}, if: {decide: play}, cite: deal}",
    ),
    "no row settles the wager": (
        "wagers:\n",
        "wagers:\n  extra: {needs: ante, cite: ante}\n",
    ),
    "is settled in two blocks": ("order:", "  again:\n    all: {when: {}, pairs: lose, cite: pairs}\norder:"),
    "no action places the wager": ("places: {play: {of: ante, times: [1]}}, cite", "cite"),
    "is placed before the deal": ("play: {by-action: true, cite: decide}", "play: {cite: decide}"),
    "wagers need each other in a circle": ("ante: {needed: true,", "ante: {needs: pairs,"),
    "settlement order for wager": ("wagers: [ante, play, pairs]", "wagers: [ante, play]"),
    "is used twice": ("id: reveal", "id: hands"),
    "is a decision's name already": ("  dealer: {hand", "  decide: {hand"),
    "needs names for its two answers": (", values: [fails, qualifies]", ""),
    "the bands do not rise": (
        "at-least: {high-card: [Q]}, values: [fails, qualifies]",
        "bands: {fails: {high-card: []}, low: {high-card: [Q]}, qualifies: {high-card: [J]}}",
    ),
    "are ranked differently": (
        "player-hand: {of: [seat], best: two-card}",
        "player-hand: {of: [seat], best: poker}",
    ),
    "does not lie below": ("pair-of-aces: 20 to 1, pair: 8 to 1", "pair: 8 to 1, pair-of-aces: 20 to 1"),
    "does not say what lower hands get": (", lower: lose", ""),
    "the printed table does not stand first": (
        "      20-8: {printed: true",
        "      9-9: {cite: pairs, lines: {pair: 9 to 1, lower: lose}}\n      20-8: {printed: true",
    ),
    "has no pay table": ("ante: 1 to 2", "ante: pays"),
    "asks two things at once": ("against: dealer-hand", "against: dealer-hand, at-least: {pair: [A]}"),
    "no row pays": ("pairs: pays", "pairs: lose"),
    "no pay table fits": (
        "{printed: true, cite: pairs",
        "{printed: true, only: {tied-play: loses}, cite: pairs",
    ),
    "can leave a part of a unit": ("rounding: {direction: down, cite: odd-units}\n", ""),
    "which alone decides whether and how much": (
        "play: {by-action: true,",
        "play: {by-action: true, equals: ante,",
    ),
    "do not rise in equal steps": ("times: [1]", "times: [1, 2, 4]"),
    "a full table of": ("deal: 2", "deal: 9"),
    "is a fee, and no row settles it": (
        "play: {by-action: true, cite: decide}",
        "play: {by-action: true, fee: true, cite: decide}",
    ),
    "takes more cards than": ("fold: {cite: decide}", "fold: {gives-up: 3, draws: 3, cite: decide}"),
    "arranges the cards and changes them at once": (
        "fold: {cite: decide}",
        "fold: {draws: 1, arranges: {one: 2}, cite: decide}",
    ),
    "is no exchange of one card for another": (
        "up: {dealer: [2]}, cite: deal}",
        "up: {dealer: [2]}, instead-of: dealer-hand, as: later, cite: deal}",
    ),
    "says what gives way or what the place is then called": (
        "up: {dealer: [2]}, cite: deal}",
        "up: {dealer: [2]}, as: later, cite: deal}",
    ),
    "does not rank the four suits": (
        "dealer-hand: {of: [dealer], best: two-card}",
        "dealer-hand: {of: [dealer], best: two-card, suits: [s, h]}",
    ),
    "is no result": ("ante: 1 to 2", "ante: half"),
}


@pytest.mark.parametrize("message", DAMAGES)
def test_a_damaged_example_is_refused_in_the_words_of_the_guide(message: str, written: Path) -> None:
    text, edits = (written / GAME).read_text("utf-8"), DAMAGES[message]
    for sound, damaged in zip(edits[::2], edits[1::2], strict=True):
        assert sound in text
        text = text.replace(sound, damaged, 1)
    with pytest.raises(RulesetError) as refused:
        compile_document(parse_document(text, GAME), written)
    assert message in refused.value.what
    assert refused.value.where.startswith(f"{GAME}:")


def test_the_guide_lists_every_refusal_that_is_tried() -> None:
    listed = [row[0].strip("` ") for row in table_rows(GAME_GUIDE, "the message says")]
    assert sorted(listed) == sorted(message.strip("` ") for message in DAMAGES)


def test_the_game_guide_names_every_policy_of_a_bank_with_its_readings() -> None:
    rows = {code_words(row[0])[0]: code_words(row[2]) for row in table_rows(GAME_GUIDE, "policy")}
    assert {name: set(words) for name, words in rows.items()} == {
        name: set(readings) for name, readings in POLICIES.items()
    }


def test_the_game_guide_has_every_word_of_the_language() -> None:
    words = {
        word
        for part in language_schema()["$defs"].values()
        for word in part.get("properties", {})
        if part["title"] not in ("SourceFile", "RankingFile")
    }
    text = GAME_GUIDE.read_text("utf-8")
    assert {word for word in words if not re.search(rf"\b{re.escape(word)}\b", text)} == set()


def test_the_read_me_names_every_game() -> None:
    assert {word for row in table_rows(HOME / "README.md", "game") for word in code_words(row[0])} == set(list_games())


# Messages


@pytest.mark.parametrize("block", every_block("json"))
def test_every_json_block_is_a_message_of_the_protocol(block: Block) -> None:
    assert len(block.words) == 2, f"{block.where}: say after `json` what it is, such as `round.act result`"
    method, side = block.words
    message = json.loads(block.text)
    assert side in ("params", "result")
    assert (check_params(method, message) if side == "params" else check_result(method, message)) is None


def transcript(page: Path) -> list[tuple[str, str]]:
    lines = [line for block in blocks(page, "transcript") for line in block.text.splitlines()]
    assert all(line[:2] == ("> ", "< ")[at % 2] for at, line in enumerate(lines))
    return [(ask[2:], answer[2:]) for ask, answer in zip(lines[::2], lines[1::2], strict=True)]


def test_the_transcript_keeps_the_protocol_in_both_directions() -> None:
    for ask, answer in transcript(ENGINE_GUIDE):
        request = json.loads(ask)
        assert check_params(request["method"], request["params"]) is None
        read = read_answer(answer.encode(), request["id"])
        if isinstance(read, Result):
            assert check_result(request["method"], read.value) is None
        else:
            assert isinstance(read, Refusal)
            assert read.reason in REASONS


def test_the_transcript_is_what_the_reference_engine_answers() -> None:
    talk = transcript(ENGINE_GUIDE)
    out = io.BytesIO()
    serve(ReferenceEngine, io.BytesIO("".join(ask + "\n" for ask, _ in talk).encode()), out)
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    shown = [json.loads(answer) for _, answer in talk]
    assert told[1:] == shown[1:]  # the first tells the version and all games, which change
    assert told[0]["result"].keys() == shown[0]["result"].keys()


# What the engine guide lists


def test_the_engine_guide_names_every_method() -> None:
    assert sorted(code_words(row[0])[0] for row in table_rows(ENGINE_GUIDE, "method")) == sorted(METHODS)


def test_the_engine_guide_names_every_capability() -> None:
    named = [name for row in table_rows(ENGINE_GUIDE, "capability") for name in code_words(row[0])]
    assert sorted(named) == sorted(Capabilities.model_fields)


def test_the_engine_guide_says_which_capabilities_nothing_judges() -> None:
    judged = set()
    for game in list_games():
        rules = choose(load(game), first_table=True)
        bench = Bench(rules, house_limits(rules), PROFILES["certificate"], seats=rules.ruleset.most_players)
        judged |= {
            name.partition("=")[0]
            for plan in every_plan(bench)
            for need in plan.requirement.needs
            for name in need.split("|")
        }
    sentence = re.search(r"no requirement judges\s(.*?) yet", prose(ENGINE_GUIDE), re.S)
    assert sentence is not None
    assert set(code_words(sentence[1])) == set(Capabilities.model_fields) - judged


def test_the_engine_guide_says_what_each_profile_asks_for() -> None:
    asked: set[str] = set()
    for name, (_, wants, _) in zip(PROFILES, table_rows(ENGINE_GUIDE, "profile"), strict=True):
        asked |= set(code_words(wants))
        assert asked == {one for need in PROFILES[name].asks for one in need.split("|")}


def test_the_engine_guide_names_every_reason_outcome_and_fault() -> None:
    reasons = [word for row in table_rows(ENGINE_GUIDE, "`data.reason`") for word in code_words(row[0])]
    outcomes = [row[2].strip("`") for row in table_rows(ENGINE_GUIDE, "a stake of 10 that")]
    faults = [row[0].strip("`") for row in table_rows(ENGINE_GUIDE, "fault")]
    assert sorted(reasons) == sorted(REASONS)
    assert sorted(outcomes) == sorted(OUTCOMES)
    assert sorted(faults) == sorted(get_args(FaultKind))


def test_the_engine_guide_gives_the_verdicts_in_order_with_their_exit_codes() -> None:
    rows = table_rows(ENGINE_GUIDE, "verdict")
    assert [row[0].strip("`") for row in rows] == list(ORDER)
    assert all(row[2] in ("", str(exit_code(name))) for row, name in zip(rows, ORDER, strict=True))
    text = prose(ENGINE_GUIDE)
    assert f"{EXIT_USAGE} for wrong usage" in text
    assert f"{EXIT_UNREACHABLE} for an engine" in text


def test_the_engine_guide_gives_the_time_limits() -> None:
    limits = Timeouts()
    text = " ".join(prose(ENGINE_GUIDE).split())
    assert f"`hello` may take {limits.hello:g} s, a step {limits.step:g} s" in text
    assert f"{limits.bulk:g} s." in text


# Commands, files and links


def commands(page: Path, program: str) -> list[str]:
    """Find the command lines of a program in a page: in shell blocks, and in code between the words."""
    spans = re.findall(r"`([^`]+)`", prose(page))
    lines = [line for block in blocks(page, "sh", "console", "yaml") for line in joined(block.text)]
    pieces = [piece for text in (*spans, *lines) for piece in split_pipe(text.removeprefix("$ "))]
    return [" ".join(piece.split()) for piece in pieces if re.match(rf"(\S*/)?{program}(\s|$)", piece)]


def joined(text: str) -> list[str]:
    return [line.strip().removeprefix("- run: ") for line in text.replace("\\\n", " ").splitlines()]


def split_pipe(line: str) -> Iterator[str]:
    for piece in re.split(r"\s(?:\||&&|;|>)\s", line):
        yield piece.strip()


def every_command(program: str) -> list[Any]:
    found = [(page, line) for page in PAGES for line in dict.fromkeys(commands(page, program))]
    return [pytest.param(line, id=f"{page.name}: {line}") for page, line in found]


def problem_with(line: str) -> str | None:
    """Say what the command line does not know, without running anything."""
    command: click.Command = cli
    words = shlex.split(line, comments=True)[1:]
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        if words[0] not in command.commands:
            return f"there is no command {words[0]}"
        command = command.commands[words.pop(0)]
    context = click.Context(command, info_name=command.name)
    try:
        given, rest, _ = command.make_parser(context).parse_args(list(words))
        for parameter in command.params:
            value = given.get(parameter.name or "")
            if isinstance(parameter.type, click.Choice) and isinstance(value, str):
                parameter.type.convert(value, parameter, context)
    except click.ClickException as error:
        return error.format_message()
    return f"{' '.join(rest)} is too much" if rest else None


@pytest.mark.parametrize("line", every_command("fairfelt"))
def test_every_fairfelt_command_exists_with_its_options(line: str) -> None:
    assert problem_with(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "fairfelt certfy reference",
        "fairfelt certify reference --gane x",
        "fairfelt certify a b",
        "fairfelt certify a --profile big",
    ],
)
def test_a_command_that_does_not_exist_is_noticed(line: str) -> None:
    assert problem_with(line) is not None


@pytest.mark.parametrize("line", every_command("pytest"))
def test_every_pytest_option_is_known(line: str, pytestconfig: pytest.Config) -> None:
    for option in re.findall(r"(--[a-z-]+)", line):
        if option != "--pyargs":
            assert pytestconfig.getoption(option, default="unknown") != "unknown"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_relative_links_lead_somewhere(page: Path) -> None:
    for text, target in re.findall(r"\[([^\]]*)\]\(([^)\s]+)\)", prose(page)):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        goal = (page.parent / name).resolve() if name else page
        assert goal.exists(), f"[{text}]({target})"
        if anchor:
            assert anchor in anchors(goal), f"[{text}]({target})"


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", prose(page), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_folders_and_files_that_are_named_exist(page: Path) -> None:
    rooms = ("rulesets/", "stats/", "conformance/", "reports/", "tests/", "docs/")
    for path in re.findall(r"`([\w./-]+)`", prose(page)):
        if path.startswith(rooms):
            assert (HOME / path).exists(), path


def test_an_engine_that_is_not_there_is_told_as_the_guide_says() -> None:
    rules = choose(load(list_games()[0]), first_table=True)
    with pytest.raises(EngineUnreachable, match="write `python:MODULE:NAME`, `cmd:COMMAND`"):
        run(Order("nobody", rules, PROFILES["ci"]))
