"""The laws that every game is held to, and the conditions on a ruleset under which each of them is true."""

from collections.abc import Iterator, Mapping

from fairfelt.conformance.tracing.declared import Declared
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import AskStep, Clause, DealStep, Guard, Ruleset

NO_QUESTIONS = "nobody is asked anything in this game"
ONE_SEAT = "the table has one seat"
NO_CHANCE = "chance is judged from profile lab on"
BANK_MONEY = ("order", "cap", "at-winning-cap", "cover", "folded", "pool")
CHANCE = ("pack", "shuffles", "starts", "numbers", "bits", "rounds", "seed")


def of_every_game(rules: Rules, chance: bool) -> Iterator[Declared]:
    """List the laws by ids within the game; `chance` says whether the profile judges chance."""
    yield from _always(rules.ruleset)
    yield from _symmetries(rules.ruleset)
    yield from _sessions(rules.ruleset)
    yield from _bank(rules)
    why = "its answers in bulk name no cards that were given up, arranged or exchanged"
    yield _law("live.rounds-play", why if _cards_move(rules.ruleset) else "")
    for name in CHANCE:
        yield _law(f"chance.{name}", "" if chance else NO_CHANCE, rules.ruleset.seat_clauses)


def _law(name: str, excluded: str = "", clauses: tuple[Clause, ...] = ()) -> Declared:
    return Declared(name, "law", clauses, excluded)


def _always(ruleset: Ruleset) -> Iterator[Declared]:
    for name in (
        "protocol.configure",
        "relation.unknown-wager",
        "relation.stack",
        "deal.order",
        "deal.once",
        "deal.stated",
        "view.hidden",
        "view.open",
        "money.ledger",
        "money.stacks",
        "round.repeat",
        "round.recall",
    ):
        yield _law(name)
    yield _law("deal.duplicate-card", "" if ruleset.packs == 1 else "several packs hold each card more than once")
    yield _law("round.abandon", "" if ruleset.questions else NO_QUESTIONS)
    for name in ("seats.each", "seats.limit"):
        yield _law(name, "" if ruleset.most_seats > 1 else ONE_SEAT, ruleset.seat_clauses)


def _symmetries(ruleset: Ruleset) -> Iterator[Declared]:
    suited = any(hand.suits for hand in ruleset.hands.values())
    yield _law("symmetry.suits", "suits decide which of equal cards a hand keeps" if suited else "")
    yield _law("symmetry.scale", "" if ruleset.rounding is None else "payouts are rounded to whole units")
    yield _law("symmetry.seats", "" if ruleset.most_seats > 1 else ONE_SEAT)
    for name, wager in ruleset.wagers.items():
        if not wager.by_action and not wager.needed:
            why = "other wagers, questions, cards or rows turn on it" if _turned_on(ruleset, name) else ""
            yield _law(f"symmetry.side-{name}", why, wager.clauses)


def _turned_on(ruleset: Ruleset, name: str) -> bool:
    """Say whether more than its own result depends on a wager's being placed."""
    facts = {fact.name for fact in ruleset.facts.values() if fact.kind == "staked" and fact.wager == name}

    def read(guard: Guard) -> bool:
        return any(facts & set(condition) for condition in guard)

    bound = [other for other in ruleset.wagers.values() if name in other.partners]
    grouped = [group for group in ruleset.groups if name in group.wagers]
    multiples = [
        action
        for question in ruleset.questions
        for action in question.actions.values()
        if action.places and (read(question.guard) or any(of == name for of, _ in action.places.values()))
    ]
    steps = [step for step in ruleset.steps if not isinstance(step, AskStep) and read(step.guard)]
    rows = [
        row for table in ruleset.tables for row in table.rows if facts & set(row.when) and set(row.results) != {name}
    ]
    return bool(bound or grouped or multiples or steps or rows)


def _cards_move(ruleset: Ruleset) -> bool:
    actions = [action for question in ruleset.questions for action in question.actions.values()]
    exchanged = any(isinstance(step, DealStep) and step.known_as for step in ruleset.steps)
    return exchanged or any(action.draws or action.gives_up or action.arranges for action in actions)


def _sessions(ruleset: Ruleset) -> Iterator[Declared]:
    yield _law("session.money")
    yield _law("session.recall")
    for name in ("second-action", "no-late-wager", "configure", "resume", "abandon"):
        yield _law(f"session.{name}", "" if ruleset.questions else NO_QUESTIONS)
    yield _law("session.apart", "" if ruleset.most_players > 1 else ONE_SEAT)


def _bank(rules: Rules) -> Iterator[Declared]:
    """List what binds a player's bank and those behind a seat; a game without one declares nothing of it."""
    bank = rules.ruleset.bank
    if bank is None:
        return
    for name in BANK_MONEY:
        yield Declared(f"bank.{name}", "bank", bank.clauses, _decides_nothing(rules.policies, name))
    names = [f"bank.{name}" for name in ("zero-sum", "books", "left")]
    names += [f"refuse.bank/{name}" for name in ("missing", "empty", "at-a-playing-seat", "beyond-the-table", "stack")]
    names += [f"backline.{name}" for name in ("decides", "settles", "stacks", "bank")]
    names += [f"backline.refuse/{name}" for name in ("limits", "unknown-wager", "needed")]
    needed = {name for name, wager in rules.ruleset.wagers.items() if wager.needed}
    names += [f"backline.refuse/needs/{name}" for name, w in rules.ruleset.wagers.items() if w.needs in needed]
    for name in (*names, "session.rotation"):
        yield Declared(name, "bank", bank.clauses)


def _decides_nothing(policies: Mapping[str, str], name: str) -> str:
    """Say why a policy of the bank decides nothing beside the others, if it doesn't."""
    if name == "at-winning-cap" and policies["cap"] != "net":
        return "under this reading of `cap` the bank's winnings have no bound"
    if name == "order" and policies["pool"] == "each-wager":
        return "under this reading of `pool` each wager has money of its own, whoever comes first"
    return ""
