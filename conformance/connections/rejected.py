"""The exception by which a Python engine refuses.

It stands on the standard library alone, so that an engine can import it without paying for the suite.
"""


class Rejected(Exception):
    """Refuse what a rule of the game forbids, with a reason word of the protocol and a free message."""

    def __init__(self, reason: str, message: str = "") -> None:
        super().__init__(message or reason)
        self.reason = reason
        self.message = message
