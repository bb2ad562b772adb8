"""A requirement: the smallest thing that is judged by itself, with an id that stays the same for ever."""

from dataclasses import dataclass

from fairfelt.rulesets.rules import Clause


@dataclass(frozen=True)
class Requirement:
    """`needs` names the capabilities without which an engine can't be judged by it."""

    id: str
    family: str
    title: str
    clauses: tuple[Clause, ...] = ()
    needs: tuple[str, ...] = ("stepwise", "forced_deck")
