"""Far sight: what stands and sails about a place, seen as by scouts (C-WIZ-07)."""

from __future__ import annotations

from world.knowledge.picture import Source, seen_by
from world.knowledge.record import Learnt
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import friendly, name_of
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import nearby, scene
from world.rules.campaign.nouns.sight import (
    ArmySeen,
    FleetSeen,
    army_seen,
    fleet_seen,
    glimpse_radius,
    place_seen,
)
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import captain_of
from world.rules.campaign.wizards import figures
from world.rules.campaign.wizards.notices import SeenAfar
from world.step import Step

chapter = Chapter("far sight", "What far sight shows")
chapter.declare(SeenAfar)

_MAGIC = Source("report", "a wizard")


def look(step: Step, army: Army, place: str) -> None:
    """Show an army's commander what there is about a place at this moment.

    It keeps nothing in sight, and whoever is looked at notices nothing.
    """
    world, now = step.world, step.now
    observer = army.leader or captain_of(army.id)
    radius = step.param(figures.SCRY_RADIUS)
    if not step.param(figures.SCRY_IGNORES_WEATHER):
        night = day.half_of(world, now).night
        radius = glimpse_radius(world, place, radius, army.leader, night=night)
    for other in nearby(world, Army, (place,), radius):
        if not (other.inside or other.id == army.id or _has(step, ArmySeen, observer, other.id)):
            _shows(step, army_seen(world, other, observer, now, _MAGIC))
    for fleet in nearby(world, Fleet, (place,), radius):
        if fleet.present and not _has(step, FleetSeen, observer, fleet.id):
            _shows(step, fleet_seen(world, fleet, observer, now, _MAGIC))
    for site in nearby(world, Stronghold, (place,), radius):
        step.put(place_seen(world, site, observer, now, _MAGIC))


def _has(step: Step, kind: type[ArmySeen | FleetSeen], observer: str, subject: str) -> bool:
    """Whether his own eyes have it in sight already."""
    seen = seen_by(step.world, kind, observer, subject)
    return seen is not None and seen.in_sight


def _shows(step: Step, seen: ArmySeen | FleetSeen) -> None:
    """Put his picture right; of those who are no friends of his he is told, and keeps a record."""
    world, ground = step.world, scene(step.world)
    step.put(seen)
    commander = step.find(Commander, seen.observer)
    if commander is None or friendly(world, commander.faction, seen.faction):
        return
    if isinstance(seen, ArmySeen):
        strength = f"{seen.infantry + seen.cavalry + seen.artillerists} men and {seen.guns} guns"
    else:
        strength = f"{len(seen.ships)} ships and {seen.guns} guns"
    notice = SeenAfar(
        what=seen.name,
        faction=name_of(world, seen.faction),
        place=ground.called(seen.where),
        strength=strength,
        heading=f" It makes for {ground.called(seen.heading)}." if seen.heading else "",
    )
    step.tell(commander.id, notice, seen.subject)
    words = f"{seen.name}: {strength}, seen by magic"
    record = Learnt(
        subject=seen.subject, words=words, where=seen.where, at=seen.at, source=_MAGIC.words
    )
    step.learn(commander.id, record)
