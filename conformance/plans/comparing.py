"""Close calls: hands that differ by one kicker, wheels, ties, and hands on either side of a qualifier.

Wrong hand reading shows here, whatever the money does elsewhere. Only cases in which the reading changes what is
paid are played, so that an engine is never judged on a comparison that the rules don't ask for.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.contests import Chance, Setting, as_they_come, cards_of, close_deals, met_by_chance
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    about,
    came_as_dealt,
    deals_on,
    misdealt,
    once,
    one_seat,
    plain_words,
    requirement,
    settled_money,
    some_deals,
    ways,
)
from fairfelt.conformance.plans.settling import closeness
from fairfelt.conformance.scenario import Scenario
from fairfelt.rulesets.bounds import Interval
from fairfelt.rulesets.paths import Walk, readable
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.rankings import Ranking, describe
from fairfelt.rulesets.round import cards_for
from fairfelt.rulesets.rules import NOT_STAKED, Fact, Question, Table
from fairfelt.rulesets.settle import fact_value
from fairfelt.rulesets.ways import assumed, card_facts, feasible, goal_on, layout_of
from fairfelt.rulesets.witness import Deal, attainable

MOST_SETTINGS = 12
NEAR = 12
"""Classes that count as next to a bar: one pair of ranks with every kicker."""



def plans(bench: Bench) -> Iterator[Plan]:
    chance = as_they_come(bench)
    for fact in _facts(bench):
        settings = _spread(bench, fact, list(_settings(bench, fact)))
        if fact.kind == "against":
            yield from _comparisons(bench, fact, settings, chance)
        elif settings:
            yield _floor(bench, fact, _without_ties(bench, fact, settings))


def _facts(bench: Bench) -> list[Fact]:
    """List each fact about cards that a table reads."""
    found = {
        fact.name: fact for table in bench.rules.ruleset.tables for fact in card_facts(table)
    }
    return list(found.values())


def _settings(bench: Bench, fact: Fact) -> Iterator[Setting]:
    """List settings, one for each way in which the fact decides money and for each number of cards held."""
    tables, layout = bench.rules.ruleset.tables, layout_of(bench.rules)
    axes = {other.name: other for table in tables for other in card_facts(table)}
    met: set[object] = set()
    for walk in sorted(ways(bench), key=lambda walk: len(walk.placed)):
        taken = assumed(bench.rules, walk)
        if walk.known.get(fact.name) == NOT_STAKED or not readable(layout, walk, fact):
            continue
        others = [other for other in axes.values() if other.name not in (fact.name, *walk.known)]
        seen = [other for other in others if readable(layout, walk, other)]
        for values in product(*(other.answers for other in seen)):
            given = {**taken, **dict(zip((other.name for other in seen), values, strict=True))}
            can_be = (value for value in fact.answers if feasible(bench.rules, {**given, fact.name: value}, {}))
            paid = tuple(str(_paid(tables, walk, axes, {**given, fact.name: value})) for value in can_be)
            key = frozenset(given.items()), walk.sure.get("seat"), paid
            if (len(set(paid)) > 1 or fact.name in taken) and key not in met:
                met.add(key)
                yield walk, given


def _spread(bench: Bench, fact: Fact, settings: list[Setting]) -> tuple[Setting, ...]:
    """Keep the settings if they are few, else one for each set of wagers that the fact decides and for each side of
    the bars that bind its hands.

    Settings without ties come first, and those in which other hands lose: a high hand is easily had on one side.
    """
    facts = bench.rules.ruleset.facts
    hands = {fact.hand, fact.other} - {""}

    def hard_to_deal(setting: Setting) -> tuple[int, int]:
        words = [word for name, word in setting[1].items() if facts[name].kind == "against"]
        return words.count("tie"), -words.count("lose")

    settings.sort(key=hard_to_deal)
    if len(settings) <= MOST_SETTINGS:
        return tuple(settings)
    kept: dict[object, Setting] = {}
    for walk, given in settings:
        bars = [name for name in given if facts[name].floors and facts[name].hand in hands]
        sides = tuple(sorted((name, given[name]) for name in bars))
        kept.setdefault((walk.sure.get("seat"), sides, _decided(bench, fact, walk, given)), (walk, given))
    return tuple(kept.values())


def _without_ties(bench: Bench, fact: Fact, settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
    """Leave out settings in which other hands tie, where the rest decides the same wagers: what pushes is easily
    mistaken for what a bar gives back."""
    facts = bench.rules.ruleset.facts

    def ties(setting: Setting) -> bool:
        return any(facts[name].kind == "against" and word == "tie" for name, word in setting[1].items())

    def turns(setting: Setting) -> tuple[object, frozenset[str]]:
        return setting[0].sure.get("seat"), _decided(bench, fact, *setting)

    clear = [turns(setting) for setting in settings if not ties(setting)]
    return tuple(
        setting
        for setting in settings
        if not ties(setting)
        or not turns(setting)[1] <= frozenset().union(*(won for seat, won in clear if seat == turns(setting)[0]))
    )


def _decided(bench: Bench, fact: Fact, walk: Walk, given: Mapping[str, str]) -> frozenset[str]:
    """Name the wagers whose result turns on the fact."""
    tables = bench.rules.ruleset.tables
    axes = {other.name: other for table in tables for other in card_facts(table)}
    told = [_paid(tables, walk, axes, {**given, fact.name: value}) for value in fact.answers]
    return frozenset(wager for wager in told[0] if len({paid.get(wager) for paid in told}) > 1)


def _paid(tables: tuple[Table, ...], walk: Walk, axes: Mapping[str, Fact], facts: Mapping[str, str]) -> dict[str, str]:
    """Say what the tables pay, in words to compare; combinations that can't occur pay nothing of their own."""
    words: dict[str, str] = {}
    dark = {name: fact.answers[0] for name, fact in axes.items()}  # nothing depends on cards that don't lie
    for table in tables:
        placed = [wager for wager in table.wagers if wager in walk.placed]
        try:
            results = table.row({**dark, **walk.known, **facts}).results if placed else {}
        except LookupError:
            results = {}
        words.update({wager: str(results.get(wager)) for wager in placed})
    return words


