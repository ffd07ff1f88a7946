"""Notices that wait for their hour: alone for the end of quiet hours, many for a digest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.arrays import literal
from service.store.instants import clock_us, to_datetime
from service.store.outbox import Untold, lock_outbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import asyncpg

    from service.store.outbox import Arranged

_MESSAGE = """'msg_' || left(encode(sha256(convert_to(concat_ws(chr(31), $1, channel.id,
    channel.numbered, 'digest'), 'UTF8')), 'hex'), 32)"""
_CLOSED = """WITH gone AS (
    DELETE FROM held USING channel
    WHERE held.campaign_id = $1 AND due <= $2 AND channel.campaign_id = $1
      AND channel.id = held.channel_id AND channel.state = 'closed' RETURNING held.*)
INSERT INTO delivered (campaign_id, channel_id, person, n, id, outcome, attempt, last_status,
    created)
SELECT campaign_id, channel_id, person, n, id, 'dropped', 0, 'channel closed', created
FROM gone ON CONFLICT DO NOTHING"""
_ALONE = """WITH gone AS (
    DELETE FROM held WHERE campaign_id = $1 AND due <= $2 AND digest = '' RETURNING *),
placed AS (
    SELECT gone.*, row_number() OVER (PARTITION BY channel_id ORDER BY due, n) AS place FROM gone),
counted AS (
    UPDATE channel SET numbered = numbered + many.count
    FROM (SELECT channel_id, count(*) FROM gone GROUP BY channel_id) AS many
    WHERE channel.campaign_id = $1 AND channel.id = many.channel_id
    RETURNING channel.id, numbered - many.count AS before)
INSERT INTO delivery (campaign_id, channel_id, person, n, id, number, collapse)
SELECT campaign_id, channel_id, person, n, placed.id, before + place, collapse
FROM placed JOIN counted ON counted.id = channel_id ON CONFLICT DO NOTHING"""
# Named by the number of the channel's message, which is given once.
_DIGESTS = f"""WITH due AS (
    SELECT channel_id, json_agg(n ORDER BY n) AS numbers FROM held
    WHERE campaign_id = $1 AND due <= $2 AND digest = $3 GROUP BY channel_id),
counted AS (
    UPDATE channel SET numbered = numbered + 1 FROM due
    WHERE channel.campaign_id = $1 AND channel.id = due.channel_id
    RETURNING channel.id AS channel_id, person, numbered, numbers, {_MESSAGE} AS id),
made AS (
    INSERT INTO delivery (campaign_id, channel_id, person, n, id, number, words)
    SELECT $1, channel_id, person, -numbered, id, numbered, convert_to(json_build_object(
        'kind', $4::text, 'title', '', 'text', '', 'notices', numbers)::text, 'UTF8')
    FROM counted)
