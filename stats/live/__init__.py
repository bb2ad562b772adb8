"""Tests of a live stream that may be looked at after every batch, for as long as it runs."""
