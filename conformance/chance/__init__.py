"""Chance: draw shuffles, numbers and rounds from an engine, or read them from files, and have `stats` judge them."""
