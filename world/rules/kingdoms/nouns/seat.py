"""A seat at the table: somebody who may create a kingdom, or plays one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.entity import Entity

if TYPE_CHECKING:
    from world.state import World


class Seat(Entity, frozen=True, tag="seat"):
    """A player; the id is the person's own, under which he speaks and is told things.

    ``left`` says that he has left the game; he is told what is public no more.
    """

    left: bool = False


def players(world: World) -> tuple[str, ...]:
    """Everybody who sits at the table, in id order."""
    return tuple(seat.id for seat in world.of(Seat) if not seat.left)
