"""A slice of somebody's own map, around what a notice speaks of, as a picture (asyncio side)."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

from service.papers.drawn import whole
from service.papers.markers import markers_of
from service.papers.painted import ManyWait, painted
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    import asyncpg

    from world.state import World

#: Units of the map that a slice shows (a hex is about 44 across), and pixels of its picture.
ACROSS, DOWN, WIDTH = 600, 400, 900
#: Seconds after which a notice goes without its picture.
LIMIT = 5.0

_HEAD = re.compile(
    rb'(<svg [^>]*?)width="(\d+)" height="(\d+)" viewBox="0 0 [\d.]+ [\d.]+"', re.ASCII
)


async def map_slice(
    conn: asyncpg.Connection,
    world: World,
    campaign: str,
    person: str,
    fields: Mapping[str, Any],
) -> bytes | None:
    """The map as a person knows it, where the notice's fields point, as PNG.

    It is cut out of the very drawing that is on their own page.  None where the game has no map or
    the notice names no place; b"" where there was no time to paint it: no notice waits for long.
    """
    maps = world.pack.draw
    if maps is None:
        return None
    spot = maps.spot(world.scene, world.pack.view(world, person), fields)
    if spot is None:
        return None
    try:
        async with asyncio.timeout(LIMIT):
            own = await markers_of(conn, world, campaign, person)
            drawing = cut(await whole(maps, world, campaign, person, own), spot)
            return await painted(drawing, campaign, person, WIDTH)
    except (ManyWait, TimeoutError, BadInput, RuntimeError):
        return b""


def cut(drawing: bytes, spot: tuple[float, float]) -> bytes:
    """The part of a drawing around a spot; all of it where it is no larger than that."""
    found = _HEAD.match(drawing)
    if found is None:
        return drawing
    width, height = int(found[2]), int(found[3])
    across, down = min(ACROSS, width), min(DOWN, height)
    left = round(min(max(spot[0] - across / 2, 0), width - across))
    top = round(min(max(spot[1] - down / 2, 0), height - down))
    head = b'%bwidth="%d" height="%d" viewBox="%d %d %d %d"' % (
        found[1], across, down, left, top, across, down
    )  # fmt: skip
    return head + drawing[found.end() :]
