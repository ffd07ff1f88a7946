"""Who sees which fleet: lookouts at sea, scouts and garrisons on the coast (C-FLEET-05)."""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import ClassVar

import msgspec

from world.dispatch import Dispatch
from world.fact import Begun
from world.knowledge.picture import Source, seen_by, sighting_id
from world.knowledge.record import Learnt
from world.notice import Notice
from world.pack import Chapter
from world.recurrence import DailyGame
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.eyes import Eyes, all_eyes, fleet_eyes, ships_in_view
from world.rules.campaign.nouns.faction import friendly, hostile, name_of
from world.rules.campaign.nouns.facts import ArmyEntered, WeatherSet
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import nearby, scene
from world.rules.campaign.nouns.rates import rates
from world.rules.campaign.nouns.sea_facts import (
    EnemyFleetPlaced,
    FleetEntered,
    FleetFormed,
    FleetGone,
    FleetSighted,
    ShipsChanged,
)
from world.rules.campaign.nouns.sight import Account, FleetSeen, fleet_seen
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import commander_inside, governor_of, whereabouts
from world.state import World
from world.step import Step
from world.timeline import Event

chapter = Chapter("lookouts", "Who sees which fleet")

_EYES = Source("eyes")
_UNSEEN = ("id", "observer", "at", "heard", "in_sight")
_looks = attrgetter(*(each for each in FleetSeen.__struct_fields__ if each not in _UNSEEN))


class SailInSight(Notice, frozen=True, tag="sail_in_sight"):
    """A fleet comes in sight, moves within it or leaves it (M-SCOUT-01)."""

    title: ClassVar[str] = "{fleet} of {faction} {what}"
    wording: ClassVar[str] = "{fleet} of {faction}, {strength}, {what} in {place}.{heading}"
    fleet: str
    faction: str
    strength: str
    what: str
    place: str
    heading: str = ""


chapter.declare(SailInSight, Learnt)


class SeaLook(Event, frozen=True, tag="sea_look"):
    """Daylight shows what sails are in sight, after the weather is known."""

    rank: ClassVar[int] = day.RANK_TIMERS


def strength_of(world: World, ships: tuple[tuple[str, str], ...], guns: int) -> str:
    """Ships by their classes and their guns, in words."""
    known = rates(world)
    counted = Counter(rate for _, rate in ships)
    parts = [f"{count} {known[rate].name}" for rate, count in sorted(counted.items())]
    return f"{', '.join(parts) or 'no ships'} and {guns} guns"


# -- looking --------------------------------------------------------------------------------------


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """Look round at once, and at every dawn."""
    if not step.of(Fleet) and not step.world.scene.setup.fleets:
        return
    start_looking(step)
    _look_round(step, quiet=True)


def start_looking(step: Step) -> None:
    """From the first fleet on, every dawn shows what sails there are."""
    hour, minute = day.time_of(step.param(day.DAWN)) or (6, 0)
    step.every("sea look", DailyGame(hour, minute), SeaLook(subject="lookouts"))


@chapter.handles(SeaLook)
def sea_look(step: Step, _: SeaLook) -> None:
    """At dawn everybody sees what the night has brought."""
    _look_round(step)


@chapter.on(WeatherSet)
def weather_set(step: Step, _: WeatherSet) -> None:
    """Weather that changes in the course of a day changes what is seen; at dawn all look anyway."""
    half = day.half_of(step.world, step.now)
    if step.of(Fleet) and not half.night and half.start != step.now:
        _look_round(step)


def _look_round(step: Step, *, quiet: bool = False) -> None:
    """Everybody looks at what fleets are within reach, fleets first of all."""
    world = step.world
    night = day.half_of(world, step.now).night
    seen_now: dict[str, set[str]] = {}
    fleets = step.of(Fleet)
    near = tuple(dict.fromkeys(fleet.place for fleet in fleets))
    as_seen = {fleet.id: _as_seen(world, fleet, step.now) for fleet in fleets}
    if near:
        for eyes in all_eyes(world, night=night, near=near):
            visible = seen_now.setdefault(eyes.observer, set())
            for fleet in nearby(world, Fleet, (eyes.place,), eyes.radius):
                if _shows(world, eyes, fleet):
                    visible.add(fleet.id)
                    _see(step, eyes, as_seen[fleet.id], quiet=quiet)
    for seen in step.of(FleetSeen):
        if seen.in_sight and seen.subject not in seen_now.get(seen.observer, set()):
            step.put(msgspec.structs.replace(seen, in_sight=False))
            _tell(step, seen, "is out of sight; it was last seen")