def _comparisons(
    bench: Bench, fact: Fact, settings: tuple[Setting, ...], chance: Chance
) -> Iterator[Plan]:
    ranking = bench.rules.ruleset.hands[fact.hand].ranking
    clear, met = _clear_cases(bench, fact), met_by_chance(bench, fact, chance)
    for category in reversed(ranking.categories):
        if _matters(bench, fact, settings, ranking, category.name):
            yield Plan(
                requirement(
                    bench,
                    f"compare.{fact.name}/{category.name}",
                    f"{plain_words(fact.name).capitalize()} with {plain_words(category.name)}: "
                    "every rank, kicker and tie counts",
                    fact.clauses,
                ),
                essentials=close_deals(bench, fact, settings, category.name, clear, met),
                concerns=about(f"reads.{fact.name}"),
                across=reading(fact),
                reached=came_as_dealt,
            )


def _matters(bench: Bench, fact: Fact, settings: tuple[Setting, ...], ranking: Ranking, category: str) -> bool:
    """Say whether two hands of a category can meet where the comparison decides money."""
    inside = [at for at, entry in enumerate(ranking.classes) if entry.category == category]
    both = {fact.hand: (inside[0], inside[-1] + 1), fact.other: (inside[0], inside[-1] + 1)}
    return any(
        feasible(bench.rules, {**given, fact.name: value}, both) for _, given in settings for value in fact.values
    )


def _floor(bench: Bench, fact: Fact, settings: tuple[Setting, ...]) -> Plan:
    ranking = bench.rules.ruleset.hands[fact.hand].ranking
    bars = " or ".join(describe(ranking, floor) for floor in fact.floors)
    cards = cards_of(bench, fact.hand)
    near = [
        interval
        for floor in fact.floors
        for interval in (
            *_next_to(ranking, ranking.index[floor], cards),
            *_around(ranking, ranking.index[floor]),
        )
    ]
    intervals = list(dict.fromkeys(near))

    clear = _clear_cases(bench, fact)

    def essentials() -> Iterator[Trial]:
        for interval in intervals:
            value = _value_at(fact, ranking, interval)
            for walk, given in settings:
                facts = {**given, fact.name: value}
                if walk.known.get(fact.name, value) != value:
                    continue  # the way through the round has it otherwise
                for deal in _nearest_deals(bench, fact, walk, facts, interval):
                    yield *clear(walk, facts), one_seat(bench, walk, deal)

    return Plan(
        requirement(
            bench,
            f"floor.{fact.name}",
            f"{plain_words(fact.name).capitalize()} is “{fact.values[-1]}” from {bars} up, and not below",
            fact.clauses,
        ),
        essentials=once(essentials),
        concerns=about(f"reads.{fact.name}"),
        across=reading(fact, tuple(f"ask.{question.id}" for question in _asked_by(bench, fact))),
        reached=came_as_dealt,
    )


