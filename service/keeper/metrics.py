"""What the keeper counts; read at ``/metrics``.  No label ever names a person or quotes a text."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import REGISTRY, Counter, Gauge
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from prometheus_client import Metric

EVENTS = Counter("galloper_events", "Events that took place")
COMMITS = Counter("galloper_commits", "Batches committed")
FENCED = Counter("galloper_fenced", "Commits refused because the campaign had moved on elsewhere")
DROPPED = Counter("galloper_worlds_dropped", "Worlds dropped because a commit's outcome is unknown")
FAILED = Counter("galloper_steps_failed", "Handlers that raised")
UNREADABLE = Gauge(
    "galloper_campaigns_unreadable", "Campaigns left alone because this daemon cannot open them"
)
KEPT = Gauge("galloper_campaigns_kept", "Campaigns this daemon keeps in memory")
PINGS_LOST = Counter("galloper_pings_lost", "Notifications that did not come back in time")


class Lateness(Collector):
    """A histogram of lateness that takes in a batch of events at once.

    One observation of ``prometheus_client`` costs as much as a tenth of an event.
    """

    _BOUNDS = (5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 30_000, 300_000, 3_600_000)  # ms

    def __init__(self) -> None:
        self._bounds_us = [bound * 1_000 for bound in self._BOUNDS]
        self._counts = [0] * (len(self._BOUNDS) + 1)
        self._sum_us = 0
        REGISTRY.register(self)

    def add(self, late: Iterable[int]) -> None:
        """Count events that were committed so many wall µs after they were due."""
        for us in late:
            self._counts[bisect_left(self._bounds_us, us)] += 1
            self._sum_us += max(us, 0)

    def collect(self) -> Iterator[Metric]:
        """Give what was counted, as the registry wants it."""
        total = list(accumulate(self._counts))
        names = [*(str(bound / 1_000) for bound in self._BOUNDS), "+Inf"]
        yield HistogramMetricFamily(
            "galloper_lateness_seconds",
            "From the instant an event was due to its commit",
            buckets=list(zip(names, total, strict=True)),
            sum_value=self._sum_us / 1_000_000,
        )


LATENESS = Lateness()
