"""Every row of every table, at every pay line: wagers are settled as the row says.

The rounds are clear cases, away from qualifiers and close comparisons, which have requirements of their own; so a
wrong qualifier is not reported once for every row that it touches.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, islice, product
from operator import itemgetter
from typing import TYPE_CHECKING

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    at_each_multiple,
    odds_in_words,
    once,
    one_seat,
    plain_words,
    requirement,
    some_deals,
)
from fairfelt.rulesets.bounds import Interval
from fairfelt.rulesets.cards import RANK_VALUE, Card, full_deck
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import cards_in, lies, readable
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.rankings import HandClass, Ranking, Strength, best_cards
from fairfelt.rulesets.rules import Fact, Hand
from fairfelt.rulesets.settle import hand_cards
from fairfelt.rulesets.ways import (
    Case,
    Target,
    companion,
    feasible,
    goal_on,
    layout_of,
    line_interval,
    targets,
)
from fairfelt.rulesets.witness import ATTEMPTS, Deal, attainable, meets, place_sizes

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


FEW_ATTEMPTS = 400
"""Attempts at a deal that only adds to others: cards may exclude it."""
MANY_DEALS = 60
"""Deals among which one that shows several categories at once is looked for."""
FEW_TURNED = 3
"""Deals of which the cards left over are exchanged to the same end."""
FEW_CLEAR = 6
"""Deals among which one without a close comparison is looked for."""


def plans(bench: Bench) -> Iterator[Plan]:
    for target, cases in targets(bench.rules):
        clauses = target.row.clauses
        if target.line is not None:
            clauses += bench.rules.pay_tables[target.wager].clauses
        dealt = once(partial(_dealt, bench, target, _fewest_wagers_first(bench, cases)))
        yield Plan(
            requirement(bench, target.id, title(target), clauses),
            essentials=partial(_each_once, bench, dealt),
            concerns=_same_row(target),
            reached=_reaches(target),
            more=partial(_drawn, bench, dealt),
        )


def _fewest_wagers_first(bench: Bench, cases: tuple[Case, ...]) -> tuple[Case, ...]:
    """Begin with the ways that stake least, and leave out those for which the engine has too few seats."""
    seated = [case for case in cases if bench.seats > 1 or companion(bench.rules, case.walk) is None]
    return tuple(sorted(seated, key=lambda case: len(case.walk.placed)))


def _on_many_hands(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Iterator[Case]:
    """Where a row pays by no table, show a hand for each line that pays in other rows, or for each category of the
    seat's own hand: what an engine pays by hand it may pay in any row."""
    hand, spans = _hands_that_pay(bench, target) if target.line is None else ("", [])
    layout = layout_of(bench.rules)
    held = [case for case in cases if hand and lies(layout, case.walk, hand)]
    for span in spans:
        for case in held:
            if feasible(bench.rules, case.goal.facts, {hand: span}):
                yield Case(case.walk, goal_on(bench.rules, case.walk, case.goal.facts, {hand: span}))
                break


def _hands_that_pay(bench: Bench, target: Target) -> tuple[str, list[Interval]]:
    """Name the hand by which a wager is or may be paid, with its kinds."""
    table = bench.rules.pay_tables.get(target.wager)
    if table is not None:
        paying = [line for line in table.lines if line.result.outcome == "win" and not line.pays_nothing]
        return table.hand, [line_interval(bench.rules, target.wager, line)[1] for line in paying]
    own = next((fact.hand for fact in target.table.axes if fact.kind == "against"), "")
    return own, list(bench.rules.ruleset.hands[own].ranking.spans.values()) if own else []


