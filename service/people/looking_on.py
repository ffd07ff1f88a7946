"""Whom spectators may follow: who was told anything by the instant up to which they see."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.people.handing import seen_until
from service.people.parts import NotFound, parts_in
from service.store.papers import told_until

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from service.people.who import Who
    from world.state import World


class View(NamedTuple):
    """What a spectator looks at: the world it is read in, until when (game ms), and whom."""

    world: World
    until: int
    persons: list[str]


async def view(conn: asyncpg.Connection, readings: Readings, who: Who, campaign_id: str) -> View:
    """What somebody who looks on may see.

    Who has come since is not there yet, and who has gone since is there still: the list comes from
    what was told by then, not from the world of now.

    Raises:
        NoSuchCampaign: no part in it at all, whether there is such a campaign or not.
        NotAllowed: neither spectator nor referee.
    """
    # First: a world is read for nobody who has no part in it.
    await parts_in(conn, who, campaign_id)
    world = await readings.world(conn, campaign_id)
    until = await seen_until(conn, who, world, campaign_id)
    return View(world, until, await told_until(conn, campaign_id, until))


def require_followed(seen: View, person: str) -> None:
    """Refuse to follow whom nothing was told by then, whoever that may be.

    Raises:
        NotFound: saying so.
    """
    if person not in seen.persons:
        raise NotFound(
            "Nobody of that name had been told anything by the date you see. Follow somebody of the"
            " list."
        )
