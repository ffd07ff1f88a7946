"""When to try again: the longer it has failed the rarer, with jitter against crowds."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

#: Seconds before the second, third … attempt; after the last the delivery is given up.
SCHEDULE = (5, 30, 120, 600, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
#: A receiver that asks for more patience than this (s) does not get it.
LONGEST = 86_400
#: Failures in a row from which on a channel is given rests, and how long these are (s).
RESTS_FROM = 5
RESTS = (10, 30, 60, 300, 900)
#: Seconds of nothing but failures after which a channel is closed.
CLOSED_AFTER = 5 * 86_400


def delay(
    attempt: int, retry_after: float | None = None, jitter: Callable[[], float] = random.random
) -> float | None:
    """Seconds until the attempt after number *attempt*; None when it is time to give up.

    ``retry_after`` is the least the receiver asked for.  Up to a fifth is added at random, and
    nothing is ever taken off.
    """
    if attempt > len(SCHEDULE):
        return None
    least = max(SCHEDULE[attempt - 1], min(retry_after or 0.0, LONGEST))
    return least * (1 + 0.2 * jitter())


def rest(
    failures: int, retry_after: float | None = None, jitter: Callable[[], float] = random.random
) -> float | None:
    """Seconds for which a channel is left alone after so many *failures* in a row; None: at once.

    A receiver that asks for patience gets it from the first failure on.
    """
    asked = min(retry_after or 0.0, LONGEST)
    own = 0
    if failures >= RESTS_FROM:
        own = RESTS[min(failures - RESTS_FROM, len(RESTS) - 1)]
    least = max(own, asked)
    return least * (1 + 0.2 * jitter()) if least else None
