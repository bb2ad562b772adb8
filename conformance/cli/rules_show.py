"""The rule sheet of a game under its choices, in words and as data."""

from collections.abc import Iterator, Sequence
from typing import Any

from fairfelt.conformance.cli.rules_choices import aligned
from fairfelt.conformance.cli.rules_list import seats_words, source_title, table_data
from fairfelt.conformance.cli.rules_words import (
    UNCONFIRMED,
    action_words,
    boxes_words,
    condition_words,
    fact_words,
    group_words,
    hand_words,
    left_open,
    line_words,
    odds_words,
    policy_words,
    short_clauses,
    step_words,
    wager_words,
)
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import Condition, Option, Row, Ruleset, Table, Wager
from fairfelt.rulesets.ways import targets


def sheet_lines(rules: Rules, unchosen: Sequence[str]) -> Iterator[str]:
    """Tell the rules line by line; `unchosen` names the wagers whose pay table nobody chose."""
    ruleset = rules.ruleset
    yield f"{ruleset.title} ({ruleset.game})"
    yield f"by: {source_title(ruleset)}"
    yield f"variant: {rules.variant or 'none named'}"
    yield f"digest: {_digest_words(rules, unchosen)}"
    yield from _part(
        "Table",
        [
            f"{ruleset.packs} pack{'s' if ruleset.packs > 1 else ''} of 52 cards, seats {seats_words(ruleset)}",
            *_boxes_lines(ruleset),
        ],
    )
    yield from _part(
        "Wagers",
        aligned(
            [
                (wager.name, _wager_words(rules, wager), f"[{short_clauses(wager.clauses, ruleset.source)}]")
                for wager in ruleset.wagers.values()
            ],
            "",
        ),
    )
    yield from _part(
        "Wagers that go together",
        [f"{group_words(rules, group)} [{short_clauses(group.clauses, ruleset.source)}]" for group in ruleset.groups],
    )
    if ruleset.bank is not None:
        clauses = f"[{short_clauses(ruleset.bank.clauses, ruleset.source)}]"
        yield from _part("A player banks", [*aligned(list(policy_words(rules)), ""), clauses])
    yield from _part("The round", aligned([step for part in ruleset.steps for step in step_words(rules, part)], ""))
    hands = [(hand.name, hand_words(hand, ruleset.hands)) for hand in ruleset.hands.values()]
    yield from _part("Hands", aligned([*hands], ""))
    yield from _part(
        "Facts that rows ask for",
        aligned(
            [
                (fact.name, fact_words(fact, ruleset.hands))
                for fact in ruleset.facts.values()
                if fact.kind not in ("option", "decision")
            ],
            "",
        ),
    )
    for wager, table in rules.pay_tables.items():
        chosen = "printed by the document" if table.printed else "chosen"
        taken = "the first, since nobody chose; the document prints none" if wager in unchosen else chosen
        head = f"Pay table of {wager}: {table.id} ({taken}), by {table.hand}"
        yield from _part(head, aligned([(line.name, line_words(line)) for line in table.lines], ""))
    for settled in ruleset.tables:
        yield from _part(f"Settling {' and '.join(settled.wagers)}", _settle_lines(rules, settled))
    yield from _part("Order of settling", [_order_words(rules)])
    for name, option in ruleset.options.items():
        mark = f" [{UNCONFIRMED}]" if option.unconfirmed else ""
        yield from _part(f"Option {name}: {option.asks}{mark}", _reading_lines(option, rules.readings[name]))
    for head, told in (
        ("Read as", ruleset.read_as),
        ("Shown by records of other requirements", {name: ", ".join(ids) for name, ids in ruleset.evidence.items()}),
        ("Not tested", ruleset.untested),
        ("Not in this game", ruleset.absent),
    ):
        yield from _part(head, aligned(list(told.items()), ""))


def _boxes_lines(ruleset: Ruleset) -> list[str]:
    boxes = ruleset.boxes
    return [f"{boxes_words(boxes)} [{short_clauses(boxes.clauses, ruleset.source)}]"] if boxes else []


def _wager_words(rules: Rules, wager: Wager) -> str:
    """Say how a wager is placed; under the chosen readings no action may place it."""
    actions = [action for question in rules.ruleset.questions for action in question.actions.values()]
    placing = [action for action in actions if wager.name in action.places]
    never = wager.by_action and all(action_words(rules, action) is None for action in placing)
    return wager_words(wager) + (", not under these readings" if never else "")


def _reading_lines(option: Option, chosen: str) -> Iterator[str]:
    for reading, says in option.readings.items():
        mark = "*" if reading == chosen else " "
        default = " (default)" if reading == option.default else ""
        yield f"{mark} {reading}{default}: {says}"


