"""Plant the cards of wanted classes at the slots of a round, and fill the rest from the deck."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from fairfelt.rulesets.bounds import Interval, class_bounds
from fairfelt.rulesets.cards import RANK_VALUE, RANKS, SUITS, Card, full_deck
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rankings import HandClass, kept_cards, would_keep
from fairfelt.rulesets.rules import Fact, Hand
from fairfelt.rulesets.slots import Slots

FAVOUR = 0.7
"""How often a house way gets the cards that it keeps most readily; the rest of the time chance decides."""
Table = dict[str, list[Card]]
"""The cards by slot as far as they are planted."""


def plant_all(
    rules: Rules,
    given: Mapping[Fact, str],
    bounds: Mapping[str, Interval],
    slots: Slots,
    rng: Random,
    tempting: bool,
) -> dict[str, tuple[Card, ...]] | None:
    """Try to deal what facts and intervals ask for; give the cards by place, or None where the choice ran dry."""
    table: Table = {slot: [] for slot in slots.sizes}
    intervals = dict(bounds)
    tied = {hand for fact, value in given.items() if value == "tie" for hand in (fact.hand, fact.other)}
    for name in sorted(intervals, key=lambda name: (intervals[name][1] - intervals[name][0], name)):
        hand = rules.ruleset.hands[name]
        low, high = intervals[name]
        if high - low > len(hand.ranking.classes) * 0.6 and name not in tied:
            continue  # chance fills such a hand as well as a plan would
        chosen = _choose_class(hand, low, high, rng)
        if not _plant(table, slots, hand, hand.ranking.classes[chosen], rng, rules.ruleset.packs):
            if len(_free(table, slots, hand)) > 1:
                return None
            continue  # an exchange leaves one card to choose, and chance finds that sooner than a plan
        intervals[name] = (chosen, chosen + 1)
        narrowed = class_bounds(rules.ruleset.hands, given, [_line(rules, n, span) for n, span in intervals.items()])
        if narrowed is None:
            return None
        intervals.update(narrowed)
    if tempting and bounds:
        _tempt(table, slots, rules.ruleset.hands[next(iter(bounds))], rng)
    return _fill(rules, table, slots, rng)


def _line(rules: Rules, name: str, span: Interval) -> tuple[str, tuple[int, ...] | None, tuple[int, ...] | None]:
    classes = rules.ruleset.hands[name].ranking.classes
    low, high = (classes[at].strength if 0 < at < len(classes) else None for at in span)
    return name, low, high


def _choose_class(hand: Hand, low: int, high: int, rng: Random) -> int:
    """Choose a category first, so that rare ones come as often as common ones; then its ends more than its middle."""
    inside = [(max(low, a), min(high, b)) for a, b in hand.ranking.spans.values() if a < high and b > low]
    first, end = rng.choice(inside)
    return rng.choice([first, end - 1, rng.randrange(first, end), rng.randrange(first, end)])


def _slots_of(slots: Slots, hand: Hand) -> tuple[str, ...]:
    return tuple(dict.fromkeys(slot for part in hand.parts for slot in slots.parts.get(part, ())))


def _free(table: Table, slots: Slots, hand: Hand) -> list[str]:
    return [slot for slot in _slots_of(slots, hand) for _ in range(slots.sizes[slot] - len(table[slot]))]


def _plant(table: Table, slots: Slots, hand: Hand, wanted: HandClass, rng: Random, packs: int) -> bool:
    """Put the cards of a class at the hand's slots, using cards that lie there already where they fit."""
    used = Counter(card for cards in table.values() for card in cards)
    lying = [card for slot in _slots_of(slots, hand) for card in table[slot]]
    suit = _common_suit(lying, wanted, rng)
    needed: list[str] = []
    for value in wanted.ranks:
        rank = RANKS[value - 2]
        match = next((card for card in lying if card[0] == rank and suit in (None, card[1])), None)
        if match is not None:
            lying.remove(match)
            continue
        free = [s for s in ([suit] if suit else SUITS) if used[rank + s] < packs]
        if not free:
            return False
        card = rank + rng.choice(free)
        used[card] += 1
        needed.append(card)
    open_slots = _free(table, slots, hand)
    if len(open_slots) < len(needed):
        return False
    rng.shuffle(open_slots)
    if rng.random() < FAVOUR:
        # a house way keeps pairs and high cards: what it is to keep must be those of the hand
        open_slots.sort(key=lambda slot: slot not in slots.kept)
        needed.sort(key=lambda card: (wanted.ranks.count(RANK_VALUE[card[0]]), RANK_VALUE[card[0]]), reverse=True)
    for card, slot in zip(needed, open_slots, strict=False):
        table[slot].append(card)
    return True


