"""Certify engines of casino poker-style table games against machine-readable rules."""

__version__ = "0.1.0"
