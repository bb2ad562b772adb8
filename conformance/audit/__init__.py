"""Settle an operator's recorded rounds again, by the rules and in bulk."""
