"""Looking on: what spectators see, later than those who play."""

from __future__ import annotations

import msgspec

from service.api.endpoint import LIMIT, LONGEST_PAGE, USUAL_PAGE, Asked, Done, Endpoints, Parameter
from service.api.v1.papers import Told, told_of
from service.people.handing import set_delay
from service.people.looking_on import require_followed, view
from service.people.reading import who_reads
from service.store.papers import notices_until
from service.store.session import writing

endpoints = Endpoints("Spectators")

_BEFORE = Parameter("before", "only what comes before this number", "integer")


class Delay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By how many game hours spectators see later."""

    hours: int


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom spectators may follow."""

    person: str
    title: str


@endpoints.get("/campaigns/{campaign}/watch", gives=list[Watched])
async def watched(asked: Asked) -> list[Watched]:
    """Whom a spectator may follow: who was told anything by the date up to which they see."""
    async with asked.pool.acquire() as conn:
        seen = await view(conn, asked.services.readings, asked.known, asked.path["campaign"])
    answers = seen.world.pack.answers
    return [Watched(person=one, title=answers.title(seen.world, one)) for one in seen.persons]


@endpoints.get("/campaigns/{campaign}/watch/{person}", gives=list[Told], query=(_BEFORE, LIMIT))
async def watch(asked: Asked) -> list[Told]:
    """What a person was told, up to a while ago; the newest first."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    before = asked.number("before", 2**53, 1, 2**53)
    limit = asked.number("limit", USUAL_PAGE, 1, LONGEST_PAGE)
    async with asked.pool.acquire() as conn:
        seen = await view(conn, asked.services.readings, asked.known, campaign)
        require_followed(seen, person)
        found = await notices_until(conn, campaign, person, seen.until, before, limit)
    reader = who_reads(asked.known.account, real=False)
    return [told_of(seen.world, one, reader) for one in found]


@endpoints.post("/campaigns/{campaign}/watch", takes=Delay, gives=Done, scope="referee")
async def delay_spectators(asked: Asked) -> Done:
    """Let spectators see everything so many game hours late."""
    async with writing(asked.pool) as conn:
        await set_delay(conn, asked.known, asked.path["campaign"], asked.body.hours)
    return Done(done=True)
