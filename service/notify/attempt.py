"""How an attempt to deliver went."""

from __future__ import annotations

from typing import Literal

import msgspec


class Attempt(msgspec.Struct, frozen=True):
    """One attempt's outcome.

    ``retry``: try again later, no sooner than ``retry_after`` seconds if given; ``wait``: the same,
    and nothing is wrong with this message: it was sent too soon after others; ``failed``: this one
    will never be accepted; ``dropped``: it may not be sent; ``closed``: the receiver wants nothing
    more at all; ``down``: the way out is, so that the attempt does not count.

    ``bounce`` is the enhanced status code (RFC 3463) of a mail that failed for good.
    """

    outcome: Literal["sent", "retry", "wait", "failed", "dropped", "closed", "down"]
    status: str
    retry_after: float | None = None
    bounce: str = ""
