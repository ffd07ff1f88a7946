"""Deliveries: what is to be sent on which channel, in order, by one daemon at a time.

A *lane* is a channel with something to send.  Its first delivery in order of number is its head;
while that waits for another attempt the rest of the lane waits behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from service.store.channels import Channel, channel_row
from service.store.instants import to_datetime, to_us

if TYPE_CHECKING:
    import asyncpg


class Lane(msgspec.Struct, frozen=True):
    """A channel whose head is due, ``next_attempt`` in wall us."""

    campaign_id: str
    channel_id: str
    next_attempt: int


class Delivery(msgspec.Struct, frozen=True, gc=False):
    """One notice to be sent on one channel.

    ``id`` is the message id the receiver sees, the same at every attempt; ``attempt`` counts the
    attempts begun; ``body`` are the bytes to sign and send, None until they were first made;
    ``kind``, ``at`` (game ms), ``created`` (wall us) and ``notice`` are the notice's.
    """

    campaign_id: str
    channel_id: str
    person: str
    n: int
    id: str
    attempt: int
    next_attempt: int
    last_status: str
    body: bytes | None
    kind: str
    at: int
    created: int
    notice: bytes
    notice_id: str


_LANES = """WITH head AS (
    SELECT DISTINCT ON (campaign_id, channel_id) campaign_id, channel_id, next_attempt
    FROM delivery ORDER BY campaign_id, channel_id, person, n)
SELECT head.campaign_id, channel_id, next_attempt
FROM head JOIN channel ON channel.campaign_id = head.campaign_id AND channel.id = channel_id
WHERE next_attempt <= clock_timestamp() AND channel.state = 'active'
  AND (channel.owner IS NULL OR channel.owner = $1 OR channel.lease < clock_timestamp())
ORDER BY next_attempt LIMIT $2"""

_HEAD = """SELECT delivery.campaign_id, channel_id, person, n, delivery.id, attempt, next_attempt,
    last_status, delivery.body, kind, at, notice.created, notice.body AS notice,
    notice.id AS notice_id
FROM delivery JOIN notice USING (campaign_id, person, n)
WHERE campaign_id = $1 AND channel_id = $2 ORDER BY person, n LIMIT $3"""


async def lanes(conn: asyncpg.Connection, daemon: str, limit: int = 200) -> list[Lane]:
    """List lanes with a due head that ``daemon`` may take, longest waiting first; no lock."""
    found = await conn.fetch(_LANES, daemon, limit)
    return [Lane(row[0], row[1], to_us(row[2])) for row in found]


async def take_lane(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, daemon: str, seconds: float
) -> Channel | None:
    """Lease a lane, or extend the lease; None if another daemon holds it or it is not active.

    Give an attempt less time than the lease, and take the lane again before each.
    """
    found = await conn.fetchrow(
        """UPDATE channel SET owner = $3, lease = clock_timestamp() + $4 * interval '1 s'
        WHERE campaign_id = $1 AND id = $2 AND state = 'active'
          AND (owner IS NULL OR owner = $3 OR lease < clock_timestamp())
        RETURNING *""",
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


async def lane_deliveries(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, limit: int = 20
) -> list[Delivery]:
    """Read the head of a lane and what follows it, in order, whether due yet or not."""
    found = await conn.fetch(_HEAD, campaign_id, channel_id, limit)
    return [
        Delivery(
            **{
                **dict(row),
                "next_attempt": to_us(row["next_attempt"]),
                "created": to_us(row["created"]),
            }
        )
        for row in found
    ]


async def begin_attempt(conn: asyncpg.Connection, delivery: Delivery, body: bytes) -> bytes:
    """Count an attempt before it is made and keep its bytes; returns the bytes to send.

    Those are the ones kept by the first attempt: a receiver never sees two texts under one id.
    """
    kept: bytes | None = await conn.fetchval(
        """UPDATE delivery SET attempt = attempt + 1, body = coalesce(body, nullif($5, ''::bytea))
        WHERE campaign_id = $1 AND channel_id = $2 AND person = $3 AND n = $4
        RETURNING coalesce(body, ''::bytea)""",
        delivery.campaign_id,
        delivery.channel_id,
        delivery.person,
        delivery.n,
        body,
    )
    if kept is None:
        raise LookupError(f"delivery {delivery.id} is done already")
    return kept


async def postpone(
    conn: asyncpg.Connection, delivery: Delivery, next_attempt: int, status: str
) -> None:
    """Try again at wall us ``next_attempt``; ``status`` says what went wrong."""
    await conn.execute(
        """UPDATE delivery SET next_attempt = $5, last_status = $6
        WHERE campaign_id = $1 AND channel_id = $2 AND person = $3 AND n = $4""",
        delivery.campaign_id,
        delivery.channel_id,
        delivery.person,
        delivery.n,
        to_datetime(next_attempt),
        status,
    )


async def finish(
    conn: asyncpg.Connection,
    delivery: Delivery,
    outcome: Literal["sent", "failed", "dropped"],
    status: str,
) -> bool:
    """Move a delivery to what is done; False if it was there already."""
    done: str | None = await conn.fetchval(
        """WITH gone AS (
            DELETE FROM delivery
            WHERE campaign_id = $1 AND channel_id = $2 AND person = $3 AND n = $4 RETURNING *)
        INSERT INTO delivered
            (campaign_id, channel_id, person, n, id, outcome, attempt, last_status, created)
        SELECT campaign_id, channel_id, person, n, id, $5, attempt, $6, created FROM gone
        RETURNING id""",
        delivery.campaign_id,
        delivery.channel_id,
        delivery.person,
        delivery.n,
        outcome,
        status,
    )
    return done is not None


async def drop_rest(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, status: str
) -> int:
    """Drop everything that still waits on a channel; returns how much there was."""
    count: int = await conn.fetchval(
        """WITH gone AS (
            DELETE FROM delivery WHERE campaign_id = $1 AND channel_id = $2 RETURNING *),
        kept AS (INSERT INTO delivered
            (campaign_id, channel_id, person, n, id, outcome, attempt, last_status, created)
            SELECT campaign_id, channel_id, person, n, id, 'dropped', attempt, $3, created
            FROM gone ON CONFLICT DO NOTHING)
        SELECT count(*) FROM gone""",
        campaign_id,
        channel_id,
        status,
    )
    return count


async def count_deliveries(conn: asyncpg.Connection, campaign_id: str) -> dict[str, int]:
    """Count a campaign's deliveries: ``waiting``, ``sent``, ``failed`` and ``dropped``."""
    found = await conn.fetch(
        """SELECT outcome, count(*) FROM delivered WHERE campaign_id = $1 GROUP BY outcome
        UNION ALL SELECT 'waiting', count(*) FROM delivery WHERE campaign_id = $1""",
        campaign_id,
    )
    return {"waiting": 0, "sent": 0, "failed": 0, "dropped": 0, **{row[0]: row[1] for row in found}}
