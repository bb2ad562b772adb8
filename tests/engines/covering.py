"""The reference engine that keeps face-down cards to itself: it writes `??`, and the card once the round is over."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.cards import HIDDEN
from tests.engines.vices.making import Ask, Engine, Json, vice


def covering(tells: Callable[[Json], Json]) -> Engine:
    """Tell face-down cards of a dealer or a board as hidden while decisions are open, and by `tells` in the end."""

    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        rounds: dict[str, tuple[dict[tuple[str, int], Json], Counter[str]]] = {}

        def hidden(entries: list[Json], seen: Json, covered: dict[tuple[str, int], Json], lying: Counter[str]) -> Any:
            told = []
            for entry in entries:
                place, at = entry["to"], lying[entry["to"]]
                lying[place] += 1
                view = seen.get(place, [])
                down = not place.startswith("seat.") and at < len(view) and view[at] == HIDDEN
                if down:
                    covered[place, at] = entry
                told.append({**entry, "card": HIDDEN} if down else entry)
            return told

        def ask(method: str, params: Json) -> Json:
            answer = reference.ask(method, params)
            if "error" in answer or method not in ("round.start", "round.act", "round.replay"):
                return answer
            covered, lying = rounds.setdefault(params["round"], ({}, Counter()))
            if answer["phase"] == "decision":
                seen = next(iter(answer.get("views", {}).values()), {})
                from_here = ({}, Counter()) if method == "round.replay" else (covered, lying)
                answer["dealt"] = hidden(answer["dealt"], seen, *from_here)
            elif method != "round.replay":
                answer["dealt"] = [*map(tells, covered.values()), *answer["dealt"]]
            return answer

        return ask

    return engine


covers_its_cards = covering(lambda entry: entry)
turns_up_others = covering(lambda entry: {**entry, "card": entry["card"][0] + "cs"[entry["card"][1] == "c"]})
