"""Marches as they are carried out: what an order sets going, and what each stretch ends with."""

from __future__ import annotations

import msgspec

from world.errors import Refused
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.march import notices
from world.rules.campaign.march.events import (
    BackInHex,
    DayBegins,
    NightBegins,
    StepMade,
    StepMadeByNight,
    WeekSpent,
)
from world.rules.campaign.march.orders import HaltOrder, MarchOrder, not_moving, require_goal
from world.rules.campaign.march.progress import arrive_in, carry_on, go_on, retime_column, stop
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.command import commanded, require_no_meeting
from world.rules.campaign.nouns.engagements import FallsBack, FreeToGo, HeldUp, MeetingBegan
from world.rules.campaign.nouns.facts import (
    ArmySetOut,
    ArmyStood,
    CaptainStops,
    FoundItself,
    Halted,
    StrengthChanged,
    WeatherSet,
)
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.report import report, tell_if_led
from world.rules.campaign.nouns.sky import region_of
from world.rules.campaign.nouns.stretch import (
    entered,
    on_march,
    set_out_on,
    settled,
)
from world.rules.campaign.nouns.way import way
from world.step import Step
from world.timeline import Event

chapter = Chapter("march", "Marching: by road and off it, forced, in columns, halts")
chapter.declare(
    notices.MarchOver,
    notices.WeeklyHalt,
    notices.ColumnLength,
    notices.MarchBarred,
    notices.AlreadyThere,
)


# -- orders ---------------------------------------------------------------------------------------


@chapter.obeys(MarchOrder)
def march(step: Step, order: MarchOrder, hand: Hand) -> None:
    """An army is set on its way; a newer march takes the place of an older (C-TIME-07)."""
    world = step.world
    army = commanded(world, hand, order.army, "march")
    require_goal(order)
    require_no_meeting(world, army)
    moving = army.march is not None
    army = order.set_out(world, army, step.now)
    assert army.march is not None  # noqa: S101 - it was just given one
    if army.march.here == army.march.ahead and army.march.back.num == 0:
        _stay(step, army, moving=moving)
        return
    step.put(army)
    go_on(step, army.id)
    retime_column(step, army.id)


def _stay(step: Step, army: Army, *, moving: bool) -> None:
    """The goal is where the army is: it stands, and no journey is begun."""
    place = scene(step.world).called(army.place)
    assert army.march is not None  # noqa: S101
    step.cancel(army.march.pending)
    army = msgspec.structs.replace(army, march=None, offset=None)
    step.put(army)
    tell_if_led(step, army, notices.AlreadyThere(army=army.name, place=place))
    if moving:
        step.happened(ArmyStood(army=army.id, place=army.place), f"stay/{army.id}")


@chapter.obeys(HaltOrder)
def halt(step: Step, order: HaltOrder, hand: Hand) -> None:
    """A march ends where it is, and so does whatever else takes the day (O-HALT)."""
    army = commanded(step.world, hand, order.army, "halt")
    if army.march is None and not army.works and army.rest is None:
        raise not_moving(army.name)
    if army.march is not None:
        stop(step, army.id)
    step.happened(Halted(army=army.id), army.id)


# -- what stretches end with ----------------------------------------------------------------------


def half_or_week_ends(step: Step, event: Event) -> None:
    """A stretch ended on the road: the next is worked out."""
    army = step.find(Army, event.subject)
    if army is not None and army.march is not None and army.march.pending == step.id:
        go_on(step, army.id)


def step_made(step: Step, event: Event) -> None:
    """An army enters the next hex, and everybody sees what there is to see."""
    world = step.world
    army = step.find(Army, event.subject)
    if army is None or army.march is None or army.march.pending != step.id:
        return
    army = settled(world, army, step.now)
    origin = army.place
    army = entered(army)
    step.put(army)
    if army.place != origin:
        arrive_in(step, army, origin, night=isinstance(event, StepMadeByNight))
    carry_on(step, event.subject)


def gone(step: Step, event: Event) -> None:
    """An army that is no more marches no more."""


