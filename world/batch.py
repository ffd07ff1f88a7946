"""A batch: what a run of events leaves to be written, as columns ready for the database.

State, journal, timeline, notices and records of a batch are committed together or not at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.entity import Entity, kind_of
from world.journal import Learned, Line, Told, chained, encoder

if TYPE_CHECKING:
    from world.notice import Notice, Record
    from world.said import Input
    from world.state import World
    from world.timeline import Entry


class JournalRow(msgspec.Struct, frozen=True, gc=False):
    """A line of the journal: its number, game instant (ms), event and body with chained hash."""

    seq: int
    at: int
    event: str
    kind: str
    body: bytes
    hash: bytes


class NoticeRow(msgspec.Struct, frozen=True, gc=False):
    """A notice: the ``n``-th of its person, named by its cause; ``seq`` is its journal line."""

    person: str
    n: int
    id: str
    kind: str
    at: int
    body: bytes
    seq: int


class KnownRow(msgspec.Struct, frozen=True, gc=False):
    """A record: the ``n``-th of its person, at a game instant (ms)."""

    person: str
    n: int
    at: int
    kind: str
    body: bytes


class Batch:
    """What is to be written after some events.

    ``events`` counts the events run; ``more`` says that the limit was reached before the end.
    ``walls`` are the wall instants (µs) at which they were due, from which lateness is measured.
    An entity changed ten times is written once; an event placed and run within the batch never.
    """

    __slots__ = (
        "changed",
        "events",
        "journal_rows",
        "known_rows",
        "more",
        "notice_rows",
        "placed",
        "taken",
        "unplaced",
        "walls",
    )

    def __init__(self) -> None:
        self.changed: dict[str, Entity] = {}
        self.placed: dict[str, Entry] = {}
        self.unplaced: list[str] = []
        self.journal_rows: list[JournalRow] = []
        self.notice_rows: list[NoticeRow] = []
        self.known_rows: list[KnownRow] = []
        self.taken: list[Input] = []
        self.walls: list[int] = []
        self.events = 0
        self.more = False

    def change(self, entity: Entity) -> None:
        """An entity is new or changed."""
        self.changed[entity.id] = entity

    def place(self, entry: Entry) -> None:
        """An entry was put on the timeline."""
        self.placed[entry.id] = entry

    def unplace(self, entry_id: str) -> None:
        """An entry has left the timeline, by running or by being cancelled."""
        if self.placed.pop(entry_id, None) is None:
            self.unplaced.append(entry_id)

    def notice(self, world: World, person: str, name: str, at: int, notice: Notice) -> Told:
        """Number and keep a notice; returns what the journal says of it."""
        n = world.notice_n[person] = world.notice_n.get(person, 0) + 1
        body = encoder.encode(notice)
        kind = kind_of(type(notice))
        self.notice_rows.append(NoticeRow(person, n, name, kind, at, body, world.seq + 1))
        return Told(person, kind, name)

    def known(self, world: World, person: str, at: int, record: Record) -> Learned:
        """Number and keep a record; returns what the journal says of it."""
        n = world.known_n[person] = world.known_n.get(person, 0) + 1
        kind = kind_of(type(record))
        self.known_rows.append(KnownRow(person, n, at, kind, encoder.encode(record)))
        return Learned(person, kind, n)

    def journal(self, world: World, line: Line) -> None:
        """Number, chain and keep a line of the journal."""
        body = encoder.encode(line)
        world.seq += 1
        world.head = chained(world.head, body)
        self.journal_rows.append(
            JournalRow(
                world.seq,
                line.at,
                line.entry.id,
                kind_of(type(line.entry.event)),
                body,
                world.head,
            )
        )
