"""The public demonstration: a campaign that plays itself, at which anybody may look on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from service.intake.founding import found_campaign
from service.scenario_files import read_files
from service.store.campaigns import CampaignExists, show_campaign
from service.store.public import is_public
from world.clock import parse_rate

if TYPE_CHECKING:
    import asyncpg

CAMPAIGN, SCENARIO = "public-demo", "hundred_days"
#: A game day an hour, and visitors a quarter of an hour behind it.
RATE, BEHIND_H = "24:1", 6


async def ensure_public_demo(pool: asyncpg.Pool) -> bool:
    """Found the demonstration, unless there is one; returns whether anybody may look on at it.

    One that somebody has closed stays closed until somebody opens it.
    """
    async with pool.acquire() as conn:
        there = await show_campaign(conn, CAMPAIGN) is not None
    if not there:
        with suppress(CampaignExists):  # another daemon was quicker
            await found_campaign(
                pool,
                CAMPAIGN,
                read_files(Path(SCENARIO)),
                name="The Hundred Days, for all to see",
                rate=parse_rate(RATE),
                visitors_behind=BEHIND_H,
            )
    async with pool.acquire() as conn:
        return await is_public(conn, CAMPAIGN)
