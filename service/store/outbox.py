"""From notices to deliveries, after the keeper's commit and without a hand in it.

The keeper alone numbers a person's notices, one commit after another under the lock of its row in
``due``; so, unlike with ids taken from a sequence, a lower number never appears after a higher one,
and "from this number on" misses nothing.  ``due.notices`` counts them all, which tells at a glance
which campaigns have new ones; the keeper's transaction writes no row for the dispatcher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.store.hop import last_numbers

if TYPE_CHECKING:
    import asyncpg

_BEHIND = f"""WITH {last_numbers("notice")}
SELECT last.person, coalesce(done.n, 0) AS done, last.n AS last
FROM last LEFT JOIN outbox_person done ON done.campaign_id = $1 AND done.person = last.person
WHERE last.n > coalesce(done.n, 0) ORDER BY last.person"""  # noqa: S608 - a name of ours

# A message is named by its notice's cause and its channel: notices told again after an undo have
# the same name, and what was sent once is not sent again.  With the column's collation and OFFSET 0
# (which keeps the planner from joining) each name is one look-up in an index; otherwise all that
# was ever delivered may be read for each.
_EXPAND = """WITH named AS MATERIALIZED (
    SELECT notice.campaign_id, channel.id AS channel_id, notice.person, notice.n, channel.numbered,
        ('msg_' || left(encode(sha256(convert_to(concat_ws(chr(31), notice.campaign_id, notice.id,
            notice.person, channel.id), 'UTF8')), 'hex'), 32)) COLLATE "C" AS id
    FROM notice JOIN channel USING (campaign_id, person)
    WHERE notice.campaign_id = $1 AND notice.person = $2 AND notice.n > $3 AND notice.n <= $4
      AND channel.state <> 'closed'),
told AS (
    SELECT m.*, row_number() OVER (PARTITION BY channel_id ORDER BY n) AS place FROM named AS m
    WHERE NOT EXISTS (SELECT FROM delivered d WHERE d.campaign_id = $1 AND d.id = m.id OFFSET 0)
      AND NOT EXISTS (SELECT FROM delivery d WHERE d.campaign_id = $1 AND d.id = m.id OFFSET 0)),
counted AS (
    UPDATE channel SET numbered = channel.numbered + many.count
    FROM (SELECT channel_id, count(*) FROM told GROUP BY channel_id) AS many
    WHERE channel.campaign_id = $1 AND channel.id = many.channel_id)
INSERT INTO delivery (campaign_id, channel_id, person, n, id, number)
SELECT campaign_id, channel_id, person, n, id, numbered + place FROM told
ON CONFLICT DO NOTHING"""

# A channel's messages are counted one after another, whoever else has something to say on it.
_COUNTING = "SELECT FROM channel WHERE campaign_id = $1 AND person = $2 ORDER BY id FOR UPDATE"


async def unexpanded(conn: asyncpg.Connection) -> list[str]:
    """List the campaigns that have notices no delivery was made of; takes no lock.

    One scan of ``due``, a narrow row a campaign: run it when the keeper has told of a commit and
    once a second besides.
    """
    found = await conn.fetch(
        """SELECT campaign_id FROM due LEFT JOIN outbox USING (campaign_id)
        WHERE due.notices > coalesce(outbox.expanded, 0)"""
    )
    return [row[0] for row in found]


async def expand(conn: asyncpg.Connection, campaign_id: str, limit: int = 1000) -> int:
    """Make deliveries of up to ``limit`` of a campaign's new notices, once each.

    One row for each notice and each of its person's channels that is not closed.  Returns how many
    notices were seen to; call again while it returns ``limit``.  Two dispatchers wait for each
    other on the outbox row.  ``conn`` is a connection outside a transaction.
    """
    seen = 0
    async with conn.transaction():
        await conn.execute(
            "INSERT INTO outbox (campaign_id) VALUES ($1) ON CONFLICT DO NOTHING", campaign_id
        )
        await conn.execute("SELECT FROM outbox WHERE campaign_id = $1 FOR UPDATE", campaign_id)
        # Counted before they are read: what this count covers, the next statement sees.
        notices = await conn.fetchval("SELECT notices FROM due WHERE campaign_id = $1", campaign_id)
        behind = await conn.fetch(_BEHIND, campaign_id)
        for person, done, last in behind:
            upto = min(last, done + limit - seen)
            if upto > done:
                await conn.execute(_COUNTING, campaign_id, person)
                await conn.execute(_EXPAND, campaign_id, person, done, upto)
                await conn.execute(
                    """INSERT INTO outbox_person (campaign_id, person, n) VALUES ($1, $2, $3)
                    ON CONFLICT (campaign_id, person) DO UPDATE SET n = excluded.n""",
                    campaign_id,
                    person,
                    upto,
                )
                seen += upto - done
        if seen < limit:
            await conn.execute(
                "UPDATE outbox SET expanded = $2 WHERE campaign_id = $1", campaign_id, notices
            )
    return seen
