"""A detachment at school: out of action until it has become another kind (C-SPEC-02)."""

from __future__ import annotations

from world.entity import Entity
from world.pack import Chapter
from world.rules.campaign.nouns.army import Special
from world.state import World

chapter = Chapter("schools", "Detachments that are turned into another kind")


class Training(Entity, frozen=True, tag="training"):
    """A detachment that skilled soldiers of a fortress turn into another kind.

    Attributes:
        army, detachment: whose it is, by id and name; what it ``becomes``.
        stronghold: the fortress.
        paid: doubloons paid for it.
        due: game instant (ms) at which it is ready; ``event`` that is it.
    """

    army: str
    detachment: str
    becomes: Special
    stronghold: str
    paid: int
    due: int
    event: str


chapter.declare(Training)


def trainings_of(world: World, army: str) -> tuple[Training, ...]:
    """What detachments of an army are being turned into."""
    return tuple(each for each in world.of(Training) if each.army == army)
