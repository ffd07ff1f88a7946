"""The chapters on operations, in the order in which they react."""

from __future__ import annotations

from world.pack import Chapter
from world.rules.campaign.operations import figures, going, judging, sending

CHAPTERS: tuple[Chapter, ...] = (
    figures.chapter,
    sending.chapter,
    judging.chapter,
    going.chapter,
)
