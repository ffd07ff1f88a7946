"""Lanes: channels with something to send, each used by one daemon at a time.

A channel whose last attempts failed *rests* until an instant, and is tried again with one message
then.  Deliveries that failed wait for their next attempt by themselves, while others go on; only on
a *strict* channel does everything wait behind what failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.channels import Channel, channel_row
from service.store.instants import to_datetime, to_us

if TYPE_CHECKING:
    import asyncpg


class Lane(msgspec.Struct, frozen=True):
    """A channel with something due since ``next_attempt`` (wall us); ``ailing``: it failed last."""

    campaign_id: str
    channel_id: str
    next_attempt: int
    ailing: bool


#: Seconds without a heartbeat after which a daemon's lanes are others'.  A lane is looked after by
#: the process that beats; one that was frozen asks again before it sends (service/notify/lane.py).
#: One that has left the keeping of campaigns may be writing down still what it has sent.
SILENT = 5.0

_FREE = f"""(owner IS NULL OR lease < clock_timestamp() OR EXISTS (
    SELECT FROM daemon WHERE daemon.id = owner
      AND daemon.beat < clock_timestamp() - interval '{SILENT} s'))"""

_LANES = f"""SELECT delivery.campaign_id, channel_id, min(next_attempt), channel.failures > 0
FROM delivery JOIN channel ON channel.campaign_id = delivery.campaign_id AND channel.id = channel_id
WHERE next_attempt <= clock_timestamp() AND channel.state = 'active'
  AND (channel.open_until IS NULL OR channel.open_until <= clock_timestamp())
  AND (channel.owner = $1 OR {_FREE})
  AND (NOT channel.strict OR NOT EXISTS (
    SELECT FROM delivery before WHERE before.campaign_id = delivery.campaign_id
      AND before.channel_id = delivery.channel_id AND before.number < delivery.number))
GROUP BY delivery.campaign_id, channel_id, channel.failures
ORDER BY min(next_attempt) LIMIT $2"""  # noqa: S608 - ours


async def lanes(conn: asyncpg.Connection, daemon: str, limit: int = 1000) -> list[Lane]:
    """List lanes with something due that ``daemon`` may take, longest waiting first; no lock."""
    found = await conn.fetch(_LANES, daemon, limit)
    return [Lane(row[0], row[1], to_us(row[2]), row[3]) for row in found]


async def take_lane(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, daemon: str, seconds: float
) -> Channel | None:
    """Lease a lane, or extend the lease; None if another daemon holds it or it is not active.

    The lanes of a daemon that has been silent for :data:`SILENT` are free before their time.  Give
    an attempt less time than the lease, and take the lane again before one where more than
    ``SILENT / 2`` have passed since it was taken.
    """
    found = await conn.fetchrow(
        f"""UPDATE channel SET owner = $3, lease = clock_timestamp() + $4 * interval '1 s'
        WHERE campaign_id = $1 AND id = $2 AND state = 'active'
          AND (owner = $3 OR {_FREE})
        RETURNING *""",  # noqa: S608 - ours
        campaign_id,
        channel_id,
        daemon,
        seconds,
    )
    return None if found is None else channel_row(found)


async def leave_lane(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, daemon: str
) -> None:
    """Give a lease back before its time."""
    await conn.execute(
        """UPDATE channel SET owner = NULL, lease = NULL
        WHERE campaign_id = $1 AND id = $2 AND owner = $3""",
        campaign_id,
        channel_id,
        daemon,
    )


async def mark_well(conn: asyncpg.Connection, campaign_id: str, channel_id: str) -> None:
    """Note that an attempt went well: the channel's failures are forgotten."""
    await conn.execute(
        """UPDATE channel SET failing_since = NULL, failures = 0, open_until = NULL
        WHERE campaign_id = $1 AND id = $2 AND (failures > 0 OR failing_since IS NOT NULL)""",
        campaign_id,
        channel_id,
    )


async def rest_lane(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, until: int
) -> None:
    """Try nothing on a channel before a wall instant (us), though nothing is wrong with it."""
    await conn.execute(
        "UPDATE channel SET open_until = $3 WHERE campaign_id = $1 AND id = $2",
        campaign_id,
        channel_id,
        to_datetime(until),
    )


async def mark_ailing(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, rests_until: int | None = None
) -> int | None:
    """Note a failed attempt; returns the wall us since when it has been failing, None if unknown.

    Nothing is tried on the channel before the wall instant ``rests_until`` (us), where given.
    """
    since = await conn.fetchval(
        """UPDATE channel SET failing_since = coalesce(failing_since, clock_timestamp()),
            failures = failures + 1, open_until = $3
        WHERE campaign_id = $1 AND id = $2 RETURNING failing_since""",
        campaign_id,
        channel_id,
        None if rests_until is None else to_datetime(rests_until),
    )
    return None if since is None else to_us(since)
