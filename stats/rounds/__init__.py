"""Chance tests of whole rounds: hands, pay lines, money and independence, against exact laws of the ruleset."""