def _asked_by(bench: Bench, fact: Fact) -> list[Question]:
    """List the questions that are asked or not by what a fact says: a wrong reading shows there."""
    questions = bench.rules.ruleset.questions
    return [question for question in questions if any(fact.name in condition for condition in question.guard)]


def _nearest_deals(
    bench: Bench, fact: Fact, walk: Walk, facts: Mapping[str, str], interval: Interval
) -> tuple[Deal, ...]:
    """Deal the hands of an interval that lie nearest to the bar; some can't be had from so many cards."""
    low, high = interval
    upward = facts[fact.name] != fact.values[0]
    for reach in (NEAR, high - low):
        part = (low, min(high, low + reach)) if upward else (max(low, high - reach), high)
        if feasible(bench.rules, facts, {fact.hand: part}):
            goal = goal_on(bench.rules, walk, facts, {fact.hand: part})
            found = some_deals(bench, max(2, bench.profile.deals // 6), goal, _patience(bench, fact))
            if found:
                return found
    return ()


def _next_to(ranking: Ranking, bar: int, cards: int) -> Iterator[Interval]:
    """Find the lowest class above a bar and the highest below it that so many cards can show as their best."""
    for direction in (range(bar, len(ranking.classes)), range(bar - 1, -1, -1)):
        at = next((at for at in direction if attainable(ranking, ranking.classes[at], cards)), None)
        if at is not None:
            yield at, at + 1


def _around(ranking: Ranking, bar: int) -> list[Interval]:
    """Intervals that a wrong bar would misjudge: next to it, and the near end of every other category."""
    spans: list[Interval] = []
    for category in ranking.categories:
        inside = [at for at, entry in enumerate(ranking.classes) if entry.category == category.name]
        low, high = inside[0], inside[-1] + 1
        reach = max(1, (high - low) // 5)
        if low > bar:
            spans.append((low, low + reach))
        elif high <= bar:
            spans.append((high - reach, high))
        else:
            spans.append((bar, high))
            if bar > low:
                spans.append((low, bar))
    return spans


def _patience(bench: Bench, fact: Fact) -> int:
    """Say how often a deal at a bar is tried: what one exchanged card can make is narrow, and met at once or not."""
    return 120 if fact.hand in bench.rules.reach else 400


def _value_at(fact: Fact, ranking: Ranking, interval: Interval) -> str:
    strength = ranking.classes[interval[0]].strength
    return fact.values[sum(strength >= floor for floor in fact.floors)]


def _clear_cases(bench: Bench, fact: Fact) -> Callable[[Walk, Mapping[str, str]], tuple[Scenario, ...]]:
    """Give a plain round for each answer of the fact, everything else being alike: what the engine pays there shows
    how it pays each answer, right or wrong."""

    known: dict[object, Deal | None] = {}

    def on(walk: Walk, value: str) -> Walk:
        """Give the way on which the fact has this value: the nearest one where a question depends on it."""
        if walk.known.get(fact.name, value) == value:
            return walk
        fitting = (other for other in ways(bench) if other.known.get(fact.name) == value)
        return max(fitting, key=lambda other: sum(walk.known.get(n) == v for n, v in other.known.items()), default=walk)

    def deal_for(walk: Walk, facts: Mapping[str, str]) -> Deal | None:
        key = frozenset(facts.items()), walk.sure.get("seat"), walk.given
        if key not in known:
            pool = deals_on(bench, walk, 6, facts) if feasible(bench.rules, facts, {}) else ()
            known[key] = min(pool, key=lambda deal: closeness(bench, fact, deal), default=None)
        return known[key]

    def clear(walk: Walk, given: Mapping[str, str]) -> tuple[Scenario, ...]:
        walked = [(on(walk, value), value) for value in fact.answers]
        dealt = [(way, deal_for(way, _on_this(way, {**given, fact.name: value}))) for way, value in walked]
        return tuple(one_seat(bench, way, deal) for way, deal in dealt if deal is not None)

    def _on_this(way: Walk, facts: Mapping[str, str]) -> dict[str, str]:
        layout, named = layout_of(bench.rules), bench.rules.ruleset.facts
        return {name: value for name, value in facts.items() if readable(layout, way, named[name])}

    return clear


def reading(fact: Fact, asks: tuple[str, ...] = ()) -> Callable[[tuple[Judged, ...]], Iterator[Finding]]:
    """Find out how the engine read a fact in the last round, by how it pays clear cases in the rounds before, and by
    the questions (`asks`) that it puts or not because of it.

    So an engine that pays a win wrongly is not accused of reading hands wrongly. Where its clear cases don't tell the
    answers apart, its money is held against the rules.
    """

    def across(judged: tuple[Judged, ...]) -> Iterator[Finding]:
        *clear, last = judged
        asked = next((f for f in last.findings if f.rule in asks and not f.warning), None)
        if asked is not None:
            if not any(f.rule == asked.rule for entry in clear for f in entry.findings):
                yield replace(asked, rule=f"reads.{fact.name}")
            return  # who never puts a question right has not misread this hand
        if last.trace.settled is None or any(map(misdealt, judged)):
            return
        truth, paid = _truth(fact, last), _paid_by_wager(last)
        paid_for = {_truth(fact, entry): _paid_by_wager(entry) for entry in clear if entry.trace.settled}
        by_table = {wager for entry in judged if entry.trace.settled for wager in _decided_by_table(entry)}
        telling = {
            w for w in paid if w not in by_table and len({money.get(w) for money in paid_for.values()}) > 1
        }
        readings = [
            value
            for value, money in paid_for.items()
            if all(money.get(w) == paid[w] for w in paid if w not in by_table)
        ]
        if telling and len(readings) == 1:
            if readings[0] != truth:
                yield _misread(fact, last, truth, readings[0])
            return
        plain = [entry for entry in clear if entry.trace.settled and _truth(fact, entry) == truth]
        if any(
            f.kind == "settlement" and not f.warning and f.wager not in _decided_by_table(entry)
            for entry in plain
            for f in entry.findings
        ):
            return  # it pays the plain case wrongly too: the row is at fault, and not the reading
        for finding in last.findings:
            if finding.kind == "settlement" and fact.name in finding.suspects:
                yield replace(finding, rule=f"reads.{fact.name}")
                return

    return across


def _misread(fact: Fact, judged: Judged, truth: str, read: str) -> Finding:
    wrong = next((f for f in judged.findings if f.kind == "settlement" and not f.warning), None)
    expected = f"{fact.name} is “{truth}”" + (f", so {wrong.expected}" if wrong else "")
    actual = f"settled as the engine settles “{read}”" + (f": {wrong.wager} {wrong.actual}" if wrong else "")
    looks_like = f"as if {fact.name} were “{read}” where the cards say “{truth}”"
    return Finding(
        f"reads.{fact.name}",
        "settlement",
        expected,
        actual,
        1,
        looks_like=looks_like,
        suspects=(fact.name,),
        bonus=wrong.bonus if wrong else None,
        record=judged.record.id,
    )


def _truth(fact: Fact, judged: Judged) -> str:
    assert judged.trace.settled is not None
    state = judged.trace.settled[1]
    seat = state.seats[0].number
    return fact_value(state.rules, fact, {}, cards_for(state, seat))


def _paid_by_wager(judged: Judged) -> dict[str, int]:
    watched = judged.record.exchanges[0].params["seats"][0]["seat"]
    money = settled_money(judged.record) or {}
    return {wager: amount for (seat, wager), amount in money.items() if seat == watched}


def _decided_by_table(judged: Judged) -> set[str]:
    """Name the wagers whose money depends on a pay line, and so not on the fact alone."""
    assert judged.trace.settled is not None
    state = judged.trace.settled[1]
    rows = (row for row in settlement(state) if row.seat == state.seats[0].number and not row.bettor)
    return {row.wager for row in rows if row.row is not None and row.row.results[row.wager].by_table}
