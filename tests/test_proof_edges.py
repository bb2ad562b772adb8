"""The proofs at their edges: each refusal at the very place of the fault, intervals of hands, and choices made."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from fairfelt.rulesets.choose import ChoiceError, Rules, choose, every_variant, fitting_tables
from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.soundness import check_file, check_ranking, questions
from tests.edited_games import GONE, changed, compiled, flaw_in, model_of
from tests.helpers import rules_of
from tests.refused_places import BANKED, DRAW, FORMS, GAMES, HOLDEM, SIX, THREE, TWO

ASK = ("round", 1, "each-seat", 0, "ask")
HOLDEM_FOLD = GAMES[HOLDEM]["settle"]["ante"]["fold"]
JACKPOT = GAMES[FORMS]["settle"]["jackpot"]

UNSOUND: dict[str, tuple[str, Mapping[Path, Any], Path, str]] = {
    # the tables
    "a case without a row": (
        FORMS,
        {("settle", "main", "tie"): GONE},
        ("settle", "main"),
        "no row for: decide is raise, showdown is tie",
    ),
    "a case with two rows": (
        FORMS,
        {("settle", "main", "tie", "when", "showdown"): ["tie", "lose"]},
        ("settle", "main", "lose"),
        "rows 'tie' and 'lose' both apply when: decide is raise, showdown is lose",
    ),
    "a row that never applies": (
        FORMS,
        {("settle", "jackpot"): {**JACKPOT, "never": {**JACKPOT["poor"], "when": {"class": "poor", "big": "absent"}}}},
        ("settle", "jackpot", "never"),
        "row 'never' can never apply",
    ),
    "a row that leaves a wager on the table": (
        FORMS,
        {("settle", "main", "win", "raise"): GONE},
        ("settle", "main", "win"),
        "says nothing of the wager 'raise', which is on the table when: decide is raise, showdown is win",
    ),
    "a row that pays by cards not dealt": (
        HOLDEM,
        {("settle", "ante", "fold", "ante"): "pays"},
        ("settle", "ante", "fold", "ante"),
        "pays by cards that may never have been dealt, when: option.antewin is replaces, decide is fold",
    ),
    "rows that differ by cards not dealt": (
        HOLDEM,
        {
            ("settle", "ante", "fold", "when", "dealer"): "fails",
            ("settle", "ante", "again"): {**HOLDEM_FOLD, "when": {"decide": "fold", "dealer": "qualifies"}},
        },
        ("settle", "ante", "again"),
        "reads cards that may never have been dealt, when: ",
    ),
    # ids and wagers
    "an id of two steps": (FORMS, {("round", 2, "id"): "deal"}, ("round", 2, "id"), "the id 'deal' is used twice"),
    "an id of a step and a question": (
        FORMS,
        {("round", 1, "each-seat", 1, "id"): "deal"},
        ("round", 1, "each-seat", 1, "id"),
        "the id 'deal' is used twice",
    ),
    "an id of a question and a later step": (FORMS, {("round", 2, "id"): "insure"}, ("round", 2, "id"), "'insure'"),
    "a fee of before": (DRAW, {("wagers", "buy", "by-action"): GONE}, ("wagers", "buy"), "a fee that no action pays"),
    "an action's wager that is needed": (
        FORMS,
        {("wagers", "raise", "needed"): True},
        ("wagers", "raise"),
        "which alone decides",
    ),
    "an action's wager that needs": (
        FORMS,
        {("wagers", "raise", "needs"): "ante"},
        ("wagers", "raise"),
        "which alone decides",
    ),
    "an action's wager that equals": (
        FORMS,
        {("wagers", "raise", "equals"): "ante"},
        ("wagers", "raise"),
        "which alone decides",
    ),
    "an action's wager of a most": (
        FORMS,
        {("wagers", "raise", "at-most"): "ante"},
        ("wagers", "raise"),
        "which alone decides",
    ),
    "an action's wager of a multiple": (
        FORMS,
        {("wagers", "raise", "multiple-of"): "ante"},
        ("wagers", "raise"),
        "which alone decides",
    ),
    "a wager that needs an action's": (
        FORMS,
        {("wagers", "side", "needs"): "raise"},
        ("wagers", "side"),
        "depends on 'raise'",
    ),
    "a wager of at most an action's": (
        FORMS,
        {("wagers", "side", "at-most"): "raise"},
        ("wagers", "side"),
        "depends on 'raise'",
    ),
    "a multiple of an action's": (
        FORMS,
        {("wagers", "jackpot", "multiple-of"): "raise"},
        ("wagers", "jackpot"),
        "depends on 'raise'",
    ),
    "a wager that no row settles": (
        FORMS,
        {("settle", "side"): GONE, ("pays",): {}},
        ("wagers", "side"),
        "no row settles the wager 'side'",
    ),
    "a wager in two blocks": (
        FORMS,
        {("settle", "again"): {"any": {"when": {}, "side": "lose", "cite": "side"}}},
        ("settle", "again"),
        "the wager 'side' is settled in two blocks, side and again",
    ),
    "a wager that no action places": (
        FORMS,
        {
            ("wagers", "extra"): {"by-action": True, "cite": "raise"},
            ("settle", "main", "fold", "extra"): "lose",
            ("order", "wagers"): [*GAMES[FORMS]["order"]["wagers"], "extra"],
        },
        ("wagers", "extra"),
        "no action places the wager 'extra'",
    ),
    # the deck
    "more cards than the deck has": (
        TWO,
        {("deck", "packs"): 1, ("hands", "own", "best"): "poker", ("round", 0, "deal"): 14},
        ("round", 0),
        "a full table of 3 needs 56 cards by now, and the deck has 52",
    ),
    "more cards than two packs have": (
        FORMS,
        {("round", 0, "deal"): 27},
        ("round", 0),
        "a full table of 3 needs 108 cards by now, and the deck has 104",
    ),
    "more draws than the deck has": (
        FORMS,
        {("round", 0, "deal"): 25, (*ASK, "fold", "draws"): 1, (*ASK, "raise", "draws"): 2},
        ("round", 1),
        "a full table of 3 needs 106 cards by now, and the deck has 104",
    ),
    # facts
    "a stake and a bar": (
        FORMS,
        {("facts", "class", "staked"): "side"},
        ("facts", "class"),
        "asks two things at once, `staked` and `hand`",
    ),
    "a stake and a hand": (FORMS, {("facts", "big", "hand"): "own"}, ("facts", "big"), "asks two things at once"),
    "a stake and the dark": (FORMS, {("facts", "big", "dark"): True}, ("facts", "big"), "asks two things at once"),
    "a bar and bands": (
        FORMS,
        {("facts", "class", "at-least"): {"pair": []}},
        ("facts", "class"),
        "asks two things at once, `at-least` and `bands`",
    ),
    "the dark and another": (
        FORMS,
        {("facts", "showdown", "dark"): True},
        ("facts", "showdown"),
        "asks two things at once, `against` and `dark`",
    ),
    "answers of bands": (
        FORMS,
        {("facts", "class", "values"): ["a", "b"]},
        ("facts", "class", "values"),
        "their names already",
    ),
    "answers of a comparison": (
        FORMS,
        {("facts", "showdown", "values"): ["a", "b"]},
        ("facts", "showdown", "values"),
        "their names already",
    ),
    # actions
    "an action called not asked": (
        FORMS,
        {(*ASK, "not-asked"): {"cite": "raise"}},
        (*ASK, "not-asked"),
        "the answer of a seat that is not asked",
    ),
    "multiples that fall": (
        FORMS,
        {(*ASK, "raise", "places", "raise", "times"): [4, 3]},
        (*ASK, "raise", "places", "raise", "times"),
        "[4, 3] do not rise in equal steps",
    ),
    "multiples alike": (
        FORMS,
        {(*ASK, "raise", "places", "raise", "times"): [3, 3]},
        (*ASK, "raise", "places", "raise", "times"),
        "equal steps",
    ),
    "multiples in two steps": (
        FORMS,
        {(*ASK, "raise", "places", "raise", "times"): [1, 2, 4]},
        (*ASK, "raise", "places", "raise", "times"),
        "equal steps",
    ),
    "an arrangement with a draw": (
        THREE,
        {("seats", "most"): 5, ("round", 4, "ask", "set", "draws"): 1},
        ("round", 4, "ask", "set"),
        "changes them at once",
    ),
    "an arrangement with a gift": (
        THREE,
        {("round", 4, "ask", "set", "gives-up"): 1},
        ("round", 4, "ask", "set"),
        "changes them at once",
    ),
    # what stands twice
    "a place twice": (
        FORMS,
        {("hands", "own", "of"): ["seat", "dealer", "seat"]},
        ("hands", "own", "of", 2),
        "'seat' stands twice",
    ),
    "an order twice": (
        FORMS,
        {("order", "wagers"): ["ante", "blind", "ante", "raise", "side", "jackpot", "insurance"]},
        ("order", "wagers", 2),
        "'ante' stands twice",
    ),
    # pay tables and rounding
    "a pay table that no row uses": (
        FORMS,
        {("settle", "side", "always", "side"): "lose"},
        ("pays", "side"),
        "no row pays 'side' by a table",
    ),
    "readings without a table": (
        HOLDEM,
        {("pays", "ante", "tables", "99-19-9-2-1", "only"): {"antewin": "replaces"}},
        ("pays", "ante", "tables"),
        "no pay table fits when: antewin is adds",
    ),
    "halves in a line without a rule": (
        FORMS,
        {("rounding",): GONE},
        ("pays", "side", "tables", "50-40-3to2", "lines", "straight"),
        "odds of 3 to 2 can leave a part of a unit",
    ),
    "halves in a row without a rule": (
        FORMS,
        {("rounding",): GONE, ("pays", "side", "tables", "50-40-3to2", "lines", "straight"): "3 to 1"},
        ("settle", "main", "win", "blind"),
        "odds of 3 to 2 can leave a part of a unit",
    ),
}


@pytest.mark.parametrize("fault", UNSOUND)
def test_what_can_not_be_proved_is_refused_at_its_very_place(fault: str) -> None:
    name, edits, path, words = UNSOUND[fault]
    flaw = flaw_in(changed(GAMES[name], edits))
    assert (flaw.path, words in flaw.what) == (path, True), flaw


def test_what_can_not_occur_has_no_row() -> None:
    """Nobody is asked for a claim who folded; of all that can occur, each row has some."""
    table = compiled(GAMES[HOLDEM]).tables[0]
    assert set(table.cells) == set(range(-1, len(table.rows)))
    with pytest.raises(LookupError, match="can't occur by the rules"):
        table.row({fact.name: "fold" if fact.name == "decide" else fact.values[-1] for fact in table.axes})


def test_what_was_not_dealt_may_be_answered_in_any_way_after_a_fold() -> None:
    """The dealer's hand can't fail to qualify and be a flush; but of cards that were never dealt both may be said."""
    wins = GAMES[HOLDEM]["settle"]["ante"]["dealer-wins"]
    strong = {"hand": "dealer-hand", "at-least": {"flush": []}, "values": ["weak", "strong"]}
    rows = {level: {**wins, "when": {**wins["when"], "strong": level}} for level in ("weak", "strong")}
    edits = {
        ("facts", "strong"): strong,
        ("settle", "ante", "dealer-wins"): rows["weak"],
        ("settle", "ante", "dealer-wins-strong"): rows["strong"],
    }
    table = compiled(changed(GAMES[HOLDEM], edits)).tables[0]
    said = {fact.name: fact.values[0] for fact in table.axes} | {"strong": "strong", "dealer": "fails"}
    assert table.row({**said, "decide": "fold"}).name == "fold"
    assert table.row({**said, "decide": "call", "strong": "weak"}).name == "dealer-fails"
    with pytest.raises(LookupError):
        table.row({**said, "decide": "call"})


SOUND: dict[str, tuple[str, Mapping[Path, Any]]] = {
    "a deck dealt to its last card": (FORMS, {("round", 0, "deal"): 26}),
    "a deck drawn to its last card": (FORMS, {("round", 0, "deal"): 25, (*ASK, "fold", "draws"): 1}),
    "multiples in equal steps": (FORMS, {(*ASK, "raise", "places", "raise", "times"): [2, 4, 6]}),
    "one multiple": (FORMS, {(*ASK, "raise", "places", "raise", "times"): [2]}),
    "whole odds without a rule": (
        FORMS,
        {
            ("rounding",): GONE,
            ("pays", "side", "tables", "50-40-3to2", "lines", "straight"): "3 to 1",
            ("settle", "main", "win", "blind"): "2 to 1",
            ("settle", "jackpot", "paired-insured", "jackpot"): "1 to 1",
        },
    ),
    "a comparison only for a wager": (
        FORMS,
        {("facts", "showdown-side"): {"hand": "own", "against": "house", "staked": "side"}},
    ),
}


@pytest.mark.parametrize("what", SOUND)
def test_what_is_just_sound_is_taken(what: str) -> None:
    name, edits = SOUND[what]
    check_file(model_of(changed(GAMES[name], edits)))


def test_a_bank_takes_a_seat_from_the_deal_and_every_position_gives_it_back() -> None:
    """Of eight seats seven play; packets of six to seven and a dealer are 48 cards, to eight and a dealer 54."""
    packets = changed(GAMES[BANKED], {("round", 0, "deal"): 6, ("round", 1, "deal"): 6})
    check_file(model_of(packets))
    everywhere = changed(packets, {("round", 1, "to"): ["every-position", "dealer"]})
    assert flaw_in(everywhere).what == "a full table of 7 needs 54 cards by now, and the deck has 52"


def test_deals_of_other_readings_are_not_added_up() -> None:
    """One option deals 30 cards by one step or by the other, and never by both; without its conditions both happen."""
    both = changed(GAMES[BANKED], {("round", 0, "if"): GONE, ("round", 0, "deal"): 6})
    assert flaw_in(both).path == ("round", 1)
    check_file(model_of(changed(GAMES[BANKED], {("round", 0, "deal"): 6, ("round", 1, "deal"): 6})))


def test_questions_are_listed_with_their_places() -> None:
    found = {ask.id: path for path, ask in questions(model_of(GAMES[DRAW]))}
    assert found["decide"] == ("round", 2, "each-seat", 0)
    assert found["after-buy"] == ("round", 2, "each-seat", 1)
    assert found["dealer-exchange"] == ("round", 4)


def test_a_ranking_knows_as_many_cards_of_a_rank_as_packs_can_show() -> None:
    poker = compiled(GAMES[SIX]).hands["player-hand"].ranking
    five_alike = compiled(GAMES[TWO]).hands["own"].ranking
    three = compiled(GAMES[FORMS]).hands["own"].ranking
    check_ranking(poker, 1, ())
    for ranking in (five_alike, three):
        check_ranking(ranking, 2, ())
    with pytest.raises(Flaw, match="2 packs can show 5 cards of one rank, and poker has no category") as caught:
        check_ranking(poker, 2, ("here",))
    assert caught.value.path == ("here",)
    without_three = tuple(category for category in poker.categories if category.groups[:1] not in ([3], (3,)))
    assert len(without_three) < len(poker.categories)
    check_ranking(replace(poker, categories=without_three), 1, ())


def test_each_reading_of_three_deals_its_own_cards_and_no_others() -> None:
    """Eight packets of three and twenty burnt cards are 44; with those of two other readings they were 84."""
    steps = [
        {"id": f"burn-{cap}", "deal": 20, "to": ["burn"], "if": {"option.cap": cap}, "cite": "packets"}
        for cap in ("net", "losses", "gross")
    ]
    more = changed(GAMES[BANKED], {("round",): [*GAMES[BANKED]["round"], *steps]})
    check_file(model_of(more))
    always = changed(more, {("round", -1, "if"): GONE})
    assert flaw_in(always).path == ("round", len(GAMES[BANKED]["round"]) + 2)


# Choices


def test_a_condition_on_options_holds_where_one_of_its_parts_does() -> None:
    rules = rules_of(SIX)
    announced, automatic = ({"option.claim": frozenset({name})} for name in rules.ruleset.options["claim"].readings)
    assert [rules.holds(guard) for guard in ((), (announced,), (automatic,), (automatic, announced))] == [
        True,
        True,
        False,
        True,
    ]
    two = rules_of(HOLDEM)
    yes, no = {"option.tie": frozenset({two.readings["tie"]})}, {"option.burn": frozenset({"x"})}
    assert not two.holds(({**yes, **no},))


def test_policies_are_readings_of_their_options_or_their_own_words() -> None:
    rules = rules_of(BANKED, None, (("cap", "gross"),))
    assert rules.policies["cap"] == "gross"
    assert rules.policies["order"] == "seat"
    assert rules_of(HOLDEM).policies == {}
    fixed = choose(compiled(changed(GAMES[BANKED], {("bank", "cap"): "losses"})), first_table=True)
    assert fixed.policies["cap"] == "losses"


@pytest.mark.parametrize("name", [SIX, HOLDEM])
def test_the_digest_is_that_of_the_canonical_text_and_the_choices(name: str) -> None:
    rules = choose(compiled(GAMES[name]), "live", first_table=True)
    choices = {
        "options": dict(sorted(rules.readings.items())),
        "pay_tables": {wager: table.id for wager, table in sorted(rules.pay_tables.items())},
    }
    text = "canonical" + json.dumps(choices, separators=(",", ":"))
    assert rules.digest == hashlib.sha256(text.encode()).hexdigest()
    assert isinstance(rules, Rules) and rules.variant == "live"


def test_a_table_without_a_clause_is_listed_all_the_same() -> None:
    ruleset = compiled(GAMES[HOLDEM])
    bare = tuple(replace(table, clauses=()) for table in ruleset.pay_tables["ante"])
    with pytest.raises(ChoiceError) as refused:
        choose(replace(ruleset, pay_tables={"ante": bare}))
    assert str(refused.value).splitlines()[1] == f"  --pay-table ante={bare[0].id}    "


def test_what_must_be_chosen_is_listed_for_each_wager_with_its_source() -> None:
    ruleset = compiled(GAMES[BANKED])
    with pytest.raises(ChoiceError) as refused:
        choose(ruleset)
    first, *rest = str(refused.value).splitlines()
    assert first == "the document prints no pay table for 'pair-plus', so it must be chosen:"
    table = ruleset.pay_tables["pair-plus"][0]
    assert rest[0] == f"  --pay-table pair-plus={table.id}    {table.clauses[0].says}"
    assert "the document prints no pay table for 'six-card-bonus', so it must be chosen:" in rest
    with pytest.raises(ChoiceError) as one:
        choose(ruleset, pay_tables={"pair-plus": table.id})
    assert "pair-plus" not in str(one.value) and "six-card-bonus" in str(one.value)


def test_a_choice_of_nothing_there_is_says_so() -> None:
    with pytest.raises(ChoiceError, match=r"'x' is no option of two-packs; there are: none"):
        choose(compiled(GAMES[TWO]), options={"x": "y"})
    with pytest.raises(ChoiceError, match=r"'x' is no variant of two-packs; there are: none"):
        choose(compiled(GAMES[TWO]), variant="x")
    with pytest.raises(ChoiceError, match=r"'best' is no wager of two-packs with a pay table; there are: ante"):
        choose(compiled(GAMES[TWO]), pay_tables={"best": "y"})
    with pytest.raises(ChoiceError, match=r"'y' is no pay table of ante under these options; there are: 200-1"):
        choose(compiled(GAMES[TWO]), pay_tables={"ante": "y"})


def test_a_chosen_table_is_taken_and_the_first_one_else() -> None:
    ruleset = compiled(GAMES[BANKED])
    tables = [table.id for table in ruleset.pay_tables["pair-plus"]]
    assert choose(ruleset, first_table=True).pay_tables["pair-plus"].id == tables[0]
    picked = choose(ruleset, pay_tables={"pair-plus": tables[2]}, first_table=True)
    assert (picked.pay_tables["pair-plus"].id, picked.pay_tables["six-card-bonus"].printed) == (tables[2], False)


def test_a_table_for_one_reading_fits_no_other() -> None:
    ruleset = compiled(GAMES[HOLDEM])
    replaces, adds = (fitting_tables(ruleset, "ante", {"antewin": reading}) for reading in ("replaces", "adds"))
    assert replaces and adds and not {table.id for table in replaces} & {table.id for table in adds}
    assert every_variant(compiled(GAMES[TWO])) == [(None, {})]
