"""Where a person wants to be told: a webhook or an e-mail address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from service.store.instants import to_us

if TYPE_CHECKING:
    import asyncpg


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """A person's channel; ``secret`` is the webhook's signing key, empty for e-mail.

    ``failing_since`` is the wall us of the first failed attempt after the last good one.
    """

    campaign_id: str
    id: str
    person: str
    kind: Literal["webhook", "email"]
    address: str
    secret: bytes
    state: Literal["active", "paused", "closed"]
    failing_since: int | None


_COLUMNS = "campaign_id, id, person, kind, address, secret, state, failing_since"


def channel_row(found: asyncpg.Record) -> Channel:
    """Make a channel of a row of its table."""
    values = {name: found[name] for name in Channel.__struct_fields__}
    if values["failing_since"] is not None:
        values["failing_since"] = to_us(values["failing_since"])
    return Channel(**values)


async def make_channel(conn: asyncpg.Connection, channel: Channel) -> bool:
    """Make a channel; False, and nothing is changed, if there is one of that id already."""
    made: bool | None = await conn.fetchval(
        """INSERT INTO channel (campaign_id, id, person, kind, address, secret, state)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING true""",
        channel.campaign_id,
        channel.id,
        channel.person,
        channel.kind,
        channel.address,
        channel.secret,
        channel.state,
    )
    return bool(made)


async def reopen_channel(conn: asyncpg.Connection, campaign_id: str, channel_id: str) -> bool:
    """Use a paused or closed channel again, without its failures; False if it is in use."""
    done: bool | None = await conn.fetchval(
        """UPDATE channel SET state = 'active', failing_since = NULL
        WHERE campaign_id = $1 AND id = $2 AND state <> 'active' RETURNING true""",
        campaign_id,
        channel_id,
    )
    return bool(done)


async def rotate_secret(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, secret: bytes
) -> bool:
    """Sign with another key from now on; False if there is no such channel."""
    done: bool | None = await conn.fetchval(
        """UPDATE channel SET secret = $3, state = 'active', failing_since = NULL
        WHERE campaign_id = $1 AND id = $2 RETURNING true""",
        campaign_id,
        channel_id,
        secret,
    )
    return bool(done)


async def list_channels(
    conn: asyncpg.Connection, campaign_id: str, person: str | None = None
) -> list[Channel]:
    """List a campaign's channels, or one person's, by id."""
    found = await conn.fetch(
        f"""SELECT {_COLUMNS} FROM channel
        WHERE campaign_id = $1 AND ($2::text IS NULL OR person = $2) ORDER BY id""",  # noqa: S608
        campaign_id,
        person,
    )
    return [channel_row(row) for row in found]


async def set_channel_state(
    conn: asyncpg.Connection,
    campaign_id: str,
    channel_id: str,
    state: Literal["active", "paused", "closed"],
) -> bool:
    """Pause (deliveries wait), close (no further ones are made) or reopen; False if unknown."""
    done: bool | None = await conn.fetchval(
        """UPDATE channel SET state = $3 WHERE campaign_id = $1 AND id = $2 RETURNING true""",
        campaign_id,
        channel_id,
        state,
    )
    return bool(done)


async def mark_channel(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, *, failing: bool
) -> int | None:
    """Note how the last attempt went; returns the wall us since when it has been failing."""
    since = await conn.fetchval(
        """UPDATE channel SET failing_since =
            CASE WHEN $3::boolean THEN coalesce(failing_since, clock_timestamp()) END
        WHERE campaign_id = $1 AND id = $2
          AND ($3 OR failing_since IS NOT NULL) RETURNING failing_since""",
        campaign_id,
        channel_id,
        failing,
    )
    return None if since is None else to_us(since)
