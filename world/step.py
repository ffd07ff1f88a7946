"""A step: everything one event may read, change and start.

A handler gets a :class:`Step` and returns nothing.  What it does is kept or dropped as a whole.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from world.dice import Roll
from world.dispatch import Dispatch
from world.entity import Entity, Tombstone, kind_of
from world.errors import Fault, Refused
from world.kernel.nouns import Recurring
from world.kernel.recurring import place_next
from world.reacted import Reacted
from world.timeline import ANSWERING, GAME, Entry, Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from world.decision import Question
    from world.fact import Fact
    from world.notice import Notice, Record
    from world.param import Param
    from world.recurrence import Recurrence
    from world.state import World

E = TypeVar("E", bound=Entity)
T = TypeVar("T")

#: The last instant (ms) at which something may be due: some 146 million years ahead.
_FURTHEST = 2**62

#: How deep facts may announce further facts before it is called a fault.
_DEPTH = 12

_entity_json = msgspec.json.Encoder(order="deterministic")


class _Mark(NamedTuple):
    """How far a step had come: lengths of its lists, and copies of what is no list."""

    undo: int = 0
    started: int = 0
    cancelled: int = 0
    dice: int = 0
    facts: int = 0
    told: int = 0
    known: int = 0
    labels: frozenset[str] = frozenset()
    draws: tuple[tuple[str, int], ...] = ()


class Step:
    """The hands of a handler.

    What it has done so far stands in ``undo``, ``started``, ``cancelled``, ``dice``, ``facts``,
    ``told`` and ``known``, from which :func:`world.keeping.keep` writes it down.

    Attributes:
        world: for reading; handlers change it only by the methods here.
        id: name of the event that runs; ``entry`` is its place on the timeline.
        now: game instant (ms).
        received: wall instant (µs) at which the input that runs was received; 0 otherwise.
    """

    __slots__ = (
        "_answering",
        "_depth",
        "_draws",
        "_labels",
        "_reacted",
        "_scope",
        "attempt",
        "cancelled",
        "dice",
        "entry",
        "facts",
        "id",
        "known",
        "now",
        "received",
        "started",
        "told",
        "undo",
        "world",
    )

    def __init__(
        self, world: World, entry: Entry, now: int, answering: int | None, received: int = 0
    ) -> None:
        self.world = world
        self.id = entry.id
        self.now = now
        self.received = received
        self.attempt = 0
        self.entry = entry
        self._answering = answering
        self._scope = ""
        self._depth = 0
        self._reacted: Reacted | None = None
        self._labels: set[str] = set()
        self.undo: list[tuple[str, Entity | None]] = []
        self.started: list[Entry] = []
        self.cancelled: list[Entry] = []
        self.dice: list[Roll] = []
        self._draws: dict[str, int] = {}
        self.facts: list[Fact] = []
        self.told: list[tuple[str, str, Notice]] = []
        self.known: list[tuple[str, Record]] = []

    # -- reading ---------------------------------------------------------------------------------

    def get(self, kind: type[E], entity_id: str) -> E:
        """The entity of that id or its successor; see :meth:`world.state.World.get`."""
        return self.world.get(kind, entity_id)

    def find(self, kind: type[E], entity_id: str) -> E | None:
        """As :meth:`get`, or None."""
        return self.world.find(kind, entity_id)

    def of(self, kind: type[E]) -> tuple[E, ...]:
        """All entities of a kind, in id order."""
        return self.world.of(kind)

    def at_place(self, place: str, kind: type[E]) -> tuple[E, ...]:
        """Entities of a kind in a place, in id order."""
        return self.world.at(place, kind)

    def param(self, param: Param[T]) -> T:
        """The figure in force in this campaign."""
        return self.world.params[param]

    @property
    def answering(self) -> int:
        """Answering time (ms) of this instant."""
        if self._answering is None:
            wall = self.world.face.wall(self.now)
            if wall is None:
                raise Fault("an event ran while game time stands still for ever")
            self._answering = self.world.face.answering(wall)
        return self._answering

    # -- changing --------------------------------------------------------------------------------

    def name(self, label: str) -> str:
        """A new id that follows from this event and *label*.

        Raises:
            Fault: the label was used in this step already.
        """
        return self._named("name", label)

    def _named(self, what: str, label: str) -> str:
        path = f"{self._scope}{what}/{label}"
        labels = self._labels
        if path in labels:
            raise Fault(f"the label {path!r} is used twice in one step; give each its own")
        labels.add(path)
        return self.world.secret.name(f"{self.id}/{path}")

    def put(self, entity: Entity) -> None:
        """Add an entity, or replace the one of its id."""
        if kind_of(type(entity)) not in self.world.pack.entities:
            raise Fault(f"the pack does not declare the entity {type(entity).__name__}")
        self._set(entity)

    def _set(self, entity: Entity) -> None:
        old = self.world.set(entity)
        self.undo.append((entity.id, old))
        if self._reacted is not None:
            self._reacted.put(self._depth, entity, old)

    def remove(self, entity: Entity, because: str, successor: str | None = None) -> None:
        """Remove an entity, leaving a tombstone that names its successor, if any."""
        if successor == entity.id:
            raise Fault(f"{entity.id!r} cannot succeed itself")
        if type(self.world.entities.get(entity.id)) is Tombstone:
            raise Fault(f"{entity.id!r} is gone already and cannot be removed again")
        stone = Tombstone(
            id=entity.id, was=kind_of(type(entity)), because=because, successor=successor
        )
        self._set(stone)

    # -- starting and stopping -------------------------------------------------------------------

    def at(self, instant: int, event: Event, label: str = "") -> str:
        """Place an event at a game instant (ms), not before now; returns its id."""
        return self._place(GAME, max(instant, self.now), event, label)

    def after(self, delay: int, event: Event, label: str = "") -> str:
        """Place an event *delay* game milliseconds from now; returns its id."""
        return self._place(GAME, self.now + max(delay, 0), event, label)

    def after_answering(self, delay: int, event: Event, label: str = "") -> str:
        """Place an event *delay* ms of answering time from now; returns its id.

        For what people are waited for: pauses and outages of the service do not count.
        """
        return self._place(ANSWERING, self.answering + max(delay, 0), event, label)

    def _place(self, axis: int, due: int, event: Event, label: str) -> str:
        kind = kind_of(type(event))
        entry_id = self._named("at", f"{kind}/{event.subject}/{label}")
        self.start(Entry(entry_id, axis, due, type(event).rank, event))
        return entry_id

    def start(self, entry: Entry) -> None:
        """Place an entry that has its name already (the kernel's own).

        Raises:
            Fault: it lies so far ahead that no store could hold its instant.
        """
        if entry.due > _FURTHEST:
            raise Fault(f"an event at {entry.due} ms is further ahead than time is counted")
        self.world.timeline.add(entry)
        self.started.append(entry)

    def cancel(self, entry_id: str) -> bool:
        """Take a pending event off the timeline; False when it is not there (any more)."""
        entry = self.world.timeline.remove(entry_id)
        if entry is None:
            return False
        self.cancelled.append(entry)
        return True

    def every(self, name: str, when: Recurrence, event: Event) -> str:
        """Start a recurrence of *event*; ``(name, event.subject, local date)`` is its identity.

        One of that name and subject that is running already is set anew.

        Raises:
            Fault: the name holds a slash, which keeps name, subject and date apart.
        """
        if "/" in name:
            raise Fault(f"the recurrence {name!r} needs a name without a slash")
        self.stop(name, event.subject)
        recurring = Recurring(
            id=self.world.secret.name(f"{name}/{event.subject}"),
            name=name,
            subject=event.subject,
            when=when,
            event=msgspec.Raw(_entity_json.encode(event)),
        )
        place_next(self, recurring, after=None)
        return recurring.id

    def stop(self, name: str, subject: str) -> bool:
        """End a recurrence; False when there is none of that name and subject."""
        recurring = self.find(Recurring, self.world.secret.name(f"{name}/{subject}"))
        if recurring is None:
            return False
        self.cancel(recurring.pending)
        self.remove(recurring, "stopped")
        return True

    # -- chance ----------------------------------------------------------------------------------

    def roll(self, reason: str, dice: str) -> Roll:
        """Throw dice (``2d6``) for a reason; the draw is journalled."""
        reason = self._scope + reason
        n = self._draws.get(reason, 0)
        self._draws[reason] = n + 1
        faces = self.world.secret.faces(self.id, reason, n, self.attempt, dice)
        roll = Roll(reason, dice, faces, n)
        self.dice.append(roll)
        return roll

    def chance(self, reason: str, k: int, n: int) -> bool:
        """A chance of k-in-n: 1dn shows at most k, held between 0 and n (C-GEN-03)."""
        return self.roll(reason, f"1d{n}").total <= min(max(k, 0), n)

    def pick(self, reason: str, choices: Sequence[T]) -> T:
        """One of the choices, each as likely as any other."""
        if not choices:
            raise Fault(f"nothing to pick from for {reason!r}")
        return choices[self.roll(reason, f"1d{len(choices)}").total - 1]

    # -- telling ---------------------------------------------------------------------------------

    def tell(self, person: str, notice: Notice, label: str = "") -> None:
        """Ping a person; give a label where one kind goes to one person twice in a step."""
        kind = kind_of(type(notice))
        self.told.append((person, self._named("tell", f"{person}/{kind}/{label}"), notice))

    def learn(self, person: str, record: Record) -> None:
        """Add a line to a person's record."""
        self.known.append((person, record))

    def happened(self, fact: Fact, label: str = "") -> None:
        """Announce a fact; every reaction runs now, each with its own labels and dice."""
        reactions = self.world.pack.reactions.get(type(fact), ())
        self.facts.append(fact)
        if self._depth >= _DEPTH:
            raise Fault(f"facts announced facts {_DEPTH} deep; the last was {fact!r}")
        scope, kind = self._scope, kind_of(type(fact))
        self._named("fact", f"{kind}/{label}")
        self._depth += 1
        try:
            for index, (chapter, reaction) in enumerate(reactions):
                self._scope = f"{scope}{chapter}.{index}/{kind}/{label}/"
                self._below().begins(self._depth)
                reaction(self, fact)
        finally:
            self._scope = scope
            self._depth -= 1

    def write(self, dispatch: Dispatch) -> None:
        """Hand words over to be carried."""
        self.happened(dispatch, dispatch.label)

    def ask(self, question: Question, label: str = "") -> str:
        """Put a question to a person; returns the decision's id.

        The default of an ``at_once`` question is applied before this returns.

        Raises:
            Fault: the default is none of the options.
        """
        from world.kernel.deciding import ask  # noqa: PLC0415 - the two know one another

        return ask(self, question, label)

    # -- closing (the kernel's own) --------------------------------------------------------------

    def touched(self) -> Iterable[str]:
        """Ids changed so far, in the order of their first change."""
        return dict.fromkeys(entity_id for entity_id, _ in self.undo)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is done inside is done whole: when it is ``Refused``, nothing of it has happened."""
        mark = _Mark(
            len(self.undo),
            len(self.started),
            len(self.cancelled),
            len(self.dice),
            len(self.facts),
            len(self.told),
            len(self.known),
            frozenset(self._labels),
            tuple(self._draws.items()),
        )
        try:
            yield
        except Refused:
            self._back_to(mark)
            raise

    def _below(self) -> Reacted:
        if self._reacted is None:
            self._reacted = Reacted(self.world)
        return self._reacted

    def close(self) -> None:
        """The step is at its end, kept or dropped."""
        if self._reacted is not None:
            self._reacted.close()

    @contextmanager
    def within(self, scope: str) -> Iterator[None]:
        """Give what is done inside labels and dice of its own, as reactions to facts have."""
        outer = self._scope
        self._scope = f"{outer}{scope}/"
        self._depth += 1
        self._below().begins(self._depth)
        try:
            yield
        finally:
            self._scope = outer
            self._depth -= 1

    def drop(self) -> None:
        """Undo everything this step did."""
        self._back_to(_Mark())

    def _back_to(self, mark: _Mark) -> None:
        world = self.world
        started = self.started[mark.started :]
        for entry in started:
            world.timeline.remove(entry.id)
        # What was both placed and taken off since then never was.
        own = {id(entry) for entry in started}
        for entry in self.cancelled[mark.cancelled :]:
            if id(entry) not in own:
                world.timeline.add(entry)
        for entity_id, old in reversed(self.undo[mark.undo :]):
            if old is None:
                world.unset(entity_id)
            else:
                world.set(old)
        del self.undo[mark.undo :], self.started[mark.started :]
        del self.cancelled[mark.cancelled :], self.dice[mark.dice :]
        del self.facts[mark.facts :], self.told[mark.told :], self.known[mark.known :]
        self._labels = set(mark.labels)
        self._draws = dict(mark.draws)
