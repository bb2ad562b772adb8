"""Compile a ruleset file: resolve names and clauses, then prove its tables."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fairfelt.rulesets import model
from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.names import cited, condition, guard, known_name, no_cycle
from fairfelt.rulesets.paths import Layout
from fairfelt.rulesets.rankings import Ranking, floor
from fairfelt.rulesets.rules import (
    NOT_ASKED,
    OPTION,
    Action,
    AskStep,
    Clause,
    DealStep,
    Fact,
    Hand,
    Option,
    Order,
    Outcome,
    PayLine,
    PayTable,
    Question,
    Result,
    Row,
    Ruleset,
    ShowStep,
    Step,
    Table,
    Wager,
)
from fairfelt.rulesets.soundness import check_file, check_pay_tables, check_ranking, check_rounding, questions
from fairfelt.rulesets.tables import compile_block

OUTCOMES: dict[str, Outcome] = {"lose": "lose", "push": "push", "forfeit": "forfeit", "returned": "returned"}


def compile_game(
    file: model.GameFile, rankings: Mapping[str, Ranking], clauses: Mapping[str, Clause], canonical: str
) -> Ruleset:
    """Compile one game; raise a Flaw with the path of whatever is wrong."""

    def cite(cites: list[str], *path: str | int) -> tuple[Clause, ...]:
        return cited(cites, file.source, clauses, path)

    check_file(file)
    options = {
        name: Option(name, part.asks, part.readings, cite(part.cite, "options", name))
        for name, part in file.options.items()
    }
    _check_variants(file, options)
    wagers = _wagers(file, cite)
    hands = _hands(file, rankings, cite)
    facts = _facts(file, options, hands, wagers, cite)
    steps = tuple(_step(part, ("round", at), facts, wagers, cite) for at, part in enumerate(file.round))
    layout = Layout(steps, facts, hands, wagers)
    pay_tables = {
        wager: _pay_tables(wager, part, hands, wagers, options, cite) for wager, part in file.pays.items()
    }
    tables = tuple(
        _block(block, rows, facts, wagers, pay_tables, layout, options, cite)
        for block, rows in file.settle.items()
    )
    _check_settled(wagers, tables, file)
    check_pay_tables(pay_tables, tables, options)
    if file.rounding:
        cite(file.rounding.cite, "rounding")
    else:
        check_rounding(pay_tables, tables)
    cite(file.order.cite, "order")
    for wager in file.order.wagers:
        known_name(wager, wagers, "wager", ("order", "wagers"))
    for wager in wagers:
        known_name(wager, file.order.wagers, "settlement order for wager", ("order", "wagers"))
    for part in ("read_as", "untested"):
        for name in getattr(file, part):
            cite([name], part.replace("_", "-"), name)
    return Ruleset(
        game=file.game,
        title=file.title,
        source=file.source,
        packs=file.deck.packs,
        most_seats=file.seats.most,
        options=options,
        variants={name: part.options for name, part in file.variants.items()},
        variant_says={name: part.says for name, part in file.variants.items()},
        wagers=wagers,
        steps=steps,
        hands=hands,
        facts=facts,
        pay_tables=pay_tables,
        tables=tables,
        order=Order(file.order.by, file.order.from_ == "dealers-right", tuple(file.order.wagers)),
        rounding=file.rounding.direction if file.rounding else None,
        read_as=file.read_as,
        untested=file.untested,
        absent=file.absent,
        clauses={id_: clause for id_, clause in clauses.items() if id_.startswith(f"{file.source}/")},
        seat_clauses=cite(file.deck.cite, "deck") + cite(file.seats.cite, "seats"),
        canonical=canonical,
    )


def _check_variants(file: model.GameFile, options: Mapping[str, Option]) -> None:
    for name, variant in file.variants.items():
        for option, reading in variant.options.items():
            path = ("variants", name, "options", option)
            known_name(option, options, "option", path)
            known_name(reading, options[option].readings, f"reading of {option}", path)


def _wagers(file: model.GameFile, cite: Any) -> dict[str, Wager]:
    result = {}
    for name, part in file.wagers.items():
        for partner in (part.needs, part.equals, part.at_most, part.multiple_of):
            if partner is not None:
                known_name(partner, file.wagers, "wager", ("wagers", name))
        result[name] = Wager(
            name,
            part.needed,
            part.by_action,
            part.needs,
            part.equals,
            part.at_most,
            part.multiple_of,
            cite(part.cite, "wagers", name),
        )
    partners = {name: (w.needs, w.equals, w.at_most, w.multiple_of) for name, w in result.items()}
    no_cycle({name: [partner for partner in row if partner] for name, row in partners.items()}, ("wagers",))
    return result


def _hands(file: model.GameFile, rankings: Mapping[str, Ranking], cite: Any) -> dict[str, Hand]:
    packs, result = file.deck.packs, {}
    for name, part in file.hands.items():
        ranking = rankings[known_name(part.best, rankings, "ranking", ("hands", name, "best"))]
        check_ranking(ranking, packs, ("hands", name, "best"))
        cite(part.cite, "hands", name)
        result[name] = Hand(name, tuple(part.of), replace(ranking, packs=packs) if packs > 1 else ranking)
    return result


def _facts(
    file: model.GameFile,
    options: Mapping[str, Option],
    hands: Mapping[str, Hand],
    wagers: Mapping[str, Wager],
    cite: Any,
) -> dict[str, Fact]:
    facts = {
        OPTION + name: Fact(OPTION + name, "option", tuple(o.readings), clauses=o.clauses)
        for name, o in options.items()
    }
    for _, question in questions(file):
        actions = (NOT_ASKED, *question.ask) if question.if_ else tuple(question.ask)
        facts[question.id] = Fact(question.id, "decision", actions)
    for name, part in file.facts.items():
        path = ("facts", name)
        if name in facts:
            raise Flaw(path, f"{name!r} is a decision's name already", "give the fact a name of its own")
        facts[name] = _fact(name, part, hands, wagers, cite(part.cite, *path), path)
    return facts


def _fact(
    name: str,
    part: model.Fact,
    hands: Mapping[str, Hand],
    wagers: Mapping[str, Wager],
    clauses: tuple[Clause, ...],
    path: Path,
) -> Fact:
    if part.staked is not None:
        known_name(part.staked, wagers, "wager", (*path, "staked"))
        return Fact(name, "staked", _two_values(part, path), wager=part.staked, clauses=clauses)
    if part.hand is None:
        raise Flaw(
            path, "says neither `hand` nor `staked`", "add `hand: NAME` with at-least, bands or against"
        )
    hand = hands[known_name(part.hand, hands, "hand", (*path, "hand"))]
    if part.against is not None:
        other = hands[known_name(part.against, hands, "hand", (*path, "against"))]
        if other.ranking != hand.ranking:
            raise Flaw(
                path, f"{hand.name} and {other.name} are ranked differently", "compare hands of one ranking"
            )
        return Fact(
            name, "against", ("win", "tie", "lose"), hand=hand.name, other=other.name, clauses=clauses
        )
    if part.at_least is not None:
        at = _floor(hand.ranking, part.at_least, (*path, "at-least"))
        return Fact(name, "floors", _two_values(part, path), hand=hand.name, floors=(at,), clauses=clauses)
    if part.bands is not None:
        names = tuple(part.bands)
        floors = tuple(_floor(hand.ranking, spec, (*path, "bands", band)) for band, spec in part.bands.items())
        if list(floors) != sorted(set(floors)):
            raise Flaw((*path, "bands"), "the bands do not rise", "order them from the lowest hand up")
        if floors[0] != hand.ranking.classes[0].strength:
            lowest = hand.ranking.categories[-1].name
            what = f"the lowest band, {names[0]!r}, leaves out lower hands"
            raise Flaw((*path, "bands", names[0]), what, f"start it at `{{{lowest}: []}}`")
        return Fact(name, "floors", names, hand=hand.name, floors=floors[1:], clauses=clauses)
    raise Flaw(path, "has a hand but asks nothing of it", "add at-least, bands or against")


def _two_values(part: model.Fact, path: Path) -> tuple[str, str]:
    if part.values is None or len(part.values) != 2 or part.values[0] == part.values[1]:
        raise Flaw(
            path, "needs names for its two answers", "add `values: [no-name, yes-name]`, the answer no first"
        )
    return part.values[0], part.values[1]


def _floor(ranking: Ranking, spec: Mapping[str, list[str]], path: Path) -> tuple[int, ...]:
    if len(spec) != 1:
        raise Flaw(path, "is no single floor", "write one category, as in `{pair: [4]}`")
    category, ranks = next(iter(spec.items()))
    names = [entry.name for entry in ranking.categories] + list(ranking.named)
    known_name(category, names, "category", (*path, category))
    try:
        return floor(ranking, category, ranks)
    except ValueError as error:
        raise Flaw(
            (*path, category), str(error), "write ranks from the most repeated down, as in `{two-pair: [A, K]}`"
        ) from None


def _step(part: Any, path: Path, facts: Mapping[str, Fact], wagers: Mapping[str, Wager], cite: Any) -> Step:
    if isinstance(part, model.EachSeat):
        return AskStep(
            tuple(
                _question(ask, (*path, "each-seat", at), facts, wagers, cite)
                for at, ask in enumerate(part.each_seat)
            )
        )
    if isinstance(part, model.Ask):
        return AskStep((_question(part, path, facts, wagers, cite),))
    condition_ = guard(part.if_, facts, path)
    if isinstance(part, model.Show):
        return ShowStep(part.id, tuple(part.show), condition_, cite(part.cite, *path))
    if part.up is True:
        up: dict[str, frozenset[int] | None] = dict.fromkeys(part.to)
    else:
        up = {place: frozenset(numbers) for place, numbers in (part.up or {}).items()}
        for place, numbers in up.items():
            known_name(place, part.to, "place", (*path, "up"))
            if numbers and not numbers <= set(range(1, part.deal + 1)):
                raise Flaw(
                    (*path, "up", place),
                    f"numbers cards beyond the {part.deal} dealt",
                    f"use 1 to {part.deal}",
                )
    return DealStep(
        part.id, part.deal, tuple(part.to), part.each == "one-by-one", up, condition_, cite(part.cite, *path)
    )


def _question(
    part: model.Ask, path: Path, facts: Mapping[str, Fact], wagers: Mapping[str, Wager], cite: Any
) -> Question:
    actions = {}
    for name, action in part.ask.items():
        here = (*path, "ask", name)
        for wager, multiple in action.places.items():
            known_name(wager, wagers, "wager", (*here, "places"))
            known_name(multiple.of, wagers, "wager", (*here, "places", wager, "of"))
            if not wagers[wager].by_action:
                raise Flaw(
                    (*here, "places", wager),
                    f"{wager!r} is placed before the deal",
                    "mark the wager `by-action: true`",
                )
        places = {wager: (multiple.of, tuple(multiple.times)) for wager, multiple in action.places.items()}
        actions[name] = Action(name, places, cite(action.cite, *here))
    return Question(part.id, actions, guard(part.if_, facts, path), cite(part.cite, *path))


def _pay_tables(
    wager: str,
    part: model.Pays,
    hands: Mapping[str, Hand],
    wagers: Mapping[str, Wager],
    options: Mapping[str, Option],
    cite: Any,
) -> tuple[PayTable, ...]:
    path = ("pays", wager)
    known_name(wager, wagers, "wager", path)
    ranking = hands[known_name(part.hand, hands, "hand", (*path, "hand"))].ranking
    tables = []
    for name, table in part.tables.items():
        here = (*path, "tables", name)
        for option, readings in table.only.items():
            known_name(option, options, "option", (*here, "only"))
            for reading in readings:
                known_name(reading, options[option].readings, f"reading of {option}", (*here, "only", option))
        lines = _lines(table, ranking, (*here, "lines"))
        only = {option: frozenset(readings) for option, readings in table.only.items()}
        tables.append(PayTable(name, wager, part.hand, lines, only, table.printed, cite(table.cite, *here)))
    if any(table.printed for table in tables[1:]):
        raise Flaw(
            (*path, "tables"), "the printed table does not stand first", "put it first: it is the default"
        )
    return tuple(tables)


def _lines(table: model.PayTable, ranking: Ranking, path: Path) -> tuple[PayLine, ...]:
    names = [entry.name for entry in ranking.categories] + list(ranking.named) + ["lower"]
    lines: list[PayLine] = []
    for name, word in table.lines.items():
        known_name(name, names, "line", (*path, name))
        at = None if name == "lower" else _floor(ranking, {name: []}, path)
        if lines and (lines[-1].floor is None or (at is not None and at >= lines[-1].floor)):
            raise Flaw(
                (*path, name),
                f"line {name!r} does not lie below {lines[-1].name!r}",
                "order the lines from the highest hand down",
            )
        result = Result("win") if word == "nothing" else parse_result(word, (*path, name))
        lines.append(PayLine(name, at, result, pays_nothing=word == "nothing"))
    if not lines or lines[-1].floor is not None:
        raise Flaw(
            path,
            "the table does not say what lower hands get",
            "end it with `lower: lose` (or nothing, or odds)",
        )
    return tuple(lines)


def parse_result(word: Any, path: Path) -> Result:
    """Read `lose`, `push`, `forfeit`, `returned`, `pays`, odds such as `3 to 2`, or a list that adds winnings."""
    if isinstance(word, list):
        parts = [parse_result(part, path) for part in word]
        if any(part.outcome != "win" for part in parts) or not parts:
            raise Flaw(path, "adds up things that are no winnings", "list odds and `pays` only")
        return Result(
            "win", sum((part.odds for part in parts), Fraction(0)), any(part.by_table for part in parts)
        )
    if word == "pays":
        return Result("win", by_table=True)
    if isinstance(word, str) and word in OUTCOMES:
        return Result(OUTCOMES[word])
    numbers = str(word).split(" to ")
    if len(numbers) == 2 and all(number.isdecimal() for number in numbers) and int(numbers[1]):
        return Result("win", Fraction(int(numbers[0]), int(numbers[1])))
    raise Flaw(
        path,
        f"{word!r} is no result",
        "write lose, push, forfeit, returned, pays, odds such as `3 to 2`, or a list of winnings",
    )


def _block(
    block: str,
    raw_rows: Mapping[str, dict[str, Any]],
    facts: Mapping[str, Fact],
    wagers: Mapping[str, Wager],
    pay_tables: Mapping[str, tuple[PayTable, ...]],
    layout: Layout,
    options: Mapping[str, Option],
    cite: Any,
) -> Table:
    rows = []
    for name, raw in raw_rows.items():
        path: Path = ("settle", block, name)
        when, cites = raw.get("when", {}), _words(raw.get("cite"), (*path, "cite"))
        if not isinstance(when, dict) or not cites:
            raise Flaw(
                path, "lacks `when` or `cite`", "write `{when: {fact: value}, wager: result, cite: clause}`"
            )
        results = {}
        for wager, word in raw.items():
            if wager in ("when", "cite"):
                continue
            known_name(wager, wagers, "wager", (*path, wager))
            results[wager] = parse_result(word, (*path, wager))
            if results[wager].by_table and wager not in pay_tables:
                raise Flaw((*path, wager), f"the wager {wager!r} has no pay table", "add one under `pays`")
        as_lists = {fact: _words(value, (*path, "when", fact)) for fact, value in when.items()}
        rows.append(
            Row(block, name, condition(as_lists, facts, (*path, "when")), results, cite(cites, *path))
        )
    settled = tuple(wager for wager in wagers if any(wager in row.results for row in rows))
    pay_hands = {wager: choices[0].hand for wager, choices in pay_tables.items()}
    return compile_block(block, settled, tuple(rows), layout, options, pay_hands)


def _words(value: Any, path: Path) -> list[str]:
    words = value if isinstance(value, list) else [] if value is None else [value]
    if not all(isinstance(word, str) for word in words):
        raise Flaw(path, f"{value!r} is no name, nor a list of names", "write a name, or `[name, name]`")
    return words


def _check_settled(wagers: Mapping[str, Wager], tables: tuple[Table, ...], file: model.GameFile) -> None:
    for wager in wagers:
        blocks = [table.block for table in tables if wager in table.wagers]
        if not blocks:
            raise Flaw(
                ("wagers", wager), f"no row settles the wager {wager!r}", "add it to a block under `settle`"
            )
        if len(blocks) > 1:
            raise Flaw(
                ("settle", blocks[1]),
                f"the wager {wager!r} is settled in two blocks, {' and '.join(blocks)}",
                "settle each wager in one block",
            )
    placed = {wager for _, ask in questions(file) for action in ask.ask.values() for wager in action.places}
    for wager, part in wagers.items():
        if part.by_action and wager not in placed:
            raise Flaw(
                ("wagers", wager),
                f"no action places the wager {wager!r}",
                "let an action place it, or drop by-action",
            )
