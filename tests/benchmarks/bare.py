"""The yardstick: a bare asyncpg loop that writes the very rows the keeper wrote, and nothing else.

The same transactions, in the same order within a campaign, on as many connections; each is one
round trip, or four where many rows are appended by COPY.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import asyncpg

from service.store.commit import commit
from tests.benchmarks.letters import WARM, set_off

if TYPE_CHECKING:
    from service.store.rows import CommitRows

_SETTINGS = {"plan_cache_mode": "force_generic_plan", "jit": "off"}


async def replay(dsn: str, recorded: list[CommitRows], connections: int) -> tuple[float, float]:
    """Write everything; returns seconds and CPU seconds."""
    warm = [rows for rows in recorded if rows.campaign_id.startswith(WARM)]
    rest: dict[str, list[CommitRows]] = {}
    for rows in recorded:
        if not rows.campaign_id.startswith(WARM):
            rest.setdefault(rows.campaign_id, []).append(rows)
    pool = [
        await asyncpg.connect(dsn, statement_cache_size=1024, server_settings=_SETTINGS)
        for _ in range(connections)
    ]
    try:
        await set_off(pool[0], 0, 0)
        # The fence: a campaign belongs to whoever has raised its term.
        await pool[0].execute("UPDATE due SET term = 1")
        await _write([[rows] for rows in warm], pool)
        began, cpu = time.perf_counter(), time.process_time()
        await _write(list(rest.values()), pool)
        return time.perf_counter() - began, time.process_time() - cpu
    finally:
        for conn in pool:
            conn.terminate()


async def _write(campaigns: list[list[CommitRows]], pool: list[Any]) -> None:
    left = iter(campaigns)

    async def worker(conn: asyncpg.Connection) -> None:
        for batches in left:
            for rows in batches:
                assert await commit(conn, rows)

    await asyncio.gather(*(worker(conn) for conn in pool))
