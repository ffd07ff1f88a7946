"""Which campaign wants attention when: by what is due in it, and by what was said in it."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.keeper.kept import Kept


class Agenda:
    """Campaigns in the order in which they want attention.

    An entry that no longer holds (the campaign was dropped, is under way, or wants attention at
    another instant) is passed over as it comes up.

    Args:
        kept: the campaigns in memory by id.
        rests: tells of a campaign's id whether it is left alone for now, whatever it wants.
    """

    __slots__ = ("_heap", "_kept", "_rests")

    def __init__(self, kept: Mapping[str, Kept], rests: Callable[[str], bool]) -> None:
        self._kept = kept
        self._rests = rests
        self._heap: list[tuple[int, str]] = []

    def enter(self, kept: Kept) -> None:
        """Note when a campaign wants attention, if ever; call it again whenever that changes."""
        wants = kept.wants()
        if wants is not None:
            heapq.heappush(self._heap, (wants, kept.campaign_id))

    def head(self) -> int | None:
        """The wall instant (µs) at which the first campaign wants attention."""
        heap = self._heap
        while heap:
            wants, campaign_id = heap[0]
            kept = self._kept.get(campaign_id)
            if kept is not None and kept.wants() == wants and not self._rests(campaign_id):
                return wants
            heapq.heappop(heap)
        return None

    def take(self, now: int, most: int) -> list[Kept]:
        """Take off up to *most* campaigns that want attention by the wall instant *now* (µs)."""
        taken: dict[str, Kept] = {}
        while len(taken) < most and (head := self.head()) is not None and head <= now:
            _, campaign_id = heapq.heappop(self._heap)
            taken[campaign_id] = self._kept[campaign_id]
        return list(taken.values())
