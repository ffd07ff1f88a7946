"""A campaign's end: its epilogue, its books, and the files that are kept of it."""

from __future__ import annotations

import msgspec

from service.api.endpoint import Asked, Endpoints, Stream
from service.papers.archive import of_campaign, of_person
from service.people.ending import Ended, amend, end, ending
from service.people.own import take_a_copy
from service.people.parts import NotFound, require_insight, require_voice
from service.store.session import writing

endpoints = Endpoints("The end")


class Epilogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What became of it all, and whether everybody with a part may read everything from now on."""

    epilogue: str = ""
    open_books: bool = False


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same for a campaign that runs; ``sure`` is its id, so that none is ended by a slip."""

    sure: str
    epilogue: str = ""
    open_books: bool = False


@endpoints.get("/campaigns/{campaign}/ending", gives=Ended)
async def campaign_ending(asked: Asked) -> Ended:
    """How a campaign ended."""
    async with asked.pool.acquire() as conn:
        found = await ending(conn, asked.services.readings, asked.known, asked.path["campaign"])
    if found is None:
        raise NotFound("This campaign has not ended.")
    return found


@endpoints.post("/campaigns/{campaign}/ending", takes=End, gives=Ended, scope="referee")
async def end_campaign(asked: Asked) -> Ended:
    """End a campaign for good; its dice are published, and it can only be read from then on."""
    async with writing(asked.pool) as conn:
        await end(
            conn,
            asked.known,
            asked.path["campaign"],
            asked.body.epilogue,
            sure=asked.body.sure,
            opened=asked.body.open_books,
        )
    return await campaign_ending(asked)


@endpoints.post("/campaigns/{campaign}/epilogue", takes=Epilogue, gives=Ended, scope="referee")
async def write_epilogue(asked: Asked) -> Ended:
    """Write an ended campaign's epilogue anew, or open its books; they are not closed again."""
    async with writing(asked.pool) as conn:
        await amend(
            conn,
            asked.known,
            asked.path["campaign"],
            asked.body.epilogue,
            opened=asked.body.open_books,
        )
    return await campaign_ending(asked)


@endpoints.file("/campaigns/{campaign}/archive", media="application/zip")
async def campaign_archive(asked: Asked) -> Stream:
    """All of a campaign as a file: for referees, and for all who had a part once its books open."""
    campaign = asked.path["campaign"]
    async with asked.pool.acquire() as conn:
        await require_insight(conn, asked.known, campaign)
    take_a_copy(asked.services.pace, asked.known, whole=True)
    return Stream(of_campaign(asked.pool, asked.services.readings, campaign))


@endpoints.file("/campaigns/{campaign}/persons/{person}/archive", media="application/zip")
async def person_archive(asked: Asked) -> Stream:
    """A person's own record as a file: the page, and what was told, learnt and said."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=False)
    take_a_copy(asked.services.pace, asked.known)
    return Stream(of_person(asked.pool, asked.services.readings, campaign, person))
