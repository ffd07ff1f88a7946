"""What an operator looks at: daemons, campaigns and their lag, deliveries, what was set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.instants import to_us

if TYPE_CHECKING:
    import asyncpg


class DaemonRow(msgspec.Struct, frozen=True, kw_only=True):
    """A daemon; ``silent_ms`` since its last heartbeat, ``gone`` if it stopped in good order."""

    id: str
    release: int
    gone: bool
    silent_ms: int


class CampaignHealth(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign as an operator sees it: how it is kept, and nothing of what is played.

    ``late_ms`` is how long its next event has been due; ``tries`` counts take-overs without a
    commit; ``waits`` what was said and is not taken yet.
    """

    id: str
    name: str
    pack: str
    state: str
    owner: str | None
    seq: int
    tries: int
    late_ms: int
    waits: int


class Sending(msgspec.Struct, frozen=True, kw_only=True):
    """The deliveries of a campaign by what became of them; ``oldest_ms`` how long one waits."""

    campaign_id: str
    waiting: int
    failed: int
    dropped: int
    oldest_ms: int


class Ailing(msgspec.Struct, frozen=True, kw_only=True):
    """A channel whose last attempts failed, since wall µs; its address is not an operator's."""

    campaign_id: str
    id: str
    person: str
    kind: str
    state: str
    since: int
    last_status: str


class Aside(msgspec.Struct, frozen=True, kw_only=True):
    """An event that failed and waits for its referee."""

    campaign_id: str
    id: str
    event: str
    error: str


class AuditRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a referee or operator did; ``campaign_id`` is empty for what concerns the server."""

    n: int
    campaign_id: str
    account_id: str
    at: int
    action: str
    about: str


async def daemons(conn: asyncpg.Connection) -> list[DaemonRow]:
    """The daemons of the last day, the one heard of last first."""
    found = await conn.fetch(
        """SELECT id, release, gone,
            (extract(epoch FROM clock_timestamp() - beat) * 1000)::bigint AS silent_ms
        FROM daemon WHERE beat > clock_timestamp() - interval '1 day' ORDER BY beat DESC LIMIT 50"""
    )
    return [DaemonRow(**dict(row)) for row in found]


async def campaigns_health(conn: asyncpg.Connection, limit: int = 1000) -> list[CampaignHealth]:
    """How campaigns are kept, those that lag most first."""
    found = await conn.fetch(
        """SELECT id, name, pack, state, owner, seq, tries,
            CASE WHEN state = 'running' AND next_due IS NOT NULL THEN greatest(0,
                (extract(epoch FROM clock_timestamp()) * 1000)::bigint - next_due / 1000)
            ELSE 0 END AS late_ms,
            (SELECT count(*) FROM inbox WHERE inbox.campaign_id = campaign.id) AS waits
        FROM campaign JOIN due ON due.campaign_id = campaign.id
        ORDER BY late_ms DESC, created, id LIMIT $1""",
        limit,
    )
    return [CampaignHealth(**dict(row)) for row in found]


async def sendings(conn: asyncpg.Connection) -> list[Sending]:
    """Deliveries that wait, and those that failed or were dropped in the last week."""
    found = await conn.fetch(
        """SELECT campaign_id, sum(waiting)::bigint AS waiting, sum(failed)::bigint AS failed,
            sum(dropped)::bigint AS dropped, max(oldest_ms)::bigint AS oldest_ms
        FROM (
            SELECT campaign_id, count(*) AS waiting, 0 AS failed, 0 AS dropped,
                (extract(epoch FROM clock_timestamp() - min(created)) * 1000)::bigint AS oldest_ms
            FROM delivery GROUP BY campaign_id
            UNION ALL
            SELECT campaign_id, 0, count(*) FILTER (WHERE outcome = 'failed'),
                count(*) FILTER (WHERE outcome = 'dropped'), 0
            FROM delivered WHERE outcome <> 'sent' AND done > clock_timestamp() - interval '7 days'
            GROUP BY campaign_id) AS each
        GROUP BY campaign_id ORDER BY waiting DESC, failed DESC, campaign_id"""
    )
    return [Sending(**dict(row)) for row in found]


async def ailing_channels(conn: asyncpg.Connection, limit: int = 200) -> list[Ailing]:
    """Channels that fail, the longest first."""
    found = await conn.fetch(
        """SELECT campaign_id, id, person, kind, state, failing_since AS since,
            coalesce((SELECT last_status FROM delivery WHERE delivery.campaign_id =
                channel.campaign_id AND channel_id = channel.id AND last_status <> ''
                LIMIT 1), '') AS last_status
        FROM channel WHERE failing_since IS NOT NULL ORDER BY failing_since, id LIMIT $1""",
        limit,
    )
    return [Ailing(**{**dict(row), "since": to_us(row["since"])}) for row in found]


async def set_aside(conn: asyncpg.Connection, limit: int = 200) -> list[Aside]:
    """Events that failed twice and wait, of all campaigns."""
    found = await conn.fetch(
        """SELECT campaign_id, id, body FROM entity WHERE kind = 'quarantined'
        ORDER BY campaign_id, id LIMIT $1""",
        limit,
    )
    rows = []
    for row in found:
        body = msgspec.json.decode(row["body"])
        # The last line of the account: its words may quote a letter, which is for the referee.
        error = str(body.get("error", "")).strip().rpartition("\n")[2].partition(":")[0]
        rows.append(
            Aside(
                campaign_id=row["campaign_id"],
                id=row["id"],
                event=str(body["entry"].get("event", {}).get("kind", "")),
                error=error[:100],
            )
        )
    return rows


async def audit(
    conn: asyncpg.Connection,
    *,
    campaign_id: str | None = None,
    before: int = 2**53,
    limit: int = 100,
) -> list[AuditRow]:
    """What was done by referees and operators, the newest first; of one campaign, or of all."""
    found = await conn.fetch(
        """SELECT n, campaign_id, account_id, at, action, about FROM audit
        WHERE n < $1 AND ($2::text IS NULL OR campaign_id = $2) ORDER BY n DESC LIMIT $3""",
        before,
        campaign_id,
        limit,
    )
    return [AuditRow(**{**dict(row), "at": to_us(row["at"])}) for row in found]
