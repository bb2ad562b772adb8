"""Tell a round as the protocol writes it: what the rules know of it, as a State or as columns of a bulk answer."""

from collections.abc import Iterable
from typing import Any

from fairfelt.rulesets.cards import HIDDEN
from fairfelt.rulesets.paying import bank_won, settlement
from fairfelt.rulesets.play import LegalAction, awaiting
from fairfelt.rulesets.rankings import best_cards
from fairfelt.rulesets.round import Bettor, Dealt, Round, cards_for, stack_of, views
from fairfelt.rulesets.rules import NOT_ASKED
from fairfelt.rulesets.settle import Settled, hand_cards


def tell(round_id: str, state: Round, void: bool, told: int) -> dict[str, Any]:
    """Write a State; `told` counts the cards that were told before."""
    answer: dict[str, Any] = {
        "round": round_id,
        "phase": "void" if void else "settled" if state.settled else "decision",
        "dealt": [_dealt(dealt) for dealt in state.dealt[told:]],
        "views": {
            seat: {place: list(_left(state, place, cards)) for place, cards in seen.items()}
            for seat, seen in views(state).items()
        },
    }
    asked = awaiting(state)
    if asked is not None and not void:
        who: dict[str, Any] = {"seat": asked.seat, **({"bettor": asked.bettor} if asked.bettor else {})}
        legal = [_legal(entry) for entry in asked.legal]
        answer["awaiting"] = {**who, "decision": asked.question.id, "legal": legal}
    if void or state.settled:
        answer["ledger"] = _void_ledger(state) if void else [_row(row) for row in settlement(state)]
        won = 0 if void else bank_won(state)
        answer["stacks"] = _stacks(state, answer["ledger"], won)
        if state.bank is not None:
            amount = state.bank.amount
            answer["bank"] = {"seat": state.bank.seat, "staked": amount, "returned": amount + won}
    if state.settled and not void:
        answer["hands"] = named_hands(state)
    return answer


def _dealt(dealt: Dealt) -> dict[str, Any]:
    card: dict[str, Any] = {"to": dealt.to, "card": dealt.card}
    return {**card, "replaces": dealt.replaces} if dealt.replaces else card


def _left(state: Round, place: str, cards: Iterable[str]) -> list[str]:
    """Leave out what was given up or replaced."""
    gone = [dealt.replaces for dealt in state.dealt if dealt.to == place and dealt.replaces]
    return [card for card in cards if card == HIDDEN or card not in gone]


def _legal(entry: LegalAction) -> dict[str, Any]:
    legal: dict[str, Any] = {"action": entry.action}
    if entry.wagers:
        spans = entry.wagers.items()
        legal["wagers"] = {name: {"min": low, "max": high, "step": step} for name, (low, high, step) in spans}
    if entry.arranges or entry.gives_up:
        legal["cards"] = dict(entry.arranges) or entry.gives_up
    return legal


def _row(row: Settled) -> dict[str, Any]:
    money = {"wager": row.wager, "staked": row.staked, "returned": row.returned, "outcome": row.outcome}
    covered = {} if row.covered is None else {"covered": row.covered}
    return {"seat": row.seat, **({"bettor": row.bettor} if row.bettor else {}), **money, **covered}


def _void_ledger(state: Round) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            **({"bettor": name} if name else {}),
            "wager": wager,
            "staked": amount,
            "returned": amount,
            "outcome": "returned",
        }
        for (seat, name), wagers in state.placed.items()
        for wager, amount in wagers.items()
    ]


def _stacks(state: Round, ledger: list[dict[str, Any]], won: int) -> dict[str, int]:
    net: dict[Bettor, int] = {}
    for row in ledger:
        bettor = row["seat"], row.get("bettor", "")
        net[bettor] = net.get(bettor, 0) + row["returned"] - row["staked"]
    stacks = {}
    for seat, name in state.bettors:
        stack = stack_of(state, (seat, name))
        if stack is not None:
            stacks[f"seat.{seat}" + (f".{name}" if name else "")] = stack + net.get((seat, name), 0)
    if state.bank is not None and state.bank.stack is not None:
        stacks["bank"] = state.bank.stack + won
    return stacks


def columns_of(state: Round) -> dict[str, Any]:
    """Write a settled round as columns: cards by place, decisions, and money by wager."""
    row: dict[str, Any] = {}
    for dealt in state.dealt:
        row[dealt.to] = row.get(dealt.to, "") + dealt.card
    for (seat, name), choices in state.choices.items():
        if not name:
            row.update({f"seat.{seat}.{at}": action for at, action in choices.items() if action != NOT_ASKED})
    for entry in settlement(state):
        if not entry.bettor:
            row[f"seat.{entry.seat}.{entry.wager}.staked"] = entry.staked
            row[f"seat.{entry.seat}.{entry.wager}.returned"] = entry.returned
    return row


def named_hands(state: Round) -> dict[str, Any]:
    """Name the best hands of everyone whose cards all lie; hands of fewer cards are parts of others."""
    named: dict[str, Any] = {}
    for name, hand in state.rules.ruleset.hands.items():
        for seat in state.seats:
            held = hand_cards(state.rules, name, cards_for(state, seat.number))
            if len(held) < hand.ranking.size or HIDDEN in held or not whole(state, name, seat.number):
                continue
            own = not set(hand.places) <= {"dealer", "board", *changed_places(state)}
            category = hand.ranking.category(hand.ranking.strength(held))
            best = {"cards": list(best_cards(hand.ranking, held)), "category": category}
            named.setdefault(f"seat.{seat.number}" if own else "dealer", {})[name] = best
    return named


def whole(state: Round, hand: str, seat: int) -> bool:
    """Say whether cards lie at every place that a hand is made from."""
    cards = cards_for(state, seat)
    entry = state.rules.ruleset.hands[hand]
    return entry.ranking.size > 1 and not entry.worst and all(cards(place) for place in entry.places)


def changed_places(state: Round) -> set[str]:
    return {dealt.known_as for dealt in state.dealt if dealt.known_as}
