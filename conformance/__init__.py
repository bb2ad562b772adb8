"""Play engines, record what they do, and judge the records by the rules."""

from fairfelt.conformance.connections.rejected import Rejected

__all__ = ["Rejected"]
