"""Hold a PAR sheet against what a regulator demands of it, and against what no house can live with."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from fairfelt.rulesets.jurisdictions import Limit
from fairfelt.stats.exact.figures import EdgeAt, Estimate, Figure, Mathematics, WagerFigures

Verdict = Literal["met", "not met", "not decided"]


@dataclass(frozen=True)
class Held:
    """What became of one limit for the main game or one wager by one pay table."""

    limit: str
    of: str
    verdict: Verdict
    rule: str
    """The limit in words, with where it stands."""
    shows: str
    """What this part of the game shows."""

    @property
    def sentence(self) -> str:
        return f"{self.verdict}: {self.of} {self.shows}. {self.rule}"


def hold(limits: Iterable[Limit], found: Mathematics, edges: tuple[EdgeAt, ...] = ()) -> tuple[Held, ...]:
    """Judge every limit for the main game and every wager beside it."""
    return tuple(held for limit in limits for held in _held(limit, found, edges))


def beatable(found: Mathematics) -> tuple[str, ...]:
    """Name what pays back all that is wagered, or more, to whoever plays best."""
    return tuple(
        f"{of} returns {float(1 - edge):.4%} under best play: the house wins nothing"
        for of, edge in _edges(found)
        if not isinstance(edge, Estimate) and edge <= 0
    )


def _held(limit: Limit, found: Mathematics, edges: tuple[EdgeAt, ...]) -> Iterator[Held]:
    if limit.figure == "return":
        for of, edge in _edges(found):
            if isinstance(edge, Estimate):
                yield _told(limit, of, "not decided", f"the return is only estimated, at {1 - edge.value:.3%}")
                continue
            lowest = max([edge, *(one.edge for one in edges if one.of == of)])
            highest = min([edge, *(one.edge for one in edges if one.of == of)])
            worst = 1 - (lowest if limit.at_least is not None else highest)
            yield _told(limit, of, _verdict(limit, worst), f"returns {float(worst):.4%}")
    elif limit.figure == "odds":
        for entry in found.wagers:
            line, share = _rarest(entry)
            if isinstance(share, Estimate):
                yield _told(limit, _name(entry), "not decided", "the odds are only estimated")
            elif share == 0:
                yield _told(limit, _name(entry), "not met", f"{line} is paid and never comes up")
            else:
                odds = 1 / share - 1
                yield _told(limit, _name(entry), _verdict(limit, odds), f"{line} is {float(odds):,.0f} to 1 against")
    else:
        for of, _ in _edges(found):
            here = sorted((one for one in edges if one.of == of), key=lambda one: one.amount)
            if len(here) < 2:
                yield _told(limit, of, "not decided", "name the least and the most wager, with --least and --most")
                continue
            fall = max(here[-1].edge - here[0].edge, Fraction(0))
            words = f"from {here[0].amount} to {here[-1].amount} units the return falls by {float(fall):.4%}"
            yield _told(limit, of, _verdict(limit, fall), words)


def _verdict(limit: Limit, figure: Fraction) -> Verdict:
    met = (
        (limit.at_least is None or figure >= limit.at_least)
        and (limit.at_most is None or figure <= limit.at_most)
        and (limit.below is None or figure < limit.below)
    )
    return "met" if met else "not met"


def _told(limit: Limit, of: str, verdict: Verdict, words: str) -> Held:
    told = "" if limit.read == "primary" else "; as others tell it"
    return Held(limit.id, of, verdict, f"{limit.says} ({limit.source}{told})", words)


def _edges(found: Mathematics) -> Iterator[tuple[str, Figure]]:
    yield "main", found.main.house_edge
    for entry in found.wagers:
        yield _name(entry), entry.house_edge


def _name(entry: WagerFigures) -> str:
    return f"{entry.wager} by {entry.table}"


def _rarest(entry: WagerFigures) -> tuple[str, Figure]:
    paid = [(line, entry.rows[line]) for line in entry.paid]
    return min(paid, key=lambda pair: pair[1].value if isinstance(pair[1], Estimate) else pair[1])
