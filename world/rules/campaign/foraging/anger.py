"""Whom an army's work on the land angers: the throw for a revolt (C-FOR-05, C-TOR-02)."""

from __future__ import annotations

from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import HONORABLE_REVOLT, has_trait
from world.rules.campaign.nouns.facts import RevoltBreaksOut
from world.state import World
from world.step import Step


def chance_of_revolt(world: World, army: Army, k: int) -> int:
    """The chance in 6; fewer rise against an Honorable commander (C-TRAIT-08)."""
    if has_trait(world, army.leader, "honorable"):
        k += world.params[HONORABLE_REVOLT]
    return k


def provoke(
    step: Step, army: Army, cause: str, chances: list[tuple[str, int]], *, per_hex: bool
) -> bool:
    """Throw once at the worst chance, or for each hex; returns whether anybody rises."""
    if not chances:
        return False
    tries: list[tuple[tuple[str, ...], int]] = [((label,), k) for label, k in chances]
    if not per_hex:
        tries = [(tuple(label for label, _ in chances), max(k for _, k in chances))]
    risen = False
    for hexes, k in tries:
        if step.chance(f"revolt for {cause} of {army.id}", k, 6):
            risen = True
            fact = RevoltBreaksOut(
                cause=cause, faction=army.faction, by=army.leader or army.owner, hexes=hexes
            )
            step.happened(fact, f"{army.id}/{hexes[0]}")
    return risen
