"""Who is what in a campaign, and invitations to become it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.people.who import Membership, Role
from service.store.instants import to_us
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    import asyncpg


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation as it stands in a list; instants are wall µs."""

    id: str
    campaign_id: str
    role: Role
    person: str
    created: int
    expires: int
    taken_by: str | None


async def add_member(conn: asyncpg.Connection, membership: Membership) -> None:
    """Give an account a part; having it already changes nothing."""
    await conn.execute(
        """INSERT INTO membership (campaign_id, account_id, role, person)
        VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING""",
        *msgspec.structs.astuple(membership),
    )


async def remove_member(conn: asyncpg.Connection, membership: Membership) -> bool:
    """Take a part away; False if the account did not have it."""
    done: bool | None = await conn.fetchval(
        """DELETE FROM membership WHERE campaign_id = $1 AND account_id = $2 AND role = $3
        AND person = $4 RETURNING true""",
        *msgspec.structs.astuple(membership),
    )
    return bool(done)


# Whether a membership lets its account lead the person $2; referees lead the referee together.
_LEADS = (
    "membership.campaign_id = $1 AND CASE WHEN $4 THEN membership.role IN ('gm', 'assistant')"
    " ELSE membership.role = 'player' AND membership.person = $2 END"
)
_STOP_TELLING = f"""WITH forgotten AS (
    DELETE FROM preference WHERE campaign_id = $1 AND person = $2
      AND NOT EXISTS (SELECT FROM membership WHERE {_LEADS}))
UPDATE channel SET state = 'closed',
    address = CASE WHEN $5 THEN '' ELSE address END,
    settings = CASE WHEN $5 THEN '{{}}'::bytea ELSE settings END
WHERE campaign_id = $1 AND person = $2
  AND (NOT EXISTS (SELECT FROM membership WHERE {_LEADS})
    OR kind = 'email' AND lower(address) = (SELECT lower(email) FROM account WHERE id = $3)
      AND NOT EXISTS (SELECT FROM membership WHERE account_id = $3 AND {_LEADS})
    OR convert_from(settings, 'UTF8')::json ->> 'account' = $3
      AND NOT EXISTS (SELECT FROM membership WHERE account_id = $3 AND {_LEADS}))"""  # noqa: S608


async def end_part(
    conn: asyncpg.Connection, part: Membership, *, forget_where: bool = False
) -> bool:
    """Take a part away, and tell its holder nothing more; False if the account did not have it.

    Where the person was told is closed, and when is forgotten, unless somebody else still leads
    him: then only the holder's own address and what he asked for are closed.  With *forget_where*
    the addresses are not kept either.  Call it in a transaction.
    """
    # Of two who go at once, the second sees that the first has gone.
    await conn.execute(
        """SELECT FROM membership WHERE campaign_id = $1
        ORDER BY role, person, account_id FOR UPDATE""",
        part.campaign_id,
    )
    if not await remove_member(conn, part):
        return False
    refereeing = part.role in {"gm", "assistant"}
    whom = REFEREE if refereeing else part.person
    if whom:
        # Who comes back makes a new link.
        await conn.execute(
            "DELETE FROM feed WHERE campaign_id = $1 AND account_id = $2 AND person = $3",
            part.campaign_id,
            part.account_id,
            whom,
        )
        await conn.execute(
            _STOP_TELLING, part.campaign_id, whom, part.account_id, refereeing, forget_where
        )
    return True


async def parts_of(
    conn: asyncpg.Connection, account_id: str, campaign_id: str | None = None
) -> list[Membership]:
    """An account's parts, in one campaign or in all."""
    found = await conn.fetch(
        """SELECT campaign_id, account_id, role, person FROM membership
        WHERE account_id = $1 AND ($2::text IS NULL OR campaign_id = $2)
        ORDER BY campaign_id, role, person""",
        account_id,
        campaign_id,
    )
    return [Membership(**dict(row)) for row in found]


async def members(conn: asyncpg.Connection, campaign_id: str) -> list[Membership]:
    """Everybody's parts in a campaign."""
    found = await conn.fetch(
        """SELECT campaign_id, account_id, role, person FROM membership
        WHERE campaign_id = $1 ORDER BY role, person, account_id""",
        campaign_id,
    )
    return [Membership(**dict(row)) for row in found]


async def member_names(conn: asyncpg.Connection, campaign_id: str) -> dict[str, str]:
    """What the accounts with a part in a campaign are called."""
    found = await conn.fetch(
        """SELECT DISTINCT account.id, account.name FROM membership
        JOIN account ON account.id = account_id WHERE campaign_id = $1""",
        campaign_id,
    )
    return {row["id"]: row["name"] for row in found}


