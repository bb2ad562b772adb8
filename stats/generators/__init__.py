"""Weak generators recognised by what they gave: raw words, fractions, or the decks that were shuffled by them."""
