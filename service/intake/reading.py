"""A campaign's world for reading, as of the last commit and the present instant.

Checks and pages are drawn from here, never from the keeper's worlds, which may be ahead of what is
committed.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from service.keeper.kept import open_world, settle_memory
from service.store.worlds import load_world, version_and_now
from world.errors import GalloperError

if TYPE_CHECKING:
    import asyncpg

    from world.state import World


class NoSuchCampaign(GalloperError):  # noqa: N818
    """There is no campaign of that id."""


#: Entities of all worlds kept for looking at; one takes about 3 kB.
KEPT_ENTITIES = 60_000
#: Entities read after which they are taken out of the garbage collector's sight: it takes 20 ms.
SETTLED_AFTER = 5_000


class Readings:
    """Worlds read for looking at; each is read again when its campaign has moved on.

    Those looked at last are kept, up to so many entities in all: a thousand small campaigns, or a
    few dozen large ones.
    """

    def __init__(self, entities: int = KEPT_ENTITIES) -> None:
        self._most = entities
        self._held = 0
        self._unsettled = 0
        self._worlds: OrderedDict[str, tuple[int, World, float]] = OrderedDict()
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def recent(self, conn: asyncpg.Connection, campaign_id: str, age: float = 5.0) -> World:
        """The world as it was up to *age* seconds ago: enough for names, dates and time limits.

        Raises:
            NoSuchCampaign: nothing is kept under that id.
        """
        known = self._worlds.get(campaign_id)
        if known is not None and time.monotonic() - known[2] < age:
            return known[1]
        return await self.world(conn, campaign_id)

    async def world(self, conn: asyncpg.Connection, campaign_id: str) -> World:
        """The world as committed, its ``now`` moved to the present instant, or to its end.

        Raises:
            NoSuchCampaign: nothing is kept under that id.
        """
        # Many who look when something has happened must not each open the world.
        async with self._opening.setdefault(campaign_id, asyncio.Lock()):
            return await self._current(conn, campaign_id)

    async def _current(self, conn: asyncpg.Connection, campaign_id: str) -> World:
        stands = await version_and_now(conn, campaign_id)
        known = self._worlds.get(campaign_id)
        if stands is None:
            raise NoSuchCampaign(
                f"There is no campaign {campaign_id!r}; nothing was changed. See: galloper campaign"
                " list."
            )
        version, now = stands
        if known is None or known[0] != version:
            rows = await load_world(conn, campaign_id)
            if rows is None:
                raise NoSuchCampaign(f"The campaign {campaign_id!r} is gone; nothing was changed.")
            world, _ = open_world(rows)
            # Somebody else may have read it meanwhile.
            if (before := self._worlds.get(campaign_id)) is not None:
                self._held -= len(before[1].entities)
                before[1].let_go()
            self._held += len(world.entities)
            self._unsettled += len(world.entities)
            known = (rows.due.version, world, 0.0)
            # It takes a while to read a large one.
            now = (await version_and_now(conn, campaign_id) or stands)[1]
        self._worlds[campaign_id] = known = (known[0], known[1], time.monotonic())
        self._worlds.move_to_end(campaign_id)
        while self._held > self._most and len(self._worlds) > 1:
            _, (_, oldest, _) = self._worlds.popitem(last=False)
            self._held -= len(oldest.entities)
            oldest.let_go()
        if self._unsettled > SETTLED_AFTER:
            self._unsettled = 0
            settle_memory()
        world = known[1]
        world.now = max(world.now, world.face.game(now))
        return world
