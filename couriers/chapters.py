"""The chapters of couriers, in the order in which they react; a pack puts them after its own."""

from __future__ import annotations

from typing import Final

from couriers import (
    letter,
    line,
    loss,
    news,
    order_riding,
    rider,
    semaphore,
    sending,
    stuck,
    talk,
    writing,
)
from world.pack import Chapter

#: Letters by rider, for rules that have neither semaphores nor news nor people who meet.
LETTERS: Final[tuple[Chapter, ...]] = (
    letter.chapter,
    writing.chapter,
    rider.chapter,
    sending.chapter,
    loss.chapter,
    order_riding.chapter,
    stuck.chapter,
)
CHAPTERS: Final[tuple[Chapter, ...]] = (
    *LETTERS,
    line.chapter,
    semaphore.chapter,
    news.chapter,
    talk.chapter,
)
