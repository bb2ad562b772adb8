"""The decision rule: what a battery measured, how sure that makes us, and what follows from it."""
