"""What a scenario says of a game of kingdoms: who sits at the table, and what lies ready.

The section ``kingdoms:`` is read into :class:`Setup`; each part has its default, so that a scenario
may consist of its title alone and the referee invites everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.rules.kingdoms.nouns.deck import CardSection
from world.rules.kingdoms.nouns.offer import Card
from world.rules.kingdoms.nouns.post import LetterLine

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
        cards: opportunities of its own, by their ids.
        letters: how long letters take between two locations, where the usual is not meant.
    """

    players: tuple[str, ...] = ()
    kingdoms: tuple[KingdomLine, ...] = ()
    cards: dict[str, CardSection] = {}
    letters: tuple[LetterLine, ...] = ()
    line: int = 0


class Scene(msgspec.Struct, frozen=True):
    """The static data of a campaign.

    Attributes:
        setup: as it was written.
        cards: of the scenario's own, by id; ``letters`` minutes by pair of locations.
    """

    setup: Setup = Setup()
    cards: dict[str, Card] = {}
    letters: dict[str, int] = {}


def scene(world: World) -> Scene:
    """The campaign's static data."""
    found: Scene = world.scene
    return found
