"""The state of one campaign in memory: entities, timeline, and indexes derived from them."""

from __future__ import annotations

from collections import defaultdict
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from world.clock import Clock
from world.decision import Decision
from world.derived import Derived, Kept
from world.entity import Entity, Tombstone
from world.errors import Fault
from world.kernel.nouns import CLOCK_ID, Quarantined
from world.shelf import Shelf
from world.timeline import ANSWERING, GAME, Timeline

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from world.calendar import Calendar
    from world.clock import ClockFace
    from world.derived import Key
    from world.dice import Secret
    from world.pack import Pack
    from world.param import Params
    from world.release import Renewal
    from world.timeline import Entry

E = TypeVar("E", bound=Entity)
T = TypeVar("T")

_INDEXED = frozenset((Clock, Decision, Quarantined))
_id_of = attrgetter("id")

#: How often a successor is followed before the chain is called a fault.
_SUCCESSORS = 64


def _unlink(table: dict[str, set[str]], subject: str, entity_id: str) -> None:
    standing = table.get(subject)
    if standing is not None:
        standing.discard(entity_id)
        if not standing:
            del table[subject]


def _place(entity: Entity) -> str | None:
    place: str | None = entity.place  # type: ignore[attr-defined]
    return place


def _file(entity: Entity) -> str:
    under: str = getattr(entity, entity.filed_by)
    return under


