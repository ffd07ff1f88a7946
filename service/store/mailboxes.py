"""Mailboxes that mail goes to: what came back from them, and which are written to no more.

Addresses are given *folded* (:func:`service.people.address.fold`): in mail, case does not tell one
from another.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Literal

import msgspec

from service.store.instants import to_us

if TYPE_CHECKING:
    import asyncpg

#: Why an address is written to no more: it is not there, too much came back, an operator said so.
Reason = Literal["", "gone", "bounces", "operator"]


class Mailbox(msgspec.Struct, frozen=True, kw_only=True):
    """An address that was written to.

    Attributes:
        n: its number, which stands in the address that its bounces come to.
        suppressed: wall us since when nothing is sent to it; None while it is written to.
        status: what the last bounce said, in our words.
    """

    folded: str
    n: int
    suppressed: int | None
    reason: Reason
    status: str


class Bounced(msgspec.Struct, frozen=True):
    """What a bounce changed: it counted (was ``new``), and the address is ``now_suppressed``."""

    new: bool
    now_suppressed: bool


_COLUMNS = "folded, n, suppressed, reason, status"


def _mailbox(row: asyncpg.Record) -> Mailbox:
    since = row["suppressed"]
    return Mailbox(**{**dict(row), "suppressed": None if since is None else to_us(since)})


async def server_key(conn: asyncpg.Connection, name: str) -> bytes:
    """A key of this server's own (32 bytes), made when it is first asked for."""
    found: bytes | None = await conn.fetchval("SELECT key FROM server_key WHERE name = $1", name)
    if found is not None:
        return found
    await conn.execute(
        "INSERT INTO server_key (name, key) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        name,
        secrets.token_bytes(32),
    )
    key: bytes = await conn.fetchval("SELECT key FROM server_key WHERE name = $1", name)
    return key


async def mailbox_of(conn: asyncpg.Connection, folded: str) -> Mailbox:
    """The mailbox of an address, entered if it was never written to."""
    if (found := await known_mailbox(conn, folded)) is not None:
        return found
    await conn.execute("INSERT INTO mailbox (folded) VALUES ($1) ON CONFLICT DO NOTHING", folded)
    return _mailbox(
        await conn.fetchrow(f"SELECT {_COLUMNS} FROM mailbox WHERE folded = $1", folded)  # noqa: S608 - names of ours
    )


async def known_mailbox(conn: asyncpg.Connection, folded: str) -> Mailbox | None:
    """The mailbox of an address, if it was ever written to."""
    row = await conn.fetchrow(f"SELECT {_COLUMNS} FROM mailbox WHERE folded = $1", folded)  # noqa: S608 - names of ours
    return None if row is None else _mailbox(row)


async def mailbox_numbered(conn: asyncpg.Connection, n: int) -> Mailbox | None:
    """The mailbox of a number."""
    row = await conn.fetchrow(f"SELECT {_COLUMNS} FROM mailbox WHERE n = $1", n)  # noqa: S608 - names of ours
    return None if row is None else _mailbox(row)


async def note_bounce(
    conn: asyncpg.Connection,
    folded: str,
    mail: str,
    *,
    points: int,
    status: str,
    reason: Reason,
    enough: int,
    half_life: int,
) -> Bounced:
    """Note that a mail came back; ``enough`` points suppress the address, for ``reason``.

    One mail counts once, by the worst that was said of it.  Points halve every ``half_life``
    seconds.  ``conn`` is in a transaction.
    """
    await conn.execute("INSERT INTO mailbox (folded) VALUES ($1) ON CONFLICT DO NOTHING", folded)
    before = await conn.fetchrow(
        "SELECT suppressed FROM mailbox WHERE folded = $1 FOR UPDATE", folded
    )
    new: bool | None = await conn.fetchval(
        """INSERT INTO bounce (folded, mail, points, status) VALUES ($1, $2, $3, $4)
        ON CONFLICT (folded, mail) DO UPDATE SET points = excluded.points, status = excluded.status
        WHERE excluded.points > bounce.points RETURNING true""",
        folded,
        mail,
        points,
        status,
    )
    if not new:
        return Bounced(new=False, now_suppressed=False)
    suppressed: bool = await conn.fetchval(
        """UPDATE mailbox SET status = $2,
            suppressed = coalesce(suppressed, CASE WHEN score >= $3 THEN clock_timestamp() END),
            reason = CASE WHEN suppressed IS NULL AND score >= $3 THEN $5 ELSE reason END
        FROM (SELECT sum(points * power(0.5,
                extract(epoch FROM clock_timestamp() - at)::float8 / $4)) + 0.001 AS score
            FROM bounce WHERE folded = $1) AS scored
        WHERE mailbox.folded = $1 RETURNING suppressed IS NOT NULL""",
        folded,
        status,
        float(enough),
        float(half_life),
        reason,
    )
    return Bounced(new=True, now_suppressed=suppressed and before["suppressed"] is None)


async def suppress(conn: asyncpg.Connection, folded: str, status: str) -> bool:
    """Write to an address no more, because an operator says so; False if one said so before.

    One that is held back already since mail came back is held back for good now.
    """
    done: bool | None = await conn.fetchval(
        """INSERT INTO mailbox (folded, suppressed, reason, status)
        VALUES ($1, clock_timestamp(), 'operator', $2)
        ON CONFLICT (folded) DO UPDATE SET reason = excluded.reason, status = excluded.status,
            suppressed = coalesce(mailbox.suppressed, excluded.suppressed)
        WHERE mailbox.suppressed IS NULL OR mailbox.reason <> 'operator' RETURNING true""",
        folded,
        status,
    )
    return bool(done)


async def release(conn: asyncpg.Connection, folded: str, *, by_owner: bool = False) -> bool:
    """Write to an address again, its bounces forgotten; False if nothing kept us from it.

    Its owner may have that done once a day, and not where an operator has forbidden it.
    """
    done: bool | None = await conn.fetchval(
        """WITH freed AS (
            UPDATE mailbox SET suppressed = NULL, reason = '', status = '',
                released = CASE WHEN $2 THEN clock_timestamp() ELSE released END
            WHERE folded = $1 AND suppressed IS NOT NULL AND NOT ($2 AND (reason = 'operator'
                OR coalesce(released > clock_timestamp() - interval '1 day', false)))
            RETURNING folded),
        forgotten AS (DELETE FROM bounce USING freed WHERE bounce.folded = freed.folded)
        SELECT true FROM freed""",
        folded,
        by_owner,
    )
    return bool(done)


async def suppressed_mailboxes(conn: asyncpg.Connection, limit: int = 1_000) -> list[Mailbox]:
    """The addresses that are written to no more, the latest first."""
    found = await conn.fetch(
        f"""SELECT {_COLUMNS} FROM mailbox WHERE suppressed IS NOT NULL
        ORDER BY suppressed DESC, n LIMIT $1""",  # noqa: S608 - names of ours
        limit,
    )
    return [_mailbox(row) for row in found]


async def forget_bounces(conn: asyncpg.Connection, days: int) -> None:
    """Forget what came back more than ``days`` days ago; what it led to stays."""
    await conn.execute(
        "DELETE FROM bounce WHERE at < clock_timestamp() - $1 * interval '1 day'", days
    )
