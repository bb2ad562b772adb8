"""The right seat is asked the right question with the right choices, as the rules say."""

from collections.abc import Iterator, Mapping
from typing import Any

from fairfelt.conformance.connections.answers import Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.play import Awaiting, awaiting
from fairfelt.rulesets.round import Round
from fairfelt.rulesets.rules import AskStep
from fairfelt.rulesets.ways import choices_of, seat_walks

Offered = dict[str, dict[str, tuple[int, int | None]]]


def questions(trace: Trace) -> Iterator[Finding]:
    """Compare what is awaited after each accepted step."""
    for moment in trace.moments:
        if moment.exchange.method not in ("round.start", "round.act") or not isinstance(
            moment.exchange.answer, Result
        ):
            continue
        state = moment.agreed
        if state is None:
            continue
        told, expected = moment.exchange.answer.value, awaiting(state)
        phase = told["phase"]
        too_many = surplus(state, told.get("awaiting"))
        if too_many is not None:
            wanted = "the round is settled: every decision was made" if expected is None else _wanted(expected)
            yield Finding(f"ask.{too_many}", "legal-actions", wanted, _told(told), told["awaiting"]["seat"])
        elif expected is None:
            if phase != "settled":
                yield Finding(
                    f"ask.{_last(trace)}",
                    "legal-actions",
                    "the round is settled: every decision was made",
                    _told(told),
                )
        elif phase != "decision":
            yield Finding(
                f"ask.{expected.question.id}",
                "legal-actions",
                _wanted(expected),
                f"the round is {phase}",
                expected.seat,
            )
        else:
            yield from _compare(expected, told.get("awaiting"))


def surplus(state: Round, told: Mapping[str, Any] | None) -> str | None:
    """Name the question that is put although the round has passed it: it was answered, or was not due."""
    if told is None or (told["seat"], told.get("bettor", "")) not in state.bettors:
        return None
    bettor_at = state.bettors.index((told["seat"], told.get("bettor", "")))
    places = {
        question.id: (step_at, bettor_at, question_at)
        for step_at, step in enumerate(state.rules.ruleset.steps)
        for question_at, question in enumerate(step.questions if isinstance(step, AskStep) else ())
    }
    name = told["decision"]
    return name if name in places and places[name] < state.at and name in _ever_asked(state.rules) else None


def _compare(expected: Awaiting, told: Mapping[str, Any] | None) -> Iterator[Finding]:
    rule = f"ask.{expected.question.id}"
    due = expected.seat, expected.bettor, expected.question.id
    if told is None or (told["seat"], told.get("bettor", ""), told["decision"]) != due:
        yield Finding(rule, "legal-actions", _wanted(expected), _told({"awaiting": told}), expected.seat)
        return
    offered = _offered(told)
    wanted = {entry.action: dict(entry.wagers) for entry in expected.legal}
    if set(offered) != set(wanted):
        yield Finding(
            rule, "legal-actions", f"choices {_words(wanted)}", f"choices {_words(offered)}", expected.seat
        )
        return
    for action, wagers in wanted.items():
        if {name: amounts[:2] for name, amounts in wagers.items()} != offered[action]:
            yield Finding(
                rule,
                "legal-actions",
                f"{action} places {_amounts(wagers)}",
                f"{action} places {_amounts(offered[action])}",
                expected.seat,
            )
    told_cards = {entry["action"]: entry.get("cards") for entry in told.get("legal", ())}
    for entry in expected.legal:
        wanted_cards = dict(entry.arranges) or entry.gives_up or None
        if (told_cards[entry.action] or None) != wanted_cards:
            yield Finding(
                rule,
                "legal-actions",
                f"{entry.action} takes {_cards(wanted_cards)}",
                f"{entry.action} takes {_cards(told_cards[entry.action])}",
                expected.seat,
            )


def _cards(cards: Any) -> str:
    if isinstance(cards, Mapping):
        return ", ".join(f"{count} cards at {spot}" for spot, count in cards.items())
    return f"{cards} cards" if cards else "no cards"


def _offered(told: Mapping[str, Any]) -> Offered:
    return {
        entry["action"]: {
            name: (span.get("min", 1), span.get("max")) for name, span in (entry.get("wagers") or {}).items()
        }
        for entry in told.get("legal", ())
    }


def _wanted(expected: Awaiting) -> str:
    return f"{_who(expected.seat, expected.bettor)} is asked “{expected.question.id}”"


def _told(told: Mapping[str, Any]) -> str:
    asked = told.get("awaiting")
    if not asked:
        return "nobody is asked anything"
    return f"{_who(asked['seat'], asked.get('bettor', ''))} is asked “{asked['decision']}”"


def _who(seat: int, bettor: str) -> str:
    return f"{bettor} behind seat {seat}" if bettor else f"seat {seat}"


def _words(choices: Mapping[str, Any]) -> str:
    return " or ".join(sorted(choices)) or "none"


def _amounts(wagers: Mapping[str, Any]) -> str:
    spans = (
        f"{name} {span[0]}" + (f" to {span[1]}" if span[1] != span[0] else "")
        for name, span in sorted(wagers.items())
    )
    return ", ".join(spans) or "nothing"


def _last(trace: Trace) -> str:
    """Name the last question that these options allow: one that nobody knows, put at the end, is charged to it."""
    return next(reversed(_ever_asked(trace.rules)), "round")


def _ever_asked(rules: Rules) -> list[str]:
    """List the questions that some way through the round comes to: each has a requirement of its own."""
    asked = {name for walk in seat_walks(rules) for name in choices_of(rules, walk)}
    return [question.id for question in rules.ruleset.questions if question.id in asked]
