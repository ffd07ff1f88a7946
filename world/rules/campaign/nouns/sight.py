"""What can be seen of armies and places, and how far (C-SCOUT)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from world.answers import Stance
from world.knowledge.picture import Sighting, Source, sighting_id
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.commander import (
    OUTRIDER,
    RANGER_VERY_BAD,
    Commander,
    has_trait,
)
from world.rules.campaign.nouns.fleet import Fleet, aboard_of, rates_of
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.headcount import headcount
from world.rules.campaign.nouns.rounding import combined
from world.rules.campaign.nouns.siege import siege_by, siege_of
from world.rules.campaign.nouns.sky import Condition, weather_at
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import commander_inside
from world.state import World

chapter = Chapter("sight", "How far armies and garrisons see, and what")

BASE_RADIUS = chapter.param("scout.base_radius", 1, "hex", "C-SCOUT-01", "around the own hex")
COUNT_ROUNDING = chapter.param(
    "scout.count_rounding", 1, "soldiers", "C-SCOUT-01", "to how many men scouts count"
)
CAVALRY_RADIUS = chapter.param("scout.cavalry_radius", 2, "hexes", "C-SCOUT-02", "with horse")
BAD_PENALTY = chapter.param(
    "scout.bad_weather_penalty",
    1,
    "hex",
    "C-SCOUT-03",
    "how much less far scouts see in bad weather",
)
VERY_BAD_PENALTY = chapter.param(
    "scout.very_bad_weather_penalty",
    2,
    "hexes",
    "C-SCOUT-03",
    "how much less far scouts see in very bad weather",
)
MIN_RADIUS = chapter.param(
    "scout.min_radius", 0, "hexes", "C-SCOUT-03", "what no weather takes away"
)
NIGHT_RADIUS = chapter.param("scout.night_radius", 0, "hexes", "C-SCOUT-04", "in the dark")
GARRISONS = chapter.param(
    "scout.garrisons", True, "bool", "C-SCOUT-05", "whether garrisons see and report"
)
LOOKOUTS = chapter.param(
    "fleet.scout_radius", 1, "hex", "C-FLEET-05", "how far the lookouts of a fleet see"
)


#: The radius of those who see not even what is in their own hex.
NOT_EVEN_ITS_OWN = -1


class ArmySeen(Sighting, frozen=True, tag="army_seen"):
    """An army as somebody saw it (C-SCOUT-01/a): not morale, stores, orders or plans.

    ``in_sight`` says that the observer has it before his eyes still, ``gone`` that it is no more.
    ``leader_name`` is what its leader was called then, for one who was not there from the
    beginning: everybody knows the others.
    """

    name: str
    faction: str
    leader: str
    infantry: int
    cavalry: int
    artillerists: int
    wagons: int
    guns: int
    activity: str
    heading: str = ""
    uniforms: tuple[str, ...] = ()
    in_sight: bool = False
    gone: bool = False
    leader_name: str = ""


class FleetSeen(Sighting, frozen=True, tag="fleet_seen"):
    """A fleet as somebody saw it: not its crews, its hulls, or what is in its holds.

    ``ships`` are their names with their classes; ``guns`` those that show; ``in_sight`` says that
    the observer has it before his eyes still, ``gone`` that it is no more.
    """

    name: str
    faction: str
    leader: str
    ships: tuple[tuple[str, str], ...]
    guns: int
    activity: str
    heading: str = ""
    in_sight: bool = False
    gone: bool = False


class PlaceSeen(Sighting, frozen=True, tag="place_seen"):
    """A stronghold's banner, and who lies before it."""

    name: str
    faction: str
    holder: str
    besieged_by: str = ""


class StanceSeen(Sighting, frozen=True, tag="stance_seen"):
    """How two factions stand, as somebody has learnt (C-TALK-04)."""

    stance: Stance


class Account(msgspec.Struct, frozen=True, tag="account", tag_field="what"):
    """Sightings enclosed in a letter."""

    armies: tuple[ArmySeen, ...] = ()
    places: tuple[PlaceSeen, ...] = ()
    stances: tuple[StanceSeen, ...] = ()
    fleets: tuple[FleetSeen, ...] = ()


