"""One test for each requirement: what `pytest --pyargs fairfelt.conformance` collects."""

import pytest

from fairfelt.conformance.pytest_run import judge_requirement


def test_requirement(fairfelt_requirement: str, request: pytest.FixtureRequest) -> None:
    judge_requirement(request.node, fairfelt_requirement)
