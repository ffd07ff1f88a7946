"""What lies abandoned on the road, for whoever comes to take it (C-MARCH-04)."""

from __future__ import annotations

from world.entity import Entity
from world.pack import Chapter
from world.state import World

chapter = Chapter("leavings", "What lies abandoned on the road")


class LeftBehind(Entity, frozen=True, tag="left_behind"):
    """What lies abandoned in a hex, for whoever comes to take it."""

    place: str
    wagons: int = 0
    six: int = 0
    eighteen: int = 0
    supplies: int = 0

    @property
    def amounts(self) -> tuple[int, int, int, int]:
        """Wagons, six-pounders, eighteen-pounders, supplies."""
        return self.wagons, self.six, self.eighteen, self.supplies


chapter.declare(LeftBehind)


def lying_at(world: World, place: str) -> LeftBehind:
    """What lies in a hex; nothing where nobody left anything."""
    key = f"left:{place}"
    return world.find(LeftBehind, key) or LeftBehind(id=key, place=place)
