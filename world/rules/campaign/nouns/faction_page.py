"""What a page shows of the sides its person knows of (C-TALK-04, C-DET-06)."""

from __future__ import annotations

from world.knowledge.picture import picture_of
from world.rules.campaign.nouns.belief import believed_stance
from world.rules.campaign.nouns.faction import Faction
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.sight import ArmySeen, StanceSeen
from world.rules.campaign.nouns.view import FactionView
from world.rules.campaign.nouns.where import faction_of
from world.state import World


def known_factions(world: World, person: str) -> tuple[FactionView, ...]:
    """The sides a person has heard of, in id order, and how they stand to his own."""
    own = faction_of(world, person)
    return tuple(
        FactionView(
            side.id,
            side.name,
            believed_stance(world, person, side.id),
            side.rules if side.id == own else "",
        )
        for side in world.of(Faction)
        if _knows_side(world, person, side.id)
    )


def _knows_side(world: World, person: str, side: str) -> bool:
    """Whether a person has heard of a faction: one of the beginning, or one met since."""
    if side in scene(world).setup.factions or side == faction_of(world, person):
        return True
    if any(seen.faction == side for seen in picture_of(world, ArmySeen, person)):
        return True
    return any(side in seen.subject.split(":") for seen in picture_of(world, StanceSeen, person))
