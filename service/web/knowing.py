"""Who knows what: the referee's look at what everybody believes, beside what is so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.knowing import believed_by, believed_of, subjects
from service.papers.wording import long_ago
from service.people.parts import require_insight
from service.store.campaigns import campaign_name
from service.store.papers import who_learnt
from service.web.wording import told

if TYPE_CHECKING:
    from aiohttp import web

    from service.knowing import Belief
    from service.web.frame import Look

_BELIEFS, _LINES, _MINUTE_MS = 300, 60, 60_000


async def knows(look: Look) -> web.Response:
    """Who knows of a thing, or what a person believes of everything."""
    campaign, query = look.request.match_info["campaign"], look.request.query
    about, person = (query.get(one, "")[:200].replace("\0", "") for one in ("about", "person"))
    about = about.strip()
    async with look.site.pool.acquire() as conn:
        await require_insight(conn, look.known, campaign)
        name = await campaign_name(conn, campaign)
        world = await look.site.readings.world(conn, campaign)
        lines = await who_learnt(conn, campaign, about, _LINES) if about and not person else []
    answers = world.pack.answers
    known = subjects(world)
    if person:
        beliefs = believed_by(world, person, _BELIEFS)
    else:
        # A name stands for the thing that has it.
        wanted = next((id for id, called in known if called.casefold() == about.casefold()), about)
        beliefs = believed_of(world, wanted, _BELIEFS)
    learnt: list[dict[str, Any]] = []
    for who, line in lines:
        parts = told(world, world.pack.record_decoder.decode(line.body))
        learnt.append(
            {
                "who": answers.title(world, who),
                "kind": line.kind,
                "date": world.calendar.format(line.at, "datetime"),
                "text": parts.pop("text", "") or parts.pop("words", ""),
            }
        )
    return look.page(
        "knows.html",
        campaign=campaign,
        name=name,
        date=world.calendar.format(world.now, "datetime"),
        about=about,
        person=person,
        title=answers.title(world, person) if person else "",
        persons=[(one, answers.title(world, one)) for one in answers.persons(world)],
        subjects=known,
        beliefs=[(one, _age(one)) for one in beliefs],
        learnt=learnt,
    )


def _age(one: Belief) -> str:
    return long_ago(one.minutes * _MINUTE_MS)
