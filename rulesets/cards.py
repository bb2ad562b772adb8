"""Cards as the protocol writes them: two characters, rank and suit."""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
HIDDEN = "??"

Card = str

RANK_VALUE = {rank: value for value, rank in enumerate(RANKS, start=2)}


def full_deck(packs: int = 1) -> tuple[Card, ...]:
    """List every card of the shoe, plainest first: suit by suit, low to high."""
    return tuple(rank + suit for suit in SUITS for rank in RANKS) * packs


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written together or apart (`AsKd`, `As Kd`); raise ValueError naming the first bad one."""
    joined = "".join(text.split())
    cards = tuple(joined[i : i + 2] for i in range(0, len(joined), 2))
    for card in cards:
        if len(card) != 2 or card[0] not in RANK_VALUE or card[1] not in SUITS:
            raise ValueError(f"{card!r} is no card: write rank {RANKS[::-1]} and suit {SUITS}, as in 'Td'")
    return cards


def plainness(cards: Iterable[Card]) -> tuple[int, int]:
    """Order deals for a reader: fewer suits first, then lower cards."""
    held = list(cards)
    return len({card[1] for card in held}), sum(RANK_VALUE[card[0]] for card in held)
