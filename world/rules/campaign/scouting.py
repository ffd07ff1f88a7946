"""Scouting: who sees whom, what he learns of it and when (C-SCOUT)."""

from __future__ import annotations

from operator import attrgetter
from typing import ClassVar

import msgspec

from world.dispatch import Dispatch
from world.fact import Begun
from world.knowledge.picture import Source, picture_of, seen_by
from world.knowledge.record import Learnt
from world.pack import Chapter
from world.recurrence import DailyGame
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import (
    ArmyLeftWalls,
    PlaceFell,
    SiegeLifted,
    SiegeStands,
)
from world.rules.campaign.nouns.eyes import Eyes, all_eyes, army_eyes, fleet_eyes, in_view, shows
from world.rules.campaign.nouns.faction import friendly, hostile, name_of
from world.rules.campaign.nouns.facts import (
    ArmiesJoined,
    ArmyEntered,
    ArmyFormed,
    ArmyGone,
    ArmySplit,
    EnemyPlaced,
    LooksOtherwise,
    Sighted,
    WeatherSet,
)
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import nearby, scene
from world.rules.campaign.nouns.in_sight import InSight
from world.rules.campaign.nouns.sea_facts import FleetEntered
from world.rules.campaign.nouns.sight import (
    Account,
    ArmySeen,
    PlaceSeen,
    army_seen,
    as_seen,
    besieger_of,
    place_seen,
)
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import commander_inside, governor_of, whereabouts
from world.state import World
from world.step import Step
from world.timeline import Event

chapter = Chapter("scouting", "Scouting: what armies and garrisons see")

_EYES = Source("eyes")
#: What of a sighting is to be seen: all but who saw it and when, and whether he still does.
_LOOKS = attrgetter(
    *(
        field
        for field in ArmySeen.__struct_fields__
        if field not in ("id", "observer", "at", "heard", "source", "in_sight")
    )
)


chapter.declare(InSight, Learnt)


class DawnLook(Event, frozen=True, tag="dawn_look"):
    """Daylight shows what is in sight, after the weather is known."""

    rank: ClassVar[int] = day.RANK_TIMERS


# -- looking --------------------------------------------------------------------------------------


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """Look round at once, and at every dawn."""
    hour, minute = day.time_of(step.param(day.DAWN)) or (6, 0)
    step.every("dawn look", DailyGame(hour, minute), DawnLook(subject="scouts"))
    # What stands before their eyes when the campaign begins is no news to anybody.
    _look_round(step, quiet=True)


@chapter.handles(DawnLook)
def dawn_look(step: Step, _: DawnLook) -> None:
    """At dawn everybody sees what the night has brought."""
    _look_round(step)


@chapter.on(WeatherSet)
def weather_set(step: Step, _: WeatherSet) -> None:
    """Weather that changes in the course of a day changes what is seen; at dawn all look anyway."""
    half = day.half_of(step.world, step.now)
    if not half.night and half.start != step.now:
        _look_round(step)


def _look_round(step: Step, *, quiet: bool = False) -> None:
    world = step.world
    seen_now: dict[str, set[str]] = {}
    night = day.half_of(world, step.now).night
    for eyes in all_eyes(world, night=night):
        visible = seen_now.setdefault(eyes.observer, set())
        for army in nearby(world, Army, (eyes.place,), eyes.radius):
            if army.id != eyes.army and not army.inside and shows(world, eyes, army.place):
                visible.add(army.id)
                _see(step, eyes, army, quiet=quiet)
        for stronghold in nearby(world, Stronghold, (eyes.place,), eyes.radius):
            if shows(world, eyes, stronghold.place):
                _see_place(step, eyes, stronghold)
    for seen in step.of(ArmySeen):
        if seen.in_sight and seen.subject not in seen_now.get(seen.observer, set()):
            step.put(msgspec.structs.replace(seen, in_sight=False))
            _tell(step, seen, "is out of sight; it was last seen")


def _visible(world: World, eyes: Eyes, army: Army) -> bool:
    return not army.inside and in_view(world, eyes, army.place)


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """The army looks about it, and everybody in range looks at the army (C-SCOUT-01)."""
    world, ground = step.world, scene(step.world)
    mover = step.find(Army, fact.army)
    if mover is None or mover.place != fact.place:
        return
    # Who comes at the very instant of dusk comes in the last of the light.
    eyes = army_eyes(world, mover, night=fact.night)
    looking = all_eyes(world, night=fact.night, near=(mover.place, fact.came_from))
    around = frozenset(ground.within(eyes.place, eyes.radius))
    for army in step.of(Army):
        if army.id == mover.id:
            continue
        if army.place in around and not army.inside:
            _see(step, eyes, army)
        elif _in_sight(world, eyes.observer, army) is not None and (
            eyes.observer not in _onlookers(world, looking, army)
        ):
            _lose(step, eyes.observer, army)
    for stronghold in nearby(world, Stronghold, (eyes.place,), eyes.radius):
        _see_place(step, eyes, stronghold)
    onlookers = _onlookers(world, looking, mover)
    for others in looking:
        if others.army == mover.id or others.observer == eyes.observer:
            continue
        if _visible(world, others, mover):
            _see(step, others, mover)
        elif others.observer not in onlookers and (
            ground.distance(others.place, fact.came_from) <= others.radius
        ):
            _lose(step, others.observer, mover)


