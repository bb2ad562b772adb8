"""Where a wrong ranking can show at all: in money by pay lines and bars, or where two hands are compared."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

from fairfelt.conformance.proving.rankings import Misread
from fairfelt.conformance.proving.reach import Reach
from fairfelt.conformance.proving.terms import Terms
from fairfelt.rulesets.bounds import Interval
from fairfelt.rulesets.cards import RANKS, SUITS, Card
from fairfelt.rulesets.paths import cards_in
from fairfelt.rulesets.rankings import HandClass, Ranking, kept_cards
from fairfelt.rulesets.rules import DealStep, Fact
from fairfelt.rulesets.ways import feasible
from fairfelt.rulesets.witness import can_happen, place_sizes

WINDOW = 7
"""Neighbouring ranks among which all groups, runs and suits of a few cards can be formed."""


def shows(terms: Terms, reach: Reach, ranking: Ranking, misread: Misread, changed: Terms, most_cards: int) -> bool:
    """Say whether a misreading changes anything that these rules ask of hands."""
    if misread.edit == "first-cards-only":
        return _holds_more(terms, ranking)
    if _chooses_cards(terms, ranking) or misread.edit == "wheel-wraps":
        return True
    if any(_compared(terms, reach, ranking, misread, fact) for fact in _contests(terms, ranking)):
        return True
    hands = [sample(entry) for entry in ranking.classes if entry.category in misread.categories]
    if misread.exchanged:
        hands = list(_many_cards(ranking, most_cards))
    return any(_read_as(terms, ranking, cards) != _read_as(changed, ranking, cards) for cards in hands)


def _chooses_cards(terms: Terms, ranking: Ranking) -> bool:
    """Say whether a hand of this ranking decides which cards another hand is made from."""
    ruleset = terms.rules.ruleset
    chosen = {part for hand in ruleset.hands.values() for part in hand.parts}
    chosen |= {s.instead_of for s in ruleset.steps if isinstance(s, DealStep) and can_happen(terms.rules, s)}
    return any(hand.name in chosen for hand in ruleset.hands.values() if hand.ranking.name == ranking.name)


def exchange_makes(terms: Terms, name: str, facts: Mapping[str, str], between: Interval) -> bool:
    """Say whether exchanging the due card can make a hand between two classes, going through all ranks. Where suits
    could matter, it is taken to."""
    ruleset = terms.rules.ruleset
    hand = ruleset.hands[name]
    if any(entry.suited for entry in hand.ranking.classes[slice(*between)]):
        return True
    steps = (step for step in ruleset.steps if isinstance(step, DealStep) and step.known_as in hand.places)
    step = next(step for step in steps if can_happen(terms.rules, step))
    first, out = ruleset.hands[terms.rules.reach[name][0]], ruleset.hands[step.instead_of]
    bars = [fact for fact in ruleset.facts.values() if fact.floors and fact.hand == first.name and fact.name in facts]
    for ranks in combinations_with_replacement(RANKS, place_sizes(terms.rules)[step.places[0]]):
        if max(map(ranks.count, ranks)) > len(SUITS):
            continue
        held = [rank + SUITS[at % len(SUITS)] for at, rank in enumerate(ranks)]
        strength = first.ranking.strength(held)
        if any(bar.values[sum(strength >= at for at in bar.floors)] != facts[bar.name] for bar in bars):
            continue
        held.remove(kept_cards(out.ranking, held, out.worst, out.suits)[0])
        after = (hand.ranking.strength([*held, rank + SUITS[-1]]) for rank in RANKS)
        if any(between[0] <= hand.ranking.index[strength] < between[1] for strength in after):
            return True
    return False


def _holds_more(terms: Terms, ranking: Ranking) -> bool:
    """Say whether a hand of this ranking that is compared, barred, paid or named has more cards than it ranks."""
    ruleset, sizes = terms.rules.ruleset, place_sizes(terms.rules)
    facts = [fact for fact in ruleset.facts.values() if fact.reads_cards]
    read = {hand for fact in facts for hand in (fact.hand, fact.other)}
    read |= {pays.hand for pays in terms.rules.pay_tables.values()}
    read |= {part for hand in ruleset.hands.values() for part in hand.parts}  # which an answer names
    return any(
        hand.name in read and cards_in(ruleset.hands, hand.name, sizes) > ranking.size
        for hand in ruleset.hands.values()
        if hand.ranking.name == ranking.name
    )


def _contests(terms: Terms, ranking: Ranking) -> list[Fact]:
    ruleset = terms.rules.ruleset
    return [f for f in ruleset.facts.values() if f.kind == "against" and ruleset.hands[f.hand].ranking == ranking]


def _compared(terms: Terms, reach: Reach, ranking: Ranking, misread: Misread, fact: Fact) -> bool:
    """Say whether two hands can meet in a comparison that the misreading turns."""
    names = misread.categories
    meetings = [names, names[::-1]] if misread.exchanged else [(name, name) for name in names]
    for mine, theirs in meetings:
        spans = {fact.hand: ranking.spans[mine], fact.other: ranking.spans[theirs]}
        if not any(fact.name in dict(facts) and feasible(terms.rules, dict(facts), spans) for facts in reach.shown):
            continue
        if not misread.ignored or _alike_so_far(terms, ranking, misread, fact):
            return True
    return False


def _alike_so_far(terms: Terms, ranking: Ranking, misread: Misread, fact: Fact) -> bool:
    """Say whether two hands that differ only in the ranks that are ignored can lie on one table."""
    hands, sizes = terms.rules.ruleset.hands, place_sizes(terms.rules)
    shared = sum(sizes.get(place, 0) for place in {*hands[fact.hand].places} & {*hands[fact.other].places})
    alike: dict[tuple[int, ...], dict[int, HandClass]] = {}
    for entry in ranking.classes:
        if entry.category == misread.categories[0]:
            key = entry.strength
            alike.setdefault(key[: misread.ignored], {}).setdefault(key[misread.ignored], entry)
    return any(
        _missing(one, other, terms.rules.ruleset.packs) <= shared
        for classes in alike.values()
        for one, other in combinations(classes.values(), 2)
    )


def _missing(one: HandClass, other: HandClass, packs: int) -> int:
    """Count the cards that two hands must share, since the packs don't hold enough of a rank for both."""
    ranks = {*one.ranks, *other.ranks}
    return sum(max(0, one.ranks.count(rank) + other.ranks.count(rank) - len(SUITS) * packs) for rank in ranks)


