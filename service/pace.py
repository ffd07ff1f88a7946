"""How often somebody may ask: a bucket that fills at a steady rate (asyncio side, in memory)."""

from __future__ import annotations

import math
import time
from collections import OrderedDict

from world.errors import GalloperError

#: Requests a second that anybody may go on making, and how many at once.
STEADY = 20.0
BURST = 60
#: Askers remembered; the one that has asked nothing for longest is forgotten first.
_REMEMBERED = 20_000


class TooMany(GalloperError):  # noqa: N818
    """Requests come faster than one person needs; ``after`` is the seconds to wait."""

    def __init__(self, after: int, what: str = "") -> None:
        super().__init__(
            what or f"Too many requests; nothing was changed. Wait {after} s before the next one."
        )
        self.after = after


class Pace:
    """A bucket for each asker, by account or by address."""

    def __init__(self, steady: float = STEADY, burst: int = BURST) -> None:
        self._steady = steady
        self._burst = burst
        #: What was left in the bucket, and when (monotonic seconds).
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, asker: str, now: float | None = None, *, cost: int = 1) -> None:
        """Take a request out of the asker's bucket; a dear one counts as several.

        What costs more than a bucket holds takes a full one, and is paid off before the next.

        Raises:
            TooMany: it is empty.
        """
        now = time.monotonic() if now is None else now
        left, then = self._buckets.get(asker, (float(self._burst), now))
        left = min(self._burst, left + (now - then) * self._steady)
        wanted = min(cost, self._burst)
        if left < wanted:
            self._buckets[asker] = (left, now)
            raise TooMany(max(1, math.ceil((wanted - left) / self._steady)))
        self._buckets[asker] = (left - cost, now)
        self._buckets.move_to_end(asker)
        while len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
