"""What the keeper counts; read at ``/metrics``.  No label ever names a person or quotes a text."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

EVENTS = Counter("galloper_events", "Events that took place")
COMMITS = Counter("galloper_commits", "Batches committed")
FENCED = Counter("galloper_fenced", "Commits refused because the campaign had moved on elsewhere")
DROPPED = Counter("galloper_worlds_dropped", "Worlds dropped because a commit's outcome is unknown")
FAILED = Counter("galloper_steps_failed", "Handlers that raised")
KEPT = Gauge("galloper_campaigns_kept", "Campaigns this daemon keeps in memory")
PINGS_LOST = Counter("galloper_pings_lost", "Notifications that did not come back in time")
LATENESS = Histogram(
    "galloper_lateness_seconds",
    "From the instant an event was due to its commit",
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 30, 300, 3600),
)
