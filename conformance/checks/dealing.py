"""Every card is dealt once, from the deck, to the places and in the order of the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from fairfelt.conformance.checks.questions import surplus
from fairfelt.conformance.connections.answers import Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace, observed_cards
from fairfelt.rulesets.cards import HIDDEN
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.round import Dealt
from fairfelt.rulesets.rules import DealStep
from fairfelt.rulesets.witness import can_happen


def dealing(trace: Trace) -> Iterator[Finding]:
    """Compare the cards of each State with those that the rules deal at that moment from the forced deck."""
    seen: Counter[str] = Counter()
    untold: Counter[tuple[str, str]] = Counter()
    reordered = False
    for moment in trace.moments:
        if moment.exchange.method not in ("round.start", "round.act") or not isinstance(
            moment.exchange.answer, Result
        ):
            continue
        state = moment.agreed
        if state is None or surplus(state, moment.exchange.answer.value.get("awaiting")) is not None:
            return  # a question too many is found by itself, and what comes after it is not due yet
        before = len(moment.before.dealt) if moment.before else 0
        wanted = state.dealt[before:]
        told = [(dealt["to"], dealt["card"]) for dealt in moment.exchange.answer.value.get("dealt", ())]
        for _, card in told:
            seen[card] += 1
            if card != HIDDEN and seen[card] > trace.rules.ruleset.packs:
                yield Finding(
                    "deal.once", "dealing", f"{card} is dealt once", f"{card} was dealt {seen[card]} times"
                )
        told = _without_reveals(wanted, told, untold)
        untold += _told_hidden(wanted, told)
        found = [*_places(trace.rules, wanted, told), *_replaced(wanted, moment.exchange.answer.value)]
        yield from found
        reordered |= not found and _order(wanted) != [place for place, _ in told]
    if reordered:
        yield Finding(
            "deal.order",
            "dealing",
            "cards come in the order of the rules",
            "every place got its cards, in another order",
            warning=True,
        )


def _without_reveals(
    wanted: tuple[Dealt, ...], told: list[tuple[str, str]], untold: Counter[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Leave out the cards that were dealt before, told as hidden, and are told now; they are struck off `untold`."""
    due, new = Counter((dealt.to, dealt.card) for dealt in wanted), []
    for entry in told:
        if untold[entry] and not due[entry]:
            untold[entry] -= 1
        else:
            new.append(entry)
    return new


def _told_hidden(wanted: tuple[Dealt, ...], told: list[tuple[str, str]]) -> Counter[tuple[str, str]]:
    """Give the cards that are due now at places of which some are told as hidden, and that are not told."""
    places = {place for place, card in told if card == HIDDEN}
    return Counter((dealt.to, dealt.card) for dealt in wanted if dealt.to in places) - Counter(told)


def _places(rules: Rules, wanted: tuple[Dealt, ...], told: list[tuple[str, str]]) -> Iterator[Finding]:
    for place in dict.fromkeys([*(dealt.to for dealt in wanted), *(place for place, _ in told)]):
        due = [dealt for dealt in wanted if dealt.to == place]
        got = [card for to, card in told if to == place and card != HIDDEN]
        if any(to == place and card == HIDDEN for to, card in told):
            continue  # told before the reveal as hidden, and judged when it is told
        if sorted(got) != sorted(dealt.card for dealt in due):
            early = got[: len(due)] == [dealt.card for dealt in due]
            step = due[0].step if due and not early else _last_step(rules, place)
            yield Finding(
                f"deal.{step}",
                "dealing",
                f"{place} gets {_cards([dealt.card for dealt in due])}",
                f"{place} got {_cards(got)}",
            )


def _replaced(wanted: tuple[Dealt, ...], told: Mapping[str, Any]) -> Iterator[Finding]:
    """Compare which card gave way to each new one, where the engine says so."""
    gave_way = {(dealt["to"], dealt["card"]): dealt.get("replaces") for dealt in told.get("dealt", ())}
    for due in wanted:
        said = gave_way.get((due.to, due.card))
        if said is not None and said != due.replaces:
            expected = f"{due.card} at {due.to} takes the place of {due.replaces or 'no card'}"
            yield Finding(f"deal.{due.step}", "dealing", expected, f"it takes that of {said}")


def _last_step(rules: Rules, place: str) -> str:
    """Name the step that deals to a place last: cards that come too early or unasked are charged to it.

    A step in force comes first; where none is, the cards it takes from others show at those.
    """
    target = "seats" if place.startswith("seat.") else place
    targets = (target, "every-position") if target == "seats" else (target,)
    steps = [s for s in rules.ruleset.steps if isinstance(s, DealStep) and set(targets) & set(s.places)]
    in_force = [step for step in steps if can_happen(rules, step)]
    return (in_force or steps)[-1].id if steps else "order"


def _order(wanted: tuple[Dealt, ...]) -> list[str]:
    return [dealt.to for dealt in wanted]


def _cards(cards: list[str]) -> str:
    return " ".join(cards) or "no card"


def stated(trace: Trace) -> Iterator[Finding]:
    """Look for cards that were turned up by the rules and never told by the engine."""
    if not any(
        isinstance(m.exchange.answer, Result) and m.exchange.answer.value.get("phase") == "settled"
        for m in trace.moments
    ):
        return
    shown = trace.settled[1].shown if trace.settled else frozenset(observed_cards(trace.record))
    for place, cards in observed_cards(trace.record).items():
        if HIDDEN in cards and place in shown:
            yield Finding(
                "deal.stated",
                "dealing",
                f"the cards at {place} are told once they are turned up",
                f"told as {_cards(list(cards))}",
            )
