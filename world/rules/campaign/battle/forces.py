"""Who is there to fight a battle, at the moment it is asked about."""

from __future__ import annotations

import msgspec

from world.decision import Decision
from world.kernel.deciding import withdraw
from world.rules.campaign.battle.reckoning import Unit, lineup
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.battle import Battle
from world.rules.campaign.nouns.garrison import garrison_force
from world.rules.campaign.nouns.meeting import Meeting, Party
from world.rules.campaign.nouns.stronghold import Stronghold
from world.step import Step


def forces_of(step: Step, battle: Battle) -> dict[str, Army]:
    """The armies of both sides that are there with men to fight, by id; and the garrison."""
    found = {}
    for army_id in (*battle.sides[0].armies, *battle.sides[1].armies):
        if army_id == battle.stronghold:
            force: Army | None = garrison_force(step.world, step.get(Stronghold, army_id))
        else:
            force = step.find(Army, army_id)
        if force is not None and force.place == battle.place and force.soldiers:
            found[army_id] = force
    return found


def parties_of(step: Step, battle: Battle) -> dict[str, Party]:
    """What each army said and was found at, by id."""
    meeting = step.find(Meeting, battle.meeting) if battle.meeting else None
    parties = battle.parties if meeting is None else meeting.parties
    return {party.army: party for party in parties}


def units_of(step: Step, battle: Battle) -> tuple[Unit, ...]:
    """Everybody who rolls, with every modifier as things stand."""
    return lineup(step.world, battle, forces_of(step, battle), parties_of(step, battle), step.now)


def both_sides(units: tuple[Unit, ...]) -> bool:
    """Whether there is anybody to fight on either side."""
    return {unit.side for unit in units} == {0, 1}


def close(step: Step, battle: Battle, why: str) -> None:
    """A battle is over, or comes to nothing: open questions about it are taken back."""
    for decision_id in sorted(step.world.about.get(battle.id, ())):
        decision = step.find(Decision, decision_id)
        if decision is not None and decision.state == "open":
            withdraw(step, decision, why)
    step.remove(battle, why)


def changed(battle: Battle, **fields: object) -> Battle:
    """The battle with some of its fields changed."""
    return msgspec.structs.replace(battle, **fields)
