"""A zoo of broken engines: each is the reference engine with the one vice that it is named for.

They prove that the suite fails when it must, and only where it must.
"""
