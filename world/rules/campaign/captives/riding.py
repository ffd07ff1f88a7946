"""Commanders who ride alone (C-CMD-06)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.errors import Refused
from world.fact import Moved
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.captives.notices import Rides
from world.rules.campaign.captives.orders import RideOrder, no_leader
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.battle import engaged
from world.rules.campaign.nouns.command import require_free
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import CommanderFled, CommanderTaken, RideBroken
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.ground import controller, scene
from world.rules.campaign.nouns.leading import lead, to_captain
from world.rules.campaign.nouns.riding import (
    message_safety,
    nearest_friends,
    ridden_past,
    ride_ms,
)
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stronghold import Stronghold, stronghold_at
from world.rules.campaign.nouns.where import army_led_by, inside_of, whereabouts
from world.step import Step
from world.timeline import Event

chapter = Chapter("riding", "Commanders who ride alone")
chapter.declare(Rides)

RISK = chapter.param(
    "commander.ride_risk",
    False,
    "bool",
    "C-CMD-06",
    "whether who rides alone may be taken in enemy country",
)


class RideOver(Event, frozen=True, tag="ride_over"):
    """A commander who rode alone arrives; or is taken on the way, by a garrison he rode past."""

    rank: ClassVar[int] = day.RANK_MOVE
    taken_by: str = ""


@chapter.on(CommanderFled)
def fled(step: Step, fact: CommanderFled) -> None:
    """Who has got away rides to the nearest of his own people."""
    commander = step.find(Commander, fact.person)
    if commander is None or commander.army:
        return
    goal = nearest_friends(step.world, commander, fact.place)
    commander = msgspec.structs.replace(commander, place=fact.place, with_army="")
    step.put(commander)
    if goal is not None and goal != fact.place:
        ride(step, commander, goal)


def ride(step: Step, commander: Commander, goal: str) -> bool:
    """Let a commander without troops ride; False where there is no way."""
    place = whereabouts(step.world, commander.id)
    takes = ride_ms(step.world, commander.id, place, goal) if place is not None else None
    if place is None or takes is None:
        return False
    taken_by = _caught(step, commander, place, goal)
    step.after(takes, RideOver(subject=commander.id, taken_by=taken_by), commander.id)
    step.put(msgspec.structs.replace(commander, place=None, with_army="", riding=goal, army=""))
    calendar = step.world.calendar
    notice = Rides(
        name=commander.name,
        what="rides to",
        place=scene(step.world).called(goal),
        when=f" He should be there on {calendar.format(step.now + takes, 'short')}.",
    )
    step.tell(commander.id, notice, "sets out")
    return True


def _caught(step: Step, commander: Commander, place: str, goal: str) -> str:
    """The garrison that takes him on the way, if the rules let that happen (C-CMD-06/a)."""
    if not step.param(RISK):
        return ""
    past = [
        site.id
        for label in ridden_past(step.world, commander.id, place, goal)
        if (site := controller(step.world, label)) is not None
    ]
    safe = message_safety(step.world)
    reason = f"ride of {commander.id}"
    if not past or step.chance(reason, safe.numerator, safe.denominator):
        return ""
    return past[0]


@chapter.handles(RideOver)
def ride_over(step: Step, event: RideOver) -> None:
    """He is there; where the enemy holds the place now, he rides on to his own people."""
    commander = step.find(Commander, event.subject)
    if commander is None or not commander.riding or commander.captor:
        return
    if event.taken_by:
        prison = step.get(Stronghold, event.taken_by)
        step.put(msgspec.structs.replace(commander, riding="", place=prison.place))
        fact = CommanderTaken(person=commander.id, holds=prison.id, place=prison.place)
        step.happened(fact, commander.id)
        return
    goal = commander.riding
    commander = msgspec.structs.replace(commander, place=goal, riding="")
    step.put(commander)
    step.happened(Moved(person=commander.id, place=goal), commander.id)
    place = scene(step.world).called(goal)
    step.tell(commander.id, Rides(name=commander.name, what="has arrived in", place=place), "there")
    site = stronghold_at(step.world, goal)
    if site is not None and hostile(step.world, commander.faction, site.faction):
        onward = nearest_friends(step.world, commander, goal)
        if onward is not None and onward != goal:
            ride(step, commander, onward)


@chapter.on(RideBroken)
def ride_broken(step: Step, fact: RideBroken) -> None:
    """He is where the fact says, and the ride he was on never ends."""
    commander = step.find(Commander, fact.person)
    if commander is None or not commander.riding:
        return
    for entry in tuple(step.world.timeline.entries.values()):
        if isinstance(entry.event, RideOver) and entry.event.subject == commander.id:
            step.cancel(entry.id)
    step.put(msgspec.structs.replace(commander, riding="", place=fact.place))
    step.happened(Moved(person=commander.id, place=fact.place), commander.id)
    place = scene(step.world).called(fact.place)
    step.tell(commander.id, Rides(name=commander.name, what="stays in", place=place), "stays")


@chapter.when_gone(RideOver)
def nobody_arrives(step: Step, event: RideOver) -> None:
    """Who died on the way does not arrive."""


@chapter.obeys(RideOrder)
def ride_off(step: Step, order: RideOrder, hand: Hand) -> None:
    """A commander leaves his army to somebody and rides (O-RIDE)."""
    world = step.world
    require_free(world, hand.author)
    commander = step.find(Commander, hand.author)
    place = whereabouts(world, hand.author)
    if commander is None or place is None:
        raise Refused("E-NOT-PRESENT", "You are on your way already; you ride on.")
    goal = scene(world).place(order.to)
    if inside_of(world, hand.author) and siege_of(world, place) is not None:
        raise Refused("E-BESIEGED", "You are shut in and cannot ride off; you stay inside.")
    if ride_ms(world, hand.author, place, goal) is None:
        raise Refused("E-NO-PATH", f"There is no way to {order.to[:40]!r}; you stay.")
    army = army_led_by(world, hand.author)
    if army is not None:
        if engaged(world, army.place, army.id) or army.disorder is not None:
            raise Refused(
                "E-MEETING", f"{army.name} stands before the enemy; its commander stays with it."
            )
        _hand_over(step, commander, order.leader)
    ride(step, step.get(Commander, commander.id), goal)


def _hand_over(step: Step, commander: Commander, leader: str) -> None:
    """The army goes to a captain, or to a commander of the same side who is there.

    Raises:
        Refused: E-NO-LEADER.
    """
    army = army_led_by(step.world, commander.id)
    assert army is not None  # noqa: S101 - asked of whoever leads one
    if leader == "captain":
        to_captain(step, army, ", while its commander rides elsewhere")
    else:
        other = step.find(Commander, leader) if leader else None
        there = other is not None and whereabouts(step.world, leader) == army.place
        if other is None or not there or other.army or other.faction != army.faction:
            raise no_leader()
        if other.captor:
            raise no_leader()
        lead(step, army, other, ", while its commander rides elsewhere")
    step.put(msgspec.structs.replace(step.get(Commander, commander.id), army="", place=army.place))