def _shows(world: World, eyes: Eyes, fleet: Fleet) -> bool:
    """Whether a fleet is seen; nobody sees his own, or one whose ships have sailed off."""
    return (
        eyes.fleet != fleet.id and bool(fleet.present) and ships_in_view(world, eyes, fleet.place)
    )


@chapter.on(FleetEntered)
def fleet_entered(step: Step, fact: FleetEntered) -> None:
    """The lookouts look about them, and everybody in range looks at the fleet."""
    mover = step.find(Fleet, fact.fleet)
    if mover is None or mover.place != fact.place:
        return
    _looks_about(step, mover, night=fact.night)
    _shows_itself(step, mover, fact.came_from, night=fact.night)


@chapter.on(FleetFormed)
def fleet_formed(step: Step, fact: FleetFormed) -> None:
    """A new fleet looks about it, and is seen by whoever watches the place."""
    start_looking(step)
    fleet = step.find(Fleet, fact.fleet)
    if fleet is None:
        return
    night = day.half_of(step.world, step.now).night
    _looks_about(step, fleet, night=night)
    _shows_itself(step, fleet, fact.place, night=night)


@chapter.on(ShipsChanged)
def ships_changed(step: Step, fact: ShipsChanged) -> None:
    """Who watches a fleet sees that it has become larger or smaller."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is not None:
        night = day.half_of(step.world, step.now).night
        _shows_itself(step, fleet, fleet.place, night=night)


def _looks_about(step: Step, fleet: Fleet, *, night: bool) -> None:
    """What sails the lookouts of a fleet have in sight, and which they have lost."""
    world = step.world
    for eyes in fleet_eyes(world, fleet, night=night):
        in_reach = nearby(world, Fleet, (eyes.place,), eyes.radius)
        for other in in_reach:
            if _shows(world, eyes, other):
                _see(step, eyes, _as_seen(world, other, step.now))
        reach = {other.id for other in in_reach}
        for seen in world.filed(FleetSeen, eyes.observer):
            lost = step.find(Fleet, seen.subject)
            if seen.in_sight and seen.subject not in reach and lost is not None:
                _lose(step, eyes.observer, lost)


def _shows_itself(step: Step, fleet: Fleet, came_from: str, *, night: bool) -> None:
    """Everybody who watches where a fleet is sees it; who watches where it was loses it."""
    world = step.world
    seen = _as_seen(world, fleet, step.now)
    for eyes in all_eyes(world, night=night, near=(fleet.place, came_from)):
        if eyes.fleet == fleet.id:
            continue
        if _shows(world, eyes, fleet):
            _see(step, eyes, seen)
        elif ships_in_view(world, eyes, came_from) or not fleet.present:
            _lose(step, eyes.observer, fleet)


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """An army that comes to the coast sees the sails off it (C-SCOUT-01)."""
    world = step.world
    army = step.find(Army, fact.army)
    if army is None or army.place != fact.place or not step.of(Fleet):
        return
    for eyes in all_eyes(world, night=fact.night, near=(army.place,)):
        if eyes.army != army.id:
            continue
        for fleet in step.of(Fleet):
            if _shows(world, eyes, fleet):
                _see(step, eyes, _as_seen(world, fleet, step.now))
            else:
                _lose(step, eyes.observer, fleet)


# -- what is seen ---------------------------------------------------------------------------------


def _as_seen(world: World, fleet: Fleet, now: int) -> FleetSeen:
    """A fleet as anybody sees it who looks at it now."""
    return fleet_seen(world, fleet, "", now, _EYES)


def _see(step: Step, eyes: Eyes, fleet: FleetSeen, *, quiet: bool = False) -> None:
    """An observer sees a fleet: his picture is put right, and what is new he is told."""
    old = seen_by(step.world, FleetSeen, eyes.observer, fleet.subject)
    if old is not None and old.in_sight and _looks(old) == _looks(fleet):
        return
    seen = msgspec.structs.replace(
        fleet,
        id=sighting_id(eyes.observer, fleet.subject),
        observer=eyes.observer,
        in_sight=True,
    )
    step.put(seen)
    if quiet or friendly(step.world, eyes.faction, fleet.faction):
        return
    new = old is None or not old.in_sight
    _tell(step, seen, "comes in sight" if new else "is seen")
    if new and hostile(step.world, eyes.faction, fleet.faction):
        if eyes.stronghold:
            _governor_reports(step, eyes, seen)
        sighted = FleetSighted(fleet=eyes.fleet, observer=eyes.observer, enemy=fleet.subject)
        step.happened(sighted, f"{eyes.observer}/{eyes.fleet or eyes.army}/{fleet.subject}")
    if hostile(step.world, eyes.faction, fleet.faction):
        was = old.where if old is not None and old.in_sight else ""
        placed = EnemyFleetPlaced(observer=eyes.observer, enemy=fleet.subject, was=was)
        step.happened(placed, f"{eyes.observer}/{eyes.fleet or eyes.army}/{fleet.subject}")


def _lose(step: Step, observer: str, fleet: Fleet) -> None:
    """A fleet is out of an observer's sight; where it was last seen stays in his picture."""
    seen = seen_by(step.world, FleetSeen, observer, fleet.id)
    if seen is None or not seen.in_sight:
        return
    step.put(msgspec.structs.replace(seen, in_sight=False))
    if not day.half_of(step.world, step.now).night:
        _tell(step, seen, "is out of sight; it was last seen")