class World:
    """One campaign as the kernel sees it.

    Only events change it, within :func:`world.advance.advance`; everybody else reads.  Besides
    entities and timeline it carries counters that the database keeps with each row: ``seq`` and
    ``head`` of the journal, and how many notices and records each person has.

    Attributes:
        now: game time (ms) of the last event, never of the last look.
        calendar: turns game instants into dates.
        scene: the pack's static data, built from the scenario (its map, say).
    """

    __slots__ = (
        "_derived",
        "_filed",
        "_kinds",
        "_places",
        "about",
        "blocked",
        "calendar",
        "entities",
        "face",
        "head",
        "known_n",
        "notice_n",
        "now",
        "pack",
        "params",
        "reads",
        "renewal",
        "scene",
        "secret",
        "seq",
        "timeline",
    )

    def __init__(
        self, pack: Pack, secret: Secret, params: Params, scene: Any, calendar: Calendar
    ) -> None:
        self.pack = pack
        self.secret = secret
        self.params = params
        self.scene = scene
        self.calendar = calendar
        self.entities: dict[str, Entity] = {}
        self.timeline = Timeline()
        self.now = 0
        self.seq = 0
        self.head = bytes(32)
        self.notice_n: dict[str, int] = {}
        self.known_n: dict[str, int] = {}
        self.face: ClockFace
        #: Subjects of open decisions, and of quarantined events, with what stands on them.
        self.about: dict[str, set[str]] = {}
        self.blocked: dict[str, set[str]] = {}
        #: What was upgraded as the world was opened, until it is kept in its new shape.
        self.renewal: Renewal | None = None
        #: Ids read by the step that runs, when somebody follows causes; None otherwise.
        self.reads: set[str] | None = None
        self._kinds: dict[type[Entity], Shelf] = {}
        self._places: defaultdict[type[Entity], dict[str, Shelf]] = defaultdict(dict)
        self._filed: defaultdict[type[Entity], dict[str, Shelf]] = defaultdict(dict)
        self._derived = Derived()

    # -- reading ---------------------------------------------------------------------------------

    def get(self, kind: type[E], entity_id: str) -> E:
        """The entity of that id, or of whoever succeeded it.

        Raises:
            Fault: there never was such an id, it is of another kind, or nobody succeeded it.
        """
        found = self.find(kind, entity_id)
        if found is None:
            raise Fault(f"no living {kind.__name__} answers to {entity_id!r}")
        return found

    def find(self, kind: type[E], entity_id: str) -> E | None:
        """As :meth:`get`, but None where nothing of that kind lives under the id."""
        if self.reads is not None:
            self.reads.add(entity_id)
        found = self.entities.get(entity_id)
        if type(found) is kind:
            return found
        if type(found) is Tombstone:
            found = self.resolve(entity_id)
        return found if isinstance(found, kind) else None

    def resolve(self, entity_id: str) -> Entity | None:
        """Whatever lives under an id now, following successors; None if it is gone or unknown."""
        for _ in range(_SUCCESSORS):
            if self.reads is not None:
                self.reads.add(entity_id)
            found = self.entities.get(entity_id)
            if type(found) is not Tombstone:
                return found
            if found.successor is None:
                return None
            entity_id = found.successor
        raise Fault(f"the successors of {entity_id!r} form a ring")

    def buried(self, entity_id: str) -> bool:
        """Whether something lived under an id and was removed, succeeded by another or not."""
        if self.reads is not None:
            self.reads.add(entity_id)
        return type(self.entities.get(entity_id)) is Tombstone

    def of(self, kind: type[E]) -> tuple[E, ...]:
        """All entities of a kind, in id order."""
        shelf = self._kinds.get(kind)
        if self.reads is not None:
            self._looked(f"kind:{kind.__name__}", shelf)
        return shelf.entities if shelf is not None else ()  # type: ignore[return-value]

    def at(self, place: str, kind: type[E]) -> tuple[E, ...]:
        """Entities of a kind whose ``place`` is this one, in id order."""
        shelf = self._places[kind].get(place)
        if self.reads is not None:
            self._looked(f"place:{place}", shelf)
        return shelf.entities if shelf is not None else ()  # type: ignore[return-value]

    def among(self, places: Collection[str], kind: type[E]) -> list[E]:
        """Entities of a kind whose ``place`` is one of these, in id order."""
        shelves = self._places[kind]
        found = [entity for place in shelves.keys() & places for entity in shelves[place].entities]
        found.sort(key=_id_of)
        if self.reads is not None:
            self.reads.update(map("place:".__add__, places))
            self.reads.update(map(_id_of, found))
        return found  # type: ignore[return-value]

    def filed(self, kind: type[E], under: str) -> tuple[E, ...]:
        """Entities of a kind whose field ``kind.filed_by`` is *under*, in id order."""
        shelf = self._filed[kind].get(under)
        if self.reads is not None:
            self._looked(f"filed:{kind.__name__}:{under}", shelf)
        return shelf.entities if shelf is not None else ()  # type: ignore[return-value]

    def _looked(self, where: str, shelf: Shelf | None) -> None:
        """Note what was read, for whoever follows causes."""
        reads = self.reads
        assert reads is not None  # noqa: S101 - asked by those who have seen it
        reads.add(where)
        if shelf is not None:
            reads.update(shelf.ids)

    def derived(self, key: Key, make: Callable[[], T]) -> T:
        """What *make* works out from entities, kept until one that it has read changes.

        It must go by the key, entities, scene and figures alone, never by the instant or the
        timeline, and change nothing.
        """
        kept = self._derived.get(key)
        if kept is None:
            outer, self.reads = self.reads, set()
            try:
                kept = Kept(make(), frozenset(self.reads), make)
                self._derived.keep(key, kept)
            finally:
                inner, self.reads = self.reads, outer
                if outer is not None:
                    outer |= inner
        elif self.reads is not None:
            self.reads |= kept.reads
        value: T = kept.value
        return value

    def let_go(self) -> None:
        """Drop what is derived, whose makers hold the world: it is free when nobody else does."""
        self._derived.clear()

    def stale(self) -> list[Key]:
        """Derived values that are not what they would be if worked out now: none, ever."""
        return self._derived.stale()

    # -- writing (the kernel's own) --------------------------------------------------------------

    def set(self, entity: Entity) -> Entity | None:
        """Put an entity in place of the one of its id, keeping the indexes; returns the old one."""
        entities = self.entities
        entity_id, kind = entity.id, type(entity)
        old = entities.get(entity_id)
        if old is entity:
            return old
        entities[entity_id] = entity
        if old is not None and type(old) is kind:
            self._kinds[kind].put(entity)
            if kind in self.pack.placed:
                self._move(self._places[kind], "place", _place(old), _place(entity), entity)
            if kind.filed_by:
                self._move(
                    self._filed[kind], f"filed:{kind.__name__}", _file(old), _file(entity), entity
                )
        else:
            if old is not None:
                self._leave(old)
            self._enter(entity)
        if kind in _INDEXED:
            self._kernel_index(old, entity)
        self._derived.changed(entity_id)
        return old

    def unset(self, entity_id: str) -> None:
        """Take an entity away without a trace; only to undo a step that failed."""
        old = self.entities.pop(entity_id)
        self._leave(old)
        self._derived.changed(entity_id)

    def _enter(self, entity: Entity) -> None:
        kind = type(entity)
        shelf = self._kinds.get(kind)
        if shelf is None:
            shelf = self._kinds[kind] = Shelf()
        shelf.put(entity)
        self._derived.changed(f"kind:{kind.__name__}")
        if kind in self.pack.placed:
            self._move(self._places[kind], "place", None, _place(entity), entity)
        if kind.filed_by:
            self._move(self._filed[kind], f"filed:{kind.__name__}", None, _file(entity), entity)

    def _leave(self, old: Entity) -> None:
        kind = type(old)
        self._kinds[kind].take(old.id)
        self._derived.changed(f"kind:{kind.__name__}")
        if kind in self.pack.placed:
            self._move(self._places[kind], "place", _place(old), None, old)
        if kind.filed_by:
            self._move(self._filed[kind], f"filed:{kind.__name__}", _file(old), None, old)
        if isinstance(old, Decision):
            for subject in old.about:
                _unlink(self.about, subject, old.id)
        elif isinstance(old, Quarantined):
            _unlink(self.blocked, old.subject, old.id)

    def _move(
        self,
        shelves: dict[str, Shelf],
        what: str,
        before: str | None,
        after: str | None,
        entity: Entity,
    ) -> None:
        """Put an entity on the shelf where it now belongs, and off the one where it did."""
        if before != after:
            if before is not None:
                shelf = shelves[before]
                shelf.take(entity.id)
                if not shelf:
                    del shelves[before]
                self._derived.changed(f"{what}:{before}")
            if after is not None:
                self._derived.changed(f"{what}:{after}")
        if after is not None:
            there = shelves.get(after)
            if there is None:
                there = shelves[after] = Shelf()
            there.put(entity)

    def _kernel_index(self, old: Entity | None, entity: Entity) -> None:
        if isinstance(entity, Clock):
            self.face = entity.face()
        elif isinstance(entity, Quarantined):
            self.blocked.setdefault(entity.subject, set()).add(entity.id)
        elif isinstance(entity, Decision):
            if isinstance(old, Decision):
                for subject in old.about:
                    _unlink(self.about, subject, old.id)
            if entity.state == "open":
                for subject in entity.about:
                    self.about.setdefault(subject, set()).add(entity.id)

    # -- loading and time ------------------------------------------------------------------------

    def load(self, entities: Iterable[Entity], timeline: list[Entry]) -> None:
        """Fill an empty world with what the store kept."""
        for entity in entities:
            self.set(entity)
        self.timeline.load(timeline)
        if CLOCK_ID not in self.entities:
            raise Fault("a campaign without a clock cannot be opened")

    def wall(self, entry: Entry) -> int | None:
        """Wall instant (µs) at which an entry is due; None while its axis stands still for ever."""
        if entry.axis == GAME:
            return self.face.wall(entry.due)
        return self.face.answering_wall(entry.due)

    def next_due(self) -> int | None:
        """Wall instant (µs) of the earliest pending event; None when nothing will ever be due."""
        walls = []
        for axis in (GAME, ANSWERING):
            head = self.timeline.head(axis)
            if head is not None:
                wall = self.wall(head)
                if wall is not None:
                    walls.append(wall)
        return min(walls, default=None)
