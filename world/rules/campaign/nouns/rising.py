"""Risings: people who have taken up arms against a faction (C-REV)."""

from __future__ import annotations

from world.entity import Entity
from world.pack import Chapter
from world.state import World
from world.step import Step

chapter = Chapter("risings", "People in arms against a faction")

SIZE_DIE = chapter.param(
    "revolt.size_die", "1d20", "dice", "C-REV-01", "thrown for the size of a revolt"
)
SIZE_UNIT = chapter.param(
    "revolt.size_unit", 500, "infantry", "C-REV-01", "men for each point of that throw"
)


class Rising(Entity, frozen=True, tag="rising"):
    """A revolt, before it breaks out and while it lasts.

    Attributes:
        army: the id under which the rebels stand, or will; the rising is found by it.
        faction: their side; ``leader`` the commander who leads them.
        against: the side that provoked them; ``cause`` how.
        men: how many.
        hexes: where they may rise.
        place: where they first stood; '' until then.
        sort: what kind of man leads them.
        aim: what they want, in the referee's words.
    """

    army: str
    faction: str
    leader: str
    against: str
    cause: str
    men: int
    hexes: tuple[str, ...]
    place: str | None = None
    sort: str = "revolutionary"
    aim: str = ""


chapter.declare(Rising)


def rising_of(world: World, army: str) -> Rising | None:
    """The rising whose rebels an army is, if it is one."""
    return world.find(Rising, f"rising:{army}")


def size_of_revolt(step: Step, cause: str) -> int:
    """How many rise, by the die (C-REV-01)."""
    rolled = step.roll(f"size of the revolt for {cause}", step.param(SIZE_DIE)).total
    return rolled * step.param(SIZE_UNIT)
