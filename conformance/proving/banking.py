"""A player's bank whose money is used wrongly, the order of settlement, and whose turn it is to bank."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product

from fairfelt.conformance.plans.plan import plain_words
from fairfelt.conformance.proving.reach import Reach
from fairfelt.conformance.proving.terms import Edit, Mutant, Terms, on_ruleset
from fairfelt.rulesets.bank import Due, bank_pass
from fairfelt.rulesets.paying import policies_of
from fairfelt.rulesets.rules import POLICIES, Order

STAKES = ((2, 4), (2, 3), (2, 2), (2, 0), (1, 3), (1, 0))
"""What a wager of a small book may stake and return: wins of several sizes, a push, and losses."""
AMOUNTS = range(1, 6)
WAGERS = ("first", "second")
SMALL_BOOKS = "every small book of three wagers is settled alike, whatever the bank puts up"
HOUSE_BANKS = "the house banks, so no wager waits for another's money"


def mutants(terms: Terms, _: Reach) -> Iterator[Mutant]:
    bank, policies = terms.rules.ruleset.bank, terms.rules.policies
    yield from _order(terms)
    if bank is None:
        return
    for policy, readings in POLICIES.items():
        for other in readings:
            if other != policies[policy]:
                words = f"the bank reads “{plain_words(policy)}” as “{plain_words(other)}”"
                same = "" if policy in ("backline", "turns") or _tells(terms, policy, other) else SMALL_BOOKS
                yield Mutant(f"bank.{policy}", other, words, _reading(policy, other), _named(policy), same)


def _named(policy: str) -> tuple[str, ...]:
    if policy == "turns":
        return ("session.rotation",)
    if policy == "backline":
        return "backline.decides", "ask.*", "backline.*"
    return f"bank.{policy}", "bank.*", "backline.bank"


def _reading(policy: str, reading: str) -> Edit:
    def edit(terms: Terms) -> Terms:
        bank = terms.rules.ruleset.bank
        assert bank is not None
        return on_ruleset(terms, bank=replace(bank, policies={**bank.policies, policy: reading}))

    return edit


def _tells(terms: Terms, policy: str, other: str) -> bool:
    """Say whether any small book is settled otherwise by another reading of a policy."""
    ours = terms.rules.policies
    theirs = {**ours, policy: other}
    return any(_paid(book, amount, ours) != _paid(book, amount, theirs) for book in _books() for amount in AMOUNTS)


def _tells_wagers_apart(terms: Terms) -> bool:
    """Say whether any small book is settled otherwise if the wagers of a seat change places."""
    ours, swapped = terms.rules.policies, WAGERS[::-1]
    turned = {book: tuple(sorted(book, key=lambda due: (due.seat, swapped.index(due.wager)))) for book in _books()}
    return any(
        _paid(book, amount, ours) != _paid(turned[book], amount, ours, swapped)
        for book in turned
        for amount in AMOUNTS
    )


def _paid(
    book: tuple[Due, ...], amount: int, policies: Mapping[str, str], wagers: tuple[str, ...] = WAGERS
) -> object:
    covered, won = bank_pass(book, wagers, amount, policies_of(policies))
    return won, {(entry.due.seat, entry.due.wager): entry.returned for entry in covered}


@cache
def _books() -> tuple[tuple[Due, ...], ...]:
    """List every book of two seats with three wagers of two kinds, with what a fold loses among them."""
    spots = ((1, WAGERS[0]), (1, WAGERS[1]), (2, WAGERS[0]))
    results = [(staked, returned, False) for staked, returned in STAKES] + [(2, 0, True)]
    return tuple(
        tuple(Due(seat, "", wager, *result) for (seat, wager), result in zip(spots, chosen, strict=True))
        for chosen in product(results, repeat=len(spots))
    )


def _order(terms: Terms) -> Iterator[Mutant]:
    """Settle from the other end, or wagers in another order. Only a bank of limited money makes that matter."""
    order = terms.rules.ruleset.order
    same = "" if terms.rules.ruleset.bank is not None else HOUSE_BANKS
    expects = ("bank.order", "bank.*", "backline.bank")
    other_end = replace(order, from_right=not order.from_right)
    yield Mutant(
        "order", "other-end", "seats are settled from the other end", _with_order(other_end), expects, same
    )
    if not same and not _tells_wagers_apart(terms):
        same = SMALL_BOOKS
    for at in range(len(order.wagers) - 1):
        first, second = order.wagers[at], order.wagers[at + 1]
        wagers = (*order.wagers[:at], second, first, *order.wagers[at + 2 :])
        words = f"{plain_words(second)} is settled before {plain_words(first)}"
        changed = replace(order, wagers=wagers)
        yield Mutant("order", f"{second}-before-{first}", words, _with_order(changed), expects, same)


def _with_order(order: Order) -> Edit:
    return lambda terms: on_ruleset(terms, order=order)