UPDATE held SET due = NULL
WHERE campaign_id = $1 AND due <= $2 AND digest = $3"""  # noqa: S608 - no outside text

#: The kinds of message that digests are, by their sort.
DIGESTS = {"regular": "digest", "outage": "outage_digest"}


async def due_held(conn: asyncpg.Connection) -> list[str]:
    """Campaigns of whose notices the hour has come; takes no lock."""
    found = await conn.fetch("SELECT DISTINCT campaign_id FROM held WHERE due <= clock_timestamp()")
    return [row[0] for row in found]


async def release(conn: asyncpg.Connection, campaign_id: str) -> None:
    """Make deliveries of what a campaign's people wait for, its hour having come; once each.

    ``conn`` is a connection outside a transaction.
    """
    async with conn.transaction():
        await lock_outbox(conn, campaign_id)
        now = to_datetime(await clock_us(conn))
        await conn.execute(
            """SELECT FROM channel WHERE campaign_id = $1
            AND id IN (SELECT channel_id FROM held WHERE campaign_id = $1 AND due <= $2)
            ORDER BY person, id FOR UPDATE""",
            campaign_id,
            now,
        )
        await conn.execute(_CLOSED, campaign_id, now)
        await conn.execute(_ALONE, campaign_id, now)
        for sort, kind in DIGESTS.items():
            await conn.execute(_DIGESTS, campaign_id, now, sort, kind)


async def forget_told(conn: asyncpg.Connection, days: int, limit: int = 5_000) -> int:
    """Forget what digests told more than ``days`` days ago, a few at a time; returns how much.

    Each notice's id stays among what is done, so that after an undo it is not told once more.
    """
    count: int = await conn.fetchval(
        """WITH old AS (
            SELECT campaign_id, id FROM held
            WHERE due IS NULL AND created < clock_timestamp() - $1 * interval '1 day' LIMIT $2),
        gone AS (
            DELETE FROM held USING old
            WHERE held.campaign_id = old.campaign_id AND held.id = old.id RETURNING held.*),
        kept AS (
            INSERT INTO delivered (campaign_id, channel_id, person, n, id, outcome, attempt,
                last_status, created, done)
            SELECT campaign_id, channel_id, person, n, id, 'sent', 0, 'in a digest', created,
                created
            FROM gone ON CONFLICT DO NOTHING)
        SELECT count(*) FROM gone""",
        days,
        limit,
    )
    return count


class Held(msgspec.Struct, frozen=True, gc=False):
    """A person's notice that waits on a channel."""

    channel_id: str
    told: Untold


async def arrange_again(
    conn: asyncpg.Connection,
    campaign_id: str,
    person: str,
    arrange: Callable[[list[Held], bytes | None, int], Iterable[Arranged]],
    *,
    after_outage: bool = False,
) -> None:
    """Let what waits of a person's leave as *arrange* says of it, its preference and now (wall us).

    What it does not name is not told.  Notices that wait for the end of an outage are left alone,
    or with *after_outage* are the only ones.  Call it with the outbox locked.
    """
    now = await clock_us(conn)
    preference = await conn.fetchval(
        "SELECT body FROM preference WHERE campaign_id = $1 AND person = $2", campaign_id, person
    )
    found = await conn.fetch(
        """SELECT channel_id, notice.n, kind, at, body FROM held
        JOIN notice USING (campaign_id, person, n)
        WHERE campaign_id = $1 AND person = $2 AND due IS NOT NULL
          AND (due = 'infinity') = $3 ORDER BY n""",
        campaign_id,
        person,
        after_outage,
    )
    waiting = [Held(row[0], Untold(*row[1:])) for row in found]
    arranged = list(arrange(waiting, preference, now))
    named = {(one.channel_id, one.n) for one in arranged}
    gone = [one for one in waiting if (one.channel_id, one.told.n) not in named]
    await conn.execute(
        """UPDATE held SET digest = u.digest,
            due = timestamptz 'epoch' + u.due * interval '1 microsecond'
        FROM unnest($3::text::bigint[], $4::text::text[], $5::text::bigint[], $6::text::text[])
            AS u (n, channel_id, due, digest)
        WHERE campaign_id = $1 AND person = $2 AND held.channel_id = u.channel_id
          AND held.n = u.n AND held.due IS NOT NULL""",
        campaign_id,
        person,
        literal([one.n for one in arranged]),
        literal([one.channel_id for one in arranged]),
        literal([now if one.due is None else one.due for one in arranged]),
        literal([one.digest for one in arranged]),
    )
    await conn.execute(
        """DELETE FROM held USING unnest($3::text::bigint[], $4::text::text[]) AS u (n, channel_id)
        WHERE campaign_id = $1 AND person = $2 AND held.channel_id = u.channel_id
          AND held.n = u.n""",
        campaign_id,
        person,
        literal([one.told.n for one in gone]),
        literal([one.channel_id for one in gone]),
    )


async def wait_for_outage(conn: asyncpg.Connection, campaign_id: str) -> list[str]:
    """The persons whose notices wait until a campaign has caught up with an outage."""
    found = await conn.fetch(
        "SELECT DISTINCT person FROM held WHERE campaign_id = $1 AND due = 'infinity'", campaign_id
    )
    return [row[0] for row in found]
