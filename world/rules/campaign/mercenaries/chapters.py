"""The chapters on mercenaries, in the order in which they react."""

from __future__ import annotations

from world.pack import Chapter
from world.rules.campaign.mercenaries import hiring, wages

CHAPTERS: tuple[Chapter, ...] = (hiring.chapter, wages.chapter)
