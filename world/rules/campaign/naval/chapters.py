"""The chapters of naval battles."""

from __future__ import annotations

from world.pack import Chapter
from world.rules.campaign.naval import (
    attacking,
    conclusion,
    fighting,
    figures,
    hits,
    judging,
    meeting,
    plans,
    rout,
    settling,
)

#: In the order in which they react to a fact.
CHAPTERS: tuple[Chapter, ...] = tuple(
    module.chapter
    for module in (
        figures,
        settling,
        plans,
        meeting,
        attacking,
        judging,
        fighting,
        hits,
        conclusion,
        rout,
    )
)
