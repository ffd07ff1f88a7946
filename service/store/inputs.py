"""What people say, kept before anything is done about it.

Only intake writes here.  An input takes no lock on its campaign, so it never waits for the keeper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.instants import to_us
from service.store.keys import KeyReused
from world.errors import Refused

if TYPE_CHECKING:
    import asyncpg

# clock_timestamp(), the default of received, is read as the row is made: a row that had to wait
# for its number (the unique key lets one writer through) is stamped again when it tries again.
_RECEIVE = """WITH kept AS (
    INSERT INTO input (campaign_id, person, n, key, body)
    SELECT $1, $2, coalesce(max(n), 0) + 1, $3, $4 FROM input WHERE campaign_id = $1 AND person = $2
    HAVING (SELECT state FROM campaign WHERE id = $1) IS DISTINCT FROM 'ended'
    ON CONFLICT DO NOTHING RETURNING n, received),
boxed AS (INSERT INTO inbox (campaign_id, person, n) SELECT $1, $2, n FROM kept)
SELECT n, received FROM kept"""

_HAS_ENDED = "SELECT true FROM campaign WHERE id = $1 AND state = 'ended'"

_BY_KEY = """SELECT n, received, body FROM input
    WHERE campaign_id = $1 AND person = $2 AND key = $3"""


class Received(msgspec.Struct, frozen=True):
    """Where an input was kept: the ``n``-th of its person, at wall us ``received``.

    ``again`` says that this key had been used before, for the same words; nothing was written now.
    """

    n: int
    received: int
    again: bool


async def receive(
    conn: asyncpg.Connection, campaign_id: str, person: str, key: str, body: bytes
) -> Received:
    """Keep what ``person`` said; the same key again returns the first row.

    ``conn`` may be a pool, and may be inside a transaction.

    Raises:
        KeyReused: the key was used before for other words.
        Refused: E-ENDED, where the campaign is over.
    """
    while True:
        if (first := await conn.fetchrow(_BY_KEY, campaign_id, person, key)) is not None:
            if first["body"] != body:
                raise KeyReused(
                    f"The key {key!r} was used before for something else (number {first['n']}). "
                    "Nothing was changed. Send again with a new key."
                )
            return Received(first["n"], to_us(first["received"]), again=True)
        kept = await conn.fetchrow(_RECEIVE, campaign_id, person, key, body)
        if kept is not None:
            return Received(kept["n"], to_us(kept["received"]), again=False)
        if await conn.fetchval(
            "SELECT true FROM campaign WHERE id = $1 AND ended IS NOT NULL", campaign_id
        ):
            raise Refused(
                "E-ENDED", "This campaign has ended; nothing was kept. It can be read as before."
            )
        # Someone else took the number or used the key: look again.


async def said_under(
    conn: asyncpg.Connection, campaign_id: str, person: str, key: str
) -> bytes | None:
    """What ``person`` said under a key, word for word; None if nothing."""
    found = await conn.fetchrow(_BY_KEY, campaign_id, person, key)
    return None if found is None else found["body"]
