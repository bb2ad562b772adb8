"""Contests: hands of one category that differ at one place, meet at its ends, or tie, where the rules compare them.

Exact classes are planted. Where a hand keeps some of its cards by a house way, few classes can be planted together;
there, contests are picked from many deals as they come, and planted only where chance gave none.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import chain
from random import Random

from fairfelt.conformance.plans.close_hands import close_hands, shares_a_board
from fairfelt.conformance.plans.plan import Bench, Trial, once, one_seat, some_deals
from fairfelt.conformance.plans.settling import wraps
from fairfelt.conformance.scenario import Scenario
from fairfelt.rulesets.paths import Walk, cards_in
from fairfelt.rulesets.rankings import HandClass, Ranking, Strength
from fairfelt.rulesets.rules import DealStep, Fact
from fairfelt.rulesets.settle import fact_value, hand_cards
from fairfelt.rulesets.ways import feasible, goal_on
from fairfelt.rulesets.witness import Deal, Goal, attainable, place_sizes, random_deals

SUBSTITUTES = 40
"""Contests of one kind that are kept ready."""
MOST_MISSES = 8
"""Contests that could not be dealt in a setting before that is given up."""
TIES = 2
"""Ties of one kind beyond the first: whether an engine lets suits break one shows in some of them only."""
FEW_MISSES = 3
"""The same, where chance has given contests already."""
AS_THEY_COME = 4000
"""Deals among which contests are looked for."""

Setting = tuple[Walk, Mapping[str, str]]
"""A way through the round and values of the other facts under which a fact decides money."""
Chance = Callable[[int], tuple[Deal, ...]]
"""Gives deals as they come, for seats that hold so many cards."""
Met = Callable[[int], tuple[tuple[Deal, Strength, Strength], ...]]
"""The same, with what the two hands of a comparison show in each."""
Clear = Callable[[Walk, Mapping[str, str]], tuple[Scenario, ...]]
"""Gives plain rounds for each answer of the fact in a setting."""


def close_deals(
    bench: Bench,
    fact: Fact,
    settings: tuple[Setting, ...],
    category: str,
    clear: Clear,
    chance: Met,
) -> Callable[[], Iterator[Trial]]:
    """Deal the contests of a category when they are first asked for, each after its clear cases."""
    hands = bench.rules.ruleset.hands
    parts = [part for hand in (fact.hand, fact.other) for part in hands[hand].parts]
    changed = {step.known_as for step in bench.rules.ruleset.steps if isinstance(step, DealStep)}
    chosen = any(part in hands or part in changed for part in parts)

    def essentials() -> Iterator[Trial]:
        by_chance = list(_by_chance(bench, fact, settings, category, chance)) if chosen else []
        met = {word for word, *_ in by_chance} if chosen else None
        planted = _planted(bench, fact, settings, category, met)
        for _, walk, facts, deal in chain(by_chance, planted):
            yield *clear(walk, facts), one_seat(bench, walk, deal)

    return once(essentials)


Contest = tuple[str, Walk, Mapping[str, str], Deal]
"""The fact's answer, the way through the round, what the cards show, and the cards."""


