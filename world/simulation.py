"""A campaign played headless: no database, no clock but its own, the same dice for each seed."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import msgspec

from world.advance import StepFailed, advance
from world.batch import Batch
from world.campaign import found
from world.entity import kind_of
from world.errors import Fault
from world.said import Input

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from world.batch import JournalRow, KnownRow, NoticeRow
    from world.dice import Secret
    from world.pack import Pack
    from world.said import Saying
    from world.scenario.scenario import Scenario
    from world.state import World

#: Events between two looks at the batch when nobody times them.
_SLICE = 200


class ProfileRow(msgspec.Struct, frozen=True):
    """What the events of one kind cost: how many there were, and nanoseconds in all."""

    chapter: str
    kind: str
    events: int
    nanoseconds: int


class Simulation:
    """Plays a scenario's scripted campaign from its beginning.

    Args:
        pack: the rules.
        scenario: read for that pack.
        secret: names and dice follow from it.
        timer: a nanosecond counter, where :meth:`profile` is wanted; the world itself has none.
        pace: events between two looks at the world: with 1, each line of the journal is given while
            the world stands as its event has left it.

    Attributes:
        world: as it stands; ``notices`` and ``records`` what people were told and learnt so far.
    """

    def __init__(
        self,
        pack: Pack,
        scenario: Scenario,
        secret: Secret,
        timer: Callable[[], int] | None = None,
        pace: int = _SLICE,
    ) -> None:
        self.world: World
        self.world, first = found(pack, scenario, secret=secret, start=0)
        self.notices: list[NoticeRow] = []
        self.records: list[KnownRow] = []
        self._first = first
        self._timer = timer
        self._pace = pace if timer is None else 1
        self._said: deque[Input] = deque()
        self._numbers: dict[str, int] = {}
        self._spent: dict[str, list[int]] = {}
        self._doubtful: set[str] = set()

    def say(self, at: int, person: str, body: Saying) -> None:
        """Somebody says something at a game instant (ms) up to which has been played.

        It comes into force with the next :meth:`run`, as what intake has checked and kept does.

        Raises:
            Fault: the clock never gets there.
        """
        wall = self.world.face.wall(at)
        if wall is None:
            raise Fault(f"the clock of the simulation never reaches {at}; nothing was said")
        n = self._numbers[person] = self._numbers.get(person, 0) + 1
        self._said.append(Input(person=person, n=n, received=wall, body=body))

    def run(self, until: int) -> Iterator[JournalRow]:
        """Play to the game instant *until* (ms), giving each line of the journal as it is made."""
        yield from self._take(self._first)
        self._first = Batch()
        wall = self.world.face.wall(until)
        if wall is None:
            return
        while True:
            batch = Batch()
            began = self._timer() if self._timer is not None else 0
            try:
                advance(
                    self.world,
                    wall,
                    inputs=self._said,
                    into=batch,
                    limit=self._pace,
                    doubtful=self._doubtful,
                )
            except StepFailed as failure:
                if failure.spoilt:
                    raise failure.error from failure
                # Nothing was kept of it; played once more, then set aside for the referee.
                self._doubtful.add(failure.entry.id)
                batch.more = True
            if self._timer is not None and batch.journal_rows:
                self._note(batch.journal_rows[0].kind, self._timer() - began)
            yield from self._take(batch)
            if not batch.more:
                return

    def _take(self, batch: Batch) -> Iterator[JournalRow]:
        self.notices += batch.notice_rows
        self.records += batch.known_rows
        yield from batch.journal_rows

    def _note(self, kind: str, nanoseconds: int) -> None:
        spent = self._spent.setdefault(kind, [0, 0])
        spent[0] += 1
        spent[1] += nanoseconds

    def profile(self) -> list[ProfileRow]:
        """What each kind of event cost so far, dearest first; empty without a timer."""
        chapters = {
            kind_of(event): chapter.name
            for chapter in self.world.pack.chapters
            for event in (*chapter.events, *chapter.settlers)
        }
        rows = [
            ProfileRow(chapters.get(kind, "?"), kind, events, nanoseconds)
            for kind, (events, nanoseconds) in self._spent.items()
        ]
        return sorted(rows, key=lambda row: -row.nanoseconds)
