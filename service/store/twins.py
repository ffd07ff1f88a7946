"""Twins: messages with the same words for one endpoint, of which one carries them for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.arrays import literal
from service.store.instants import to_datetime

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from service.store.channels import Channel


class Carrier(msgspec.Struct, frozen=True):
    """The message that carries some words: its id and channel, whether it has been sent.

    ``again``: seconds until it is tried next, negative where it may be on its way.
    """

    message: str
    channel_id: str
    sent: bool
    again: float


async def shares_endpoint(
    conn: asyncpg.Connection, channel: Channel, addresses: Sequence[str]
) -> bool:
    """Whether another channel of the campaign that is in use leads to one of the addresses."""
    shared: bool = await conn.fetchval(
        """SELECT EXISTS (SELECT FROM channel WHERE campaign_id = $1 AND id <> $2 AND kind = $3
            AND address = ANY ($4::text::text[]) AND state = 'active')""",
        channel.campaign_id,
        channel.id,
        channel.kind,
        literal(addresses),
    )
    return shared


# A carrier that will not arrive (dropped, given up, its channel at rest) is carrier no more, nor is
# one that failed and is not tried again soon.  What is on its way is due, so it is never left.
_CARRY = """WITH asked AS (
    SELECT DISTINCT ON (key) key, message
    FROM unnest($2::text::bytea[], $3::text::text[]) WITH ORDINALITY AS u (key, message, place)
    ORDER BY key, place),
kept AS (
    INSERT INTO twin (campaign_id, key, message) SELECT $1, key, message FROM asked ORDER BY key
    ON CONFLICT (campaign_id, key) DO UPDATE SET message = CASE
        WHEN EXISTS (SELECT FROM delivery d JOIN channel c ON c.campaign_id = d.campaign_id
                AND c.id = d.channel_id
            WHERE d.campaign_id = $1 AND d.id = twin.message AND c.state = 'active'
              AND NOT (d.last_status <> '' AND d.next_attempt > $4)
              AND NOT (c.failures >= $5 AND coalesce(c.open_until > $4, false)))
          OR EXISTS (SELECT FROM delivered d
            WHERE d.campaign_id = $1 AND d.id = twin.message AND d.outcome = 'sent')
        THEN twin.message ELSE excluded.message END
    RETURNING key, message)
SELECT kept.key, kept.message, coalesce(waits.channel_id, done.channel_id) AS channel_id,
    done.id IS NOT NULL AS sent, coalesce(extract(epoch FROM
        greatest(waits.next_attempt, open_until) - clock_timestamp()), 0)::float8 AS again
FROM kept
    LEFT JOIN delivery waits ON waits.campaign_id = $1 AND waits.id = kept.message
    LEFT JOIN channel ON channel.campaign_id = $1 AND channel.id = waits.channel_id
    LEFT JOIN delivered done ON done.campaign_id = $1 AND done.id = kept.message"""


async def carriers(
    conn: asyncpg.Connection,
    campaign_id: str,
    asking: Sequence[tuple[str, bytes]],
    soon: int,
    failures: int,
) -> dict[bytes, Carrier]:
    """Which message carries the words of each key; those *asking* (id, key) do where none does.

    They do too where the one that did has failed and is not tried again by the wall instant
    ``soon`` (us), or its channel rests for longer after so many ``failures`` in a row.
    """
    found = await conn.fetch(
        _CARRY,
        campaign_id,
        literal([key for _, key in asking]),
        literal([message for message, _ in asking]),
        to_datetime(soon),
        failures,
    )
    return {
        row["key"]: Carrier(row["message"], row["channel_id"] or "", row["sent"], row["again"])
        for row in found
    }


async def forget_twins(conn: asyncpg.Connection, days: int, limit: int = 5_000) -> int:
    """Forget what was carried more than ``days`` days ago; returns how many rows went."""
    count: int = await conn.fetchval(
        """WITH old AS (
            SELECT campaign_id, key FROM twin
            WHERE created < clock_timestamp() - $1 * interval '1 day' LIMIT $2),
        gone AS (
            DELETE FROM twin USING old
            WHERE twin.campaign_id = old.campaign_id AND twin.key = old.key RETURNING 1)
        SELECT count(*) FROM gone""",
        days,
        limit,
    )
    return count