def _whatever_else_shows(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Iterator[Case]:
    """Show each value of the facts that only other rows of the block read, and what each other row asks of several
    of them at once: this row pays whatever they say."""
    for values in _read_elsewhere(target):
        case = next(_showing(bench, values, cases), None)
        if case is not None:
            yield case


def _read_elsewhere(target: Target) -> Iterator[Mapping[str, tuple[str, ...]]]:
    others = [fact for fact in target.table.axes if fact.reads_cards and fact.name not in target.row.when]
    yield from ({other.name: (value,)} for other in others for value in other.answers)
    for row in target.table.rows:
        named = (other for other in others if other.name in row.when)
        asked = {other.name: tuple(v for v in other.answers if v in row.when[other.name]) for other in named}
        if len(asked) > 1:
            yield asked


def _showing(bench: Bench, values: Mapping[str, tuple[str, ...]], cases: tuple[Case, ...]) -> Iterator[Case]:
    layout, facts = layout_of(bench.rules), bench.rules.ruleset.facts
    for case in cases:
        if any(name in case.goal.facts or not readable(layout, case.walk, facts[name]) for name in values):
            continue
        for words in product(*values.values()):
            wanted = {**case.goal.facts, **dict(zip(values, words, strict=True))}
            if feasible(bench.rules, wanted, case.goal.hands):
                yield Case(case.walk, goal_on(bench.rules, case.walk, wanted, case.goal.hands))


def _whatever_others_read(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Iterator[Case]:
    """Show each value of what settles other blocks, once for a wager that is not lost: this one is settled apart."""
    pays = bench.rules.pay_tables.get(target.wager)
    winning = [line for line in pays.lines if line.result.outcome == "win"] if pays and target.line else [target.line]
    if target.line not in winning[-1:] or (target.line is None and target.result.outcome in ("lose", "forfeit")):
        return
    own = {fact.name for fact in target.table.axes}
    others = {fact.name: fact for table in bench.rules.ruleset.tables for fact in table.axes if fact.name not in own}
    for fact in others.values():
        for value in fact.values:
            on_a_way = (case for case in cases if case.walk.known.get(fact.name) == value)
            open_ways = tuple(case for case in cases if fact.reads_cards and fact.name not in case.walk.known)
            shown = _showing(bench, {fact.name: (value,)}, open_ways) if value in fact.answers else ()
            yield from islice(chain(on_a_way, shown), 1)


def _each_kind(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Iterator[Case]:
    """Show each category that a pay line covers, and hands that a careless engine takes for runs, as K-A-2-3-4."""
    if target.line is None:
        return
    hand, (low, high) = line_interval(bench.rules, target.wager, target.line)
    ranking = bench.rules.ruleset.hands[hand].ranking
    spans = _kinds(ranking, low, high)
    spans = spans if len(spans) > 1 else []
    spans += [(at, at + 1) for at in range(low, high) if wraps(ranking, ranking.classes[at])]
    for span in spans:
        for case in cases:
            if feasible(bench.rules, case.goal.facts, {hand: span}):
                yield Case(case.walk, goal_on(bench.rules, case.walk, case.goal.facts, {hand: span}))
                break


def _ends(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Iterator[Case]:
    """Show the lowest and the highest hand that a pay line covers: a line that begins a class off is wrong there."""
    if target.line is None:
        return
    hand, (low, high) = line_interval(bench.rules, target.wager, target.line)
    for at in ends_of(bench.rules, hand, low, high):
        span = at, at + 1
        for case in cases:
            if feasible(bench.rules, case.goal.facts, {hand: span}):
                yield Case(case.walk, goal_on(bench.rules, case.walk, case.goal.facts, {hand: span}))
                break


def ends_of(rules: Rules, name: str, low: int, high: int) -> tuple[int, ...]:
    """Find the lowest and the highest class of an interval that the cards of a hand can show as their best."""
    ranking = rules.ruleset.hands[name].ranking
    cards = cards_in(rules.ruleset.hands, name, place_sizes(rules))
    found = (
        next((at for at in classes if attainable(ranking, ranking.classes[at], cards)), None)
        for classes in (range(low, high), range(high - 1, low - 1, -1))
    )
    return tuple(dict.fromkeys(at for at in found if at is not None))


def _kinds(ranking: Ranking, low: int, high: int) -> list[Interval]:
    """Divide an interval by categories."""
    spans = ranking.spans.values()
    return [(max(low, first), min(high, end)) for first, end in spans if first < high and end > low]


def _high_cards_beside(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Iterator[tuple[Case, Deal]]:
    """Show the highest cards beside equal ones, which are paid nothing of their own, where no comparison is close."""
    if target.line is None:
        return
    hand, (low, high) = line_interval(bench.rules, target.wager, target.line)
    classes = bench.rules.ruleset.hands[hand].ranking.classes
    for span in _kinds(bench.rules.ruleset.hands[hand].ranking, low, high):
        at = max(range(*span), key=lambda at: _beside_equal(classes[at]))
        if any(_beside_equal(classes[at])):
            shown = {hand: (at, at + 1)}
            case = next((case for case in cases if feasible(bench.rules, case.goal.facts, shown)), None)
            goal = case and goal_on(bench.rules, case.walk, case.goal.facts, shown)
            pool = some_deals(bench, FEW_CLEAR, goal, FEW_ATTEMPTS) if goal else ()
            clear = (deal for deal in pool if not _close_calls(bench, target, deal)[0])
            yield from islice(((case, deal) for deal in clear if case), 1)


def _beside_equal(hand: HandClass) -> tuple[list[int], tuple[int, ...]]:
    """Give the ranks that lie beside equal ones, for which no hand has a line, and all ranks where there are some."""
    single = [rank for rank in hand.ranks if hand.ranks.count(rank) == 1]
    return (single, hand.ranks) if 0 < len(single) < len(hand.ranks) else ([], ())


def wraps(ranking: Ranking, hand: HandClass) -> bool:
    """Say whether a hand is no run and would be one if the ranks went on from the ace to the two."""
    ranks, ring = set(hand.ranks), list(RANK_VALUE.values())
    tops = range(ranking.size - 2 + (ranking.wheel == "none"))
    runs = any(category.run for category in ranking.categories)
    return runs and any(ranks == {ring[(top - down) % len(ring)] for down in range(ranking.size)} for top in tops)


def _two_kinds_at_once(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Iterator[tuple[Case, Deal]]:
    """Show a hand whose cards left over make another one, as a straight beside a flush: the best alone counts."""
    if target.line is None or not cases:
        return
    case, pool = cases[0], some_deals(bench, MANY_DEALS, cases[0].goal)
    hand = bench.rules.ruleset.hands[bench.rules.pay_tables[target.wager].hand]

    def shows(deal: Deal) -> tuple[int, ...]:
        cards = hand_cards(bench.rules, hand.name, lambda place: deal.get(place, ()))
        over = {*cards} - {*best_cards(hand.ranking, cards)}
        others = [pick for pick in combinations(cards, hand.ranking.size) if _made_of(hand.ranking, pick) & over]
        return max((hand.ranking.strength(pick) for pick in others), default=())

    turned = [other for deal in pool[:FEW_TURNED] for other in _turned(bench, hand, deal)]
    telling = sorted(((shows(deal), deal) for deal in (*pool, *turned)), key=itemgetter(0), reverse=True)
    yield from islice(((case, deal) for kind, deal in telling if kind and meets(bench.rules, case.goal, deal)), 1)


def _made_of(ranking: Ranking, pick: Sequence[Card]) -> set[Card]:
    """Give the cards that make a hand what it is: those of a run or a suit, or the equal ones."""
    category = ranking.categories[-1 - ranking.strength(pick)[0]]
    ranks = Counter(card[0] for card in pick)
    return {card for card in pick if category.run or category.suited or ranks[card[0]] > 1}


def _turned(bench: Bench, hand: Hand, deal: Deal) -> Iterator[Deal]:
    """Put another card in place of one that the best hand leaves over."""
    cards = hand_cards(bench.rules, hand.name, lambda place: deal.get(place, ()))
    held = [card for lying in deal.values() for card in lying]
    over = {*cards} - {*best_cards(hand.ranking, cards)}
    for place, gone in ((name, card) for name, lying in deal.items() for card in lying if card in over):
        for new in full_deck() if held.count(gone) == 1 else ():
            if new not in held:
                yield {**deal, place: tuple(new if card == gone else card for card in deal[place])}


def title(target: Target) -> str:
    """Say a row's result in words."""
    result, name = target.result, f"{plain_words(target.wager).capitalize()}, {plain_words(target.row.name)}"
    if target.line is not None:
        line = target.line.result
        odds = result.odds + line.odds
        paid = f"wins {odds_in_words(odds)}" if line.outcome == "win" or result.odds else line.outcome
        return f"{name}, {plain_words(target.line.name)}: {paid}"
    return f"{name}: {'wins ' + odds_in_words(result.odds) if result.outcome == 'win' else result.outcome}"


def _same_row(target: Target) -> Callable[[Finding], bool]:
    def concerns(finding: Finding) -> bool:
        return finding.rule == target.id and finding.kind == "settlement"

    return concerns


def _reaches(target: Target) -> Callable[[Judged], bool]:
    def reached(judged: Judged) -> bool:
        if judged.trace.settled is None:
            return False
        return any(row.requirement == target.id for row in settlement(judged.trace.settled[1]))

    return reached


def _dealt(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Iterator[tuple[Case, Deal]]:
    """Find the row's deals, the clearest of each case first."""
    share = max(2, -(-bench.profile.deals // max(1, len(cases))))
    more = (_on_many_hands, _whatever_else_shows, _each_kind, _ends)
    once_each = (case for others in more for case in others(bench, target, cases))
    wanted = (
        *((case, share, ATTEMPTS) for case in cases),
        *((case, 1, FEW_ATTEMPTS) for case in once_each),
        *((case, 1, ATTEMPTS) for case in _whatever_others_read(bench, target, cases)),
    )
    for case, count, attempts in wanted:
        pool = some_deals(bench, count * 3, case.goal, attempts)
        clearest = set(islice(sorted(range(len(pool)), key=lambda at: _close_calls(bench, target, pool[at])), count))
        yield from ((case, deal) for at, deal in enumerate(pool) if at in clearest)  # they come plainest first
    yield from _two_kinds_at_once(bench, target, cases)
    yield from _high_cards_beside(bench, target, cases)


def _each_once(bench: Bench, dealt: Callable[[], Iterator[tuple[Case, Deal]]]) -> Iterator[Trial]:
    """Play each deal, and each way through the round at every multiple once."""
    first: dict[int, tuple[Case, Deal]] = {}
    for case, deal in dealt():
        first.setdefault(id(case), (case, deal))
        yield (one_seat(bench, case.walk, deal),)
    for case, deal in first.values():
        yield from ((planned,) for planned in at_each_multiple(bench, case.walk, deal)[1:])


def _drawn(bench: Bench, dealt: Callable[[], Iterator[tuple[Case, Deal]]]) -> "SearchStrategy[Trial]":
    from hypothesis import strategies as st

    def build(pair: tuple[Case, Deal], steps: int) -> Trial:
        return (one_seat(bench, pair[0].walk, pair[1], steps),)

    return st.builds(build, st.sampled_from(tuple(dealt())), st.integers(0, 150))


def _close_calls(bench: Bench, target: Target, deal: Deal) -> tuple[int, int]:
    """Measure how easily a small mistake in reading hands turns a deal: the less, the clearer its case."""
    calls = [closeness(bench, fact, deal) for fact in target.table.axes if _dealt_for(bench, fact, deal)]
    return sum(close for close, _ in calls) + _wheels(bench, target, deal), sum(near for _, near in calls)


def closeness(bench: Bench, fact: Fact, deal: Deal) -> tuple[bool, int]:
    """Say whether a small mistake in reading hands could turn the fact, and, below zero, how far the bar is."""
    ranking = bench.rules.ruleset.hands[fact.hand].ranking
    mine = _strength(bench, fact.hand, deal)
    if fact.kind == "against":
        return mine[0] == _strength(bench, fact.other, deal)[0], 0
    apart = min(abs(ranking.index[mine] - ranking.index[floor]) for floor in fact.floors)
    return any(mine[0] == floor[0] for floor in fact.floors), -apart


def _wheels(bench: Bench, target: Target, deal: Deal) -> int:
    """Count the hands that an engine without the wheel would misread, but for the one whose pay line is at stake."""
    facts = [fact for fact in target.table.axes if _dealt_for(bench, fact, deal)]
    hands = {hand for fact in facts for hand in (fact.hand, fact.other) if hand}
    if target.line is not None and target.line.floor is not None:
        hands.discard(bench.rules.pay_tables[target.wager].hand)
    found = 0
    for hand in hands:
        ranking = bench.rules.ruleset.hands[hand].ranking
        ranks = ranking.classes[ranking.index[_strength(bench, hand, deal)]].ranks
        found += len(set(ranks)) == ranking.size and ranks[0] - ranks[-1] >= ranking.size and ranks[1] == ranking.size
    return found


def _dealt_for(bench: Bench, fact: Fact, deal: Deal) -> bool:
    """Say whether a deal has the cards that a fact looks at."""
    named = [bench.rules.ruleset.hands[hand] for hand in (fact.hand, fact.other) if hand]
    return fact.reads_cards and all(deal.get(place) for hand in named for place in hand.places)


def _strength(bench: Bench, hand: str, deal: Deal) -> Strength:
    cards = hand_cards(bench.rules, hand, lambda place: deal.get(place, ()))
    return bench.rules.ruleset.hands[hand].ranking.strength(cards)
