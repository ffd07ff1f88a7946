"""Mails that came in: kept once, seen to once, and then no more than a mark that they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    import asyncpg

    from service.store.mail_addresses import AddressKind


class MailRow(msgspec.Struct, frozen=True, kw_only=True):
    """A mail that waits to be seen to.

    Attributes:
        key: what it is known by: of its Message-ID and the address it came to.
        person: who answers at that address; ``kind``, ``about`` and ``detail`` are the address's.
        sender: the address it came from, folded.
        tries: how often somebody has begun to see to it.
    """

    campaign_id: str
    key: str
    person: str
    kind: AddressKind
    about: str
    detail: str
    sender: str
    message_id: str
    raw: bytes
    tries: int = 0


async def keep_mail(conn: asyncpg.Connection, mail: MailRow) -> bool:
    """Keep a mail; False if one of its key was kept before, done or not."""
    kept: bool | None = await conn.fetchval(
        """INSERT INTO mail_in
            (campaign_id, key, person, kind, about, detail, sender, message_id, raw)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING true""",
        mail.campaign_id,
        mail.key,
        mail.person,
        mail.kind,
        mail.about,
        mail.detail,
        mail.sender,
        mail.message_id,
        mail.raw,
    )
    return bool(kept)


async def waiting_mails(conn: asyncpg.Connection, limit: int = 20) -> list[tuple[str, str]]:
    """Campaign and key of mails nobody sees to, the oldest first; takes no lock."""
    found = await conn.fetch(
        """SELECT campaign_id, key FROM mail_in
        WHERE raw IS NOT NULL AND (lease IS NULL OR lease < clock_timestamp())
        ORDER BY received, key LIMIT $1""",
        limit,
    )
    return [(row[0], row[1]) for row in found]


async def take_mail(
    conn: asyncpg.Connection, campaign_id: str, key: str, seconds: float
) -> MailRow | None:
    """Take a mail in hand for so many seconds; None if it is done, or somebody else has it."""
    found = await conn.fetchrow(
        """UPDATE mail_in SET tries = tries + 1,
            lease = clock_timestamp() + $3 * interval '1 s'
        WHERE campaign_id = $1 AND key = $2 AND raw IS NOT NULL
            AND (lease IS NULL OR lease < clock_timestamp())
        RETURNING campaign_id, key, person, kind, about, detail, sender, message_id, raw, tries""",
        campaign_id,
        key,
        seconds,
    )
    return None if found is None else MailRow(**dict(found))


async def finish_mail(conn: asyncpg.Connection, campaign_id: str, key: str, fate: str) -> bool:
    """Write down that a mail was seen to and forget what it said; False if it was before."""
    done: bool | None = await conn.fetchval(
        """UPDATE mail_in SET raw = NULL, lease = NULL, sender = '', message_id = '', fate = $3
        WHERE campaign_id = $1 AND key = $2 AND raw IS NOT NULL RETURNING true""",
        campaign_id,
        key,
        fate,
    )
    return bool(done)


async def mails_of(
    conn: asyncpg.Connection, campaign_id: str, person: str, key: str, seconds: float
) -> int:
    """How many mails came to a person's addresses in the last seconds, besides one of that key."""
    count: int = await conn.fetchval(
        """SELECT count(*) FROM mail_in WHERE campaign_id = $1 AND person = $2 AND key <> $3
            AND received > clock_timestamp() - $4 * interval '1 s'""",
        campaign_id,
        person,
        key,
        seconds,
    )
    return count


async def forget_mails(conn: asyncpg.Connection, days: int, limit: int = 5_000) -> int:
    """Forget mails that were done so many days ago; returns how many."""
    count: int = await conn.fetchval(
        """WITH old AS (
            SELECT campaign_id, key FROM mail_in
            WHERE raw IS NULL AND received < clock_timestamp() - $1 * interval '1 day' LIMIT $2),
        gone AS (
            DELETE FROM mail_in USING old
            WHERE mail_in.campaign_id = old.campaign_id AND mail_in.key = old.key RETURNING 1)
        SELECT count(*) FROM gone""",
        days,
        limit,
    )
    return count


# Referees lead the referee together.
_WRITES = """SELECT NOT EXISTS (SELECT FROM account WHERE folded = $3 AND locked IS NOT NULL) AND (
    EXISTS (SELECT FROM channel WHERE campaign_id = $1 AND person = $2 AND kind = 'email'
        AND state <> 'closed' AND lower(address) = $3)
    OR EXISTS (SELECT FROM account JOIN membership ON membership.account_id = account.id
        WHERE account.folded = $3 AND membership.campaign_id = $1
          AND CASE WHEN $4 THEN membership.role IN ('gm', 'assistant')
              ELSE membership.role = 'player' AND membership.person = $2 END))"""


async def writes_as(
    conn: asyncpg.Connection, campaign_id: str, person: str, folded: str, *, referee: bool
) -> bool:
    """Whether an address is one at which a person is told, or of an account that leads him."""
    may: bool = await conn.fetchval(_WRITES, campaign_id, person, folded, referee)
    return may


async def receipt_channel(
    conn: asyncpg.Connection, campaign_id: str, person: str, folded: str
) -> str | None:
    """The channel by which a person hears what became of a mail from an address.

    That address's own, or else another of e-mail, or else any that is in use.
    """
    found: str | None = await conn.fetchval(
        """SELECT id FROM channel WHERE campaign_id = $1 AND person = $2 AND state = 'active'
        ORDER BY (kind = 'email' AND lower(address) = $3) DESC, (kind = 'email') DESC, created, id
        LIMIT 1""",
        campaign_id,
        person,
        folded,
    )
    return found
