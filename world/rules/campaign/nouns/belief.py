"""What a person believes: where others are, who holds what, how factions stand (C-MSG-04/b)."""

from __future__ import annotations

from world.answers import Stance
from world.knowledge.picture import seen_by
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import INITIAL
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.sight import ArmySeen, PlaceSeen, StanceSeen, stance_subject
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import (
    army_of_office,
    faction_of,
    stronghold_of_office,
    whereabouts,
)
from world.state import World


def believed_place(world: World, person: str, of: str) -> str | None:
    """Where a person would send a rider to look for somebody.

    Who is with him is where he is; otherwise where he last knew that one to be, else the nearest
    stronghold of that one's faction.
    """
    if person == of:
        return whereabouts(world, person)
    stronghold = stronghold_of_office(world, of)
    if stronghold is not None:
        return stronghold.place
    here = whereabouts(world, person)
    if here is not None and whereabouts(world, of) == here:
        return here
    army = army_of_office(world, of) or _army_of(world, of)
    if army is not None:
        seen = seen_by(world, ArmySeen, person, army.id)
        if seen is not None:
            return seen.where
    commander = world.find(Commander, of)
    started = scene(world).setup.commanders.get(of)
    if commander is not None and started is not None and started.at:
        return scene(world).place(started.at)
    return _nearest_stronghold(world, person, faction_of(world, of), here)


def _army_of(world: World, person: str) -> Army | None:
    commander = world.find(Commander, person)
    return world.find(Army, commander.army) if commander is not None and commander.army else None


def _nearest_stronghold(world: World, person: str, faction: str, here: str | None) -> str | None:
    ground = scene(world)
    places = []
    for site in world.of(Stronghold):
        holder, _ = believed_holder(world, person, site.id, believed=True)
        if holder == faction:
            away = ground.distance(here, site.place) if here is not None else 0
            places.append((away, site.id, site.place))
    return min(places)[2] if places else None


def believed_holder(world: World, person: str, site: str, *, believed: bool) -> tuple[str, str]:
    """The faction that holds a stronghold and the one that besieges it, as a person knows.

    Without ``believed`` as they truly are.  What nobody told him of is as it was when the campaign
    began, which everybody knows (C-STR-01).
    """
    stronghold = world.find(Stronghold, site)
    if stronghold is None:
        return "", ""
    if not believed:
        siege = siege_of(world, stronghold.place)
        return stronghold.faction, siege.faction if siege is not None else ""
    seen = seen_by(world, PlaceSeen, person, site)
    if seen is not None:
        return seen.faction, seen.besieged_by
    setup = scene(world).setup
    section = setup.strongholds.get(site)
    faction = ""
    if section is not None:
        commander = setup.commanders.get(section.holder)
        faction = section.faction
        if not faction and commander is not None:
            faction = commander.faction or section.holder
    siege_there = next((s for s in setup.sieges if s.stronghold == site), None)
    return faction, _besieger(world, siege_there.armies[0]) if siege_there is not None else ""


def _besieger(world: World, army: str) -> str:
    section = scene(world).setup.armies[army]
    if section.faction:
        return str(section.faction)
    person = section.owner or section.commander
    commander = scene(world).setup.commanders[person]
    return str(commander.faction or person)


def believed_stance(world: World, person: str, faction: str) -> Stance:
    """How a person believes his faction and another stand."""
    own = faction_of(world, person)
    if own == faction and own:
        return "own"
    if not own or not faction:
        return "neutral"
    seen = seen_by(world, StanceSeen, person, stance_subject(own, faction))
    if seen is not None:
        return seen.stance
    section = next(
        (s for s in scene(world).setup.stances if set(s.between) == {own, faction}), None
    )
    if section is not None:
        return "hostile" if section.stance == "war" else "allied"
    return world.params[INITIAL]
