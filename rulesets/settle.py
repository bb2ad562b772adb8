"""The oracle: what the rules pay for one seat's wagers, and the row that says so."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rankings import compare, kept_cards
from fairfelt.rulesets.rules import NOT_STAKED, Fact, Outcome, Row

Cards = Callable[[str], tuple[Card, ...]]
"""The cards at a place; the seat's own place is `seat`."""


@dataclass(frozen=True)
class Settled:
    """One wager's settlement. `returned` includes the stake; `line` names the pay line, if one decided."""

    wager: str
    staked: int
    returned: int
    outcome: Outcome
    row: Row | None
    """The row that decided; a fee has none."""
    line: str | None = None
    seat: int = 0
    bettor: str = ""
    covered: int | None = None
    """What the bank covered of the stake, where it did not cover it all."""

    @property
    def requirement(self) -> str:
        """The row's id within its game."""
        row = self.row.name if self.row else "fee"
        return f"settle.{self.wager}.{row}" + (f"/{self.line}" if self.line else "")


def fact_value(rules: Rules, fact: Fact, known: Mapping[str, str], cards: Cards) -> str:
    """Answer a fact. `known` holds options, choices and stakes; facts about cards are read from the cards."""
    if not fact.reads_cards or known.get(fact.name) == NOT_STAKED:
        return known[fact.name]
    hand = rules.ruleset.hands[fact.hand]
    mine = hand_cards(rules, fact.hand, cards)
    if fact.kind == "against":
        return compare(hand.ranking, mine, hand_cards(rules, fact.other, cards))
    strength = hand.ranking.strength(mine)
    return fact.values[sum(strength >= floor for floor in fact.floors)]


def hand_cards(rules: Rules, hand: str, cards: Cards) -> tuple[Card, ...]:
    """Gather the cards that a hand is made from; a hand inside it gives the cards that it keeps."""
    hands = rules.ruleset.hands
    found: list[Card] = []
    for part in hands[hand].parts:
        if part in hands:
            inner = hands[part]
            found.extend(kept_cards(inner.ranking, hand_cards(rules, part, cards), inner.worst, inner.suits))
        else:
            found.extend(cards(part))
    return tuple(found)


def settle_seat(
    rules: Rules, known: Mapping[str, str], stakes: Mapping[str, int], cards: Cards
) -> tuple[Settled, ...]:
    """Settle every wager that a seat has on the table, in the order of the rules.

    Facts about cards that were never dealt are answered from what lies there; compiling has proved that no row
    depends on such an answer.
    """
    values = dict(known)
    rows: dict[str, Row] = {}
    for table in rules.ruleset.tables:
        if any(wager in stakes for wager in table.wagers):
            for fact in table.axes:
                if fact.name not in values:
                    values[fact.name] = fact_value(rules, fact, values, cards)
            row = table.row(values)
            rows.update((wager, row) for wager in table.wagers)
    in_order = [wager for wager in rules.ruleset.order.wagers if wager in rows and wager in stakes]
    fees = [wager for wager in stakes if wager in rules.ruleset.wagers and rules.ruleset.wagers[wager].fee]
    paid = tuple(Settled(wager, stakes[wager], 0, "paid", None) for wager in fees)
    return paid + tuple(_settled(rules, wager, stakes[wager], rows[wager], cards) for wager in in_order)


def _settled(rules: Rules, wager: str, stake: int, row: Row, cards: Cards) -> Settled:
    result = row.results[wager]
    outcome, odds, line_name = result.outcome, result.odds, None
    if result.by_table:
        table = rules.pay_tables[wager]
        ranking = rules.ruleset.hands[table.hand].ranking
        line = table.line(ranking.strength(hand_cards(rules, table.hand, cards)))
        line_name = line.name
        if line.result.outcome == "win":
            odds += line.result.odds
        elif odds == 0:
            outcome = line.result.outcome
    returned = {"win": stake + whole_units(rules, stake * odds), "push": stake, "returned": stake}.get(outcome, 0)
    return Settled(wager, stake, returned, outcome, row, line_name)


def whole_units(rules: Rules, winnings: Fraction) -> int:
    """Round winnings as the rules say; raise ArithmeticError where they have no rule and a part of a unit is left."""
    if winnings.denominator == 1 or rules.ruleset.rounding == "down":
        return int(winnings)
    if rules.ruleset.rounding == "up":
        return -int(-winnings // 1)
    raise ArithmeticError(f"a win of {winnings} units needs a rounding rule, and the ruleset has none")
