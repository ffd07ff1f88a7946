"""Letters as correspondence: threads by person, drafts, and what a letter would take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from couriers.prospect import writes_letters
from service.api.endpoint import Asked, Done, Endpoints, Parameter
from service.papers.letters import (
    Draft,
    Prospects,
    Thread,
    correspondence,
    drafts_of,
    drop_draft,
    keep_draft,
    prospects,
    thread_with,
)
from service.people.parts import NotFound, require_own, require_voice, speaks_for
from service.store.session import writing

if TYPE_CHECKING:
    import asyncpg

    from world.state import World

endpoints = Endpoints("Letters")

_PERSON = "/campaigns/{campaign}/persons/{person}"


class Drafting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft to be kept; as an order ``letter`` it is sent."""

    to: str
    text: str
    towards: str = ""
    copies: int = 1
    means: Literal["messenger", "semaphore", "talk"] = "messenger"
    answers: str = ""


@endpoints.get(f"{_PERSON}/letters", gives=list[Thread])
async def letters(asked: Asked) -> list[Thread]:
    """A person's correspondence by whom it is with, the newest first."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        world, own = await _read(conn, asked)
        return await correspondence(conn, world, campaign, person, drafts=own)


@endpoints.get(f"{_PERSON}/letters/{{other}}", gives=Thread)
async def letters_with(asked: Asked) -> Thread:
    """What passed between two people, as one of them knows it."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        world, own = await _read(conn, asked)
        other = asked.path["other"]
        found = await thread_with(conn, world, campaign, person, other, drafts=own)
    if found is None:
        raise NotFound("You know nobody of that name and have no letters of theirs.")
    return found


@endpoints.get(
    f"{_PERSON}/letters/{{other}}/prospects",
    gives=Prospects,
    query=(
        Parameter("towards", "the place where a rider shall look first"),
        Parameter("copies", "riders with a copy each", "integer"),
        Parameter("text", "the words, of which a telegram's price is counted"),
    ),
)
async def letter_prospects(asked: Asked) -> Prospects:
    """What a letter would cost, take and risk, as its writer believes."""
    async with asked.pool.acquire() as conn:
        world, _ = await _read(conn, asked)
    return prospects(
        world,
        asked.path["person"],
        asked.path["other"],
        towards=asked.query.get("towards", ""),
        text=asked.query.get("text", ""),
        copies=asked.number("copies", 1, 1, 50),
    )


@endpoints.get(f"{_PERSON}/drafts", gives=list[Draft])
async def drafts(asked: Asked) -> list[Draft]:
    """The letters a person has begun and not sent."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        parts = await require_voice(conn, asked.known, campaign, person, to_speak=False)
        require_own(parts, person)
        return list((await drafts_of(conn, campaign, person)).values())


@endpoints.post(f"{_PERSON}/drafts", takes=Drafting, gives=Draft, scope="read")
async def add_draft(asked: Asked) -> Draft:
    """Keep a draft, in place of the one there was for the same person."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    draft = msgspec.convert(msgspec.structs.asdict(asked.body), Draft)
    async with writing(asked.pool) as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=True)
        await keep_draft(conn, campaign, person, draft)
    return draft


@endpoints.delete(f"{_PERSON}/drafts/{{other}}", gives=Done, scope="read")
async def throw_draft_away(asked: Asked) -> Done:
    """Throw a draft away."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with writing(asked.pool) as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=True)
        if not await drop_draft(conn, campaign, person, asked.path["other"]):
            raise NotFound("There is no draft for anybody of that name; nothing was changed.")
    return Done(done=True)


async def _read(conn: asyncpg.Connection, asked: Asked) -> tuple[World, bool]:
    """The world, if there are letters in it, and whether they are their reader's own."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    parts = await require_voice(conn, asked.known, campaign, person, to_speak=False)
    world = await asked.services.readings.world(conn, campaign)
    if not writes_letters(world):
        raise NotFound("Nobody writes letters in this game.")
    return world, speaks_for(parts, person)
