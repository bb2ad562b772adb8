"""A round as the rules play it, step by step: what is dealt, and who is asked what.

The reference engine plays by it and the checks judge by it. Every step gives a new round, and a refused step leaves
the old one as it was.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rankings import kept_cards
from fairfelt.rulesets.rotation import Turns
from fairfelt.rulesets.round import Bettor, Cards, Dealt, Round, cards_at, cards_for, holds_for, stack_of
from fairfelt.rulesets.rules import NOT_ASKED, Action, AskStep, DealStep, Question
from fairfelt.rulesets.seating import BankSeat, Limits, Refused, Seat, check_table, in_turn
from fairfelt.rulesets.settle import hand_cards

Chosen = tuple[Card, ...] | Mapping[str, tuple[Card, ...]]
"""The cards of an action: those given up, or an arrangement by spot."""


@dataclass(frozen=True)
class LegalAction:
    """An action that may be taken, with the least, most and step of every wager that it places, and its cards."""

    action: str
    wagers: Mapping[str, tuple[int, int, int]]
    gives_up: int = 0
    arranges: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Awaiting:
    seat: int
    question: Question
    legal: tuple[LegalAction, ...]
    bettor: str = ""


def open_round(
    rules: Rules,
    seats: tuple[Seat, ...],
    cards: Cards,
    limits: Mapping[str, Limits],
    bank: BankSeat | None = None,
    turns: Turns | None = None,
) -> Round:
    """Take the wagers and deal up to the first decision; raise Refused. `turns` says who banked before."""
    check_table(rules, seats, bank, limits, turns or Turns())
    placed_cards = [card for place in cards.places.values() for card in place]
    for held in (cards.deck, [*placed_cards, *cards.stub]):
        if max(Counter(held).values(), default=0) > rules.ruleset.packs:
            raise Refused("duplicate-card", "a card stands in the deck more often than its packs hold it")
    state = Round(rules, in_turn(seats, bank), cards, bank)
    wagers: dict[Bettor, Mapping[str, int]] = {}
    for seat in state.seats:
        wagers[seat.number, ""] = dict(seat.wagers)
        wagers.update({(seat.number, backer.name): dict(backer.wagers) for backer in seat.backline})
    return _advance(replace(state, placed=wagers, choices={bettor: {} for bettor in state.bettors}))


def awaiting(state: Round) -> Awaiting | None:
    """Say who is asked what now, or None when the round is settled."""
    if state.settled:
        return None
    step_at, bettor_at, question_at = state.at
    step = state.rules.ruleset.steps[step_at]
    assert isinstance(step, AskStep)
    bettor, question = state.bettors[bettor_at], step.questions[question_at]
    actions = (action for action in question.actions.values() if holds_for(state, bettor, action.guard))
    legal = tuple(_legal(state, bettor, action) for action in actions)
    return Awaiting(bettor[0], question, legal, bettor[1])


def _legal(state: Round, bettor: Bettor, action: Action) -> LegalAction:
    wagers = {}
    for wager, (of, times) in action.places.items():
        base = state.placed[bettor][of]
        apart = (times[1] - times[0]) * base if len(times) > 1 else base
        wagers[wager] = (times[0] * base, times[-1] * base, apart)
    own = not bettor[1]
    return LegalAction(action.name, wagers, action.gives_up if own else 0, action.arranges if own else {})


def act(
    state: Round, seat: int, action: str, wagers: Mapping[str, int], cards: Chosen = (), bettor: str = ""
) -> Round:
    """Take a decision and go on to the next; raise Refused."""
    asked = awaiting(state)
    if asked is None:
        raise Refused("round-over", "the round is settled")
    if (seat, bettor) != (asked.seat, asked.bettor):
        raise Refused("wrong-seat", f"{_named(asked.seat, asked.bettor)} is to act, not {_named(seat, bettor)}")
    legal = {entry.action: entry for entry in asked.legal}
    if action not in legal:
        raise Refused("illegal-action", f"{action!r} is not offered; choose {' or '.join(legal)}")
    _check_action(state, (seat, bettor), legal[action], wagers)
    _check_cards(state, seat, legal[action], cards)
    return _advance(_take(state, (seat, bettor), asked.question, action, wagers, cards))


def _named(seat: int, bettor: str) -> str:
    return f"{bettor} behind seat {seat}" if bettor else f"seat {seat}"


def _take(
    state: Round, bettor: Bettor, question: Question, action: str, wagers: Mapping[str, int], cards: Chosen = ()
) -> Round:
    """Write down a decision, move its wagers and cards, and go to the bettor's next question."""
    step_at, bettor_at, question_at = state.at
    state = replace(
        state,
        choices={**state.choices, bettor: {**state.choices[bettor], question.id: action}},
        placed={**state.placed, bettor: {**state.placed[bettor], **wagers}},
        at=(step_at, bettor_at, question_at + 1),
    )
    taken, seat = question.actions[action], bettor[0]
    if bettor[1]:
        return state
    if isinstance(cards, Mapping):
        return replace(state, arranged={**state.arranged, seat: dict(cards)})
    gone = (*state.given_up.get(seat, ()), *cards)
    target, dealt = f"seat.{seat}", state.dealt
    for at in range(taken.draws):
        replaces = cards[at] if at < len(cards) else None
        dealt = (*dealt, Dealt(target, state.cards.next(target, dealt), False, question.id, replaces))
    return replace(state, dealt=dealt, given_up={**state.given_up, seat: gone} if cards else state.given_up)


