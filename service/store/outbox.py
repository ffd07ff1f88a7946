"""From notices to deliveries, after the keeper's commit and without a hand in it.

The keeper numbers a campaign's notices without gaps under the lock of its row in ``due`` and leaves
the count there, so the notices up to a count that can be read are all committed: unlike an id taken
from a sequence, a lower number can never appear later.  ``outbox`` says how far the dispatcher got.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncpg

# A message is named by its notice's cause and its channel: notices told again after an undo have
# the same name, and what was sent once is not sent again.
_EXPAND = """INSERT INTO delivery (campaign_id, channel_id, person, n, id)
SELECT m.campaign_id, m.channel_id, m.person, m.n, m.id FROM (
    SELECT notice.campaign_id, channel.id AS channel_id, notice.person, notice.n,
        'msg_' || left(encode(sha256(convert_to(concat_ws(chr(31), notice.campaign_id, notice.id,
            notice.person, channel.id), 'UTF8')), 'hex'), 32) AS id
    FROM notice JOIN channel USING (campaign_id, person)
    WHERE notice.campaign_id = $1 AND notice.seq > $2 AND notice.seq <= $3
      AND channel.state <> 'closed') AS m
WHERE NOT EXISTS (SELECT FROM delivered d WHERE d.campaign_id = m.campaign_id AND d.id = m.id)
ON CONFLICT DO NOTHING"""


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
    async with conn.transaction():
        await conn.execute(
            "INSERT INTO outbox (campaign_id) VALUES ($1) ON CONFLICT DO NOTHING", campaign_id
        )
        expanded: int = await conn.fetchval(
            "SELECT expanded FROM outbox WHERE campaign_id = $1 FOR UPDATE", campaign_id
        )
        # Read before the notices are: whatever this count covers, the next statement sees.
        notices: int = await conn.fetchval(
            "SELECT notices FROM due WHERE campaign_id = $1", campaign_id
        )
        upto = min(notices, expanded + limit)
        if upto > expanded:
            await conn.execute(_EXPAND, campaign_id, expanded, upto)
            await conn.execute(
                "UPDATE outbox SET expanded = $2 WHERE campaign_id = $1", campaign_id, upto
            )
    return upto - expanded
