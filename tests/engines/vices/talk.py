"""Engines that are bad partners in a conversation, or that claim what they can't do."""

import time

from fairfelt.conformance.reference import ReferenceEngine
from tests.engines.vices.making import Ask, Json, vice

PAUSE = 1.2
"""Seconds that a hanging engine takes, for time limits below it."""


@vice
def hangs_in_the_third_round(reference: ReferenceEngine) -> Ask:
    heard: list[str] = []

    def ask(method: str, params: Json) -> Json:
        heard.append(method)
        if method == "round.start" and heard.count(method) == 3:
            time.sleep(PAUSE)
        return reference.ask(method, params)

    return ask


@vice
def dies_in_the_third_round(reference: ReferenceEngine) -> Ask:
    heard: list[str] = []

    def ask(method: str, params: Json) -> Json:
        heard.append(method)
        if method == "round.start" and heard.count(method) == 3:
            raise ZeroDivisionError("the shoe is empty")
        return reference.ask(method, params)

    return ask


@vice
def dies_in_every_round(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        if method == "round.start":
            raise ZeroDivisionError("no shoe")
        return reference.ask(method, params)

    return ask


@vice
def dies_at_the_seventh_action(reference: ReferenceEngine) -> Ask:
    """Whatever the round: each process lives for six actions."""
    heard: list[str] = []

    def ask(method: str, params: Json) -> Json:
        heard.append(method)
        if method == "round.act" and heard.count(method) == 7:
            raise MemoryError("the seventh action is too much")
        return reference.ask(method, params)

    return ask


@vice
def is_right_and_slow(reference: ReferenceEngine) -> Ask:
    """A few milliseconds for each answer are no fault."""

    def ask(method: str, params: Json) -> Json:
        time.sleep(0.004)
        return reference.ask(method, params)

    return ask


@vice
def answers_with_half_a_cent(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        for row in answer.get("ledger", ()):
            row["returned"] += 0.5
        return answer

    return ask


def _greeting(**changes: object) -> object:
    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        def ask(method: str, params: Json) -> Json:
            answer = reference.ask(method, params)
            if method == "hello":
                answer.update({name: value for name, value in changes.items() if name != "capabilities"})
                answer["capabilities"].update(changes.get("capabilities", {}))
            return answer

        return ask

    return engine


offers_another_game = _greeting(games=[{"game": "three-card-brag"}])
has_one_seat = _greeting(capabilities={"multi_seat": 1})
lacks_forced_decks = _greeting(capabilities={"forced_deck": False})


def _silent_about(part: str, capability: str, *, claimed: bool) -> object:
    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        def ask(method: str, params: Json) -> Json:
            answer = reference.ask(method, params)
            answer.pop(part, None)
            if method == "hello":
                answer["capabilities"][capability] = claimed
            return answer

        return ask

    return engine


lacks_views = _silent_about("views", "views", claimed=False)
claims_views_and_shows_none = _silent_about("views", "views", claimed=True)
claims_stacks_and_tells_none = _silent_about("stacks", "stacks", claimed=True)
claims_hands_and_names_none = _silent_about("hands", "hands", claimed=True)


def _unable(method_: str) -> object:
    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        def ask(method: str, params: Json) -> Json:
            if method == method_:
                return {"error": {"code": -32002, "message": f"{method} is for next year"}}
            return reference.ask(method, params)

        return ask

    return engine


claims_recall_and_has_none = _unable("round.replay")
can_not_be_abandoned = _unable("round.abandon")


@vice
def sets_no_limits(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        if method == "configure" and "limits" in params:
            return {"error": {"code": -32002, "message": "limits are fixed in the cabinet"}}
        return reference.ask(method, params)

    return ask


@vice
def uses_another_pay_table(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        if method == "configure":
            table = answer["effective"]["pay_tables"]["ante"]
            table["rows"] = {**table["rows"], "flush": "3:1"}
        return answer

    return ask
