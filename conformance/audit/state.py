"""Where an audit stands, so that one that was interrupted goes on."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from fairfelt.conformance.audit.errors import AuditError
from fairfelt.conformance.audit.tally import Tally, tally_data, tally_from

STATE = "audit-state.json"


def save_state(folder: Path, log: Path, digest: str, tally: Tally, done: int) -> None:
    """Write how far the audit is, in place of what was written before."""
    data = {"log": log.name, "size": log.stat().st_size, "rules": digest, "done": done, "tally": tally_data(tally)}
    part = folder / f"{STATE}.part"
    part.write_text(json.dumps({**data, "check": _check(data)}), encoding="utf-8")
    part.replace(folder / STATE)


def load_state(folder: Path, log: Path, digest: str) -> tuple[Tally, int]:
    """Read how far an audit of this log by these rules is; raise AuditError if there is none."""
    try:
        data: dict[str, Any] = json.loads((folder / STATE).read_text(encoding="utf-8"))
        same = (data["log"], data["size"], data["rules"]) == (log.name, log.stat().st_size, digest)
        if same and data.pop("check") != _check(data):
            raise ValueError("it is not as it was written")
        tally, done = tally_from(data["tally"]), int(data["done"])
    except FileNotFoundError:
        raise AuditError(f"{folder} holds no audit to go on with; start without --resume") from None
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise AuditError(f"{folder / STATE} is damaged ({error}); start without --resume") from None
    if not same:
        raise AuditError(f"{folder / STATE} is about another log, mapping or rules; start without --resume")
    return tally, done


def _check(data: Mapping[str, Any]) -> str:
    """Sum up a state, so that one that was altered adds nothing to an audit."""
    return sha256(json.dumps(data).encode()).hexdigest()
