"""What can be wrong with numbers that are to be tested."""


class NumbersError(Exception):
    """Numbers that can't be read or tested: where, what, and how to mend it."""
