"""Wagers before the deal: the edges of every limit, the relations between wagers, and stacks that can't cover them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.asking import unless_accepted
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    about,
    amounts,
    came_to_refuse,
    came_to_settle,
    least,
    one_seat,
    plain_words,
    requirement,
    settled_money,
    some_deals,
    staying_walk,
)
from fairfelt.conformance.requirement import Requirement
from fairfelt.conformance.scenario import house_limits, with_wagers
from fairfelt.rulesets.paths import Walk, holds
from fairfelt.rulesets.rules import Clause, Group, Wager
from fairfelt.rulesets.seating import Limits
from fairfelt.rulesets.ways import assumed, seat_walks, stakes_of, targets
from fairfelt.rulesets.witness import Goal


def plans(bench: Bench) -> Iterator[Plan]:
    for wager in bench.rules.ruleset.wagers.values():
        if not wager.by_action:
            yield from _edges(bench, wager, bench.limits[wager.name])
    yield from _relations(bench)


def _tries(
    bench: Bench, wagers: list[Mapping[str, int]], winning: str | None = None
) -> Callable[[], tuple[Trial, ...]]:
    """Start a round with each set of wagers, on the way that stays in; once with cards on which one wager wins."""

    def essentials() -> tuple[Trial, ...]:
        walk = staying_walk(bench, side_wagers=True)
        found: list[Trial] = []
        won = some_deals(bench, 1, _on_which_it_wins(bench, walk, winning)) if winning else ()
        for deal in (*won, *some_deals(bench, 2))[:2]:
            calm = one_seat(bench, walk, deal)
            found.extend((with_wagers(calm, entry),) for entry in wagers)
        return tuple(found)

    return essentials


def _on_which_it_wins(bench: Bench, walk: Walk, wager: str) -> Goal | None:
    """Ask for the first row on a way that pays a wager something; None if there is none."""
    return next(
        (
            case.goal
            for target, cases in targets(bench.rules)
            for case in cases
            if case.walk == walk and target.wager == wager and (target.line or target).result.outcome == "win"
        ),
        None,
    )


def _as_in_the_middle(judged: tuple[Judged, ...]) -> Iterator[Finding]:
    """Compare a round at the edge with the same round at modest wagers: each wager must return in proportion."""
    if not all(map(came_to_settle, judged)):
        return  # a round that ends too soon or too late is found by itself
    stakes = [_placed(entry) for entry in judged]
    money = [settled_money(entry.record) for entry in judged]
    if money[0] is None or money[1] is None:
        return
    if any(finding.kind == "settlement" and not finding.warning for finding in judged[0].findings):
        return  # wrong in the middle too: the edge is not to blame
    for key, middle in money[0].items():
        wanted = middle * stakes[1].get(key, 0) // max(1, stakes[0].get(key, 0))
        if abs(money[1].get(key, 0) - wanted) > _rounded_off(judged[0], stakes[1].get(key, 0), stakes[0].get(key, 0)):
            yield Finding(
                "limit.edge",
                "difference",
                f"{key[1]} of {stakes[1].get(key)} returns {wanted}, "
                f"in proportion to {middle} for {stakes[0].get(key)}",
                f"returned {money[1].get(key)}",
                *key,
                record=judged[1].record.id,
            )


def _rounded_off(judged: Judged, edge: int, middle: int) -> int:
    """Give how far rounding can carry the proportion: the part of a unit lost in the middle, scaled to the edge."""
    return 0 if judged.trace.rules.ruleset.rounding is None else edge // max(1, middle) + 1


def _placed(judged: Judged) -> dict[tuple[int, str], int]:
    """Give the stakes as they were placed, whatever the engine says of them."""
    placed = judged.trace.settled[1].placed if judged.trace.settled else {}
    return {
        (seat, wager): amount
        for (seat, bettor), wagers in placed.items()
        for wager, amount in wagers.items()
        if not bettor
    }


def _edges(bench: Bench, wager: Wager, limits: Limits) -> Iterator[Plan]:
    name = wager.name
    most = limits.most or 10**6
    beside = _with_partners(bench, wager)

    def put(*values: int) -> list[Mapping[str, int]]:
        return [{**beside, **_follow(bench, wager, value, beside, most), name: value} for value in values]

    def named(suffix: str, title: str, *more: str) -> Requirement:
        words = f"{plain_words(name).capitalize()}: {title}"
        return requirement(bench, f"limit.{name}/{suffix}", words, wager.clauses, ("limits", *more))

    def taken(suffix: str, title: str, value: int) -> Plan:
        middle, edge = put(min(limits.least + 2 * limits.step, most), value)
        pairs = _tries(bench, [middle], name), _tries(bench, [edge], name)
        return Plan(
            named(suffix, title),
            essentials=lambda: tuple(
                (calm, edgy) for (calm,), (edgy,) in zip(pairs[0](), pairs[1](), strict=True)
            ),
            concerns=about("accept", "limit.edge"),
            across=_as_in_the_middle,
        )

    def refused(suffix: str, title: str, *values: int, needs: tuple[str, ...] = ()) -> Plan:
        return Plan(
            named(suffix, title, *needs), _tries(bench, put(*values)), about("refuse"), reached=came_to_refuse
        )

    yield taken(
        "min", f"the minimum of {limits.least} is taken, and settled like other amounts", limits.least
    )
    yield refused(
        "below-min",
        "less than the minimum is refused",
        limits.least - 1,
        limits.least - limits.step,
        0,
        -limits.least,
    )
    yield taken("max", f"the maximum of {most} is taken, and settled like other amounts", most)
    yield refused("above-max", "more than the maximum is refused", most + 1, most + limits.step, most * 10)
    step = house_limits(bench.rules)[name].step
    if step > 1:
        tried = limits.least + 1, limits.least + step - 1, limits.least + step  # the last is taken
        yield refused("step", f"amounts go in steps of {step}", *tried, needs=("steps",))


def _with_partners(bench: Bench, wager: Wager) -> dict[str, int]:
    """The least wagers that make this one legal."""
    everyone = least(bench)
    partners = [w.name for w in bench.rules.ruleset.wagers.values() if w.needed and not w.by_action]
    partners += wager.partners
    partners += [name for group in _groups_of(bench, wager) if _whole(bench, group) for name in group.wagers]
    return {name: everyone[name] for name in dict.fromkeys([*partners, wager.name])}


def _whole(bench: Bench, group: Group) -> bool:
    """Say whether a wager of a group needs all others; where it does not, it is tried alone."""
    return group.whole is not None and holds(group.whole, bench.rules.known) is True


def _groups_of(bench: Bench, wager: Wager) -> list[Group]:
    return [group for group in bench.rules.ruleset.groups if wager.name in group.wagers]


def _follow(bench: Bench, wager: Wager, value: int, beside: Mapping[str, int], most: int) -> dict[str, int]:
    """Raise the partners with the wager where a relation binds them, so that only the limit is at stake."""
    equal = {name for group in _groups_of(bench, wager) if group.equal for name in group.wagers}
    found = {name: value for name in beside if name in equal}
    bound = wager.equals or wager.at_most or wager.multiple_of
    if bound:
        limits = bench.limits[bound]
        partner = value if wager.equals else value + (limits.least - value) % limits.step  # it keeps to its own steps
        fits = not wager.multiple_of or limits.allow(value)
        found[bound] = min(max(partner, beside[bound]), most) if fits else beside[bound]
    led = {wager.name: value, **found}
    alike = {name: bench.rules.ruleset.wagers[name].equals for name in beside}
    return {**found, **{name: led[leader] for name, leader in alike.items() if leader in led}}


def _relations(bench: Bench) -> Iterator[Plan]:
    base = amounts(bench, 2)
    for wager in bench.rules.ruleset.wagers.values():
        for suffix, title, wagers in _broken(bench, wager, base):
            yield Plan(
                requirement(
                    bench,
                    f"relation.{wager.name}/{suffix}",
                    f"{plain_words(wager.name).capitalize()}: {title} is refused",
                    wager.clauses,
                ),
                _tries(bench, wagers),
                about("refuse"),
                reached=came_to_refuse,
            )
    for group, (suffix, title, wagers) in _groups_broken(bench, base):
        names = ", ".join(plain_words(name) for name in group.wagers)
        yield Plan(
            requirement(bench, f"relation.{group.name}/{suffix}", f"{names}: {title} is refused", group.clauses),
            _tries(bench, wagers),
            about("refuse"),
            reached=came_to_refuse,
        )
    needed = base if not any(w.needed for w in bench.rules.ruleset.wagers.values()) else {
        name: base[name] for name, wager in bench.rules.ruleset.wagers.items() if wager.needed
    }
    yield Plan(
        requirement(
            bench,
            "relation.unknown-wager",
            "A wager that the game does not have is refused",
            _all_clauses(bench),
        ),
        _tries(bench, [{**needed, "no-such-wager": 10}]),
        about("refuse"),
        reached=came_to_refuse,
    )
    yield _short_stack(bench)


def _all_clauses(bench: Bench) -> tuple[Clause, ...]:
    return tuple(clause for wager in bench.rules.ruleset.wagers.values() for clause in wager.clauses)


Broken = tuple[str, str, list[Mapping[str, int]]]
"""A relation's short name, what breaks it in words, and wagers that do."""


