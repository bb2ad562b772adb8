"""The suite proves that it can fail: every rule of a game is broken, one at a time, and a check must name it."""
