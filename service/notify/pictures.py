"""Pictures that go with messages: a slice of the reader's map, now and then (asyncio side)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from service.papers.slice import map_slice
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.notify.kind import Told
    from world.state import World

_REMEMBERED = 10_000


class Pictures:
    """The pictures of one kind of channel, at most one in so many seconds for each."""

    def __init__(self, apart: float) -> None:
        self._apart = apart
        #: When one was last painted, or was to be, for a campaign's channel (monotonic s).
        self._tried: dict[tuple[str, str], float] = {}

    async def of(self, told: Told, world: World, fields: Mapping[str, Any]) -> bytes:
        """A slice of the reader's own map where the notice's fields name a place; else b"".

        One that could not be painted in time counts as well: on a machine that is busy each message
        of a channel would wait for its own, and with it all that the channel still has to send.
        """
        channel = told.channel
        key = (channel.campaign_id, channel.id)
        if channel.person == REFEREE or time.monotonic() - self._tried.get(key, -1e9) < self._apart:
            return b""
        picture = await map_slice(told.conn, world, channel.campaign_id, channel.person, fields)
        if picture is None:
            return b""
        if len(self._tried) >= _REMEMBERED:
            self._tried.clear()
        self._tried[key] = time.monotonic()
        return picture
