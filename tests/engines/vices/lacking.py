"""Engines that lack a part of a game and say so, or that differ from it by a rule of another variant."""

from fairfelt.conformance.protocol.errors import UNSUPPORTED
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.round import Round, seat_cards
from tests.engines.vices.making import Ask, Json, refuse, settled, told, vice

BONUS = {"two-pair": 1, "three-of-a-kind": 2, "straight": 3, "flush": 4, "full-house": 5}


def _gap(message: str) -> Json:
    return {"error": {"code": UNSUPPORTED, "message": message}}


def _stakes(method: str, params: Json) -> set[str]:
    return {wager for seat in params["seats"] for wager in seat["wagers"]} if method == "round.start" else set()


@vice
def has_no_aces_up(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        lacking = "aces-up" in _stakes(method, params)
        return _gap("there is no aces-up") if lacking else reference.ask(method, params)

    return ask


@vice
def knows_no_aces_up(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        if "aces-up" in _stakes(method, params):
            refuse("unknown-wager")
        return reference.ask(method, params)

    return ask


@vice
def has_no_rounds_with_a_king(reference: ReferenceEngine) -> Ask:
    """Evade: every wager is known, and the cards decide what can't be played."""

    def ask(method: str, params: Json) -> Json:
        evades = method == "round.start" and "K" in "".join(params.get("places", {}).get("seat.1", ()))
        return _gap("not now") if evades else reference.ask(method, params)

    return ask


@vice
def has_no_steps(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        steps = [entry["step"] for entry in params.get("limits", {}).values()] if method == "configure" else []
        return _gap("no steps") if any(step > 1 for step in steps) else reference.ask(method, params)

    return ask


@vice
def ranks_nothing_that_it_claims(reference: ReferenceEngine) -> Ask:
    return lambda method, params: _gap("no") if method == "hands.rank" else reference.ask(method, params)


@vice
def writes_its_table_in_other_words(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        if method == "configure" and "error" not in answer:
            for table in answer["effective"]["pay_tables"].values():
                table["rows"] = {name: f"{int(odds.split(':')[0]) * 2}:2" for name, odds in table["rows"].items()}
        return answer

    return ask


@settled
def pays_an_ante_bonus(row: Json, round_: Round) -> int:
    ranking = round_.rules.ruleset.hands["player-hand"].ranking
    best = ranking.category(ranking.strength(seat_cards(round_, row["seat"], "seat")))
    folded = row["outcome"] == "forfeit"
    return int(row["returned"] + (0 if folded or row["wager"] != "ante" else BONUS.get(best, 0) * row["staked"]))


@told
def says_that_the_dealer_never_qualifies(state: Json) -> None:
    for hand in state.get("hands", {}).get("dealer", {}).values():
        hand["qualifies"] = False
