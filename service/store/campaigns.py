"""Campaigns: made, listed, ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import asyncpg
import msgspec

from service.store.commit import commit
from service.store.instants import to_us
from world.errors import GalloperError

if TYPE_CHECKING:
    from service.store.rows import CommitRows


class NewCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign is made with; ``secret`` is 32 random bytes, ``settings`` JSON."""

    id: str
    name: str
    pack: str
    release: int
    scenario: str
    settings: bytes
    secret: bytes
    provable: bool


class CampaignRow(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign as lists show it; never its secret.

    ``created`` and ``next_due`` are wall us, ``now`` game ms, ``seq`` the lines in its journal.
    """

    id: str
    name: str
    pack: str
    release: int
    scenario: str
    created: int
    settings: bytes
    provable: bool
    state: Literal["running", "ended"]
    now: int
    next_due: int | None
    seq: int
    line: int
    owner: str | None
    notices: int


class CampaignExists(GalloperError):  # noqa: N818
    """There is a campaign of that id already; nothing was changed."""


async def create_campaign(
    conn: asyncpg.Connection, campaign: NewCampaign, rows: CommitRows
) -> None:
    """Make a campaign with its first world, all or nothing.

    ``rows`` has ``version`` and ``term`` 0.  ``conn`` is a connection, not a pool.

    Raises:
        CampaignExists: its id is taken.
    """
    try:
        async with conn.transaction():
            await conn.execute(
                """INSERT INTO campaign
                    (id, name, pack, release, scenario, settings, secret, provable)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)""",
                *msgspec.structs.astuple(campaign),
            )
            await conn.execute("INSERT INTO due (campaign_id) VALUES ($1)", campaign.id)
            if not await commit(conn, rows):
                raise ValueError("the first rows of a campaign have version 0, term 0 and its id")
    except asyncpg.UniqueViolationError as error:
        if error.constraint_name != "campaign_pkey":
            raise
        raise CampaignExists(
            f"There is a campaign {campaign.id!r} already; nothing was changed. Choose another id."
        ) from None


_ROWS = """SELECT id, name, pack, release, scenario, created, settings, provable, state, now,
    next_due, seq, line, owner, notices
    FROM campaign JOIN due ON due.campaign_id = campaign.id"""


def _row(found: asyncpg.Record) -> CampaignRow:
    return CampaignRow(**{**dict(found), "created": to_us(found["created"])})


async def list_campaigns(conn: asyncpg.Connection) -> list[CampaignRow]:
    """List all campaigns, oldest first."""
    return [_row(found) for found in await conn.fetch(f"{_ROWS} ORDER BY created, id")]


async def show_campaign(conn: asyncpg.Connection, campaign_id: str) -> CampaignRow | None:
    """Show one campaign; None if there is none of that id."""
    found = await conn.fetchrow(f"{_ROWS} WHERE id = $1", campaign_id)
    return None if found is None else _row(found)


async def campaign_secret(conn: asyncpg.Connection, campaign_id: str) -> bytes | None:
    """Read the secret dice are seeded from: for the keeper, and for all once it has ended."""
    secret: bytes | None = await conn.fetchval(
        "SELECT secret FROM campaign WHERE id = $1", campaign_id
    )
    return secret


async def name_and_end(conn: asyncpg.Connection, campaign_id: str) -> tuple[str | None, bool]:
    """What a campaign is called, and whether it has ended."""
    found = await conn.fetchrow("SELECT name, state FROM campaign WHERE id = $1", campaign_id)
    return (None, False) if found is None else (found["name"], found["state"] == "ended")


async def campaign_name(conn: asyncpg.Connection, campaign_id: str) -> str | None:
    """What a campaign is called; None if there is none of that id."""
    name: str | None = await conn.fetchval("SELECT name FROM campaign WHERE id = $1", campaign_id)
    return name


async def campaign_pack(conn: asyncpg.Connection, campaign_id: str) -> str | None:
    """The name of a campaign's rule pack; None if there is none of that id."""
    name: str | None = await conn.fetchval("SELECT pack FROM campaign WHERE id = $1", campaign_id)
    return name
