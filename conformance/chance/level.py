"""The level at which chance is judged: the suite's own, or a jurisdiction's."""

from fairfelt.rulesets.jurisdictions import load_chance
from fairfelt.stats.decision.rule import Level


def chosen_level(jurisdiction: str | None) -> Level:
    """Take the level of a jurisdiction, by name or by file; raise RulesetError."""
    if jurisdiction is None:
        return Level()
    chance = load_chance(jurisdiction)
    return Level(float(chance.alpha), chance.together, chance.source, chance.tests)
