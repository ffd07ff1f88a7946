"""What reactions changed while a handler announced something, and who has not looked since.

A handler that reads an entity, announces a fact, and then puts the entity back as it read it,
changed or not, would silently undo what a reaction did to it.  That is found here and refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.entity import Entity, Tombstone
from world.errors import Fault

if TYPE_CHECKING:
    from world.state import World


class Reacted:
    """By depth of announcing: entities that were changed below, with what each was before.

    From the first such change on the world notes what is read, until the step is at its end:
    whoever has looked at an entity since may put it.
    """

    __slots__ = ("_below", "_followed", "_noting", "_world")

    def __init__(self, world: World) -> None:
        self._world = world
        self._below: list[dict[str, Entity | None]] = []
        #: Whether we are who has the world note what is read; and what was read before, if not.
        self._noting = False
        self._followed: set[str] = set()

    def begins(self, depth: int) -> None:
        """A reaction begins at this depth: nothing has changed below it."""
        del self._below[depth:]
        while len(self._below) <= depth:
            self._below.append({})

    def put(self, depth: int, entity: Entity, old: Entity | None) -> None:
        """An entity was put by who works at this depth, in place of *old*.

        Raises:
            Fault: a reaction had changed it, and it was not read again since.
        """
        if len(self._below) > depth and entity.id in self._below[depth]:
            before = self._below[depth].pop(entity.id)
            reads = self._world.reads
            if (reads is None or entity.id not in reads) and _overwrites(before, old, entity):
                raise Fault(
                    f"{type(entity).__name__} {entity.id!r} is put as it was before a reaction"
                    " changed it; read it again after announcing"
                )
        for above in self._below[:depth]:
            above.setdefault(entity.id, old)
        if depth:
            self._note_reads(entity.id)

    def _note_reads(self, entity_id: str) -> None:
        world = self._world
        if world.reads is None:
            world.reads, self._noting = set(), True
        elif not self._noting and entity_id in world.reads:
            self._followed.add(entity_id)
        world.reads.discard(entity_id)

    def close(self) -> None:
        """The step is at its end."""
        if self._noting:
            self._world.reads = None
        elif self._world.reads is not None:
            self._world.reads |= self._followed


def _overwrites(before: Entity | None, old: Entity | None, new: Entity) -> bool:
    """Whether anything that changed from *before* to *old* is not in *new*; what is removed is."""
    if new == old or type(new) is Tombstone:
        return False
    if before is None or type(before) is not type(old) or type(new) is not type(old):
        return True
    return any(
        getattr(before, field) != value != getattr(new, field)
        for field, value in ((field, getattr(old, field)) for field in new.__struct_fields__)
    )
