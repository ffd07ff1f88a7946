"""What is searched of all that anybody knows is one campaign's, however many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service.store.papers import WHO_LEARNT
from service.store.public import HEARD_UNTIL

if TYPE_CHECKING:
    import asyncpg


@pytest.mark.parametrize(
    ("statement", "wanted"),
    [(WHO_LEARNT, ("c7", "none", 10)), (HEARD_UNTIL, ("c7", "news_heard", 2**40, 10))],
)
def test_a_search_of_what_is_known_reads_its_own_campaign_alone(
    play: Any, statement: str, wanted: tuple[Any, ...]
) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with pool.acquire() as conn:
            await conn.execute(
                """INSERT INTO known SELECT 'c' || c, 'ann', n, n, 'news_heard', '{"text":"x"}'
                FROM generate_series(1, 40) c, generate_series(1, 200) n"""
            )
            await conn.execute("ANALYZE known")
            plan = await conn.fetch(f"EXPLAIN (ANALYZE) {statement}", *wanted)
        words = "\n".join(row[0] for row in plan)
        assert "known_pkey" in words, words
        assert "Seq Scan" not in words, words

    play(story)