def _onlookers(world: World, looking: list[Eyes], army: Army) -> set[str]:
    """Who has an army in sight: he may look with other eyes than those that have just lost it.

    Whoever is within walls with an army has its scouts, and the garrison's.
    """
    return {eyes.observer for eyes in looking if _visible(world, eyes, army)}


@chapter.on(FleetEntered)
def fleet_entered(step: Step, fact: FleetEntered) -> None:
    """The lookouts of a fleet see what stands on the coast they have come to (C-FLEET-05)."""
    world = step.world
    fleet = step.find(Fleet, fact.fleet)
    if fleet is None or fleet.place != fact.place:
        return
    looking = all_eyes(world, night=fact.night, near=(fleet.place,))
    for eyes in fleet_eyes(world, fleet, night=fact.night):
        for army in nearby(world, Army, (eyes.place,), eyes.radius):
            if _visible(world, eyes, army):
                _see(step, eyes, army)
        for stronghold in nearby(world, Stronghold, (eyes.place,), eyes.radius):
            if in_view(world, eyes, stronghold.place):
                _see_place(step, eyes, stronghold)
        for seen in picture_of(world, ArmySeen, eyes.observer):
            lost = step.find(Army, seen.subject) if seen.in_sight else None
            if lost is None or _visible(world, eyes, lost):
                continue
            if eyes.observer not in _onlookers(world, looking, lost):
                _lose(step, eyes.observer, lost)


@chapter.on(ArmyLeftWalls)
def army_left_walls(step: Step, fact: ArmyLeftWalls) -> None:
    """Who comes out of the gates is seen by whoever watches them."""
    _shows_itself(step, fact.army)


@chapter.on(ArmyFormed)
def army_formed(step: Step, fact: ArmyFormed) -> None:
    """An army that comes into being is seen by whoever watches the place, and looks about it."""
    _shows_itself(step, fact.army)
    army = step.find(Army, fact.army)
    if army is None:
        return
    eyes = army_eyes(step.world, army, night=day.half_of(step.world, step.now).night)
    for label in scene(step.world).within(eyes.place, eyes.radius):
        for other in step.at_place(label, Army):
            if other.id != army.id and not other.inside:
                _see(step, eyes, other)


@chapter.on(ArmySplit)
def army_split(step: Step, fact: ArmySplit) -> None:
    """Who watches an army sees that it has become smaller."""
    _shows_itself(step, fact.army)


@chapter.on(LooksOtherwise)
def looks_otherwise(step: Step, fact: LooksOtherwise) -> None:
    """Who watches an army sees a part of it ride out, or come back."""
    _shows_itself(step, fact.army)


@chapter.on(ArmiesJoined)
def armies_joined(step: Step, fact: ArmiesJoined) -> None:
    """Who had both in sight sees one where there were two."""
    for seen in step.of(ArmySeen):
        if seen.subject == fact.army and seen.in_sight:
            step.remove(seen, "it was seen to join another")
    _shows_itself(step, fact.into)


def _shows_itself(step: Step, army_id: str) -> None:
    army = step.find(Army, army_id)
    if army is None or army.inside:
        return
    night = day.half_of(step.world, step.now).night
    for eyes in all_eyes(step.world, night=night, near=(army.place,)):
        if eyes.army != army.id and in_view(step.world, eyes, army.place):
            _see(step, eyes, army)


def _see(step: Step, eyes: Eyes, army: Army, *, quiet: bool = False) -> None:
    """An observer sees an army: his picture is put right, and what is new he is told."""
    old = seen_by(step.world, ArmySeen, eyes.observer, army.id)
    if old is not None and old.in_sight and old.source == _EYES and _unchanged(step, old, army):
        return
    seen = army_seen(step.world, army, eyes.observer, step.now, _EYES)
    step.put(msgspec.structs.replace(seen, in_sight=True))
    if quiet or friendly(step.world, eyes.faction, army.faction):
        return
    new = old is None or not old.in_sight
    what = "comes in sight" if new else "is seen"
    _tell(step, seen, what)
    if new and hostile(step.world, eyes.faction, army.faction):
        if eyes.stronghold:
            _governor_reports(step, eyes, seen)
        sighted = Sighted(army=eyes.army, observer=eyes.observer, enemy=army.id)
        step.happened(sighted, f"{eyes.observer}/{eyes.army}/{army.id}")
    if hostile(step.world, eyes.faction, army.faction):
        was = old.where if old is not None and old.in_sight else ""
        placed = EnemyPlaced(observer=eyes.observer, enemy=army.id, was=was)
        step.happened(placed, f"{eyes.observer}/{eyes.army}/{army.id}")


