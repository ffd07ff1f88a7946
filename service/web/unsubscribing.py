"""The link in every mail by which no more come: shown on a page, done by its button or at once.

Mail programs do it by themselves (RFC 8058): they post to the very address, without a session.
Programs that only look at links change nothing.  The address is sealed, and whoever makes one up is
told the same whatever there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from aiohttp import web

from service.notify.closing import close_channel
from service.notify.mail import LINKS, may_unsubscribe
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
        name = await campaign_name(conn, look.request.match_info["campaign"])
    done = channel is None or channel.state == "closed"
    return look.page("unsubscribe.html", name=name or "", done=done)


async def stop(look: Look) -> web.Response:
    """Close the channel; again and again is the same as once."""
    form = await look.form()
    if form.get("List-Unsubscribe") != "One-Click":
        raise BadInput("Nothing was changed. Go on by the button on the link's own page.")
    async with writing(look.site.pool) as conn:
        channel = await _channel(look, conn)
        if channel is not None and channel.state != "closed":
            log.info("unsubscribed", campaign=channel.campaign_id, channel=channel.id)
            await close_channel(conn, channel, "whoever reads it wanted no more mails")
        name = await campaign_name(conn, look.request.match_info["campaign"])
    return look.page("unsubscribe.html", name=name or "", done=True)


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
