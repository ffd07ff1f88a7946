"""Who looks about him, from where and how far: armies, garrisons, fleets (C-SCOUT, C-FLEET-05)."""

from __future__ import annotations

import msgspec

from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.fleet import Fleet, embarked
from world.rules.campaign.nouns.ground import around, scene
from world.rules.campaign.nouns.sight import army_radius, fleet_radius, garrison_radius, widest
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.waters import inshore, on_coast
from world.rules.campaign.nouns.where import captain_of, commander_inside, governor_of
from world.state import World


class Eyes(msgspec.Struct, frozen=True):
    """Somebody who looks.

    Attributes:
        observer: the person or office whose picture it is.
        army: the army whose scouts look; '' for a garrison.
        stronghold: the garrison that looks, where it is none of an army.
        fleet: the fleet whose lookouts these are.
    """

    observer: str
    faction: str
    place: str
    radius: int
    army: str = ""
    stronghold: str = ""
    fleet: str = ""


def army_eyes(world: World, army: Army, *, night: bool) -> Eyes:
    """The scouts of an army."""
    return Eyes(
        observer=army.leader or captain_of(army.id),
        faction=army.faction,
        place=army.place,
        radius=army_radius(world, army, night=night),
        army=army.id,
    )


def all_eyes(world: World, *, night: bool, near: tuple[str, ...] = ()) -> list[Eyes]:
    """Everybody who looks about him: armies, garrisons, then fleets, each in id order.

    With ``near`` those who could at best see one of these hexes.
    """
    if near:
        hexes = around(world, near, widest(world))
        armies, strongholds = world.among(hexes, Army), world.among(hexes, Stronghold)
        fleets = world.among(hexes, Fleet)
    else:
        armies, strongholds = list(world.of(Army)), list(world.of(Stronghold))
        fleets = list(world.of(Fleet))
    found = [army_eyes(world, army, night=night) for army in armies]
    for stronghold in strongholds:
        eyes = garrison_eyes(world, stronghold.id, night=night)
        if eyes is not None:
            found.append(eyes)
    for fleet in fleets:
        found.extend(fleet_eyes(world, fleet, night=night))
    return found


def fleet_eyes(world: World, fleet: Fleet, *, night: bool) -> list[Eyes]:
    """The lookouts of a fleet: they report to whoever leads it, and to those whose armies it has.

    Nobody looks where no ship is with the flag.
    """
    if not fleet.present:
        return []
    radius = fleet_radius(world, fleet, night=night)
    observers = [fleet.leader or captain_of(fleet.id)]
    observers += [army.leader for army in embarked(world, fleet) if army.leader]
    return [
        Eyes(
            observer=observer,
            faction=fleet.faction,
            place=fleet.place,
            radius=radius,
            fleet=fleet.id,
        )
        for observer in dict.fromkeys(observers)
    ]


def garrison_eyes(world: World, stronghold_id: str, *, night: bool) -> Eyes | None:
    """The eyes of a garrison; None where nobody is there to look, or to report to."""

    def look() -> Eyes | None:
        stronghold = world.get(Stronghold, stronghold_id)
        radius = garrison_radius(world, stronghold, night=night)
        if radius is None or not stronghold.holder:
            return None
        inside = commander_inside(world, stronghold)
        return Eyes(
            observer=inside.id if inside is not None else governor_of(stronghold.id),
            faction=stronghold.faction,
            place=stronghold.place,
            radius=radius,
            stronghold=stronghold.id,
        )

    return world.derived(("garrison eyes", stronghold_id, night), look)


def in_view(world: World, eyes: Eyes, place: str) -> bool:
    """Whether what stands openly on land in a hex is seen; a fleet sees coasts alone."""
    if scene(world).distance(eyes.place, place) > eyes.radius:
        return False
    return shows(world, eyes, place)


def shows(world: World, eyes: Eyes, place: str) -> bool:
    """The same of a hex that lies within the radius."""
    return not eyes.fleet or on_coast(world, place)


def ships_in_view(world: World, eyes: Eyes, place: str) -> bool:
    """Whether ships in a hex are seen; from land only those inshore (C-SCOUT-01)."""
    if scene(world).distance(eyes.place, place) > eyes.radius:
        return False
    return bool(eyes.fleet) or inshore(world, place)
