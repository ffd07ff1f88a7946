"""What a scenario says of a game of kingdoms: who sits at the table, and what lies ready.

The section ``kingdoms:`` is read into :class:`Setup`; each part has its default, so that a scenario
may consist of its title alone and the referee invites everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from world.state import World


class KingdomLine(msgspec.Struct, frozen=True):
    """A kingdom that is there from the start, approved, for a player who need not create it."""

    player: str
    name: str
    location: str
    traits: tuple[str, ...] = ()
    line: int = 0


class Setup(msgspec.Struct, frozen=True):
    """The section ``kingdoms:``.

    Attributes:
        players: who sits at the table; further ones the referee invites.
        kingdoms: those that need not be created.
    """

    players: tuple[str, ...] = ()
    kingdoms: tuple[KingdomLine, ...] = ()
    line: int = 0


class Scene(msgspec.Struct, frozen=True):
    """The static data of a campaign."""

    setup: Setup = Setup()


def scene(world: World) -> Scene:
    """The campaign's static data."""
    found: Scene = world.scene
    return found
