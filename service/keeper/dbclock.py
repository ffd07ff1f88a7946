"""Real time is the database's clock, which all daemons share; between readings we count on."""

from __future__ import annotations

import time


class DatabaseClock:
    """The database's ``clock_timestamp()`` carried on by this machine's monotonic clock.

    A reading is paired with the instant its answer arrived, so the estimate is never ahead.  Where
    the database's clock steps back the estimate follows, and the world waits.
    """

    __slots__ = ("_at", "_us", "reading")

    def __init__(self) -> None:
        self._us = 0
        self._at = 0.0
        #: The last reading itself (wall µs); None before the first.
        self.reading: int | None = None

    def set(self, us: int) -> None:
        """Take a reading (wall µs) that has just arrived."""
        self._us = self.reading = us
        self._at = time.monotonic()

    def now(self) -> int:
        """Wall instant now (µs)."""
        return self._us + int((time.monotonic() - self._at) * 1_000_000)

    def age(self) -> float:
        """Seconds since the last reading."""
        return time.monotonic() - self._at
