"""Who leads a fleet, and armies that come ashore from it (C-FLEET-01, C-FLEET-02)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import ArmyEntered
from world.rules.campaign.nouns.fleet import Fleet, changed
from world.rules.campaign.nouns.report import report_fleet
from world.rules.campaign.nouns.sea_chest import add_aboard
from world.rules.campaign.nouns.sea_facts import FleetLeaderChanged, TroopsLanded
from world.step import Step

chapter = Chapter("admiralty", "Who leads a fleet")


class FleetLed(Notice, frozen=True, tag="fleet_led"):
    """Somebody else leads a fleet now."""

    title: ClassVar[str] = "{fleet} is led by {leader}"
    wording: ClassVar[str] = "{fleet} is led by {leader} now{why}."
    fleet: str
    leader: str
    why: str = ""


chapter.declare(FleetLed)


def take_command(step: Step, fleet: Fleet, person: str, why: str = "") -> None:
    """A commander aboard leads the fleet in place of its captain; he takes over the chest."""
    commander = step.get(Commander, person)
    chest = fleet.chest
    on_land = commander.place if commander.army else None
    step.put(msgspec.structs.replace(commander, fleet=fleet.id, place=on_land))
    led = changed(fleet, leader=person, chest=0)
    step.put(led)
    if chest:
        add_aboard(step, fleet.id, chest)
    fact = FleetLeaderChanged(fleet=fleet.id, was=fleet.leader, now=person)
    step.happened(fact, fleet.id)
    notice = FleetLed(fleet=fleet.name, leader=commander.name, why=why)
    report_fleet(step, step.get(Fleet, fleet.id), notice, f"led/{person}")


def hand_over(step: Step, fleet: Fleet, why: str = "") -> None:
    """The fleet is left to a captain; its commander keeps his purse and is put ashore or not."""
    was = fleet.leader
    commander = step.find(Commander, was) if was else None
    if commander is not None and commander.fleet == fleet.id and commander.army:
        step.put(msgspec.structs.replace(commander, fleet=""))
    captained = changed(fleet, leader="")
    step.put(captained)
    step.happened(FleetLeaderChanged(fleet=fleet.id, was=was, now=""), f"{fleet.id}/{was}")
    report_fleet(step, captained, FleetLed(fleet=fleet.name, leader="a captain", why=why), "led")


# -- armies ashore ---------------------------------------------------------------------------------


def land(step: Step, fleet_id: str, army_id: str, place: str, *, inside: str = "") -> None:
    """An army is ashore, in the open or behind walls; a captain has the fleet if it led both."""
    fleet, army = step.get(Fleet, fleet_id), step.get(Army, army_id)
    berths = tuple(berth for berth in fleet.berths if step.get(Army, berth.army).id != army.id)
    step.put(changed(fleet, berths=berths))
    if army.leader and fleet.leader == army.leader:
        hand_over(step, step.get(Fleet, fleet_id))
    landed = msgspec.structs.replace(
        step.get(Army, army_id), inside=inside, place=place, offset=None
    )
    step.put(landed)
    if not inside:
        show(step, army_id)
    step.happened(TroopsLanded(army=army_id, fleet=fleet_id, place=place), army_id)


def show(step: Step, army_id: str) -> None:
    """An army appears in its hex, or is out of everybody's sight; it came from nowhere on land."""
    army = step.get(Army, army_id)
    night = day.half_of(step.world, step.now).night
    fact = ArmyEntered(army=army.id, place=army.place, came_from=army.place, night=night)
    step.happened(fact, f"boats/{army.id}")
