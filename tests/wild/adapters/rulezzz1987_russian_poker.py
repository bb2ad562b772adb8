"""Adapt the hands of RuLeZzz1987/RussianPoker; run it with the folder of its compiled classes in the environment.

The classes are driven by `RussianPoker.java` beside this file, which needs `java` of a development kit to run from its
source. A hand below ace-king is no game there: all of them are called high cards here, and equal.
"""

from pathlib import Path

from _partner import start
from _ranking import POKER_CATEGORIES, Ask, Judge, evaluator
from _stdio import checkout, serve

VARIABLE = "FAIRFELT_RULEZZZ1987_RUSSIAN_POKER_CLASSES"
BY_HIGHNESS = ("high-card", *reversed(POKER_CATEGORIES))


def build() -> Ask:
    """Start the classes and wrap them."""
    classes = checkout(VARIABLE, "RuLeZzz1987/RussianPoker, compiled", "source/Hand.class")
    partner = start(["java", "-cp", str(classes), str(Path(__file__).with_name("RussianPoker.java"))])
    judge = Judge(
        "poker",
        " ".join,
        lambda hand: BY_HIGHNESS[int(partner(f"combination {hand}"))],
        lambda one, other: int(partner(f"compare {one} {other}")),
    )
    return evaluator("RuLeZzz1987/RussianPoker", "0715916", "Java", "six-card-draw", judge)


if __name__ == "__main__":
    serve(build)