def _check_action(state: Round, bettor: Bettor, legal: LegalAction, wagers: Mapping[str, int]) -> None:
    for name in wagers:
        if name not in legal.wagers:
            known = name in state.rules.ruleset.wagers
            raise Refused("relation" if known else "unknown-wager", f"{legal.action!r} places no {name!r}")
    for name, (least, most, step) in legal.wagers.items():
        amount = wagers.get(name)
        if amount is None or not least <= amount <= most or (amount - least) % step:
            raise Refused(
                "relation",
                f"{name} must be {least}" + (f" to {most} in steps of {step}" if most > least else ""),
            )
    if not _can_pay(state, bettor, wagers):
        raise Refused("insufficient-stack", f"{_named(*bettor)} can't cover {sum(wagers.values())} more")


def _can_pay(state: Round, bettor: Bettor, wagers: Mapping[str, int]) -> bool:
    stack = stack_of(state, bettor)
    return stack is None or sum(state.placed[bettor].values()) + sum(wagers.values()) <= stack


def _check_cards(state: Round, seat: int, legal: LegalAction, cards: Chosen) -> None:
    by_spot = {spot: tuple(part) for spot, part in cards.items()} if isinstance(cards, Mapping) else {"": tuple(cards)}
    wanted = dict(legal.arranges) if legal.arranges else {"": legal.gives_up}
    sizes = {spot: len(part) for spot, part in by_spot.items()}
    named = [card for part in by_spot.values() for card in part]
    held = Counter(cards_at(state, f"seat.{seat}"))
    for card in named:
        if card not in held:
            raise Refused("card-not-held", f"seat {seat} does not hold {card}", also=("relation",))
        if named.count(card) > held[card]:
            raise Refused("duplicate-card", f"{card} is named twice", also=("card-not-held", "relation"))
    if sizes != wanted:
        due = ", ".join(f"{count} {('at ' + spot) if spot else 'given up'}" for spot, count in wanted.items())
        raise Refused("relation", f"{legal.action!r} takes these cards: {due}", also=("illegal-action",))


def _advance(state: Round) -> Round:
    """Deal, show and skip questions until somebody must decide or the round is over."""
    steps = state.rules.ruleset.steps
    while not state.settled:
        step_at, bettor_at, question_at = state.at
        step = steps[step_at]
        if isinstance(step, AskStep):
            if bettor_at == len(state.bettors):
                state = replace(state, at=(step_at + 1, 0, 0))
            elif question_at == len(step.questions):
                state = replace(state, at=(step_at, bettor_at + 1, 0))
            elif (followed := _follow(state, step.questions[question_at])) is not None:
                state = followed
            elif holds_for(state, state.bettors[bettor_at], step.questions[question_at].guard):
                return state
            else:
                state = _skip(state, step.questions[question_at])
            continue
        if any(holds_for(state, bettor, step.guard) for bettor in state.bettors):
            state = _deal(state, step) if isinstance(step, DealStep) else _show(state, step.places)
        state = replace(state, at=(step_at + 1, 0, 0))
    return state


def _follow(state: Round, question: Question) -> Round | None:
    """Let a backline bettor do what the seat did, where the rules bind it; one who can't pay for that is out."""
    bettor = state.bettors[state.at[1]]
    if not bettor[1] or state.rules.policies.get("backline") != "follows":
        return None
    chosen = state.choices[bettor[0], ""][question.id]
    if chosen == NOT_ASKED:
        return _skip(state, question)
    seat = state.placed[bettor[0], ""]
    places = question.actions[chosen].places
    wagers = {name: state.placed[bettor][of] * (seat[name] // seat[of]) for name, (of, _) in places.items()}
    if not _can_pay(state, bettor, wagers):
        chosen, wagers = next(action.name for action in question.actions.values() if not action.places), {}
    return _take(state, bettor, question, chosen, wagers)


def _skip(state: Round, question: Question) -> Round:
    step_at, bettor_at, question_at = state.at
    bettor = state.bettors[bettor_at]
    choices = {**state.choices, bettor: {**state.choices[bettor], question.id: NOT_ASKED}}
    return replace(state, choices=choices, at=(step_at, bettor_at, question_at + 1))


def _show(state: Round, places: tuple[str, ...]) -> Round:
    seats = [f"seat.{seat.number}" for seat in state.seats]
    turned = {target for place in places for target in (seats if place == "seats" else [place])}
    return replace(state, shown=state.shown | turned)


def _deal(state: Round, step: DealStep) -> Round:
    targets = [(place, target) for place in step.places for target in _targets(state, place)]
    numbers = range(1, step.count + 1)
    if step.one_by_one:
        order = [(number, place, target) for number in numbers for place, target in targets]
    else:
        order = [(number, place, target) for place, target in targets for number in numbers]
    dealt = state.dealt
    for number, place, target in order:
        faces = step.up.get(place, frozenset())
        up = faces is None or number in faces
        gone = _card_of(state, step.instead_of) if step.instead_of else None
        card = state.cards.next(target, dealt)
        dealt = (*dealt, Dealt(target, card, up, step.id, gone, step.known_as))
    return replace(state, dealt=dealt)


def _card_of(state: Round, hand: str) -> Card:
    """Give the one card that a hand of one card keeps, from cards that all share."""
    entry = state.rules.ruleset.hands[hand]
    held = hand_cards(state.rules, hand, cards_for(state, state.seats[0].number))
    return kept_cards(entry.ranking, held, entry.worst, entry.suits)[0]


def _targets(state: Round, place: str) -> list[str]:
    occupied = [seat.number for seat in state.seats]
    if place == "seats":
        return [f"seat.{number}" for number in occupied]
    if place == "every-position":
        first = state.bank.seat if state.bank else 0
        everyone = sorted(range(1, state.rules.ruleset.most_seats + 1), key=lambda at: (at < first, at))
        return [f"seat.{number}" if number in occupied else "discard" for number in everyone if number != first]
    return [place]
