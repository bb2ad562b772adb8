"""Hands read wrongly: bars a rank off, bars on too few cards, rankings, and hands that keep the wrong cards."""

from collections.abc import Iterator
from dataclasses import replace

from fairfelt.conformance.plans.plan import plain_words
from fairfelt.conformance.proving.rankings import Misread, misreadings, moved
from fairfelt.conformance.proving.reach import Reach
from fairfelt.conformance.proving.showing import exchange_makes, shows
from fairfelt.conformance.proving.terms import Edit, Mutant, Terms, on_ruleset, with_fact
from fairfelt.rulesets.paths import cards_in
from fairfelt.rulesets.rankings import Ranking, Strength, describe
from fairfelt.rulesets.rules import DealStep, Fact, Hand, PayTable, Ruleset
from fairfelt.rulesets.ways import feasible
from fairfelt.rulesets.wire import named_rows, with_rows
from fairfelt.rulesets.witness import attainable, can_happen, place_sizes

UNSEEN = "no two hands that differ by it can meet where they are compared, and no bar or pay line tells them apart"


def mutants(terms: Terms, reach: Reach) -> Iterator[Mutant]:
    for fact in _facts_read(terms, reach):
        if fact.kind == "floors":
            yield from _bars(terms, reach, fact)
        yield from _fewer_cards(terms, fact)
    for name in dict.fromkeys(hand.ranking.name for hand in terms.rules.ruleset.hands.values()):
        yield from _rankings(terms, reach, name)
    for hand in terms.rules.ruleset.hands.values():
        yield from _house_way(terms, hand)


def _facts_read(terms: Terms, reach: Reach) -> list[Fact]:
    """List the facts about cards that any row asks for that a round can reach, or any question."""
    ruleset = terms.rules.ruleset
    asked = {name for table in ruleset.tables for at in reach.rows(table) for name in table.rows[at].when}
    asked |= {name for question in ruleset.questions for part in question.guard for name in part}
    return [fact for fact in ruleset.facts.values() if fact.reads_cards and fact.name in asked]


def _can_lie(terms: Terms, reach: Reach, fact: Fact, between: tuple[int, int]) -> bool:
    """Say whether a hand between two bars can lie where the fact is asked: an exchange can't make every hand."""
    asked = [dict(facts) for facts in reach.shown if fact.name in dict(facts)]
    others = {frozenset((name, value) for name, value in facts.items() if name != fact.name) for facts in asked}
    can_be = [dict(facts) for facts in others if feasible(terms.rules, dict(facts), {fact.hand: between})]
    if fact.hand not in terms.rules.reach:
        return bool(can_be)
    return any(exchange_makes(terms, fact.hand, facts, between) for facts in can_be)


def _bars(terms: Terms, reach: Reach, fact: Fact) -> Iterator[Mutant]:
    """Move each bar by one rank, at its first and its second card, and by one class."""
    ranking = terms.rules.ruleset.hands[fact.hand].ranking
    cards = cards_in(terms.rules.ruleset.hands, fact.hand, place_sizes(terms.rules))
    for number, bar in enumerate(fact.floors):
        met = {bar}
        for edit, at in _near(ranking, bar):
            floors = tuple(sorted(at if entry == bar else entry for entry in fact.floors))
            if at in met or len(set(floors)) < len(floors):
                continue
            met.add(at)
            low, high = sorted((ranking.index[bar], ranking.index[at]))
            held = any(attainable(ranking, ranking.classes[here], cards) for here in range(low, high))
            held = held and _can_lie(terms, reach, fact, (low, high))
            words = f"{plain_words(fact.name)} is “{fact.values[number + 1]}” from {describe(ranking, at)} up"
            yield Mutant(
                f"floor.{fact.name}",
                edit if len(fact.floors) == 1 else f"{fact.values[number + 1]}-{edit}",
                words,
                with_fact(replace(fact, floors=floors)),
                (f"floor.{fact.name}",),
                "" if held else f"no {cards} cards show a hand between the two bars",
            )


