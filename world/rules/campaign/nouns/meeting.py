"""A meeting of hostile armies in one hex (C-BAT-01)."""

from __future__ import annotations

from typing import Literal

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.faction import hostile
from world.state import World

chapter = Chapter("standoffs", "Where an enemy bars the way")

STANDOFF_BLOCKS = chapter.param(
    "battle.standoff_blocks",
    True,
    "bool",
    "C-BAT-01",
    "whether an army that holds its ground bars the way of one that came to it",
)

Stand = Literal["", "attack", "hold", "let pass", "withdraw"]


class Party(msgspec.Struct, frozen=True, gc=False):
    """One army in a meeting.

    ``came_from`` is the hex it entered from while the meeting or the enemy was there already, ''
    for one that stood there first; ``stand`` is its commander's plan once it is settled.
    """

    army: str
    came_from: str = ""
    decision: str = ""
    stand: Stand = ""


class Meeting(Entity, frozen=True, tag="meeting"):
    """Armies that met; ``pending`` until every plan is in, then a ``standoff`` while they stay."""

    place: str
    parties: tuple[Party, ...]
    since: int
    state: Literal["pending", "standoff"] = "pending"

    def party(self, army: str) -> Party | None:
        """An army's part in it."""
        return next((party for party in self.parties if party.army == army), None)


chapter.declare(Meeting)


def meeting_of(world: World, place: str, army: str) -> Meeting | None:
    """The meeting in a place in which an army takes part."""
    for meeting in world.at(place, Meeting):
        if meeting.party(army) is not None:
            return meeting
    return None


def way_barred(world: World, army: str, faction: str, place: str, to: str) -> bool:
    """Whether enemies in its hex keep an army from a step (C-BAT-01/a).

    Whoever stood there first goes where he likes; the incomer back the way he came, or on where
    every enemy lets him pass.
    """
    meeting = meeting_of(world, place, army)
    if meeting is None or not world.params[STANDOFF_BLOCKS]:
        return False
    mine = meeting.party(army)
    if mine is None or not mine.came_from or mine.came_from == to:
        return False
    for party in meeting.parties:
        other = world.find(Army, party.army)
        if other is None or other.place != place or other.inside:
            continue
        if party.stand != "let pass" and hostile(world, faction, other.faction):
            return True
    return False
