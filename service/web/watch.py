"""What a spectator sees: what everybody was told, a while ago."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.notify.wording import word
from service.people.looking_on import require_followed, view
from service.store.campaigns import campaign_name
from service.store.papers import notices_until

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Look

_PAGE = 60


async def persons(look: Look) -> web.Response:
    """Whom a spectator may follow."""
    return await _page(look, "")


async def person(look: Look) -> web.Response:
    """What somebody was told, the newest first."""
    return await _page(look, look.request.match_info["person"])


async def _page(look: Look, person: str) -> web.Response:
    campaign = look.request.match_info["campaign"]
    text = look.request.query.get("before", "")
    before = int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 2**53
    async with look.site.pool.acquire() as conn:
        seen = await view(conn, look.site.readings, look.known, campaign)
        world, until = seen.world, seen.until
        name = await campaign_name(conn, campaign)
        if person:
            require_followed(seen, person)
        found = await notices_until(conn, campaign, person, until, before, _PAGE) if person else []
    answers = world.pack.answers
    reader = look.reader(real=False)
    persons = [(one, answers.title(world, one)) for one in seen.persons]
    return look.page(
        "watch.html",
        campaign=campaign,
        name=name,
        until=world.calendar.format(until, "datetime"),
        persons=persons,
        offices=[one for one in persons if ":" in one[0]],
        person=person,
        title=answers.title(world, person) if person else "",
        told=[(one.n, word(world, one.body, one.at, reader)) for one in found],
        more=found[-1].n if len(found) == _PAGE else None,
    )
