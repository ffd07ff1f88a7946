"""Fleets that come into being: bought, or parted from another (C-SHIP-01, C-FLEET-01)."""

from __future__ import annotations

import re

from world.rules.campaign.nouns.fleet import Commission, Fleet
from world.rules.campaign.nouns.sea_facts import FleetFormed
from world.state import World
from world.step import Step


def fresh_id(world: World, author: str, name: str) -> str:
    """An id for a new fleet that follows from who formed it and how he calls it."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "fleet"
    found, count = f"{author}.{slug}", 2
    while found in world.entities:
        found, count = f"{author}.{slug}-{count}", count + 1
    return found


def form(step: Step, fleet: Fleet) -> None:
    """Put a new fleet into the world, and let everybody concerned know."""
    step.put(fleet)
    step.put(
        Commission(
            id=f"commission:{fleet.id}",
            fleet=fleet.id,
            name=fleet.name,
            owner=fleet.owner,
            commander=fleet.leader,
            faction=fleet.faction,
        )
    )
    step.happened(FleetFormed(fleet=fleet.id, place=fleet.place), fleet.id)