def _groups_broken(bench: Bench, base: Mapping[str, int]) -> Iterator[tuple[Group, Broken]]:
    for group in bench.rules.ruleset.groups:
        others = {name: amount for name, amount in base.items() if name not in group.wagers}
        whole = group.whole is not None and bench.rules.holds(group.whole)
        if whole:
            some = [group.wagers[:count] for count in range(1, len(group.wagers))]
            some += [(name,) for name in group.wagers[1:]]
            parts: list[Mapping[str, int]] = [{name: base[name] for name in names} for names in some]
            yield group, ("whole", "placing some of them only", [{**others, **part} for part in parts])
        if group.equal:
            step = bench.limits[group.wagers[0]].step
            together = {name: base[name] for name in group.wagers}
            raised = ({**together, name: base[name] + step} for name in group.wagers)
            yield group, ("equal", "different amounts", [{**others, **wagers} for wagers in raised])


def _broken(bench: Bench, wager: Wager, base: Mapping[str, int]) -> Iterator[Broken]:
    needed = {name: base[name] for name, other in bench.rules.ruleset.wagers.items() if other.needed}
    if wager.by_action:
        yield "before-deal", "placing it before the deal", [{**needed, wager.name: base[next(iter(base))]}]
        return
    others = [name for name in base if bench.rules.ruleset.wagers[name].needs != wager.name and name != wager.name]
    if wager.needed:
        yield "needed", "a seat without it", [{name: base[name] for name in others}] if others else [{}]
    if wager.needs:
        alone = {name: amount for name, amount in base.items() if name != wager.needs}
        yield "needs", f"placing it without {plain_words(wager.needs)}", [alone]
    step = bench.limits[wager.name].step
    if wager.equals:
        unequal = base[wager.equals] + step
        yield "equals", f"an amount other than {plain_words(wager.equals)}", [{**base, wager.name: unequal}]
    if wager.at_most:
        over, less = base[wager.at_most] + step, bench.limits[wager.name].least  # less is taken
        amounts_tried: list[Mapping[str, int]] = [{**base, wager.name: over}, {**base, wager.name: less}]
        yield "at-most", f"more than {plain_words(wager.at_most)}", amounts_tried
    if wager.multiple_of:
        odd = base[wager.multiple_of] + step
        yield "multiple-of", f"no multiple of {plain_words(wager.multiple_of)}", [{**base, wager.name: odd}]


