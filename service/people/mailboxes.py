"""Addresses that are written to no more: seen and released by their owner, or by an operator.

Who owns an address has proved it: it is his account's, which a mail to it was answered for or an
operator entered.  He may have it written to again once a day, and not where an operator has
forbidden it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.people.address import fold
from service.people.operators import require_operator
from service.store.mailboxes import (
    Mailbox,
    Reason,
    known_mailbox,
    release,
    suppress,
    suppressed_mailboxes,
)
from service.store.memberships import note
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    from service.people.who import Who

#: Characters of an address and of a reason.
_LONGEST_ADDRESS, _LONGEST_REASON = 254, 200


class HeldBack(msgspec.Struct, frozen=True, kw_only=True):
    """An address that is written to no more, ``since`` a wall instant (µs).

    ``status`` is what its last bounce said, or what an operator noted.
    """

    address: str
    since: int
    reason: Reason
    status: str


def _shown(mailbox: Mailbox) -> HeldBack:
    return HeldBack(
        address=mailbox.folded,
        since=mailbox.suppressed or 0,
        reason=mailbox.reason,
        status=mailbox.status,
    )


async def held_back(conn: asyncpg.Connection, who: Who) -> HeldBack | None:
    """One's own address, if it is written to no more; without what an operator noted."""
    found = await known_mailbox(conn, fold(who.account.email))
    if found is None or found.suppressed is None:
        return None
    shown = _shown(found)
    return msgspec.structs.replace(shown, status="") if found.reason == "operator" else shown


async def release_own(conn: asyncpg.Connection, who: Who) -> None:
    """Have one's own address written to again; what came back is forgotten.

    Raises:
        BadInput: it is not held back, was released within a day, or an operator forbade it.
    """
    folded = fold(who.account.email)
    if await release(conn, folded, by_owner=True):
        await note(conn, "", who.account.id, "mail released", f"account {who.account.id}, itself")
        return
    found = await known_mailbox(conn, folded)
    if found is None or found.suppressed is None:
        raise BadInput("Mail goes to your address; nothing was changed.")
    if found.reason == "operator":
        raise BadInput(
            "The operator of this server has nothing sent to your address; nothing was changed."
            " Ask the operator, or take another address."
        )
    raise BadInput(
        "You had your address released within a day, and mail came back again; nothing was changed."
        " See to your mailbox and try tomorrow, or take another address."
    )


async def require_written_to(conn: asyncpg.Connection, address: str) -> None:
    """Refuse an address that is written to no more.

    Raises:
        BadInput: saying why, and who may have it released.
    """
    found = await known_mailbox(conn, fold(address))
    if found is None or found.suppressed is None:
        return
    if found.reason == "operator":
        raise BadInput(
            "The operator of this server has nothing sent to that address; nothing was changed. Ask"
            " the operator, or give another."
        )
    raise BadInput(
        f"Mails to that address came back ({found.status}); nothing was changed. If it is your"
        " account's, have it written to again on your account's page; otherwise ask the operator."
    )


async def held_back_addresses(conn: asyncpg.Connection, who: Who) -> list[HeldBack]:
    """The addresses that are written to no more, the latest first.

    Raises:
        NotAllowed: not an operator.
    """
    require_operator(who)
    return [_shown(one) for one in await suppressed_mailboxes(conn)]


async def release_for(conn: asyncpg.Connection, who: Who, address: str) -> bool:
    """Have an address written to again; False if nothing kept us from it.

    Raises:
        NotAllowed: not an operator.
    """
    require_operator(who)
    done = await release(conn, fold(address.strip()[:_LONGEST_ADDRESS]))
    if done:
        await note(conn, "", who.account.id, "mail released", "an address of the list")
    return done


async def suppress_for(conn: asyncpg.Connection, who: Who, address: str, reason: str) -> bool:
    """Have an address written to no more; False if an operator said so before.

    Raises:
        NotAllowed: not an operator.
        BadInput: it is no address.
    """
    require_operator(who)
    address = address.strip()
    if "@" not in address or len(address) > _LONGEST_ADDRESS:
        raise BadInput("That is no e-mail address; nothing was changed. Give name@example.org.")
    done = await suppress(conn, fold(address), reason.strip()[:_LONGEST_REASON])
    if done:
        await note(conn, "", who.account.id, "mail ended", "an address of the list")
    return done
