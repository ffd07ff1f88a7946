"""Who leads an army: giving it a commander, or leaving it to a captain (C-MOR-02, C-RET-02)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.fact import Moved
from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.chests import add_money
from world.rules.campaign.nouns.commander import BELOVED, Commander, Trait, has_trait
from world.rules.campaign.nouns.facts import CommanderCame, LeaderChanged
from world.rules.campaign.nouns.morale import MAX
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.where import whereabouts
from world.state import World
from world.step import Step

chapter = Chapter("leading", "Who leads an army")


class LeaderFound(Notice, frozen=True, tag="leader_found"):
    """Somebody else leads an army now (D-ARMY-01, D-ARMY-03, C-RET-02)."""

    title: ClassVar[str] = "{army} is led by {leader}"
    wording: ClassVar[str] = "{army} is led by {leader} now{why}."
    army: str
    leader: str
    why: str = ""


chapter.declare(LeaderFound)


def resting_under(world: World, army: Army, leader: str) -> int:
    """The resting morale of an army under another leader: a Beloved one's is higher (C-MOR-02)."""
    bonus = world.params[BELOVED]
    resting = army.resting - (bonus if has_trait(world, army.leader, "beloved") else 0)
    if has_trait(world, leader, "beloved"):
        resting += bonus
    return min(resting, world.params[MAX])


def lead(step: Step, army: Army, commander: Commander, why: str = "") -> None:
    """Give an army a commander in place of its captain; he takes over the chest."""
    army = step.get(Army, army.id)
    newcomer = step.find(Commander, commander.id) is None
    # Put first: what he makes of its spirits is read from his traits.
    step.put(msgspec.structs.replace(commander, army=army.id, place=None, with_army=""))
    resting = resting_under(step.world, army, commander.id)
    led = msgspec.structs.replace(army, leader=commander.id, resting=resting, chest=0)
    step.put(led)
    if army.chest:
        add_money(step, led, army.chest)
    step.happened(Moved(person=commander.id, place=army.place), commander.id)
    changed = LeaderChanged(army=army.id, was=army.leader, now=commander.id)
    # In the same step it may have gone to its captain first.
    step.happened(changed, f"{army.id}/{commander.id}")
    notice = LeaderFound(army=army.name, leader=commander.name, why=why)
    report(step, led, notice, "leader")
    if army.owner != commander.id and whereabouts(step.world, army.owner) == army.place:
        step.tell(army.owner, notice, f"{army.id}/owner")
    if newcomer:
        step.happened(CommanderCame(person=commander.id), commander.id)


def give_traits(step: Step, commander: Commander, traits: tuple[Trait, ...]) -> Commander:
    """Put a commander into the world with these traits, and see what his army makes of him.

    An army rests easier under somebody who is Beloved, from the day he is (C-TRAIT-01, C-MOR-02).
    """
    was, now = "beloved" in commander.traits, "beloved" in traits
    commander = msgspec.structs.replace(commander, traits=traits)
    step.put(commander)
    army = step.find(Army, commander.army) if commander.army else None
    if army is not None and was != now:
        bonus = step.param(BELOVED) * (1 if now else -1)
        resting = min(army.resting + bonus, step.param(MAX))
        step.put(msgspec.structs.replace(army, resting=resting))
    return commander


def to_captain(step: Step, army: Army, why: str = "") -> None:
    """Leave an army to a captain; its commander is put where he then is by whoever calls."""
    army = step.get(Army, army.id)
    resting = resting_under(step.world, army, "")
    captained = msgspec.structs.replace(army, leader="", resting=resting)
    step.put(captained)
    changed = LeaderChanged(army=army.id, was=army.leader, now="")
    step.happened(changed, army.id)
    notice = LeaderFound(army=army.name, leader="a captain", why=why)
    report(step, captained, notice, "captain")
