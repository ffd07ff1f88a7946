"""What people said and the keeper has not taken yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.instants import to_us

if TYPE_CHECKING:
    import asyncpg


class WaitingInput(msgspec.Struct, frozen=True, gc=False):
    """An input that waits to be taken; ``received`` in wall us, ``body`` word for word."""

    person: str
    n: int
    received: int
    body: bytes


_WAITING = """SELECT person, n, received, body
    FROM inbox JOIN input USING (campaign_id, person, n)
    WHERE campaign_id = $1
    ORDER BY person <> 'keeper', received, person, n LIMIT $2"""


async def waiting_inputs(
    conn: asyncpg.Connection, campaign_id: str, limit: int = 1000
) -> list[WaitingInput]:
    """List what waits, in the order in which the keeper takes it: (received, person, n).

    The service's own come first, whatever their time: an outage is in force from its beginning.
    The commit that takes an input removes it from here (``CommitRows.inbox``).
    """
    found = await conn.fetch(_WAITING, campaign_id, limit)
    return [WaitingInput(r["person"], r["n"], to_us(r["received"]), r["body"]) for r in found]


async def untaken(conn: asyncpg.Connection, campaign_id: str) -> dict[str, int]:
    """How many things of each person wait to be taken; of an ended campaign, none ever is."""
    found = await conn.fetch(
        """SELECT person, count(*) FROM inbox WHERE campaign_id = $1 AND person <> 'keeper'
        GROUP BY person ORDER BY person""",
        campaign_id,
    )
    return {row[0]: row[1] for row in found}
