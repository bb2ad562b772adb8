"""Short ways to load, damage and play rulesets, for the tests of the rules."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from fairfelt.conformance.scenario import Scenario, action_wagers, seat_of
from fairfelt.rulesets.cards import parse_cards
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.document import parse_document, read_document
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.loader import HOME, compile_document, list_games, validated
from fairfelt.rulesets.model import RankingFile
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.play import act, awaiting, open_round
from fairfelt.rulesets.ranking_file import compile_ranking
from fairfelt.rulesets.rankings import Ranking
from fairfelt.rulesets.round import Cards, Round
from fairfelt.rulesets.rules import Ruleset
from fairfelt.rulesets.seating import Seat
from fairfelt.rulesets.settle import Settled

GAMES = list_games()
TINY = Path(__file__).parent / "tiny"


def shipped_text(game: str) -> str:
    return (HOME / "games" / f"{game}.yaml").read_text(encoding="utf-8")


def tiny_text(game: str) -> str:
    return (TINY / f"{game}.yaml").read_text(encoding="utf-8")


def load_text(text: str, folder: Path | None = None) -> Ruleset:
    """Load a game from its text; `folder` is where its own sources and rankings stand."""
    return compile_document(parse_document(text, "game.yaml"), folder)


def edited(text: str, old: str, new: str) -> str:
    """Make one edit, and insist that there is exactly one place for it."""
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)


def line_of(text: str, snippet: str) -> int:
    """Number the line on which a snippet begins, from 1."""
    assert text.count(snippet) == 1, f"{snippet!r} stands {text.count(snippet)} times"
    return text[: text.index(snippet)].count("\n") + 1


def assert_refused(error: RulesetError, line: int, *words: str) -> None:
    """Check that one message says where, what and how to mend."""
    where = re.fullmatch(r"[\w.-]+\.yaml:(\d+):(\d+)", error.where)
    assert where, error
    assert int(where[1]) == line, error
    assert error.what, error
    assert error.mend, error
    for word in words:
        assert word in str(error), error


def places(cards: Mapping[str, str]) -> Cards:
    """Say what each place is to get, cards written as `As Kd`."""
    return Cards(places={place: parse_cards(text) for place, text in cards.items()})


def play_on(state: Round, *actions: str) -> Round:
    """Take these actions one after the other, each with the least that it may place."""
    for action in actions:
        asked = awaiting(state)
        assert asked is not None, f"nobody is asked, so nobody can {action}"
        least = {
            wager: low for entry in asked.legal if entry.action == action for wager, (low, _, _) in entry.wagers.items()
        }
        state = act(state, asked.seat, action, least)
    return state


def play_planned(rules: Rules, planned: Scenario) -> Round:
    """Play a scenario by the rules, to its end; every choice planned for the watched seat must be asked for."""
    seats = tuple(map(seat_of, planned.seats))
    state = open_round(rules, seats, Cards(deck=planned.deck), {}, planned.bank)
    plans = {plan.number: plan for plan in planned.seats}
    left = set(plans[planned.watched].choices)
    while asked := awaiting(state):
        plan, question = plans[asked.seat], asked.question.id
        wagers = action_wagers(rules, question, plan.choices[question], state.placed[asked.seat, ""], plan.multiple)
        state = act(state, asked.seat, plan.choices[question], wagers, plan.cards.get(question, ()))
        left -= {question} if asked.seat == planned.watched else set()
    assert not left, f"never asked: {left}"
    return state


def settle_one(rules: Rules, stakes: Mapping[str, int], cards: Mapping[str, str], *actions: str) -> dict[str, Settled]:
    """Play a round of one seat to its end, and give its settlement by wager."""
    state = play_on(open_round(rules, (Seat(1, stakes),), places(cards), {}), *actions)
    return {settled.wager: settled for settled in settlement(state)}


def nets(rules: Rules, stakes: Mapping[str, int], cards: Mapping[str, str], *actions: str) -> dict[str, int]:
    """Play a round of one seat, and say what each wager won or lost."""
    settled = settle_one(rules, stakes, cards, *actions)
    return {wager: result.returned - result.staked for wager, result in settled.items()}


def shipped_ranking(name: str) -> Ranking:
    return read_ranking(HOME / "rankings" / f"{name}.yaml")


@cache
def read_ranking(path: Path) -> Ranking:
    return compile_ranking(validated(read_document(path), RankingFile))
