"""Every message of the protocol, right once and wrong in one place, by the types and by the schema."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from fairfelt.conformance.protocol.fields import Message
from fairfelt.conformance.protocol.messages import Engine, HelloParams
from fairfelt.conformance.protocol.methods import METHODS, check_params, check_result
from fairfelt.conformance.protocol.schema import PUBLISHED, protocol_schema, schema_text

Path = tuple[str | int, ...]

SEATS = [
    {
        "seat": 1,
        "guest": "Ada",
        "dark": True,
        "stack": 500,
        "wagers": {"1x": 10, "aces-up": 5},
        "backline": [{"bettor": "b1", "stack": 100, "wagers": {"ante": 10}}],
    }
]
PAY_TABLES = {"ante": {"table": "100-20", "rows": {"royal-flush": "100:1", "straight-flush": "3:2"}}}
LIMITS = {
    "ante": {"min": 10, "max": 100, "step": 5},
    "call": {},
    "position": {"max": 300},
    "round": {"max_returned": 100000},
}
OPTIONS = {"settlement.order": "seat-major"}

OPEN = {
    "round": 7,
    "phase": "decision",
    "awaiting": {
        "seat": 1,
        "bettor": "b1",
        "decision": "set",
        "legal": [
            {"action": "fold"},
            {"action": "call", "wagers": {"call": {"min": 20, "max": 20, "step": 1}}},
            {"action": "exchange", "cards": 1},
            {"action": "set", "cards": {"1x": 2, "3x": 2}},
        ],
    },
    "dealt": [
        {"to": "seat.1", "card": "As"},
        {"to": "dealer", "card": "??"},
        {"to": "seat.12", "card": "Xj", "replaces": "Td"},
        {"to": "burn", "card": "2c"},
    ],
    "views": {"seat.1": {"seat.1": ["As"], "dealer": ["??"], "board": []}},
}
CLOSED = {
    "round": "evening-7",
    "phase": "settled",
    "dealt": [],
    "ledger": [
        {"seat": 1, "wager": "ante", "staked": 10, "returned": 20, "outcome": "win"},
        {
            "seat": 1,
            "bettor": "b1",
            "wager": "1x",
            "staked": 9,
            "returned": 0,
            "covered": 3,
            "outcome": "lose",
        },
    ],
    "bank": {"seat": 2, "staked": 100, "returned": 90},
    "stacks": {"seat.1": 510, "seat.1.b1": 91, "bank": 0},
    "hands": {
        "seat.1": {"1x": {"cards": ["As", "Ad"], "category": "pair"}},
        "dealer": {"main": {"cards": [], "category": "high-card", "qualifies": False}},
    },
}

PARAMS: dict[str, dict[str, Any]] = {
    "hello": {"protocol": 1, "suite": {"name": "fairfelt", "version": "1"}},
    "configure": {
        "game": "casino-holdem",
        "variant": "live",
        "options": OPTIONS,
        "pay_tables": PAY_TABLES,
        "limits": LIMITS,
        "unit": "0.01",
        "ruleset_digest": "sha256:00",
    },
    "round.start": {
        "round": 7,
        "seats": SEATS,
        "bank": {"seat": 2, "amount": 100, "stack": 100, "declined": [3]},
        "deck": ["As", "Xj"],
        "places": {"seat.1": ["As"], "dealer": [], "board": [], "burn": [], "stub": ["Kd"]},
        "seed": 1,
    },
    "round.act": {
        "round": 7,
        "seat": 1,
        "bettor": "b1",
        "action": "call",
        "wagers": {"call": 20},
        "cards": ["As"],
    },
    "round.abandon": {"round": 7},
    "round.replay": {"round": "evening-7"},
    "rounds.play": {"count": 9, "seats": SEATS, "policy": {"decide": "uniform"}, "seed": "a"},
    "hands.rank": {"ranking": "five-cards", "hands": [["As", "Kd"]]},
    "shuffle": {"count": 2, "packs": 6},
    "rng": {"bytes": 32},
    "bye": {},
}
RESULTS: dict[str, dict[str, Any]] = {
    "hello": {
        "protocol": 1,
        "engine": {
            "name": "e",
            "version": "1",
            "vendor": "v",
            "language": "C",
            "build_digest": "x",
            "issues": "https://example.org",
        },
        "games": [{"game": "casino-holdem", "variants": ["live"]}],
        "capabilities": {"stepwise": True, "rng": "bytes", "multi_seat": 6, "rotation": False},
    },
    "configure": {"effective": {"options": OPTIONS, "pay_tables": PAY_TABLES, "limits": LIMITS}},
    "round.start": OPEN,
    "round.act": CLOSED,
    "round.abandon": CLOSED | {"phase": "void"},
    "round.replay": OPEN | {"dealt": []},
    "rounds.play": {
        "columns": ["round", "seat.1", "dealer", "seat.1.decide", "seat.1.ante.returned"],
        "rows": [[1, "AsKd", "??", None, 20]],
    },
    "hands.rank": {"categories": ["pair", "high-card"], "classes": [[0], [1, 2]]},
    "shuffle": {"decks": ["AsKdXj", ""], "source": "the system"},
    "rng": {"hex": "00fF"},
    "bye": {},
}
OTHER_FORMS: list[tuple[str, str, dict[str, Any]]] = [
    ("params", "rng", {"count": 5, "below": 52}),
    ("result", "rng", {"values": [0, 51], "source": "the system"}),
    ("params", "round.act", {"round": 7, "seat": 1, "action": "set", "cards": {"1x": ["As", "Kd"]}}),
    ("result", "configure", {}),
]
RIGHT = [("params", method, message) for method, message in PARAMS.items()]
RIGHT += [("result", method, message) for method, message in RESULTS.items()]
RIGHT += OTHER_FORMS

# What stands in the place of a right value: which message, where, what, and the sentence that must come.
WRONG: list[tuple[str, str, Path, Any, str]] = [
    ("params", "hello", ("protocol",), 2, "protocol: the protocol must be 1"),
    ("params", "hello", ("suite", "name"), 7, "suite.name: must be a text that is not empty, got 7"),
    ("params", "configure", ("unit",), 0.01, "unit: a unit must be a decimal number in a text"),
    ("params", "configure", ("game",), "Casino Hold'em", "game: a name must be lower-case"),
    ("params", "configure", ("pay_tables", "ante", "rows", "royal-flush"), "100", "odds must be two whole"),
    ("params", "configure", ("limits", "ante", "max"), 10.5, "limits.ante.max: money must be a whole number"),
    ("params", "configure", ("limits", "ante", "most"), 10, "limits.ante.most: is not a field"),
    ("params", "configure", ("limits", "position", "min"), 10, "limits.position.min: is not a field"),
    ("params", "round.start", ("seats", 0, "wagers", "1x"), 10.5, "seats.0.wagers.1x: money must be a whole"),
    (
        "params",
        "round.start",
        ("seats", 0, "seat"),
        0,
        "seats.0.seat: a seat must be a whole number of at least 1",
    ),
    ("params", "round.start", ("deck", 1), "??", "deck.1: a card must be a rank"),
    ("params", "round.start", ("places", "discard"), [], "places.discard: a place must be"),
    ("params", "round.start", ("seats", 0, "dark"), "yes", "seats.0.dark: must be true or false"),
    (
        "params",
        "round.act",
        ("cards",),
        {"1x": "As"},
        "cards: cards must be a list of cards, or such lists by spot",
    ),
    ("params", "round.act", ("action",), None, "action: a name must be"),
    ("params", "round.abandon", ("round",), 1.5, "round: a round must be named by a whole number or a text"),
    ("params", "round.replay", ("seat",), 1, "seat: is not a field of this message"),
    ("params", "rounds.play", ("count",), 0, "count: must be a whole number of at least 1, got 0"),
    ("params", "hands.rank", ("hands", 0, 0), "10s", "hands.0.0: a card must be a rank (AKQJT98765432)"),
    ("params", "shuffle", ("packs",), "6", "packs: must be a whole number of at least 1"),
    ("params", "rng", ("bytes",), 1.5, "bytes: must be a whole number of at least 1, got 1.5"),
    (
        "params",
        "bye",
        ("now",),
        True,
        "now: is not a field of this message; leave it out or correct its name",
    ),
    ("result", "hello", ("protocol",), 2, "protocol: the protocol must be 1"),
    ("result", "hello", ("capabilities", "flies"), True, "capabilities.flies: is not a field"),
    (
        "result",
        "hello",
        ("capabilities", "rng"),
        True,
        "capabilities.rng: must be `bytes` or `below`, got true",
    ),
    (
        "result",
        "hello",
        ("capabilities", "multi_seat"),
        "6",
        "capabilities.multi_seat: must be a whole number",
    ),
    ("result", "hello", ("engine", "vendor"), None, "got null; leave the field out to say nothing"),
    ("result", "configure", ("effective", "unit"), "1", "effective.unit: is not a field"),
    ("result", "round.start", ("phase",), "over", 'phase: must be `decision`, `settled`, `void`, got "over"'),
    ("result", "round.start", ("dealt", 0, "to"), "seat.0", "dealt.0.to: a place must be `seat.N`"),
    ("result", "round.start", ("dealt", 0, "card"), "sA", "dealt.0.card: a card must be a rank"),
    ("result", "round.start", ("views", "dealer"), {}, "views.dealer: a place must be a seat"),
    ("result", "round.start", ("awaiting", "legal"), [], "awaiting.legal: must not be empty"),
    ("result", "round.start", ("awaiting", "legal", 3, "cards"), "two", "cards must be a number of cards"),
    (
        "result",
        "round.act",
        ("ledger", 0, "returned"),
        10.5,
        "ledger.0.returned: money must be a whole number, got 10.5",
    ),
    (
        "result",
        "round.act",
        ("ledger", 0, "staked"),
        True,
        "ledger.0.staked: money must be a whole number, got true",
    ),
    ("result", "round.act", ("ledger", 1, "payout"), 1, "ledger.1.payout: is not a field of this message"),
    ("result", "round.act", ("stacks", "dealer"), 1, "stacks.dealer: a stack must belong to"),
    ("result", "round.act", ("hands", "board"), {}, "hands.board: a place must be `seat.N` or `dealer`"),
    ("result", "round.act", ("awaiting",), {}, "awaiting: is not a field of a round in phase `settled`"),
    ("result", "round.abandon", ("bank", "seat"), "2", "bank.seat: a seat must be"),
    ("result", "round.replay", ("dealt",), {}, "dealt: must be a list, got {}"),
    (
        "result",
        "rounds.play",
        ("rows", 0, 4),
        10.5,
        "rows.0.4: a cell must be a whole number, a text or null",
    ),
    ("result", "hands.rank", ("classes", 0), [0.5], "classes.0.0: must be a whole number, got 0.5"),
    ("result", "shuffle", ("decks", 0), "As Kd", "decks.0: a deck must be cards written one after the other"),
    ("result", "rng", ("hex",), "0", "hex: must be hexadecimal text"),
    ("result", "bye", ("thanks",), 1, "thanks: is not a field of this message"),
]
SCHEMA = protocol_schema()

# The fields that the protocol writes without a question mark.
REQUIRED = {
    ("params", "hello"): "protocol suite",
    ("params", "configure"): "game unit",
    ("params", "round.start"): "round seats",
    ("params", "round.act"): "round seat action",
    ("params", "round.abandon"): "round",
    ("params", "round.replay"): "round",
    ("params", "rounds.play"): "count seats policy",
    ("params", "hands.rank"): "ranking hands",
    ("params", "shuffle"): "count",
    ("result", "hello"): "protocol engine games capabilities",
    ("result", "round.start"): "round phase dealt awaiting",
    ("result", "round.act"): "round phase dealt ledger",
    ("result", "rounds.play"): "columns rows",
    ("result", "hands.rank"): "categories classes",
    ("result", "shuffle"): "decks",
}


# Fields of a round that are required in one phase only.
CLOSING = {"ledger", "awaiting", "phase", "round", "dealt"}


def check(side: str, method: str, message: object) -> str | None:
    return (check_params if side == "params" else check_result)(method, message)


def schema_accepts(side: str, method: str, message: object) -> bool:
    root = SCHEMA | {"$ref": f"#/$defs/{method}.{side}"}
    del root["oneOf"]
    return Draft202012Validator(root).is_valid(message)


def altered(message: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    copy: Any = deepcopy(message)
    place = copy
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    return copy  # type: ignore[no-any-return]


def original(side: str, method: str) -> dict[str, Any]:
    return (PARAMS if side == "params" else RESULTS)[method]


def without(message: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key != name}


def test_every_method_has_an_example_of_both_messages() -> None:
    assert set(PARAMS) == set(RESULTS) == set(METHODS)


@pytest.mark.parametrize(("side", "method", "message"), RIGHT)
def test_a_right_message_is_accepted(side: str, method: str, message: dict[str, Any]) -> None:
    assert check(side, method, message) is None
    assert schema_accepts(side, method, message)


@pytest.mark.parametrize(("side", "method", "path", "value", "sentence"), WRONG)
def test_a_message_wrong_in_one_place_is_refused(
    side: str, method: str, path: Path, value: Any, sentence: str
) -> None:
    message = altered(original(side, method), path, value)
    problem = check(side, method, message)
    assert problem is not None
    assert sentence in problem
    assert "\n" not in problem
    assert not schema_accepts(side, method, message)


def test_every_method_has_a_wrong_twin_of_both_messages() -> None:
    assert {(side, method) for side, method, *_ in WRONG} >= {
        (side, method) for side in ("params", "result") for method in METHODS
    }


@pytest.mark.parametrize(("side", "method"), REQUIRED)
def test_a_required_field_that_is_missing_is_named(side: str, method: str) -> None:
    for name in REQUIRED[side, method].split():
        message = without(original(side, method), name)
        assert check(side, method, message) == f"{name}: is missing; it must be sent"
        assert not schema_accepts(side, method, message)


@pytest.mark.parametrize(("side", "method"), [(side, method) for side, method, _ in RIGHT])
def test_any_other_field_may_be_missing(side: str, method: str) -> None:
    message = original(side, method)
    if method == "rng":  # the field that is there tells which of two forms is meant
        return
    for name in set(message) - set(REQUIRED.get((side, method), "").split()) - CLOSING:
        assert check(side, method, without(message, name)) is None


def test_a_random_number_needs_its_field_in_either_form() -> None:
    assert check_params("rng", {"count": 5}) == "below: is missing; it must be sent"
    assert check_result("rng", {"source": "the system"}) == "values: is missing; it must be sent"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("message", [None, [], "x", 1, True])
def test_a_message_that_is_no_object_is_refused(method: str, message: object) -> None:
    assert "must be an object" in str(check_params(method, message))
    assert "must be an object" in str(check_result(method, message))


def test_true_is_not_protocol_1() -> None:
    assert check_params("hello", altered(PARAMS["hello"], ("protocol",), True))


def test_a_row_has_a_cell_for_each_column() -> None:
    short = altered(RESULTS["rounds.play"], ("rows", 0), [1, "As"])
    assert check_result("rounds.play", short) == "rows.0: must have 5 cells, one for each column, got 2"


def test_an_unknown_method_is_named_with_those_there_are() -> None:
    assert check_params("round.stop", {}) == check_result("round.stop", {})
    assert str(check_params("round.stop", {})).startswith("method: must be one of hello, configure, ")


def test_unknown_fields_pass_where_they_are_allowed_and_nothing_else_does() -> None:
    newer = PARAMS["hello"] | {"mood": "good"}
    assert check_params("hello", newer)
    assert check_params("hello", newer, allow_unknown=True) is None
    assert (
        check_params("hello", newer | {"suite": {}}, allow_unknown=True)
        == "suite.name: is missing; it must be sent"
    )


def test_money_has_no_upper_bound() -> None:
    rich = altered(RESULTS["round.act"], ("ledger", 0, "returned"), 10**30)
    assert check_result("round.act", rich) is None


def test_a_message_does_not_change_after_the_check() -> None:
    hello = HelloParams.model_validate(PARAMS["hello"])
    with pytest.raises(ValidationError, match="frozen"):
        hello.protocol = 2  # type: ignore[misc]


def test_every_message_is_strict_closed_and_frozen() -> None:
    kinds = Message.__subclasses__()
    assert Engine in kinds
    for kind in kinds:
        assert (kind.model_config["strict"], kind.model_config["frozen"]) == (True, True)
        assert kind.model_config["extra"] == ("allow" if kind.__name__ == "Limits" else "forbid")


def test_the_published_schema_is_made_from_the_messages() -> None:
    remake = "run `python -m fairfelt.conformance.protocol.schema`"
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text(), remake


def test_the_published_schema_is_a_schema_for_whole_lines() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    lines = Draft202012Validator(SCHEMA)
    for method, params in PARAMS.items():
        assert lines.is_valid({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        assert not lines.is_valid({"id": 1, "method": method, "params": params})
    for result in RESULTS.values():
        assert lines.is_valid({"jsonrpc": "2.0", "id": 1, "result": result})
    refusal = {"code": -32001, "message": "no", "data": {"reason": "limits"}}
    assert lines.is_valid({"jsonrpc": "2.0", "id": 1, "error": refusal})
    assert not lines.is_valid({"jsonrpc": "2.0", "id": 1, "error": refusal | {"why": ""}})


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["As", "seat.1", "settled"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.sampled_from(list(CLOSED)), inner)
    ),
    max_leaves=12,
)


@given(st.sampled_from(list(METHODS)), JSON)
def test_whatever_a_message_holds_the_check_gives_one_line(method: str, message: object) -> None:
    for problem in (check_params(method, message), check_result(method, message)):
        assert problem is None or (problem.isprintable() and problem)


@given(st.sampled_from([(s, m, p) for s, m, p, *_ in WRONG]), JSON)
def test_whatever_stands_in_one_place_what_the_types_accept_the_schema_does(
    place: tuple[str, str, Path], value: object
) -> None:
    side, method, path = place
    message = altered(original(side, method), path, value)
    # One way alone: the schema calls 1.0 a whole number, the suite does not.
    if check(side, method, message) is None:
        assert schema_accepts(side, method, message)