def _part(head: str, lines: Iterator[str] | list[str]) -> Iterator[str]:
    told = list(lines)
    if told:
        yield ""
        yield head
        yield from (f"  {line}" for line in told)


def _digest_words(rules: Rules, unchosen: Sequence[str]) -> str:
    if not unchosen:
        return rules.digest
    missing = " ".join(f"--pay-table {wager}=TABLE" for wager in unchosen)
    return f"none yet, choose {missing} (see `fairfelt rules list`)"


def _rows(rules: Rules, table: Table) -> list[tuple[Row, Condition]]:
    """List the rows that can be reached under the chosen readings, with the conditions that remain."""
    reached = {(target.table.block, target.row.name) for target, _ in targets(rules)}
    kept = [(row, left_open(rules, row.when)) for row in table.rows if (table.block, row.name) in reached]
    return [(row, when) for row, when in kept if when is not None]


def _settle_lines(rules: Rules, table: Table) -> Iterator[str]:
    rows = _rows(rules, table)
    head = ("row", "when", *table.wagers, "clauses")
    body = [
        (
            row.name,
            condition_words(when, rules.ruleset.facts),
            *(odds_words(row.results[wager]) if wager in row.results else "not on the table" for wager in table.wagers),
            short_clauses(row.clauses, rules.ruleset.source),
        )
        for row, when in rows
    ]
    yield from aligned([head, *body], "")
    left_out = len(table.rows) - len(rows)
    if left_out:
        yield f"({left_out} row{'s' if left_out > 1 else ''} of other readings left out)"


def _order_words(rules: Rules) -> str:
    order = rules.ruleset.order
    by = rules.policies.get("order", order.by)
    first = "seat by seat" if by == "seat" else "wager by wager"
    side = "bank's left" if rules.ruleset.bank else f"dealer's {'right' if order.from_right else 'left'}"
    rounding = {None: "", "down": "; parts of a unit are dropped", "up": "; parts of a unit are paid as one"}[
        rules.ruleset.rounding
    ]
    return f"{first}, from the {side}; wagers in the order {', '.join(order.wagers)}{rounding}"


def sheet_data(rules: Rules, unchosen: Sequence[str]) -> dict[str, Any]:
    """Give the rule sheet as plain data; the digest is null while a pay table is open."""
    ruleset = rules.ruleset
    return {
        "game": ruleset.game,
        "title": ruleset.title,
        "source": {"id": ruleset.source, "title": source_title(ruleset)},
        "variant": rules.variant,
        "digest": None if unchosen else rules.digest,
        "open": list(unchosen),
        "packs": ruleset.packs,
        "seats": ruleset.most_seats,
        "options": {
            name: {
                "asks": option.asks,
                "reading": rules.readings[name],
                "readings": dict(option.readings),
                "default": option.default,
                "unconfirmed": option.unconfirmed,
            }
            for name, option in ruleset.options.items()
        },
        "wagers": [{"name": wager.name, "says": wager_words(wager)} for wager in ruleset.wagers.values()],
        "groups": [{"wagers": list(group.wagers), "says": group_words(rules, group)} for group in ruleset.groups],
        "boxes": boxes_words(ruleset.boxes) if ruleset.boxes else None,
        "bank": rules.policies or None,
        "round": [{"step": name, "says": says} for part in ruleset.steps for name, says in step_words(rules, part)],
        "hands": [{"name": hand.name, "says": hand_words(hand, ruleset.hands)} for hand in ruleset.hands.values()],
        "facts": [
            {"name": fact.name, "values": list(fact.values), "says": fact_words(fact, ruleset.hands)}
            for fact in ruleset.facts.values()
        ],
        "pay_tables": {wager: table_data(table) for wager, table in rules.pay_tables.items()},
        "settle": [
            {"block": table.block, "wagers": list(table.wagers), "rows": _rows_data(rules, table)}
            for table in ruleset.tables
        ],
        "order": {
            "by": rules.policies.get("order", ruleset.order.by),
            "from": "left-of-bank" if ruleset.bank else "dealers-right" if ruleset.order.from_right else "dealers-left",
            "wagers": list(ruleset.order.wagers),
        },
        "read_as": dict(ruleset.read_as),
        "evidence": {name: list(ids) for name, ids in ruleset.evidence.items()},
        "untested": dict(ruleset.untested),
        "absent": dict(ruleset.absent),
    }


def _rows_data(rules: Rules, table: Table) -> list[dict[str, Any]]:
    facts = rules.ruleset.facts
    return [
        {
            "row": row.name,
            "when": {name: [value for value in facts[name].values if value in values] for name, values in when.items()},
            "results": {wager: odds_words(result) for wager, result in row.results.items()},
            "clauses": [clause.id for clause in row.clauses],
        }
        for row, when in _rows(rules, table)
    ]
