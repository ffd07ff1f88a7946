"""A meeting of hostile fleets in one hex, and a naval battle that is about to be fought (C-NAV)."""

from __future__ import annotations

from typing import Literal

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.rules.campaign.nouns.army import Plan, Stand
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.seafaring import figure
from world.state import World

chapter = Chapter("encounters", "Meetings of hostile fleets")

#: What the referee may judge of a fleet (C-NAV-M3, C-NAV-M5, C-NAV-M7), by the word he writes.
Judgement = Literal["surprise", "rough", "sick"]


class Flag(msgspec.Struct, frozen=True, gc=False):
    """One fleet in a meeting.

    Attributes:
        came_from: the hex it came from while the meeting or the enemy was there already, '' for
            one that lay there first.
        decision: where its commander is asked for his plan; ``stand`` the plan once it is settled,
            ``plan`` with his own words.
        unseen: whether no lookout of the enemy's had seen it before (C-NAV-M3).
        morale: as it was when the fleets met.
    """

    fleet: str
    came_from: str = ""
    decision: str = ""
    stand: Stand = ""
    plan: Plan = Plan()
    unseen: bool = False
    morale: int = -1


class Encounter(Entity, frozen=True, tag="encounter"):
    """Fleets that met; as :class:`~world.rules.campaign.nouns.meeting.Meeting` is of armies.

    It is ``pending`` until every plan is in; ``joined`` from then until the battle is fought, if
    somebody attacks; a ``standoff`` while they stay.
    """

    place: str
    flags: tuple[Flag, ...]
    since: int
    deadline: int = 0
    state: Literal["pending", "joined", "standoff"] = "pending"

    def flag(self, fleet: str) -> Flag | None:
        """A fleet's part in it."""
        return next((flag for flag in self.flags if flag.fleet == fleet), None)


class Line(msgspec.Struct, frozen=True, gc=False):
    """One of the two sides of a naval battle, and whether any of its fleets attacks."""

    fleets: tuple[str, ...]
    attacks: bool = False


class SeaRuling(msgspec.Struct, frozen=True, gc=False):
    """A modifier as the referee has it for a fleet, whatever was found (D-NAV-01)."""

    fleet: str
    what: Judgement
    holds: bool


class SeaWorth(msgspec.Struct, frozen=True, gc=False):
    """What a commander's plan is worth (D-NAV-02)."""

    fleet: str
    points: int


class SeaRolled(msgspec.Struct, frozen=True, gc=False):
    """What a fleet, and those who share its roll, came to."""

    fleet: str
    total: int


class Hit(msgspec.Struct, frozen=True, gc=False):
    """Hits that a ship takes."""

    ship: str
    hits: int


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What a battle that was rolled does to a fleet, until its hits are spread (C-NAV-R).

    Attributes:
        won: whether its side did; None after a draw.
        difference: by how much it won or lost against the enemy's best.
        hits: that its commander is to spread; ``spread`` as he has done, ``decision`` where he is
            asked.
        morale: the change.
        beaten: whether it is tested; ``retreats`` whether it first goes back.
        capture: chance in 6 that its commander is taken; None for no roll.
        captor: the fleet of the enemy's best roll, to which ships that strike fall.
    """

    fleet: str
    won: bool | None
    difference: int
    hits: int
    morale: int = 0
    beaten: bool = False
    retreats: bool = False
    capture: int | None = None
    captor: str = ""
    decision: str = ""
    spread: tuple[Hit, ...] = ()
    settled: bool = False


class SeaBattle(Entity, frozen=True, tag="sea_battle"):
    """A naval battle from the moment the plans are in until its hits are spread (C-NAV-02).

    Attributes:
        state: ``judging`` while the referee may speak; ``review`` while its result is held back
            (C-GEN-08); ``spreading`` while commanders share hits out (C-NAV-05).
        aside: fleets that are there and take no part.
        due: the event at which it is fought; ``deadline`` the answering time (ms) to judge it.
        rulings, worth: what the referee has judged.
        rolled: the result that is held back; ``outcomes`` the one whose hits are being spread.
    """

    place: str
    encounter: str
    sides: tuple[Line, Line]
    aside: tuple[str, ...] = ()
    state: Literal["judging", "review", "spreading"] = "judging"
    due: str = ""
    deadline: int = 0
    rulings: tuple[SeaRuling, ...] = ()
    worth: tuple[SeaWorth, ...] = ()
    rolled: tuple[SeaRolled, ...] = ()
    outcomes: tuple[Outcome, ...] = ()

    def side_of(self, fleet: str) -> int | None:
        """Which side a fleet is on: 0, 1, or None."""
        return next((n for n, line in enumerate(self.sides) if fleet in line.fleets), None)


chapter.declare(Encounter, SeaBattle)


def encounter_of(world: World, place: str, fleet: str) -> Encounter | None:
    """The meeting in a place in which a fleet takes part."""
    for encounter in world.at(place, Encounter):
        if encounter.flag(fleet) is not None:
            return encounter
    return None


def battle_of(world: World, place: str, fleet: str) -> SeaBattle | None:
    """The naval battle in a place that a fleet is about to fight, or to count the hits of."""
    for battle in world.at(place, SeaBattle):
        if battle.side_of(fleet) is not None:
            return battle
    return None


def outcome_of(world: World, fleet: Fleet) -> Outcome | None:
    """The hits that a fleet has still to spread."""
    battle = battle_of(world, fleet.place, fleet.id)
    if battle is None or battle.state != "spreading":
        return None
    return next((out for out in battle.outcomes if out.fleet == fleet.id and not out.settled), None)


def at_grips(world: World, fleet: Fleet) -> bool:
    """Whether a fleet cannot be ordered about: the enemy is before it and nothing is settled."""
    encounter = encounter_of(world, fleet.place, fleet.id)
    if encounter is not None and encounter.state != "standoff":
        return True
    return battle_of(world, fleet.place, fleet.id) is not None


def way_barred_at_sea(world: World, fleet: Fleet, to: str) -> bool:
    """Whether enemies in its hex keep a fleet from a step (C-BAT-01/a, C-NAV-01).

    Whoever lay there first sails where he likes; the incomer back the way he came, or on where
    every enemy lets him pass.
    """
    encounter = encounter_of(world, fleet.place, fleet.id)
    if encounter is None or not figure(world, "battle.standoff_blocks", default=True):
        return False
    mine = encounter.flag(fleet.id)
    if mine is None or not mine.came_from or mine.came_from == to:
        return False
    for flag in encounter.flags:
        other = world.find(Fleet, flag.fleet)
        if other is None or other.place != fleet.place or not other.present:
            continue
        if flag.stand != "let pass" and hostile(world, fleet.faction, other.faction):
            return True
    return False
