"""Check what names in a ruleset refer to, and say what was probably meant."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.rules import Clause, Condition, Fact, Guard


def known_name(name: str, among: Iterable[str], what: str, path: Path) -> str:
    """Return the name, or raise a Flaw that lists what there is."""
    names = list(among)
    if not isinstance(name, str):
        raise Flaw(
            path,
            f"{name!r} is no word, and a {what} is named here",
            f"there are: {', '.join(names) or 'none'}",
        )
    if name in names:
        return name
    close = get_close_matches(name, names, n=1)
    mend = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(names) or 'none'}"
    raise Flaw(path, f"{what} {name!r} is not known here", mend)


def cited(cites: Iterable[str], source: str, clauses: Mapping[str, Clause], path: Path) -> tuple[Clause, ...]:
    """Resolve citations: `clause` of the game's own source, or `source/clause`."""
    found = []
    for cite in cites:
        full = cite if not isinstance(cite, str) or "/" in cite else f"{source}/{cite}"
        found.append(clauses[known_name(full, clauses, "clause", (*path, "cite"))])
    return tuple(found)


def condition(raw: Mapping[str, Iterable[str]], facts: Mapping[str, Fact], path: Path) -> Condition:
    """Check a condition's facts and values."""
    result = {}
    for name, values in raw.items():
        fact = facts[known_name(name, facts, "fact", (*path, name))]
        result[name] = frozenset(
            known_name(value, fact.values, f"value of {name}", (*path, name)) for value in values
        )
    return result


def guard(raw: Iterable[Mapping[str, Iterable[str]]] | None, facts: Mapping[str, Fact], path: Path) -> Guard:
    return tuple(condition(part, facts, (*path, "if")) for part in raw or ())


def no_cycle(edges: Mapping[str, Iterable[str]], path: Path, what: str = "wagers") -> None:
    """Refuse things that need each other in a circle."""
    for start in edges:
        trail, todo = [start], list(edges[start])
        while todo:
            name = todo.pop()
            if name == start:
                raise Flaw(
                    (*path, start),
                    f"{what} need each other in a circle: {' needs '.join([*trail, start])}",
                    "take one of the needs out",
                )
            if name in edges and name not in trail:
                trail.append(name)
                todo.extend(edges[name])
