"""A summary as the run of a faulty engine leaves it: all verdicts, several seats, and text that bites."""

import copy
from collections import Counter
from collections.abc import Mapping
from typing import Any

Summary = dict[str, Any]

EVIL = '<b>Evil & "Co"</b>'
LONG = "casino-holdem.settle.ante." + "a-row-whose-name-never-ends-" * 9 + "end"
SUPERSEDED = "casino-holdem.refuse.ante-superseded"
_GAME = "casino-holdem"
_CATEGORIES = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "lower")
_PAYS = ("100 to 1", "20 to 1", "10 to 1", "3 to 1", "2 to 1", "1 to 1")
_SAYS = {
    "one-at-a-time": (
        "Dealing The Cards",
        "One card at a time, face down, to each box with an Ante, the dealer last.",
    ),
    "flop": ("The Flop", "Three communal cards are turned face up right after the deal."),
    "call": ("Call", "A Call is always twice the Ante and ends that player's betting."),
    "fold": ("Fold", "A fold loses the Ante at once; the two cards go to the discards."),
    "river": ("The River", "When all have decided, two more communal cards are dealt."),
    "qualification": (
        "Qualification",
        "The dealer qualifies with a pair of fours or higher among all seven cards.",
    ),
    "antes-only": (
        "Dealer Does Not Qualify",
        "When the dealer does not qualify, every caller's Ante is paid.",
    ),
    "tie": ("Dealer Qualifies", "(a) Exactly the same hand is a push."),
    "dealer-wins": ("Dealer Qualifies", "(b) A better dealer hand takes Ante and Call."),
    "player-wins": (
        "Dealer Qualifies",
        "(c) A better player hand is paid by the AnteWin table, and even money on the Call.",
    ),
    "ante-limits": (
        "Before Dealing",
        "Every Ante is within the minimum and the maximum posted at the table.",
    ),
    "wash": ("Shuffle", "Cards are laid out, checked and washed face down."),
    "cut": ("Cutting The Cards", "The shuffled deck is cut before the deal."),
}


def clause(name: str) -> Summary:
    section, says = _SAYS[name]
    return {
        "id": f"dealing-{_GAME}/{name}",
        "title": "Dealing Casino Holdem",
        "section": section,
        "says": says,
    }


def requirement(name: str, title: str, cites: tuple[str, ...], verdict: str = "pass", **more: Any) -> Summary:
    short = name.removeprefix(f"{_GAME}.")
    return {
        "id": f"{_GAME}.{short}",
        "family": short.split(".")[0],
        "title": title,
        "verdict": verdict,
        "reason": "",
        "clauses": [clause(one) for one in cites],
        "rounds": 24,
        "findings": [],
        "known": None,
        **more,
    }


def finding(name: str, kind: str, expected: str, actual: str, **more: Any) -> Summary:
    return {
        "requirement": f"{_GAME}.{name.removeprefix(_GAME + '.')}",
        "kind": kind,
        "expected": expected,
        "actual": actual,
        "looks_like": None,
        "record": "r000123",
        "reproduce": f"fairfelt requests cmd:./engine --requirement {name} | ./engine",
        "shown": None,
        **more,
    }


def qualifier_round() -> Summary:
    """Two seats against a dealer with a pair of threes: one calls and is paid short, one folds."""
    board = ["3h", "9s", "Jd", "Kc", "7h"]
    return {
        "places": {
            "seat.1": ["As", "Kd"],
            "seat.3": ["2c", "8d"],
            "dealer": ["3d", "Tc"],
            "board": board,
            "burn": ["??"],
        },
        "hands": {
            "seat.1": {"player-hand": {"cards": ["Kd", "Kc", "As", "Jd", "9s"], "category": "pair"}},
            "dealer": {"dealer-hand": {"cards": ["3d", "3h", "Kc", "Jd", "Tc"], "category": "pair"}},
        },
        "actions": [
            {"seat": 1, "decision": "decide", "action": "call", "wagers": {"call": 20}},
            {"seat": 3, "decision": "decide", "action": "fold", "wagers": {}},
        ],
        "ledger": [
            _paid(1, "ante", 10, 20, 10, "settle.ante.dealer-fails/lower", "win", "push"),
            _paid(1, "call", 20, 20, 20, "settle.call.dealer-fails", "returned", "push"),
            _paid(3, "ante", 10, 0, 0, "settle.ante.fold", "forfeit", "forfeit"),
        ],
        "transcript": [
            '-> {"id":3,"method":"round.start","params":{"seats":[{"seat":1,"wagers":{"ante":10}}]}}',
            '<- {"id":3,"result":{"phase":"decision","dealt":[{"to":"seat.1","card":"As"}]}}',
            '-> {"id":4,"method":"round.act","params":{"seat":1,"action":"call","wagers":{"call":20}}}',
        ],
    }


