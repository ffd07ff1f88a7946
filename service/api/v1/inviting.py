"""Who plays: a campaign's members and invitations, for its referees."""

from __future__ import annotations

import msgspec

from service.api.endpoint import Asked, Done, Endpoints
from service.intake.speak import clean
from service.people.handing import hand_over, require_gm, take_out
from service.people.invitations import INVITATION_DAYS, Invited, make_invitation
from service.people.parts import NotFound, require_referee
from service.people.who import Membership, Role
from service.store.memberships import Invitation, invitations, members, withdraw_invitation
from service.store.session import writing

endpoints = Endpoints("Members and invitations")


class Inviting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to be made: to which role, and for a player to lead whom."""

    role: Role
    person: str = ""
    days: int = INVITATION_DAYS


class Handing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more needs to be said."""


class Out(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part to be taken away."""

    account_id: str
    role: Role
    person: str = ""


@endpoints.get("/campaigns/{campaign}/members", gives=list[Membership], scope="referee")
async def list_members(asked: Asked) -> list[Membership]:
    """Who has which part in a campaign."""
    async with asked.pool.acquire() as conn:
        await require_referee(conn, asked.known, asked.path["campaign"])
        return await members(conn, asked.path["campaign"])


@endpoints.get("/campaigns/{campaign}/invitations", gives=list[Invitation], scope="referee")
async def list_invitations(asked: Asked) -> list[Invitation]:
    """A campaign's invitations, without their secrets."""
    async with asked.pool.acquire() as conn:
        await require_referee(conn, asked.known, asked.path["campaign"])
        return await invitations(conn, asked.path["campaign"])


@endpoints.post("/campaigns/{campaign}/invitations", takes=Inviting, gives=Invited, scope="referee")
async def add_invitation(asked: Asked) -> Invited:
    """Invite somebody; the secret is shown in this answer and nowhere else."""
    wanted: Inviting = asked.body
    async with writing(asked.pool) as conn:
        refereeing = wanted.role in {"gm", "assistant"}
        require = require_gm if refereeing else require_referee
        await require(conn, asked.known, asked.path["campaign"])
        return await make_invitation(
            conn,
            asked.services.readings,
            asked.path["campaign"],
            wanted.role,
            wanted.person,
            by=asked.known.account.id,
            days=wanted.days,
        )


@endpoints.delete("/campaigns/{campaign}/invitations/{invitation}", gives=Done, scope="referee")
async def withdraw(asked: Asked) -> Done:
    """Withdraw an invitation that nobody has taken."""
    async with writing(asked.pool) as conn:
        await require_referee(conn, asked.known, asked.path["campaign"])
        if not await withdraw_invitation(conn, asked.path["campaign"], asked.path["invitation"]):
            raise NotFound("There is no such open invitation; nothing was changed.")
    return Done(done=True)


@endpoints.post("/campaigns/{campaign}/members/removal", takes=Out, gives=Done, scope="referee")
async def remove(asked: Asked) -> Done:
    """Take somebody's part away."""
    out: Out = asked.body
    part = Membership(
        campaign_id=asked.path["campaign"],
        account_id=clean(out.account_id),
        role=out.role,
        person=clean(out.person),
    )
    async with writing(asked.pool) as conn:
        if not await take_out(conn, asked.known, part):
            raise NotFound("Nobody has that part; nothing was changed.")
    return Done(done=True)


@endpoints.post(
    "/campaigns/{campaign}/persons/{person}/handover", takes=Handing, gives=Invited, scope="referee"
)
async def handover(asked: Asked) -> Invited:
    """Take a commander from whoever leads him, and invite the next."""
    async with writing(asked.pool) as conn:
        return await hand_over(
            conn,
            asked.services.readings,
            asked.known,
            asked.path["campaign"],
            asked.path["person"],
        )
