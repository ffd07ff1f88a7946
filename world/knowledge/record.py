"""The record: lines of what a person has learnt, with place, age and source."""

from __future__ import annotations

from world.notice import Record
from world.units import GameMs, Place


class Learnt(Record, frozen=True, tag="learnt"):
    """Something seen or reported.

    ``at`` is the game instant (ms) at which it was so; ``source`` says whence it is known.
    """

    subject: str
    words: str
    where: Place
    at: GameMs
    source: str
