"""Detachments that leave their army against its commander's will (C-MOR-05, C-MOR-06)."""

from __future__ import annotations

import msgspec

from world.pack import Chapter
from world.rules.campaign.joining.shares import New, Parted, Shares, parted
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.chests import add_money
from world.rules.campaign.nouns.facts import (
    ArmyFormed,
    ArmyGone,
    LooksOtherwise,
    PartLeaves,
    StrengthChanged,
)
from world.rules.campaign.nouns.muster import note_army
from world.rules.campaign.nouns.provisions import chest_of
from world.step import Step

chapter = Chapter("parting", "Detachments that leave their army")


@chapter.on(PartLeaves)
def part_leaves(step: Step, fact: PartLeaves) -> None:
    """They take their wagons and a share of stock and money along, and stand before the gates."""
    army = step.find(Army, fact.army)
    if army is None:
        return
    found = _divided(step, army, fact)
    part = msgspec.structs.replace(found.part, faction=fact.faction, inside="")
    step.put(found.rest)
    step.put(part)
    note_army(step, part)
    if found.money:
        add_money(step, found.rest, -found.money)
        add_money(step, part, found.money)
    if not found.rest.present:
        _nobody_stays(step, found.rest, fact)
    step.happened(ArmyFormed(army=part.id, place=part.place), part.id)
    if found.rest.present:
        step.happened(LooksOtherwise(army=army.id), f"left/{part.id}")
        step.happened(StrengthChanged(army=army.id, why=fact.why), f"left/{part.id}")


def _divided(step: Step, army: Army, fact: PartLeaves) -> Parted:
    """Shares by what each part can carry; all of it where nobody stays."""
    new = New(fact.part, fact.name, fact.owner, fact.leader)
    shares = Shares()
    if all(d.name in fact.detachments for d in army.present):
        engines = army.engines
        shares = Shares(army.supplies, chest_of(step.world, army), engines.ready, engines.packed)
    if not fact.chest:
        shares = msgspec.structs.replace(shares, money=0)
    return parted(step.world, army, fact.detachments, new, shares, step.now)


def _nobody_stays(step: Step, rest: Army, fact: PartLeaves) -> None:
    """A commander is left without an army (D-ARMY-03); stragglers of it go home."""
    if rest.march is not None:
        step.cancel(rest.march.pending)
    step.remove(rest, fact.why)
    gone = ArmyGone(army=rest.id, place=rest.place, faction=rest.faction, leader=rest.leader)
    step.happened(gone, rest.id)
