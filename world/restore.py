"""Restore a campaign as it stood at any line of its journal, from the recorded changes alone.

Nothing is played again and no struct is decoded, so this works across releases: what comes out are
the very bytes the store kept at that line, for :func:`world.campaign.reopen` to open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from world.journal import Learned, Told, chained

if TYPE_CHECKING:
    from collections.abc import Iterable

_Body = dict[str, msgspec.Raw]


class _Placed(msgspec.Struct):
    """An entry as the journal has it, its event still in its bytes."""

    id: str
    axis: int
    due: int
    rank: int
    event: msgspec.Raw


class _Line(msgspec.Struct):
    """The parts of a line that say what changed; see :class:`world.journal.Line`."""

    entry: _Placed
    at: int
    changed: dict[str, _Body] = {}
    started: tuple[_Placed, ...] = ()
    cancelled: tuple[str, ...] = ()
    told: tuple[Told, ...] = ()
    learned: tuple[Learned, ...] = ()


class Restored(NamedTuple):
    """A campaign as kept; the fields are what :func:`world.campaign.reopen` takes."""

    entities: tuple[bytes, ...]
    timeline: tuple[tuple[str, int, int, int, bytes], ...]
    now: int
    seq: int
    head: bytes
    notice_n: dict[str, int]
    known_n: dict[str, int]


_decoder = msgspec.json.Decoder(_Line)


def restore(bodies: Iterable[bytes]) -> Restored:
    """Everything that was kept after the last of these lines.

    Args:
        bodies: the journal from its first line on, without a gap.
    """
    entities: dict[str, _Body] = {}
    timeline: dict[str, tuple[str, int, int, int, bytes]] = {}
    notice_n: dict[str, int] = {}
    known_n: dict[str, int] = {}
    now = seq = 0
    head = bytes(32)
    for body in bodies:
        line = _decoder.decode(body)
        for entity_id, change in line.changed.items():
            # Only a whole entity tells its kind.
            if "kind" in change:
                entities[entity_id] = change
            else:
                entities[entity_id].update(change)
        for entry_id in (line.entry.id, *line.cancelled):
            timeline.pop(entry_id, None)
        for entry in line.started:
            event = bytes(entry.event)
            timeline[entry.id] = (entry.id, entry.axis, entry.due, entry.rank, event)
        for told in line.told:
            notice_n[told.person] = notice_n.get(told.person, 0) + 1
        for learned in line.learned:
            known_n[learned.person] = learned.n
        now, seq, head = line.at, seq + 1, chained(head, body)
    # Fields in the order in which they stand in the struct: the bytes are those that were kept.
    kept = tuple(msgspec.json.encode(body) for body in entities.values())
    return Restored(kept, tuple(timeline.values()), now, seq, head, notice_n, known_n)
