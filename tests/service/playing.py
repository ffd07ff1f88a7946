"""Play a campaign of the store up to the present, as the keeper does, without a daemon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.keeper.kept import open_kept, read_inputs
from service.keeper.turn import Turn
from service.store.commit import commit
from service.store.due import beat, claim
from service.store.instants import clock_us
from service.store.session import writing

if TYPE_CHECKING:
    import asyncpg


async def play_on(pool: asyncpg.Pool, campaign_id: str, daemon: str = "d1") -> None:
    """Take what was said and what is due by now."""
    async with writing(pool) as conn:
        await beat(conn, daemon, 1)
        term = await conn.fetchval("SELECT term FROM due WHERE campaign_id = $1", campaign_id)
        taken = await claim(conn, campaign_id, daemon, 1)
        kept = await open_kept(conn, campaign_id, term if taken is None else taken.term)
        kept.hear(await read_inputs(conn, campaign_id))
        turn = Turn(kept)
        turn.slice(await clock_us(conn), limit=10_000)
        assert await commit(conn, turn.rows())
