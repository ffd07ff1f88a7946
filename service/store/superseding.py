"""What was told too late: notices that a later one of the same key makes needless, if not sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.store.arrays import literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

SUPERSEDED = "superseded by a later notice"

_MINE = "SELECT id FROM channel WHERE campaign_id = $1 AND person = $2"
_MARK = f"""UPDATE delivery SET collapse = u.key
FROM unnest($3::text::bigint[], $4::text::text[]) AS u (n, key)
WHERE campaign_id = $1 AND channel_id IN ({_MINE}) AND person = $2 AND delivery.n = u.n
  AND collapse IS DISTINCT FROM u.key"""  # noqa: S608 - no outside text
_WAITING = f"""waiting AS (
    SELECT channel_id, n, collapse FROM delivery
    WHERE campaign_id = $1 AND channel_id IN ({_MINE}) AND person = $2
      AND collapse = ANY ($3::text::text[])
    UNION ALL SELECT channel_id, n, collapse FROM held
    WHERE campaign_id = $1 AND channel_id IN ({_MINE}) AND person = $2 AND due IS NOT NULL
      AND collapse = ANY ($3::text::text[])),
late AS (
    SELECT channel_id, n FROM waiting AS early
    WHERE EXISTS (SELECT FROM waiting WHERE waiting.channel_id = early.channel_id
      AND waiting.collapse = early.collapse AND waiting.n > early.n))"""  # noqa: S608 - no outside text
_KEEP = "INSERT INTO delivered (campaign_id, channel_id, person, n, id, outcome, attempt,"
# One whose attempt is under way is left alone: it was tried, and does not wait to be tried again.
_DROP = f"""WITH {_WAITING},
sent AS (
    DELETE FROM delivery USING late
    WHERE delivery.campaign_id = $1 AND delivery.channel_id = late.channel_id
      AND delivery.person = $2 AND delivery.n = late.n
      AND (attempt = 0 OR next_attempt > clock_timestamp()) RETURNING delivery.*),
kept AS (
    {_KEEP} last_status, created, number)
    SELECT campaign_id, channel_id, person, n, id, 'dropped', attempt, $4, created, number
    FROM sent ON CONFLICT DO NOTHING),
unsent AS (
    DELETE FROM held USING late
    WHERE held.campaign_id = $1 AND held.channel_id = late.channel_id AND held.person = $2
      AND held.n = late.n AND due IS NOT NULL RETURNING held.*)
{_KEEP} last_status, created)
SELECT campaign_id, channel_id, person, n, id, 'dropped', 0, $4, created
FROM unsent ON CONFLICT DO NOTHING"""  # noqa: S608 - no outside text


async def supersede(
    conn: asyncpg.Connection, campaign_id: str, person: str, keys: Sequence[tuple[int, str]]
) -> None:
    """Give a person's new notices (by number) their keys, and drop what they supersede.

    Superseded is an earlier one of the same key, on a channel on which it was not sent yet.  Call
    it in the transaction in which they were expanded.
    """
    numbers, names = literal([n for n, _ in keys]), literal([key for _, key in keys])
    await conn.execute(_MARK, campaign_id, person, numbers, names)
    await conn.execute(_DROP, campaign_id, person, names, SUPERSEDED)
