"""Which papers a person has in a game, by the ways between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from couriers.prospect import writes_letters

if TYPE_CHECKING:
    from world.state import World


def papers_of(world: World) -> list[tuple[str, str]]:
    """The last part of each paper's address, and what it is called; the desk's is empty."""
    found = [("", "Desk")]
    if writes_letters(world):
        found.append(("letters", "Letters"))
    if world.pack.draw is not None:
        found.append(("map", "Map"))
    return [*found, ("almanac", "Almanac"), ("record", "Record")]
