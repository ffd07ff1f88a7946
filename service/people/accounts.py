"""Accounts: made, found by their address, and proved by a secret."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from service.intake.mailbox import EMAIL
from service.intake.speak import LONGEST_LINE, clean
from service.language.catalogue import known_language
from service.people.address import fold
from service.people.parts import NotAllowed
from service.people.secret import digest, new_id, new_secret
from service.people.who import SCOPES, Scope
from service.store.accounts import account_of, add_credential, create_account
from world.errors import BadInput, GalloperError
from world.zone import zone as zone_named

if TYPE_CHECKING:
    from collections.abc import Iterable

    import asyncpg

    from service.people.who import Account, Who

#: Days for which a token is good where nothing else is said, and at most.
TOKEN_DAYS = 90
LONGEST_TOKEN_DAYS = 366


def named(name: str, what: str = "The name") -> str:
    """A name that can be kept and shown on one line.

    Raises:
        BadInput: it is empty, long, or holds a line break or control character.
    """
    name = " ".join(clean(name, what).split())
    hidden = [c for c in name if unicodedata.category(c) == "Cf"]
    if hidden:
        raise BadInput(
            f"{what} holds the invisible character U+{ord(hidden[0]):04X}; nothing was kept. Leave"
            " it out."
        )
    if not name or len(name) > LONGEST_LINE:
        raise BadInput(
            f"{what} has {len(name)} characters; give one of 1 to {LONGEST_LINE}. Nothing was kept."
        )
    return name


async def register(
    conn: asyncpg.Connection,
    email: str,
    name: str = "",
    *,
    zone: str = "UTC",
    language: str = "",
    operator: bool = False,
) -> Account:
    """Make an account of an address.

    Raises:
        BadInput: the address, name, zone or language is none.
        AccountExists: there is one of that address.
    """
    email = clean(email, "The address").strip()
    if not EMAIL.fullmatch(email):
        raise BadInput(
            f"{email[:80]!r} is no e-mail address; nothing was kept. Give name@example.org."
        )
    known_zone(zone)
    known_language(language)
    name = named(name or email.partition("@")[0])
    return await create_account(
        conn, new_id(), email, fold(email), name, zone=zone, language=language, operator=operator
    )


def known_zone(zone: str) -> str:
    """The zone, if it is one.

    Raises:
        Refused: there is no IANA zone of that name.
    """
    zone_named(clean(zone, "The zone"))
    return zone


async def find_account(conn: asyncpg.Connection, email: str) -> Account:
    """The account of an address.

    Raises:
        GalloperError: there is none.
    """
    account = await account_of(conn, fold(clean(email, "The address").strip()))
    if account is None:
        raise GalloperError(
            f"There is no account of {email[:80]!r}; nothing was changed. Make one with: galloper"
            " account add ADDRESS."
        )
    return account


async def make_token(
    conn: asyncpg.Connection,
    account: Account,
    name: str,
    scopes: Iterable[Scope] = ("read", "play"),
    days: int = TOKEN_DAYS,
    *,
    by: Who | None = None,
) -> str:
    """A new secret by which a program speaks for an account; it is shown here and nowhere else.

    *by* is whoever wants it made; None for the operator's shell.

    Raises:
        BadInput: a scope is none, or it is to be good for too long.
        NotAllowed: it might do what whoever wants it may not.
    """
    name = named(name, "The token's name")
    wanted = tuple(dict.fromkeys(scopes))
    for scope in wanted:
        if scope not in SCOPES:
            raise BadInput(
                f"There is no scope {scope!r}; choose among {', '.join(SCOPES)}. Nothing was kept."
            )
    if not wanted:
        raise BadInput("A token that may do nothing is none; give it a scope. Nothing was kept.")
    if "operate" in wanted and not account.operator:
        raise BadInput("Only an operator's token can have the scope operate. Nothing was kept.")
    for scope in wanted:
        if by is not None and not by.may(scope):
            raise NotAllowed(
                f"What you ask by has no scope {scope} and gives none; no token was made. Sign in"
                " and make it at /me."
            )
    if not 1 <= days <= LONGEST_TOKEN_DAYS:
        raise BadInput(
            f"A token is good for 1 to {LONGEST_TOKEN_DAYS} days, not {days}. Nothing was kept."
        )
    secret = new_secret()
    seconds = days * 86_400
    await add_credential(
        conn, account.id, digest(secret), new_id(), "token", name, wanted, seconds=seconds
    )
    return secret
