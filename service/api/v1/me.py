"""The account itself: who it is, and by what it proves itself."""

from __future__ import annotations

import msgspec

from service.api.endpoint import Asked, Done, Endpoints
from service.api.problem import NotFound
from service.people.accounts import TOKEN_DAYS, make_token
from service.people.invitations import accept_invitation
from service.people.who import Account, Membership, Scope
from service.store.accounts import Credential, list_credentials, revoke_credential
from service.store.memberships import parts_of
from service.store.session import writing

endpoints = Endpoints("The account")


class Me(msgspec.Struct, frozen=True):
    """An account and its parts in campaigns."""

    account: Account
    parts: list[Membership]


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token to be made: what it is for, what it may do, and for how many days."""

    name: str
    scopes: list[Scope] = msgspec.field(default_factory=lambda: ["read", "play"])
    days: int = TOKEN_DAYS


class Token(msgspec.Struct, frozen=True):
    """A new token, which is shown once."""

    token: str


class Taking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to be taken, by its secret."""

    secret: str


@endpoints.get("/me", gives=Me)
async def me(asked: Asked) -> Me:
    """Who I am, and my parts in campaigns."""
    async with asked.pool.acquire() as conn:
        return Me(asked.known.account, await parts_of(conn, asked.known.account.id))


@endpoints.get("/me/credentials", gives=list[Credential], scope="account")
async def credentials(asked: Asked) -> list[Credential]:
    """What proves me: sessions and tokens, without their secrets."""
    async with asked.pool.acquire() as conn:
        return await list_credentials(conn, asked.known.account.id)


@endpoints.post("/me/tokens", takes=NewToken, gives=Token, scope="account")
async def add_token(asked: Asked) -> Token:
    """Make a token; it is shown in this answer and nowhere else."""
    wanted: NewToken = asked.body
    async with writing(asked.pool) as conn:
        secret = await make_token(
            conn, asked.known.account, wanted.name, wanted.scopes, wanted.days
        )
    return Token(secret)


@endpoints.delete("/me/credentials/{credential}", gives=Done, scope="account")
async def revoke(asked: Asked) -> Done:
    """End a session or token of mine."""
    async with writing(asked.pool) as conn:
        if not await revoke_credential(conn, asked.known.account.id, asked.path["credential"]):
            raise NotFound("You have no session or token of that id; nothing was changed.")
    return Done(done=True)


@endpoints.post("/me/invitations", takes=Taking, gives=Membership, scope="account")
async def take_up(asked: Asked) -> Membership:
    """Take an invitation."""
    async with writing(asked.pool) as conn:
        return await accept_invitation(conn, asked.known.account, asked.body.secret)
