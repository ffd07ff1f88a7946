"""One's own account: name, password, address, sessions and tokens, a copy of all, and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from service.language.catalogue import LANGUAGES, known_language
from service.people.accounts import (
    LONGEST_TOKEN_DAYS,
    TOKEN_DAYS,
    known_zone,
    make_token,
    named,
)
from service.people.address import fold
from service.people.mailboxes import held_back, release_own
from service.people.own import ask_for_mail, change_password, erase, export, take_mail
from service.people.who import SCOPES, Scope
from service.store.accounts import (
    AccountExists,
    change_account,
    list_credentials,
    password_of,
    revoke_credential,
)
from service.store.campaigns import campaign_name
from service.store.memberships import parts_of
from service.store.session import writing
from service.web.frame import HEADERS
from service.web.post import mail_address
from service.web.signing_in import later
from world.errors import BadInput, Refused
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    from service.web.frame import Look


async def account(look: Look, *, wrong: str = "", token: str = "") -> web.Response:
    """The account's page."""
    who = look.known
    async with look.site.pool.acquire() as conn:
        credentials = await list_credentials(conn, who.account.id)
        held = await held_back(conn, who)
        found = await password_of(conn, fold(who.account.email))
        parts = await parts_of(conn, who.account.id)
        told = [
            (one.campaign_id, await campaign_name(conn, one.campaign_id), one.person or REFEREE)
            for one in parts
            if one.role != "spectator"
        ]
    return look.page(
        "me.html",
        status=422 if wrong else 200,
        account=who.account,
        held=held,
        languages=LANGUAGES,
        sessions=[one for one in credentials if one.kind == "session"],
        tokens=[one for one in credentials if one.kind == "token"],
        mine=who.credential,
        scopes=[one for one in SCOPES if one != "operate" or who.account.operator],
        days=TOKEN_DAYS,
        longest=LONGEST_TOKEN_DAYS,
        has_password=bool(found and found[1]),
        told=told,
        clock=look.clock,
        token=token,
        wrong=wrong,
    )


async def change(look: Look) -> web.Response:
    """Whatever the page was asked to do."""
    form = await look.form()
    try:
        return await _change(look, form)
    except (BadInput, Refused, AccountExists) as error:
        return await account(look, wrong=str(error))


async def _change(look: Look, form: dict[str, str]) -> web.Response:
    who, pool = look.known, look.site.pool
    match form.get("do"):
        case "profile":
            name, zone = named(form.get("name", "")), known_zone(form.get("zone", ""))
            language = known_language(form.get("language", who.account.language))
            async with writing(pool) as conn:
                await change_account(conn, who.account.id, name=name, zone=zone, language=language)
            return look.go("/me", said="Your name, zone and language are kept.")
        case "password":
            await change_password(
                pool, look.site.pace, who, form.get("old", ""), form.get("new", "")
            )
            return look.go("/me", said="Your password is set; your other sessions have ended.")
        case "email":
            return await _address(look, form)
        case "release":
            async with writing(pool) as conn, conn.transaction():
                await release_own(conn, who)
            return look.go("/me", said="Mail goes to your address again; add what was closed.")
        case "revoke":
            async with writing(pool) as conn:
                await revoke_credential(conn, who.account.id, form.get("credential", ""))
            return look.go("/me", said="It stands for you no more.")
        case "token":
            return await _token(look, form)
        case "delete":
            await erase(pool, look.site.pace, who, form.get("email", ""), form.get("password", ""))
            response = look.go("/")
            response.del_cookie(look.site.cookie, path="/")
            return response
    raise BadInput("That is nothing an account can do. Nothing was changed.")


async def _address(look: Look, form: dict[str, str]) -> web.Response:
    email, site = form.get("email", "").strip(), look.site
    secret = await ask_for_mail(site.pool, site.pace, look.known, email, form.get("password", ""))
    if site.config.smtp is None:
        await take_mail(site.pool, secret)
        return look.go("/me", said=f"Your address is {email}.")
    later(look.request.app, mail_address(site.pool, site.config, look.known.account, email, secret))
    return look.go("/me", said=f"A link is on its way to {email}; the address changes by it.")


async def _token(look: Look, form: dict[str, str]) -> web.Response:
    days = form.get("days", "")
    if not (days.isascii() and days.isdecimal() and len(days) < 6):
        raise BadInput("Give a number of days. No token was made.")
    wanted: list[Scope] = [one for one in SCOPES if form.get(f"scope.{one}")]
    async with writing(look.site.pool) as conn:
        secret = await make_token(
            conn, look.known.account, form.get("name", ""), wanted, int(days), by=look.known
        )
    # Shown in this answer and nowhere else: not even in a cookie.
    return await account(look, token=secret)


async def export_file(look: Look) -> web.Response:
    """All that is kept of the account, as a file."""
    body = await export(look.site.pool, look.site.pace, look.known.account)
    name = 'attachment; filename="galloper-account.json"'
    headers = {**HEADERS, "Content-Disposition": name}
    return web.Response(body=body, content_type="application/json", headers=headers)


async def show_address(look: Look) -> web.Response:
    """A link to a new address was followed; a button takes it, since scanners follow links."""
    return look.page("address.html", secret=look.request.match_info["secret"])


async def use_address(look: Look) -> web.Response:
    """Take the new address."""
    account = await take_mail(look.site.pool, look.request.match_info["secret"])
    return look.go("/me" if look.who else "/", said=f"Your address is {account.email}.")
