"""Outages of which people are told once: known from when they are entered until caught up with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.instants import to_datetime, to_us

if TYPE_CHECKING:
    import asyncpg

#: Seconds for which what happened in an outage waits to be told in one, however long the campaign
#: takes to catch up; what happens later in it is told in another.
LONGEST_WAIT = 3_600


class Gap(msgspec.Struct, frozen=True):
    """An outage from ``start`` to ``finish`` (wall us); ``clock`` is the campaign's, as kept."""

    start: int
    finish: int
    clock: bytes


async def note_gap(conn: asyncpg.Connection, campaign_id: str, start: int, finish: int) -> None:
    """Remember that what happened between two wall instants (us) is told in one."""
    await conn.execute(
        """INSERT INTO gap (campaign_id, start, finish) VALUES ($1, $2, $3)
        ON CONFLICT DO NOTHING""",
        campaign_id,
        to_datetime(start),
        to_datetime(finish),
    )


async def gaps_of(conn: asyncpg.Connection, campaign_id: str) -> list[Gap]:
    """A campaign's outages that are not told of yet, in order."""
    found = await conn.fetch(
        """SELECT start, finish, body FROM gap
        JOIN entity ON entity.campaign_id = gap.campaign_id AND entity.id = 'clock'
        WHERE gap.campaign_id = $1 ORDER BY start""",
        campaign_id,
    )
    return [Gap(to_us(row["start"]), to_us(row["finish"]), row["body"]) for row in found]


async def caught_up(conn: asyncpg.Connection) -> list[str]:
    """Campaigns with such an outage that are past it; takes no lock.

    What is next is of later, however far behind the present that may be.  One that ended meanwhile
    catches up no more.
    """
    found = await conn.fetch(
        """SELECT campaign_id FROM gap JOIN due USING (campaign_id)
        LEFT JOIN outbox USING (campaign_id)
        JOIN campaign ON campaign.id = campaign_id
        WHERE due.notices <= coalesce(outbox.expanded, 0)
        GROUP BY campaign_id, campaign.state, unkept, next_due
        HAVING campaign.state = 'ended' OR unkept IS NULL
          AND coalesce(next_due > extract(epoch FROM max(finish)) * 1e6, true)"""
    )
    return [row[0] for row in found]


async def waited_long(conn: asyncpg.Connection) -> list[str]:
    """Campaigns still in such an outage of which something has waited for long; takes no lock."""
    found = await conn.fetch(
        """SELECT DISTINCT campaign_id FROM gap JOIN held USING (campaign_id)
        WHERE due = 'infinity' AND held.created < clock_timestamp() - $1 * interval '1 s'""",
        LONGEST_WAIT,
    )
    return [row[0] for row in found]


async def close_gaps(conn: asyncpg.Connection, campaign_id: str) -> None:
    """Forget a campaign's outages, of which all is held by now."""
    await conn.execute("DELETE FROM gap WHERE campaign_id = $1", campaign_id)