async def invite(
    conn: asyncpg.Connection,
    campaign_id: str,
    digest: bytes,
    invitation_id: str,
    role: Role,
    person: str,
    made_by: str,
    days: int,
) -> None:
    """Keep an invitation, of whose secret this is the hash, for so many days."""
    await conn.execute(
        """INSERT INTO invitation (hash, campaign_id, id, role, person, made_by, expires)
        VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 day')""",
        digest,
        campaign_id,
        invitation_id,
        role,
        person,
        made_by,
        days,
    )


async def open_invitation(conn: asyncpg.Connection, digest: bytes) -> Invitation | None:
    """The invitation of that secret, if it can still be taken."""
    found = await conn.fetchrow(
        """SELECT id, campaign_id, role, person, created, expires, taken_by FROM invitation
        WHERE hash = $1 AND taken_by IS NULL AND expires > clock_timestamp()""",
        digest,
    )
    return None if found is None else _invitation(found)


async def take_invitation(
    conn: asyncpg.Connection, digest: bytes, account_id: str
) -> Membership | None:
    """Take an invitation and the part it is for, once; None if it cannot be taken (any more)."""
    async with conn.transaction():
        found = await conn.fetchrow(
            """UPDATE invitation SET taken_by = $2, taken = clock_timestamp()
            WHERE hash = $1 AND taken_by IS NULL AND expires > clock_timestamp()
            RETURNING campaign_id, role, person""",
            digest,
            account_id,
        )
        if found is None:
            return None
        part = Membership(account_id=account_id, **dict(found))
        await add_member(conn, part)
        return part


async def invitations(conn: asyncpg.Connection, campaign_id: str) -> list[Invitation]:
    """A campaign's invitations, taken or not, oldest first."""
    found = await conn.fetch(
        """SELECT id, campaign_id, role, person, created, expires, taken_by FROM invitation
        WHERE campaign_id = $1 ORDER BY created, id""",
        campaign_id,
    )
    return [_invitation(row) for row in found]


async def withdraw_invitation(
    conn: asyncpg.Connection, campaign_id: str, invitation_id: str
) -> bool:
    """Withdraw an invitation nobody has taken; False if there is none."""
    done: bool | None = await conn.fetchval(
        """DELETE FROM invitation WHERE campaign_id = $1 AND id = $2 AND taken_by IS NULL
        RETURNING true""",
        campaign_id,
        invitation_id,
    )
    return bool(done)


async def withdraw_invitations_to(conn: asyncpg.Connection, campaign_id: str, person: str) -> None:
    """Withdraw what nobody has taken of the invitations to lead a person."""
    await conn.execute(
        """DELETE FROM invitation
        WHERE campaign_id = $1 AND role = 'player' AND person = $2 AND taken_by IS NULL""",
        campaign_id,
        person,
    )


async def withdraw_invitations_by(
    conn: asyncpg.Connection, campaign_id: str, account_id: str
) -> None:
    """Withdraw what nobody has taken of the invitations that an account made."""
    await conn.execute(
        """DELETE FROM invitation
        WHERE campaign_id = $1 AND made_by = $2 AND taken_by IS NULL""",
        campaign_id,
        account_id,
    )


async def note(
    conn: asyncpg.Connection, campaign_id: str, account_id: str, action: str, about: str
) -> None:
    """Enter in the audit what a referee or operator did."""
    await conn.execute(
        "INSERT INTO audit (campaign_id, account_id, action, about) VALUES ($1, $2, $3, $4)",
        campaign_id,
        account_id,
        action,
        about,
    )


async def close_channels(conn: asyncpg.Connection, campaign_id: str, person: str) -> None:
    """Tell a person nowhere any more: it may be somebody else from now on."""
    await conn.execute(
        "UPDATE channel SET state = 'closed' WHERE campaign_id = $1 AND person = $2",
        campaign_id,
        person,
    )
    await conn.execute(
        "DELETE FROM preference WHERE campaign_id = $1 AND person = $2", campaign_id, person
    )


async def spectators_behind(conn: asyncpg.Connection, campaign_id: str) -> int:
    """Game hours by which a campaign's spectators see later."""
    hours: int | None = await conn.fetchval(
        "SELECT spectators_behind FROM campaign WHERE id = $1", campaign_id
    )
    return hours or 0


async def set_spectators_behind(conn: asyncpg.Connection, campaign_id: str, hours: int) -> None:
    """Set by how many game hours spectators see later."""
    await conn.execute(
        "UPDATE campaign SET spectators_behind = $2 WHERE id = $1", campaign_id, hours
    )


def _invitation(found: asyncpg.Record) -> Invitation:
    return Invitation(
        **{
            **dict(found),
            "created": to_us(found["created"]),
            "expires": to_us(found["expires"]),
        }
    )
