"""Messages short enough to read, and what to do about each kind of mistake."""

import json
from collections.abc import Mapping
from typing import Any

from fairfelt.conformance.connections.answers import Answer, Fault, Refusal, Result

SHOWN_OF_A_LIST = 6
LONGEST = 700
SUGGESTED = {
    "crash": "look at the engine's standard error; an engine answers -32003 with the traceback and goes on",
    "hang": "see whether the engine flushes its output after every line; --timeout gives it longer",
    "garbled": "let standard output carry the protocol alone, one JSON object a line; print the rest to standard error",
    "wrong-id": "send back the id of the request, and answer each request once",
    "bad-message": "mend the field that is named; field names and types are fixed by the protocol",
    "exception": "mend what the traceback shows",
    "unexpected-error": "use -32001 rejected, -32002 unsupported, -32003 engine fault or -32004 protocol mismatch",
    "legal-actions": "offer the decisions in the order of `fairfelt rules show`, with the amounts that the rule fixes",
    "dealing": "deal the cards of `deck` from the front in the order of `fairfelt rules show`, or those of `places`",
    "refusal": "answer -32001 with data.reason where a rule forbids something, and accept what the rules allow",
    "gap": "the engine says that it can't do this yet; a round needs it",
    "ledger": "write one ledger row for every wager on the table, and no other",
    "bank": "settle wager by wager from the bank's left, as far as its money goes; it gets what the others lose",
    "stacks": "move every stack by what the ledger says",
    "view": "show each seat its own cards and what lies face up, and `??` for the rest",
    "hands": "name the best hand of each seat and of the dealer as the ranking has it, or leave `hands` out",
}


def message_text(method: str, params: Mapping[str, Any], full: bool) -> str:
    """Write a request in one line."""
    return f"{method} {_json(params, full)}"


def answer_text(answer: Answer, full: bool) -> str:
    """Write an answer in one line."""
    if isinstance(answer, Result):
        return _json(answer.value, full)
    if isinstance(answer, Refusal):
        return f"error {answer.code} " + " ".join(filter(None, [answer.reason, answer.message]))
    return fault_text(answer)


def fault_text(fault: Fault) -> str:
    """Write a fault, with the end of its evidence."""
    evidence = [line for line in fault.detail.splitlines() if line.strip()][-1:]
    return ": ".join([fault.kind, fault.message]) + "".join(f" [{line.strip()[:200]}]" for line in evidence)


def _json(value: Any, full: bool) -> str:
    text = json.dumps(value if full else _shortened(value), separators=(",", ":"), ensure_ascii=False)
    if full or len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]}… ({len(text) - LONGEST} more signs; --full shows them)"


def _shortened(value: Any) -> Any:
    """Cut long lists short: a deck says little after its first cards."""
    if isinstance(value, dict):
        return {key: _shortened(entry) for key, entry in value.items()}
    if isinstance(value, list):
        kept = [_shortened(entry) for entry in value[:SHOWN_OF_A_LIST]]
        return kept if len(value) <= SHOWN_OF_A_LIST + 1 else [*kept, f"… {len(value) - SHOWN_OF_A_LIST} more"]
    return value
