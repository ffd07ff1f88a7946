"""Where a person wants to be told: a webhook, an e-mail address, a chat service, a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from service.store.instants import to_us
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    import asyncpg


ChannelKind = Literal["webhook", "email", "discord", "chat", "push"]


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """A person's channel.

    Attributes:
        secret: a webhook's signing key, empty for e-mail; ``previous`` is the one before, which is
            signed with as well until ``previous_until`` (wall us).
        ed25519: messages are signed by ed25519 too.
        strict: nothing overtakes a message that failed.
        failing_since: wall us of the first failed attempt after the last good one, ``failures`` in
            number since; before ``open_until`` (wall us) nothing is tried.
        settings: as JSON, the ``account`` that asked for it, if one did, and what only this kind of
            channel knows; its module reads it.
    """

    campaign_id: str
    id: str
    person: str
    kind: ChannelKind
    address: str
    secret: bytes
    state: Literal["active", "paused", "closed"]
    failing_since: int | None = None
    strict: bool = False
    ed25519: bool = False
    failures: int = 0
    open_until: int | None = None
    previous: bytes = b""
    previous_until: int | None = None
    settings: bytes = b"{}"


_COLUMNS = ", ".join(Channel.__struct_fields__)
_INSTANTS = ("failing_since", "open_until", "previous_until")


def channel_row(found: asyncpg.Record) -> Channel:
    """Make a channel of a row of its table."""
    values = {name: found[name] for name in Channel.__struct_fields__}
    for name in _INSTANTS:
        if values[name] is not None:
            values[name] = to_us(values[name])
    return Channel(**values)


async def make_channel(conn: asyncpg.Connection, channel: Channel) -> bool:
    """Make a channel; False, and nothing is changed, if there is one of that id already.

    One whose address was forgotten with an account is made anew.
    """
    made: bool | None = await conn.fetchval(
        """INSERT INTO channel
            (campaign_id, id, person, kind, address, secret, state, strict, ed25519, settings)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (campaign_id, id) DO UPDATE SET address = excluded.address,
            secret = excluded.secret, state = excluded.state, strict = excluded.strict,
            ed25519 = excluded.ed25519, settings = excluded.settings, previous = ''::bytea,
            previous_until = NULL, failing_since = NULL, failures = 0, open_until = NULL
        WHERE channel.address = '' RETURNING true""",
        channel.campaign_id,
        channel.id,
        channel.person,
        channel.kind,
        channel.address,
        channel.secret,
        channel.state,
        channel.strict,
        channel.ed25519,
        channel.settings,
    )
    return bool(made)


async def renew_channel(conn: asyncpg.Connection, channel: Channel) -> None:
    """Use a channel that is there with other settings from now on, whatever became of it."""
    await conn.execute(
        """UPDATE channel SET settings = $3, state = 'active', failing_since = NULL, failures = 0,
            open_until = NULL
        WHERE campaign_id = $1 AND id = $2""",
        channel.campaign_id,
        channel.id,
        channel.settings,
    )


async def set_address(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, address: str
) -> None:
    """Keep a channel's address in another form; it leads where it led."""
    await conn.execute(
        "UPDATE channel SET address = $3 WHERE campaign_id = $1 AND id = $2",
        campaign_id,
        channel_id,
        address,
    )


async def set_settings(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, settings: bytes
) -> None:
    """Keep other settings of a channel."""
    await conn.execute(
        "UPDATE channel SET settings = $3 WHERE campaign_id = $1 AND id = $2",
        campaign_id,
        channel_id,
        settings,
    )


async def reopen_channel(conn: asyncpg.Connection, campaign_id: str, channel_id: str) -> bool:
    """Use a paused or closed channel again, without its failures; False if it is in use."""
    done: bool | None = await conn.fetchval(
        """UPDATE channel SET state = 'active', failing_since = NULL, failures = 0,
            open_until = NULL
        WHERE campaign_id = $1 AND id = $2 AND state <> 'active' RETURNING true""",
        campaign_id,
        channel_id,
    )
    return bool(done)


async def rotate_secret(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, secret: bytes, overlap: int
) -> bool:
    """Sign with another key from now on, and with the old one as well for ``overlap`` seconds.

    False if there is no such channel.
    """
    done: bool | None = await conn.fetchval(
        """UPDATE channel SET previous = secret, secret = $3, state = 'active',
            previous_until = clock_timestamp() + $4 * interval '1 s',
            failing_since = NULL, failures = 0, open_until = NULL
        WHERE campaign_id = $1 AND id = $2 RETURNING true""",
        campaign_id,
        channel_id,
        secret,
        overlap,
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


async def channels_led(
    conn: asyncpg.Connection, account_id: str, folded: str = ""
) -> list[Channel]:
    """List the channels of all persons whom an account leads, and those that mail an address.

    Those closed are left out.
    """
    found = await conn.fetch(
        f"""SELECT {_COLUMNS} FROM channel WHERE state <> 'closed' AND (
            kind = 'email' AND lower(address) = $2
            OR EXISTS (SELECT FROM membership WHERE membership.campaign_id = channel.campaign_id
                AND account_id = $1 AND CASE WHEN channel.person = $3
                    THEN role IN ('gm', 'assistant')
                    ELSE role = 'player' AND membership.person = channel.person END))
        ORDER BY campaign_id, person, id""",  # noqa: S608 - names of ours
        account_id,
        folded.lower(),
        REFEREE,
    )
    return [channel_row(row) for row in found]


async def channels_at(conn: asyncpg.Connection, folded: str) -> list[Channel]:
    """List the channels, of whichever campaign, that mail an address; those closed left out."""
    found = await conn.fetch(
        f"""SELECT {_COLUMNS} FROM channel
        WHERE kind = 'email' AND lower(address) = $1 AND state <> 'closed'
        ORDER BY campaign_id, id""",  # noqa: S608
        folded,
    )
    return [channel_row(row) for row in found]


async def closed_of_others(
    conn: asyncpg.Connection, campaign_id: str, person: str, account_id: str, *, referee: bool
) -> set[str]:
    """Ids of a person's closed channels that are not an account's to see or use again.

    Those from before it led the person, others' addresses of mail and browsers, and what somebody
    asked for who leads the person no more.
    """
    found = await conn.fetch(
        """SELECT channel.id FROM channel JOIN account ON account.id = $3
            CROSS JOIN LATERAL (SELECT convert_from(settings, 'UTF8')::json ->> 'account' AS by) s
        WHERE campaign_id = $1 AND person = $2 AND state = 'closed' AND (
            kind = 'email' AND lower(address) <> lower(email)
            OR kind = 'push' AND by IS DISTINCT FROM $3
            OR by IS NOT NULL AND NOT EXISTS (SELECT FROM membership
                WHERE membership.campaign_id = $1 AND account_id = by
                  AND CASE WHEN $4 THEN role IN ('gm', 'assistant')
                      ELSE role = 'player' AND membership.person = $2 END)
            OR channel.created < (SELECT min(created) FROM membership
                WHERE membership.campaign_id = $1 AND account_id = $3
                  AND CASE WHEN $4 THEN role IN ('gm', 'assistant')
                      ELSE role = 'player' AND membership.person = $2 END))""",
        campaign_id,
        person,
        account_id,
        referee,
    )
    return {row["id"] for row in found}


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
