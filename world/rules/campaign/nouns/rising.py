"""Risings: people who have taken up arms against a faction (C-REV)."""

from __future__ import annotations

from world.entity import Entity
from world.pack import Chapter
from world.state import World

chapter = Chapter("risings", "People in arms against a faction")


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
