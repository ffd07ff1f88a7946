"""A group: turns of several campaigns, run one after another and committed together."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import trio

from service.keeper.turn import SLICE

if TYPE_CHECKING:
    from service.keeper.turn import Turn
    from service.store.rows import CommitRows

#: A group is sent off at so many events, or after so many seconds.
GROUP_EVENTS = 500
GROUP_SECONDS = 0.05
#: Seconds of advancing after which the loop must breathe: a timer is late by as much, and so is
#: each of the half dozen answers that a commit waits for.
BREATH = 0.002


class Group:
    """Turns that will be committed together, and the rows of those in which something happened."""

    __slots__ = ("_breath", "_started", "events", "rows", "turns")

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.rows: list[CommitRows] = []
        self.events = 0
        self._started = self._breath = time.perf_counter()

    def is_full(self) -> bool:
        """Whether it is to be sent off now."""
        return self.events >= GROUP_EVENTS or time.perf_counter() - self._started > GROUP_SECONDS

    async def run(self, turn: Turn, now: int) -> None:
        """Run what is due by the wall instant *now* (µs), until the group is full."""
        kept = turn.kept
        more = True
        while more and not self.is_full():
            before, events = time.perf_counter(), turn.batch.events
            more = turn.slice(now, kept.slice)
            after = time.perf_counter()
            self.events += turn.batch.events - events
            kept.pace(after - before, BREATH, SLICE)
            await self._breathe(after)

    def take(self, turn: Turn) -> None:
        """Take in a turn that will not be run further."""
        self.turns.append(turn)
        if turn.batch.events:
            self.rows.append(turn.rows())

    async def _breathe(self, now: float) -> None:
        if now - self._breath > BREATH:
            await trio.lowlevel.checkpoint()
            self._breath = time.perf_counter()
