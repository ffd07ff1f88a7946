"""Who is there to fight a naval battle, at the moment it is asked about."""

from __future__ import annotations

import msgspec

from world.decision import Decision
from world.kernel.deciding import withdraw
from world.rules.campaign.naval.reckoning import Squadron, squadrons
from world.rules.campaign.nouns.encounter import Encounter, Flag, SeaBattle
from world.rules.campaign.nouns.fleet import Fleet
from world.step import Step


def forces_of(step: Step, battle: SeaBattle) -> dict[str, Fleet]:
    """The fleets of both sides that are there with ships, by id."""
    found = {}
    for fleet_id in (*battle.sides[0].fleets, *battle.sides[1].fleets):
        fleet = step.find(Fleet, fleet_id)
        if fleet is not None and fleet.place == battle.place and fleet.present:
            found[fleet_id] = fleet
    return found


def flags_of(step: Step, battle: SeaBattle) -> dict[str, Flag]:
    """What each fleet said and was found at, by id."""
    encounter = step.find(Encounter, battle.encounter)
    return {flag.fleet: flag for flag in encounter.flags} if encounter is not None else {}


def units_of(step: Step, battle: SeaBattle) -> tuple[Squadron, ...]:
    """Everybody who rolls, with every modifier as things stand."""
    return squadrons(step.world, battle, forces_of(step, battle), flags_of(step, battle))


def both_sides(units: tuple[Squadron, ...]) -> bool:
    """Whether there is anybody to fight on either side."""
    return {unit.side for unit in units} == {0, 1}


def open_about(step: Step, battle_id: str) -> list[Decision]:
    """The questions about a battle that are open."""
    about = (step.find(Decision, each) for each in sorted(step.world.about.get(battle_id, ())))
    return [each for each in about if each is not None and each.state == "open"]


def close(step: Step, battle: SeaBattle, why: str) -> None:
    """A battle is over, or comes to nothing: open questions about it are taken back."""
    for decision in open_about(step, battle.id):
        withdraw(step, decision, why)
    step.remove(battle, why)


def changed(battle: SeaBattle, **fields: object) -> SeaBattle:
    """The battle with some of its fields changed."""
    return msgspec.structs.replace(battle, **fields)
