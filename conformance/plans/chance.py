"""Requirements of chance: whole packs, and no bias of shuffles, by the one decision rule.

What `stats` measures and decides goes on as a chapter, for the report.
"""

from collections.abc import Callable, Iterator
from functools import partial

from fairfelt.conformance.connections.answers import Connection
from fairfelt.conformance.finding import Chapter, Finding
from fairfelt.conformance.plans.bulk import bulk_plan
from fairfelt.conformance.plans.plan import Bench, Plan

KINDS = 3
"""Shuffles, numbers and rounds: each gets its share of the level, whether or not an engine offers it."""
AT_ONCE = 1000


def plans(bench: Bench) -> Iterator[Plan]:
    if not bench.profile.shuffles:
        return
    clauses = bench.rules.ruleset.seat_clauses
    yield bulk_plan(bench, "chance.pack", "Every shuffle is a whole pack", "shuffle", _whole_packs(bench), clauses)
    title = f"No bias in {bench.profile.shuffles:,} shuffles, by a battery that is judged as one"
    yield bulk_plan(bench, "chance.shuffles", title, "shuffle", _shuffles(bench), clauses)


def _whole_packs(bench: Bench) -> Callable[[Connection], Iterator[Finding]]:
    def ask(connection: Connection) -> Iterator[Finding]:
        from fairfelt.conformance.chance.draws import NoDraws, engine_decks
        from fairfelt.stats.shuffles.packs import standard_pack

        rule, packs = "chance.pack", bench.rules.ruleset.packs
        try:
            for block in engine_decks(connection, standard_pack(packs), packs, AT_ONCE, rule):
                for words in block.findings[:1]:
                    yield Finding(rule, "dealing", "each card as often as the pack has it", words)
        except NoDraws as error:
            yield error.finding

    return ask


def _shuffles(bench: Bench) -> Callable[[Connection], Iterator[Finding | Chapter]]:
    def ask(connection: Connection) -> Iterator[Finding | Chapter]:
        from fairfelt.conformance.chance.draws import NoDraws, engine_decks
        from fairfelt.stats.shuffles.judging import judge_shuffles, shuffle_battery
        from fairfelt.stats.shuffles.packs import standard_pack

        rule, packs, level = "chance.shuffles", bench.rules.ruleset.packs, bench.level
        pack = standard_pack(packs)
        battery = shuffle_battery(pack, bench.profile.shuffles, level, 1 / KINDS)
        draw = partial(engine_decks, connection, pack, packs, rule=rule)
        try:
            judged, data = judge_shuffles(battery, level, pack, draw(battery.size), again=draw)
        except NoDraws as error:
            yield error.finding
            return
        yield from told(rule, judged.verdict, judged.says, data)

    return ask


def told(rule: str, verdict: str, says: str, data: dict[str, object]) -> Iterator[Finding | Chapter]:
    """Tell a judgement: a finding where bias is shown, and the chapter in any case."""
    if verdict == "fail":
        looks = data.get("looks_like")
        name = f"looks like {looks}" if isinstance(looks, str) else None
        yield Finding(rule, "difference", "what comes of chance", says, looks_like=name)
    yield Chapter("inconclusive" if verdict == "inconclusive" else "pass", says, data)
