"""The link in every mail by which no more come: shown on a page, done by its button or at once.

Mail programs do it by themselves (RFC 8058): they post to the very address, without a session.
Programs that only look at links change nothing.  The address is sealed, and whoever makes one up is
told the same whatever there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from aiohttp import web

from service.language.catalogue import ENGLISH, wanted_language
from service.language.reader import Reader
from service.language.saying import Speech
from service.notify.closing import close_channel
from service.notify.mail import LINKS, may_unsubscribe
from service.notify.reasons import UNSUBSCRIBED
from service.people.reading import reader_of
from service.store.campaigns import campaign_name
from service.store.channels import list_channels
from service.store.mailboxes import server_key
from service.store.session import writing
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    from service.store.channels import Channel
    from service.web.frame import Look

log = structlog.get_logger(__name__)

#: As how many requests it counts, by place.
_COST = 3


async def show(look: Look) -> web.Response:
    """What the link is for, and a button."""
    async with look.site.pool.acquire() as conn:
        channel = await _channel(look, conn)
        done = channel is None or channel.state == "closed"
        return await _page(look, conn, channel, done=done)


async def stop(look: Look) -> web.Response:
    """Close the channel; again and again is the same as once."""
    form = await look.form()
    if form.get("List-Unsubscribe") != "One-Click":
        raise BadInput("Nothing was changed. Go on by the button on the link's own page.")
    async with writing(look.site.pool) as conn:
        channel = await _channel(look, conn)
        if channel is not None and channel.state != "closed":
            log.info("unsubscribed", campaign=channel.campaign_id, channel=channel.id)
            await close_channel(conn, channel, UNSUBSCRIBED)
        return await _page(look, conn, channel, done=True)


async def _page(
    look: Look, conn: asyncpg.Connection, channel: Channel | None, *, done: bool
) -> web.Response:
    """The page in the language in which the mail was, or that the browser likes."""
    campaign = look.request.match_info["campaign"]
    name = await campaign_name(conn, campaign) or ""
    liked = wanted_language(look.request.headers.get("Accept-Language", ""))
    reader = Reader(language=liked or ENGLISH)
    if channel is not None:
        reader = await reader_of(conn, campaign, channel.person)
    say = Speech(reader).say
    if done:
        head = say("No more mails")
        text = say(
            "No more mails of {name} come to this address. What you are told still stands on your"
            " page; there you can also have mails sent again.",
            name=name,
        )
    else:
        head = say("No more mails?")
        text = say(
            "Nothing has changed yet. With the button no more mails of {name} come to this address;"
            " what waits to be sent there is dropped. It all stands on your page.",
            name=name,
        )
    button = "" if done else say("No more mails of {name}", name=name)
    return look.page("unsubscribe.html", lang=reader.language, head=head, text=text, button=button)


async def _channel(look: Look, conn: asyncpg.Connection) -> Channel | None:
    """The channel a link stands for; None if it is gone.

    Raises:
        web.HTTPNotFound: this server made no such link.
    """
    match = look.request.match_info
    look.site.pace.take(f"unsubscribe {look.request.remote}", cost=_COST)
    key = await server_key(conn, LINKS)
    if not may_unsubscribe(key, match["campaign"], match["channel"], match["seal"]):
        raise web.HTTPNotFound
    found = await list_channels(conn, match["campaign"])
    return next((one for one in found if one.id == match["channel"]), None)
