"""Playing cards as small drawings that need no font, no style sheet and no other file."""

from collections.abc import Iterable

from markupsafe import Markup

from fairfelt.rulesets.cards import HIDDEN, RANK_VALUE

_RANKS = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "T": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}
_SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_TEXT_STYLE = "\N{VARIATION SELECTOR-15}"
_BLACK, _RED = "#16211c", "#b3142b"
_INK = {"s": _BLACK, "h": _RED, "d": _RED, "c": _BLACK}
_SHAPES = {
    "s": "M12 1C20 8 22 11 22 14.5A5 5 0 0 1 13 17L15 23H9L11 17A5 5 0 0 1 2 14.5C2 11 4 8 12 1Z",
    "h": "M12 22C4 15 1 12 1 8A5.5 5.5 0 0 1 12 6A5.5 5.5 0 0 1 23 8C23 12 20 15 12 22Z",
    "d": "M12 1Q15 7 21 12Q15 17 12 23Q9 17 3 12Q9 7 12 1Z",
    "c": "M7 6a5 5 0 1 1 8 4a5 5 0 1 1-2 7L15 23H9L11 17a5 5 0 1 1-2-7A5 5 0 0 1 7 6Z",
}
_MARK = "#2a8c5c"


def is_card(card: str) -> bool:
    """Tell a card of the pack from a hidden one, a joker and anything else an engine may have sent."""
    return len(card) == 2 and card[0] in RANK_VALUE and card[1] in _SUITS


def card_words(card: str) -> str:
    """Name a card: `ace of spades`."""
    if card == HIDDEN:
        return "card face down"
    if card == "Xj":
        return "joker"
    return f"{_RANKS[card[0]]} of {_SUITS[card[1]]}" if is_card(card) else f"no card: {card}"


def card_text(card: str) -> str:
    """Write a card in text: `A♠`, `10♥`."""
    if not is_card(card):
        return {"Xj": "joker", HIDDEN: "face-down"}.get(card, f"“{card}”")
    return f"{_rank(card)}{_SIGNS[card[1]]}{_TEXT_STYLE}"


def cards_text(cards: Iterable[str]) -> str:
    """Write cards in text, apart by spaces."""
    return " ".join(card_text(card) for card in cards)


def card_svg(card: str, *, marked: bool = False, gone: str = "") -> Markup:
    """Draw a card 40 wide; a marked one is raised, framed, underlined and named as part of the best hand.

    A card that is `gone`, given up or replaced, is pale and crossed out.
    """
    label = ", ".join(filter(None, [card_words(card), "in the best hand" if marked else "", gone]))
    # The same drawing in every state: only the window moves, so a marked card stands higher in its row.
    frame = f'stroke="{_MARK}" stroke-width="3"' if marked else 'stroke="#8a938e"'
    line = f'<path d="M12 76H38" stroke="{_MARK}" stroke-width="4"/>' if marked else ""
    if gone:
        line = f'<path d="M3 3L47 67M47 3L3 67" stroke="{_BLACK}" stroke-width="2"/>'
    face = Markup('<g opacity=".6">{}</g>').format(_face(card)) if gone else _face(card)
    return Markup(
        '<svg role="img" width="40" height="64" viewBox="0 {top} 50 80"><title>{label}</title>'
        '<rect x="1.5" y="1.5" width="47" height="67" rx="5" fill="{paper}" {frame}/>{face}{line}</svg>'
    ).format(
        top="0" if marked else "-9",
        label=label,
        paper="#fff",
        frame=Markup(frame),
        face=face,
        line=Markup(line),
    )


def _face(card: str) -> Markup:
    if card == HIDDEN:
        return Markup(
            '<rect x="6" y="6" width="38" height="58" rx="3" fill="#1f6f4a"/>'
            '<path d="M6 25L25 6L44 25M6 45L25 26L44 45M6 64L25 46L44 64" fill="none" stroke="#fff"/>'
        )
    if not is_card(card):
        word = "JOKER" if card == "Xj" else card[:6]
        return Markup(
            '<text x="25" y="40" text-anchor="middle" font-family="sans-serif" font-size="12">{}</text>'
        ).format(word)
    ink = _INK[card[1]]
    squeeze = ' textLength="26" lengthAdjust="spacingAndGlyphs"' if card[0] == "T" else ""
    return Markup(
        f'<text x="6" y="29" fill="{ink}" font-family="Arial,sans-serif" font-weight="700" font-size="29"'
        f"{squeeze}>{_rank(card)}</text>"
        f'<path transform="translate(16 36) scale(1.2)" fill="{ink}" d="{_SHAPES[card[1]]}"/>'
    )


def _rank(card: str) -> str:
    return "10" if card[0] == "T" else card[0]
