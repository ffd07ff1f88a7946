"""How long stores last those inside a stronghold (C-SIEGE-03/a)."""

from __future__ import annotations

from world.rules.campaign.nouns.army import Detachment
from world.rules.campaign.nouns.provisions import daily_need, need_of
from world.rules.campaign.nouns.stronghold import Stronghold, quartered
from world.state import World


def need_inside(world: World, stronghold: Stronghold) -> int:
    """Supplies that everybody inside who can fight eats a day, horses included."""
    standing = stronghold.standing
    men = (
        Detachment(name="standing foot", kind="infantry", soldiers=standing.infantry),
        Detachment(name="standing horse", kind="cavalry", soldiers=standing.cavalry),
    )
    armies = sum(daily_need(world, army) for army in quartered(world, stronghold))
    return need_of(world, (*men, *stronghold.left)) + armies


def days_inside(world: World, stronghold: Stronghold, supplies: int) -> int:
    """Whole days for which supplies feed those inside; of no use where nobody eats."""
    need = need_inside(world, stronghold)
    return supplies // need if need else 0
