"""Whom the referee plays himself for the time being: captains, governors, non-player commanders."""

from __future__ import annotations

from world.entity import Entity
from world.pack import Chapter
from world.param import Param
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.where import (
    CAPTAIN,
    GOVERNOR,
    captain_of,
    stronghold_of_office,
)
from world.state import World

chapter = Chapter("charges", "Those nobody plays, and whom the referee plays himself")

TEMPERAMENTS: Param[tuple[str, ...]] = chapter.param(
    "npc.temperaments",
    ("stubborn", "greedy", "timid", "loyal", "ambitious"),
    "list",
    "C-NPC-01",
    "what commanders nobody plays may be like",
)


class Charge(Entity, frozen=True, tag="charge"):
    """A person or office that the referee has taken over."""

    person: str


chapter.declare(Charge)


def is_in_hand(world: World, person: str) -> bool:
    """Whether the referee has taken a person or office over."""
    return world.find(Charge, f"charge:{person}") is not None


def nobody_plays(world: World, person: str) -> bool:
    """Whether a person or office has no player of its own."""
    if person.startswith((CAPTAIN, GOVERNOR)):
        return True
    commander = world.find(Commander, person)
    return commander is not None and commander.npc


def played_by_referee(world: World, army: Army) -> bool:
    """Whether the referee has taken over whoever leads an army."""
    return is_in_hand(world, army.leader or captain_of(army.id))


def holds_for_nobody(world: World, person: str) -> bool:
    """Whether a commander or a governor answers to no player at all (C-NPC-01)."""
    place = stronghold_of_office(world, person)
    if place is not None:
        return not place.holder or nobody_plays(world, place.holder)
    return not person.startswith(CAPTAIN) and nobody_plays(world, person)
