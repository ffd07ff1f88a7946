"""The public demonstration: a campaign that plays itself, at which anybody may look on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.scenario_files import read_files
from service.intake.founding import found_campaign
from service.store.campaigns import CampaignExists, show_campaign
from service.store.memberships import set_spectators_behind
from service.store.public import is_public, set_public
from service.store.session import writing
from world.clock import parse_rate

if TYPE_CHECKING:
    import asyncpg

CAMPAIGN, SCENARIO = "public-demo", "hundred_days"
#: A game day an hour, and visitors a quarter of an hour behind it.
RATE, BEHIND_H = "24:1", 6


async def ensure_public_demo(pool: asyncpg.Pool) -> bool:
    """Found the demonstration, unless there is one; returns whether it was opened now."""
    async with pool.acquire() as conn:
        if await is_public(conn, CAMPAIGN):
            return False
        there = await show_campaign(conn, CAMPAIGN) is not None
    if not there:
        with suppress(CampaignExists):  # another daemon was quicker
            await found_campaign(
                pool,
                CAMPAIGN,
                read_files(Path(SCENARIO)),
                name="The Hundred Days, for all to see",
                rate=parse_rate(RATE),
            )
    async with writing(pool) as conn, conn.transaction():
        await set_spectators_behind(conn, CAMPAIGN, BEHIND_H)
        await set_public(conn, CAMPAIGN, public=True)
    return True