def _near(ranking: Ranking, bar: Strength) -> Iterator[tuple[str, Strength]]:
    at = ranking.index[bar]
    for position in (1, 2):
        for edit, by in (("higher", 1), ("lower", -1)):
            wanted = (*bar[:position], bar[position] + by) if len(bar) > position else None
            found = (entry.strength for entry in ranking.classes if entry.strength[: position + 1] == wanted)
            lowest = next(found, None)
            if lowest is not None:
                yield f"card-{position}-{edit}", lowest
    for edit, near in (("class-higher", at + 1), ("class-lower", at - 1)):
        if 0 < near < len(ranking.classes):
            yield edit, ranking.classes[near].strength


def _fewer_cards(terms: Terms, fact: Fact) -> Iterator[Mutant]:
    """Look at a hand without the cards of one of its places."""
    hands = terms.rules.ruleset.hands
    for field in ("hand", "other"):
        name = getattr(fact, field)
        parts = hands[name].parts if name else ()
        for part in parts if len(parts) > 1 else ():
            left = replace(hands[name], name=f"{name}-part", parts=tuple(other for other in parts if other != part))
            kind = "floor" if fact.kind == "floors" else "compare"
            words = f"{plain_words(fact.name)} looks at the {plain_words(name)} without the {plain_words(part)}"
            named = (f"floor.{fact.name}",) if kind == "floor" else (f"compare.{fact.name}/*",)
            # so wrong a hand turns clear cases too, and then the rows and questions that ask for the fact are named
            expects = (*_rows_asking(terms, fact), *named, *_questions_asking(terms, fact))
            changed = replace(fact, hand=left.name) if field == "hand" else replace(fact, other=left.name)
            edit = with_fact(changed, (left,))
            yield Mutant(f"{kind}.{fact.name}", f"{name}-without-{part}", words, edit, expects)


def _rows_asking(terms: Terms, fact: Fact) -> tuple[str, ...]:
    rows = [row for table in terms.rules.ruleset.tables for row in table.rows if fact.name in row.when]
    spots = ((wager, row.name) for row in rows for wager in row.results)
    return tuple(name for wager, row in spots for name in (f"settle.{wager}.{row}", f"settle.{wager}.{row}/*"))


def _questions_asking(terms: Terms, fact: Fact) -> tuple[str, ...]:
    asked = [q for q in terms.rules.ruleset.questions if any(fact.name in condition for condition in q.guard)]
    return tuple(f"ask.{question.id}" for question in asked)


def _rankings(terms: Terms, reach: Reach, name: str) -> Iterator[Mutant]:
    ruleset = terms.rules.ruleset
    hands = [hand for hand in ruleset.hands.values() if hand.ranking.name == name]
    ranking, sizes = hands[0].ranking, place_sizes(terms.rules)
    most = max(cards_in(ruleset.hands, hand.name, sizes) for hand in hands)
    told = replace(terms, rules=with_rows(terms.rules, _rows_sent(terms)))
    for misread in misreadings(ranking, most):
        apply = _reading(name, misread.ranking)
        expects = _names_reading(terms, reach, hands, misread)
        same = "" if shows(told, reach, ranking, misread, apply(told), most) else UNSEEN
        words = f"{plain_words(name)}: {misread.words}"
        yield Mutant(f"ranking.{name}", misread.edit, words, apply, expects, same)


def _rows_sent(terms: Terms) -> dict[str, dict[str, str]]:
    """Write the pay tables as an engine is told them: by category, and none is left to the line above."""
    hands = terms.rules.ruleset.hands
    return {wager: named_rows(pays, hands[pays.hand].ranking) for wager, pays in terms.rules.pay_tables.items()}


def _names_reading(terms: Terms, reach: Reach, hands: list[Hand], misread: Misread) -> tuple[str, ...]:
    """Name the requirements that look at hands of these categories: comparisons, then pay lines, then the rest."""
    ruleset, names, categories = terms.rules.ruleset, {hand.name for hand in hands}, misread.categories
    facts = [fact for fact in _facts_read(terms, reach) if fact.hand in names]
    found = [f"compare.{f.name}/{category}" for category in categories for f in facts if f.kind == "against"]
    for pays in terms.rules.pay_tables.values():
        lines = _lines_of(ruleset, pays, categories) if pays.hand in names else []
        # categories that changed places are told apart by pay lines only where they are paid by different ones
        found += [f"settle.{pays.wager}.*/{line}" for line in lines if len(lines) > 1 or not misread.exchanged]
    found += [f"floor.{fact.name}" for fact in facts if fact.kind == "floors"]
    found += [f"house-way.{hand.name}" for hand in hands]
    inside = {part for hand in ruleset.hands.values() for part in hand.parts}
    found += [f"hands.{hand.name}" for hand in hands if hand.name in inside]
    steps = [step for step in ruleset.steps if isinstance(step, DealStep) and step.instead_of in names]
    found += [f"deal.{step.id}" for step in steps if can_happen(terms.rules, step)]
    found += ["compare.*"] if names & inside else []
    # whoever misreads clear cases too is named by the rows that ask for the comparison
    contests = [fact for fact in facts if fact.kind == "against" and not misread.exchanged]
    found += [row for fact in contests for row in _rows_asking(terms, fact)]
    return tuple(dict.fromkeys(found))


