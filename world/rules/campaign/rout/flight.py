"""Routs: stock lost, hexes fled, or nowhere to run (C-ROUT-03 to C-ROUT-06)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.dates import DAY_MS
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.engagements import (
    EntersWalls,
    FallsBack,
    FreeToGo,
    HeldUp,
    WheelsTaken,
)
from world.rules.campaign.nouns.facts import ArmyGone, AtLeisure, StrengthChanged
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.losses import thinned, without_wheels
from world.rules.campaign.nouns.marching import Disorder, Pace
from world.rules.campaign.nouns.meeting import holds_up
from world.rules.campaign.nouns.pace import paced
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.nouns.report import report, tell_if_led
from world.rules.campaign.nouns.retreat import flee_to, refuge
from world.rules.campaign.nouns.rounding import people, stores
from world.rules.campaign.rout import figures
from world.rules.campaign.rout.events import FleesOn, Regroups
from world.rules.campaign.rout.notices import InRout, Regrouped, Spoils
from world.step import Step
from world.timeline import Event

chapter = Chapter("flight", "Armies in flight, and what they lose")
chapter.declare(InRout, Regrouped, Spoils)


def rout(step: Step, army_id: str, field: str, victors: tuple[str, ...]) -> None:
    """An army flees from the field of a lost battle, out of control (C-ROUT-03).

    Where it has found refuge behind walls it runs no farther, but is out of hand as long as it
    would have run.
    """
    army = step.get(Army, army_id)
    if not army.inside and _next(step, army, field) is None:
        trap(step, army_id, victors)
        return
    tenths = step.roll(f"stock that {army.id} loses", step.param(figures.SUPPLY_DIE)).total
    hexes = step.roll(f"hexes that {army.id} flees", step.param(figures.HEXES)).total
    share = Fraction(tenths * step.param(figures.SUPPLY_STEP), 100)
    lost = min(army.supplies, stores(step.world.params, army.supplies * share))
    # Its retreat may have held it up in this very step: this has a label of its own.
    step.happened(HeldUp(army=army.id), f"{army.id} routs")
    army = step.get(Army, army_id)
    step.put(msgspec.structs.replace(army, supplies=army.supplies - lost))
    spoils(step, army, lost, victors)
    if army.inside:
        what = "has lost all order behind the walls"
        _paralysed(step, army_id, hexes * _hex_ms(step, army, army.place, army.place))
    else:
        what = f"is in flight and will not stop for {hexes} hexes"
        disorder = Disorder("flight", left=hexes, field=field)
        step.put(msgspec.structs.replace(step.get(Army, army_id), disorder=disorder))
        _run(step, army_id)
    tell_if_led(step, army, InRout(army=army.name, what=what, supplies=lost), "rout")


def trap(step: Step, army_id: str, victors: tuple[str, ...]) -> None:
    """An army with nowhere to run is halved and obeys nobody for days (C-ROUT-04)."""
    army = step.get(Army, army_id)
    params = step.world.params
    keep = step.param(figures.TRAPPED_FRACTION)
    losses = {d.name: d.soldiers - people(params, d.soldiers * keep) for d in army.present}
    men = sum(losses.values())
    lost = army.supplies - stores(params, army.supplies * keep)
    days = step.roll(f"days that {army.id} is paralysed", step.param(figures.TRAPPED_DAYS)).total
    step.happened(HeldUp(army=army.id), f"{army.id} is trapped")
    after = thinned(step.world, step.get(Army, army_id), losses)
    after = msgspec.structs.replace(after, supplies=army.supplies - lost, inside="")
    step.put(after)
    notice = InRout(
        army=army.name,
        what="has nowhere to run",
        supplies=lost,
        men=f", and {men} men with them",
    )
    if not after.detachments:
        report(step, after, notice, "trapped", gone=True)
        step.remove(after, "it was scattered with nowhere to run")
        gone = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
        step.happened(gone, army.id)
        spoils(step, army, lost, victors)
        return
    _paralysed(step, army_id, days * DAY_MS)
    tell_if_led(step, army, notice, "trapped")
    spoils(step, army, lost, victors)
    step.happened(StrengthChanged(army=army.id, why="a rout"), army.id)


def _paralysed(step: Step, army_id: str, span: int) -> None:
    pending = step.after(span, Regroups(subject=army_id))
    army = step.get(Army, army_id)
    disorder = Disorder("paralysis", pending=pending)
    step.put(msgspec.structs.replace(army, disorder=disorder))


def spoils(step: Step, army: Army, lost: int, victors: tuple[str, ...]) -> None:
    """The victors share what was lost, by their soldiers, as far as they have room (C-ROUT-06)."""
    if step.param(figures.SPOILS) != "take" or not lost:
        return
    found = [victor for each in victors if (victor := step.find(Army, each)) is not None]
    men = sum(victor.soldiers for victor in found)
    for victor in found:
        share = stores(step.world.params, Fraction(lost * victor.soldiers, max(1, men)))
        taken = min(share, free_room(step.world, victor))
        if taken:
            step.put(msgspec.structs.replace(victor, supplies=victor.supplies + taken))
            notice = Spoils(army=victor.name, supplies=taken, enemy=army.name)
            report(step, victor, notice, army.id)


# -- running --------------------------------------------------------------------------------------


def _next(step: Step, army: Army, field: str) -> str | None:
    """The next hex of a flight; with its wheels if it can, else without (C-ROUT-01/a)."""
    to = flee_to(step.world, army, field)
    if to is None and army.wheels and step.param(figures.WHEELS) == "abandon":
        to = flee_to(step.world, without_wheels(army), field)
    return to


def _hex_ms(step: Step, army: Army, here: str, to: str) -> int:
    """How long a hex takes at the pace of a flight, day and night alike (C-ROUT-03/a)."""
    ground = scene(step.world)
    a, b = ground.hex(here), ground.hex(to)
    on_road = here == to or ground.atlas.on_road(a, b)
    pace: Pace = "forced" if step.param(figures.PACE) == "forced" else "normal"
    going = paced(step.world, army, pace, night=False, on_road=on_road, long=False)
    metres = ground.atlas.parameters.step_metres if here == to else ground.metres(here, to)
    return int(metres * DAY_MS / max(going.metres, Fraction(1)))


def _run(step: Step, army_id: str) -> None:
    """Set an army in flight upon its next hex; with none open it stops where it is."""
    army = step.get(Army, army_id)
    disorder = army.disorder
    if disorder is None or disorder.kind != "flight":
        return
    to = _next(step, army, disorder.field) if disorder.left else None
    if to is None:
        regroup(step, army_id)
        return
    due = step.after(_hex_ms(step, army, army.place, to), FleesOn(subject=army_id, to=to))
    running = msgspec.structs.replace(disorder, pending=due, waits=False)
    step.put(msgspec.structs.replace(army, disorder=running))


@chapter.handles(FleesOn)
def flees_on(step: Step, event: FleesOn) -> None:
    """A hex farther; an enemy who holds it up is left when that is settled."""
    army = step.find(Army, event.subject)
    if army is None or army.disorder is None or army.disorder.pending != step.id:
        return
    if holds_up(step.world, army.place, army.id):
        waits = msgspec.structs.replace(army.disorder, pending="", waits=True)
        step.put(msgspec.structs.replace(army, disorder=waits))
        return
    _flee(step, army, army.disorder, event.to)


def _flee(step: Step, army: Army, disorder: Disorder, wanted: str) -> None:
    to = _next(step, army, disorder.field)
    if to is None:
        regroup(step, army.id)
        return
    if flee_to(step.world, army, disorder.field) is None:
        abandon_wheels(step, army.id, "")
    elif flee_to(step.world, army, disorder.field, wish=wanted) == wanted:
        to = wanted
    left = msgspec.structs.replace(disorder, left=disorder.left - 1, pending="")
    step.put(msgspec.structs.replace(step.get(Army, army.id), disorder=left))
    step.happened(FallsBack(army=army.id, to=to), army.id)
    after = step.find(Army, army.id)
    if after is None or after.disorder is None or after.place != to:
        return
    step.put(msgspec.structs.replace(after, came_from=""))
    walls = refuge(step.world, after)
    if walls is not None:
        step.happened(EntersWalls(army=army.id, stronghold=walls.id), army.id)
        regroup(step, army.id)
        return
    if not holds_up(step.world, after.place, after.id):
        _run(step, army.id)


def abandon_wheels(step: Step, army_id: str, victor: str) -> None:
    """Wagons and guns are left to the victor, or to whoever finds them (C-ROUT-01/a)."""
    army = step.get(Army, army_id)
    step.put(without_wheels(army))
    fact = WheelsTaken(
        place=army.place,
        victor=victor,
        wagons=army.wagons,
        six=army.six,
        eighteen=army.eighteen,
    )
    step.happened(fact, army.id)
    step.happened(StrengthChanged(army=army.id, why="wagons and guns left"), f"wheels/{army.id}")


@chapter.on(FreeToGo)
def free_to_go(step: Step, fact: FreeToGo) -> None:
    """The enemy holds a fleeing army up no longer."""
    army = step.find(Army, fact.army)
    if army is None or army.disorder is None or not army.disorder.waits:
        return
    _flee(step, army, army.disorder, "")


@chapter.handles(Regroups)
def regroups(step: Step, event: Regroups) -> None:
    """The days of paralysis are over."""
    army = step.find(Army, event.subject)
    if army is not None and army.disorder is not None and army.disorder.pending == step.id:
        regroup(step, army.id)


def regroup(step: Step, army_id: str) -> None:
    """An army is in hand again; whoever commands it hears of it (M-ROUT-02)."""
    army = msgspec.structs.replace(step.get(Army, army_id), disorder=None)
    step.put(army)
    notice = Regrouped(
        army=army.name,
        place=scene(step.world).called(army.place),
        soldiers=army.soldiers,
        supplies=army.supplies,
    )
    report(step, army, notice, "regrouped")
    step.happened(AtLeisure(army=army.id), army.id)


def gone(step: Step, event: Event) -> None:
    """An army that is no more flees no farther."""


for flight_event in (FleesOn, Regroups):
    chapter.when_gone(flight_event)(gone)
