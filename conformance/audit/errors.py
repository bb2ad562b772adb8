"""What can be wrong with a log."""


class Unreadable(Exception):
    """A line that can't be settled again: what is wrong, and how to mend it."""

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(f"{what}; {mend}")
        self.what = what
        self.mend = mend


class AuditError(Exception):
    """A log, a mapping or a state that can't be used at all."""
