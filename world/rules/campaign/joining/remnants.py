"""Remnants that must join the next army of their side that they come to (D-ARMY-02)."""

from __future__ import annotations

from world.pack import Chapter
from world.rules.campaign.joining.merging import unite
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.battle import engaged
from world.rules.campaign.nouns.facts import ArmyEntered, MustJoin
from world.rules.campaign.nouns.siege import siege_of
from world.step import Step

chapter = Chapter("remnants joining", "Remnants that join the next army of their side")


@chapter.on(MustJoin)
def must_join(step: Step, fact: MustJoin) -> None:
    """It may stand beside one already."""
    _join_if_it_can(step, fact.army, fact.into)


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """Whether it has come to another army or another to it, they join."""
    for army in step.at_place(fact.place, Army):
        if army.joins:
            _join_if_it_can(step, army.id)


def _join_if_it_can(step: Step, army_id: str, into: str = "") -> None:
    army = step.find(Army, army_id)
    if army is None or army.id != army_id or not _may(step, army):
        return
    others = [
        each
        for each in step.at_place(army.place, Army)
        if each.id != army.id and each.faction == army.faction and _may(step, each)
        if each.inside == army.inside or siege_of(step.world, army.place) is None
        if not into or each.id == into
    ]
    if others:
        largest = max(others, key=lambda each: (each.strength, each.id))
        unite(step, army, largest, largest.leader or army.leader)


def _may(step: Step, army: Army) -> bool:
    return (
        army.disorder is None
        and not army.harrying
        and not army.engines.job
        and not engaged(step.world, army.place, army.id)
    )