def _by_chance(
    bench: Bench, fact: Fact, settings: tuple[Setting, ...], category: str, chance: Met
) -> Iterator[Contest]:
    """Pick, for each answer and each place of difference, the deals that mislead most."""
    ranking = bench.rules.ruleset.hands[fact.hand].ranking
    level = ranking.level(category)
    found: dict[tuple[str, int], list[tuple[bool, int, Contest]]] = {}
    sizes = list(dict.fromkeys(walk.sure.get("seat", 0) for walk, _ in settings))
    dealt = ((size, *met) for size in sizes for met in chance(size))
    for at, (held, deal, mine, theirs) in enumerate(dealt):
        if max(mine[0], theirs[0]) != level or min(mine[0], theirs[0]) < level - 1:
            continue
        word = "win" if mine > theirs else "lose" if mine < theirs else "tie"
        for walk, given in settings:
            shows = all(_value(bench, name, deal) == value for name, value in given.items())
            if shows and walk.sure.get("seat", 0) == held:
                kind = word, _first_difference(mine, theirs)
                contest: Contest = (word, walk, {**given, fact.name: word}, deal)
                found.setdefault(kind, []).append((not _misleading(ranking, mine, theirs), at, contest))
                break
    for contests in found.values():
        for _, _, contest in sorted(contests, key=lambda entry: entry[:2])[: 1 + bench.profile.deals // 16]:
            yield contest


def as_they_come(bench: Bench) -> Chance:
    """Deal many rounds as cards come, and as many with hands that lie close; once for each number of cards that a seat
    holds, and when first asked for."""

    @cache
    def dealt(held: int) -> tuple[Deal, ...]:
        sizes, seed = {**place_sizes(bench.rules), "seat": held}, f"contests {bench.seed}"
        dealt_as_they_come = random_deals(bench.rules, AS_THEY_COME, seed, held)
        if not shares_a_board(sizes):
            return dealt_as_they_come
        close = partial(close_hands, sizes)
        return (*dealt_as_they_come, *random_deals(bench.rules, AS_THEY_COME, f"{seed} close", held, close))

    return dealt


def met_by_chance(bench: Bench, fact: Fact, chance: Chance) -> Met:
    """Read the two hands of a comparison in deals as they come, once for all categories."""

    def read(deal: Deal) -> tuple[Deal, Strength, Strength]:
        return deal, _strength(bench, fact.hand, deal), _strength(bench, fact.other, deal)

    return cache(lambda held: tuple(map(read, chance(held))))


def _value(bench: Bench, name: str, deal: Deal) -> str:
    return fact_value(bench.rules, bench.rules.ruleset.facts[name], {}, lambda place: deal.get(place, ()))


def _strength(bench: Bench, hand: str, deal: Deal) -> Strength:
    cards = hand_cards(bench.rules, hand, lambda place: deal.get(place, ()))
    return bench.rules.ruleset.hands[hand].ranking.strength(cards)


def _misleading(ranking: Ranking, mine: Strength, theirs: Strength) -> bool:
    """Say whether the lower of two hands holds the higher cards: an engine that just sorts cards gets those wrong."""
    strengths = sorted((mine, theirs), reverse=True)
    high, low = (sorted(ranking.classes[ranking.index[at]].ranks, reverse=True) for at in strengths)
    return low > high


def _planted(
    bench: Bench, fact: Fact, settings: tuple[Setting, ...], category: str, met_before: set[str] | None
) -> Iterator[Contest]:
    """Plant exact classes; less is tried where chance did its part, `met_before` being the words that it met."""
    ranking = bench.rules.ruleset.hands[fact.hand].ranking
    patience = FEW_MISSES if met_before is not None else max(MOST_MISSES, SUBSTITUTES // len(settings))
    missed: dict[tuple[str, int], int] = {}
    meeting = {
        at for at, setting in enumerate(settings) if met_before or _can_meet(bench, fact, setting, category)
    }
    for pairs in class_pairs(ranking, category, cards_of(bench, fact.hand), bench.seed):
        contest = sorted(pairs, key=lambda pair: any(_at_a_bar(bench, fact, at) for at in pair))
        met: dict[str, int] = {}
        missed = missed if met_before else {}  # where chance gave none, each kind of contest is tried anew
        for word, goals in _goals(bench, fact, settings, contest):
            budget, attempts = (patience, 150) if word not in (met_before or ()) else (1, 40)
            for at, walk, goal in goals:
                clear = not any(_at_a_bar(bench, fact, low) for low, _ in goal.hands.values())
                enough = bench.profile.deals // 16 + TIES * (word == "tie" and clear)
                if met.get(word, 0) > enough or missed.get((word, at), 0) >= budget:
                    continue
                inside = all(ranking.classes[low].category == category for low, _ in goal.hands.values())
                if inside and at not in meeting:
                    continue
                # an exact class is often out of reach, and a setting in which nothing was ever dealt mostly is
                dealt = some_deals(bench, 1, goal, attempts=attempts)
                yield from ((word, walk, goal.facts, deal) for deal in dealt)
                if dealt:
                    met[word], missed[word, at] = met.get(word, 0) + 1, 0
                    break
                missed[word, at] = missed.get((word, at), 0) + 1


def _can_meet(bench: Bench, fact: Fact, setting: Setting, category: str) -> bool:
    """Say whether each of the two hands can be of a category in a setting; cards exclude more than the order does."""
    walk, given = setting
    known = {name: value for name, value in given.items() if name != fact.name}
    spans = ((hand, bench.rules.ruleset.hands[hand].ranking.spans[category]) for hand in (fact.hand, fact.other))
    return all(
        feasible(bench.rules, known, {hand: span})
        and some_deals(bench, 1, goal_on(bench.rules, walk, known, {hand: span}), attempts=300)
        for hand, span in spans
    )


def _at_a_bar(bench: Bench, fact: Fact, at: int) -> bool:
    """Say whether a class lies at a bar that another fact sets for one of the hands: who misreads that bar would seem
    to compare wrongly."""
    ruleset = bench.rules.ruleset
    bars = [
        floor
        for other in ruleset.facts.values()
        if other.hand in (fact.hand, fact.other)
        for floor in other.floors
    ]
    return any(ruleset.hands[fact.hand].ranking.classes[at].strength[:2] == bar[:2] for bar in bars)


def class_pairs(ranking: Ranking, category: str, cards: int, seed: int) -> list[list[tuple[int, int]]]:
    """List contests of classes, higher first: for each position the nearest that differ there, the ends of the
    category, a hand against the top of the category below, and ties; each with substitutes, since some classes
    can't be dealt from shared cards."""
    rng = Random(f"{seed} {category}")

    def dealable(category_at: int) -> list[int]:
        name = ranking.categories[len(ranking.categories) - 1 - category_at].name
        inside = [at for at, entry in enumerate(ranking.classes) if entry.category == name]
        sample = (
            inside if len(inside) <= 80 else [*inside[:12], *rng.sample(inside[12:-12], 50), *inside[-12:]]
        )
        return [at for at in sorted(sample) if attainable(ranking, ranking.classes[at], cards)]

    level = ranking.level(category)
    inside = dealable(level)
    contests = [
        _differing(ranking, inside, at, rng) for at in range(1, len(ranking.classes[inside[0]].strength))
    ]
    contests.append([(inside[at + 1], inside[0]) for at in range(min(3, len(inside) - 1))])
    contests.append([(inside[-1 - at], inside[0]) for at in range(min(3, len(inside) - 1))])
    contests.append([(inside[-1 - at], inside[-2 - at]) for at in range(min(3, len(inside) - 1))])
    if level > 0:
        below = dealable(level - 1)
        nearest = [(inside[at], below[-1 - at]) for at in range(min(6, len(inside), len(below)))]
        beside = Random(f"{seed} {category} beside")
        any_two = [(beside.choice(inside), beside.choice(below)) for _ in range(SUBSTITUTES)]
        contests.append([*nearest, *any_two])
    wheels = [at for at in inside[1:] if _ace_low(ranking, ranking.classes[at])]
    for at in wheels:  # whoever does not know it takes it for the lowest, or for no run at all
        contests.append([(at, below) for below in inside[::-1] if below < at][:SUBSTITUTES])
    contests.append([(at, at) for at in rng.sample(inside, min(8, len(inside)))])
    spurious = [at for at in range(*ranking.spans[category]) if wraps(ranking, ranking.classes[at])]
    for at in spurious:  # a hand that a careless engine takes for a run, against higher ones
        contests.append([(above, at) for above in inside[::-1] if above > at][:SUBSTITUTES])
    return contests


def _ace_low(ranking: Ranking, entry: HandClass) -> bool:
    run = ranking.categories[-1 - entry.strength[0]].run
    return run and entry.ranks[0] - entry.ranks[-1] >= ranking.size


def _differing(ranking: Ranking, inside: list[int], position: int, rng: Random) -> list[tuple[int, int]]:
    """Pair classes whose first difference is at this position of their keys.

    Pairs in which the lower hand holds the higher cards come first, since an engine that just sorts cards gets those
    wrong; many substitutes follow, because exact classes often can't be dealt over a shared board.
    """
    classes = ranking.classes
    pairs: list[tuple[int, int]] = []
    for at in rng.sample(inside, len(inside)):
        key = classes[at].strength
        lower = [b for b in inside if b < at and _first_difference(key, classes[b].strength) == position]
        pairs.extend((at, below) for below in rng.sample(lower, min(3, len(lower))))

    def misleading(pair: tuple[int, int]) -> bool:
        return _misleading(ranking, *(classes[at].strength for at in pair))

    return sorted(pairs, key=misleading, reverse=True)[:SUBSTITUTES]


def _first_difference(key: tuple[int, ...], other: tuple[int, ...]) -> int:
    return next((at for at, (mine, theirs) in enumerate(zip(key, other, strict=True)) if mine != theirs), -1)


def _goals(
    bench: Bench, fact: Fact, settings: tuple[Setting, ...], contest: list[tuple[int, int]]
) -> Iterator[tuple[str, list[tuple[int, Walk, Goal]]]]:
    """Turn a contest into goals, the player's hand once above and once below; with the word for each, and the
    settings in which the order of hands allows it."""
    for high, low in contest:
        for mine, theirs in {(high, low), (low, high)}:
            word = "win" if mine > theirs else "lose" if mine < theirs else "tie"
            hands = {fact.hand: (mine, mine + 1), fact.other: (theirs, theirs + 1)}
            told = ((at, walk, {**given, fact.name: word}) for at, (walk, given) in enumerate(settings))
            yield (
                word,
                [
                    (at, walk, goal_on(bench.rules, walk, facts, hands))
                    for at, walk, facts in told
                    if feasible(bench.rules, facts, hands)
                ],
            )


def cards_of(bench: Bench, hand: str) -> int:
    """Count the cards from which a hand is made."""
    return cards_in(bench.rules.ruleset.hands, hand, place_sizes(bench.rules))
