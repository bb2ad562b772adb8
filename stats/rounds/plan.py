"""Register the tests of whole rounds of a game, add up what they count, and judge it.

Sums are whole numbers of fixed shape: chunks of rounds may be counted in any order, and `merge` of
`fairfelt.stats.streams.sums` puts them together.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fairfelt.rulesets.choose import Rules
from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.exact.side import side_wagers
from fairfelt.stats.rounds.cards import Spot, card_checks
from fairfelt.stats.rounds.checks import Check
from fairfelt.stats.rounds.columns import Chunk, Counts, Rounds, RoundsError
from fairfelt.stats.rounds.fixed import RowLaw, row_laws, wagers_before
from fairfelt.stats.rounds.hands import all_seats_check, hand_checks, joint_check
from fairfelt.stats.rounds.joint import Joint, joint_law, known_law
from fairfelt.stats.rounds.lying import PLACES, HandLaw, Lying, Policy, lying, ways_under
from fairfelt.stats.rounds.money import Money, Odds, figures, odds_law
from fairfelt.stats.rounds.traits import Trait, dependence_checks
from fairfelt.stats.rounds.wagers import line_checks, money_check, row_checks, together_checks
from fairfelt.stats.streams.sums import Sums

NOT_COUNTED = "the joint law of two hands was not asked for"


@dataclass(frozen=True)
class RoundPlan:
    """A battery for rounds of a game.

    `rounds` is how many are planned, which decides the eighths of the time and which cells are rare. `unjudged` says,
    by what would be judged, why it is not. `money` has the law of each wager whose money is judged, by its check.
    """

    rules: Rules
    rounds: int
    seats: tuple[int, ...]
    policy: Policy | None
    lying: Lying
    joint: Joint | None
    checks: tuple[Check, ...]
    laws: Mapping[str, RowLaw]
    money: Mapping[str, tuple[str, Odds]]
    unjudged: Mapping[str, str]


def plan_rounds(
    rules: Rules,
    rounds: int,
    seats: Sequence[int] = (1,),
    policy: Policy | None = None,
    wagers: Collection[str] | None = None,
    joint: Joint | bool = True,
) -> RoundPlan:
    """Register every test that has an exact law for so many rounds at these seats.

    `policy` answers each question with one action, whatever the cards; without it what depends on play is not judged.
    `wagers` are placed before the deal by every seat, by default all. With `joint` the law of two hands is counted,
    which may take half a minute, or taken from an earlier plan of the same rules and policy. Raise RoundsError for
    what does not go together.
    """
    if rounds < 1 or not seats or len(set(seats)) != len(seats):
        raise RoundsError(f"{rounds} rounds at seats {tuple(seats)}: plan at least one round at one seat, none twice")
    placed = tuple(wagers_before(rules) if wagers is None else wagers)
    ways = ways_under(rules, policy, placed)
    lie = lying(rules, policy)
    together = known_law(rules, lie, joint) if isinstance(joint, Joint) else NOT_COUNTED
    if joint is True:
        together = joint_law(rules, lie)
    laws, unknown = row_laws(rules, lie, ways, together)
    unjudged = {f"rounds.{hand}.category": why for hand, why in lie.unknown.items()}
    unjudged |= {f"rounds.{block}.rows": why for block, why in unknown.items()}
    unjudged |= {f"rounds.{block}.rows": "one row settles all" for block, law in laws.items() if len(law.places) < 2}
    made = _Making(rules, rounds, tuple(sorted(seats)), lie, together, laws, unknown, placed)
    checks = [*_table_checks(made), *(check for seat in made.seats for check in _seat_checks(made, seat))]
    if isinstance(together, str):
        unjudged["rounds of two hands together"] = together
    unjudged |= dict(_unjudged_pairs(made))
    return RoundPlan(
        rules=rules,
        rounds=rounds,
        seats=made.seats,
        policy=policy,
        lying=lie,
        joint=together if isinstance(together, Joint) else None,
        checks=tuple(checks),
        laws=laws,
        money={name: (wager, law) for seat in made.seats for name, wager, law in _money_laws(made, seat)},
        unjudged=unjudged,
    )


def round_sums(plan: RoundPlan, rounds: Rounds) -> dict[str, Counts]:
    """Count some rounds, by the ids of checks; raise RoundsError for columns that don't fit the plan."""
    chunk = Chunk(plan.rules, rounds, plan.lying.sizes)
    counted: dict[int, Counts] = {}  # checks of one count share it
    for check in plan.checks:
        if id(check.count) not in counted:
            counted[id(check.count)] = check.count(chunk)
    return {check.id: counted[id(check.count)] for check in plan.checks}


def measures(plan: RoundPlan, sums: Sums) -> list[Measure]:
    """Judge sums: a measure for each registered test that has rounds enough."""
    return [found for found in _judged(plan, sums).values() if isinstance(found, Measure)]


def not_judged(plan: RoundPlan, sums: Sums) -> dict[str, str]:
    """Say what is not judged, and why: what has no law, and what has too few rounds."""
    few = {name: found for name, found in _judged(plan, sums).items() if isinstance(found, str)}
    return {**plan.unjudged, **few}


def money_figures(plan: RoundPlan, sums: Sums) -> dict[str, Money]:
    """Give the money of each wager that has a law, with interval and picture, by the id of its check."""
    return {name: figures(wager, law, sums[name]) for name, (wager, law) in plan.money.items()}


def _judged(plan: RoundPlan, sums: Sums) -> dict[str, Measure | str]:
    return {check.id: check.judge(check.id, check.title, sums[check.id]) for check in plan.checks}


