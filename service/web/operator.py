"""The operator's pages: how everything is, accounts, and what was done by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.ops import overview
from service.people.mailboxes import held_back_addresses, release_for, suppress_for
from service.people.operators import end_sessions, lock, require_operator
from service.store.accounts import account_names, account_rows
from service.store.overview import audit
from service.store.session import writing
from service.web.wording import ago
from world.errors import BadInput

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Look

#: Accounts, and entries of the audit, on one page.
_ACCOUNTS, _ENTRIES = 100, 200


async def operator(look: Look, *, wrong: str = "") -> web.Response:
    """How the server and its campaigns are."""
    require_operator(look.known)
    async with look.site.pool.acquire() as conn:
        found = await overview(conn, look.site.shape)
        silenced = await held_back_addresses(conn, look.known)
    return look.page(
        "operator.html",
        status=422 if wrong else 200,
        silenced=silenced,
        wrong=wrong,
        found=found,
        backup=None if found.backup is None else look.clock(found.backup),
        now=look.clock(found.now),
        ago=ago,
        clock=look.clock,
    )


async def change_mail(look: Look) -> web.Response:
    """Have an address written to again, or no more."""
    form = await look.form()
    address = form.get("address", "")
    try:
        async with writing(look.site.pool) as conn, conn.transaction():
            if form.get("do") == "release":
                done = await release_for(conn, look.known, address)
                said = f"Mail goes to {address} again."
            else:
                done = await suppress_for(conn, look.known, address, form.get("reason", ""))
                said = f"No more mail goes to {address}."
    except BadInput as error:
        return await operator(look, wrong=str(error))
    return look.go("/operator", said=said if done else "That was so already.")


async def accounts(look: Look, *, wrong: str = "") -> web.Response:
    """Accounts, with what may be done about them."""
    require_operator(look.known)
    words, after = (look.request.query.get(one, "")[:200] for one in ("words", "after"))
    async with look.site.pool.acquire() as conn:
        rows = await account_rows(conn, words.replace("\0", ""), after, _ACCOUNTS)
    return look.page(
        "accounts.html",
        status=422 if wrong else 200,
        rows=rows,
        words=words,
        more=rows[-1].account.id if len(rows) == _ACCOUNTS else "",
        clock=look.clock,
        wrong=wrong,
    )


async def change(look: Look) -> web.Response:
    """Lock or unlock an account, or end its sessions."""
    account, form = look.request.match_info["account"], await look.form()
    try:
        async with writing(look.site.pool) as conn:
            if form.get("do") == "sessions":
                count = await end_sessions(conn, look.known, account)
                said = f"{count} sessions, tokens and links were ended."
            else:
                locked, reason = form.get("do") == "lock", form.get("reason", "")
                await lock(conn, look.known, account, reason, locked=locked)
                said = "The account is locked." if locked else "The account is open again."
    except BadInput as error:
        return await accounts(look, wrong=str(error))
    return look.go("/operator/accounts", said=said)


async def audited(look: Look) -> web.Response:
    """What referees and operators did, the newest first."""
    require_operator(look.known)
    before = look.request.query.get("before", "")
    limit = int(before) if before.isascii() and before.isdecimal() and len(before) < 16 else 2**53
    async with look.site.pool.acquire() as conn:
        rows = await audit(conn, before=limit, limit=_ENTRIES)
        names = await account_names(conn, {row.account_id for row in rows if row.account_id})
    return look.page(
        "audit.html",
        rows=rows,
        names=names,
        more=rows[-1].n if len(rows) == _ENTRIES else None,
        clock=look.clock,
    )
