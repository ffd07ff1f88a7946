"""Addresses that mail may be sent to, by the token that stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from service.store.instants import to_us

if TYPE_CHECKING:
    import asyncpg

AddressKind = Literal["letter", "decision", "orders"]


class AddressRow(msgspec.Struct, frozen=True, kw_only=True):
    """What an address stands for.

    Attributes:
        person: who answers there.
        about: the letter or decision answered; empty for orders.
        detail: the letter's sender, or the decision's revision.
        named: wall µs at which it was last put into a mail, to the day.
    """

    campaign_id: str
    person: str
    kind: AddressKind
    about: str
    detail: str
    token: str
    named: int


# Mails of a day that name the same address write its row once.
_NAME = """INSERT INTO mail_address (campaign_id, person, kind, about, detail, token)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (campaign_id, person, kind, about, detail) DO UPDATE SET named = clock_timestamp()
    WHERE mail_address.named < clock_timestamp() - interval '1 day'
RETURNING token"""
_KNOWN = """SELECT token FROM mail_address
WHERE campaign_id = $1 AND person = $2 AND kind = $3 AND about = $4 AND detail = $5"""


async def name_address(
    conn: asyncpg.Connection,
    campaign_id: str,
    person: str,
    kind: AddressKind,
    about: str,
    detail: str,
    token: str,
) -> str:
    """The token of an address, the one it has already or else *token*; it is in use from now."""
    key = (campaign_id, person, kind, about, detail)
    found: str | None = await conn.fetchval(_NAME, *key, token)
    if found is None:  # named today already
        found = await conn.fetchval(_KNOWN, *key)
    assert found is not None  # noqa: S101 - rows are forgotten only long after they were named
    return found


async def address_of(conn: asyncpg.Connection, token: str) -> AddressRow | None:
    """What a token stands for; None if nothing."""
    found = await conn.fetchrow(
        """SELECT campaign_id, person, kind, about, detail, token, named
        FROM mail_address WHERE token = $1""",
        token,
    )
    return None if found is None else AddressRow(**{**dict(found), "named": to_us(found["named"])})


async def forget_addresses(conn: asyncpg.Connection, days: int, limit: int = 5_000) -> int:
    """Forget addresses that no mail has named for so many days; returns how many."""
    count: int = await conn.fetchval(
        """WITH old AS (
            SELECT campaign_id, token FROM mail_address
            WHERE named < clock_timestamp() - $1 * interval '1 day' LIMIT $2),
        gone AS (
            DELETE FROM mail_address USING old
            WHERE mail_address.campaign_id = old.campaign_id AND mail_address.token = old.token
            RETURNING 1)
        SELECT count(*) FROM gone""",
        days,
        limit,
    )
    return count
