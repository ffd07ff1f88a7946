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

CHAPTERS: Final[tuple[Chapter, ...]] = (
    letter.chapter,
    writing.chapter,
    rider.chapter,
    sending.chapter,
    loss.chapter,
    order_riding.chapter,
    stuck.chapter,
    line.chapter,
    semaphore.chapter,
    news.chapter,
    talk.chapter,
)
