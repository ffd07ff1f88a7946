"""What the dispatcher counts; read at ``/metrics``.  No label ever names a person or an address."""

from __future__ import annotations

import functools

from prometheus_client import Counter, Gauge

ATTEMPTS = Counter(
    "galloper_attempts",
    "Attempts to deliver a notice, by kind of channel and outcome; a rise of retries means that a"
    " relay or many receivers are down",
    ["kind", "outcome"],
)


@functools.cache
def attempts(kind: str, outcome: str) -> Counter:
    """The counter of one kind and outcome: to look it up takes longer than to count."""
    return ATTEMPTS.labels(kind, outcome)


CLOSED = Counter(
    "galloper_channels_closed",
    "Channels that were closed because the receiver wanted no more or failed for days",
    ["kind"],
)

BOUNCES = Counter(
    "galloper_bounces",
    "Mails that came back, by what was wrong: hard (no such mailbox), soft (the mailbox takes"
    " nothing), message (this one was refused)",
    ["kind"],
)

RELAY_DOWN = Gauge(
    "galloper_relay_down",
    "1 while the mail relay cannot be reached or does not take mail from us; mails wait meanwhile",
)
