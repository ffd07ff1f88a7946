"""A campaign's world as it stands, read in one snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.arrays import literal
from service.store.hop import last_numbers
from service.store.instants import to_us

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg


class DueRow(msgspec.Struct, frozen=True):
    """The clockwork of a campaign; columns as in the table ``due``."""

    next_due: int | None
    version: int
    owner: str | None
    term: int
    tries: int
    now: int
    answering: int
    seq: int
    head: bytes
    line: int


class WorldRows(msgspec.Struct, frozen=True):
    """A world's rows.

    ``entities`` are (id, kind, body), ``timeline`` (id, axis, due, rank, subject, kind, body);
    ``known_n`` and ``notice_n`` are the number of a person's last record and notice.
    """

    due: DueRow
    release: int
    settings: bytes
    secret: bytes
    entities: list[tuple[str, str, bytes]]
    timeline: list[tuple[str, int, int, int, str, str, bytes]]
    known_n: dict[str, int]
    notice_n: dict[str, int]


_KNOWN_N = f"WITH {last_numbers('known')} SELECT person, n FROM last"  # noqa: S608
_NOTICE_N = f"WITH {last_numbers('notice')} SELECT person, n FROM last"  # noqa: S608


async def load_world(conn: asyncpg.Connection, campaign_id: str) -> WorldRows | None:
    """Read a world as of one commit; None if there is no such campaign.

    Rows come in no particular order.  ``conn`` is a connection outside a transaction.
    """
    async with conn.transaction(isolation="repeatable_read", readonly=True):
        due = await conn.fetchrow("SELECT * FROM due WHERE campaign_id = $1", campaign_id)
        if due is None:
            return None
        head = await conn.fetchrow(
            "SELECT release, settings, secret FROM campaign WHERE id = $1", campaign_id
        )
        entities = await conn.fetch(
            "SELECT id, kind, body FROM entity WHERE campaign_id = $1", campaign_id
        )
        timeline = await conn.fetch(
            """SELECT id, axis, due, rank, subject, kind, body FROM timeline
            WHERE campaign_id = $1""",
            campaign_id,
        )
        known_n = await conn.fetch(_KNOWN_N, campaign_id)
        notice_n = await conn.fetch(_NOTICE_N, campaign_id)
    return WorldRows(
        due=DueRow(**{name: due[name] for name in DueRow.__struct_fields__}),
        release=head["release"],
        settings=head["settings"],
        secret=head["secret"],
        entities=[tuple(row) for row in entities],
        timeline=[tuple(row) for row in timeline],
        known_n=dict(map(tuple, known_n)),
        notice_n=dict(map(tuple, notice_n)),
    )


async def version_and_now(conn: asyncpg.Connection, campaign_id: str) -> tuple[int, int] | None:
    """The version a campaign stands at, and the wall instant (µs) at which its clock is read.

    That is the present, or the instant at which the campaign ended.  None if there is no such
    campaign.
    """
    found = await conn.fetchrow(
        """SELECT version, coalesce(ended, clock_timestamp()) AS now
        FROM due JOIN campaign ON id = campaign_id WHERE campaign_id = $1""",
        campaign_id,
    )
    return None if found is None else (found["version"], to_us(found["now"]))


async def entity_bodies(
    conn: asyncpg.Connection, campaign_id: str, ids: Sequence[str]
) -> dict[str, bytes]:
    """Read some entities as they are committed; those there are not are left out."""
    found = await conn.fetch(
        """SELECT id, body FROM entity
        WHERE campaign_id = $1 AND id = ANY ($2::text::text[])""",
        campaign_id,
        literal(ids),
    )
    return dict(map(tuple, found))
