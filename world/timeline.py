"""The timeline: what is due, in one total order over all actors.

Entries stand on one of two axes, *game* time (marches, riders, recurrences) and *answering* time
(people's time limits, grid deadlines).  Within an axis the order is ``(due, rank, subject, id)``:
*rank* is the pack's own order of things that fall on one instant, *subject* the entity it is about.
No counter takes part, so the order does not depend on when anything was written down.
"""

from __future__ import annotations

import heapq
from typing import ClassVar

import msgspec

from world.errors import Fault

GAME = 0
ANSWERING = 1

#: Ranks between which a pack places its own; time limits of people come last.
RANK_FIRST = 0
RANK_USUAL = 500
#: What people say at an instant comes after what the game brings then.
RANK_SAID = 900
RANK_LAST = 1000


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind"):
    """Something that will happen to ``subject``; a pack declares its own subclasses.

    ``rank`` (a class attribute) orders events of one instant; ``version`` counts its shapes.
    """

    rank: ClassVar[int] = RANK_USUAL
    version: ClassVar[int] = 1

    subject: str


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An event with its place on the timeline; ``due`` in whole milliseconds of its axis."""

    id: str
    axis: int
    due: int
    rank: int
    event: Event


Key = tuple[int, int, str, str]


def key_of(entry: Entry) -> Key:
    """The entry's place within its axis."""
    return (entry.due, entry.rank, entry.event.subject, entry.id)


class Timeline:
    """Pending entries by name; on each axis a sorted run of what was loaded and a heap of the rest.

    What a campaign was opened with is taken off the end of its run, however long that is; a heap
    would be sifted through for each.  The first key of a run or heap leaves it at once when its
    entry is removed; what was removed from further down is skipped as it surfaces.
    """

    __slots__ = ("_heaps", "_left", "_runs", "entries")

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        #: Earliest last.
        self._runs: tuple[list[Key], list[Key]] = ([], [])
        self._heaps: tuple[list[Key], list[Key]] = ([], [])
        #: How many keys of removed entries are left on each axis.
        self._left = [0, 0]

    def __len__(self) -> int:
        return len(self.entries)

    def load(self, entries: list[Entry]) -> None:
        """Fill an empty timeline at once."""
        self.entries = {entry.id: entry for entry in entries}
        for axis in (GAME, ANSWERING):
            self._left[axis] = 0
            self._heaps[axis].clear()
            self._runs[axis][:] = sorted(
                (key_of(entry) for entry in entries if entry.axis == axis), reverse=True
            )

    def add(self, entry: Entry) -> None:
        """Place an entry.

        Raises:
            Fault: an entry of that name is pending already.
        """
        if entry.id in self.entries:
            raise Fault(f"the event {entry.id} ({entry.event!r}) is on the timeline already")
        self.entries[entry.id] = entry
        heapq.heappush(self._heaps[entry.axis], key_of(entry))

    def remove(self, entry_id: str) -> Entry | None:
        """Take an entry off, if it is there."""
        entry = self.entries.pop(entry_id, None)
        if entry is not None:
            axis = entry.axis
            run, heap = self._runs[axis], self._heaps[axis]
            if self._left[axis]:
                self._left[axis] += 1
            elif run and run[-1][3] == entry_id:
                run.pop()
            elif heap and heap[0][3] == entry_id:
                heapq.heappop(heap)
            else:
                self._left[axis] += 1
        return entry

    def head(self, axis: int) -> Entry | None:
        """The next entry of an axis, left in place."""
        run, heap = self._runs[axis], self._heaps[axis]
        if self._left[axis]:
            self._skip(axis)
        if run and not (heap and heap[0] < run[-1]):
            return self.entries[run[-1][3]]
        return self.entries[heap[0][3]] if heap else None

    def _skip(self, axis: int) -> None:
        """Take the keys of removed entries off the ends of the run and the heap."""
        run, heap = self._runs[axis], self._heaps[axis]
        while self._left[axis] and run and self._is_stale(run[-1], axis):
            run.pop()
            self._left[axis] -= 1
        while self._left[axis] and heap and self._is_stale(heap[0], axis):
            heapq.heappop(heap)
            self._left[axis] -= 1

    def _is_stale(self, key: Key, axis: int) -> bool:
        # An entry taken off and placed again elsewhere leaves its old key behind.
        entry = self.entries.get(key[3])
        return entry is None or entry.axis != axis or key != key_of(entry)