def _lines_of(ruleset: Ruleset, pays: PayTable, categories: tuple[str, ...]) -> list[str]:
    ranking = ruleset.hands[pays.hand].ranking
    classes = (ranking.classes[at] for category in categories for at in range(*ranking.spans[category]))
    return list(dict.fromkeys(pays.line(entry.strength).name for entry in classes))


def _reading(name: str, changed: Ranking) -> Edit:
    """Read every hand of a ranking otherwise; bars and pay lines stay at the hands that they name."""

    def edit(terms: Terms) -> Terms:
        ruleset = terms.rules.ruleset
        hands = {
            hand.name: replace(hand, ranking=changed) if hand.ranking.name == name else hand
            for hand in ruleset.hands.values()
        }
        facts = {
            fact.name: replace(fact, floors=tuple(moved(_ranking(ruleset, fact), changed, at) for at in fact.floors))
            if fact.floors and _ranking(ruleset, fact).name == name
            else fact
            for fact in ruleset.facts.values()
        }
        tables = tuple(replace(t, axes=tuple(facts[axis.name] for axis in t.axes)) for t in ruleset.tables)
        read = on_ruleset(terms, hands=hands, facts=facts, tables=tables)
        pay_tables = {
            wager: _with_lines(pays, ruleset.hands[pays.hand].ranking, changed)
            if ruleset.hands[pays.hand].ranking.name == name
            else pays
            for wager, pays in terms.rules.pay_tables.items()
        }
        return replace(read, rules=replace(read.rules, pay_tables=pay_tables))

    return edit


def _ranking(ruleset: Ruleset, fact: Fact) -> Ranking:
    return ruleset.hands[fact.hand].ranking


def _with_lines(pays: PayTable, ranking: Ranking, changed: Ranking) -> PayTable:
    floors = {
        line.name: line.floor if line.floor is None else moved(ranking, changed, line.floor) for line in pays.lines
    }
    lines = [replace(line, floor=floors[line.name]) for line in pays.lines]
    return replace(pays, lines=tuple(sorted(lines, key=lambda line: line.floor or (-1,), reverse=True)))


def _house_way(terms: Terms, hand: Hand) -> Iterator[Mutant]:
    """Keep the lowest cards for the highest, or let the lower suit stay."""
    ruleset = terms.rules.ruleset
    steps = [s for s in ruleset.steps if isinstance(s, DealStep) and s.instead_of == hand.name]
    inside = any(hand.name in other.parts for other in ruleset.hands.values())
    if not steps and not inside:
        return
    expects = (f"house-way.{hand.name}", *(f"deal.{step.id}" for step in steps), f"hands.{hand.name}", "compare.*")
    in_force = inside or any(can_happen(terms.rules, step) for step in steps)
    same = "" if in_force else "the hand is read by no step that these options put in force"
    changes: list[tuple[str, str, dict[str, object]]] = [
        ("other-end", "keeps the highest for the lowest, or the other way round", {"worst": not hand.worst})
    ]
    if hand.suits:
        changes.append(("lower-suit", "of equal cards, keeps those of the lower suits", {"suits": hand.suits[::-1]}))
        changes.append(("no-suit", "of equal cards, keeps those that came first", {"suits": ""}))
    for edit, words, change in changes:
        changed = replace(hand, **change)  # type: ignore[arg-type]
        yield Mutant(
            f"hand.{hand.name}", edit, f"{plain_words(hand.name)}: {words}", _with_hand(changed), expects, same
        )


def _with_hand(hand: Hand) -> Edit:
    return lambda terms: on_ruleset(terms, hands={**terms.rules.ruleset.hands, hand.name: hand})
