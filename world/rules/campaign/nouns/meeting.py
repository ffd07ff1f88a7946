"""A meeting of hostile armies in one hex (C-BAT-01)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army, Plan, Stand
from world.rules.campaign.nouns.faction import hostile
from world.state import World

chapter = Chapter("standoffs", "Where an enemy bars the way")

#: The end of the question how an army was found (D-ARMY-04); the rest of it says how.
DOES_IT_MATTER = " Does that matter here?"

PLAN_HOURS = chapter.param(
    "battle.plan_timeout_h", Fraction(24), "h", "C-BAT-01", "time to make a plan when armies meet"
)
SWIFT_RATIO = chapter.param(
    "battle.swift_ratio",
    Fraction(6),
    "factor",
    "C-BAT-01",
    "so many times stronger, a side waits for nobody's plans but its own",
)
STANDOFF_BLOCKS = chapter.param(
    "battle.standoff_blocks",
    True,
    "bool",
    "C-BAT-01",
    "whether an army that holds its ground bars the way of one that came to it",
)


class Party(msgspec.Struct, frozen=True, gc=False):
    """One army in a meeting.

    Attributes:
        came_from: the hex it entered from while the meeting or the enemy was there already, '' for
            one that stood there first.
        decision: where its commander is asked for his plan; ``stand`` the plan once it is settled,
            ``plan`` with his own words.
        chosen: whether it had stood there long enough to have chosen the ground (C-BAT-M04).
        unseen: whether no scout of the enemy's had seen it before (C-BAT-M05).
        caught: what the enemy found it at instead of in battle order; '' for nothing (C-BAT-M12).
        formed: whether its formation keeps it in order, whatever it was found at (D-ARMY-04).
        morale: as it was when the armies met.
        sortie: whether it broke out of the besieged stronghold there.
    """

    army: str
    came_from: str = ""
    decision: str = ""
    stand: Stand = ""
    plan: Plan = Plan()
    chosen: bool = False
    unseen: bool = False
    caught: str = ""
    morale: int = -1
    formed: bool = False
    sortie: bool = False


class Meeting(Entity, frozen=True, tag="meeting"):
    """Armies that met.

    It is ``pending`` until every plan is in; ``joined`` from then until the battle is fought, if
    somebody attacks; a ``standoff`` while they stay.  ``deadline`` is the answering time (ms) at
    which plans that are not in take their default.
    """

    place: str
    parties: tuple[Party, ...]
    since: int
    deadline: int = 0
    state: Literal["pending", "joined", "standoff"] = "pending"

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


def holds_up(world: World, place: str, army: str) -> bool:
    """Whether a meeting that is not settled keeps an army where it is."""
    meeting = meeting_of(world, place, army)
    return meeting is not None and meeting.state != "standoff"


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
