"""What can keep a run of chunks from going on."""


class RunError(Exception):
    """A run that can't go on: where, what, and how to mend it."""