def _unchanged(step: Step, old: ArmySeen, army: Army) -> bool:
    return bool(_LOOKS(old) == _LOOKS(as_seen(step.world, army)))


def _in_sight(world: World, observer: str, army: Army) -> ArmySeen | None:
    """What an observer has before his eyes of an army, by his picture."""
    seen = seen_by(world, ArmySeen, observer, army.id)
    return seen if seen is not None and seen.in_sight else None


def _lose(step: Step, observer: str, army: Army) -> None:
    """An army is out of an observer's sight; where it was last seen stays in his picture."""
    seen = _in_sight(step.world, observer, army)
    if seen is None:
        return
    step.put(msgspec.structs.replace(seen, in_sight=False))
    if not day.half_of(step.world, step.now).night:
        _tell(step, seen, "is out of sight; it was last seen")


def _tell(step: Step, seen: ArmySeen, what: str) -> None:
    """Tell a person what is seen of others; friends and offices need no notice."""
    world = step.world
    commander = step.find(Commander, seen.observer)
    if commander is None or friendly(world, commander.faction, seen.faction):
        return
    ground = scene(world)
    men = seen.infantry + seen.cavalry + seen.artillerists
    notice = InSight(
        army=seen.name,
        faction=name_of(world, seen.faction),
        strength=f"{men} men and {seen.guns} guns",
        what=what,
        place=ground.called(seen.where),
        heading=f" It marches on {ground.called(seen.heading)}." if seen.heading else "",
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


def _see_place(step: Step, eyes: Eyes, stronghold: Stronghold) -> None:
    """An observer sees a stronghold's banner, and who lies before it."""
    old = seen_by(step.world, PlaceSeen, eyes.observer, stronghold.id)
    banner = (stronghold.faction, stronghold.holder, besieger_of(step.world, stronghold))
    if old is None or (old.faction, old.holder, old.besieged_by) != banner:
        step.put(place_seen(step.world, stronghold, eyes.observer, step.now, _EYES))


# -- reports --------------------------------------------------------------------------------------


def _governor_reports(step: Step, eyes: Eyes, seen: ArmySeen) -> None:
    """A garrison writes to the holder of its place what has come in sight (C-SCOUT-05)."""
    stronghold = step.get(Stronghold, eyes.stronghold)
    holder = stronghold.holder
    if eyes.observer == holder or not holder or commander_inside(step.world, stronghold):
        return
    if whereabouts(step.world, holder) == stronghold.place:
        return  # he sees it himself
    ground = scene(step.world)
    men = seen.infantry + seen.cavalry + seen.artillerists
    text = (
        f"{seen.name}, {men} men and {seen.guns} guns, has come in sight of {stronghold.name} in"
        f" {ground.called(seen.where)}."
    )
    account = Account(armies=(seen,))
    step.write(
        Dispatch(
            sender=governor_of(stronghold.id),
            to=holder,
            text=text,
            written=step.now,
            enclosed=msgspec.Raw(msgspec.json.encode(account, order="deterministic")),
            receipt=False,
            label=f"sight/{stronghold.id}/{seen.subject}",
        )
    )


# -- what changes what is seen --------------------------------------------------------------------


def _place_changed(step: Step, stronghold_id: str) -> None:
    """Whoever has a place in sight sees at once who lies before it, and whose it is."""
    stronghold = step.get(Stronghold, stronghold_id)
    night = day.half_of(step.world, step.now).night
    for eyes in all_eyes(step.world, night=night, near=(stronghold.place,)):
        if in_view(step.world, eyes, stronghold.place):
            _see_place(step, eyes, stronghold)


@chapter.on(SiegeStands)
def siege_stands(step: Step, fact: SiegeStands) -> None:
    """A siege is seen."""
    _place_changed(step, fact.stronghold)


@chapter.on(SiegeLifted)
def siege_lifted(step: Step, fact: SiegeLifted) -> None:
    """A siege that is over is seen."""
    _place_changed(step, fact.stronghold)


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """Another banner over a place is seen."""
    _place_changed(step, fact.stronghold)


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """Who had it in sight sees that it is no more; others believe in it as long as they like."""
    for seen in step.of(ArmySeen):
        if seen.subject == fact.army and seen.in_sight:
            step.remove(seen, "it was seen to be no more")
