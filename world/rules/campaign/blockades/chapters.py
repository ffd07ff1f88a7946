"""The chapters of blockades."""

from __future__ import annotations

from world.pack import Chapter
from world.rules.campaign.blockades import figures, landing, shutting

#: In the order in which they react to a fact.
CHAPTERS: tuple[Chapter, ...] = tuple(module.chapter for module in (figures, shutting, landing))
