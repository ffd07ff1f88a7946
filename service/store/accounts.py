"""Accounts and what proves them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import asyncpg
import msgspec

from service.people.who import Account, Who
from service.store.instants import to_us
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import Iterable

CredentialKind = Literal["session", "token", "link"]


class AccountExists(GalloperError):  # noqa: N818
    """There is an account of that address already; nothing was changed."""


class AccountRow(msgspec.Struct, frozen=True, kw_only=True):
    """An account as operators list it; ``locked`` and ``used`` (last) are wall µs."""

    account: Account
    locked: int | None
    credentials: int
    parts: int
    used: int | None


class Credential(msgspec.Struct, frozen=True, kw_only=True):
    """A session, token or link as it stands in a list; instants are wall µs."""

    id: str
    kind: CredentialKind
    name: str
    scopes: tuple[str, ...]
    created: int
    used: int | None
    expires: int | None


#: The columns of an account, of its table alone, and where others are joined to it.
CREATED = "id, email, name, zone, language, operator, created"
_ACCOUNT = (
    "account.id, email, account.name, account.zone, account.language, operator, account.created"
)


def account_of_row(found: asyncpg.Record) -> Account:
    """Make an account of a row with its columns."""
    return Account(
        id=found["id"],
        email=found["email"],
        name=found["name"],
        zone=found["zone"],
        language=found["language"],
        operator=found["operator"],
        created=to_us(found["created"]),
    )


async def create_account(
    conn: asyncpg.Connection,
    account_id: str,
    email: str,
    folded: str,
    name: str,
    *,
    zone: str = "UTC",
    language: str = "",
    operator: bool = False,
) -> Account:
    """Make an account.

    Raises:
        AccountExists: its address is taken.
    """
    try:
        found = await conn.fetchrow(
            f"""INSERT INTO account (id, email, folded, name, zone, language, operator)
            VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING {_ACCOUNT}""",  # noqa: S608
            account_id,
            email,
            folded,
            name,
            zone,
            language,
            operator,
        )
    except asyncpg.UniqueViolationError:
        raise AccountExists(
            f"There is an account of {email} already; nothing was changed."
        ) from None
    return account_of_row(found)


async def account_of(conn: asyncpg.Connection, folded: str) -> Account | None:
    """The account of an address, as it is compared; None if there is none."""
    found = await conn.fetchrow(
        f"SELECT {_ACCOUNT} FROM account WHERE folded = $1",  # noqa: S608
        folded,
    )
    return None if found is None else account_of_row(found)


async def list_accounts(conn: asyncpg.Connection) -> list[Account]:
    """List all accounts, oldest first."""
    found = await conn.fetch(f"SELECT {_ACCOUNT} FROM account ORDER BY created, id")  # noqa: S608
    return [account_of_row(row) for row in found]


async def account_names(conn: asyncpg.Connection, ids: Iterable[str]) -> dict[str, str]:
    """What accounts are called, by their ids; those that are gone are left out."""
    found = await conn.fetch("SELECT id, name FROM account WHERE id = ANY($1)", list(ids))
    return {row["id"]: row["name"] for row in found}


async def account_rows(
    conn: asyncpg.Connection, words: str = "", after: str = "", limit: int = 100
) -> list[AccountRow]:
    """Accounts with these words in address or name, by id."""
    found = await conn.fetch(
        f"""SELECT {_ACCOUNT}, locked,
            (SELECT count(*) FROM credential WHERE account_id = account.id
                AND (expires IS NULL OR expires > clock_timestamp())) AS credentials,
            (SELECT max(used) FROM credential WHERE account_id = account.id) AS used,
            (SELECT count(*) FROM membership WHERE account_id = account.id) AS parts
        FROM account WHERE account.id > $2
            AND ($1 = '' OR position(lower($1) IN lower(email || ' ' || account.name)) > 0)
        ORDER BY account.id LIMIT $3""",  # noqa: S608
        words,
        after,
        limit,
    )
    return [
        AccountRow(
            account=account_of_row(row),
            locked=None if row["locked"] is None else to_us(row["locked"]),
            credentials=row["credentials"],
            parts=row["parts"],
            used=None if row["used"] is None else to_us(row["used"]),
        )
        for row in found
    ]


async def lock_account(conn: asyncpg.Connection, account_id: str, *, locked: bool) -> bool:
    """Let an account sign in by nothing, or by its own again; False if there is none.

    What address it asked for is forgotten either way.
    """
    await drop_asked_address(conn, account_id)
    done: bool | None = await conn.fetchval(
        """UPDATE account SET locked = CASE WHEN $2 THEN coalesce(locked, clock_timestamp()) END
        WHERE id = $1 RETURNING true""",
        account_id,
        locked,
    )
    return bool(done)


async def drop_credentials(conn: asyncpg.Connection, account_id: str, only: str = "") -> int:
    """Let nothing, or only one credential less, stand for an account; returns how many ended.

    Where nothing does, the address that was asked for by one of them is forgotten, too.
    """
    if not only:
        await drop_asked_address(conn, account_id)
    found = await conn.fetch(
        """DELETE FROM credential WHERE account_id = $1 AND ($2 = '' OR id = $2) RETURNING id""",
        account_id,
        only,
    )
    return len(found)


async def drop_asked_address(conn: asyncpg.Connection, account_id: str) -> None:
    """Forget the address an account asked for: whoever asked may have been somebody else."""
    await conn.execute("DELETE FROM mail_change WHERE account_id = $1", account_id)


async def add_credential(
    conn: asyncpg.Connection,
    account_id: str,
    digest: bytes,
    credential_id: str,
    kind: CredentialKind,
    name: str,
    scopes: Iterable[str] = (),
    *,
    seconds: int,
) -> None:
    """Let a secret (of which this is the hash) stand for an account, for so many seconds."""
    await conn.execute(
        """INSERT INTO credential (hash, id, account_id, kind, name, scopes, expires)
        VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 second')""",
        digest,
        credential_id,
        account_id,
        kind,
        name,
        list(scopes),
        seconds,
    )


