"""Commanders who ride with an army they do not lead (C-ARMY-05)."""

from __future__ import annotations

import msgspec

from world.fact import Moved
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import ArmiesJoined, ArmyEntered, ArmyGone
from world.step import Step

chapter = Chapter("companions", "Commanders who ride with an army they do not lead")


def companions(step: Step, army: str) -> list[Commander]:
    """Those who ride with an army, in id order."""
    return [each for each in step.of(Commander) if each.with_army == army]


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """They go where the army goes."""
    army = step.find(Army, fact.army)
    for each in companions(step, fact.army):
        if army is not None and each.place != army.place:
            step.put(msgspec.structs.replace(each, place=army.place))
            step.happened(Moved(person=each.id, place=army.place), each.id)


@chapter.on(ArmiesJoined)
def armies_joined(step: Step, fact: ArmiesJoined) -> None:
    """Who rode with an army rides with the whole of which it is now a part."""
    for each in companions(step, fact.army):
        step.put(msgspec.structs.replace(each, with_army=fact.into))


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """Where the army is no more they stay where it stood last."""
    for each in companions(step, fact.army):
        step.put(msgspec.structs.replace(each, with_army="", place=fact.place))
