"""A seat at the table: somebody who may create a kingdom, or plays one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from world.entity import Entity
from world.errors import Refused
from world.kernel.nouns import ADDRESSES, REFEREE

if TYPE_CHECKING:
    from world.state import World

_PERSON = re.compile(r"[^\W_][\w.-]{0,59}")


class Seat(Entity, frozen=True, tag="seat"):
    """A player; ``person`` is the name under which he speaks and is told things.

    ``left`` says that he has left the game; he is told what is public no more.
    """

    person: str
    left: bool = False


def seat_id(person: str) -> str:
    """The id of a person's seat."""
    return f"seat-{person}"


def players(world: World) -> tuple[str, ...]:
    """Everybody who sits at the table, in order of their names."""
    return tuple(seat.person for seat in world.of(Seat) if not seat.left)


def require_player_name(written: str) -> None:
    """Refuse what is no name of a player.

    Raises:
        Refused: E-PLAYER.
    """
    if _PERSON.fullmatch(written) is None or written == REFEREE or written in ADDRESSES:
        raise Refused(
            "E-PLAYER",
            f"{written[:60]!r} cannot be a player's name; nothing was changed. Use letters, digits,"
            " dots and hyphens, at most 60, and no word that a page has (table, watch).",
        )
