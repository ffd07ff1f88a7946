"""The map as a person knows it, drawn: three sheets that lie over one another."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from service.papers.wording import long_ago

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.papers.markers import Marker
    from world.pack import Maps
    from world.state import World

#: Grounds kept as drawn: one takes a second where the country is large.
_KEPT = 24
_drawn: OrderedDict[tuple[str, tuple[tuple[int, str], ...]], bytes] = OrderedDict()
#: Drawing takes a core: one at a time leaves the other to the game.
_drawing = ThreadPoolExecutor(1, thread_name_prefix="map")


async def ground(maps: Maps, world: World, campaign: str, person: str) -> bytes:
    """The country, as somebody believes it to be held."""
    return await _ground(
        maps, world, campaign, maps.holders(world.scene, world.pack.view(world, person))
    )


async def of_places(
    maps: Maps, world: World, campaign: str, places: tuple[tuple[str, str], ...]
) -> bytes:
    """The country that nobody holds, with some places marked on it."""
    first = await _ground(maps, world, campaign, ())
    body = first.rstrip().removesuffix(b"</svg>")
    return body + maps.markers(world.scene, places).encode().rstrip() + b"</svg>\n"


async def _ground(
    maps: Maps, world: World, campaign: str, holders: tuple[tuple[int, str], ...]
) -> bytes:
    key = (campaign, holders)
    body = _drawn.get(key)
    if body is None:
        loop = asyncio.get_running_loop()
        drawn = await loop.run_in_executor(_drawing, maps.ground, world.scene, holders)
        body = _drawn[key] = drawn.encode()
        while len(_drawn) > _KEPT:
            _drawn.popitem(last=False)
    return body


def marks(maps: Maps, world: World, person: str) -> bytes:
    """What stands on it, as last seen and with how long ago."""
    now = world.now
    view = world.pack.view(world, person)
    return maps.marks(world.scene, view, lambda at: long_ago(now - at)).encode()


def markers(maps: Maps, world: World, own: Iterable[Marker]) -> bytes:
    """What somebody has marked for himself."""
    return maps.markers(world.scene, tuple((one.place, one.text) for one in own)).encode()


async def whole(
    maps: Maps, world: World, campaign: str, person: str, own: Iterable[Marker]
) -> bytes:
    """All three sheets as one document: each is a picture within the first."""
    first = await ground(maps, world, campaign, person)
    body = first.rstrip().removesuffix(b"</svg>")
    return b"".join(
        (body, marks(maps, world, person).rstrip(), markers(maps, world, own).rstrip(), b"</svg>\n")
    )
