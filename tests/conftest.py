"""What holds for every test: hypothesis profiles, the form of rule marks, and no skipping."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Generator

# How long an example takes says something about the machine, nothing about the property.
settings.register_profile(
    "dev", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow]
)
# The same examples for every run: a change is judged by its own faults, not by chance.
settings.register_profile(
    "ci",
    settings.get_profile("dev"),
    max_examples=50,
    derandomize=True,
    print_blob=True,
)
# New examples, many of them: `make soak`.
settings.register_profile("soak", settings.get_profile("dev"), max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

# C-MARCH-01, and C-RET-T18 for a row of a table.
RULE_ID = re.compile(r"[A-Z]-[A-Z]+-[A-Z]?\d+")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a rule mark that names no rule: it would claim a rule is tested when it is not."""
    for item in items:
        for mark in item.iter_markers("rule"):
            if not mark.args or not all(RULE_ID.fullmatch(str(rule)) for rule in mark.args):
                raise pytest.UsageError(
                    f"{item.nodeid}: write @pytest.mark.rule('C-MARCH-01'), not {mark.args!r}"
                )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Count a skipped test as failed: a guarantee that is not looked at is not held."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = (
            f"Tests do not skip here; make what it needs part of the setup.\n{report.longrepr}"
        )
    return report
