"""How long somebody takes who rides alone, and to whom he rides (C-CMD-06, C-AFT-05)."""

from __future__ import annotations

from fractions import Fraction

from world.answers import Leg
from world.dates import DAY_MS
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.passage import passage
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stronghold import Stronghold
from world.state import World

#: Paces where no chapter of couriers gives its own (km a day).
_PACES = {"message.kmpd_friendly": 80, "message.kmpd_hostile": 60, "message.kmpd_sea": 100}


def _pace(world: World, name: str) -> int:
    param = world.pack.params.get(name)
    return _PACES[name] if param is None else int(world.params[param])


def ride_ms(
    world: World, person: str, start: str, goal: str, *, believed: bool = False
) -> int | None:
    """Time for a ride at the pace of messengers, without their risk; None where there is no way.

    With ``believed`` through country as the person believes it to be held.
    """
    legs = passage(world, "rider", person, start, goal, (), believed=believed)
    if legs is None:
        return None
    return round(sum((_leg_ms(world, leg) for leg in legs), Fraction(0)))


def believed_metres(world: World, person: str, start: str, goal: str) -> int | None:
    """How far a ride is by the way that a person would choose; None where there is none."""
    legs = passage(world, "rider", person, start, goal, (), believed=True)
    return None if legs is None else sum(leg.metres for leg in legs)


def _leg_ms(world: World, leg: Leg) -> Fraction:
    if leg.ms is not None:
        return Fraction(leg.ms)
    if leg.ground == "sea":
        pace = _pace(world, "message.kmpd_sea")
    else:
        hostile = leg.stance == "hostile"
        pace = _pace(world, "message.kmpd_hostile" if hostile else "message.kmpd_friendly")
    return Fraction(leg.metres * DAY_MS, max(1, pace) * 1000)


def reached(world: World, person: str, start: str, goal: str, ms: int) -> str:
    """Where somebody who rides alone has come to after a time: the last place he passed."""
    legs = passage(world, "rider", person, start, goal, (), believed=False) or ()
    at, left = start, Fraction(ms)
    for leg in legs:
        left -= _leg_ms(world, leg)
        if left < 0:
            break
        at = leg.end
    return at


def ridden_past(world: World, person: str, start: str, goal: str) -> tuple[str, ...]:
    """Hexes of enemy country on the way of somebody who rides alone, in order."""
    legs = passage(world, "rider", person, start, goal, (), believed=False) or ()
    return tuple(leg.end for leg in legs if leg.stance == "hostile")


def message_safety(world: World) -> Fraction:
    """The chance to come safely through enemy country (C-MSG-03)."""
    param = world.pack.params.get("message.safe_hostile")
    return Fraction(5, 6) if param is None else Fraction(world.params[param])


def nearest_friends(world: World, commander: Commander, place: str) -> str | None:
    """The nearest friendly stronghold or army, where a commander without troops rides to.

    Besieged places and armies out of control do not count; his own side's come before allies.
    """
    ground = scene(world)
    found = []
    for site in world.of(Stronghold):
        if friendly(world, commander.faction, site.faction) and not siege_of(world, site.place):
            own = site.faction == commander.faction
            found.append((ground.distance(place, site.place), not own, site.place))
    for army in world.of(Army):
        if friendly(world, commander.faction, army.faction) and army.disorder is None:
            own = army.faction == commander.faction
            besieged = army.inside and siege_of(world, army.place)
            if not besieged:
                found.append((ground.distance(place, army.place), not own, army.place))
    return min(found)[2] if found else None
