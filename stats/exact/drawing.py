"""Games in which a seat may draw or exchange cards for fees, and may have a card of the dealer's exchanged.

What the seat sees, its own cards and those of the dealer's that lie face up, is drawn at random. From there every card
that may come is counted, so each decision is the best one and its worth has no error; only the states are a sample.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import comb, prod, sqrt
from time import perf_counter

import numpy as np

from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import CARD, codes, evaluate
from fairfelt.rulesets.rankings import kept_cards
from fairfelt.rulesets.settle import settle_seat
from fairfelt.stats.exact.cores import share
from fairfelt.stats.exact.drawing_tree import (
    MOST_DRAWN,
    Act,
    Array,
    End,
    Game,
    Node,
    Tally,
    conditions,
    known_of,
    lates,
    make_game,
    shown_of,
)
from fairfelt.stats.exact.figures import Estimate, MainFigures, Progress

PILOT = 64
"""States that say how many more fit the time."""
SPOT_CHECKS = 200
SECONDS = 60.0
__all__ = ["conditions", "figures", "make_game", "values"]


def _play(game: Game, own: Sequence[int], shown: Sequence[int]) -> tuple[dict[str, int], Array, int]:
    """Play one state: give the worth of each first action and how often each `[end, band, cell]` comes up under best
    play; both count so many equally likely ways."""
    from fairfelt.stats.exact import drawing_kernel as kernel

    layout, ranking = game.layout, game.layout.seat.ranking
    hidden = layout.dealt - len(shown)
    state = kernel.look(np.array(own, np.uint8), np.array(shown, np.uint8), hidden, ranking, game.place, game.offered)
    many = len(state.unseen)
    cells = game.ends[0].net.shape[1]
    tally = np.zeros((len(game.ends), len(game.bands[0]), cells), np.int64)

    def ways(taken: int) -> int:
        """Count one way to complete a round after so many cards: each stands for as many of the longest rounds."""
        return prod(many - hidden - at for at in range(taken + 1, game.drawn + 1))

    def stop(end: End, cards: Array, drawn: Array, taken: int) -> tuple[Array, Tally]:
        each = ways(taken)
        if end.flat:
            counts = np.zeros((len(cards), cells), np.int64)
            counts[:, 0] = comb(many - taken, hidden) * (many - taken - hidden)
            band = np.zeros(len(cards), np.int64)
        else:
            classes = evaluate(ranking, cards).astype(np.int64)
            counts = kernel.settle_all(state, classes, drawn, end.net, game.bands, end.changes)
            band = np.searchsorted(game.bands[0], classes, side="right") - 1

        def count(chosen: Array, into: Array) -> None:
            np.add.at(into[end.number], band[chosen], counts[chosen] * each)

        return (counts * end.net[band]).sum(axis=1) * each, count

    def act(node: Act, cards: Array, drawn: Array, taken: int) -> tuple[Array, Tally]:
        if not node.draws:
            return visit(node.then, cards, drawn, taken)
        free = np.ones((len(cards), many), np.bool_)
        for column in range(taken):
            free[np.arange(len(cards)), drawn[:, column]] = False
        come = np.nonzero(free)[1].reshape(len(cards), -1)
        each, size = come.shape[1], cards.shape[1]
        kept = [np.delete(cards, at, axis=1) for at in range(size)] if node.gives_up else [cards]
        new = np.concatenate(
            [np.column_stack([np.repeat(held, each, axis=0), state.unseen[come.ravel()]]) for held in kept]
        )
        now = np.repeat(drawn, each, axis=0)
        now[:, taken] = come.ravel()
        worth, count_next = visit(node.then, new, np.tile(now, (len(kept), 1)), taken + 1)
        means = worth.reshape(len(kept), len(cards), each).sum(axis=2)
        best = means.argmax(axis=0)

        def count(chosen: Array, into: Array) -> None:
            taken_up = (best == np.arange(len(kept))[:, None]) & chosen
            count_next(np.repeat(taken_up.ravel(), each), into)

        return means.max(axis=0), count

    def visit(node: Node, cards: Array, drawn: Array, taken: int) -> tuple[Array, Tally]:
        if isinstance(node, End):
            return stop(node, cards, drawn, taken)
        found = [act(each, cards, drawn, taken) for each in node]
        worths = np.stack([worth for worth, _ in found])
        best = worths.argmax(axis=0)

        def count(chosen: Array, into: Array) -> None:
            for at, (_, count_act) in enumerate(found):
                count_act(chosen & (best == at), into)

        return worths.max(axis=0), count

    root = game.root if isinstance(game.root, tuple) else (Act("", 0, 0, game.root),)
    held, none = np.array([own], np.uint8), np.full((1, MOST_DRAWN), -1, np.int64)
    first = [act(each, held, none, 0) for each in root]
    total = comb(many, hidden) * (many - hidden) * ways(0)
    worths = [int(worth[0]) for worth, _ in first]
    first[worths.index(max(worths))][1](np.ones(1, np.bool_), tally)
    if int(tally.sum()) != total:
        raise ArithmeticError(f"the cells add up to {int(tally.sum()):,} of {total:,} ways")
    return {each.name: worth for each, worth in zip(root, worths, strict=True)}, tally, total


def values(rules: Rules, own: Sequence[Card], up: Sequence[Card]) -> Mapping[str, Fraction]:
    """Give the exact worth of each first action, in first wagers, to a seat that then plays best.

    Raise ValueError where `conditions` don't hold, or for other numbers of cards than the game deals.
    """
    game = make_game(rules)
    if len({*own, *up}) != game.layout.own + game.layout.shown or len(own) != game.layout.own:
        wanted = f"{game.layout.own} cards of the seat and {game.layout.shown} of the dealer"
        raise ValueError(f"give {wanted}, all different, not {' '.join(own)} and {' '.join(up)}")
    worths, _, total = _play(game, codes(own).tolist(), codes(up).tolist())
    return {name: Fraction(worth, total * game.scale) for name, worth in worths.items()}


def figures(rules: Rules, states: int | None = None, seed: int = 0, progress: Progress = lambda _: None) -> MainFigures:
    """Estimate the main game's figures from so many states, or as many as fit about a minute.

    All first hands, in the order of their strength, are cut in parts, and two states are drawn from each: what the two
    differ by says how far the figures may be off. Raise ValueError where `conditions` don't hold.
    """
    began, game = perf_counter(), make_game(rules)
    checked = _agrees_with_oracle(rules, game, SPOT_CHECKS, seed)
    samples = [_sample(game, states or PILOT, seed, progress if states else lambda _: None)]
    spent = perf_counter() - began
    if states is None and spent < SECONDS:
        more = int(PILOT * (SECONDS - spent) / spent)
        samples.append(_sample(game, max(more, PILOT), seed + 1, progress))
    count = sum(sample.states for sample in samples)
    parts = np.array([sample.states / count for sample in samples])
    names = samples[0].names
    means = parts @ np.stack([sample.means for sample in samples])
    errors = np.sqrt(parts**2 @ np.stack([sample.errors**2 for sample in samples]))
    every = {n: Estimate(float(m), float(e)) for n, m, e in zip(names, means, errors, strict=True)}
    net, square, staked = every.pop("net"), every.pop("square"), every.pop("staked")
    fold = every.pop("fold")
    spread = sqrt(square.value - net.value**2)
    return MainFigures(
        per=game.per,
        house_edge=Estimate(-net.value, net.standard_error),
        standard_deviation=Estimate(spread, square.standard_error / (2 * spread)),
        fold_frequency=fold,
        average_wager=staked,
        element_of_risk=Estimate(-net.value / staked.value, net.standard_error / staked.value),
        rows={name: share for name, share in every.items() if share.value},
        method=f"estimated: {count:,} situations drawn with seed {seed}, by parts of all first hands, each decided "
        "exactly over all cards that may come",
        held=tuple(condition.says for condition in conditions(rules)),
        checked=("in each state the cells add up to all ways to complete the round", checked),
        seconds=perf_counter() - began,
        ties="of two choices worth the same, the first is counted, and no exchange of the dealer's card",
        notes=("a lone seat in a light box: nobody else has the dealer's card exchanged",),
    )


def _agrees_with_oracle(rules: Rules, game: Game, rounds: int, seed: int) -> str:
    """Settle drawn rounds by the oracle, whatever the seat chose; raise ArithmeticError where the cells differ."""
    layout, drawn = game.layout, random.Random(seed)
    ranking, (seat, dealer, then) = layout.seat.ranking, game.bands
    for _ in range(rounds):
        dealt = drawn.sample(CARD, layout.own + layout.dealt + 1)
        cards = {"seat": tuple(dealt[: layout.own]), "dealer": tuple(dealt[layout.own : -1])}
        gone = kept_cards(layout.gone.ranking, cards["dealer"], layout.gone.worst, layout.gone.suits)
        left = (card for card in cards["dealer"] if card not in gone)
        cards[layout.replaced.known_as] = (*left, dealt[-1])
        mine, theirs, changed = (ranking.index[ranking.strength(hand)] for hand in cards.values())
        band = int(np.searchsorted(seat, mine, side="right")) - 1
        for end, exchanged in product(game.ends, (False, True)):
            at, floors, before = (changed, then, 3 * (len(dealer) - 1)) if exchanged else (theirs, dealer, 0)
            cell = before + 3 * (int(np.searchsorted(floors, at, side="right")) - 1) + 1 + (mine > at) - (mine < at)
            named = [shown_of(rules, layout.dealer, theirs), shown_of(rules, layout.then, changed)][: 1 + exchanged]
            told = {name: value for each in named for name, value in each.items()}
            won = [
                sum(each.returned - each.staked for each in settle_seat(rules, known, placed, cards.__getitem__))
                for late, stakes in lates(rules, layout, end.answers, end.stakes, told, exchanged)
                for known in [known_of(rules, late, stakes)]
                for placed in [{name: n * game.scale for name, n in stakes.items()}]
            ]
            if won and max(won) != end.net[band, cell]:
                where = ", ".join(f"{place} {' '.join(held)}" for place, held in cards.items())
                raise ArithmeticError(f"{where}: {max(won)} by the oracle, {end.net[band, cell]} by the cells")
    return f"{rounds} rounds drawn at random pay what the oracle of single rounds pays, for each way to choose"


@dataclass(frozen=True)
class Sample:
    """What states drawn at random say of each figure, with standard errors."""

    states: int
    names: list[str]
    means: Array
    errors: Array


def _sample(game: Game, states: int, seed: int, progress: Progress) -> Sample:
    """Play pairs of states, each pair from a part of all first hands.

    Strong hands are rare but weigh much, so a band of hands gets states by the square root of its share.
    """
    from fairfelt.stats.exact import drawing_kernel as kernel

    hands = kernel.sets_of(52, game.layout.own)
    classes = evaluate(game.layout.seat.ranking, hands)
    order = np.argsort(classes, kind="stable")
    edges = np.append(np.searchsorted(classes[order], game.bands[0]), len(hands))
    widths = np.diff(edges)
    pairs = np.where(widths > 0, np.maximum(1, np.rint(states / 2 * np.sqrt(widths) / np.sqrt(widths).sum())), 0)
    bands = zip(edges, edges[1:], pairs, strict=False)
    cuts = [np.linspace(start, end, int(count) + 1).astype(np.int64) for start, end, count in bands]
    parts = [part for cut in cuts for part in pairwise(cut)]
    drawn = np.random.default_rng(seed)
    owns = [hands[order[at]] for part in parts for at in drawn.integers(*part, 2)]
    shown = [drawn.permutation(np.setdiff1d(np.arange(52), own))[: game.layout.shown] for own in owns]
    dealt = [own.tolist() + up.tolist() for own, up in zip(owns, shown, strict=True)]
    names, reads = _readings(game)
    found = np.zeros((len(dealt), len(names)))

    def work(which: slice, _sums: list[None]) -> None:
        for at, cards in list(enumerate(dealt))[which]:
            _, tally, total = _play(game, cards[: game.layout.own], cards[game.layout.own :])
            found[at] = reads @ (tally.ravel() / total)

    share(len(dealt), 1, list[None], work, progress)
    weights = np.array([end - start for start, end in parts]) / len(hands)
    pairs = found.reshape(len(parts), 2, len(names))
    errors = np.sqrt(weights**2 @ ((pairs[:, 0] - pairs[:, 1]) ** 2 / 4))
    return Sample(len(dealt), names, weights @ pairs.mean(axis=1), errors)


def _readings(game: Game) -> tuple[list[str], Array]:
    """Give the figures by name, and what each cell of a tally adds to them."""
    shape, units = (len(game.ends), *game.ends[0].net.shape), len(game.per)
    net = np.stack([end.net for end in game.ends]) / (game.scale * units)
    staked = np.stack([np.broadcast_to(end.staked, shape[1:]) for end in game.ends]) / units
    folds = np.stack([np.full(shape[1:], float(end.folds)) for end in game.ends])
    found: dict[str, Array] = {"net": net, "square": net**2, "staked": staked, "fold": folds}
    for end in game.ends:
        for (band, cell), rows in end.rows.items():
            for row in rows:
                found.setdefault(row, np.zeros(shape))[end.number, band, cell] = 1
    return list(found), np.stack([values.ravel() for values in found.values()])