def sample(entry: HandClass) -> tuple[Card, ...]:
    """Give cards of a class."""
    return tuple(
        RANKS[rank - 2] + (SUITS[0] if entry.suited else SUITS[at % len(SUITS)]) for at, rank in enumerate(entry.ranks)
    )


def _many_cards(ranking: Ranking, count: int) -> Iterator[tuple[Card, ...]]:
    """Deal so many cards in every pattern of groups, runs and suits: each shows all categories that it can at once."""
    for ranks in combinations_with_replacement(RANKS[2 : 2 + WINDOW], count):
        if max(map(ranks.count, ranks)) > len(SUITS):
            continue
        distinct = tuple(dict.fromkeys(ranks))
        for suited in ((), *combinations(distinct, ranking.size)) if len(distinct) >= ranking.size else ((),):
            yield _with_suits(ranks, suited)


def _with_suits(ranks: Sequence[str], suited: Sequence[str]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for at, rank in enumerate(ranks):
        nth = ranks[:at].count(rank)
        apart = SUITS[(nth + at % 3 + 1) % len(SUITS)] if rank not in suited else SUITS[nth]
        left = [rank + suit for suit in (apart, *SUITS) if rank + suit not in cards]
        cards.append(left[0])
    return tuple(cards)


def _read_as(terms: Terms, ranking: Ranking, cards: tuple[Card, ...]) -> list[object]:
    """Say what pay lines and bars make of cards."""
    hands = terms.rules.ruleset.hands
    found: list[object] = []
    for pays in terms.rules.pay_tables.values():
        if hands[pays.hand].ranking.name == ranking.name:
            found.append(pays.line(hands[pays.hand].ranking.strength(cards)).result)
    for fact in terms.rules.ruleset.facts.values():
        if fact.floors and hands[fact.hand].ranking.name == ranking.name:
            strength = hands[fact.hand].ranking.strength(cards)
            found.append(sum(strength >= floor for floor in fact.floors))
    return found

