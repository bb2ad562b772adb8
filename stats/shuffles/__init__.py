"""Tests of shuffles: does every order of the pack come up equally often, and does one shuffle tell about the next?"""
