"""The account itself: who it is, and by what it proves itself."""

from __future__ import annotations

from typing import Any

import msgspec

from service.api.endpoint import Asked, Done, Endpoints
from service.language.catalogue import known_language
from service.people.accounts import TOKEN_DAYS, known_zone, make_token, named
from service.people.invitations import accept_invitation
from service.people.mailboxes import HeldBack, held_back, release_own
from service.people.own import ask_for_mail, change_password, erase, export, take_mail
from service.people.parts import NotFound
from service.people.who import Account, Membership, Scope
from service.store.accounts import Credential, change_account, list_credentials, revoke_credential
from service.store.memberships import parts_of
from service.store.session import writing
from service.web.post import mail_address

endpoints = Endpoints("The account")


class Me(msgspec.Struct, frozen=True):
    """An account and its parts in campaigns; ``held_back`` if no mail goes to its address."""

    account: Account
    parts: list[Membership]
    held_back: HeldBack | None = None


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token to be made: what it is for, what it may do, and for how many days."""

    name: str
    scopes: list[Scope] = msgspec.field(default_factory=lambda: ["read", "play"])
    days: int = TOKEN_DAYS


class Releasing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more needs to be said."""


class Token(msgspec.Struct, frozen=True):
    """A new token, which is shown once."""

    token: str


class Taking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to be taken, by its secret."""

    secret: str


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What others read, the IANA zone in which instants are shown, and the language of notices.

    ``language`` is de, en or fr, "" for that of the campaign; without it, it stays as it is.
    """

    name: str
    zone: str = "UTC"
    language: str | None = None


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A password, and the one before it.

    Where there is none before, only a session of the last twenty minutes sets one.
    """

    new: str
    old: str = ""


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address, and the password; without one it takes a session of the last twenty minutes."""

    email: str
    password: str = ""


class Changed(msgspec.Struct, frozen=True):
    """Whether it is changed; if not, a link was mailed to the new address, by which it will be."""

    done: bool


@endpoints.get("/me", gives=Me)
async def me(asked: Asked) -> Me:
    """Who I am, and my parts in campaigns."""
    async with asked.pool.acquire() as conn:
        parts = await parts_of(conn, asked.known.account.id)
        return Me(asked.known.account, parts, await held_back(conn, asked.known))


@endpoints.get("/me/credentials", gives=list[Credential], scope="account")
async def credentials(asked: Asked) -> list[Credential]:
    """What proves me: sessions and tokens, without their secrets."""
    async with asked.pool.acquire() as conn:
        return await list_credentials(conn, asked.known.account.id)


@endpoints.post("/me/tokens", takes=NewToken, gives=Token, scope="account")
async def add_token(asked: Asked) -> Token:
    """Make a token that may do no more than what asks for it; it is shown here and never again."""
    wanted: NewToken = asked.body
    async with writing(asked.pool) as conn:
        secret = await make_token(
            conn, asked.known.account, wanted.name, wanted.scopes, wanted.days, by=asked.known
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


@endpoints.post("/me/profile", takes=Profile, gives=Done, scope="account")
async def profile(asked: Asked) -> Done:
    """Change what one is called, the zone in which instants are shown, and the language."""
    wanted: Profile = asked.body
    name, zone = named(wanted.name), known_zone(wanted.zone)
    language = None if wanted.language is None else known_language(wanted.language)
    async with writing(asked.pool) as conn:
        await change_account(conn, asked.known.account.id, name=name, zone=zone, language=language)
    return Done(done=True)


@endpoints.post("/me/password", takes=NewPassword, gives=Done, scope="account")
async def password(asked: Asked) -> Done:
    """Set or change the password; other sessions end."""
    await change_password(
        asked.pool, asked.services.pace, asked.known, asked.body.old, asked.body.new
    )
    return Done(done=True)


@endpoints.post("/me/email", takes=NewAddress, gives=Changed, scope="account")
async def email(asked: Asked) -> Changed:
    """Change the address: by a link that is mailed to it, or at once where no mail leaves."""
    wanted: NewAddress = asked.body
    config, pace = asked.services.config, asked.services.pace
    secret = await ask_for_mail(asked.pool, pace, asked.known, wanted.email, wanted.password)
    if config.smtp is None:
        await take_mail(asked.pool, secret)
        return Changed(done=True)
    mail = mail_address(asked.pool, config, asked.known.account, wanted.email.strip(), secret)
    asked.services.later(mail)
    return Changed(done=False)


@endpoints.post("/me/email/release", takes=Releasing, gives=Done, scope="account")
async def release_email(asked: Asked) -> Done:
    """Have mail sent to my address again after it came back: once a day."""
    async with writing(asked.pool) as conn, conn.transaction():
        await release_own(conn, asked.known)
    return Done(done=True)


@endpoints.get("/me/export", gives=dict[str, Any], scope="account")
async def exported(asked: Asked) -> msgspec.Raw:
    """All that is kept of the account, without secrets; of much, the newest."""
    return msgspec.Raw(await export(asked.pool, asked.services.pace, asked.known.account))


@endpoints.post("/me/deletion", takes=NewAddress, gives=Done, scope="account")
async def deletion(asked: Asked) -> Done:
    """Delete the account, named by its address; what the game needs stays without its name."""
    await erase(asked.pool, asked.services.pace, asked.known, asked.body.email, asked.body.password)
    return Done(done=True)
