"""Conditions on options, as a reader wants them told."""

from collections.abc import Iterable, Mapping

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import OPTION, Condition, Guard
from fairfelt.rulesets.ways import choices_of, seat_walks


def asked_anywhere(rules: Rules) -> set[str]:
    """Name the questions that some way through a round asks."""
    return {question for walk in seat_walks(rules) for question in choices_of(rules, walk)}


def conditions_on(guard: Guard) -> list[dict[str, frozenset[str]]]:
    """Keep of each condition what it says about options."""
    return [{name: values for name, values in part.items() if name.startswith(OPTION)} for part in guard]


def in_words(parts: Iterable[Mapping[str, frozenset[str]]]) -> str:
    """Write conditions as `option.tie=ante-pushes`, alternatives with `or`."""
    told = (
        " and ".join(f"{name}={'|'.join(sorted(values))}" for name, values in part.items()) for part in parts if part
    )
    return " or ".join(dict.fromkeys(told)) or "other choices"


def other_reading(rules: Rules, guard: Iterable[Condition]) -> str:
    """Say under which readings something holds, if not under those that were chosen; nothing where it does."""
    parts = conditions_on(tuple(guard))
    known = rules.known
    if any(all(known[name] in values for name, values in part.items()) for part in parts):
        return ""
    return f"only under {in_words(parts)}"
