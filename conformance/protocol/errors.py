"""The numbers and words of refusals."""

from typing import Final, Literal, get_args

REJECTED: Final = -32001
UNSUPPORTED: Final = -32002
ENGINE_FAULT: Final = -32003
PROTOCOL_MISMATCH: Final = -32004

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602

Reason = Literal[
    "illegal-action",
    "wrong-seat",
    "seat-limit",
    "limits",
    "relation",
    "insufficient-stack",
    "unknown-wager",
    "card-not-held",
    "duplicate-card",
    "bank",
    "round-over",
]
REASONS: Final[tuple[str, ...]] = get_args(Reason)

Outcome = Literal["win", "lose", "push", "forfeit", "returned", "paid"]
OUTCOMES: Final[tuple[str, ...]] = get_args(Outcome)