chapter.declare(ArmySeen, FleetSeen, PlaceSeen, StanceSeen)


def _radius(world: World, mounted: bool, leader: str, condition: Condition) -> int:  # noqa: FBT001
    params = world.params
    base = params[CAVALRY_RADIUS if mounted else BASE_RADIUS]
    if mounted and has_trait(world, leader, "outrider"):
        base = params[OUTRIDER]
    return _in_weather(world, base, leader, condition)


def _in_weather(world: World, base: int, leader: str, condition: Condition) -> int:
    """A radius as weather leaves it (C-SCOUT-03)."""
    params = world.params
    penalty = 0
    if condition == "bad":
        penalty = params[BAD_PENALTY]
    elif condition == "very bad":
        penalty = params[VERY_BAD_PENALTY]
    if has_trait(world, leader, "ranger") and (condition != "very bad" or params[RANGER_VERY_BAD]):
        penalty = 0
    return _narrowed(base, penalty, params[MIN_RADIUS])


@lru_cache(maxsize=256)
def _narrowed(base: int, penalty: int, least: int) -> int:
    return int(combined(base, amounts=(-penalty,), least=least))


def widest(world: World) -> int:
    """The farthest that anybody can see by day, in hexes."""
    params = world.params
    return max(
        params[BASE_RADIUS],
        params[CAVALRY_RADIUS],
        params[OUTRIDER],
        params[NIGHT_RADIUS],
        params[LOOKOUTS],
    )


def day_radius(world: World, army: Army, condition: Condition) -> int:
    """How many hexes an army sees by day in a weather (C-SCOUT-01 to C-SCOUT-03)."""
    return _radius(world, army.scouts_mounted, army.leader, condition)


def army_radius(world: World, army: Army, *, night: bool) -> int:
    """How many hexes an army sees as things stand (C-SCOUT-01 to C-SCOUT-04).

    Aboard a fleet it sees nothing for itself: the lookouts do.
    """
    if aboard_of(world, army) is not None:
        return NOT_EVEN_ITS_OWN
    if night:
        return world.params[NIGHT_RADIUS]
    return day_radius(world, army, weather_at(world, army.place).condition)


def fleet_radius(world: World, fleet: Fleet, *, night: bool) -> int:
    """How many hexes the lookouts of a fleet see as things stand (C-FLEET-05)."""
    params = world.params
    if not fleet.present:
        return NOT_EVEN_ITS_OWN
    if night:
        return params[NIGHT_RADIUS]
    condition = weather_at(world, fleet.place).condition
    return _in_weather(world, params[LOOKOUTS], fleet.leader, condition)


def glimpse_radius(world: World, place: str, radius: int, leader: str, *, night: bool) -> int:
    """How far somebody sees about a place as night and weather there leave it."""
    if night:
        return min(radius, world.params[NIGHT_RADIUS])
    return _in_weather(world, radius, leader, weather_at(world, place).condition)


def garrison_radius(world: World, stronghold: Stronghold, *, night: bool) -> int | None:
    """How many hexes a garrison sees; None where nobody is there to look (C-SCOUT-05)."""
    if not world.params[GARRISONS]:
        return None
    standing, left = stronghold.standing, stronghold.left
    if not standing.soldiers and not left:
        return None
    if night:
        return world.params[NIGHT_RADIUS]
    mounted = standing.cavalry > 0 or any(
        d.kind == "cavalry" or d.special == "skirmishers" for d in left
    )
    inside = commander_inside(world, stronghold)
    condition = weather_at(world, stronghold.place).condition
    return _radius(world, mounted, inside.id if inside is not None else "", condition)


