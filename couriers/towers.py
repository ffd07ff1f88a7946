"""Semaphore lines as a pack lays them out: towers in order, and what may keep one from working."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from world.state import World


class Tower(msgspec.Struct, frozen=True):
    """A station of a line.

    Attributes:
        place: where it stands; lines that have a station in one place meet there.
        name: how it is spoken of.
        hop: metres from the station before it; 0 where nobody has measured.
    """

    place: str
    name: str
    hop: int = 0


class SemaphoreLine(msgspec.Struct, frozen=True):
    """Towers in order, from one end to the other.

    ``symbol_ms`` and ``hop_ms`` are the line's own pace where it differs from the campaign's
    (``semaphore.symbol_ms``, ``semaphore.hop_ms``).
    """

    id: str
    towers: tuple[Tower, ...]
    symbol_ms: int | None = None
    hop_ms: int | None = None


class LaysTowers(Protocol):
    """What a pack with semaphores answers; without it there are none."""

    def semaphores(self, world: World) -> tuple[SemaphoreLine, ...]:
        """Every line of the map, in id order; a marked place on no line is a line of one tower."""
        ...

    def tower_fault(self, world: World, line: str, n: int, person: str) -> str | None:
        """Why the nth tower of a line does not pass on a person's message now, or None if it does.

        ``out of order``, ``held by the enemy``, ``in fog`` …; optional.
        """
        ...

    def in_sight(self, world: World, place: str, hexes: int) -> tuple[str, ...]:
        """Persons within so many hexes of a tower's place, in id order; optional.

        Without it, and for 0 hexes, those in the place itself.
        """
        ...