async def who_has(
    conn: asyncpg.Connection, digest: bytes, kinds: tuple[CredentialKind, ...]
) -> Who | None:
    """Whom a secret stands for; None for one that is unknown, expired or of another kind."""
    found = await conn.fetchrow(
        f"""SELECT {_ACCOUNT}, credential.id AS credential, kind, scopes,
            used IS NULL OR used < clock_timestamp() - interval '1 hour' AS unmarked
        FROM credential JOIN account ON account.id = account_id
        WHERE hash = $1 AND kind = ANY($2::text[]) AND locked IS NULL
            AND (expires IS NULL OR expires > clock_timestamp())""",  # noqa: S608
        digest,
        list(kinds),
    )
    if found is None:
        return None
    if found["unmarked"]:
        await conn.execute("UPDATE credential SET used = clock_timestamp() WHERE hash = $1", digest)
    return Who(
        account=account_of_row(found),
        credential=found["credential"],
        kind=found["kind"],
        scopes=frozenset(found["scopes"]),
    )


async def list_credentials(conn: asyncpg.Connection, account_id: str) -> list[Credential]:
    """List what proves an account and has not expired, oldest first."""
    found = await conn.fetch(
        """SELECT id, kind, name, scopes, created, used, expires FROM credential
        WHERE account_id = $1 AND (expires IS NULL OR expires > clock_timestamp())
        ORDER BY created, id""",
        account_id,
    )
    return [
        Credential(
            id=row["id"],
            kind=row["kind"],
            name=row["name"],
            scopes=tuple(row["scopes"]),
            created=to_us(row["created"]),
            used=None if row["used"] is None else to_us(row["used"]),
            expires=None if row["expires"] is None else to_us(row["expires"]),
        )
        for row in found
    ]


async def revoke_credential(conn: asyncpg.Connection, account_id: str, credential_id: str) -> bool:
    """Let a secret stand for nobody any more; False if the account has none of that id.

    The address the account has asked for is forgotten: it may have been by this very secret.
    """
    done: bool | None = await conn.fetchval(
        "DELETE FROM credential WHERE account_id = $1 AND id = $2 RETURNING true",
        account_id,
        credential_id,
    )
    if done:
        await drop_asked_address(conn, account_id)
    return bool(done)


async def use_up(conn: asyncpg.Connection, digest: bytes) -> Account | None:
    """Take a link, which is good once; None for one that is unknown, used up or expired."""
    found = await conn.fetchrow(
        f"""WITH link AS (DELETE FROM credential WHERE hash = $1 AND kind = 'link'
            AND expires > clock_timestamp() RETURNING account_id)
        SELECT {_ACCOUNT} FROM account JOIN link ON account.id = link.account_id
        WHERE locked IS NULL""",  # noqa: S608
        digest,
    )
    return None if found is None else account_of_row(found)


async def drop_credential(conn: asyncpg.Connection, digest: bytes) -> None:
    """Let a secret stand for nobody any more, if it did."""
    await conn.execute("DELETE FROM credential WHERE hash = $1", digest)


async def password_of(conn: asyncpg.Connection, folded: str) -> tuple[Account, str] | None:
    """An account with the hash of its password ("" if it has none), by its address."""
    found = await conn.fetchrow(
        f"SELECT {_ACCOUNT}, password FROM account WHERE folded = $1 AND locked IS NULL",  # noqa: S608
        folded,
    )
    return None if found is None else (account_of_row(found), found["password"])


async def set_password_hash(conn: asyncpg.Connection, account_id: str, hashed: str) -> None:
    """Keep the hash of a new password."""
    await conn.execute("UPDATE account SET password = $2 WHERE id = $1", account_id, hashed)


async def change_account(
    conn: asyncpg.Connection, account_id: str, *, name: str, zone: str, language: str | None = None
) -> None:
    """Change what an account is called, its zone, and its language (None: as it was)."""
    await conn.execute(
        """UPDATE account SET name = $2, zone = $3, language = coalesce($4, language)
        WHERE id = $1""",
        account_id,
        name,
        zone,
        language,
    )
