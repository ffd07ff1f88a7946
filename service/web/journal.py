"""The journal with its dice, to be searched; and what is coming, a day or a week ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.ledger import DAY, WEEK, coming, happened
from service.people.parts import require_insight
from service.store.campaigns import campaign_name
from service.store.journal import search_lines
from service.web.naming import event, names_in

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Look

_LINES, _COMING = 100, 300
#: So many who were told are named; of the rest a line gives the count.
_TOLD = 6


async def journal(look: Look) -> web.Response:
    """What has happened."""
    campaign, query = look.request.match_info["campaign"], look.request.query
    kind, words = (query.get(one, "")[:200].replace("\0", "") for one in ("kind", "words"))
    text, dice = query.get("before", ""), bool(query.get("dice"))
    before = int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 2**53
    async with look.site.pool.acquire() as conn:
        await require_insight(conn, look.known, campaign)
        name = await campaign_name(conn, campaign)
        world = await look.site.readings.recent(conn, campaign)
        found, following = await search_lines(
            conn, campaign, kind=kind, words=words, dice=dice, before=before, limit=_LINES
        )
    return look.page(
        "journal.html",
        campaign=campaign,
        name=name,
        lines=[happened(world, one) for one in found],
        called=names_in(world),
        event=event,
        most=_TOLD,
        more=following,
        kind=kind,
        words=words,
        dice=dice,
    )


async def look_ahead(look: Look) -> web.Response:
    """What is due within a game day, or a week."""
    campaign = look.request.match_info["campaign"]
    hours = DAY if look.request.query.get("hours") == str(DAY) else WEEK
    async with look.site.pool.acquire() as conn:
        await require_insight(conn, look.known, campaign)
        name = await campaign_name(conn, campaign)
        world = await look.site.readings.world(conn, campaign)
    return look.page(
        "coming.html",
        campaign=campaign,
        name=name,
        hours=hours,
        coming=coming(world, hours, _COMING, look.clock),
        called=names_in(world),
        event=event,
        most=_COMING,
    )
