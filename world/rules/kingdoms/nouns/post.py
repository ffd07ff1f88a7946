"""How long letters are on their way: by compass, or as the scenario's table says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.pack import Chapter
from world.rules.kingdoms.nouns.figures import creation, letters

if TYPE_CHECKING:
    from collections.abc import Iterable

    from world.param import Params
    from world.rules.kingdoms.nouns.scene import Scene

chapter = Chapter("post", "How long letters are on their way between kingdoms")
chapter.params += letters.ALL

_MINUTE_MS = 60_000


class LetterLine(msgspec.Struct, frozen=True):
    """A line of the scenario's table: minutes between two locations, both ways.

    Attributes:
        between: two locations, or twice the same.
        minutes: how long a letter takes from one to the other.
    """

    between: tuple[str, ...]
    minutes: int
    line: int = 0


def table_of(lines: Iterable[LetterLine]) -> dict[str, int]:
    """Minutes by pair of locations."""
    return {pair(*line.between): line.minutes for line in lines}


def pair(one: str, other: str) -> str:
    """How a pair of locations is kept, whichever way round it was written."""
    return "/".join(sorted((one, other)))


def delay_ms(params: Params, scene: Scene, one: str, other: str) -> int:
    """How long a letter is on its way between two locations, in ms of game time.

    Where somebody has no location yet, as long as between neighbours.
    """
    minutes = params[letters.MINUTES]
    if one and other:
        told = scene.letters.get(pair(one, other))
        if told is not None:
            return told * _MINUTE_MS
        apart = _apart(params[creation.LOCATIONS], one, other)
    else:
        apart = 0
    return minutes[min(apart, len(minutes) - 1)] * _MINUTE_MS


def _apart(places: tuple[str, ...], one: str, other: str) -> int:
    """Steps around the compass, the shorter way."""
    steps = abs(places.index(one) - places.index(other))
    return min(steps, len(places) - steps)