def royal_round() -> Summary:
    """A royal flush on the board and in the hand, with one ledger entry too few."""
    return {
        "places": {"seat.1": ["Ah", "Kh"], "dealer": ["4s", "4c"], "board": ["Qh", "Jh", "Th", "4d", "2c"]},
        "hands": {
            "seat.1": {"player-hand": {"cards": ["Ah", "Kh", "Qh", "Jh", "Th"], "category": "royal-flush"}},
            "dealer": {
                "dealer-hand": {"cards": ["4s", "4c", "4d", "Qh", "Jh"], "category": "three-of-a-kind"}
            },
        },
        "actions": [{"seat": 1, "decision": "decide", "action": "call", "wagers": {"call": 20}}],
        "ledger": [
            _paid(1, "ante", 10, 1010, 510, "settle.ante.player-wins/royal-flush", "win", "win"),
            _paid(1, "call", 20, 40, None, "settle.call.player-wins", "win", None),
        ],
    }


def _paid(
    seat: int, wager: str, staked: int, expected: int, actual: int | None, row: str, *words: str | None
) -> Summary:
    return {
        "seat": seat,
        "wager": wager,
        "staked": staked,
        "expected": expected,
        "actual": actual,
        "row": row,
        "expected_outcome": words[0],
        "actual_outcome": words[1],
    }


