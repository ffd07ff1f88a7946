"""Signing in and out: by a link that was mailed, or by a password.

A session is a secret in a cookie, kept as its hash like every other.  Each sign-in makes a new one;
none is ever taken over from before.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

import argon2

from service.people.address import fold
from service.people.secret import digest, new_id, new_secret
from service.store.accounts import (
    add_credential,
    drop_credential,
    password_of,
    set_password_hash,
    use_up,
)
from service.store.session import writing
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncpg

    from service.people.who import Account

T = TypeVar("T")

SESSION_SECONDS = 30 * 86_400
LINK_SECONDS = 20 * 60
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200

_hasher = argon2.PasswordHasher()
#: Hashing takes a core for some fifty milliseconds: one at a time leaves the other to the game.
_hashing = ThreadPoolExecutor(1, thread_name_prefix="argon2")
#: Compared with where an account has no password or is none: it takes as long, and fits nothing.
_NOTHING = _hasher.hash(new_secret())


async def open_session(conn: asyncpg.Connection, account: Account, browser: str) -> str:
    """A new session; its secret goes into the cookie and nowhere else."""
    secret = new_secret()
    await add_credential(
        conn,
        account.id,
        digest(secret),
        new_id(),
        "session",
        " ".join(browser.split())[:200] or "a browser",
        seconds=SESSION_SECONDS,
    )
    return secret


async def close_session(conn: asyncpg.Connection, secret: str) -> None:
    """End a session."""
    await drop_credential(conn, digest(secret))


async def make_link(conn: asyncpg.Connection, account: Account) -> str:
    """The secret of a link that signs in, once, within twenty minutes."""
    secret = new_secret()
    await add_credential(
        conn, account.id, digest(secret), new_id(), "link", "a mailed link", seconds=LINK_SECONDS
    )
    return secret


async def take_link(conn: asyncpg.Connection, secret: str) -> Account | None:
    """Whom a link signs in; None for one that is used up, expired or none."""
    return await use_up(conn, digest(secret))


async def check_password(pool: asyncpg.Pool, email: str, password: str) -> Account | None:
    """The account that an address and a password belong to; None if they do not go together.

    It takes as long for an address that has no account as for one that has.
    """
    async with pool.acquire() as conn:
        found = await password_of(conn, fold(email.strip()))
    account, hashed = found if found is not None else (None, "")
    right = await _in_thread(_fits, hashed or _NOTHING, password[: LONGEST_PASSWORD + 1])
    if not right or account is None:
        return None
    if _hasher.check_needs_rehash(hashed):
        await _keep_password(pool, account, password)
    return account


async def set_password(pool: asyncpg.Pool, account: Account, password: str) -> None:
    """Let an account sign in by a password.

    Raises:
        BadInput: it is too short or too long.
    """
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadInput(
            f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters; yours has"
            f" {len(password)}. Nothing was changed. A sentence is easy to remember."
        )
    await _keep_password(pool, account, password)


async def _keep_password(pool: asyncpg.Pool, account: Account, password: str) -> None:
    hashed = await _in_thread(_hasher.hash, password)
    async with writing(pool) as conn:
        await set_password_hash(conn, account.id, hashed)


def _fits(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except argon2.exceptions.VerificationError:
        return False


async def _in_thread(function: Callable[..., T], *args: str) -> T:
    return await asyncio.get_running_loop().run_in_executor(_hashing, function, *args)
