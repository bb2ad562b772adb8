"""The fifteen tests of NIST SP 800-22 on bits, one module a group, brought together in `battery`."""
