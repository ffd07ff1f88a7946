"""A person's fleets as he knows them: for his page, his letters and his orders."""

from __future__ import annotations

from math import ceil

from world.knowledge.picture import picture_of, seen_by
from world.rules.campaign.nouns.encounter import encounter_of, outcome_of
from world.rules.campaign.nouns.fleet import (
    Fleet,
    cannon,
    commission_of,
    commissions,
    embarked,
    fleet_damage,
    speed,
)
from world.rules.campaign.nouns.fleet_page import OwnFleet, OwnShip, SeenFleet, VoyageView
from world.rules.campaign.nouns.hold import stowage
from world.rules.campaign.nouns.listed_orders import list_running, listed_orders
from world.rules.campaign.nouns.ship import Ship, metres_per_day, rate_of
from world.rules.campaign.nouns.siege import siege_by
from world.rules.campaign.nouns.sight import FleetSeen
from world.rules.campaign.nouns.upkeep import daily_cost
from world.rules.campaign.nouns.waters import sea_metres
from world.rules.campaign.nouns.where import captain_of, whereabouts
from world.state import World


def own_fleets(world: World, person: str) -> tuple[OwnFleet, ...]:
    """His fleets: those he is with as they are, others as he last heard, lost ones included."""
    found = {
        fleet.id: _own(world, fleet, person)
        for fleet in world.of(Fleet)
        if person in (fleet.owner, fleet.leader) and knows_of(world, person, fleet)
    }
    for key, known in commissions(world).items():
        if key not in found and known.owner == person and is_lost_at_sea(world, person, key):
            seen = seen_by(world, FleetSeen, person, key)
            if seen is not None and known.commander != person:
                found[key] = _believed(key, known.name, known.commander, seen)
    return tuple(found[key] for key in sorted(found))


def seen_fleets(world: World, person: str) -> tuple[SeenFleet, ...]:
    """Others' fleets in his picture."""
    return tuple(
        SeenFleet(
            id=seen.subject,
            name=seen.name,
            faction=seen.faction,
            leader=seen.leader,
            place=seen.where,
            at=None if seen.in_sight else seen.at,
            source=seen.source.words,
            ships=seen.ships,
            guns=seen.guns,
            activity=seen.activity,
            heading=seen.heading,
        )
        for seen in picture_of(world, FleetSeen, person)
        if not seen.gone and not _mine(world, seen)
    )


def _mine(world: World, seen: FleetSeen) -> bool:
    fleet = world.find(Fleet, seen.subject)
    if fleet is not None and fleet.id == seen.subject:
        return seen.observer in (fleet.owner, fleet.leader)
    known = commission_of(world, seen.subject)
    return known is not None and seen.observer in (known.owner, known.commander)


def knows_of(world: World, person: str, fleet: Fleet) -> bool:
    """Whether a person knows that a fleet of his exists: of one formed far away he must be told."""
    known = world.scene.setup.fleets
    if fleet.id in known or person == fleet.leader:
        return True
    if whereabouts(world, person) == fleet.place:
        return True
    return seen_by(world, FleetSeen, person, fleet.id) is not None


def is_lost_at_sea(world: World, person: str, fleet: str) -> bool:
    """Whether a fleet of the person's is no more, and no word of it has reached him."""
    if not world.buried(fleet):
        return False
    seen = seen_by(world, FleetSeen, person, fleet)
    return seen is not None and not seen.gone


def own_captains(world: World, person: str) -> dict[str, str]:
    """The captains of a person's fleets, by their offices, as far as he knows there are any."""
    found = {}
    for fleet in world.of(Fleet):
        mine = fleet.owner == person and not fleet.leader
        if mine and knows_of(world, person, fleet):
            found[captain_of(fleet.id)] = f"the captain of {fleet.name}"
    for key, known in commissions(world).items():
        if known.owner == person and not known.commander and is_lost_at_sea(world, person, key):
            found[captain_of(key)] = f"the captain of {known.name}"
    return found


# -- one fleet ------------------------------------------------------------------------------------


def _own(world: World, fleet: Fleet, person: str) -> OwnFleet:
    if fleet.leader != person and fleet.place != whereabouts(world, person):
        seen = seen_by(world, FleetSeen, person, fleet.id)
        if seen is not None:
            return _believed(fleet.id, fleet.name, fleet.leader, seen)
        return OwnFleet(fleet.id, fleet.name, fleet.leader, exact=False, as_of=0, place="")
    siege = siege_by(world, fleet.id)
    encounter = encounter_of(world, fleet.place, fleet.id)
    outcome = outcome_of(world, fleet)
    guns = cannon(world, fleet)
    return OwnFleet(
        id=fleet.id,
        name=fleet.name,
        leader=fleet.leader,
        exact=True,
        as_of=None,
        place=fleet.place,
        ships=tuple(_ship(world, ship) for ship in fleet.ships),
        roster=tuple((ship.name, ship.rate) for ship in fleet.present),
        morale=fleet.morale,
        resting=fleet.resting,
        chest=fleet.chest,
        cargo=fleet.cargo,
        room=stowage(world, fleet).free,
        armies=tuple(army.id for army in embarked(world, fleet)),
        daily_cost=daily_cost(world, fleet),
        guns=guns,
        damage=fleet_damage(world, guns),
        km_per_day=metres_per_day(world, speed(world, fleet)) // 1000,
        loading=tuple(work.key for work in fleet.loading),
        meeting=encounter is not None and encounter.state == "pending",
        hits=outcome.hits if outcome is not None else 0,
        blockading=siege.stronghold if siege is not None else "",
        out_of_hand=fleet.disorder is not None,
        voyage=voyage_view(world, fleet),
        listed=listed_orders(world, fleet.id),
        list_running=list_running(world, fleet.id),
    )


def _ship(world: World, ship: Ship) -> OwnShip:
    rate = rate_of(world, ship)
    return OwnShip(
        name=ship.name,
        rate=ship.rate,
        crew=ship.crew,
        full_crew=rate.crew,
        hull=ship.hull,
        full_hull=rate.hull,
        cargo=ship.cargo,
        hired=ship.hired,
        mending=ship.mending,
        away=ship.away,
    )


def voyage_view(world: World, fleet: Fleet) -> VoyageView | None:
    """A voyage as those aboard know it; None while the fleet lies still."""
    voyage = fleet.voyage
    if voyage is None:
        return None
    arrives = None
    if voyage.since >= 0 and voyage.speed.num and not voyage.halted:
        # By the pace it makes now: what the sky is elsewhere nobody aboard knows.
        left = (len(voyage.path) - 1 - voyage.at) * sea_metres(world) - voyage.covered.value
        arrives = voyage.since + ceil(left / voyage.speed.value)
    return VoyageView(
        to=voyage.path[-1], way=voyage.path[voyage.at :], halted=voyage.halted, arrives=arrives
    )


def _believed(fleet: str, name: str, leader: str, seen: FleetSeen) -> OwnFleet:
    return OwnFleet(
        id=fleet,
        name=name,
        leader=leader,
        exact=False,
        as_of=None if seen.in_sight else seen.at,
        place=seen.where,
        roster=seen.ships,
        guns=seen.guns,
    )
