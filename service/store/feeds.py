"""Feeds: links by which other programs read what one person is told, and what they gave last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.instants import to_us

if TYPE_CHECKING:
    import asyncpg


class Feed(msgspec.Struct, frozen=True, kw_only=True):
    """A link that is good: whose it is, and how they read.

    Attributes:
        dates: what the calendar held when it was last read, JSON of the caller's own.
        changes: how often anything in it has changed.
    """

    campaign_id: str
    account_id: str
    person: str
    language: str
    zone: str
    dates: bytes
    changes: int


async def make_feed(
    conn: asyncpg.Connection, campaign_id: str, account_id: str, person: str, digest: bytes
) -> None:
    """Let a secret (of which this is the hash) open a person's feeds; the one before opens none.

    The calendar goes on counting its changes, so that a program that knows it takes the new ones.
    """
    await conn.execute(
        """INSERT INTO feed (campaign_id, account_id, person, hash) VALUES ($1, $2, $3, $4)
        ON CONFLICT (campaign_id, account_id, person)
        DO UPDATE SET hash = excluded.hash, made = clock_timestamp()""",
        campaign_id,
        account_id,
        person,
        digest,
    )


async def drop_feed(
    conn: asyncpg.Connection, campaign_id: str, account_id: str, person: str
) -> bool:
    """Let no secret open a person's feeds any more; False if none did."""
    done: bool | None = await conn.fetchval(
        """DELETE FROM feed WHERE campaign_id = $1 AND account_id = $2 AND person = $3
        RETURNING true""",
        campaign_id,
        account_id,
        person,
    )
    return bool(done)


async def feed_made(
    conn: asyncpg.Connection, campaign_id: str, account_id: str, person: str
) -> int | None:
    """When the link to a person's feeds was made (wall µs); None where there is none."""
    made = await conn.fetchval(
        "SELECT made FROM feed WHERE campaign_id = $1 AND account_id = $2 AND person = $3",
        campaign_id,
        account_id,
        person,
    )
    return None if made is None else to_us(made)


async def feed_behind(
    conn: asyncpg.Connection, digest: bytes, *, hold: bool = False
) -> Feed | None:
    """What a secret opens; None for nothing.  With *hold*, nobody else counts its changes now.

    It opens nothing for a locked account, nor for one that no longer leads the person.
    """
    found = await conn.fetchrow(
        f"""SELECT feed.campaign_id, feed.account_id, feed.person, dates, changes, account.zone,
            coalesce(nullif(account.language, ''), campaign.language) AS language
        FROM feed JOIN account ON account.id = feed.account_id
        JOIN campaign ON campaign.id = feed.campaign_id
        WHERE hash = $1 AND locked IS NULL AND EXISTS (
            SELECT FROM membership WHERE membership.campaign_id = feed.campaign_id
                AND membership.account_id = feed.account_id
                AND (role = 'player' AND membership.person = feed.person
                    OR role IN ('gm', 'assistant') AND feed.person = 'gm'))
        {"FOR UPDATE OF feed" if hold else ""}""",  # noqa: S608 - words of ours
        digest,
    )
    return None if found is None else Feed(**dict(found))


async def keep_dates(conn: asyncpg.Connection, feed: Feed, dates: bytes, changes: int) -> None:
    """Remember what a calendar holds now."""
    await conn.execute(
        """UPDATE feed SET dates = $4, changes = $5
        WHERE campaign_id = $1 AND account_id = $2 AND person = $3""",
        feed.campaign_id,
        feed.account_id,
        feed.person,
        dates,
        changes,
    )
