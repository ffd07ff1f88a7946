"""One's own account: its address changed, and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.store.accounts import CREATED, AccountExists, account_of_row
from service.store.memberships import end_part, parts_of

if TYPE_CHECKING:
    import asyncpg

    from service.people.who import Account


async def credential_age(conn: asyncpg.Connection, credential_id: str) -> float | None:
    """Seconds since a session was opened or a token made; None where there is none."""
    age: float | None = await conn.fetchval(
        """SELECT extract(epoch FROM clock_timestamp() - created)::float8
        FROM credential WHERE id = $1""",
        credential_id,
    )
    return age


async def ask_for_address(
    conn: asyncpg.Connection, account_id: str, digest: bytes, email: str, folded: str, seconds: int
) -> None:
    """Remember the address an account wants, until the link to it is used."""
    await conn.execute(
        """INSERT INTO mail_change (hash, account_id, email, folded, expires)
        VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 second')
        ON CONFLICT (account_id) DO UPDATE SET hash = excluded.hash, email = excluded.email,
            folded = excluded.folded, expires = excluded.expires""",
        digest,
        account_id,
        email,
        folded,
        seconds,
    )


async def take_address(conn: asyncpg.Connection, digest: bytes) -> tuple[str, str, str] | None:
    """The account, address and its folded form a link stands for, once; None for no such link.

    A locked account has none.
    """
    found = await conn.fetchrow(
        """DELETE FROM mail_change USING account WHERE mail_change.hash = $1
            AND account.id = account_id AND locked IS NULL AND expires > clock_timestamp()
        RETURNING account_id, mail_change.email, mail_change.folded""",
        digest,
    )
    return None if found is None else (found[0], found[1], found[2])


async def set_address(
    conn: asyncpg.Connection, account_id: str, email: str, folded: str
) -> Account | None:
    """Change an account's address; links to the old one are void.  None if there is no account.

    Raises:
        AccountExists: the address is another account's.
    """
    async with conn.transaction():
        taken = await conn.fetchval(
            "SELECT true FROM account WHERE folded = $1 AND id <> $2", folded, account_id
        )
        if taken:
            raise AccountExists(f"There is an account of {email} already; nothing was changed.")
        await conn.execute(
            "DELETE FROM credential WHERE account_id = $1 AND kind = 'link'", account_id
        )
        found = await conn.fetchrow(
            f"UPDATE account SET email = $2, folded = $3 WHERE id = $1 RETURNING {CREATED}",  # noqa: S608
            account_id,
            email,
            folded,
        )
    return None if found is None else account_of_row(found)


async def only_gm_of(conn: asyncpg.Connection, account_id: str) -> list[str]:
    """The running campaigns of which an account is the only game master."""
    found = await conn.fetch(
        """SELECT campaign_id FROM membership AS mine
        JOIN campaign ON campaign.id = campaign_id AND campaign.state = 'running'
        WHERE account_id = $1 AND role = 'gm' AND NOT EXISTS (
            SELECT FROM membership AS other WHERE other.campaign_id = mine.campaign_id
              AND other.role = 'gm' AND other.account_id <> $1)
        ORDER BY campaign_id""",
        account_id,
    )
    return [row[0] for row in found]


async def erase_account(conn: asyncpg.Connection, account_id: str, folded: str) -> bool:
    """Delete an account with all that names or proves it; False if there is none.

    What its commanders said and did stays, under the commanders' names.  Call it in a transaction.
    """
    for part in await parts_of(conn, account_id):
        await end_part(conn, part, forget_where=True)
    await conn.execute(
        """UPDATE channel SET state = 'closed', address = '' WHERE kind = 'email'
            AND lower(address) = lower($1)""",
        folded,
    )
    # What an operator said of an address is not said of an account, and stays.
    await conn.execute("DELETE FROM bounce WHERE folded = $1", folded)
    await conn.execute("DELETE FROM mailbox WHERE folded = $1 AND reason <> 'operator'", folded)
    done: bool | None = await conn.fetchval(
        "DELETE FROM account WHERE id = $1 RETURNING true", account_id
    )
    return bool(done)
