"""What one does about one's own account: password, address, a copy of everything, and its end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from service.intake.mailbox import EMAIL
from service.intake.speak import clean
from service.notify.closing import closing_of
from service.people.address import fold
from service.people.invitations import NoInvitation
from service.people.secret import digest, new_secret
from service.people.sessions import check_password, set_password
from service.store.accounts import (
    drop_asked_address,
    drop_credentials,
    list_credentials,
    password_of,
)
from service.store.kept_of import plain, read_kept
from service.store.memberships import note
from service.store.own import (
    ask_for_address,
    credential_age,
    erase_account,
    only_gm_of,
    set_address,
    take_address,
)
from service.store.session import writing
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    from service.pace import Pace
    from service.people.who import Account, Who
    from service.store.accounts import Credential
    from service.store.kept_of import Kept

#: Seconds for which the link to a new address is good.
ADDRESS_SECONDS = 86_400
#: Seconds after signing in during which one need not prove oneself again.
FRESH = 20 * 60
#: As how many requests it counts to prove oneself; to mail a link, by the address it goes to; and
#: to mail it to an address of one's choice, by account: one a minute.
GUESS_COST = 6
LINK_COST = 15
STRANGER_COST = 1200
#: As how many requests a copy of everything counts, by account: one in half a minute.
EXPORT_COST = 600
#: As how many requests a copy of one person's record counts: two in three seconds.
RECORD_COST = 30


async def prove_again(pool: asyncpg.Pool, pace: Pace, who: Who, password: str) -> None:
    """Refuse a session that was left open to somebody else: for what cannot be taken back.

    Who has a password gives it, or has signed in a moment ago; who has none has signed in a moment
    ago.  Passwords are guessed here as they are where one signs in, and no faster.

    Raises:
        BadInput: it is wrong, or there is none and the session is an old one, or a token.
        TooMany: it is tried too often.
    """
    pace.take(f"password of {who.account.id}", cost=GUESS_COST)
    async with pool.acquire() as conn:
        found = await password_of(conn, fold(who.account.email))
        age = await credential_age(conn, who.credential)
    has_one = found is not None and found[1]
    fresh = who.kind == "session" and age is not None and age < FRESH
    if fresh and not (has_one and password):
        return
    if not has_one:
        raise BadInput(
            "You have no password to prove that it is you; nothing was changed. Sign in anew by a"
            " link and do it on your page within twenty minutes."
        )
    if await check_password(pool, who.account.email, password) is None:
        raise BadInput(
            "That is not your password; nothing was changed. Give it, or sign in anew by a link and"
            " come back within twenty minutes."
        )


async def change_password(pool: asyncpg.Pool, pace: Pace, who: Who, old: str, new: str) -> None:
    """Set or change one's password; every other session and link ends, tokens stay.

    An address that was asked for and not yet taken is asked for no more.

    Raises:
        BadInput: the old one is wrong, or the new one too short or too long.
        TooMany: it is tried too often.
    """
    await prove_again(pool, pace, who, old)
    await set_password(pool, who.account, new)
    async with writing(pool) as conn:
        for one in await list_credentials(conn, who.account.id):
            if one.kind != "token" and one.id != who.credential:
                await drop_credentials(conn, who.account.id, only=one.id)
        await drop_asked_address(conn, who.account.id)


async def ask_for_mail(pool: asyncpg.Pool, pace: Pace, who: Who, email: str, password: str) -> str:
    """The secret of the link by which a new address is taken; it is mailed to that address.

    Raises:
        BadInput: the address is none, or the password is wrong.
        TooMany: it is tried too often, or one was asked for just now.
    """
    email = _address(email)
    await prove_again(pool, pace, who, password)
    pace.take(f"link {fold(email)}", cost=LINK_COST)
    pace.take(f"links of {who.account.id}", cost=STRANGER_COST)
    secret = new_secret()
    async with writing(pool) as conn:
        await ask_for_address(
            conn, who.account.id, digest(secret), email, fold(email), ADDRESS_SECONDS
        )
    return secret


async def take_mail(pool: asyncpg.Pool, secret: str) -> Account:
    """Change the address a link stands for.

    Raises:
        NoInvitation: the link has been used, or its time is over.
        AccountExists: the address is another account's by now.
    """
    async with writing(pool) as conn, conn.transaction():
        found = await take_address(conn, digest(secret))
        account = None if found is None else await set_address(conn, *found)
    if account is None:
        raise NoInvitation(
            "This link has been used, or its time is over; nothing was changed. Ask for a new one."
        )
    return account


def take_a_copy(pace: Pace, who: Who, *, whole: bool = False) -> None:
    """Count a copy of somebody's record, or of a *whole* campaign, as what it is: long work.

    Raises:
        TooMany: the last ones were not long ago.
    """
    what = "campaigns" if whole else "records"
    pace.take(f"{what} of {who.account.id}", cost=EXPORT_COST if whole else RECORD_COST)


async def export(pool: asyncpg.Pool, pace: Pace, account: Account) -> bytes:
    """All that is kept of an account, as JSON; secrets are not kept, and are not in it.

    Of much, the newest; ``whole`` says whether anything was left out.

    Raises:
        TooMany: the last one was not long ago.
    """
    pace.take(f"export of {account.id}", cost=EXPORT_COST)
    async with pool.acquire() as conn:
        credentials = await list_credentials(conn, account.id)
        kept = await read_kept(conn, account.id)
    # In a thread, and with no connection: it is long work, and the game goes on meanwhile.
    return await asyncio.to_thread(_copy, account, credentials, kept)


def _copy(account: Account, credentials: list[Credential], kept: Kept) -> bytes:
    found = {"account": account, "credentials": credentials, **plain(kept)}
    return msgspec.json.format(msgspec.json.encode(found, order="deterministic"), indent=1)


async def erase(pool: asyncpg.Pool, pace: Pace, who: Who, email: str, password: str) -> None:
    """Delete one's account; what the game needs stays, under the commanders' names.

    Raises:
        BadInput: the address is not one's own (so that nothing is deleted by a slip), the password
            is wrong, or a campaign would be left without a game master.
        TooMany: it is tried too often.
    """
    if fold(email.strip()) != fold(who.account.email):
        raise BadInput("That is not your address; nothing was deleted. Write it to be sure.")
    await prove_again(pool, pace, who, password)
    async with writing(pool) as conn, conn.transaction():
        alone = await only_gm_of(conn, who.account.id)
        if alone:
            raise BadInput(
                f"You are the only game master of {', '.join(alone)}; nothing was deleted. Invite"
                " another first, or end the campaign."
            )
        folded = fold(who.account.email)
        async with closing_of(conn, who.account.id, folded):
            await erase_account(conn, who.account.id, folded)
        await note(conn, "", who.account.id, "deleted", f"account {who.account.id}, by itself")


def _address(email: str) -> str:
    email = clean(email, "The address").strip()
    if not EMAIL.fullmatch(email):
        raise BadInput(
            f"{email[:80]!r} is no e-mail address; nothing was changed. Give name@example.org."
        )
    return email
