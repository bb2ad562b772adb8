"""What a vendor declares of scaling and state, held against what is demanded: arithmetic, where no sample can tell."""

from dataclasses import replace
from math import comb
from typing import Any

from fairfelt.stats.decision.parts import plain_part
from fairfelt.stats.decision.rule import Verdict
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.scaling import LIMIT, Method, numbers_needed, scaling, shuffle_bias
from fairfelt.stats.numbers.space import reach

NEVER = 10**15
CARDS = 52
COARSE = 0.01
"""A share from which on it is told in per cent."""


def judge_declared(
    method: Method | None, bits: int, below: int, state_bits: int | None, packs: int = 1, jokers: int = 0
) -> tuple[Verdict, dict[str, Any]]:
    """Compute the bias of a scaling of so many bits to numbers under `below`, and what a state of so many bits reaches.

    `jokers` are those of the whole shoe. Raise NumbersError for what can't be computed.
    """
    findings, notes = [], []
    if method is not None:
        one = scaling(method, bits, below)
        words = f"{bits} bits to {below} outcomes by {method}"
        bias = f"the likeliest outcome is off by {_share(one.relative)} of its fair chance"
        if one.relative:
            whole = shuffle_bias(method, bits, CARDS)
            needs = numbers_needed(one.spread, below)
            told = f"{needs:,.0f} numbers" if needs < NEVER else "more numbers than anyone will draw"
            notes.append(f"A whole shuffle of {CARDS} cards, drawn so, is off by at most {_share(whole.relative)}.")
            notes.append(f"To see the bias of one number takes {told}.")
        if one.within_limit:
            notes.insert(0, f"{words}: {bias}, within 1 in {int(1 / LIMIT):,}.")
        else:
            findings.append(f"{words}: {bias}, more than 1 in {int(1 / LIMIT):,}")
    if state_bits is not None:
        if jokers < 0:
            raise NumbersError(f"{jokers} jokers are in no shoe; give 0 or more")
        # `reach` counts the jokers of each pack; these are those of the whole shoe, which may lie anywhere in it.
        reached = reach(state_bits, packs)
        reached = replace(reached, orders=reached.orders * comb(CARDS * packs + jokers, jokers))
        (notes if reached.share == 1 else findings).append(reached.sentence.rstrip("."))
    declared = (method is not None) + (state_bits is not None)
    return plain_part("declaration", "declared facts", declared, findings, notes, "what is declared holds")


def _share(value: Any) -> str:
    if not value:
        return "nothing"
    return f"1 in {float(1 / value):,.0f}" if value < COARSE else f"{float(value):.1%}"
