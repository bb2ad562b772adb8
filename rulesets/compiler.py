"""Compile a ruleset file: resolve names and clauses, then prove its tables."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fairfelt.rulesets import model
from fairfelt.rulesets.compile_facts import compile_facts, compile_hands, floor_at
from fairfelt.rulesets.compile_mathematics import compile_mathematics
from fairfelt.rulesets.compile_round import compile_step
from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.names import cited, condition, guard, known_name, no_cycle
from fairfelt.rulesets.paths import Layout
from fairfelt.rulesets.rankings import Ranking
from fairfelt.rulesets.rules import (
    OPTION,
    POLICIES,
    Bank,
    Boxes,
    Clause,
    Fact,
    Group,
    Guard,
    Hand,
    Option,
    Order,
    Outcome,
    PayLine,
    PayTable,
    Result,
    Row,
    Ruleset,
    Table,
    Wager,
)
from fairfelt.rulesets.soundness import check_file, check_pay_tables, check_rounding, questions
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
        name: Option(name, part.asks, part.readings, cite(part.cite, "options", name), part.unconfirmed)
        for name, part in file.options.items()
    }
    _check_variants(file, options)
    wagers = _wagers(file, cite)
    hands = compile_hands(file, rankings, cite)
    facts = compile_facts(file, options, hands, wagers, cite)
    wagers = _with_set_amounts(file, wagers, facts)
    groups = _groups(file, wagers, facts, cite)
    steps = tuple(
        compile_step(part, ("round", at), facts, wagers, hands, cite) for at, part in enumerate(file.round)
    )
    layout = Layout(steps, facts, hands, wagers, groups)
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
    for name, entry in wagers.items():
        if not entry.fee:
            known_name(name, file.order.wagers, "settlement order for wager", ("order", "wagers"))
    for part in ("read_as", "evidence", "untested"):
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
        groups=groups,
        boxes=_boxes(file, cite),
        bank=_bank(file, options, cite),
        steps=steps,
        hands=hands,
        facts=facts,
        pay_tables=pay_tables,
        tables=tables,
        order=Order(file.order.by, file.order.from_ == "dealers-right", tuple(file.order.wagers)),
        rounding=file.rounding.direction if file.rounding else None,
        mathematics=compile_mathematics(file, wagers, options, pay_tables, cite),
        read_as=file.read_as,
        evidence={name: tuple(shown) for name, shown in file.evidence.items()},
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
            part.fee,
        )
    partners = {name: (w.needs, w.equals, w.at_most, w.multiple_of) for name, w in result.items()}
    no_cycle({name: [partner for partner in row if partner] for name, row in partners.items()}, ("wagers",))
    return result


def _with_set_amounts(
    file: model.GameFile, wagers: Mapping[str, Wager], facts: Mapping[str, Fact]
) -> dict[str, Wager]:
    """Add when the house takes one amount only, which the readings of options decide."""
    result = dict(wagers)
    for name, part in file.wagers.items():
        if part.set_amount is not None:
            when = _by_options(part.set_amount, facts, ("wagers", name, "set-amount"))
            result[name] = replace(wagers[name], set_amount=when)
    return result


def _groups(
    file: model.GameFile, wagers: Mapping[str, Wager], facts: Mapping[str, Fact], cite: Any
) -> tuple[Group, ...]:
    groups = []
    for name, part in file.groups.items():
        path: Path = ("groups", name)
        for at, wager in enumerate(part.wagers):
            known_name(wager, wagers, "wager", (*path, "wagers", at))
            if wagers[wager].by_action:
                mend = "group wagers that are placed before the deal"
                raise Flaw((*path, "wagers", at), f"{wager!r} is placed by an action", mend)
        whole: Guard | None = () if part.whole is True else None
        if not isinstance(part.whole, bool):
            whole = _by_options(part.whole, facts, (*path, "whole"))
        groups.append(Group(name, tuple(part.wagers), part.equal, whole, cite(part.cite, *path)))
    return tuple(groups)


def _by_options(raw: Any, facts: Mapping[str, Fact], path: Path) -> Guard:
    """Read a condition that is decided before anyone sits down: by options alone."""
    when = guard(raw, facts, path)
    for part in when:
        for name in part:
            if not name.startswith(OPTION):
                raise Flaw(path, f"{name!r} is not known before the round", "ask for options only")
    return when


def _boxes(file: model.GameFile, cite: Any) -> Boxes | None:
    if file.boxes is None:
        return None
    for at, wager in enumerate(file.boxes.equal):
        known_name(wager, file.wagers, "wager", ("boxes", "equal", at))
    return Boxes(tuple(file.boxes.equal), file.boxes.light, cite(file.boxes.cite, "boxes"))


def _bank(file: model.GameFile, options: Mapping[str, Option], cite: Any) -> Bank | None:
    if file.bank is None:
        return None
    policies = {name: getattr(file.bank, name.replace("-", "_")) for name in POLICIES}
    for name, word in policies.items():
        path: Path = ("bank", name)
        if not word.startswith(OPTION):
            known_name(word, POLICIES[name], f"reading of {name}", path)
            continue
        option = options[known_name(word.removeprefix(OPTION), options, "option", path)]
        for reading in option.readings:
            known_name(reading, POLICIES[name], f"reading of {name}", ("options", option.name, "readings", reading))
    return Bank(policies, cite(file.bank.cite, "bank"))


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
        at = None if name == "lower" else floor_at(ranking, {name: []}, path)
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
            if wagers[wager].fee:
                mend = "take it out: a fee is gone whatever follows"
                raise Flaw((*path, wager), f"{wager!r} is a fee, and no row settles it", mend)
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
    for wager in (name for name, part in wagers.items() if not part.fee):
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
