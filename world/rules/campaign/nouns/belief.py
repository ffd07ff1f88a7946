"""What a person believes: where others are, who holds what, how factions stand (C-MSG-04/b)."""

from __future__ import annotations

from world.answers import Stance
from world.knowledge.picture import picture_of, seen_by
from world.rules.campaign.nouns.author import known_place
from world.rules.campaign.nouns.faction import INITIAL
from world.rules.campaign.nouns.fleet import commission_of
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.muster import Muster
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.sight import (
    ArmySeen,
    FleetSeen,
    PlaceSeen,
    StanceSeen,
    stance_subject,
)
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import (
    CAPTAIN,
    faction_of,
    stronghold_of_office,
    whereabouts,
)
from world.state import World


def believed_place(world: World, person: str, of: str) -> str | None:
    """Where a person would send a rider to look for somebody; of himself, where he thinks he is.

    Who is with him is where he is; otherwise where he last knew that one to be, else the nearest
    stronghold of that one's faction.  What became of the one sought, he would have to be told:
    neither an army lost nor a command changed far away makes him look elsewhere.
    """
    here = known_place(world, person)
    if person == of:
        return here
    stronghold = stronghold_of_office(world, of)
    if stronghold is not None:
        return stronghold.place
    # Who has lost his way in the dark does not know in whose company he is.
    if here is not None and here == whereabouts(world, person) == whereabouts(world, of):
        return here
    seen = _last_seen(world, person, of)
    if seen is not None:
        return seen.where
    setup = scene(world).setup
    if of.removeprefix(CAPTAIN) in setup.companies:  # where it is to be hired everybody knows
        return scene(world).place(setup.armies[of.removeprefix(CAPTAIN)].at)
    started = setup.commanders.get(of)
    if started is not None and started.at:
        return scene(world).place(started.at)
    return _nearest_stronghold(world, person, _first_faction(world, of), here)


def _last_seen(world: World, person: str, of: str) -> ArmySeen | FleetSeen | None:
    """What a captain leads, or a commander was last known to lead, as a person knows of it."""
    if of.startswith(CAPTAIN):
        subject = of.removeprefix(CAPTAIN)
        army = seen_by(world, ArmySeen, person, subject)
        return army if army is not None else seen_by(world, FleetSeen, person, subject)
    led: list[ArmySeen | FleetSeen] = [
        seen for seen in picture_of(world, ArmySeen, person) if seen.leader == of
    ]
    led += [seen for seen in picture_of(world, FleetSeen, person) if seen.leader == of]
    return max(led, key=lambda seen: (seen.at, seen.id), default=None)


def _first_faction(world: World, person: str) -> str:
    """The side a person or captain was on when the campaign began, which everybody knows."""
    setup = scene(world).setup
    if person.startswith(CAPTAIN) and person.removeprefix(CAPTAIN) in setup.armies:
        return _besieger(world, person.removeprefix(CAPTAIN))
    section = setup.commanders.get(person)
    if section is not None:
        return str(section.faction or person)
    later = world.find(Muster, f"muster:{person.removeprefix(CAPTAIN)}") or commission_of(
        world, person.removeprefix(CAPTAIN)
    )
    return later.faction if later is not None else faction_of(world, person)


def _nearest_stronghold(world: World, person: str, faction: str, here: str | None) -> str | None:
    ground = scene(world)

    def away(site: Stronghold) -> tuple[int, str]:
        return (ground.distance(here, site.place) if here is not None else 0, site.id)

    for site in sorted(world.of(Stronghold), key=away):
        holder, _ = believed_holder(world, person, site.id, believed=True)
        if holder == faction:
            return site.place
    return None


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
