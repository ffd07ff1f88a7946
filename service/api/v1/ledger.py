"""What is coming in a campaign, and its journal, for its referees."""

from __future__ import annotations

import msgspec

from service.api.endpoint import LIMIT, LONGEST_PAGE, USUAL_PAGE, Asked, Endpoints, Parameter
from service.ledger import WEEK, Coming, Happened, coming, happened
from service.people.parts import require_insight
from service.store.journal import search_lines

endpoints = Endpoints("What is coming and what has happened")

_SEARCH = (
    Parameter("kind", "only events of this kind"),
    Parameter("words", "only lines with this text in them: a person, a place, a reason of dice"),
    Parameter("dice", "1: only where dice were thrown", "integer"),
    Parameter("before", "only what comes before this number", "integer"),
    LIMIT,
)


class Journal(msgspec.Struct, frozen=True):
    """Some lines, the newest first; ``next`` is the number to go on before, if there are more."""

    lines: list[Happened]
    next: int | None


@endpoints.get(
    "/campaigns/{campaign}/coming",
    gives=list[Coming],
    scope="referee",
    query=(Parameter("hours", f"game hours to look ahead (1 to {WEEK})", "integer"), LIMIT),
)
async def look_ahead(asked: Asked) -> list[Coming]:
    """What is due, the first first."""
    hours = asked.number("hours", WEEK, 1, WEEK)
    limit = asked.number("limit", USUAL_PAGE, 1, LONGEST_PAGE)
    async with asked.pool.acquire() as conn:
        await require_insight(conn, asked.known, asked.path["campaign"])
        world = await asked.services.readings.world(conn, asked.path["campaign"])
    return coming(world, hours, limit)


@endpoints.get("/campaigns/{campaign}/journal", gives=Journal, scope="referee", query=_SEARCH)
async def journal(asked: Asked) -> Journal:
    """What has happened, with its dice, the newest first; it may be searched."""
    campaign = asked.path["campaign"]
    before = asked.number("before", 2**53, 1, 2**53)
    limit = asked.number("limit", USUAL_PAGE, 1, LONGEST_PAGE)
    dice = bool(asked.number("dice", 0, 0, 1))
    async with asked.pool.acquire() as conn:
        await require_insight(conn, asked.known, campaign)
        world = await asked.services.readings.recent(conn, campaign)
        found, following = await search_lines(
            conn,
            campaign,
            kind=asked.text("kind"),
            words=asked.text("words"),
            dice=dice,
            before=before,
            limit=limit,
        )
    return Journal([happened(world, one) for one in found], following)
