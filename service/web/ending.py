"""The end of a campaign: what became of it, who was who, and files to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.api.answering import go_on
from service.api.endpoint import Stream
from service.api.problem import words_of
from service.papers.archive import of_campaign, of_person
from service.people.ending import LONGEST_EPILOGUE, amend, end, ending
from service.people.own import take_a_copy
from service.people.parts import NotFound, is_referee, parts_in, require_insight, require_voice
from service.store.campaigns import campaign_name
from service.store.session import writing
from world.answers import over
from world.errors import BadInput, Refused

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from aiohttp import web

    from service.web.frame import Look

ZIP = "application/zip"


async def show(look: Look, *, wrong: str = "", draft: str = "") -> web.Response:
    """How it ended; and, while it runs, the form by which its game master ends it."""
    campaign = look.request.match_info["campaign"]
    async with look.site.pool.acquire() as conn:
        parts = await parts_in(conn, look.known, campaign)
        name = await campaign_name(conn, campaign)
        found = await ending(conn, look.site.readings, look.known, campaign)
        world = await look.site.readings.recent(conn, campaign)
    leads = any(part.role == "gm" for part in parts)
    if found is None and not leads:
        raise NotFound("This campaign has not ended.")
    answers = world.pack.answers
    persons = [(one, answers.title(world, one)) for one in answers.persons(world)]
    reads_all = found is not None and (found.opened or is_referee(parts))
    return look.page(
        "ending.html",
        status=422 if wrong else 200,
        campaign=campaign,
        name=name,
        date=world.calendar.format(world.now, "datetime"),
        end=found,
        over="" if found else over(world),
        leads=leads,
        mine=[(part.person, answers.title(world, part.person)) for part in parts if part.person],
        referee=is_referee(parts),
        reads_all=reads_all,
        everybody=[one for one in persons if ":" not in one[0]],
        offices=[one for one in persons if ":" in one[0]],
        has_map=world.pack.draw is not None,
        longest=LONGEST_EPILOGUE,
        draft=draft if wrong else (found.epilogue if found else ""),
        wrong=wrong,
    )


async def change(look: Look) -> web.Response:
    """End it; or write the epilogue anew and open the books."""
    campaign, form = look.request.match_info["campaign"], await look.form()
    epilogue, opened = form.get("epilogue", ""), bool(form.get("open_books"))
    try:
        async with writing(look.site.pool) as conn:
            if form.get("do") == "end":
                sure = form.get("sure", "")
                await end(conn, look.known, campaign, epilogue, sure=sure, opened=opened)
                said = "The campaign has ended."
            else:
                await amend(conn, look.known, campaign, epilogue, opened=opened)
                said = "It is written."
    except (BadInput, Refused) as error:
        return await show(look, wrong=words_of(error), draft=epilogue)
    return look.go(f"/c/{campaign}/ending", said=said)


async def whole_file(look: Look) -> web.StreamResponse:
    """All of it as a file."""
    campaign = look.request.match_info["campaign"]
    async with look.site.pool.acquire() as conn:
        await require_insight(conn, look.known, campaign)
    take_a_copy(look.site.pace, look.known, whole=True)
    pieces = of_campaign(look.site.pool, look.site.readings, campaign)
    return await _sent(look, f"{campaign}.zip", pieces)


async def person_file(look: Look) -> web.StreamResponse:
    """A person's own record as a file."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    async with look.site.pool.acquire() as conn:
        await require_voice(conn, look.known, campaign, person, to_speak=False)
    take_a_copy(look.site.pace, look.known)
    pieces = of_person(look.site.pool, look.site.readings, campaign, person)
    return await _sent(look, "record.zip", pieces)


async def _sent(look: Look, name: str, pieces: AsyncGenerator[bytes]) -> web.StreamResponse:
    first = await anext(pieces)
    return await go_on(look.request, first, Stream(pieces), ZIP, name)
