"""Money where it lies: with an army, or in a stronghold (C-MON-01)."""

from __future__ import annotations

import msgspec

from world.errors import Refused
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.provisions import chest_of
from world.rules.campaign.nouns.stronghold import Stronghold
from world.step import Step


def add_money(step: Step, where: Army | Stronghold, doubloons: int) -> None:
    """Put money into the chest of an army or a stronghold, or take it out if negative."""
    if isinstance(where, Stronghold):
        place = step.get(Stronghold, where.id)
        step.put(msgspec.structs.replace(place, chest=place.chest + doubloons))
        return
    army = step.get(Army, where.id)
    leader = step.find(Commander, army.leader) if army.leader else None
    if leader is not None:
        step.put(msgspec.structs.replace(leader, purse=leader.purse + doubloons))
    else:
        step.put(msgspec.structs.replace(army, chest=army.chest + doubloons))


def money_of(step: Step, where: Army | Stronghold) -> int:
    """Doubloons in the chest of an army or a stronghold."""
    if isinstance(where, Stronghold):
        return where.chest
    return chest_of(step.world, where)


def require_funds(name: str, has: int, price: int) -> None:
    """Refuse what cannot be paid.

    Raises:
        Refused: E-FUNDS.
    """
    if price > has:
        raise Refused(
            "E-FUNDS",
            f"That costs {price} doubloons and {name} has {has}; nothing was bought. Find the"
            " money first, or ask for less.",
        )
