"""What people keep on their own desks: drafts, markers on the map, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from service.store.instants import to_us

if TYPE_CHECKING:
    import asyncpg

Kind = Literal["draft", "marker", "note"]

#: So many of a kind a person may keep in one campaign.
MOST = 300


class Jotting(msgspec.Struct, frozen=True, gc=False):
    """Something kept: its id, its JSON, and the wall instant (µs) of its last change."""

    id: str
    body: bytes
    changed: int


async def keep_jotting(
    conn: asyncpg.Connection, campaign_id: str, person: str, kind: Kind, name: str, body: bytes
) -> bool:
    """Keep something under its id, in place of what was there; False where there are too many."""
    kept: bool | None = await conn.fetchval(
        """INSERT INTO jotting (campaign_id, person, kind, id, body)
        SELECT $1, $2, $3, $4, $5
        WHERE EXISTS (SELECT FROM jotting WHERE campaign_id = $1 AND person = $2 AND kind = $3
                AND id = $4)
            OR (SELECT count(*) FROM jotting
                WHERE campaign_id = $1 AND person = $2 AND kind = $3) < $6
        ON CONFLICT (campaign_id, person, kind, id)
        DO UPDATE SET body = EXCLUDED.body, changed = clock_timestamp() RETURNING true""",
        campaign_id,
        person,
        kind,
        name,
        body,
        MOST,
    )
    return bool(kept)


async def drop_jotting(
    conn: asyncpg.Connection, campaign_id: str, person: str, kind: Kind, name: str
) -> bool:
    """Throw something away; False if it was not there."""
    gone: bool | None = await conn.fetchval(
        """DELETE FROM jotting WHERE campaign_id = $1 AND person = $2 AND kind = $3 AND id = $4
        RETURNING true""",
        campaign_id,
        person,
        kind,
        name,
    )
    return bool(gone)


async def jottings(
    conn: asyncpg.Connection, campaign_id: str, person: str, kind: Kind
) -> list[Jotting]:
    """Everything of a kind that a person keeps, by id."""
    found = await conn.fetch(
        """SELECT id, body, changed FROM jotting
        WHERE campaign_id = $1 AND person = $2 AND kind = $3 ORDER BY id""",
        campaign_id,
        person,
        kind,
    )
    return [Jotting(row["id"], row["body"], to_us(row["changed"])) for row in found]
