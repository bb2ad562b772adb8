"""The calibration that ships: what `fairfelt chance --calibrate` measured, for certificates to attach."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HOME = Path(__file__).with_name("measured.json")


def measured() -> dict[str, Any]:
    """Read the calibration that ships, as `calibrate` gave it."""
    found: dict[str, Any] = json.loads(HOME.read_text("utf-8"))
    return found


def attached(data: Mapping[str, Any]) -> dict[str, Any]:
    """Give what a certificate tells: false alarms on good sources, and how often bad ones are found."""
    return {
        "alpha": data["level"]["alpha"],
        "root": data["root"],
        "sound": data["sound"],
        "digest": data["digest"],
        "good": [
            {key: source[key] for key in ("title", "decks", "samples", "rejected", "false_alarms")}
            for source in data["sources"]
            if source["fair"]
        ],
        "bad": [
            {key: source[key] for key in ("title", "decks", "samples", "power")}
            | {"by": source["found_by"][0]["id"] if source["found_by"] else None}
            for source in data["sources"]
            if not source["fair"]
        ],
    }
