"""The almanac's page: calendar, weather, news heard, and one's own notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.api.problem import words_of
from service.papers.almanac import almanac_of
from service.papers.markers import keep_notes, notes_of
from service.people.parts import require_voice, speaks_for
from service.store.campaigns import campaign_name
from service.store.session import writing
from service.web.papers import papers_of
from world.errors import BadInput

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Look


async def almanac(look: Look, *, wrong: str = "", notes: str | None = None) -> web.Response:
    """The almanac as it lies open."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    async with look.site.pool.acquire() as conn:
        parts = await require_voice(conn, look.known, campaign, person, to_speak=False)
        own = speaks_for(parts, person)
        name = await campaign_name(conn, campaign)
        world = await look.site.readings.world(conn, campaign)
        page = await almanac_of(conn, world, campaign, person)
        kept = await notes_of(conn, campaign, person) if own else ""
    return look.page(
        "almanac.html",
        status=422 if wrong else 200,
        campaign=campaign,
        person=person,
        name=name,
        title=world.pack.answers.title(world, person),
        papers=papers_of(world),
        almanac=page,
        notes=kept if notes is None else notes,
        own=own,
        wrong=wrong,
    )


async def note(look: Look) -> web.Response:
    """Keep the notes."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    text = (await look.form()).get("notes", "")
    try:
        async with writing(look.site.pool) as conn:
            await require_voice(conn, look.known, campaign, person, to_speak=True)
            await keep_notes(conn, campaign, person, text)
    except BadInput as error:
        return await almanac(look, wrong=words_of(error), notes=text)
    return look.go(f"/c/{campaign}/{person}/almanac", said="Your notes are kept.")