def _requirements() -> list[Summary]:
    short = finding(
        "settle.ante.dealer-fails/lower",
        "settlement",
        "ante returns 20 (win)",
        "ante returned 10 (push)",
        looks_like="as if `dealer` were `qualifies` where the rules say `fails`",
        shown=qualifier_round(),
    )
    broken = {
        "settle.ante.dealer-fails/lower": [short, {**short, "record": "r000188", "shown": None}],
        "settle.ante.dealer-fails/flush": [
            finding(
                "settle.ante.dealer-fails/flush",
                "settlement",
                "ante returns 30 (win)",
                "ante returned 10 (push)",
            )
        ],
        "settle.ante.player-wins/royal-flush": [
            finding(
                "settle.ante.player-wins/royal-flush",
                "settlement",
                "ante returns 1010 (win)",
                "ante returned 510 (win)",
                shown=royal_round(),
            )
        ],
    }
    rows = []
    for block in ("dealer-fails", "player-wins"):
        for category, pays in zip(_CATEGORIES, _PAYS, strict=True):
            name = f"settle.ante.{block}/{category}"
            cites = ("antes-only",) if block == "dealer-fails" else ("player-wins",)
            found = broken.get(name, [])
            title = f"Ante, {block}, {category}: {pays}"
            rows.append(requirement(name, title, cites, "fail" if found else "pass", findings=found))
    rows += [
        requirement(f"settle.ante.{name}", f"Ante, {name}", (cite,)) for name, cite in _plain_rows("ante")
    ]
    rows += [
        requirement(f"settle.call.{name}", f"Call, {name}", (cite,)) for name, cite in _plain_rows("call")
    ]
    rows.append(requirement(LONG, "A title that is long as well: " + "very " * 40 + "long", ("tie",)))
    rows += [requirement(f"deal.{name}", f"Deal: {name}", (cite,)) for name, cite in _DEAL]
    rows += [
        requirement(
            f"edge.dealer/{rank}",
            f"Dealer's edge at {rank}",
            ("qualification",),
            "fail" if rank in "234" else "pass",
        )
        for rank in "23456789TJQKA"
    ]
    rows += [requirement(f"legal.decide/{n}", f"What seat {n} may do", ("call", "fold")) for n in range(1, 8)]
    refusal = finding(
        "refuse.ante-over-limit",
        "refusal",
        "the round is refused: limits",
        f"the engine dealt and said {EVIL!r} \x1b[31m",
    )
    rows += [
        requirement(
            "refuse.ante-over-limit",
            "An Ante over the maximum is refused",
            ("ante-limits",),
            "fail",
            findings=[refusal],
        ),
        requirement("refuse.ante-under-limit", "An Ante under the minimum is refused", ("ante-limits",)),
        requirement("refuse.call-of-one", "A Call of one Ante is refused", ("call",)),
        requirement("refuse.unknown-wager", "A wager that the game does not know is refused", ()),
        requirement(
            SUPERSEDED,
            "A second Ante is refused",
            ("ante-limits",),
            "known-failure",
            rounds=3,
            findings=[finding("refuse.ante-superseded", "refusal", "refused: relation", "accepted")],
            known={"issue": "ABC-12", "reason": "mended in 2.0 <soon>", "expires": "2027-01-01"},
        ),
        requirement(
            "refuse.word",
            "The reason of a refusal is the right word",
            (),
            "warning",
            findings=[
                finding("refuse.word", "refusal", "reason limits", "reason relation, and the money is right")
            ],
        ),
    ]
    hang = finding(
        "session.long",
        "engine-fault",
        "an answer within 2 s",
        "no answer in 2 s; the process was ended",
        record=None,
    )
    view = finding(
        "session.hidden", "view", "seat 1 sees ?? ??", "seat 1 saw the dealer's 3♦ 10♣ before the reveal"
    )
    rows += [
        requirement(
            "session.long", "A hundred rounds in one session", (), "engine-fault", rounds=41, findings=[hang]
        ),
        requirement(
            "session.hidden",
            "Nobody sees the dealer's cards early",
            ("one-at-a-time",),
            "fail",
            findings=[view],
        ),
        requirement(
            "session.recall",
            "A settled round can be read again",
            (),
            "blocked",
            rounds=0,
            reason="The engine has no `recall`.",
        ),
        requirement(
            "session.stacks",
            "Stacks move as the ledger says",
            (),
            "blocked",
            rounds=0,
            reason="The engine has no `stacks`.",
        ),
        requirement(
            "session.abandon",
            "An abandoned round gives stakes back",
            (),
            "inconclusive",
            rounds=1,
            reason="One round is too few.",
        ),
        requirement(
            "bank.turns",
            "The bank moves by turns",
            (),
            "not-applicable",
            rounds=0,
            reason="No player banks in this game.",
        ),
    ]
    return rows


_DEAL = (
    ("hole", "one-at-a-time"),
    ("flop", "flop"),
    ("river", "river"),
    ("every-card-once", "one-at-a-time"),
)


def _plain_rows(wager: str) -> tuple[tuple[str, str], ...]:
    shared = (("tie", "tie"), ("dealer-wins", "dealer-wins"), ("one-seat", "call"), ("all-seats", "call"))
    return (
        (("fold", "fold"), *shared)
        if wager == "ante"
        else (("dealer-fails", "antes-only"), ("player-wins", "player-wins"), *shared)
    )


def _fault(
    title: str, names: tuple[str, ...], found: list[Summary], verdict: str = "fail", looks: str | None = None
) -> Summary:
    return {
        "title": title,
        "verdict": verdict,
        "requirements": [f"{_GAME}.{name}" for name in names],
        "findings": 3 * len(found),
        "looks_like": looks,
        "worst": found[0],
        "first": found[0],
        "last": found[-1],
    }


def _faults(requirements: list[Summary]) -> list[Summary]:
    kept = {one["id"].removeprefix(f"{_GAME}."): one["findings"] for one in requirements}
    unqualified = ("settle.ante.dealer-fails/lower", "settle.ante.dealer-fails/flush")
    royal = ("settle.ante.player-wins/royal-flush",)
    return [
        _fault("The engine stops answering", ("session.long",), kept["session.long"], "engine-fault"),
        _fault(
            "The dealer's qualifier is read wrongly",
            (*unqualified, *(f"edge.dealer/{rank}" for rank in "234")),
            [*kept[unqualified[0]], *kept[unqualified[1]]],
            looks="as if `dealer` were `qualifies` where the rules say `fails`",
        ),
        _fault("A royal flush is paid 50 to 1", royal, kept[royal[0]], looks="as if the table said 50 to 1"),
        _fault(
            "A limit is not kept by <script>alert(1)</script>",
            ("refuse.ante-over-limit",),
            kept["refuse.ante-over-limit"],
        ),
        _fault("The dealer's cards are seen early", ("session.hidden",), kept["session.hidden"]),
    ]