def _short_stack(bench: Bench) -> Plan:
    """Wagers and actions that the stack can't cover are refused."""

    def essentials() -> tuple[Trial, ...]:
        (deal,) = some_deals(bench, 1)
        walk = staying_walk(bench)
        calm = one_seat(bench, walk, deal)
        stake = sum(calm.seats[0].wagers.values())
        before, by_action = (
            replace(calm, seats=(replace(calm.seats[0], stack=stack),)) for stack in (stake - 1, stake)
        )
        if not any(w.by_action for w in bench.rules.ruleset.wagers.values()):
            return ((before,),)
        # a refused action ends in an abandoned round, so the one that it is held against is abandoned at once
        choices = by_action.seats[0].choices
        questions = (q for q in bench.rules.ruleset.questions if q.id in choices)
        refused_at = next(q.id for q in questions if q.actions[choices[q.id]].places)
        untried = replace(by_action, abandon_at=refused_at)
        return (before,), (untried, by_action)

    return Plan(
        requirement(
            bench,
            "relation.stack",
            "A wager that the stack can't cover is refused",
            _all_clauses(bench),
            ("stacks",),
        ),
        essentials,
        about("refuse", "refuse.changed"),
        across=lambda judged: unless_accepted(judged) if len(judged) > 1 else (),
        reached=came_to_refuse,
    )


def without_side(bench: Bench, side: str) -> list[tuple[str, ...]]:
    """List the stake sets that differ by one optional wager."""
    sets = {
        stakes_of(bench.rules, walk) for walk in seat_walks(bench.rules) if not assumed(bench.rules, walk)
    }
    return [stakes for stakes in sets if side in stakes and tuple(s for s in stakes if s != side) in sets]
