"""Who knows what: what people believe of a thing, and who has learnt of it; for referees."""

from __future__ import annotations

from typing import Any

import msgspec

from service.api.endpoint import LIMIT, LONGEST_PAGE, USUAL_PAGE, Asked, Endpoints, Parameter
from service.knowing import Belief, believed_by, believed_of
from service.people.parts import require_insight
from service.store.papers import who_learnt

endpoints = Endpoints("Who knows what")


class Learnt(msgspec.Struct, frozen=True, kw_only=True):
    """A line of somebody's record: a letter, a report, news."""

    person: str
    n: int
    kind: str
    date: str
    parts: dict[str, Any]


class Knowledge(msgspec.Struct, frozen=True, kw_only=True):
    """Who has a picture of a thing, and whose record speaks of it."""

    beliefs: list[Belief]
    learnt: list[Learnt]


@endpoints.get(
    "/campaigns/{campaign}/knowledge",
    gives=Knowledge,
    scope="referee",
    query=(
        Parameter("about", "the id of a thing, a letter or a person, or words of a record"),
        LIMIT,
    ),
)
async def who_knows(asked: Asked) -> Knowledge:
    """Who knows of something: since when, from whom, and what of it is not so."""
    campaign, about = asked.path["campaign"], asked.text("about").strip()
    limit = asked.number("limit", USUAL_PAGE, 1, LONGEST_PAGE)
    async with asked.pool.acquire() as conn:
        await require_insight(conn, asked.known, campaign)
        world = await asked.services.readings.world(conn, campaign)
        lines = await who_learnt(conn, campaign, about, limit) if about else []
    return Knowledge(
        beliefs=believed_of(world, about, limit),
        learnt=[
            Learnt(
                person=person,
                n=line.n,
                kind=line.kind,
                date=world.calendar.format(line.at, "datetime"),
                parts=msgspec.json.decode(line.body),
            )
            for person, line in lines
        ],
    )


@endpoints.get(
    "/campaigns/{campaign}/persons/{person}/knowledge",
    gives=list[Belief],
    scope="referee",
    query=(LIMIT,),
)
async def picture_and_truth(asked: Asked) -> list[Belief]:
    """A person's picture beside the truth."""
    campaign = asked.path["campaign"]
    limit = asked.number("limit", USUAL_PAGE, 1, LONGEST_PAGE)
    async with asked.pool.acquire() as conn:
        await require_insight(conn, asked.known, campaign)
        world = await asked.services.readings.world(conn, campaign)
    return believed_by(world, asked.path["person"], limit)
