"""Money aboard: a commander's purse, or the chest that a captain keeps (C-MON-01, C-SHIP-05)."""

from __future__ import annotations

import msgspec

from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.fleet import Fleet, changed
from world.rules.campaign.nouns.where import whereabouts
from world.state import World
from world.step import Step


def chest_aboard(world: World, fleet: Fleet) -> int:
    """Doubloons with a fleet: its commander's purse, and what a captain keeps."""
    leader = world.find(Commander, fleet.leader) if fleet.leader else None
    return fleet.chest + (leader.purse if leader is not None else 0)


def add_aboard(step: Step, fleet_id: str, doubloons: int) -> None:
    """Put money into the chest aboard, or take it out if negative."""
    fleet = step.get(Fleet, fleet_id)
    leader = step.find(Commander, fleet.leader) if fleet.leader else None
    if leader is None:
        step.put(changed(fleet, chest=fleet.chest + doubloons))
        return
    from_chest = max(-fleet.chest, min(0, doubloons))
    step.put(changed(fleet, chest=fleet.chest + from_chest))
    left = doubloons - from_chest
    step.put(msgspec.structs.replace(leader, purse=leader.purse + left))


def owner_at_hand(world: World, fleet: Fleet) -> Commander | None:
    """The owner who is in the same hex and pays for a captain's fleet (C-SHIP-05)."""
    if not fleet.owner or fleet.owner == fleet.leader:
        return None
    if whereabouts(world, fleet.owner) != fleet.place:
        return None
    return world.find(Commander, fleet.owner)


def can_pay(world: World, fleet: Fleet) -> int:
    """Doubloons from which a fleet's costs can be paid where it is."""
    owner = owner_at_hand(world, fleet)
    return chest_aboard(world, fleet) + (owner.purse if owner is not None else 0)


def pay(step: Step, fleet_id: str, doubloons: int) -> bool:
    """Pay from the chest aboard first, then from its owner's; False where there is too little."""
    fleet = step.get(Fleet, fleet_id)
    if can_pay(step.world, fleet) < doubloons:
        return False
    aboard = min(doubloons, chest_aboard(step.world, fleet))
    if aboard:
        add_aboard(step, fleet_id, -aboard)
    owner = owner_at_hand(step.world, step.get(Fleet, fleet_id))
    if owner is not None and doubloons > aboard:
        step.put(msgspec.structs.replace(owner, purse=owner.purse - (doubloons - aboard)))
    return True
