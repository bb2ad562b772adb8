"""Engines that are right on every deck that is forced on them, and wrong when they deal by themselves."""

from collections.abc import Callable
from random import Random

from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.cards import full_deck
from tests.engines.vices.making import Ask, Engine, Json, vice


def by_itself(change: Callable[[Json], object]) -> Engine:
    """Tell rounds of its own dealing otherwise, each as columns by name."""

    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        def ask(method: str, params: Json) -> Json:
            answer = reference.ask(method, params)
            if method == "rounds.play":
                rows = [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]
                for row in rows:
                    change(row)
                answer["rows"] = [[row[name] for name in answer["columns"]] for row in rows]
            return answer

        return ask

    return engine


@by_itself
def pays_less_when_it_deals(row: Json) -> None:
    """Every win of its own rounds is a unit short."""
    for name in [name for name in row if name.endswith(".returned")]:
        won = (row[name] or 0) > (row[name.replace("returned", "staked")] or 0)
        row[name] = row[name] - 1 if won else row[name]


@by_itself
def tells_a_card_twice(row: Json) -> None:
    """The dealer's first card lies on the board as well."""
    row["board"] = row["dealer"][:2] + row["board"][2:]


@vice
def deals_with_replacement(reference: ReferenceEngine) -> Ask:
    """Each card of its own rounds is drawn from a whole pack, and the round is settled right for these cards."""
    rng = Random(1)

    def ask(method: str, params: Json) -> Json:
        if method == "shuffle":
            decks = ["".join(rng.choices(full_deck(), k=52)) for _ in range(params["count"])]
            return {"decks": decks}
        return reference.ask(method, params)

    return ask