def _tell(step: Step, seen: FleetSeen, what: str) -> None:
    """Tell a person what is seen of others; friends and offices need no notice."""
    world = step.world
    commander = step.find(Commander, seen.observer)
    if commander is None or friendly(world, commander.faction, seen.faction):
        return
    ground = scene(world)
    notice = SailInSight(
        fleet=seen.name,
        faction=name_of(world, seen.faction),
        strength=strength_of(world, seen.ships, seen.guns),
        what=what,
        place=ground.called(seen.where),
        heading=f" It sails for {ground.called(seen.heading)}." if seen.heading else "",
    )
    step.tell(commander.id, notice, seen.subject)
    step.learn(
        commander.id,
        Learnt(
            subject=seen.subject,
            words=f"{seen.name}: {notice.strength}, {what}",
            where=seen.where,
            at=seen.at,
            source=seen.source.words,
        ),
    )


def _governor_reports(step: Step, eyes: Eyes, seen: FleetSeen) -> None:
    """A garrison writes to the holder of its place what sails have come in sight (C-SCOUT-05)."""
    stronghold = step.get(Stronghold, eyes.stronghold)
    holder = stronghold.holder
    if eyes.observer == holder or not holder or commander_inside(step.world, stronghold):
        return
    if whereabouts(step.world, holder) == stronghold.place:
        return  # he sees it himself
    ground = scene(step.world)
    text = (
        f"{seen.name}, {strength_of(step.world, seen.ships, seen.guns)}, has come in sight of"
        f" {stronghold.name} in {ground.called(seen.where)}."
    )
    account = Account(fleets=(seen,))
    step.write(
        Dispatch(
            sender=governor_of(stronghold.id),
            to=holder,
            text=text,
            written=step.now,
            enclosed=msgspec.Raw(msgspec.json.encode(account, order="deterministic")),
            receipt=False,
            label=f"sail/{stronghold.id}/{seen.subject}",
        )
    )


@chapter.on(FleetGone)
def fleet_gone(step: Step, fact: FleetGone) -> None:
    """Who had it in sight sees that it is no more; others believe in it as long as they like."""
    for seen in step.of(FleetSeen):
        if seen.subject == fact.fleet and seen.in_sight:
            step.remove(seen, "it was seen to be no more")
