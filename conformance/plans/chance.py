"""Requirements of chance: whole packs, and no bias of shuffles, numbers and rounds, by the one decision rule.

What `stats` measures and decides goes on as a chapter, for the report.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from fairfelt.conformance.connections.answers import Connection
from fairfelt.conformance.finding import Chapter, Finding
from fairfelt.conformance.plans.bulk import bulk_plan
from fairfelt.conformance.plans.plan import Bench, Plan, amounts, staying_walk
from fairfelt.rulesets.ways import choices_of, seat_walks, stakes_of

KINDS = 4
"""Shuffles, first shuffles, random numbers or bits, and rounds: each has its share of the level, whatever an engine
offers."""
WHOLE = 1000
"""Shuffles that are looked at for whole packs."""
STEPS = (0, 12)
"""How far above the least the stakes of rounds lie in turn: cards must not depend on them."""
SEED_RULE, SEEDED = "chance.seed", 200
CARDS = 52
"""What random numbers are asked below: one of a pack."""

Told = Iterator[Finding | Chapter]
Ask = Callable[[Connection], Told]
Judged = tuple[Any, Mapping[str, Any]] | None
"""A judgement and what to tell of it; None where the level asks no test of this kind."""


def plans(bench: Bench) -> Iterator[Plan]:
    profile, clauses = bench.profile, bench.rules.ruleset.seat_clauses
    if not profile.shuffles:
        return
    yield bulk_plan(bench, "chance.pack", "Every shuffle is a whole pack", "shuffle", _whole_packs(bench), clauses)
    for rule, what, need, ask in (
        ("chance.shuffles", f"{profile.shuffles:,} shuffles", "shuffle", _shuffles),
        ("chance.starts", f"the first shuffles of {profile.starts} fresh starts", "shuffle", _starts),
        ("chance.numbers", f"{profile.numbers:,} random numbers", "rng=below", _numbers),
        ("chance.bits", f"{profile.bits:,} million random bits", "rng=bytes", _bits),
        ("chance.rounds", f"{profile.played:,} rounds of the engine's own dealing", "rounds_play", _rounds),
    ):
        title = f"No bias in {what}, by a battery that is judged as one"
        yield bulk_plan(bench, rule, title, need, _told(rule, partial(ask, bench, rule)), clauses)
    title = "One seed deals the same cards, whatever is staked, and another seed others"
    seeded = bulk_plan(bench, SEED_RULE, title, "rounds_play", partial(_seeded, bench), clauses)
    needs = (*seeded.requirement.needs, "seed")
    yield replace(seeded, requirement=replace(seeded.requirement, needs=needs))


def _told(rule: str, judge: Callable[[Connection], Judged]) -> Ask:
    """Tell a judgement: a finding where bias is shown, and the chapter in any case."""

    def ask(connection: Connection) -> Told:
        from fairfelt.conformance.chance.draws import NoDraws

        try:
            found = judge(connection)
        except NoDraws as error:
            yield error.finding
            return
        if found is None:
            yield Chapter("not-applicable", "the jurisdiction asks for no such test")
            return
        judged, data = found
        if judged.verdict == "fail":
            looks = data.get("looks_like")
            name = f"looks like {looks}" if looks else None
            yield Finding(rule, "difference", "what comes of chance", judged.says, looks_like=name)
        yield Chapter("inconclusive" if judged.verdict == "inconclusive" else "pass", judged.says, data)

    return ask


def _whole_packs(bench: Bench) -> Ask:
    def ask(connection: Connection) -> Told:
        from fairfelt.conformance.chance.draws import NoDraws, engine_decks
        from fairfelt.stats.shuffles.packs import standard_pack

        rule, packs = "chance.pack", bench.rules.ruleset.packs
        try:
            for block in engine_decks(connection, standard_pack(packs), packs, WHOLE, rule):
                for words in block.findings[:1]:
                    yield Finding(rule, "dealing", "each card as often as the pack has it", words)
        except NoDraws as error:
            yield error.finding

    return ask


def _shuffles(bench: Bench, rule: str, connection: Connection) -> Judged:
    from fairfelt.conformance.chance.draws import engine_decks
    from fairfelt.stats.shuffles.packs import standard_pack
    from fairfelt.stats.shuffles.source import judge_shuffles, shuffle_battery

    packs = bench.rules.ruleset.packs
    pack = standard_pack(packs)
    battery = shuffle_battery(pack, bench.profile.shuffles, bench.level, 1 / KINDS)
    if not battery.tests:
        return None
    draw = partial(engine_decks, connection, pack, packs, rule=rule)
    return judge_shuffles(battery, bench.level, pack, draw(battery.size), again=draw)


def _starts(bench: Bench, rule: str, _: Connection) -> Judged:
    from fairfelt.conformance.chance.starts import judge_starts, starts_battery
    from fairfelt.stats.shuffles.packs import standard_pack

    assert bench.start is not None, "an engine at the table can be started again"
    packs = bench.rules.ruleset.packs
    pack = standard_pack(packs)
    battery = starts_battery(pack, bench.profile.starts, bench.level, 1 / KINDS)
    if not battery.tests:
        return None
    return judge_starts(battery, bench.level, pack, packs, bench.start, bench.sent, rule)


def _numbers(bench: Bench, rule: str, connection: Connection) -> Judged:
    from fairfelt.conformance.chance.draws import engine_numbers
    from fairfelt.stats.numbers.plan import CHUNK
    from fairfelt.stats.numbers.plan import Plan as Numbers
    from fairfelt.stats.numbers.source import judge_numbers, numbers_battery

    plan = Numbers(CARDS, min(CHUNK, bench.profile.numbers))
    battery = numbers_battery(plan, bench.profile.numbers, bench.level, 1 / KINDS)
    if not battery.tests:
        return None
    draw = partial(engine_numbers, connection, CARDS, rule=rule)
    return judge_numbers(battery, bench.level, plan, draw(battery.size), draw)


def _bits(bench: Bench, rule: str, connection: Connection) -> Judged:
    from fairfelt.conformance.chance.draws import engine_bytes
    from fairfelt.stats.bits.source import BYTES, bits_battery, judge_bits

    battery = bits_battery(bench.profile.bits, bench.level, 1 / KINDS)
    if not battery.tests:
        return None

    def draw(sequences: int) -> Iterator[bytes]:
        return engine_bytes(connection, sequences * BYTES, rule)

    return judge_bits(battery, bench.level, draw(battery.size), draw)


def _rounds(bench: Bench, rule: str, connection: Connection) -> Judged:
    from fairfelt.conformance.chance.draws import NoDraws
    from fairfelt.conformance.chance.rounds import engine_rounds
    from fairfelt.stats.rounds.columns import RoundsError
    from fairfelt.stats.rounds.plan import plan_rounds
    from fairfelt.stats.rounds.source import judge_rounds, rounds_battery

    rules, stakes, policy = bench.rules, _stakes(bench), _policy(bench)
    plan = plan_rounds(rules, bench.profile.played, (1,), policy or None, stakes[0], bench.profile.law_of_play)
    battery = rounds_battery(plan, bench.level, 1 / KINDS)
    if not battery.tests:
        return None
    play = partial(engine_rounds, connection, rules, stakes, policy or _any_choice(bench), rule=rule)
    try:
        return judge_rounds(battery, bench.level, plan, play(battery.size), play)
    except RoundsError as error:
        raise NoDraws(Finding(rule, "ledger", "rounds that tell all cards and stakes", str(error))) from None


def _stakes(bench: Bench) -> list[dict[str, int]]:
    """Give every wager that can be placed before the deal, once for little and once for more."""
    rules = bench.rules
    every_stake = max({stakes_of(rules, walk) for walk in seat_walks(rules)}, key=len)
    return [{name: amount for name, amount in amounts(bench, steps).items() if name in every_stake} for steps in STEPS]


def _any_choice(bench: Bench) -> dict[str, str]:
    return {question.id: "uniform" for question in bench.rules.ruleset.questions}


def _policy(bench: Bench) -> dict[str, str]:
    """Answer every question as a seat does that stays and draws nothing; without an answer to all, answer none."""
    chosen = choices_of(bench.rules, staying_walk(bench, side_wagers=True))
    questions = bench.rules.ruleset.questions
    moves = any(
        action.arranges or action.draws or action.gives_up
        for question in questions
        if question.id in chosen
        for name, action in question.actions.items()
        if name == chosen[question.id]
    )
    return {} if moves else dict(chosen)


def _seeded(bench: Bench, connection: Connection) -> Told:
    """Play from one seed for little and for much, again for little, and from another seed."""
    from fairfelt.conformance.chance.draws import NoDraws
    from fairfelt.conformance.chance.rounds import engine_rounds
    from fairfelt.stats.rounds.columns import RoundsError
    from fairfelt.stats.rounds.same import same_cards

    stakes, asked = _stakes(bench), _policy(bench) or _any_choice(bench)
    seeds = (bench.seed + 1, bench.seed + 2)
    try:
        runs = ((stakes[0], seeds[0]), (stakes[1], seeds[0]), (stakes[0], seeds[0]), (stakes[0], seeds[1]))
        little, much, again, other = (
            next(engine_rounds(connection, bench.rules, [wagers], asked, SEEDED, SEED_RULE, seed))
            for wagers, seed in runs
        )
        if differs := same_cards(little, again).statistic:
            told = f"{differs:.0f} of {SEEDED} rounds differ"
            yield Finding(SEED_RULE, "difference", "one seed deals the same cards again", told)
        elif differs := same_cards(little, much).statistic:
            told = f"{differs:.0f} of {SEEDED} rounds differ; {same_cards(little, much).detail}"
            yield Finding(SEED_RULE, "difference", "the same cards, whatever is staked", told)
        if not same_cards(little, other).statistic:
            yield Finding(SEED_RULE, "difference", "other cards from another seed", "the same cards in every round")
    except NoDraws as error:
        yield error.finding
    except RoundsError as error:
        yield Finding(SEED_RULE, "difference", "runs from one seed that can be compared", str(error))
