"""Time limits of the same length for many tasks at once, by one timer for them all (asyncio side).

A timer for each of thousands of short waits costs more than the waits.  Since all limits are as
long, they end in the order in which they began, and one timer for the first is enough.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import TracebackType


class Limits:
    """Limits of so many seconds each (made inside the asyncio loop)."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._loop = asyncio.get_running_loop()
        #: Those that run, the first to end first.
        self._running: dict[Limit, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def limit(self) -> Limit:
        """One limit, for one ``with`` block within one task; it begins with the block.

        Raises:
            TimeoutError: at the end of the block, if it took longer; it was cancelled then.
        """
        return Limit(self)

    def begin(self, limit: Limit) -> None:
        """Count a limit from now on."""
        limit.ends = self._loop.time() + self.seconds
        self._running[limit] = None
        if self._timer is None:
            self._timer = self._loop.call_at(limit.ends, self._end_those_due)

    def forget(self, limit: Limit) -> None:
        """Count it no more; the timer stays, since most often another one is running."""
        self._running.pop(limit, None)

    def _end_those_due(self) -> None:
        self._timer = None
        now = self._loop.time()
        while self._running:
            first = next(iter(self._running))
            if first.ends > now:
                self._timer = self._loop.call_at(first.ends, self._end_those_due)
                return
            del self._running[first]
            first.expire()


class Limit:
    """What :meth:`Limits.limit` returns."""

    __slots__ = ("_cancelling", "_expired", "_limits", "_task", "ends")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._expired = False
        self.ends = 0.0

    def __enter__(self) -> None:
        task: asyncio.Task[Any] | None = asyncio.current_task()
        if task is None:
            raise RuntimeError("a limit is for a task")
        self._task = task
        self._cancelling = task.cancelling()
        self._limits.begin(self)

    def expire(self) -> None:
        """Cancel what took too long."""
        self._expired = True
        self._task.cancel()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._limits.forget(self)
        # Of two who cancel, the one who is not this limit is obeyed.
        if (
            self._expired
            and self._task.uncancel() <= self._cancelling
            and kind is asyncio.CancelledError
        ):
            raise TimeoutError from error
