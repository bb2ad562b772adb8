"""What an engine answers in bulk: the order of hands."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from fairfelt.conformance.connections.answers import Answer, Connection, Fault, Refusal, Result
from fairfelt.conformance.finding import Chapter, Finding, Kind
from fairfelt.conformance.plans.plan import Bench, Plan, about, requirement
from fairfelt.conformance.protocol.errors import UNSUPPORTED
from fairfelt.rulesets.cards import RANKS, SUITS, Card
from fairfelt.rulesets.rankings import Ranking, describe
from fairfelt.rulesets.rules import Hand


def plans(bench: Bench) -> Iterator[Plan]:
    hands = _judged_hands(bench)
    rankings = {hand.ranking.name: hand.ranking for hand in hands.values()}
    for ranking in rankings.values():
        ranked = [name for name, hand in hands.items() if hand.ranking.name == ranking.name]
        clauses = tuple(clause for name in ranked for clause in bench.rules.ruleset.facts_about(name))
        rule = f"hands.rank-{ranking.name}"
        yield bulk_plan(
            bench,
            rule,
            f"All {len(ranking.classes):,} classes of {ranking.name} hands are in order",
            "hands_rank",
            _ranked(bench, ranking, rule, [other for other in rankings.values() if other is not ranking]),
            clauses,
        )


def _judged_hands(bench: Bench) -> dict[str, Hand]:
    """Give the hands that facts or pay lines look at; others only help to choose cards, and have no order to show."""
    ruleset = bench.rules.ruleset
    read = {hand for fact in ruleset.facts.values() for hand in (fact.hand, fact.other)}
    read |= {table.hand for table in bench.rules.pay_tables.values()}
    return {name: hand for name, hand in ruleset.hands.items() if name in read}


def bulk_plan(
    bench: Bench,
    rule: str,
    title: str,
    need: str,
    ask: Callable[[Connection], Iterable[Finding | Chapter]],
    clauses: Any,
) -> Plan:
    """Plan a requirement that is judged by other messages than rounds, where the engine claims a capability."""
    asked = replace(requirement(bench, rule, title, clauses), needs=(need,))
    return Plan(asked, lambda: (), about(rule), bulk=ask)


def _ranked(
    bench: Bench, ranking: Ranking, rule: str, others: Sequence[Ranking]
) -> Callable[[Connection], Iterator[Finding]]:
    def ask(connection: Connection) -> Iterator[Finding]:
        hands = [
            _cards_of(ranks, suited, Random(f"{bench.seed} {ranks}"))
            for ranks, suited in ((c.ranks, c.suited) for c in ranking.classes)
        ]
        answer = _ask_to_rank(connection, ranking, hands)
        if not isinstance(answer, Result):
            found = no_answer(rule, "hands.rank", answer)
            tops = ((other, _cards_of(other.classes[-1].ranks, False, Random(bench.seed))) for other in others)
            ranks_others = any(isinstance(_ask_to_rank(connection, other, [top]), Result) for other, top in tops)
            yield replace(found, warning=found.kind == "gap" and ranks_others)
            return
        place = {at: level for level, members in enumerate(answer.value["classes"]) for at in members}
        for at, hand_class in enumerate(ranking.classes):
            named = answer.value["categories"][at] if at < len(answer.value["categories"]) else "nothing"
            allowed = {
                hand_class.category,
                *(name for name, floor in ranking.named.items() if floor <= hand_class.strength),
            }
            if named not in allowed:
                yield Finding(
                    rule, "hands", f"{' '.join(hands[at])} is {hand_class.category}", f"named {named}"
                )
            if at and not place.get(at, -1) < place.get(at - 1, -1):
                equal = _as_one(place, at)
                if equal[0] < at - 1:
                    continue  # told once, with the lowest of them
                yield Finding(
                    rule,
                    "hands",
                    f"{_told(ranking, hands, at)} beats {_told(ranking, hands, at - 1)}",
                    "it does not",
                    looks_like=_looks_alike(ranking, *equal) if len(range(*equal)) > 1 else None,
                )

    return ask


def _told(ranking: Ranking, hands: Sequence[tuple[Card, ...]], at: int) -> str:
    return f"{' '.join(hands[at])} ({describe(ranking, ranking.classes[at].strength)})"


def _as_one(place: Mapping[int, int], at: int) -> tuple[int, int]:
    """Give the lowest and the highest class, next to each other, that the engine holds for as good as this one."""
    low = high = at
    while place.get(low - 1) == place.get(at) is not None:
        low -= 1
    while place.get(high + 1) == place.get(at) is not None:
        high += 1
    return low, high


def _looks_alike(ranking: Ranking, low: int, high: int) -> str:
    lowest, highest = (describe(ranking, ranking.classes[at].strength) for at in (low, high))
    return f"as if every hand from {lowest} up to {highest} were as good as another"


def _ask_to_rank(connection: Connection, ranking: Ranking, hands: Sequence[tuple[Card, ...]]) -> Answer:
    return connection.ask("hands.rank", {"ranking": ranking.name, "hands": [list(hand) for hand in hands]})


def _cards_of(ranks: tuple[int, ...], suited: bool, rng: Random) -> tuple[Card, ...]:
    """Give cards of these ranks, of one suit or of a mixture that is no flush."""
    offset = rng.randrange(4)
    suits = [SUITS[offset] if suited else SUITS[(offset + at) % 4] for at in range(len(ranks))]
    return tuple(RANKS[value - 2] + suit for value, suit in zip(ranks, suits, strict=True))


def no_answer(rule: str, method: str, answer: Refusal | Fault) -> Finding:
    """Make a finding of a bulk question that got no answer."""
    if isinstance(answer, Fault):
        return Finding(rule, "engine-fault", f"an answer to {method}", f"{answer.kind}: {answer.message}")
    kind: Kind = "gap" if answer.code == UNSUPPORTED else "refusal"
    return Finding(
        rule,
        kind,
        f"an answer to {method}, which the engine claims",
        f"refused: {answer.reason or answer.code}",
    )
