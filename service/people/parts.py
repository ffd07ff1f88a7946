"""What somebody may do in a campaign: look, speak for a commander, act as its referee.

Whoever has no part in a campaign is told that there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.intake.reading import NoSuchCampaign
from service.store.endings import ending_of
from service.store.memberships import parts_of
from world.errors import GalloperError
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    import asyncpg

    from service.people.who import Membership, Scope, Who


class NotAllowed(GalloperError):  # noqa: N818
    """The credential, or the role, does not go so far; nothing was changed."""


class NotFound(GalloperError):  # noqa: N818
    """There is nothing of that name, or nothing the asker may know of."""


async def parts_in(conn: asyncpg.Connection, who: Who, campaign_id: str) -> list[Membership]:
    """An account's parts in a campaign.

    Raises:
        NoSuchCampaign: it has none there, whether there is such a campaign or not.
    """
    parts = await parts_of(conn, who.account.id, campaign_id)
    if not parts:
        raise NoSuchCampaign(
            f"You have no part in a campaign {campaign_id[:80]!r}; nothing was changed."
        )
    return parts


def require_scope(who: Who, scope: Scope) -> None:
    """Refuse what a credential does not allow.

    Raises:
        NotAllowed: saying which scope is wanted.
    """
    if not who.may(scope):
        raise NotAllowed(
            f"This token does not have the scope {scope}; nothing was changed. Make one that has."
        )


async def require_referee(conn: asyncpg.Connection, who: Who, campaign_id: str) -> None:
    """Refuse who is no referee of a campaign.

    Raises:
        NoSuchCampaign: no part in it at all.
        NotAllowed: another part.
    """
    parts = await parts_in(conn, who, campaign_id)
    require_scope(who, "referee")
    if not is_referee(parts):
        raise NotAllowed("Only the campaign's referees may do that; nothing was changed.")


async def require_insight(conn: asyncpg.Connection, who: Who, campaign_id: str) -> None:
    """Refuse who may not read everything: referees do, and all with a part once books are open.

    Raises:
        NoSuchCampaign: no part in it at all.
        NotAllowed: another part.
    """
    parts = await parts_in(conn, who, campaign_id)
    if not is_referee(parts):
        if not await books_are_open(conn, campaign_id):
            raise NotAllowed("Only the campaign's referees may read that.")
        return
    require_scope(who, "referee")


async def books_are_open(conn: asyncpg.Connection, campaign_id: str) -> bool:
    """Whether a campaign has ended and its game master lets everybody read everything."""
    found = await ending_of(conn, campaign_id)
    return found is not None and found.opened


def is_referee(parts: list[Membership]) -> bool:
    """Whether one of these parts is a referee's."""
    return any(part.role in {"gm", "assistant"} for part in parts)


def leads(parts: list[Membership], person: str) -> bool:
    """Whether one of these parts is to lead that person."""
    return any(part.role == "player" and part.person == person for part in parts)


def may_read(parts: list[Membership], person: str) -> bool:
    """Whether somebody of these parts may read a person's papers: who leads him, and referees."""
    return leads(parts, person) or is_referee(parts)


async def require_voice(
    conn: asyncpg.Connection, who: Who, campaign_id: str, person: str, *, to_speak: bool
) -> list[Membership]:
    """Refuse who may not read a person's papers or, if *to_speak*, speak as that person.

    Returns all parts of whoever may.

    Referees may read everybody's papers, and speak as the referee.  Where a campaign's books are
    open, everybody with a part in it reads all papers.

    Raises:
        NoSuchCampaign: no part in it at all.
        NotAllowed: the person is not theirs, whether there is such a person or not.
    """
    parts = await parts_in(conn, who, campaign_id)
    if leads(parts, person):
        require_scope(who, "play" if to_speak else "read")
        return parts
    if is_referee(parts) and (person == REFEREE or not to_speak):
        require_scope(who, "referee" if to_speak else "read")
        return parts
    if not to_speak and await books_are_open(conn, campaign_id):
        require_scope(who, "read")
        return parts
    raise NotAllowed(f"{person[:80]!r} is not yours to lead here; nothing was changed.")


def speaks_for(parts: list[Membership], person: str) -> bool:
    """Whether these parts are the person's own: a referee only reads what others hold."""
    return leads(parts, person) or (person == REFEREE and is_referee(parts))


def require_own(parts: list[Membership], person: str) -> None:
    """Refuse what is nobody's but the person's: drafts, notes, markers.

    Raises:
        NotAllowed: the person is somebody else's to lead.
    """
    if not speaks_for(parts, person):
        raise NotAllowed(f"What {person[:80]!r} keeps on the desk is nobody else's to read.")