def _common_suit(lying: Sequence[Card], wanted: HandClass, rng: Random) -> str | None:
    """Choose the suit of a suited class: the one of which most cards lie already."""
    if not wanted.suited:
        return None
    values = set(wanted.ranks)
    fitting = {suit: sum(card[1] == suit and RANK_VALUE[card[0]] in values for card in lying) for suit in SUITS}
    most = max(fitting.values())
    return rng.choice([suit for suit, count in fitting.items() if count == most])


def _tempt(table: Table, slots: Slots, hand: Hand, rng: Random) -> None:
    """Complete a run of mixed suits beside the planted hand, where the free slots allow it: a flush above a straight
    is no straight flush, and some engines think that it is."""
    open_slots = _free(table, slots, hand)
    held = [card for slot in _slots_of(slots, hand) for card in table[slot]]
    used = {card for cards in table.values() for card in cards}
    ranks, suits = {card[0] for card in held}, [card[1] for card in held]
    windows = [
        ("A" + RANKS)[low : low + hand.ranking.size] for low in range(len(RANKS) - hand.ranking.size + 2)
    ]
    rng.shuffle(windows)
    for window in windows:
        missing = [rank for rank in window if rank not in ranks]
        if 0 < len(missing) <= len(open_slots):
            rng.shuffle(open_slots)
            for rank, slot in zip(missing, open_slots, strict=False):
                free = sorted((suit for suit in SUITS if rank + suit not in used), key=suits.count)
                if free:
                    table[slot].append(rank + free[0])
            return


def _fill(rules: Rules, table: Table, slots: Slots, rng: Random) -> dict[str, tuple[Card, ...]] | None:
    """Fill the free slots from the rest of the deck, so that hands that choose among cards choose the planted ones."""
    packs = rules.ruleset.packs
    left = Counter(full_deck(packs)) - Counter(card for cards in table.values() for card in cards)
    rest = [card for card in full_deck() for _ in range(left[card])]
    rng.shuffle(rest)
    careful = {*slots.kept, *slots.kept.values(), *slots.gone}
    for slot, cards in table.items():
        if slot not in careful:
            while len(cards) < slots.sizes[slot]:
                cards.append(rest.pop())
            rng.shuffle(cards)
    for name, others in slots.kept.items():
        while len(table[name]) < slots.sizes[name]:
            rest.remove(card := _worth_keeping(table[name], rest, rng))
            table[name].append(card)
        if not _beside(rules.ruleset.hands[name], table[name], table[others], slots.sizes[others], rest):
            return None
    for out, (name, others) in slots.gone.items():
        hand = rules.ruleset.hands[name]
        fitting = (card for card in rest if _gives_way(hand, [*table[others], card]) == card)
        planted = next(iter(table[out]), None) or next(fitting, None)
        if planted is None:
            return None
        held = [*table[others], planted]
        table[out] = [_gives_way(hand, held)]
        held.remove(table[out][0])
        table[others] = held
    places = {place: parts for place, parts in slots.parts.items() if place not in rules.ruleset.hands}
    return {place: _together(table, slots, parts, rng) for place, parts in places.items()}


def _worth_keeping(held: Sequence[Card], rest: Sequence[Card], rng: Random) -> Card:
    """Draw a card that a house way is likely to keep: one of the rank held, or a high one."""
    pairing = [card for card in rest if card[0] in {own[0] for own in held}]
    if pairing and rng.random() < 0.5:
        return rng.choice(pairing)
    return rng.choice(sorted(rest, key=lambda card: -RANK_VALUE[card[0]])[:16])


def _beside(hand: Hand, kept: Sequence[Card], others: list[Card], size: int, rest: list[Card]) -> bool:
    """Fill the slots beside the cards that a hand keeps with such as it would not keep; say whether that can be."""
    for at, card in enumerate(others):
        if would_keep(hand.ranking, kept, others[:at], card, hand.worst, hand.suits):
            return False
    for card in list(rest):
        if len(others) == size:
            break
        if not would_keep(hand.ranking, kept, others, card, hand.worst, hand.suits):
            others.append(card)
            rest.remove(card)
    return len(others) == size


def _gives_way(hand: Hand, held: Sequence[Card]) -> Card:
    return kept_cards(hand.ranking, held, hand.worst, hand.suits)[0]


def _together(table: Table, slots: Slots, parts: tuple[str, ...], rng: Random) -> tuple[Card, ...]:
    """Put the parts of a place together: spots in their order, others mixed."""
    cards = [card for part in parts for card in table[part]]
    if len(parts) > 1 and parts != slots.spots:
        rng.shuffle(cards)
    return tuple(cards)
