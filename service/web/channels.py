"""Where a person is told: channels, what was sent on them, and how to try, rest and change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from service.api.problem import words_of
from service.notify.push import Keys
from service.notify.vapid import PushKeys
from service.people import telling
from service.people.browsers import Subscription, subscribe
from service.people.parts import parts_in, speaks_for
from service.store.campaigns import campaign_name
from service.store.deliveries import recent_deliveries
from service.store.session import writing
from service.web.frame import HEADERS
from service.web.papers import papers_of
from world.errors import BadInput, Refused

if TYPE_CHECKING:
    from service.people.telling import NewPlace
    from service.web.frame import Look

#: Messages shown of each channel, the newest.
_NEWEST = 12


async def channels(
    look: Look, *, wrong: str = "", draft: str = "", made: NewPlace | None = None
) -> web.Response:
    """Where a person is told; *made* is shown here and never again."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    async with look.site.pool.acquire() as conn:
        found = await telling.places(conn, look.known, campaign, person)
        parts = await parts_in(conn, look.known, campaign)
        name = await campaign_name(conn, campaign)
        world = await look.site.readings.recent(conn, campaign)
        sent = {
            one.id: await recent_deliveries(conn, campaign, one.id, _NEWEST)
            for one in found
            if one.state != "closed"
        }
    orders_at = await telling.orders_address(
        look.site.pool, look.site.config, look.known, campaign, person
    )
    mine = [part.person or "gm" for part in parts if speaks_for(parts, part.person or "gm")]
    return look.page(
        "channels.html",
        status=422 if wrong else 200,
        campaign=campaign,
        person=person,
        persons=list(dict.fromkeys(mine)),
        name=name,
        title=world.pack.answers.title(world, person),
        papers=papers_of(world),
        places=[one for one in found if one.state != "closed"],
        closed=[one for one in found if one.state == "closed"],
        sent=sent,
        orders_at=orders_at,
        email=look.known.account.email,
        mails=look.site.config.smtp is not None,
        push_key=(await PushKeys(look.site.pool, look.site.config).key()).public,
        made=made,
        clock=look.clock,
        wrong=wrong,
        draft=draft,
    )


async def subscribed(look: Look) -> web.Response:
    """Have the person told in the browser that shows the page; its script asks."""
    form, site = await look.form(), look.site
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    site.pace.take(f"send {look.known.account.id}", cost=telling.SENDING_COST)
    keys = Keys(p256dh=form.get("p256dh", ""), auth=form.get("auth", ""))
    asked = Subscription(endpoint=form.get("endpoint", ""), keys=keys)
    await subscribe(site.pool, site.config, look.known, campaign, person, asked)
    return web.Response(status=204, headers=HEADERS)


async def change(look: Look) -> web.Response:
    """Whatever the page was asked to do."""
    form = await look.form()
    try:
        return await _done(look, form)
    except (BadInput, Refused, telling.NoSuchChannel) as error:
        return await channels(look, wrong=words_of(error), draft=form.get("address", ""))


async def _done(look: Look, form: dict[str, str]) -> web.Response:
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    pool, who, do = look.site.pool, look.known, form.get("do", "")
    if do in {"add", "ping", "resend"}:
        look.site.pace.take(f"send {who.account.id}", cost=telling.SENDING_COST)
    if do == "add":
        made = await telling.add_place(
            pool,
            look.site.readings,
            look.site.config,
            who,
            campaign,
            person,
            form.get("address", ""),
            strict=bool(form.get("strict")),
            ed25519=bool(form.get("ed25519")),
        )
        return await channels(look, made=made)
    async with writing(pool) as conn:
        channel = await telling.require_place(conn, who, campaign, person, form.get("channel", ""))
        said = ""
        match do:
            case "ping":
                await telling.ping(conn, channel)
                said = "A test is on its way; look again in a moment."
            case "pause":
                await telling.pause(conn, channel)
                said = "Messages wait there until you use it again."
            case "reopen":
                await telling.reopen(conn, channel)
                said = "It is in use."
            case "remove":
                dropped = await telling.remove(conn, channel)
                said = f"It is used no more; {dropped} that waited there were dropped."
            case "resend":
                first = _number(form.get("first", ""))
                last = _number(form.get("last", "") or form.get("first", ""))
                count = await telling.resend(conn, channel, first, last)
                said = f"{count} go out again."
            case "rotate":
                pass
            case _:
                raise BadInput("That is nothing a channel can do. Nothing was changed.")
    if not said:
        # Shown in this answer and nowhere else: not even in a cookie.
        return await channels(look, made=await telling.rotate(pool, channel))
    return look.go(f"/c/{campaign}/{person}/channels", said=said)


def _number(text: str) -> int:
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0
