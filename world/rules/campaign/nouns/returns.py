"""Armies in words, as their returns have them."""

from __future__ import annotations

from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.provisions import chest_of
from world.state import World


def return_of(world: World, army: Army) -> str:
    """The return of an army: what it consists of and has, in a line."""
    kinds = (("infantry", "foot"), ("cavalry", "horse"), ("artillery", "gunners"))
    men = [f"{army.count(kind)} {word}" for kind, word in kinds if army.count(kind)]  # type: ignore[arg-type]
    parts = [f"{army.soldiers} soldiers ({', '.join(men)})" if men else "no soldiers"]
    parts += [
        f"{count} {what}"
        for count, what in (
            (army.wagons, "wagons"),
            (army.cannon, "guns"),
            (army.supplies, "supplies"),
            (chest_of(world, army), "doubloons"),
        )
        if count
    ]
    return f"{', '.join(parts)}, morale {army.morale}"


def title_of_leader(world: World, army: Army) -> str:
    """How whoever leads an army is spoken of."""
    return world.pack.answers.title(world, army.leader) if army.leader else "a captain"
