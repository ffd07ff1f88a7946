"""Worlds kept for looking at: few or many, whoever looks sees the campaign that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.packs import load_pack
from tests.service.api.site import FERRY, FILES

if TYPE_CHECKING:
    import asyncpg


def test_a_world_that_was_put_aside_is_read_again(play: Any) -> None:
    load_pack(FERRY)

    async def story(pool: asyncpg.Pool) -> None:
        for name in ("spring", "autumn", "winter"):
            await found_campaign(pool, name, FILES, name=name, seed=1)
        few, many = Readings(entities=1), Readings()
        async with pool.acquire() as conn:
            for name in ("spring", "autumn", "winter", "spring"):
                one = await few.world(conn, name)
                assert one.entities.keys() == (await many.world(conn, name)).entities.keys()
            other = await many.world(conn, "spring")
            assert await many.world(conn, "spring") is await many.world(conn, "spring")
            kept = await few.world(conn, "spring")
            await few.world(conn, "autumn")
            assert await few.world(conn, "spring") is not kept
            await conn.execute("UPDATE due SET version = version + 1 WHERE campaign_id = 'spring'")
            moved = await many.world(conn, "spring")
            assert moved is await many.world(conn, "spring")
            assert moved is not other

    play(story)
