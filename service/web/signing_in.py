"""Sign in by a mailed link or a password, take an invitation, sign out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from aiohttp import web

from service.language.catalogue import wanted_language
from service.people.accounts import register
from service.people.address import fold
from service.people.invitations import NoInvitation, accept_invitation
from service.people.secret import digest
from service.people.sessions import (
    SESSION_SECONDS,
    check_password,
    close_session,
    make_link,
    open_session,
    take_link,
)
from service.store.accounts import account_of, who_has
from service.store.campaigns import campaign_name
from service.store.endings import ended_among
from service.store.memberships import open_invitation, parts_of
from service.store.public import public_campaigns
from service.store.session import writing
from service.web.post import mail_link
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from service.people.who import Account
    from service.web.frame import Look

#: What is still being done for answers that have been given.
RUNNING: web.AppKey[set[asyncio.Task[None]]] = web.AppKey("running")


async def front(look: Look) -> web.Response:
    """The campaigns of whoever has signed in; the way in for everybody else."""
    if look.who is None:
        async with look.site.pool.acquire() as conn:
            visitors = bool(await public_campaigns(conn, 1))
        mails = look.site.config.smtp is not None
        return look.page("sign_in.html", mails=mails, visitors=visitors)
    async with look.site.pool.acquire() as conn:
        parts = await parts_of(conn, look.who.account.id)
        names = {part.campaign_id: await campaign_name(conn, part.campaign_id) for part in parts}
        over = await ended_among(conn, list(names))
    return look.page("campaigns.html", parts=parts, names=names, over=over)


async def ask_for_link(look: Look) -> web.Response:
    """Mail a link; what is answered does not tell whether the address has an account."""
    form = await look.form()
    email = form.get("email", "").strip()[:320]
    look.site.pace.take(f"link {fold(email)}", cost=15)
    look.site.pace.take(f"link from {look.request.remote}", cost=6)
    if look.site.config.smtp is None:
        raise BadInput("No mail leaves this server. Ask its operator for a link.")
    async with writing(look.site.pool) as conn:
        account = await account_of(conn, fold(email))
        secret = None if account is None else await make_link(conn, account)
    if account is not None and secret is not None:
        later(look.request.app, mail_link(look.site.pool, look.site.config, account, secret))
    return look.page("link_sent.html", email=email)


def later(app: web.Application, work: Coroutine[None, None, None]) -> None:
    """Do it after the answer, which must not take longer for an address that is known."""
    running = app[RUNNING]
    task = asyncio.get_running_loop().create_task(work)
    running.add(task)
    task.add_done_callback(running.discard)


async def show_link(look: Look) -> web.Response:
    """A link was followed: programs that look into mails follow it too, so that is not enough."""
    return look.page("link.html", secret=look.request.match_info["secret"])


async def use_link(look: Look) -> web.Response:
    """Sign in by the link, once."""
    async with writing(look.site.pool) as conn:
        account = await take_link(conn, look.request.match_info["secret"])
    if account is None:
        raise NoInvitation("This link has been used, or its time is over. Ask for a new one.")
    async with look.site.pool.acquire() as conn:
        parts = await parts_of(conn, account.id)
    # Whoever has one desk sits down at it.
    there = f"/c/{parts[0].campaign_id}/{parts[0].person}" if len(parts) == 1 else "/"
    return await _signed_in(look, account, there if parts and parts[0].person else "/")


async def by_password(look: Look) -> web.Response:
    """Sign in by address and password.

    Wrong ones are counted by address and place together: nobody is locked out by another's guesses.
    """
    form = await look.form()
    email, password = form.get("email", "")[:320], form.get("password", "")
    look.site.pace.take(f"password {fold(email)} {look.request.remote}", cost=6)
    look.site.pace.take(f"passwords from {look.request.remote}", cost=3)
    account = await check_password(look.site.pool, email, password)
    if account is None:
        return look.page(
            "sign_in.html",
            status=403,
            mails=look.site.config.smtp is not None,
            wrong="This address and this password do not go together.",
        )
    return await _signed_in(look, account, "/")


async def sign_out(look: Look) -> web.Response:
    """End the session."""
    secret = look.request.cookies.get(look.site.cookie, "")
    async with writing(look.site.pool) as conn:
        await close_session(conn, secret)
    response = look.go("/")
    response.del_cookie(look.site.cookie, path="/")
    return response


async def show_invitation(look: Look) -> web.Response:
    """What an invitation is for, and what is needed to take it."""
    async with look.site.pool.acquire() as conn:
        found = await open_invitation(conn, digest(look.request.match_info["secret"]))
        if found is None:
            raise NoInvitation(
                "This invitation has been used or withdrawn, or its time is over. Ask for another."
            )
        name = await campaign_name(conn, found.campaign_id)
        world = await look.site.readings.recent(conn, found.campaign_id)
    whom = world.pack.answers.title(world, found.person) if found.person else ""
    return look.page("invitation.html", invitation=found, name=name, whom=whom)


async def take_invitation(look: Look) -> web.Response:
    """Take an invitation; whoever is new gives an address, which becomes an account."""
    secret = look.request.match_info["secret"]
    form = await look.form()
    async with writing(look.site.pool) as conn, conn.transaction():
        account = look.who.account if look.who else None
        if account is None:
            if await open_invitation(conn, digest(secret)) is None:
                raise NoInvitation("This invitation cannot be taken (any more). Ask for a new one.")
            account = await register(
                conn,
                form.get("email", ""),
                form.get("name", ""),
                language=wanted_language(look.request.headers.get("Accept-Language", "")),
            )
        part = await accept_invitation(conn, account, secret)
    own = "watch" if part.role == "spectator" else "gm"
    there = f"/c/{part.campaign_id}/{part.person or own}"
    return look.go(there) if look.who else await _signed_in(look, account, there)


async def _signed_in(look: Look, account: Account, there: str) -> web.Response:
    old = look.request.cookies.get(look.site.cookie, "")
    async with writing(look.site.pool) as conn:
        if old and await who_has(conn, digest(old), ("session",)) is not None:
            await close_session(conn, old)
        secret = await open_session(conn, account, look.request.headers.get("User-Agent", ""))
    response = look.go(there)
    response.set_cookie(
        look.site.cookie,
        secret,
        max_age=SESSION_SECONDS,
        path="/",
        httponly=True,
        secure=look.site.secure,
        samesite="Lax",
    )
    return response
