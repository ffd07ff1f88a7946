"""Seeing to the server: how everything is, accounts, and what was done by whom."""

from __future__ import annotations

import msgspec

from service.api.endpoint import LIMIT, LONGEST_PAGE, USUAL_PAGE, Asked, Done, Endpoints, Parameter
from service.ops import Overview, overview
from service.people.mailboxes import (
    HeldBack,
    held_back_addresses,
    release_for,
    suppress_for,
)
from service.people.operators import end_sessions, lock, require_operator
from service.people.parts import NotFound
from service.store.accounts import AccountRow, account_rows
from service.store.overview import AuditRow, audit
from service.store.session import writing

endpoints = Endpoints("Operating")

_ACCOUNT = "/operator/accounts/{account}"
_BEFORE = Parameter("before", "only what comes before this number", "integer")


class Why(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why it is done; it stands in the audit."""

    reason: str


class AnAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address of mail; the ``reason`` stands in the list of those written to no more."""

    address: str
    reason: str = ""


class Ended(msgspec.Struct, frozen=True):
    """How many sessions, tokens and links were ended."""

    count: int


@endpoints.get("/operator", gives=Overview, scope="operate")
async def operator(asked: Asked) -> Overview:
    """How the server and its campaigns are."""
    require_operator(asked.known)
    async with asked.pool.acquire() as conn:
        return await overview(conn, asked.services.shape)


@endpoints.get(
    "/operator/accounts",
    gives=list[AccountRow],
    scope="operate",
    query=(
        Parameter("words", "only with this in address or name"),
        Parameter("after", "only what comes after this id"),
        LIMIT,
    ),
)
async def accounts(asked: Asked) -> list[AccountRow]:
    """Accounts, by id."""
    require_operator(asked.known)
    limit = asked.number("limit", USUAL_PAGE, 1, LONGEST_PAGE)
    words, after = asked.text("words"), asked.text("after")
    async with asked.pool.acquire() as conn:
        return await account_rows(conn, words, after, limit)


@endpoints.post(f"{_ACCOUNT}/lock", takes=Why, gives=Done, scope="operate")
async def lock_account(asked: Asked) -> Done:
    """Lock an account: its sessions and tokens end, and it signs in by nothing."""
    return await _lock(asked, locked=True)


@endpoints.post(f"{_ACCOUNT}/unlock", takes=Why, gives=Done, scope="operate")
async def unlock_account(asked: Asked) -> Done:
    """Unlock an account."""
    return await _lock(asked, locked=False)


async def _lock(asked: Asked, *, locked: bool) -> Done:
    async with writing(asked.pool) as conn:
        done = await lock(
            conn, asked.known, asked.path["account"], asked.body.reason, locked=locked
        )
    if not done:
        raise NotFound("There is no account of that id; nothing was changed.")
    return Done(done=True)


@endpoints.delete(f"{_ACCOUNT}/sessions", gives=Ended, scope="operate")
async def end_account_sessions(asked: Asked) -> Ended:
    """End all sessions, tokens and links of an account."""
    async with writing(asked.pool) as conn:
        return Ended(await end_sessions(conn, asked.known, asked.path["account"]))


@endpoints.get("/operator/mailboxes", gives=list[HeldBack], scope="operate")
async def mailboxes(asked: Asked) -> list[HeldBack]:
    """The addresses that are written to no more, the latest first, and why."""
    async with asked.pool.acquire() as conn:
        return await held_back_addresses(conn, asked.known)


@endpoints.post("/operator/mailboxes/release", takes=AnAddress, gives=Done, scope="operate")
async def release_mailbox(asked: Asked) -> Done:
    """Write to an address again; what came back from it is forgotten."""
    async with writing(asked.pool) as conn, conn.transaction():
        return Done(done=await release_for(conn, asked.known, asked.body.address))


@endpoints.post("/operator/mailboxes/suppress", takes=AnAddress, gives=Done, scope="operate")
async def suppress_mailbox(asked: Asked) -> Done:
    """Write to an address no more, links to sign in by included."""
    wanted: AnAddress = asked.body
    async with writing(asked.pool) as conn, conn.transaction():
        return Done(done=await suppress_for(conn, asked.known, wanted.address, wanted.reason))


@endpoints.get("/operator/audit", gives=list[AuditRow], scope="operate", query=(_BEFORE, LIMIT))
async def audit_rows(asked: Asked) -> list[AuditRow]:
    """What referees and operators did, the newest first."""
    require_operator(asked.known)
    before = asked.number("before", 2**53, 1, 2**53)
    limit = asked.number("limit", USUAL_PAGE, 1, LONGEST_PAGE)
    async with asked.pool.acquire() as conn:
        return await audit(conn, before=before, limit=limit)
