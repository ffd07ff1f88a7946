"""The chapters of couriers, in the order in which they react; a pack puts them after its own."""

from __future__ import annotations

from typing import Final

from couriers import letter, loss, order_riding, rider, sending, stuck
from world.pack import Chapter

CHAPTERS: Final[tuple[Chapter, ...]] = (
    letter.chapter,
    rider.chapter,
    sending.chapter,
    loss.chapter,
    order_riding.chapter,
    stuck.chapter,
)
