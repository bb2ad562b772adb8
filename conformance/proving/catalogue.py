"""Every rule mutant of a game, from every part of its compiled rules, in the order of the rules."""

from fairfelt.conformance.proving import apart, banking, dealing, money, reading, wagers
from fairfelt.conformance.proving.reach import reach_of
from fairfelt.conformance.proving.terms import Mutant, Terms


def every_mutant(terms: Terms) -> tuple[Mutant, ...]:
    """List the mutants of a game under its choices; the same choices give the same ids."""
    reach = reach_of(terms.rules)
    parts = (money, apart, reading, wagers, dealing, banking)
    return tuple(mutant for part in parts for mutant in part.mutants(terms, reach))
