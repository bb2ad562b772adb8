"""Write logs of rounds that were settled as due, for audits to find what is then changed in them."""

import json
import random
from pathlib import Path
from typing import Any

from fairfelt.rulesets.cards import full_deck
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.settle import settle_seat

GAME = "six-card-poker"


def rules() -> Rules:
    return choose(load(GAME))


def rounds(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """Play rounds of Six Card Poker at one seat and settle them by the oracle of single rounds."""
    drawn, chosen = random.Random(seed), rules()
    return [_round(chosen, drawn, f"r{number}") for number in range(1, count + 1)]


def _round(chosen: Rules, drawn: random.Random, name: str) -> dict[str, Any]:
    cards = drawn.sample(full_deck(), 12)
    places = {"seat": tuple(cards[:6]), "dealer": tuple(cards[6:])}
    stakes = {"ante": drawn.choice([5, 10, 25])} | ({"aces-up": 5} if drawn.random() < 0.5 else {})
    choices = {"decide": drawn.choice(["fold", "play", "play"])}
    if choices["decide"] == "play":
        stakes["play"] = stakes["ante"]
    elif "aces-up" in stakes:
        choices["claim"] = "claim"
    known = {"claim": "not-asked", **chosen.known, **choices, "side": "placed" if "aces-up" in stakes else "absent"}
    settled = settle_seat(chosen, known, stakes, places.__getitem__)
    return {
        "round": name,
        "seat": 1,
        "cards": {place: "".join(held) for place, held in places.items()},
        "choices": choices,
        "stakes": stakes,
        "returned": {one.wager: one.returned for one in settled},
    }


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
