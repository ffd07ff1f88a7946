"""What an operator may do about accounts: lock, unlock, and end what proves them; all of it noted.

An operator sees how campaigns are kept and nothing of what is played in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from service.intake.speak import LONGEST_LINE, clean
from service.people.parts import NotAllowed
from service.store.accounts import drop_credentials, lock_account
from service.store.memberships import note
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    from service.people.who import Who

log = structlog.get_logger(__name__)


def require_operator(who: Who) -> None:
    """Refuse who is no operator, or whose token does not go so far.

    Raises:
        NotAllowed: saying so.
    """
    if not who.may("operate"):
        raise NotAllowed(
            "Only an operator may do that, by a session or a token with the scope operate; nothing"
            " was changed."
        )


async def lock(
    conn: asyncpg.Connection, who: Who, account_id: str, reason: str, *, locked: bool
) -> bool:
    """Lock an account, which ends its sessions and tokens, or unlock it; False if there is none.

    What its persons do in campaigns goes on.

    Raises:
        NotAllowed: not an operator.
        BadInput: no reason, or one's own account.
    """
    require_operator(who)
    reason = clean(reason, "The reason").strip()
    if not reason or len(reason) > LONGEST_LINE:
        raise BadInput(
            f"Give a reason of 1 to {LONGEST_LINE} characters: it stands in the audit. Nothing was"
            " changed."
        )
    if account_id == who.account.id:
        raise BadInput("One does not lock or unlock oneself; nothing was changed. Ask another.")
    async with conn.transaction():
        done = await lock_account(conn, account_id, locked=locked)
        if done:
            if locked:
                await drop_credentials(conn, account_id)
            action = "locked" if locked else "unlocked"
            await note(conn, "", who.account.id, action, f"account {account_id}: {reason}")
            log.info("account_changed", action=action, account=account_id, by=who.account.id)
    return done


async def end_sessions(conn: asyncpg.Connection, who: Who, account_id: str) -> int:
    """End all sessions, tokens and links of an account; returns how many there were.

    Raises:
        NotAllowed: not an operator.
    """
    require_operator(who)
    async with conn.transaction():
        count = await drop_credentials(conn, account_id)
        await note(conn, "", who.account.id, "sessions ended", f"account {account_id}: {count}")
    return count
