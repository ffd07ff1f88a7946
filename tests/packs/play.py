"""Play a pack without a database: what the keeper does, on tables that are dictionaries.

A :class:`Play` keeps what a store would keep (entity bodies, timeline rows, journal, notices,
records), so that a test can compare it, open the world from it afresh, or go on from any point.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from world.advance import StepFailed, advance
from world.batch import Batch, JournalRow, KnownRow, NoticeRow
from world.campaign import empty, found, reopen
from world.dice import Secret
from world.journal import encoder
from world.said import AnswerDecision, GiveOrder, Input, Saying
from world.scenario.scenario import Scenario, read_scenario

if TYPE_CHECKING:
    from world.clock import Rate
    from world.order import Order
    from world.pack import Pack
    from world.state import World

#: A Sunday evening in March 2026 (wall µs).
START = 1_772_391_600_000_000
MS = 1_000
SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Kept(NamedTuple):
    """Everything that is kept of a campaign, comparable to the last byte."""

    entities: tuple[tuple[str, bytes], ...]
    timeline: tuple[tuple[str, int, int, int, bytes], ...]
    now: int
    seq: int
    head: bytes
    notice_n: tuple[tuple[str, int], ...]
    known_n: tuple[tuple[str, int], ...]


class Story(NamedTuple):
    """What a play left behind: its state and everything it wrote."""

    kept: Kept
    journal: tuple[JournalRow, ...]
    notices: tuple[NoticeRow, ...]
    known: tuple[KnownRow, ...]


def kept_of(world: World) -> Kept:
    """What is in a world, as it would be kept."""
    return Kept(
        tuple(sorted((entity.id, encoder.encode(entity)) for entity in world.entities.values())),
        tuple(
            sorted(
                (entry.id, entry.axis, entry.due, entry.rank, encoder.encode(entry.event))
                for entry in world.timeline.entries.values()
            )
        ),
        world.now,
        world.seq,
        world.head,
        tuple(sorted(world.notice_n.items())),
        tuple(sorted(world.known_n.items())),
    )


class Play:
    """A campaign being played: ``world``, and the tables its batches were written to."""

    def __init__(
        self,
        pack: Pack,
        scenario: Scenario,
        secret: Secret,
        *,
        start: int = START,
        rate: Rate | None = None,
    ) -> None:
        self.pack, self.scenario, self.secret, self.start = pack, scenario, secret, start
        self.entities: dict[str, bytes] = {}
        self.timeline: dict[str, tuple[str, int, int, int, bytes]] = {}
        self.journal: list[JournalRow] = []
        self.notices: list[NoticeRow] = []
        self.known: list[KnownRow] = []
        self.taken: list[Input] = []
        self.walls: list[int] = []
        self.failed: list[StepFailed] = []
        self._said: dict[str, int] = {}
        self.world, batch = found(pack, scenario, secret=secret, start=start, rate=rate)
        self.write(batch)

    # -- the store -------------------------------------------------------------------------------

    def write(self, batch: Batch) -> None:
        """Keep a batch as the store would."""
        for entity in batch.changed.values():
            self.entities[entity.id] = encoder.encode(entity)
        for entry_id in batch.unplaced:
            if entry_id not in batch.placed:
                self.timeline.pop(entry_id, None)
        for entry in batch.placed.values():
            body = encoder.encode(entry.event)
            self.timeline[entry.id] = (entry.id, entry.axis, entry.due, entry.rank, body)
        self.journal += batch.journal_rows
        self.notices += batch.notice_rows
        self.known += batch.known_rows
        self.taken += batch.taken
        self.walls += batch.walls

    def kept(self) -> Kept:
        """What is kept in the tables; the same as is in the world, or the batches were wrong."""
        kept = Kept(
            tuple(sorted(self.entities.items())),
            tuple(sorted(self.timeline.values())),
            self.world.now,
            self.world.seq,
            self.world.head,
            tuple(sorted(self.world.notice_n.items())),
            tuple(sorted(self.world.known_n.items())),
        )
        assert kept == kept_of(self.world)
        return kept

    def reopen(self) -> None:
        """Drop the world and open it from the tables."""
        old = self.world
        self.world = reopen(
            empty(self.pack, self.scenario, self.secret),
            entities=self.entities.values(),
            timeline=self.timeline.values(),
            now=old.now,
            seq=old.seq,
            head=old.head,
            notice_n=old.notice_n,
            known_n=old.known_n,
        )

    # -- playing ---------------------------------------------------------------------------------

    def at(self, offset: int) -> int:
        """The wall instant *offset* µs after the start."""
        return self.start + offset

    def says(self, person: str, body: Saying, offset: int) -> Input:
        """What a person says, received *offset* µs after the start, numbered as theirs."""
        n = self._said[person] = self._said.get(person, 0) + 1
        return Input(person=person, n=n, received=self.start + offset, body=body)

    def run(
        self,
        offset: int,
        inputs: Iterable[Input] = (),
        *,
        limit: int | None = None,
        doubtful: Container[str] = (),
    ) -> Play:
        """Advance to *offset* µs after the start, at most *limit* events a batch."""
        queue = deque(inputs)
        while True:
            batch = Batch()
            try:
                advance(
                    self.world,
                    self.start + offset,
                    inputs=queue,
                    into=batch,
                    limit=limit,
                    doubtful=doubtful,
                )
            finally:
                self.write(batch)
            if not batch.more:
                return self

    def keep(self, offset: int, inputs: Iterable[Input] = (), *, limit: int | None = None) -> Play:
        """As :meth:`run`, but with the keeper's patience: what fails is tried on a fresh world."""
        queue, doubtful = deque(inputs), set[str]()
        while True:
            try:
                return self.run(offset, queue, limit=limit, doubtful=doubtful)
            except StepFailed as failure:
                self.failed.append(failure)
                doubtful.add(failure.entry.id)
                queue = deque(said for said in queue if said not in self.taken)
                self.reopen()

    def each(self, offset: int, inputs: Iterable[Input] = ()) -> Iterator[World]:
        """As :meth:`keep`, event by event: the world after each."""
        queue, doubtful = deque(inputs), set[str]()
        while True:
            batch = Batch()
            until = self.start + offset
            try:
                advance(self.world, until, inputs=queue, into=batch, limit=1, doubtful=doubtful)
            except StepFailed as failure:
                doubtful.add(failure.entry.id)
                self.reopen()
                continue
            if not batch.events:
                return
            self.write(batch)
            yield self.world

    def line(self, index: int) -> Any:
        """A line of the journal, decoded."""
        return msgspec.json.decode(self.journal[index].body)

    def lines(self, kind: str = "") -> list[Any]:
        """The lines of the journal, of one kind of event if given, decoded."""
        return [msgspec.json.decode(row.body) for row in self.journal if kind in {"", row.kind}]

    def told(self, person: str, kind: str = "") -> list[Any]:
        """The notices a person was sent, of one kind if given, decoded."""
        return [
            msgspec.json.decode(row.body)
            for row in self.notices
            if row.person == person and kind in {"", row.kind}
        ]

    def happened(self, kind: str) -> list[int]:
        """When events of a kind took place, in µs since the start; not the founding."""
        events = zip(self.journal[1:], self.walls, strict=True)
        return [wall - self.start for row, wall in events if row.kind == kind]

    def story(self) -> Story:
        """What has been left behind so far."""
        return Story(self.kept(), tuple(self.journal), tuple(self.notices), tuple(self.known))


def scenario_of(pack: Pack, text: str = "", **files: str) -> Scenario:
    """A scenario of a pack from the keys of its YAML that differ from the usual."""
    return read_scenario(
        {"scenario.yaml": f"title: A test\npack: {pack.name}\n{text}", **files}, pack
    )


def begin(
    pack: Pack, text: str = "", *, seed: int = 1, start: int = START, rate: Rate | None = None
) -> Play:
    """Found a campaign of a pack; *text* are further lines of its scenario."""
    return Play(pack, scenario_of(pack, text), Secret.of_seed(seed), start=start, rate=rate)


def ordered(inputs: Sequence[Input]) -> list[Input]:
    """Inputs in the order in which the keeper takes them."""
    return sorted(inputs, key=lambda said: (said.received, said.person, said.n))


def order(order_: Order) -> GiveOrder:
    """Saying an order."""
    return GiveOrder(order=msgspec.Raw(msgspec.json.encode(order_, order="deterministic")))


def answer(rule: str, option: str, text: str = "") -> AnswerDecision:
    """Answering the oldest open decision of a rule."""
    return AnswerDecision(decision=f"rule:{rule}", option=option, text=text)