def _rounded(world: World, count: int) -> int:
    step = max(1, world.params[COUNT_ROUNDING])
    return (count + step // 2) // step * step


def looks(detachment: Detachment) -> str:
    """What a detachment wears and boasts of, as whoever sees it sees it (C-DET-04, C-DET-05)."""
    return ", ".join(t for t in (detachment.uniform, detachment.hat, *detachment.honours) if t)


def activity_of(world: World, army: Army) -> tuple[str, str]:
    """What an army can be seen doing, and where it is going."""
    if siege_by(world, army.id) is not None:
        return "besieging", ""
    march = army.march
    if march is not None and march.since >= 0 and march.ahead is not None:
        return "marching", march.ahead if march.ahead != army.place else ""
    if army.engines.job:
        return "at work on siege engines", ""
    for work in army.works:
        if work.under_way:
            return ("foraging" if work.kind == "forage" else "burning the land"), ""
    return "standing", ""


def army_seen(world: World, army: Army, observer: str, now: int, source: Source) -> ArmySeen:
    """An army as its observer sees it now (C-SCOUT-01/a)."""
    return msgspec.structs.replace(
        as_seen(world, army),
        id=sighting_id(observer, army.id),
        observer=observer,
        at=now,
        heard=now,
        source=source,
    )


def as_seen(world: World, army: Army) -> ArmySeen:
    """An army as anybody sees it, with neither observer nor time."""
    if world.find(Army, army.id) is not army:  # not as it stands, but as it might
        return _as_seen(world, army)
    return world.derived(
        ("army as seen", army.id), lambda: _as_seen(world, world.get(Army, army.id))
    )


def _as_seen(world: World, army: Army) -> ArmySeen:
    activity, heading = activity_of(world, army)
    uniforms = dict.fromkeys(
        each for d in army.present if d.special != "wizard" and (each := looks(d))
    )
    foot = army.count("infantry") - headcount(army.detachments).wizards
    return ArmySeen(
        id="",
        observer="",
        subject=army.id,
        where=army.place,
        at=0,
        heard=0,
        source=Source("eyes"),
        name=army.name,
        faction=army.faction,
        leader=army.leader,
        infantry=_rounded(world, foot),
        cavalry=_rounded(world, army.count("cavalry")),
        artillerists=_rounded(world, army.count("artillery")),
        wagons=army.wagons,
        guns=army.cannon,
        activity=activity,
        heading=heading,
        uniforms=tuple(uniforms),
        leader_name=_later_name(world, army.leader),
    )


def _later_name(world: World, person: str) -> str:
    """What somebody is called who has come since the beginning; '' for anybody else."""
    if not person or person in scene(world).setup.commanders:
        return ""
    commander = world.find(Commander, person)
    return commander.name if commander is not None else ""


def doings_of(world: World, fleet: Fleet, now: int) -> tuple[str, str]:
    """What a fleet can be seen doing, and where it is going."""
    if siege_by(world, fleet.id) is not None:
        return "blockading", ""
    voyage = fleet.voyage
    if voyage is not None and voyage.since >= 0 and voyage.ahead is not None:
        return "sailing", voyage.ahead
    if any(work.begins <= now for work in fleet.loading):
        return "loading", ""
    return "at anchor", ""


def fleet_seen(world: World, fleet: Fleet, observer: str, now: int, source: Source) -> FleetSeen:
    """A fleet as its observer sees it now (C-FLEET-05)."""
    activity, heading = doings_of(world, fleet, now)
    return FleetSeen(
        id=sighting_id(observer, fleet.id),
        observer=observer,
        subject=fleet.id,
        where=fleet.place,
        at=now,
        heard=now,
        source=source,
        name=fleet.name,
        faction=fleet.faction,
        leader=fleet.leader,
        ships=tuple((ship.name, ship.rate) for ship in fleet.present),
        guns=sum(rate.cannon for rate in rates_of(world, fleet)),
        activity=activity,
        heading=heading,
    )


def place_seen(
    world: World, stronghold: Stronghold, observer: str, now: int, source: Source
) -> PlaceSeen:
    """A stronghold as its observer sees it now."""
    return PlaceSeen(
        id=sighting_id(observer, stronghold.id),
        observer=observer,
        subject=stronghold.id,
        where=stronghold.place,
        at=now,
        heard=now,
        source=source,
        name=stronghold.name,
        faction=stronghold.faction,
        holder=stronghold.holder,
        besieged_by=besieger_of(world, stronghold),
    )


def besieger_of(world: World, stronghold: Stronghold) -> str:
    """The faction that lies before a stronghold; '' for none."""
    siege = siege_of(world, stronghold.place)
    return siege.faction if siege is not None else ""


def stance_subject(a: str, b: str) -> str:
    """The subject of what is known of two factions' stance."""
    return f"stance:{min(a, b)}:{max(a, b)}"
