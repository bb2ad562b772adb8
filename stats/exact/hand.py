"""What each choice is worth for one hand and the cards that its seat sees."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.choose import Rules
from fairfelt.stats.exact import drawing, ends
from fairfelt.stats.exact.duel import conditions, make_duel
from fairfelt.stats.exact.par import NoMethodError, unmet_words


def hand_values(
    rules: Rules, own: Sequence[Card], dealer: Sequence[Card], shared: Sequence[Card]
) -> Mapping[str, Fraction]:
    """Give the exact worth of each choice, in units of the wagers that the main game opens with.

    Raise ValueError for a card named twice or the wrong number of cards, and NoMethodError.
    """
    twice = [card for card, times in Counter([*own, *dealer, *shared]).items() if times > 1]
    if twice:
        raise ValueError(f"{twice[0]} is named twice, and a pack has it once")
    general = conditions(rules)
    if not all(condition.holds for condition in general):
        drawn = drawing.conditions(rules)
        if all(condition.holds for condition in drawn) and not shared:
            return drawing.values(rules, own, dealer)
        asked = {"one decision against the dealer": general, "cards drawn before the last decision": drawn}
        raise NoMethodError(unmet_words(asked))
    duel = make_duel(rules)
    countable = ends.conditions(duel)
    if not all(condition.holds for condition in countable):
        raise NoMethodError(unmet_words({"all ends counted": countable}))
    shape = duel.shape
    for cards, wanted, whose in (
        (own, shape.own, "--hand"),
        (dealer, shape.exposed, "--dealer"),
        (shared, shape.board, "--board"),
    ):
        if len(cards) != wanted:
            sees = f"{wanted} such card{'' if wanted == 1 else 's'}"
            raise ValueError(f"{whose} names {len(cards)} cards, but a seat that decides sees {sees}; name {wanted}")
    worths = ends.values(duel, own, (*dealer, *shared))
    return {choice.action: worth for choice, worth in zip(duel.choices, worths, strict=True)}
