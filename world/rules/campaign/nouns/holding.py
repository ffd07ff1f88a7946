"""Who holds whom prisoner (C-PRIS-01)."""

from __future__ import annotations

from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import captain_of, governor_of, whereabouts
from world.state import World

chapter = Chapter("holding", "Who holds whom prisoner")

MAY_WRITE = chapter.param(
    "captive.may_write",
    "with_leave",
    "mode",
    "C-PRIS-01",
    "whether captives write letters",
    choices=("with_leave", "always", "never"),
)


def holds(world: World, person: str, captive: Commander) -> bool:
    """Whether somebody holds a captive: himself, or by his captain or governor whom he is with."""
    if not captive.captor:
        return False
    if captive.captor == person:
        return True
    if whereabouts(world, person) != whereabouts(world, captive.id):
        return False
    army = world.find(Army, captive.held)
    if army is not None:
        return captive.captor == captain_of(army.id) and army.owner == person
    fleet = world.find(Fleet, captive.held)
    if fleet is not None:
        return captive.captor == captain_of(fleet.id) and fleet.owner == person
    site = world.find(Stronghold, captive.held)
    return site is not None and captive.captor == governor_of(site.id) and site.holder == person


def captives_of(world: World, person: str) -> tuple[Commander, ...]:
    """The captives whom somebody holds and is with, in id order; for the referee all there are."""
    if person == REFEREE:
        return tuple(each for each in world.of(Commander) if each.captor)
    return tuple(
        each
        for each in world.of(Commander)
        if each.captor
        and holds(world, person, each)
        and whereabouts(world, person) == whereabouts(world, each.id)
    )


def may_write(world: World, captive: Commander) -> bool:
    """Whether a captive may write letters (C-PRIS-01/a)."""
    mode = world.params[MAY_WRITE]
    return mode == "always" or (mode == "with_leave" and captive.may_write)
