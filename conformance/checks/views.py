"""A seat sees its own cards and what lies face up, and nothing else before its time."""

from collections.abc import Iterator

from fairfelt.conformance.connections.answers import Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace
from fairfelt.rulesets.cards import HIDDEN
from fairfelt.rulesets.round import Round
from fairfelt.rulesets.round import views as views_by_rules

HIDDEN_RULE, OPEN_RULE = "view.hidden", "view.open"


def views(trace: Trace) -> Iterator[Finding]:
    """Compare the views while decisions are open; what is shown after settling is the house's affair."""
    for moment in trace.moments:
        answer, state = moment.exchange.answer, moment.agreed
        if not isinstance(answer, Result) or state is None or state.settled or answer.value["phase"] != "decision":
            continue  # that the round should be over is found by itself
        told = answer.value.get("views")
        if told is None:
            continue
        for viewer, places in views_by_rules(state).items():
            seen = told.get(viewer)
            if seen is None:
                yield Finding(OPEN_RULE, "view", f"a view for {viewer}", "no view")
                continue
            for place, cards in places.items():
                if place in ("burn", "discard"):
                    continue
                yield from _compare(viewer, place, cards, tuple(seen.get(place, ())), _gone(state, place))


def _gone(state: Round, place: str) -> set[str]:
    """Give the cards that were given up or replaced at a place: they need not be shown any more."""
    replaced = {dealt.replaces for dealt in state.dealt if dealt.to == place and dealt.replaces}
    return {card for card in replaced if card is not None}


def _compare(
    viewer: str, place: str, allowed: tuple[str, ...], seen: tuple[str, ...], gone: set[str]
) -> Iterator[Finding]:
    visible = {card for card in allowed if card != HIDDEN}
    leaked = [card for card in seen if card != HIDDEN and card not in visible]
    if leaked:
        yield Finding(
            HIDDEN_RULE,
            "view",
            f"{viewer} sees {_cards(allowed)} at {place}",
            f"{viewer} sees {_cards(seen)}",
        )
    missing = visible - set(seen) - gone
    if missing:
        yield Finding(
            OPEN_RULE, "view", f"{viewer} sees {_cards(allowed)} at {place}", f"{viewer} sees {_cards(seen)}"
        )


def _cards(cards: tuple[str, ...]) -> str:
    return " ".join(cards) or "no card"
