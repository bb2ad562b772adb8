"""The compiler at its edges: each refusal at the very place of the fault, and each field of the compiled form."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from fairfelt.rulesets.compile_facts import floor_at, places_of
from fairfelt.rulesets.compile_mathematics import MAIN
from fairfelt.rulesets.compiler import _lines, parse_result
from fairfelt.rulesets.errors import Flaw
from fairfelt.rulesets.model import PayTable
from fairfelt.rulesets.rules import (
    Action,
    AskStep,
    Bank,
    Boxes,
    DealStep,
    Fact,
    Group,
    Mathematics,
    Option,
    Order,
    PayLine,
    Published,
    Question,
    Result,
    Row,
    ShowStep,
    Wager,
)
from tests.edited_games import GONE, changed, compiled, flaw_in, model_of
from tests.refused_places import BANKED, DRAW, FORMS, GAMES, HOLDEM, REFUSED, SIX, THREE
from tests.rulesets.samples import shipped_ranking


@pytest.mark.parametrize("fault", REFUSED)
def test_a_fault_is_refused_at_its_very_place(fault: str) -> None:
    name, edits, path, words = REFUSED[fault]
    flaw = flaw_in(changed(GAMES[name], edits))
    assert (flaw.path, words in flaw.what) == (path, True), flaw


# The compiled form


def test_many_forms_compiles_to_what_it_says() -> None:
    rules = compiled(GAMES[FORMS])
    clause = {id_.removeprefix("felt-house/"): entry for id_, entry in rules.clauses.items()}
    assert (rules.game, rules.title, rules.source) == ("many-forms", "Many Forms", "felt-house")
    assert (rules.packs, rules.most_seats, rules.canonical, rules.origin) == (2, 3, "canonical", "")
    assert (rules.options, rules.variants, rules.groups, rules.boxes, rules.bank) == ({}, {}, (), None, None)
    assert rules.seat_clauses == (clause["deck"], clause["deck"])
    assert rules.order == Order("seat", False, ("ante", "blind", "raise", "side", "jackpot", "insurance"))
    assert (rules.rounding, rules.mathematics) == ("up", Mathematics())
    assert all(id_.startswith("felt-house/") for id_ in rules.clauses) and len(clause) == 10
    assert rules.wagers == {
        "ante": Wager("ante", True, False, None, None, None, None, (clause["ante"],)),
        "blind": Wager("blind", True, False, None, "ante", None, None, (clause["ante"],)),
        "side": Wager("side", False, False, "ante", None, "ante", None, (clause["side"],)),
        "jackpot": Wager("jackpot", False, False, None, None, None, "ante", (clause["jackpot"],)),
        "raise": Wager("raise", False, True, None, None, None, None, (clause["raise"],)),
        "insurance": Wager("insurance", False, True, None, None, None, None, (clause["insure"],)),
    }
    raises = Action("raise", {"raise": ("ante", (3, 4))}, (clause["raise"],))
    insures = Action("insure", {"insurance": ("ante", (1,))}, (clause["insure"],))
    guard = ({"decide": frozenset({"raise"}), "big": frozenset({"staked"})},)
    assert rules.steps == (
        DealStep("deal", 3, ("seats", "dealer"), True, {"dealer": frozenset({1})}, (), (clause["deal"],)),
        AskStep(
            (
                Question("decide", {"fold": Action("fold", {}, (clause["raise"],)), "raise": raises}, (), ()),
                Question(
                    "insure",
                    {"insure": insures, "decline": Action("decline", {}, (clause["insure"],))},
                    guard,
                    (),
                ),
            )
        ),
        ShowStep("reveal", ("dealer",), ({"decide": frozenset({"raise"})},), (clause["reveal"],)),
    )
    own = rules.hands["own"]
    assert (own.parts, own.places, own.worst, own.suits, own.clauses) == (("seat",), ("seat",), False, "", ())
    assert own.ranking.packs == 2
    strengths = [floor_at(own.ranking, spec, ()) for spec in ({"pair": ["2"]}, {"straight": ["4"]})]
    assert rules.facts == {
        "decide": Fact("decide", "decision", ("fold", "raise")),
        "insure": Fact("insure", "decision", ("not-asked", "insure", "decline")),
        "big": Fact("big", "staked", ("absent", "staked"), wager="jackpot"),
        "insured": Fact("insured", "staked", ("bare", "insured"), wager="insurance"),
        "class": Fact("class", "floors", ("poor", "paired", "strong"), hand="own", floors=tuple(strengths)),
        "showdown": Fact("showdown", "against", ("win", "tie", "lose"), hand="own", other="house"),
    }
    (table,) = rules.pay_tables["side"]
    assert (table.id, table.wager, table.hand, table.only, table.printed) == ("50-40-3to2", "side", "own", {}, True)
    assert table.clauses == (clause["pays"],)
    floors = {name: floor_at(own.ranking, {name: []}, ()) for name in ("top-run", "wheel-run", "straight", "pair")}
    assert table.lines == (
        PayLine("top-run", floors["top-run"], Result("win", Fraction(50))),
        PayLine("wheel-run", floors["wheel-run"], Result("win", Fraction(40))),
        PayLine("straight", floors["straight"], Result("win", Fraction(3, 2))),
        PayLine("pair", floors["pair"], Result("push")),
        PayLine("lower", None, Result("lose")),
    )
    main = rules.tables[0]
    assert (main.block, main.wagers) == ("main", ("ante", "blind", "raise"))
    assert [fact.name for fact in main.axes] == ["decide", "showdown"]
    assert main.rows[1] == Row(
        "main",
        "win",
        {"decide": frozenset({"raise"}), "showdown": frozenset({"win"})},
        {name: Result("win", Fraction(odds)) for name, odds in {"ante": 1, "blind": "3/2", "raise": 1}.items()},
        (clause["pays"],),
    )
    assert main.cells == (0, 0, 0, 1, 2, 3)
    assert [table.block for table in rules.tables] == ["main", "side", "jackpot", "insurance"]


def test_options_variants_and_words_of_a_game_are_kept() -> None:
    rules = compiled(GAMES[SIX])
    option = rules.options["claim"]
    data = GAMES[SIX]["options"]["claim"]
    assert (option.name, option.asks, dict(option.readings)) == ("claim", data["asks"], data["readings"])
    assert option.clauses and option.unconfirmed is False
    assert isinstance(option, Option)
    assert rules.variants == {name: entry["options"] for name, entry in GAMES[SIX]["variants"].items()}
    assert rules.variant_says == {name: entry["says"] for name, entry in GAMES[SIX]["variants"].items()}
    assert rules.facts["option.claim"] == Fact(
        "option.claim", "option", tuple(data["readings"]), clauses=option.clauses
    )
    assert rules.read_as == GAMES[SIX].get("read-as", {})
    assert rules.rounding is None
    assert rules.mathematics.per == tuple(GAMES[SIX]["mathematics"]["per"])


def test_a_game_of_groups_arranged_hands_and_suits_is_kept() -> None:
    rules = compiled(GAMES[THREE])
    (group,) = rules.groups
    whole = ({"option.base-wagers": frozenset({"all-three"})},)
    assert group == Group("base", ("1x", "3x", "6x"), True, whole, group.clauses)
    assert len(group.clauses) == 2
    assert rules.wagers["six-card-bonus"].set_amount == ({"option.bonus-amount": frozenset({"fixed"})},)
    assert rules.wagers["1x"].set_amount is None
    house, inner = rules.hands["house-hand"], rules.hands["house"]
    assert (house.parts, house.places) == (("house", "board"), ("dealer", "board"))
    assert (inner.suits, inner.ranking.packs) == ("cdhs", 1)
    assert rules.facts["showdown-1x"].values == ("win", "tie", "lose", "not-staked")
    assert rules.facts["showdown-1x"].wager == "1x"
    assert places_of(model_of(GAMES[THREE])) == {"seat": 0, "dealer": 0, "board": 0, "1x": 2, "3x": 2, "6x": 2}
    (question,) = rules.questions
    assert question.actions["set"].arranges == {"1x": 2, "3x": 2, "6x": 2}
    assert len(question.guard) == 3


@pytest.mark.parametrize(("whole", "kept"), [(True, ()), (False, None), (GONE, None)])
def test_a_group_is_whole_always_or_never(whole: Any, kept: Any) -> None:
    rules = compiled(changed(GAMES[THREE], {("groups", "base", "whole"): whole}))
    assert rules.groups[0].whole == kept


def test_a_game_of_a_bank_is_kept() -> None:
    rules = compiled(GAMES[BANKED])
    policies = {name: word for name, word in GAMES[BANKED]["bank"].items() if name != "cite"}
    assert rules.bank == Bank(policies, rules.bank.clauses if rules.bank else ())
    assert rules.bank and len(rules.bank.clauses) == 13
    assert rules.options["cap"].unconfirmed is True
    assert rules.most_players == 7
    assert rules.mathematics.per == ("ante",)
    first = rules.mathematics.published[0]
    assert first == Published("pair-plus", "house-edge", "2.3 %", {}, {"pair-plus": "40-30-6-4-1"}, first.clauses)
    assert len(first.clauses) == 1 and len(rules.mathematics.published) == 4
    bar = rules.facts["dealer"]
    assert (bar.kind, bar.values, bar.hand, len(bar.floors)) == ("floors", ("fails", "qualifies"), "dealer-hand", 1)
    assert rules.hands["six-cards"].places == ("seat", "dealer")


def test_a_game_of_boxes_draws_and_an_exchange_is_kept() -> None:
    rules = compiled(GAMES[DRAW])
    assert rules.boxes == Boxes(("ante",), 2, rules.boxes.clauses if rules.boxes else ())
    assert rules.boxes and len(rules.boxes.clauses) == 3
    fees = {name: (wager.fee, wager.by_action) for name, wager in rules.wagers.items()}
    assert fees["buy"] == (True, True) and fees["raise"] == (False, True) and fees["ante"] == (False, False)
    swap = rules.steps[-2]
    assert isinstance(swap, DealStep)
    assert (swap.instead_of, swap.known_as, swap.up, swap.one_by_one) == (
        "lowest-card",
        "dealer-after",
        {"dealer": None},
        False,
    )
    exchange = rules.questions[1].actions["exchange"]
    assert (exchange.gives_up, exchange.draws, exchange.places) == (1, 1, {"exchange": ("ante", (2,))})
    assert exchange.guard == ({"option.exchange": frozenset({"after-buy", "rising"})},)
    bought, box = rules.facts["bought"], rules.facts["box"]
    assert (bought.kind, bought.question, bought.action) == ("anyone", "dealer-exchange", "exchange-dealer")
    assert bought.values == ("nobody", "someone")
    assert (box.kind, box.values) == ("dark", ("light", "dark"))
    assert box.clauses and bought.clauses
    assert (rules.hands["lowest-card"].worst, rules.hands["highest-card"].worst) == (True, False)
    assert rules.evidence == {"fold-collect": ("money.ledger",)}
    assert rules.untested and rules.absent == GAMES[DRAW]["absent"]
    assert (rules.order.from_right, rules.mathematics.fees) == (False, True)


def test_an_order_from_the_dealers_right_and_fees_left_out_are_kept() -> None:
    assert compiled(GAMES[HOLDEM]).order.from_right
    left_out = changed(GAMES[SIX], {("mathematics", "fees"): "left-out"})
    assert compiled(left_out).mathematics.fees is False


@pytest.mark.parametrize(
    ("word", "result"),
    [
        ("lose", Result("lose")),
        ("push", Result("push")),
        ("forfeit", Result("forfeit")),
        ("returned", Result("returned")),
        ("pays", Result("win", by_table=True)),
        ("3 to 2", Result("win", Fraction(3, 2))),
        ("0 to 1", Result("win", Fraction(0))),
        (["1 to 1", "pays"], Result("win", Fraction(1), True)),
        (["1 to 1", "1 to 2"], Result("win", Fraction(3, 2))),
        (["pays"], Result("win", Fraction(0), True)),
    ],
)
def test_a_result_is_read_as_it_is_written(word: Any, result: Result) -> None:
    assert parse_result(word, ()) == result


@pytest.mark.parametrize(
    "word",
    ["3 to 0", "3 to", "3", "a to b", "1 to 2 to 3", "-1 to 2", 7, None, [], ["push"], ["1 to 1", "lose"], [["x"]]],
)
def test_what_is_no_result_is_refused_at_its_place(word: Any) -> None:
    with pytest.raises(Flaw) as caught:
        parse_result(word, ("here",))
    assert caught.value.path == ("here",)
    assert caught.value.what and caught.value.mend


def test_a_line_of_nothing_wins_nothing_and_says_so() -> None:
    lines = {"pair": "1 to 1", "lower": "nothing"}
    rules = compiled(changed(GAMES[FORMS], {("pays", "side", "tables", "50-40-3to2", "lines"): lines}))
    (table,) = rules.pay_tables["side"]
    assert table.lines[-1] == PayLine("lower", None, Result("win"), pays_nothing=True)
    assert table.lines[0].pays_nothing is False


def test_a_row_without_a_condition_always_applies() -> None:
    bare = compiled(changed(GAMES[FORMS], {("settle", "side", "always", "when"): GONE}))
    assert bare.tables[1].rows[0].when == {}


def test_a_floor_is_read_by_category_and_ranks() -> None:
    poker = shipped_ranking("poker")
    assert floor_at(poker, {"pair": ["4"]}, ()) < floor_at(poker, {"pair": ["5"]}, ())
    with pytest.raises(Flaw) as caught:
        floor_at(poker, {}, ("here",))
    assert caught.value.path == ("here",)
    assert MAIN == "main"


@pytest.mark.parametrize("fact", ["insured", "class", "showdown"])
def test_a_fact_keeps_the_clauses_that_it_cites(fact: str) -> None:
    rules = compiled(changed(GAMES[FORMS], {("facts", fact, "cite"): "side"}))
    assert [clause.id for clause in rules.facts[fact].clauses] == ["felt-house/side"]


def test_a_bar_keeps_the_clauses_that_it_cites() -> None:
    bar = {"hand": "own", "at-least": {"pair": ["2"]}, "values": ["below", "above"], "cite": "side"}
    rules = compiled(changed(GAMES[FORMS], {("facts", "bar"): bar}))
    assert [clause.id for clause in rules.facts["bar"].clauses] == ["felt-house/side"]


def test_all_cards_of_a_step_may_be_named_as_face_up() -> None:
    rules = compiled(changed(GAMES[FORMS], {("round", 0, "up"): {"dealer": [1, 2, 3]}}))
    (step,) = [step for step in rules.steps if isinstance(step, DealStep)]
    assert step.up == {"dealer": frozenset({1, 2, 3})}


def test_bands_that_leave_out_the_lowest_hands_are_told_where_to_start() -> None:
    flaw = flaw_in(changed(GAMES[FORMS], {("facts", "class", "bands", "poor"): {"high-card": ["9"]}}))
    assert flaw.mend == "start it at `{high-card: []}`"


def test_two_names_of_one_hand_are_no_two_lines() -> None:
    ranking = shipped_ranking("three-card")
    (named,) = ranking.named
    twice = replace(ranking, named={**ranking.named, "best-of-all": ranking.named[named]})
    table = PayTable.model_validate({"cite": [], "lines": {named: "9 to 1", "best-of-all": "8 to 1", "lower": "lose"}})
    with pytest.raises(Flaw) as caught:
        _lines(table, twice, ("pays",))
    assert caught.value.path == ("pays", "best-of-all") and "does not lie below" in caught.value.what


def test_a_place_of_changed_cards_holds_none_by_arrangement() -> None:
    assert set(places_of(model_of(GAMES[DRAW])).values()) == {0}
