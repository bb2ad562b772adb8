"""Good sources of decks and known bad shuffles. A test must pass the good and find the bad."""

from difflib import get_close_matches
from importlib.util import find_spec

from fairfelt.stats.catalogue.bad import BAD
from fairfelt.stats.catalogue.good import GOOD, NotInstalled, how_to_get
from fairfelt.stats.catalogue.shuffler import Decks, Shuffler

__all__ = ["BAD", "GOOD", "Decks", "NotInstalled", "Shuffler", "UnknownShuffler", "available", "find", "left_out"]


class UnknownShuffler(LookupError):
    """An id that isn't in the catalogue; says which are."""


def find(id_: str) -> Shuffler:
    """Look a shuffler up by its id. Raise UnknownShuffler where there is none."""
    known = {shuffler.id: shuffler for shuffler in (*GOOD, *BAD)}
    if id_ in known:
        return known[id_]
    close = get_close_matches(id_, known, 1)
    meant = f" Did you mean {close[0]}?" if close else ""
    raise UnknownShuffler(f"no shuffler {id_!r} in the catalogue.{meant} There are: {', '.join(known)}")


def available() -> tuple[Shuffler, ...]:
    """List every shuffler whose library is installed, the good ones first."""
    return tuple(shuffler for shuffler in (*GOOD, *BAD) if _installed(shuffler.needs))


def left_out() -> str:
    """Say which shufflers `available` leaves out, and how to get them; nothing where it leaves out none."""
    missing = [shuffler.id for shuffler in (*GOOD, *BAD) if not _installed(shuffler.needs)]
    return how_to_get(*missing) if missing else ""


def _installed(library: str) -> bool:
    return not library or find_spec(library) is not None
