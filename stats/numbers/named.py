"""The tests by name, and which rules name each of them; data only.

The rules of South Dakota, New Mexico, West Virginia and Virginia name one set of four.
"""

from collections.abc import Mapping

TITLES: Mapping[str, str] = {
    "numbers.chi-square": "Each number comes equally often",
    "numbers.mono-bit": "Each bit is as often set as it should be",
    "numbers.equidistribution": "Pairs and triples of numbers come equally often",
    "numbers.overlaps": "Overlapping groups of neighbours come equally often",
    "numbers.coupon-collector": "As many numbers are drawn for a full set as should be",
    "numbers.runs": "Rising, falling and one-sided runs are as long as they should be",
    "numbers.interplay-correlation": "Positions within a play don't depend on each other",
    "numbers.serial-correlation": "Numbers don't depend on the numbers shortly before",
    "numbers.duplicates": "Numbers repeat within a block as often as they should",
    "numbers.gap": "A number comes back after as long a gap as it should",
    "numbers.poker": "Hands of five numbers hold as many equals as they should",
    "numbers.permutation": "Four numbers stand in each order equally often",
    "numbers.spectral": "No frequency stands out",
    "numbers.subsequences": "Every k-th number is spread like all numbers",
    "numbers.kolmogorov-smirnov": "The numbers' distribution function is nowhere far off",
    "numbers.adjacency": "Neighbours differ as they should",
    "numbers.order-statistic": "The largest of several numbers is spread as it should be",
    "numbers.poisson": "A number comes as often within a window as it should",
}
"""Test ids, in the order of a report, with what a fair source does."""

_FOUR = ("S.D. Admin. R. 48:02:08:02", "N.M.A.C. 15.1.7.13", "W. Va. Code 29-22B-909", "11 VAC 20-20-510")
_RULES: Mapping[str, tuple[str, ...]] = {
    "GLI-19 3.2.2": (
        "chi-square",
        "overlaps",
        "coupon-collector",
        "runs",
        "interplay-correlation",
        "serial-correlation",
        "duplicates",
    ),
    "25 CFR 547.14(b)(2)": (
        "chi-square",
        "runs",
        "serial-correlation",
        "equidistribution",
        "gap",
        "poker",
        "coupon-collector",
        "permutation",
        "spectral",
        "subsequences",
    ),
    "58 Pa. Code 810a.5(c)": (
        "chi-square",
        "equidistribution",
        "gap",
        "overlaps",
        "poker",
        "coupon-collector",
        "permutation",
        "kolmogorov-smirnov",
        "adjacency",
        "order-statistic",
        "runs",
        "interplay-correlation",
        "serial-correlation",
        "subsequences",
        "poisson",
    ),
    "N.J.A.C. 13:69E-1.28G(b)3": ("chi-square", "mono-bit", "runs"),
    "AGCO 21.1.2": ("chi-square", "runs", "serial-correlation"),
    **dict.fromkeys(_FOUR, ("chi-square", "runs", "interplay-correlation", "serial-correlation")),
}

SOURCES: Mapping[str, tuple[str, ...]] = {
    id_: tuple(rule for rule, names in _RULES.items() if id_.removeprefix("numbers.") in names) for id_ in TITLES
}
"""The rules that name each test."""
