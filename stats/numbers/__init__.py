"""Tests of scaled random numbers, by the names that regulators give them, and exact bounds on scaling."""
