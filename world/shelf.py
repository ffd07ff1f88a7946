"""Entities kept together: those of one kind, in one place, or filed under one name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from world.entity import Entity


class Shelf:
    """A set of entities that can be had in id order; the order is worked out when it is asked for.

    An entity that changes without coming or going leaves the order of the ids as it is.
    """

    __slots__ = ("_entities", "_ids", "_members")

    def __init__(self) -> None:
        self._members: dict[str, Entity] = {}
        self._ids: tuple[str, ...] | None = None
        self._entities: tuple[Entity, ...] | None = None

    def __bool__(self) -> bool:
        return bool(self._members)

    def put(self, entity: Entity) -> None:
        """Add an entity, or replace the one of its id."""
        if entity.id not in self._members:
            self._ids = None
        self._members[entity.id] = entity
        self._entities = None

    def take(self, entity_id: str) -> None:
        """Take an entity away."""
        if self._members.pop(entity_id, None) is not None:
            self._ids = self._entities = None

    @property
    def ids(self) -> tuple[str, ...]:
        """Their ids, in order."""
        if self._ids is None:
            self._ids = tuple(sorted(self._members))
        return self._ids

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The entities, in id order."""
        if self._entities is None:
            members = self._members
            self._entities = tuple([members[i] for i in self.ids])
        return self._entities
