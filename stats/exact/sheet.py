"""A PAR sheet with all that was held against it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.jurisdictions import Limit
from fairfelt.stats.exact.claims import Claim, claims
from fairfelt.stats.exact.figures import EdgeAt, Mathematics, Progress
from fairfelt.stats.exact.limits import Held, beatable, hold
from fairfelt.stats.exact.par import mathematics
from fairfelt.stats.exact.stakes import edges_at


@dataclass(frozen=True)
class Sheet:
    """Figures, printed ones judged, limits held, and the edges at given wagers."""

    found: Mathematics
    claims: tuple[Claim, ...]
    held: tuple[Held, ...]
    edges: tuple[EdgeAt, ...]
    beatable: tuple[str, ...]
    """Findings: what returns all that is wagered, or more."""

    @property
    def sound(self) -> bool:
        """Say whether no printed figure is denied, no limit missed and nothing beatable."""
        denied = any(claim.verdict == "denied" for claim in self.claims)
        missed = any(held.verdict == "not met" for held in self.held)
        return not (denied or missed or self.beatable)


def make_sheet(
    rules: Rules,
    chosen_tables: Collection[str] = (),
    limits: Iterable[Limit] = (),
    amounts: Collection[int] = (),
    progress: Progress = lambda _: None,
    seed: int = 0,
    states: int | None = None,
) -> Sheet:
    """Compute a sheet; raise NoMethodError as `mathematics` does."""
    found = mathematics(rules, chosen_tables, progress, seed, states)
    edges = edges_at(rules, found, amounts, progress)
    return Sheet(found, claims(rules, found), hold(limits, found, edges), edges, beatable(found))
