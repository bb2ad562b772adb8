"""Open a table on an engine: greet it, configure it, and learn what it can do."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fairfelt import __version__
from fairfelt.conformance.connections.answers import Answer, Connection, Fault, Refusal, Result
from fairfelt.conformance.protocol.errors import UNSUPPORTED
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.seating import POSITION, Limits
from fairfelt.rulesets.wire import named_rows, with_rows

UNIT = "0.01"


@dataclass(frozen=True)
class Table:
    """What an engine said when the table was opened. `trouble` says why no round can be played, if none can."""

    engine: Mapping[str, Any]
    capabilities: Mapping[str, Any]
    limits_set: bool
    trouble: str = ""
    difference: str = ""
    fault: bool = False
    broken_promise: bool = False
    """The engine lists the game and refuses its configuration, though nothing but defaults was asked for."""
    limits: Mapping[str, Limits] = field(default_factory=dict)
    """The limits of the table: those of the house, or without their steps where the engine has none."""
    steps_set: bool = True
    position_set: bool = False
    sent: Mapping[str, Any] = field(default_factory=dict)
    """The configuration that the engine took."""

    @property
    def seats(self) -> int:
        return int(self.capabilities.get("multi_seat") or 1)

    def can(self, capability: str) -> bool:
        """Say whether a capability, one of several written `a|b`, or one in a way written `a=way` is claimed."""
        if capability == "limits":
            return self.limits_set
        if capability == "steps":
            return self.steps_set
        if capability == "position":
            return self.position_set
        if capability == "multi_seat":
            return self.seats > 1
        name, _, way = capability.partition("=")
        if way:
            return bool(self.capabilities.get(name) == way)
        return any(self.capabilities.get(name) for name in capability.split("|"))


def open_table(connection: Connection, rules: Rules, limits: Mapping[str, Limits]) -> Table:
    """Greet and configure; steps of limits, then all limits, are left out where the engine admits that it can't set
    them."""
    hello = connection.ask("hello", {"protocol": 1, "suite": {"name": "fairfelt", "version": __version__}})
    if not isinstance(hello, Result):
        return Table(
            {"name": "unknown", "version": "unknown"},
            {},
            False,
            f"hello: {_why(hello)}",
            fault=isinstance(hello, Fault),
        )
    engine, capabilities = hello.value["engine"], hello.value["capabilities"]
    offered = [entry["game"] for entry in hello.value["games"]]
    if rules.ruleset.game not in offered:
        return Table(
            engine,
            capabilities,
            False,
            f"the engine offers {', '.join(offered) or 'no game'}, and not {rules.ruleset.game}",
        )
    sent = configuration(rules, limits)
    answer, limits_set, steps_set = connection.ask("configure", sent), True, True
    if _can_not(answer) and POSITION in limits:
        limits = {name: entry for name, entry in limits.items() if name != POSITION}
        sent = configuration(rules, limits)
        answer = connection.ask("configure", sent)
    stepless = limits
    if _can_not(answer) and any(entry.step > 1 for entry in limits.values()):
        stepless = {name: replace(entry, step=1) for name, entry in limits.items()}
        sent = configuration(rules, stepless)
        answer, steps_set = connection.ask("configure", sent), False
    if _can_not(answer):
        sent = {name: value for name, value in sent.items() if name != "limits"}
        answer, limits_set = connection.ask("configure", sent), False
    if not isinstance(answer, Result):
        trouble = f"the engine lists {rules.ruleset.game} but does not take its configuration: {_why(answer)}"
        broken = isinstance(answer, Refusal) and (answer.code != UNSUPPORTED or _only_defaults(rules))
        return Table(engine, capabilities, False, trouble, fault=isinstance(answer, Fault), broken_promise=broken)
    chosen = {**sent, "options": rules.readings}
    difference = _difference(rules, chosen, answer.value.get("effective") or {}, limits_set)
    kept = limits if steps_set or not limits_set else stepless
    position_set = limits_set and POSITION in kept
    return Table(
        engine,
        capabilities,
        limits_set,
        difference=difference,
        limits=kept,
        steps_set=steps_set,
        position_set=position_set,
        sent=sent,
    )


def _can_not(answer: Answer) -> bool:
    return isinstance(answer, Refusal) and answer.code == UNSUPPORTED


def configuration(rules: Rules, limits: Mapping[str, Limits]) -> dict[str, Any]:
    """Write the configure request: every pay table in full, and the readings that are not the default, so that an
    engine of the default game need not know what the options of a game are called."""
    options = rules.ruleset.options
    changed = {name: reading for name, reading in rules.readings.items() if reading != options[name].default}
    params: dict[str, Any] = {"game": rules.ruleset.game, "unit": UNIT}
    if changed:
        params["options"] = changed
    if rules.variant is not None:
        params["variant"] = rules.variant
    params["pay_tables"] = {
        wager: {"table": table.id, "rows": _rows(rules, wager)} for wager, table in rules.pay_tables.items()
    }
    params["limits"] = {wager: limits_json(entry) for wager, entry in limits.items() if wager != POSITION}
    if POSITION in limits:
        params["limits"][POSITION] = {"max": limits[POSITION].most}
    params["ruleset_digest"] = rules.digest
    return params


def _only_defaults(rules: Rules) -> bool:
    return all(rules.readings[name] == option.default for name, option in rules.ruleset.options.items())


def limits_json(limits: Limits) -> dict[str, int]:
    return {
        "min": limits.least,
        **({"max": limits.most} if limits.most is not None else {}),
        "step": limits.step,
    }


def _difference(rules: Rules, chosen: Mapping[str, Any], effective: Mapping[str, Any], limits_set: bool) -> str:
    """Name the first point at which the engine says that it plays by something else than was configured."""
    for part in ("options", "pay_tables", *(["limits"] if limits_set else [])):
        for name, told in (effective.get(part) or {}).items():
            wanted = chosen[part].get(name)
            if part == "pay_tables" and wanted is not None:
                told, wanted = told.get("rows"), wanted["rows"]
                if told is not None and _pays(rules, name, told) == _pays(rules, name, wanted):
                    continue
            if wanted is not None and told != wanted:
                point = f"{part.replace('_', ' ')}: {name}"
                hint = _choice_for(rules, name, told) if part == "pay_tables" else ""
                return f"{point} is {wanted} by this run's choice, and the engine says that it uses {told}{hint}"
    return ""


def _choice_for(rules: Rules, wager: str, told: Mapping[str, str]) -> str:
    """Name the table of the game that pays what the engine says, if one does."""
    for table in rules.ruleset.pay_tables[wager]:
        chosen = replace(rules, pay_tables={wager: table})
        if _pays(chosen, wager, _rows(chosen, wager)) == _pays(rules, wager, told):
            return f", which is {table.id}: choose that for this engine"
    return ""


def _rows(rules: Rules, wager: str) -> dict[str, str]:
    table = rules.pay_tables[wager]
    return named_rows(table, rules.ruleset.hands[table.hand].ranking)


def _pays(rules: Rules, wager: str, rows: Mapping[str, str]) -> Mapping[str, str]:
    """Write out what rows pay, so that tables which pay the same are the same however they are written."""
    ranking = rules.ruleset.hands[rules.pay_tables[wager].hand].ranking
    known = {*ranking.named, *(category.name for category in ranking.categories)}
    foreign = {name: odds for name, odds in rows.items() if name not in known}
    return {**named_rows(with_rows(rules, {wager: rows}).pay_tables[wager], ranking), **foreign}


def _why(answer: Answer) -> str:
    if isinstance(answer, Refusal):
        return f"refused ({answer.reason or answer.code}) {answer.message}".rstrip()
    return f"{answer.kind}: {answer.message}" if isinstance(answer, Fault) else ""
