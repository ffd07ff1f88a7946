"""The benchmark of streams runs, and everybody hears everything."""

from __future__ import annotations

from service.api.streams import OF_ONE
from tests.benchmarks.streams import measure


def test_every_stream_hears_every_notice_and_the_report_says_what_it_cost() -> None:
    report = measure(2 * OF_ONE + 1, 3, 0.3, {"fsync": "off"})
    assert (report.streams, len(report.heard)) == (2 * OF_ONE + 1, 3)
    assert all(0 <= last - first < 10 for first, last in report.heard)
    assert report.opened > 0
    assert report.cost >= 0
    words = " ".join(report.lines())
    assert "17 streams open" in words
    assert "medians of 3 notices" in words
