"""A list as it is kept: put down, gone over later, struck out."""

from __future__ import annotations

import msgspec

from world.notice import Notice
from world.rules.campaign.agenda.events import GoOver
from world.rules.campaign.agenda.notices import ListOver
from world.rules.campaign.nouns.agenda import Agenda
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.report import report, report_fleet, report_place
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import commander_inside, whereabouts
from world.step import Step

Unit = Army | Fleet | Stronghold


def unit_of(step: Step, unit: str) -> Unit | None:
    """The army, fleet or stronghold that a list is for, if it is still itself."""
    found: Unit | None = (
        step.find(Army, unit) or step.find(Fleet, unit) or step.find(Stronghold, unit)
    )
    return found if found is not None and found.id == unit else None


def word_of(unit: Unit) -> str:
    """The part of an order that names such a unit."""
    if isinstance(unit, Army):
        return "army"
    return "fleet" if isinstance(unit, Fleet) else "stronghold"


def look_soon(step: Step, agenda: Agenda) -> None:
    """Have a list gone over when all that falls on this instant is done."""
    if agenda.look in step.world.timeline.entries:
        return
    look = step.at(step.now, GoOver(subject=agenda.id), "soon")
    step.put(msgspec.structs.replace(agenda, look=look))


def strike(step: Step, agenda: Agenda, why: str) -> None:
    """A list is no more."""
    step.cancel(agenda.look)
    for item in agenda.items:
        step.cancel(item.event)
    step.remove(agenda, why)


def over(step: Step, unit: Unit, why: str, label: str) -> None:
    """Tell whoever commands that a list is at an end."""
    tell(step, unit, ListOver(unit=unit.name, why=why), label)


def tell(step: Step, unit: Unit, notice: Notice, label: str) -> None:
    """Tell whoever commands a unit, an absent one by courier."""
    if isinstance(unit, Army):
        report(step, unit, notice, label)
    elif isinstance(unit, Fleet):
        report_fleet(step, unit, notice, label)
    else:
        report_place(step, unit, notice, label)


def tell_if_there(step: Step, unit: Unit, notice: Notice, label: str) -> None:
    """Tell whoever commands a unit if he is with it; nobody rides for good news."""
    if isinstance(unit, Army | Fleet):
        master = unit.leader or unit.owner
        if unit.leader or (master and whereabouts(step.world, master) == unit.place):
            step.tell(master, notice, f"{unit.id}/{label}")
        return
    inside = commander_inside(step.world, unit)
    if inside is not None:
        step.tell(inside.id, notice, f"{unit.id}/{label}")
    elif unit.holder and whereabouts(step.world, unit.holder) == unit.place:
        step.tell(unit.holder, notice, f"{unit.id}/{label}")
