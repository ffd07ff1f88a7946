"""The heartbeat: as long as it is heard, a daemon's campaigns are its own (asyncio side)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.intake.outage import account_for_gap
from service.keeper.kept import CannotOpen
from service.store.due import beat, beat_until, owned, release_claim, silent_since
from service.store.instants import clock_us
from service.store.session import writing

if TYPE_CHECKING:
    import asyncpg


async def heartbeat(pool: asyncpg.Pool, daemon: str, release: int, outage_after: int) -> int | None:
    """Say that we are alive; the database's clock (wall µs).

    None: we had been silent for longer than *outage_after* (µs), and :func:`end_silence` has to
    account for that before anybody hears of us again.
    """
    async with pool.acquire() as conn:
        return await beat(conn, daemon, release, within=outage_after)


async def end_silence(pool: asyncpg.Pool, daemon: str, outage_after: int) -> None:
    """Enter an outage for every campaign that is still ours, before we are heard of again.

    Until all of it is done our last beat stays where it was: whoever dies on the way, or takes a
    campaign from us meanwhile, finds the whole gap.
    """
    async with writing(pool) as conn:
        start, end = await silent_since(conn, daemon), await clock_us(conn)
        if start is None:
            return
        for campaign_id, term in await owned(conn, daemon):
            try:
                await account_for_gap(conn, campaign_id, daemon, start, outage_after)
            except CannotOpen:
                await release_claim(conn, campaign_id, daemon, term, since=start)
        await beat_until(conn, daemon, end)
