"""Invitations: a secret that gives whoever takes it a part in a campaign, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.intake.speak import require_person
from service.people.secret import digest, new_id, new_secret
from service.people.who import ROLES, Role
from service.store.memberships import invite, note, parts_of, take_invitation
from world.errors import BadInput, GalloperError
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from service.people.who import Account, Membership

INVITATION_DAYS = 14
LONGEST_INVITATION_DAYS = 90


class Invited(msgspec.Struct, frozen=True):
    """A new invitation: its id for lists, and its secret, which is shown here and nowhere else."""

    id: str
    secret: str


class NoInvitation(GalloperError):  # noqa: N818
    """There is nothing to take under that secret (any more)."""


async def make_invitation(
    conn: asyncpg.Connection,
    readings: Readings,
    campaign_id: str,
    role: str,
    person: str = "",
    *,
    by: str = "",
    days: int = INVITATION_DAYS,
) -> Invited:
    """Invite somebody to a part; *by* is the account that does, empty for the operator's shell.

    Raises:
        BadInput: the role is none, or a player's commander is missing or unknown.
        NoSuchCampaign: there is no such campaign.
    """
    world = await readings.recent(conn, campaign_id)
    wanted = as_role(role)
    if (wanted == "player") != bool(person):
        raise BadInput(
            "A player is invited to lead somebody, and nobody else is: give the commander's id for"
            " the role player, and none for the others. Nothing was kept."
        )
    if person:
        require_person(world, person)
        if person == REFEREE:
            raise BadInput("The referee's part is the role gm. Nothing was kept.")
    if not 1 <= days <= LONGEST_INVITATION_DAYS:
        raise BadInput(
            f"An invitation is good for 1 to {LONGEST_INVITATION_DAYS} days, not {days}. Nothing"
            " was kept."
        )
    secret, invitation_id = new_secret(), new_id()
    async with conn.transaction():
        await invite(conn, campaign_id, digest(secret), invitation_id, wanted, person, by, days)
        await note(conn, campaign_id, by, "invited", f"{role} {person}".strip())
    return Invited(invitation_id, secret)


def as_role(role: str) -> Role:
    """The role of that name.

    Raises:
        BadInput: there is none.
    """
    for known in ROLES:
        if known == role:
            return known
    raise BadInput(
        f"There is no role {role[:40]!r}; choose among {', '.join(ROLES)}. Nothing was kept."
    )


async def accept_invitation(conn: asyncpg.Connection, account: Account, secret: str) -> Membership:
    """Take the part an invitation is for.

    Raises:
        BadInput: nobody both plays in a campaign and looks on: he would see what others know.
        NoInvitation: it was taken, withdrawn, has expired or never was; which, is not told.
    """
    async with conn.transaction():
        part = await take_invitation(conn, digest(secret), account.id)
        if part is not None:
            roles = {one.role for one in await parts_of(conn, account.id, part.campaign_id)}
            if roles >= {"player", "spectator"}:
                raise BadInput(
                    "Nobody both plays in a campaign and looks on; nothing was changed. Give up the"
                    " one before you take the other."
                )
    if part is None:
        raise NoInvitation(
            "This invitation cannot be taken: it has been used or withdrawn, or its time is over."
            " Nothing was changed; ask for a new one."
        )
    return part
