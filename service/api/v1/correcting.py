"""What there is in a campaign, and the referees' corrections of it."""

from __future__ import annotations

from service.api.endpoint import LIMIT, LONGEST_PAGE, USUAL_PAGE, Asked, Endpoints, Parameter
from service.intake.correcting import Correction, Preview, correct_entity, preview
from service.intake.speak import Receipt
from service.people.parts import NotFound, require_insight, require_referee
from service.things import Listed, Thing, listed, thing
from world.errors import Refused

endpoints = Endpoints("Corrections")

_ENTITY = "/campaigns/{campaign}/entities/{entity}"
_QUERY = (
    Parameter("kind", "only of this kind"),
    Parameter("words", "only with this in the id or name"),
    Parameter("after", "only what comes after this id"),
    LIMIT,
)


@endpoints.get("/campaigns/{campaign}/entities", gives=list[Listed], scope="referee", query=_QUERY)
async def entities(asked: Asked) -> list[Listed]:
    """What there is in a campaign, by id."""
    limit = asked.number("limit", USUAL_PAGE, 1, LONGEST_PAGE)
    async with asked.pool.acquire() as conn:
        await require_insight(conn, asked.known, asked.path["campaign"])
        world = await asked.services.readings.world(conn, asked.path["campaign"])
    kind, words, after = map(asked.text, ("kind", "words", "after"))
    return listed(world, kind, words, after, limit)


@endpoints.get(_ENTITY, gives=Thing, scope="referee")
async def entity(asked: Asked) -> Thing:
    """An entity with all its fields."""
    async with asked.pool.acquire() as conn:
        await require_insight(conn, asked.known, asked.path["campaign"])
        world = await asked.services.readings.world(conn, asked.path["campaign"])
    try:
        return thing(world, asked.path["entity"])
    except Refused as refusal:
        raise NotFound(refusal.text) from None


@endpoints.post(f"{_ENTITY}/preview", takes=Correction, gives=Preview, scope="referee")
async def preview_correction(asked: Asked) -> Preview:
    """What a correction would change: before and after; nothing is kept."""
    campaign = asked.path["campaign"]
    async with asked.pool.acquire() as conn:
        await require_referee(conn, asked.known, campaign)
        return await preview(
            conn, asked.services.readings, campaign, asked.path["entity"], asked.body
        )


@endpoints.post(_ENTITY, takes=Correction, gives=Receipt, scope="referee", keyed=True)
async def correct(asked: Asked) -> Receipt:
    """Correct an entity, with a reason that stands in the journal."""
    async with asked.pool.acquire() as conn:
        await require_referee(conn, asked.known, asked.path["campaign"])
    return await correct_entity(
        asked.pool,
        asked.services.readings,
        asked.path["campaign"],
        asked.path["entity"],
        asked.body,
        asked.known.account,
        asked.key,
    )
