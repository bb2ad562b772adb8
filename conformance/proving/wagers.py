"""Wrong wagers before the deal: limits a unit or a step off, relations that don't hold, tables too large or small."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from fairfelt.conformance.plans.plan import plain_words
from fairfelt.conformance.proving.reach import Reach
from fairfelt.conformance.proving.terms import Edit, Mutant, Terms, enough_cards, on_ruleset, with_limits, with_wager
from fairfelt.rulesets.rules import Boxes, Group, Wager
from fairfelt.rulesets.seating import POSITION, Limits, Refused, check_wagers

AMOUNTS = (0, 1, 2, 3, 5)
"""Steps above the least at which relations between wagers are compared."""


def mutants(terms: Terms, _: Reach) -> Iterator[Mutant]:
    for name, limits in terms.limits.items():
        yield from _limits(terms, name, limits)
    for wager in terms.rules.ruleset.wagers.values():
        yield from _relations(terms, wager)
    for group in terms.rules.ruleset.groups:
        yield from _group(terms, group)
    yield from _boxes(terms)
    yield from _seats(terms)


def _limits(terms: Terms, name: str, limits: Limits) -> Iterator[Mutant]:
    accepts = _position_takes if name == POSITION else _takes
    due = accepts(terms, name, limits)
    met = {due}
    for edit, words, changed in _other_limits(limits):
        apply = with_limits(name, changed)
        taken = accepts(apply(terms), name, limits)
        if taken == due or taken not in met:
            met.add(taken)
            same = "" if taken != due else "no wagers that the rules allow together are taken or refused otherwise"
            yield Mutant(f"limit.{name}", edit, f"{plain_words(name)}: {words}", apply, (f"limit.{name}/*",), same)


def _other_limits(limits: Limits) -> Iterator[tuple[str, str, Limits]]:
    least, most, step = limits.least, limits.most, limits.step
    apart = dict.fromkeys((1, step))
    if least > 1:
        for by in apart:
            yield f"least-{by}-lower", f"the minimum is {by} lower", replace(limits, least=least - by)
            yield f"least-{by}-higher", f"the minimum is {by} higher", replace(limits, least=least + by)
    if most is not None:
        for by in apart:
            yield f"most-{by}-higher", f"the maximum is {by} higher", replace(limits, most=most + by)
            if most - by >= least:
                yield f"most-{by}-lower", f"the maximum is {by} lower", replace(limits, most=most - by)
        yield "no-most", "there is no maximum", replace(limits, most=None)
    if step > 1:
        yield "no-step", "amounts need not go in steps", replace(limits, step=1)
        yield "double-step", "amounts go in steps twice as large", replace(limits, step=2 * step)


def _takes(terms: Terms, name: str, limits: Limits) -> frozenset[tuple[tuple[str, int], ...]]:
    """List which wagers stand beside which amounts of one wager, the others being least, a step more, or as much."""
    edges = [limits.least, limits.least + limits.step, *([limits.most, 10 * limits.most] if limits.most else [])]
    near = {edge + by * sign for edge in edges for by in (0, 1, limits.step) for sign in (1, -1)}
    others = [other for other in terms.limits if other not in (name, POSITION)]
    tries = (
        ((name, amount), *zip(chosen, amounts, strict=True))
        for amount in sorted(near)
        for count in range(len(others) + 1)
        for chosen in combinations(others, count)
        for amounts in product(*(_beside(terms.limits[other], amount) for other in chosen))
    )
    return frozenset(placed for placed in tries if _accepted(terms, placed))


def _beside(limits: Limits, amount: int) -> tuple[int, ...]:
    """Give amounts of another wager: the least, and those around an amount that the limits allow."""
    reached = limits.least + max(0, amount - limits.least + limits.step - 1) // limits.step * limits.step
    return tuple(dict.fromkeys((limits.least, amount, reached)))


def _position_takes(terms: Terms, name: str, _: Limits) -> frozenset[int]:
    """List the totals that a seat and one behind it may have on one spot."""
    most = terms.limits[name].most
    amounts = {
        amount
        for wager, limits in terms.limits.items()
        if wager != POSITION
        for amount in range(limits.least, (limits.most or 0) + 1, limits.step)
    }
    return frozenset(mine + theirs for mine in amounts for theirs in amounts if most is None or mine + theirs <= most)


def _relations(terms: Terms, wager: Wager) -> Iterator[Mutant]:
    name = wager.name
    kinds: list[tuple[str, str, dict[str, object]]] = []
    if wager.by_action:
        kinds.append(("before-deal", "it may be placed before the deal", {"by_action": False}))
    if wager.needed:
        kinds.append(("needed", "a seat may go without it", {"needed": False}))
    for field in ("needs", "equals", "at_most", "multiple_of"):
        partner, suffix = getattr(wager, field), field.replace("_", "-")
        if partner:
            words = f"the rule that ties it to {plain_words(partner)} ({suffix.replace('-', ' ')}) is dropped"
            kinds.append((suffix, words, {field: None}))
    for suffix, words, changes in kinds:
        said, apply = f"{plain_words(name)}: {words}", with_wager(name, **changes)
        yield _relation(terms, f"relation.{name}/{suffix}", "dropped", said, apply)
    if wager.at_most and not wager.equals:
        words = f"{plain_words(name)}: less than {plain_words(wager.at_most)} is refused too"
        strict = with_wager(name, equals=wager.at_most)
        yield _relation(terms, f"relation.{name}/at-most", "equal-only", words, strict, (f"limit.{name}/*", "ask.*"))


def _relation(terms: Terms, rule: str, edit: str, words: str, apply: Edit, more: tuple[str, ...] = ()) -> Mutant:
    same = "" if _accepts(apply(terms)) != _accepts(terms) else "the same wagers are taken and refused"
    return Mutant(rule, edit, words, apply, (rule, *more), same)


def _accepts(terms: Terms) -> frozenset[tuple[tuple[str, int], ...]]:
    """List which sets of wagers a seat may place, at a few amounts each."""
    return frozenset(placed for placed in _tries(terms) if _accepted(terms, placed))


def _accepted(terms: Terms, placed: tuple[tuple[str, int], ...]) -> bool:
    try:
        check_wagers(terms.rules, dict(placed), None, terms.limits, "the seat")
    except Refused:
        return False
    return True


def _tries(terms: Terms) -> Iterator[tuple[tuple[str, int], ...]]:
    """Place up to four wagers, and the needed ones, all or all but one, with up to two others."""
    wagers = terms.rules.ruleset.wagers
    needed = [name for name, wager in wagers.items() if wager.needed and not wager.by_action]
    others = [name for name in wagers if name not in needed]
    few = [chosen for count in range(1, 5) for chosen in combinations(wagers, count)]
    beside = [more for count in range(3) for more in combinations(others, count)]
    whole = [(*start, *more) for start in (needed, *combinations(needed, max(0, len(needed) - 1))) for more in beside]
    for chosen in dict.fromkeys((*few, *(names for names in whole if len(names) > 4))):
        spans = [terms.limits.get(name, next(iter(terms.limits.values()))) for name in chosen]
        for steps in product(AMOUNTS[: 3 if len(chosen) > 4 else None], repeat=len(chosen)):
            yield tuple((n, s.least + at * s.step) for n, s, at in zip(chosen, spans, steps, strict=True))


def _group(terms: Terms, group: Group) -> Iterator[Mutant]:
    names = ", ".join(map(plain_words, group.wagers))

    def changed(**changes: object) -> Edit:
        other = replace(group, **changes)  # type: ignore[arg-type]

        def edit(terms: Terms) -> Terms:
            groups = tuple(other if entry.name == group.name else entry for entry in terms.rules.ruleset.groups)
            return on_ruleset(terms, groups=groups)

        return edit

    if group.equal:
        words = f"{names}: different amounts are taken"
        yield _relation(terms, f"relation.{group.name}/equal", "dropped", words, changed(equal=False))
    if group.whole is not None:
        words = f"{names}: some of them may be placed without the others"
        yield _relation(terms, f"relation.{group.name}/whole", "dropped", words, changed(whole=None))


def _boxes(terms: Terms) -> Iterator[Mutant]:
    boxes = terms.rules.ruleset.boxes
    if boxes is None:
        return

    def changed(other: Boxes) -> Edit:
        return lambda terms: on_ruleset(terms, boxes=other)

    if boxes.light is not None:
        for edit, words, light in (
            ("one-more", "a guest may look at a box more", boxes.light + 1),
            ("one-fewer", "a guest may look at a box less", boxes.light - 1),
        ):
            same = "" if light < terms.rules.ruleset.most_players else "the table has no more boxes"
            expects = ("boxes.light", "boxes.taken")
            yield Mutant("boxes.light", edit, words, changed(replace(boxes, light=light)), expects, same)
    for wager in boxes.equal:
        left = tuple(name for name in boxes.equal if name != wager)
        words = f"the boxes of one guest may differ in their {plain_words(wager)}"
        expects = ("boxes.equal", "boxes.equal-dark")
        yield Mutant(f"boxes.equal/{wager}", "dropped", words, changed(replace(boxes, equal=left)), expects)


def _seats(terms: Terms) -> Iterator[Mutant]:
    most = terms.rules.ruleset.most_seats
    for edit, words, count in (
        ("one-more", "the table takes a seat too many", most + 1),
        ("one-fewer", "the table takes a seat too few", most - 1),
    ):
        apply = _with_seats(count)
        if count and enough_cards(apply(terms)):
            yield Mutant("seats", edit, words, apply, ("seats.limit", "seats.each", "limit.*", "refuse.bank/*"))


def _with_seats(count: int) -> Edit:
    return lambda terms: on_ruleset(terms, most_seats=count)


