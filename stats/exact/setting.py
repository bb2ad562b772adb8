"""Estimate games in which a seat sets its cards in spots, and each spot's hand then meets the dealer's.

Neither all hands nor all ends of a round are within reach. Hands are drawn at random. Each is set the way that wins
most over ends of the round drawn for it, and then judged by other ends: so the figures are those of a way to play that
a seat could follow, without a bias. Best play is at least as good.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import factorial, lcm, prod, sqrt
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.cards import full_deck
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import CARD, MOST_CARDS, codes, evaluate, lookup
from fairfelt.rulesets.paths import Walk, holds
from fairfelt.rulesets.rules import AskStep, DealStep, Fact, Hand, ShowStep
from fairfelt.rulesets.settle import settle_seat
from fairfelt.stats.exact.cores import share
from fairfelt.stats.exact.duel import SHOWDOWN, card_facts, main_wagers, main_walks, questions_of
from fairfelt.stats.exact.figures import Condition, Estimate, MainFigures, Progress

Array = NDArray[Any]
MOST_KEPT = 3
MOST_WAYS = 1_000
CHOOSING = 3_000
JUDGING = 200
PILOT = 128
LEAST_HANDS = 500
CHUNK = 16
SECONDS = 60.0
SPOT_CHECKS = 300


@dataclass(frozen=True)
class Game:
    """A game of setting cards.

    `subsets` are places among the seat's cards, `settings` gives the subset in each of `spots`; `house` are the places
    among the dealer's cards that he may keep, `keys` says which he prefers. A combination of showdowns stands at a
    number whose ternary digits are those of the spots. `net` gives what it wins, in 1/`scale` of a wager, and `rows`
    where each settlement row applies.
    """

    spots: tuple[str, ...]
    per: tuple[str, ...]
    walk: Walk
    own: int
    dealer: int
    board: int
    hand: Hand
    subsets: Array
    settings: Array
    house: Array
    keys: Array
    net: Array
    scale: int
    rows: Mapping[str, Array]


def conditions(rules: Rules) -> list[Condition]:
    """Say what this method asks of a ruleset, and what of it holds."""
    ways, ruleset = main_walks(rules), rules.ruleset
    spots = _spots(rules, ways)
    one_way = len(ways) == 1 and bool(spots)
    facts = card_facts(rules, ways)
    pairs = [(ruleset.hands[fact.hand], ruleset.hands[fact.other]) for fact in facts if fact.kind == "against"]
    met = one_way and 0 < len(facts) == len(pairs) and _spots_meet_dealer(ruleset.hands, spots, pairs)
    walk = ways[0] if ways else None
    return [
        Condition("one pack is dealt from", ruleset.packs == 1),
        Condition("the main game asks a seat one thing, to set its cards in spots", one_way),
        Condition(
            f"all cards are set, in at most {MOST_WAYS:,} ways",
            one_way and walk is not None and _all_set(walk.sure.get("seat", 0), spots),
        ),
        Condition(
            "nothing but its own cards is seen before, and nothing is drawn",
            one_way and walk is not None and _nothing_seen(rules, walk),
        ),
        Condition("each fact of cards compares a spot's hand with the dealer's, all ranked alike", met),
        Condition(
            f"each hand is made from the same number of cards, at most {MOST_CARDS}, of the dealer's own all or at"
            f" most {MOST_KEPT}",
            met and walk is not None and _same_size(ruleset.hands, walk, spots, pairs),
        ),
        Condition("no wager of the main game is a fee or paid by a table", _plainly_paid(rules)),
    ]


def _spots(rules: Rules, ways: list[Walk]) -> dict[str, int]:
    """Give how many cards a seat sets in each spot, if that is all that it is asked."""
    actions = [action for question in questions_of(rules, ways) for action in question.actions.values()]
    if len(actions) != 1 or actions[0].draws or actions[0].gives_up or actions[0].places:
        return {}
    return dict(actions[0].arranges)


def _all_set(own: int, spots: Mapping[str, int]) -> bool:
    ways = factorial(own) // prod(factorial(size) for size in spots.values())
    return sum(spots.values()) == own and len(set(spots.values())) == 1 and ways <= MOST_WAYS


def _nothing_seen(rules: Rules, walk: Walk) -> bool:
    steps = rules.ruleset.steps
    asked = next(at for at, step in enumerate(steps) if isinstance(step, AskStep))
    before = [step for step in steps[:asked] if not isinstance(step, AskStep)]
    exchanges = any(isinstance(step, DealStep) and (step.instead_of or step.known_as) for step in steps)
    seen = any(_turns_up(step) for step in before if holds(step.guard, walk.known) is not False)
    return not exchanges and not seen and not walk.unsure


def _turns_up(step: DealStep | ShowStep) -> bool:
    return isinstance(step, ShowStep) or any(up is None or up for up in step.up.values())


def _spots_meet_dealer(hands: Mapping[str, Hand], spots: Mapping[str, int], pairs: list[tuple[Hand, Hand]]) -> bool:
    mine, theirs = [mine for mine, _ in pairs], pairs[0][1]
    board = {"board"} & set(theirs.parts)
    inner = set(theirs.parts) - board
    kept = [hands[part] for part in inner if part in hands]
    return (
        all(other.name == theirs.name for _, other in pairs)
        and all(len(set(hand.parts) - board) == 1 and set(hand.parts) - board <= set(spots) for hand in mine)
        and all(board <= set(hand.parts) and hand.ranking == theirs.ranking for hand in mine)
        and (inner == {"dealer"} or (len(inner) == 1 and [hand.parts for hand in kept] == [("dealer",)]))
    )


def _same_size(hands: Mapping[str, Hand], walk: Walk, spots: Mapping[str, int], pairs: list[tuple[Hand, Hand]]) -> bool:
    theirs, dealer = pairs[0][1], walk.sure.get("dealer", 0)
    way = _house_way(hands, theirs)
    kept = min(dealer, way.ranking.size) if way else dealer
    sizes = {*spots.values(), kept}
    cards = kept + (walk.sure.get("board", 0) if "board" in theirs.parts else 0)
    return len(sizes) == 1 and theirs.ranking.size <= cards <= MOST_CARDS and (kept == dealer or kept <= MOST_KEPT)


def _house_way(hands: Mapping[str, Hand], theirs: Hand) -> Hand | None:
    return next((hands[part] for part in theirs.parts if part in hands), None)


def _plainly_paid(rules: Rules) -> bool:
    wanted = set(main_wagers(rules))
    rows = [row for table in rules.ruleset.tables for row in table.rows]
    tabled = any(row.results[wager].by_table for row in rows for wager in wanted & set(row.results))
    return not tabled and not any(rules.ruleset.wagers[wager].fee for wager in wanted)


def make_game(rules: Rules) -> Game:
    """Lay a ruleset out as a game of setting cards; raise ValueError unless all `conditions` hold."""
    unmet = [condition.says for condition in conditions(rules) if not condition.holds]
    if unmet:
        raise ValueError("; ".join(unmet))
    ways, hands = main_walks(rules), rules.ruleset.hands
    walk, facts, sizes = ways[0], card_facts(rules, ways), _spots(rules, ways)
    spots, size, own = tuple(sizes), next(iter(sizes.values())), walk.sure["seat"]
    subsets = list(combinations(range(own), size))
    settings = [
        setting
        for setting in product(range(len(subsets)), repeat=len(spots))
        if len({card for subset in setting for card in subsets[subset]}) == own
    ]
    theirs, dealer = hands[facts[0].other], walk.sure["dealer"]
    way = _house_way(hands, theirs)
    net, rows = _pays(rules, walk, facts, spots)
    scale = lcm(*(won.denominator for won in net))
    return Game(
        spots=spots,
        per=main_wagers(rules),
        walk=walk,
        own=own,
        dealer=dealer,
        board=walk.sure.get("board", 0) if "board" in theirs.parts else 0,
        hand=theirs,
        subsets=np.array(subsets),
        settings=np.array(settings),
        house=np.array(list(combinations(range(dealer), size))),
        keys=_keys(way) if way and size < dealer else np.zeros(1, np.int64),
        net=np.array([int(won * scale) for won in net], np.int64),
        scale=scale,
        rows=rows,
    )


def _keys(way: Hand) -> Array:
    """Number what the dealer may keep so that he keeps the highest: by the ranking, then by suits from the highest."""
    cards = np.array(list(product(range(52), repeat=way.ranking.size)), np.uint8)
    suits = np.sort(np.array([way.suits.find(card[1]) + 1 for card in CARD])[cards], axis=1)
    keys = evaluate(way.ranking, cards).astype(np.int64)
    for column in range(suits.shape[1] - 1, -1, -1):
        keys = keys * (len(way.suits) + 1) + suits[:, column]
    return -keys if way.worst else keys


def _pays(
    rules: Rules, walk: Walk, facts: list[Fact], spots: tuple[str, ...]
) -> tuple[list[Fraction], dict[str, Array]]:
    """Give what each combination of showdowns wins, and where each settlement row applies."""
    per, hands = main_wagers(rules), rules.ruleset.hands
    spot_of = {fact.name: next(at for at, spot in enumerate(spots) if spot in hands[fact.hand].parts) for fact in facts}
    outcomes = list(product(SHOWDOWN, repeat=len(spots)))
    net, rows = [Fraction(0)] * len(outcomes), dict[str, Array]()
    for at, outcome in enumerate(outcomes):
        known = {**walk.known, **{name: outcome[spot] for name, spot in spot_of.items()}}
        for table in rules.ruleset.tables:
            for wager in set(table.wagers) & set(per):
                row = table.row(known)
                result = row.results[wager]
                kept = Fraction(0)
                net[at] += {"win": result.odds, "push": kept, "returned": kept}.get(result.outcome, Fraction(-1))
                rows.setdefault(f"{wager}.{row.name}", np.zeros(len(outcomes), bool))[at] = True
    return net, rows


@cache
def _bits() -> Array:
    """Give each card as a bit, suit after suit."""
    return np.array([1 << 13 * (code % 4) + code // 4 for code in range(52)], np.int64)


def _tables(game: Game) -> tuple[Any, ...]:
    """Lay out what the kernels look up, in their order."""
    found = lookup(game.hand.ranking, game.subsets.shape[1] + game.board)
    return (
        game.house,
        game.keys,
        _bits(),
        found.words,
        found.start,
        found.high_shift,
        found.suit_shift,
        found.low,
        found.high,
        found.by_rank,
        found.by_suit,
        found.full_suits,
    )


def play(
    game: Game,
    hands: int,
    seed: int,
    progress: Progress = lambda _: None,
    choosing: int = CHOOSING,
    judging: int = JUDGING,
) -> Array:
    """Draw hands, and count for each how often each combination of showdowns comes up once it is set.

    The counts are the same whatever the number of cores.
    """
    from fairfelt.stats.exact.setting_kernel import play_hands

    seeds = np.random.default_rng(seed).integers(1 << 32, size=hands)
    counts = np.zeros((hands, len(game.net)), np.int32)
    tables = _tables(game)
    sizes = (game.own, game.dealer, game.board)

    def work(part: slice, _: None) -> None:
        settings, net = game.settings, game.net
        play_hands(seeds[part], choosing, judging, settings, net, counts[part], *sizes, game.subsets, *tables)

    share(hands, CHUNK, lambda: None, work, progress)
    return counts


def showdowns(game: Game, deck: Array, subsets: Array) -> Array:
    """Say who wins with each subset of the seat's cards: 0 is a loss, 1 a tie, 2 a win.

    `deck` has the seat's cards first, then the dealer's and the board's.
    """
    from fairfelt.stats.exact.setting_kernel import meet

    shown = np.empty(len(subsets), np.int64)
    meet(deck.astype(np.int64), game.own, game.dealer, game.board, subsets, shown, *_tables(game))
    return shown


def figures(rules: Rules, hands: int | None, seed: int, progress: Progress = lambda _: None) -> MainFigures:
    """Estimate the main game from so many hands, or from as many as a minute allows."""
    began = perf_counter()
    game = make_game(rules)
    checked = agrees_with_oracle(rules, game, SPOT_CHECKS, seed)
    number = max(2, hands) if hands else _hands_in_time(game, seed)  # one hand would show no error
    counts = play(game, number, seed, progress)
    net = game.net / (game.scale * len(game.per))
    won, square = _estimate(counts, net), _estimate(counts, net**2)
    spread = sqrt(square.value - won.value**2)
    edge = Estimate(-won.value, won.standard_error)
    return MainFigures(
        per=game.per,
        house_edge=edge,
        standard_deviation=Estimate(spread, square.standard_error / (2 * spread)),
        fold_frequency=None,
        average_wager=Fraction(1),
        element_of_risk=edge,
        rows={name: _estimate(counts, where) for name, where in game.rows.items()},
        method=f"estimated: {number:,} hands drawn with seed {seed}, each set the best of {len(game.settings)} ways by"
        f" {CHOOSING:,} ends of the round and judged by {JUDGING:,} others",
        held=tuple(condition.says for condition in conditions(rules)),
        checked=(checked,),
        seconds=perf_counter() - began,
        ties="of two ways to set a hand that win the same, the first is counted",
        notes=(
            f"the best of {CHOOSING:,} ends need not be the best of all: true best play is at least as good for the"
            " player, so the edge against it is at most this one, within the error",
        ),
    )


def _hands_in_time(game: Game, seed: int) -> int:
    play(game, 1, seed)  # compiles the kernels
    began = perf_counter()
    play(game, PILOT, seed)
    return max(LEAST_HANDS, int(PILOT * SECONDS / (perf_counter() - began)))


def _estimate(counts: Array, worth: Array) -> Estimate:
    """Give the mean worth of a round. Rounds of one hand depend on each other, so the error is that of whole hands."""
    by_hand = counts @ worth / counts.sum(axis=1)
    return Estimate(float(by_hand.mean()), float(by_hand.std(ddof=1)) / sqrt(len(by_hand)))


def agrees_with_oracle(rules: Rules, game: Game, rounds: int, seed: int) -> str:
    """Settle drawn rounds, each set at random, by the oracle; raise ArithmeticError where the arrays differ."""
    drawn, deck = random.Random(seed), full_deck()
    stakes = dict.fromkeys(game.per, game.scale)
    for _ in range(rounds):
        cards = drawn.sample(deck, game.own + game.dealer + game.board)
        subsets = game.subsets[drawn.choice(game.settings)]
        places = {spot: tuple(cards[at] for at in subset) for spot, subset in zip(game.spots, subsets, strict=True)}
        places["seat"] = tuple(cards[: game.own])
        places["dealer"] = tuple(cards[game.own : game.own + game.dealer])
        places["board"] = tuple(cards[game.own + game.dealer :])
        settled = settle_seat(rules, game.walk.known, stakes, places.__getitem__)
        expected = sum(one.returned - one.staked for one in settled)
        shown = showdowns(game, codes(cards), subsets)
        actual = int(game.net.reshape((3,) * len(shown))[tuple(shown)])
        if actual != expected:
            where = ", ".join(f"{place} {' '.join(held)}" for place, held in places.items() if held)
            raise ArithmeticError(f"{where}: {expected} by the oracle, {actual} by the arrays")
    return f"{rounds} rounds drawn and set at random pay what the oracle of single rounds pays"
