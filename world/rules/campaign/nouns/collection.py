"""A collection of taxes while it runs (C-TAX-02)."""

from __future__ import annotations

from world.entity import Entity
from world.pack import Chapter
from world.state import World

chapter = Chapter("collections", "Collections of taxes while they run")


class Collection(Entity, frozen=True, tag="collection"):
    """Collectors who go about a stronghold's land.

    Attributes:
        stronghold: whose land it is; ``by`` the commander who sent them.
        due: game instant (ms) at which they are back; ``event`` that is it.
    """

    stronghold: str
    by: str
    due: int
    event: str


chapter.declare(Collection)


def collection_of(world: World, stronghold: str) -> Collection | None:
    """The collection that a stronghold is about, if it is."""
    return next((each for each in world.of(Collection) if each.stronghold == stronghold), None)