def sample_summary() -> Summary:
    """Build the summary of an engine with five faults."""
    requirements = _requirements()
    return {
        "format": 1,
        "suite": {"name": "fairfelt", "version": "0.1.0"},
        "verdict": "engine-fault",
        "exit_code": 1,
        "game": _GAME,
        "title": "Casino Hold'em",
        "source": {"id": f"dealing-{_GAME}", "title": "Dealing Casino Holdem"},
        "variant": None,
        "options": [
            _option("antewin", "Does the AnteWin table replace even money?", "replaces", True, "player-wins"),
            _option(
                "burn",
                "Is a card burnt before the flop and before the last two cards?",
                "before-flop-and-river",
                False,
                "flop",
            ),
            _option("tie", "Which wagers push on a tie?", "both-push", True, "tie"),
        ],
        "pay_tables": [
            {
                "wager": "ante",
                "table": "100-20-10-3-2-1",
                "lines": [
                    {"name": name, "pays": pays} for name, pays in zip(_CATEGORIES, _PAYS, strict=True)
                ],
                "printed": False,
                "clauses": [
                    {
                        "id": "pay-tables-in-use/published",
                        "title": "Pay tables in use",
                        "section": "Published",
                        "says": "Tables.",
                    }
                ],
            }
        ],
        "ruleset_digest": "9f2c" * 16,
        "profile": "ci",
        "seed": 0,
        "unit": "0.01",
        "limits": {"ante": {"min": 10, "max": 1000, "step": 5}, "round": {"max_returned": 5000000}},
        "command": f"fairfelt certify cmd:./engine --game {_GAME} --pay-table ante=100-20-10-3-2-1",
        "engine": {
            "spec": "cmd:./engine --config house.toml",
            "name": EVIL,
            "version": "1.4.2",
            "vendor": "Evil & Sons",
            "build_digest": "sha256:" + "0d1e" * 16,
            "capabilities": {
                "stepwise": True,
                "forced_deck": True,
                "views": True,
                "multi_seat": 7,
                "rng": ["bytes"],
                "recall": False,
            },
        },
        "counts": dict(Counter(one["verdict"] for one in requirements)),
        "rounds": 2345,
        "faults": _faults(requirements),
        "requirements": requirements,
        "untested": [
            {"clause": clause("wash"), "reason": "A record of play shows no washing of cards."},
            {"clause": clause("cut"), "reason": "A record of play shows no cut."},
        ],
        "read_as": [
            {
                "clause": clause("tie"),
                "reading": "A tied Ante gets no AnteWin payout, whatever the board holds.",
            }
        ],
        "absent": [
            {"what": "AA Bonus", "says": "The procedure knows no such wager; an engine must switch it off."}
        ],
    }


def _option(name: str, asks: str, reading: str, default: bool, cite: str) -> Summary:
    says = "The clause says so most plainly."
    return {
        "name": name,
        "asks": asks,
        "reading": reading,
        "says": says,
        "default": default,
        "clauses": [clause(cite)],
    }


def summary_of(verdicts: Mapping[str, str], verdict: str) -> Summary:
    """Build a small summary in which each named requirement has the verdict given, without faults."""
    requirements = [requirement(name, f"Title of {name}", ("fold",), one) for name, one in verdicts.items()]
    counts = dict(Counter(verdicts.values()))
    return {
        **sample_summary(),
        "verdict": verdict,
        "requirements": requirements,
        "counts": counts,
        "faults": [],
    }


def topped(verdict: str) -> Summary:
    """Build a summary whose own verdict no requirement in it is worse than."""
    tested = {} if verdict == "not-applicable" else {"settle.a": "pass"}
    return summary_of({**tested, "settle.b": "not-applicable"}, verdict)


def changed(summary: Summary, *path: Any, to: Any) -> Summary:
    """Return a copy with one value replaced."""
    result = copy.deepcopy(summary)
    inner: Any = result
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return result