@dataclass(frozen=True)
class _Making:
    """What a plan is made from."""

    rules: Rules
    rounds: int
    seats: tuple[int, ...]
    lying: Lying
    joint: Joint | str
    laws: Mapping[str, RowLaw]
    unknown: Mapping[str, str]
    placed: tuple[str, ...]

    def prefix(self, seat: int) -> str:
        return "rounds" if len(self.seats) == 1 else f"rounds.seat-{seat}"

    def of_seat(self, seat: int) -> str:
        return "" if len(self.seats) == 1 else f" of seat {seat}"

    @property
    def beside(self) -> dict[str, HandLaw]:
        """The hands of the placed wagers that have pay tables of their own."""
        tables = {wager: self.rules.pay_tables[wager] for wager in side_wagers(self.rules) if wager in self.placed}
        return {wager: self.lying.hands[one.hand] for wager, one in tables.items() if one.hand in self.lying.hands}


def _table_checks(made: _Making) -> Iterator[Check]:
    """Give the checks of what all seats share, and of all seats together."""
    for place in PLACES[1:]:
        if place in made.lying.sizes:
            yield from _spot_checks(made, Spot(place, f"the {place}", place, made.seats, made.lying.sizes[place]))
    for name, law in made.lying.hands.items():
        if not law.of_seat:
            yield from hand_checks(f"rounds.{name}", name, law, made.seats[0], made.rounds)
            trait = Trait(f"rounds.{name}.category", f"Categories of {name} come", made.seats, law=law)
            yield from dependence_checks(trait, made.rounds)
    if len(made.seats) == 1:
        return
    size = made.lying.sizes.get("seat", 0) * len(made.seats)
    if size:
        yield from card_checks(Spot("seats", "the seats together", "seat", made.seats, size))
    if isinstance(made.joint, Joint) and made.joint.alike:
        law = made.lying.hands[made.joint.seat_hand]
        yield all_seats_check(f"rounds.seats.{law.hand.name}", law, made.seats, made.joint)
        for one, other in pairwise(made.seats):
            name = f"rounds.seat-{one}.seat-{other}.{law.hand.name}"
            words = f"{law.hand.name} of seat {one} and of seat {other}"
            yield joint_check(name, words, made.joint, (law, one), (law, other))


def _seat_checks(made: _Making, seat: int) -> Iterator[Check]:
    """Give the checks of one seat's cards, hands and wagers."""
    prefix, of_seat = made.prefix(seat), made.of_seat(seat)
    if "seat" in made.lying.sizes:
        name, words = (f"seat-{seat}", f"seat {seat}") if of_seat else ("seat", "the seat")
        yield from _spot_checks(made, Spot(name, words, "seat", (seat,), made.lying.sizes["seat"]))
    for name, law in made.lying.hands.items():
        if law.of_seat:
            yield from hand_checks(f"{prefix}.{name}", f"{name}{of_seat}", law, seat, made.rounds)
            trait = Trait(f"{prefix}.{name}.category", f"Categories of {name}{of_seat} come", (seat,), law=law)
            yield from dependence_checks(trait, made.rounds)
    if isinstance(made.joint, Joint):
        mine, other = made.joint.seat_hand, made.joint.dealer_hand
        hands = (made.lying.hands[mine], seat), (made.lying.hands[other], seat)
        yield joint_check(f"{prefix}.{mine}.{other}", f"{mine}{of_seat} and {other}", made.joint, *hands)
    for wager, law in made.beside.items():
        yield from line_checks(f"{prefix}.{wager}", law, made.rules.pay_tables[wager], seat, made.rounds)
    for block, row_law in made.laws.items():
        if row_law.read not in made.beside:
            yield from row_checks(f"{prefix}.{block}", row_law, seat, made.rounds)
    if isinstance(made.joint, Joint):
        beside = {wager: (law, made.rules.pay_tables[wager]) for wager, law in made.beside.items()}
        yield from together_checks(prefix, made.laws, beside, made.joint, seat)
    for name, wager, odds in _money_laws(made, seat):
        yield money_check(name, wager, odds, seat, made.rounds)


def _spot_checks(made: _Making, spot: Spot) -> Iterator[Check]:
    yield from card_checks(spot)
    trait = Trait(f"rounds.{spot.name}.ranks", f"Ranks come to {spot.words}", spot.seats, spot=spot)
    yield from dependence_checks(trait, made.rounds)


def _money_laws(made: _Making, seat: int) -> Iterator[tuple[str, str, Odds]]:
    """List the wagers whose money has a law that leaves something to chance."""
    for law in made.laws.values():
        for wager, odds in law.odds.items():
            found = odds_law(law.shares, odds)
            if found.variance:
                yield f"{made.prefix(seat)}.{wager}.money", wager, found


def _unjudged_pairs(made: _Making) -> Iterator[tuple[str, str]]:
    """Say which wagers are not judged together, and which wagers' money is not judged."""
    judged = {wager for _, wager, _ in _money_laws(made, made.seats[0])}
    certain = {wager for law in made.laws.values() for wager in law.odds} - judged
    for wager, entry in made.rules.ruleset.wagers.items():
        if wager in certain:
            yield f"rounds.{wager}.money", "the policy leaves nothing to chance"
        elif wager not in judged and not entry.fee and (wager in made.placed or entry.by_action):
            block = next(table.block for table in made.rules.ruleset.tables if wager in table.wagers)
            yield f"rounds.{wager}.money", made.unknown.get(block, "it is never placed under this policy")
    hands = {wager: law.hand.name for wager, law in made.beside.items()}
    known = {made.joint.seat_hand, *made.joint.spanning} if isinstance(made.joint, Joint) else set()
    for wager, hand in hands.items():
        if hand not in known:
            why = f"the joint law of {hand} with other hands of the round is not counted"
            yield f"rounds.{wager} with other wagers", why
