"""A whole Casino Hold'em engine to copy: keep `ask` and the loop at the end, and put your own game between."""

import json
import sys
from collections import Counter
from itertools import combinations
from random import SystemRandom
from typing import Any

Json = dict[str, Any]
RANKS, SEATS = "23456789TJQKA", 7
PACK = [rank + suit for suit in "shdc" for rank in RANKS]
ANTE_WIN = {"high-card": "1:1", "pair": "1:1", "two-pair": "1:1", "three-of-a-kind": "1:1", "straight": "1:1",
            "flush": "2:1", "full-house": "3:1", "four-of-a-kind": "10:1", "straight-flush": "20:1",
            "royal-flush": "100:1"}
CATEGORIES = list(ANTE_WIN)
EQUAL_RANKS = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
PAIR_OF_FOURS = (CATEGORIES.index("pair"), [RANKS.index("4")])
READINGS = {"antewin": "replaces", "antewin-claim": "automatic", "call-unqualified": "returned",
            "tie": "both-push", "burn": "none", "all-fold": "stop"}


class RefusedError(Exception):
    """Say no, with a code and a reason; everything stays as it was."""


def need(allowed: object, reason: str, code: int = -32001) -> None:
    if not allowed:
        raise RefusedError(code, reason)


def strength(five: tuple[str, ...]) -> tuple[int, list[int]]:
    count = Counter(RANKS.index(card[0]) for card in five)
    ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]  # the ace plays low in 5-4-3-2-A
    flush, straight = len({card[1] for card in five}) == 1, len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if flush and straight:
        return 8 + (ranks[0] == 12), ranks
    return 5 if flush else 4 if straight else EQUAL_RANKS[tuple(count[rank] for rank in ranks)], ranks
