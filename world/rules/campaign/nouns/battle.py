"""A battle from the moment the plans are in until it is fought (C-BAT-02, C-ASLT-01)."""

from __future__ import annotations

from typing import Literal

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.rules.campaign.nouns.meeting import Party, holds_up
from world.state import World

chapter = Chapter("battles", "Battles that are about to be fought")

#: What the referee may judge of an army (C-BAT-M04 to C-BAT-M12), by the word he writes.
Judgement = Literal["chosen", "surprise", "terrain", "rough", "sick", "weather", "formation"]


class Side(msgspec.Struct, frozen=True, gc=False):
    """One of the two sides: its armies, and whether any of them attacks (C-MULTI-01)."""

    armies: tuple[str, ...]
    attacks: bool = False


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """A modifier as the referee has it for an army, whatever was found (D-BAT-02)."""

    army: str
    what: Judgement
    holds: bool


class Worth(msgspec.Struct, frozen=True, gc=False):
    """What a commander's plan is worth (D-BAT-03)."""

    army: str
    points: int


class Rolled(msgspec.Struct, frozen=True, gc=False):
    """What an army, and those who share its roll, came to."""

    army: str
    total: int


class Battle(Entity, frozen=True, tag="battle"):
    """A battle that will be fought once it is judged.

    Attributes:
        sort: in the field, or an assault upon a ``stronghold``; ``meeting`` is that of a field
            battle, '' in an assault.
        sides: in an assault the attackers first.  The garrison of a place goes by its id.
        aside: armies that are there and take no part.
        state: ``planning`` while plans or questions are wanting; ``judging`` while the referee may
            speak; ``review`` while its result is held back (C-GEN-08).
        deadline: the answering time (ms) at which what is not judged takes its default; 0 before
            anything was asked.
        parties: whose plans an assault waits for; in the field they stand in the meeting.
        rulings, worth: what the referee has judged.
        rolled: the result that is held back.
        due: the event in which it is fought, once nothing is wanting.
    """

    place: str
    sort: Literal["field", "assault"] = "field"
    meeting: str = ""
    stronghold: str = ""
    sides: tuple[Side, Side] = (Side(()), Side(()))
    aside: tuple[str, ...] = ()
    since: int = 0
    state: Literal["planning", "judging", "review"] = "planning"
    deadline: int = 0
    parties: tuple[Party, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    worth: tuple[Worth, ...] = ()
    rolled: tuple[Rolled, ...] = ()
    due: str = ""

    def side_of(self, army: str) -> int | None:
        """Which side an army is on: 0, 1, or None."""
        return next((n for n, side in enumerate(self.sides) if army in side.armies), None)


chapter.declare(Battle)


def battle_of(world: World, place: str, army: str) -> Battle | None:
    """The battle in a place that an army is about to fight."""
    for battle in world.at(place, Battle):
        if battle.side_of(army) is not None:
            return battle
    return None


def engaged(world: World, place: str, army: str) -> bool:
    """Whether an army cannot be ordered about: the enemy is before it and nothing is settled."""
    return holds_up(world, place, army) or battle_of(world, place, army) is not None
