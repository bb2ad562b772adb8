"""Traceability: what the rules declare, which requirement judges it, and what is left over on either side."""
