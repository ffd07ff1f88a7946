"""Ships that leave a fleet for good with their crews: given back, paid off, gone (C-SHIP-02)."""

from __future__ import annotations

import msgspec

from world.rules.campaign.nouns.fleet import Fleet, changed, without_ships
from world.rules.campaign.nouns.hold import filled, stowage
from world.rules.campaign.nouns.sea_chest import owner_at_hand
from world.rules.campaign.nouns.sea_facts import ShipsChanged
from world.rules.campaign.nouns.wreck import close_fleet
from world.step import Step


def leave(step: Step, fleet_id: str, names: tuple[str, ...], why: str) -> None:
    """Ships leave; their cargo is stowed aboard of the others as far as it fits."""
    fleet = step.get(Fleet, fleet_id)
    going = frozenset(names)
    for ship in fleet.ships:
        if ship.name in going:
            step.cancel(ship.mended)
    cargo = sum(ship.cargo for ship in fleet.present if ship.name in going)
    left = without_ships(fleet, going)
    step.put(left)
    if not left.present:
        _settle(step, left)
        close_fleet(step, step.get(Fleet, fleet_id), why)
        return
    room = sum(int(each) for each in stowage(step.world, left).room.values())
    ships = filled(step.world, left, min(cargo, room), ())
    if ships is not None:
        step.put(changed(left, ships=ships))
    step.happened(ShipsChanged(fleet=fleet_id, why=why), f"{fleet_id}/{names[0]}")


def _settle(step: Step, fleet: Fleet) -> None:
    """What a captain kept goes to the owner, if he is there."""
    owner = owner_at_hand(step.world, fleet)
    if owner is not None and fleet.chest:
        step.put(msgspec.structs.replace(owner, purse=owner.purse + fleet.chest))
        step.put(changed(fleet, chest=0))
