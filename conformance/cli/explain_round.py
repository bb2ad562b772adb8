"""An example round in words: what was staked, which cards came, what was chosen, and what every wager pays and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.conformance.checks import Judged, judge
from fairfelt.conformance.checks.refusals import in_words
from fairfelt.conformance.cli.playing import play_trial
from fairfelt.conformance.cli.rules_choices import cards_words
from fairfelt.conformance.connections import connect
from fairfelt.conformance.connections.answers import Answer, Refusal, Result
from fairfelt.conformance.plans import Bench, Plan
from fairfelt.conformance.record import Exchange
from fairfelt.conformance.session import open_table
from fairfelt.conformance.shown import shown
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paying import bank_won, settlement
from fairfelt.rulesets.settle import Settled


@dataclass(frozen=True)
class Example:
    """The last round of a requirement's first trial, how many rounds the trial has, and how many trials there are."""

    judged: Judged
    deck: tuple[str, ...]
    rounds: int
    trials: int


def example(bench: Bench, plan: Plan) -> Example | None:
    """Play the simplest trial of a requirement on the reference engine."""
    from fairfelt.conformance.reference import ReferenceEngine

    trials = tuple(plan.essentials())
    if not trials:
        return None
    ruleset = bench.rules.ruleset
    connection = connect("reference", reference=lambda: ReferenceEngine({ruleset.game: ruleset}))
    open_table(connection, bench.rules, bench.limits)
    about = plan.requirement.id.split(".")[2].split("/")[0]
    # A question is best shown by a round in which it is put.
    trial = next((one for one in trials if any(about in seat.choices for seat in one[-1].seats)), trials[0])
    played = list(play_trial(connection, bench, plan, trial))
    return Example(judge(bench.rules, bench.limits, played[-1]), trial[-1].deck, len(played), len(trials))


def round_words(bench: Bench, shown_round: Example, plain: bool) -> Iterator[str]:
    """Tell an example round, line by line."""
    record = shown_round.judged.record
    told = shown(bench.rules, bench.limits, record)
    dealt = [card for cards in told["places"].values() for card in cards]
    if dealt:
        front = cards_words(shown_round.deck[: len(dealt)], plain)
        yield f"deck        {front}, and {len(shown_round.deck) - len(dealt)} more that stay behind"
    for place in told["places"]:
        yield from _place_lines(told, place, plain)
    for exchange in record.exchanges:
        yield f"{_request_words(exchange, plain)}: {answer_words(exchange.answer)}"
    settled = shown_round.judged.trace.settled
    if settled is not None:
        for row in settlement(settled[1]):
            who = f"{row.bettor} behind seat {row.seat}" if row.bettor else f"seat {row.seat}"
            yield f"{who}: {money_words(bench.rules, row)}"
        if settled[1].bank is not None:
            won, amount = bank_won(settled[1]), settled[1].bank.amount
            word = "wins" if won >= 0 else "loses"
            yield f"seat {settled[1].bank.seat}: the bank of {amount} {word} {abs(won)}, and {amount + won} comes back"


def _place_lines(told: Mapping[str, Any], place: str, plain: bool) -> Iterator[str]:
    """Tell the cards of a place, those that gave way, and the hands made from them."""
    best = [
        f"{hand}: {entry['category']} {cards_words(entry['cards'], plain)}"
        for hand, entry in told["hands"].get(place, {}).items()
    ]
    gone = [
        f"{cards_words([one['card']], plain)} {one['how']}"
        for name, cards in told["gone"].items()
        if place == name or (name not in told["places"] and one_of(cards, told["places"][place]))
        for one in cards
    ]
    cards = cards_words(told["places"][place], plain) + (f" ({', '.join(gone)})" if gone else "")
    one_line = best if len(best) == 1 else []
    yield f"{place:<10}  {cards}" + (f"    {one_line[0]}" if one_line else "")
    yield from (f"{'':<12}{line}" for line in best if not one_line)


def one_of(gone: list[dict[str, str]], cards: list[str]) -> bool:
    return any(entry["card"] in cards for entry in gone)


def _request_words(exchange: Exchange, plain: bool) -> str:
    cards = exchange.params.get("cards")
    if isinstance(cards, Mapping):
        cards = {spot: [cards_words(held, plain)] for spot, held in cards.items()}
    elif cards:
        cards = [cards_words(cards, plain)]
    return in_words(exchange.method, {**exchange.params, "cards": cards})


def answer_words(answer: Answer) -> str:
    """Say what came back in a few words."""
    if isinstance(answer, Refusal):
        return f"refused, {answer.reason or answer.code}"
    if not isinstance(answer, Result):
        return f"{answer.kind}: {answer.message}"
    awaited = answer.value.get("awaiting")
    if awaited:
        choices = " or ".join(entry["action"] for entry in awaited.get("legal", ()))
        who = f"{awaited['bettor']} behind seat" if awaited.get("bettor") else "seat"
        return f"{who} {awaited['seat']} is asked “{awaited['decision']}”, {choices}"
    return {"void": "the round is void and every stake comes back"}.get(
        str(answer.value.get("phase")), "the round is settled"
    )


def money_words(rules: Rules, row: Settled) -> str:
    """Work out what a wager returns, as a dealer would say it."""
    start = f"{row.wager} {row.staked}"
    if row.row is None:
        return f"{start} is a fee, and gone"
    line = f", {row.line}" if row.line else ""
    by = f"({row.row.name}{line})"
    if row.covered == 0 and row.outcome == "returned":
        return f"{start} is not covered by the bank: the stake comes back, {row.returned} {by}"
    if row.covered is not None:
        how = {"win": "wins", "lose": "loses", "forfeit": "is forfeited"}.get(row.outcome, row.outcome)
        return f"{start} {how}, and the bank covers {row.covered} of it: {row.returned} in all comes back {by}"
    if row.outcome == "win":
        odds = row.row.results[row.wager].odds
        if row.line:
            paid = next(entry for entry in rules.pay_tables[row.wager].lines if entry.name == row.line)
            odds += paid.result.odds
        parts = f" / {odds.denominator}" if odds.denominator > 1 else ""
        won = row.returned - row.staked
        return (
            f"{start} wins {odds.numerator} to {odds.denominator}: {row.staked} × {odds.numerator}{parts} = {won} "
            f"and the stake of {row.staked} comes back, {row.returned} in all {by}"
        )
    if row.outcome in ("push", "returned"):
        word = "pushes" if row.outcome == "push" else "is not in action"
        return f"{start} {word}: the stake comes back, {row.returned} {by}"
    return f"{start} {'is forfeited' if row.outcome == 'forfeit' else 'loses'}: nothing comes back, 0 {by}"