for road_end in (DayBegins, NightBegins, WeekSpent, BackInHex):
    chapter.handles(road_end)(half_or_week_ends)
    chapter.when_gone(road_end)(gone)
for hex_end in (StepMade, StepMadeByNight):
    chapter.handles(hex_end)(step_made)
    chapter.when_gone(hex_end)(gone)


# -- what others announce -------------------------------------------------------------------------


@chapter.on(WeatherSet)
def weather_set(step: Step, fact: WeatherSet) -> None:
    """New weather, new paces; whose stretch ends now will see it anyway."""
    pending = step.world.timeline.entries
    for army in step.of(Army):
        march = army.march
        if march is None or march.halted or region_of(step.world, army.place) != fact.region:
            continue
        entry = pending.get(march.pending)
        if entry is None or entry.due > step.now:
            go_on(step, army.id)


@chapter.on(StrengthChanged)
def strength_changed(step: Step, fact: StrengthChanged) -> None:
    """A column that has grown or shrunk keeps another pace (C-MARCH-08)."""
    army = step.find(Army, fact.army)
    if army is not None and army.march is not None and army.march.since >= 0:
        go_on(step, army.id)
        retime_column(step, army.id)


@chapter.on(MeetingBegan)
def meeting_began(step: Step, fact: MeetingBegan) -> None:
    """All who meet halt (C-BAT-01); their marches wait for what becomes of it."""
    for army_id in fact.armies:
        army = step.find(Army, army_id)
        if army is not None and army.march is not None and not army.march.halted:
            step.put(on_march(army, halted=True))
            go_on(step, army_id)


@chapter.on(FreeToGo)
def free_to_go(step: Step, fact: FreeToGo) -> None:
    """A march that a meeting held up goes on."""
    army = step.find(Army, fact.army)
    if army is not None and army.march is not None and army.march.halted:
        step.put(on_march(army, halted=False))
        carry_on(step, fact.army)


@chapter.on(HeldUp)
def held_up(step: Step, fact: HeldUp) -> None:
    """A march that a meeting ended is over."""
    army = step.find(Army, fact.army)
    if army is None or army.march is None:
        return
    if army.march.ahead is None:
        step.put(on_march(army, halted=False))
        carry_on(step, fact.army)
    else:
        stop(step, fact.army)


@chapter.on(FallsBack)
def falls_back(step: Step, fact: FallsBack) -> None:
    """An army takes a step back at once; it enters that hex like any other (C-ROUT-01)."""
    world = step.world
    if step.get(Army, fact.army).march is not None:
        stop(step, fact.army)
    army = step.get(Army, fact.army)
    origin = army.place
    army = msgspec.structs.replace(army, place=fact.to, offset=None)
    step.put(army)
    step.happened(ArmySetOut(army=army.id, place=origin), f"back/{army.id}")
    night = day.half_of(world, step.now).night
    arrive_in(step, step.get(Army, army.id), origin, night=night)


@chapter.on(CaptainStops)
def captain_stops(step: Step, fact: CaptainStops) -> None:
    """A captain who meets what he did not look for stops (C-CAP-02)."""
    army = step.find(Army, fact.army)
    if army is not None and army.march is not None and not army.leader:
        stop(step, army.id)


@chapter.on(FoundItself)
def found_itself(step: Step, fact: FoundItself) -> None:
    """Dawn has shown an army that it went astray: it makes for its goal from where it is."""
    world = step.world
    army = step.find(Army, fact.army)
    if army is None or army.march is None:
        return
    army = settled(world, army, step.now)
    old = army.march
    assert old is not None  # noqa: S101
    try:
        path = way(world, army, (old.goal,), old.day, old.night, literal=False)
    except Refused as refused:
        stop(step, army.id)
        army = step.get(Army, army.id)
        place_name = scene(world).called(army.place)
        notice = notices.MarchBarred(army=army.name, place=place_name, why=refused.text)
        report(step, army, notice)
        return
    army = set_out_on(army, path, goal=old.goal, day=old.day, night=old.night, column=old.column)
    step.put(army)
    go_on(step, army.id)
