"""What each choice is worth for one hand and the cards that its seat sees."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.choose import Rules
from fairfelt.stats.exact.par import Found, NoMethodError, exact_method, unmet_words


def hand_values(
    rules: Rules, own: Sequence[Card], dealer: Sequence[Card], shared: Sequence[Card]
) -> Mapping[str, Fraction]:
    """Give the exact worth of each choice, in units of the wagers that the main game opens with.

    Raise ValueError for a card named twice or the wrong number of cards, and NoMethodError.
    """
    twice = [card for card, times in Counter([*own, *dealer, *shared]).items() if times > 1]
    if twice:
        raise ValueError(f"{twice[0]} is named twice, and a pack has it once")
    found = exact_method(rules)
    if not isinstance(found, Found):
        raise NoMethodError(unmet_words(found))
    shape = found.duel.shape
    for cards, wanted, whose in (
        (own, shape.own, "--hand"),
        (dealer, shape.exposed, "--dealer"),
        (shared, shape.board, "--board"),
    ):
        if len(cards) != wanted:
            sees = f"{wanted} such card{'' if wanted == 1 else 's'}"
            raise ValueError(f"{whose} names {len(cards)} cards, but a seat that decides sees {sees}; name {wanted}")
    worths = found.method.values(found.duel, own, (*dealer, *shared))
    return {choice.action: worth for choice, worth in zip(found.duel.choices, worths, strict=True)}
