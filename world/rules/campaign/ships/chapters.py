"""The chapters of keeping ships."""

from __future__ import annotations

from world.pack import Chapter
from world.rules.campaign.ships import (
    deserting,
    figures,
    market,
    upkeep,
    yards,
)

#: In the order in which they react to a fact.
CHAPTERS: tuple[Chapter, ...] = tuple(
    module.chapter
    for module in (
        figures,
        market,
        yards,
        deserting,
        upkeep,
    )
)
