"""The table is opened: the engine takes the configuration of a game that it lists, and plays by it."""

from collections.abc import Iterator

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import Bench, Plan
from fairfelt.conformance.requirement import Requirement


def plans(bench: Bench) -> Iterator[Plan]:
    yield Plan(
        Requirement(
            bench.id("protocol.configure"),
            "protocol",
            "The engine takes the configuration of a game that it lists, and says that it plays by it",
            needs=(),
        ),
        essentials=lambda: (),
        concerns=_nothing,
        opening=True,
    )


def _nothing(_: Finding) -> bool:
    return False
