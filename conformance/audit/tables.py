"""Which rows are of one round at one table."""

from collections.abc import Iterator, Sequence

from fairfelt.conformance.audit.rows import Row


def rounds_of(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """Give the first row of each round and the one after its last.

    Rows of a round stand together; a bettor who comes again begins another, whatever it is called.
    """
    start, present = 0, set[tuple[int, str]]()
    for at, row in enumerate(rows):
        who = row.seat, row.bettor
        if at > start and (row.round != rows[start].round or who in present):
            yield start, at
            start, present = at, set()
        present.add(who)
    if rows:
        yield start, len(rows)
