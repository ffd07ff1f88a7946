"""Parts that change hands: a commander handed over, a member taken out, what spectators see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.intake.speak import require_person
from service.notify.closing import closing_of
from service.people.invitations import Invited, make_invitation
from service.people.parts import NotAllowed, parts_in, require_referee
from service.store.memberships import (
    close_channels,
    end_part,
    members,
    note,
    remove_member,
    set_spectators_behind,
    spectators_behind,
    withdraw_invitations_by,
    withdraw_invitations_to,
)
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from service.people.who import Membership, Who
    from world.state import World

_HOUR_MS = 3_600_000
#: Game hours by which spectators may see later, at most: ten years.
LATEST = 87_600


async def require_gm(conn: asyncpg.Connection, who: Who, campaign_id: str) -> None:
    """Refuse who is no game master: an assistant referees, but chooses no referees.

    Raises:
        NoSuchCampaign: no part in it at all.
        NotAllowed: another part.
    """
    await require_referee(conn, who, campaign_id)
    if not any(part.role == "gm" for part in await parts_in(conn, who, campaign_id)):
        raise NotAllowed("Only a game master may do that; nothing was changed.")


async def hand_over(
    conn: asyncpg.Connection, readings: Readings, who: Who, campaign_id: str, person: str
) -> Invited:
    """Take a commander from whoever leads him, and invite the next; where he was told is closed.

    Invitations to him that nobody has taken are withdrawn: whoever has one is not the next.
    The next sees everything that the commander knows, and all that was said in his name.

    Raises:
        NotAllowed: not a referee.
        BadInput: nobody is called that.
    """
    await require_referee(conn, who, campaign_id)
    # Before the transaction: a world is read in one of its own.
    require_person(await readings.recent(conn, campaign_id), person)
    async with conn.transaction():
        await withdraw_invitations_to(conn, campaign_id, person)
        invited = await make_invitation(
            conn, readings, campaign_id, "player", person, by=who.account.id
        )
        for part in await members(conn, campaign_id):
            if part.role == "player" and part.person == person:
                await remove_member(conn, part)
        await close_channels(conn, campaign_id, person)
        await note(conn, campaign_id, who.account.id, "handed over", person)
    return invited


async def take_out(conn: asyncpg.Connection, who: Who, part: Membership) -> bool:
    """Take somebody's part away; False if he did not have it.

    He is told nothing more: where the commander was told is closed, unless others still lead him.
    Nor does he come back by himself: invitations to the commander, and those that a referee made,
    are withdrawn where nobody has taken them.

    Raises:
        NotAllowed: not a referee; or a referee's part, and not a game master.
        BadInput: the campaign would have no game master.
    """
    refereeing = part.role in {"gm", "assistant"}
    await (require_gm if refereeing else require_referee)(conn, who, part.campaign_id)
    async with conn.transaction():
        gms = [one for one in await members(conn, part.campaign_id) if one.role == "gm"]
        if gms == [part]:
            raise BadInput("That is the only game master; nothing was changed. Invite another.")
        async with closing_of(conn, part.account_id):
            done = await end_part(conn, part)
        if done and refereeing:
            await withdraw_invitations_by(conn, part.campaign_id, part.account_id)
        elif done and part.person:
            await withdraw_invitations_to(conn, part.campaign_id, part.person)
        if done:
            about = f"{part.role} {part.person}".strip() + f" of account {part.account_id}"
            await note(conn, part.campaign_id, who.account.id, "taken out", about)
    return done


async def set_delay(conn: asyncpg.Connection, who: Who, campaign_id: str, hours: int) -> None:
    """Let spectators see everything so many game hours late.

    Raises:
        NotAllowed: not a referee.
        BadInput: less than none, or more than ten years.
    """
    await require_referee(conn, who, campaign_id)
    if not 0 <= hours <= LATEST:
        raise BadInput(f"Give 0 to {LATEST} game hours, not {hours}. Nothing was changed.")
    async with conn.transaction():
        await set_spectators_behind(conn, campaign_id, hours)
        await note(conn, campaign_id, who.account.id, "spectators behind", f"{hours} h")


async def seen_until(conn: asyncpg.Connection, who: Who, world: World, campaign_id: str) -> int:
    """The game instant (ms) up to which a spectator sees; a referee sees everything.

    Raises:
        NoSuchCampaign: no part in it at all.
        NotAllowed: neither spectator nor referee.
    """
    roles = {part.role for part in await parts_in(conn, who, campaign_id)}
    if roles & {"gm", "assistant"}:
        return world.now
    if "spectator" not in roles:
        raise NotAllowed("Only spectators look on from there; your own desk tells you yours.")
    return world.now - await spectators_behind(conn, campaign_id) * _HOUR_MS
