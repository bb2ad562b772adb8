"""Exact mathematics of a ruleset: probabilities of its rows, and its house edge under best play."""
