"""The chapters of fleets."""

from __future__ import annotations

from world.pack import Chapter
from world.rules.campaign.fleets import (
    embarking,
    figures,
    harbour,
    loading,
    people,
    roster,
    sailing,
    stores,
)

#: In the order in which they react to a fact.
CHAPTERS: tuple[Chapter, ...] = tuple(
    module.chapter
    for module in (
        figures,
        sailing,
        loading,
        embarking,
        stores,
        roster,
        people,
        harbour,
    )
)
