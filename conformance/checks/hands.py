"""Where an engine names the best hands, cards and category are those of the ranking."""

from collections.abc import Iterator

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace, observed_cards
from fairfelt.rulesets.round import Round, cards_at, cards_for
from fairfelt.rulesets.rules import Fact
from fairfelt.rulesets.settle import fact_value, hand_cards


def hands(trace: Trace) -> Iterator[Finding]:
    if trace.settled is None:
        return
    moment, state = trace.settled
    told = moment.exchange.answer.value.get("hands")  # type: ignore[union-attr]
    lying = {place: len(cards) for place, cards in observed_cards(trace.record).items()}
    for place, named in (told or {}).items():
        seat = int(place.removeprefix("seat.")) if place.startswith("seat.") else state.seats[0].number
        spots = state.arranged.get(seat, {})
        for name, hand in named.items():
            known = trace.rules.ruleset.hands.get(name)
            if known is None:
                continue
            at_table = [_named(at, seat) for at in known.places if at not in spots and not _is_changed(state, at)]
            if any(len(cards_at(state, at)) + _changes(state, at) != lying.get(at, 0) for at in at_table):
                continue  # cards too many or too few are a matter of dealing
            ranking = known.ranking
            bar = _bar_of(trace, name)
            cards = cards_for(state, seat)
            held = hand_cards(trace.rules, name, cards)
            strength = ranking.strength(held)
            category = ranking.category(strength)
            special = [
                label
                for label, floor in ranking.named.items()
                if strength >= floor and ranking.category(floor) == category
            ]
            if bar is not None and "qualifies" in hand and len(held) >= ranking.size:
                says = fact_value(trace.rules, bar, {}, cards)
                if hand["qualifies"] != (says == bar.values[1]):
                    yield Finding(
                        f"hands.{name}",
                        "hands",
                        f"{place}: {' '.join(held)} {says}",
                        f"the engine says that it {bar.values[bool(hand['qualifies'])]}",
                    )
            if hand["category"] not in (category, *special):
                yield Finding(
                    f"hands.{name}",
                    "hands",
                    f"{place}: {category} from {' '.join(held)}",
                    f"named {hand['category']}",
                )
            elif len(held) >= ranking.size and (
                len(hand["cards"]) != ranking.size
                or not set(hand["cards"]) <= set(held)
                or ranking.strength(hand["cards"]) != strength
            ):
                yield Finding(
                    f"hands.{name}",
                    "hands",
                    f"{place}: the best {ranking.size} of {' '.join(held)}",
                    f"named {' '.join(hand['cards'])}",
                )


def _bar_of(trace: Trace, hand: str) -> Fact | None:
    """Give the one bar of two sides that the rules set for a hand, if they do."""
    facts = trace.rules.ruleset.facts.values()
    bars = [fact for fact in facts if fact.kind == "floors" and fact.hand == hand]
    return bars[0] if len(bars) == 1 and len(bars[0].values) == 2 else None


def _named(place: str, seat: int) -> str:
    return f"seat.{seat}" if place == "seat" else place


def _changes(state: Round, place: str) -> int:
    """Count the cards that came to a place beyond those that lie there: replaced ones, and those that replace."""
    return sum(dealt.to == place and dealt.replaces is not None for dealt in state.dealt)


def _is_changed(state: Round, place: str) -> bool:
    return any(dealt.known_as == place for dealt in state.dealt)
