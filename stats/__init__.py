"""Tests of randomness. They are given decks and numbers, and know no protocol."""
