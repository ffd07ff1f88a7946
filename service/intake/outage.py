"""Say that the service was away: an input like any other, in force from the gap's beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.keeper.kept import Settings
from service.store.campaigns import show_campaign
from service.store.inputs import receive
from world.said import Outage, encode

if TYPE_CHECKING:
    import asyncpg

#: Who says that the service was away.
KEEPER = "keeper"


async def enter_outage(conn: asyncpg.Connection, campaign_id: str, start: int, end: int) -> None:
    """Say that nobody kept a campaign from *start* to *end* (wall µs); once for one gap."""
    row = await show_campaign(conn, campaign_id)
    if row is None:
        return
    policy = msgspec.json.decode(row.settings, type=Settings).outage
    body = encode(Outage(start=start, end=end, policy=policy))
    await receive(conn, campaign_id, KEEPER, f"outage {start}", body)
