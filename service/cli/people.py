"""``galloper account`` and ``campaign invite``: who may speak and read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cyclopts

from service.cli.campaigns import campaign
from service.cli.desk import ask_store, with_store
from service.cli.main import app
from service.cli.options import Data, Json, Packs, load_packs
from service.cli.printing import print_json, say
from service.config import from_environment
from service.intake.reading import Readings
from service.language.catalogue import LANGUAGES
from service.people.accounts import TOKEN_DAYS, find_account, make_token, register
from service.people.invitations import INVITATION_DAYS, Invited, make_invitation
from service.people.reading import set_readers
from service.people.sessions import make_link
from service.people.who import Account, Scope
from service.store.accounts import list_accounts
from service.store.session import writing

if TYPE_CHECKING:
    from service.opening import Store

account = cyclopts.App(name="account", help="People who may sign in.")
app.command(account)


@account.command
def add(
    email: str,
    *,
    name: str = "",
    zone: str = "UTC",
    language: str = "",
    operator: bool = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Make an account.

    Parameters
    ----------
    email
        The address.
    name
        What others read; the address's first part if not given.
    zone
        The IANA zone in which instants are shown, such as Europe/Berlin.
    language
        In which they are told things: de, en or fr; that of each campaign if not given.
    operator
        May see to the server.
    """

    async def work(store: Store) -> Account:
        made: Account = await ask_store(_add, store, email, name, zone, language, operator)
        return made

    made = with_store(work, data)
    if json:
        print_json(made)
    else:
        say(f"{made.name} <{made.email}> has an account: {made.id}.")


async def _add(
    store: Store,
    email: str,
    name: str,
    zone: str,
    language: str,
    operator: bool,  # noqa: FBT001 - handed on as it was given
) -> Account:
    async with writing(store.pool) as conn:
        return await register(conn, email, name, zone=zone, language=language, operator=operator)


@account.command(name="list")
def list_(*, data: Data = None, json: Json = False) -> None:
    """List accounts, the oldest first."""

    async def work(store: Store) -> list[Account]:
        found: list[Account] = await ask_store(_list, store)
        return found

    accounts = with_store(work, data)
    if json:
        print_json(accounts)
        return
    for one in accounts:
        say(f"{one.id}  {one.name} <{one.email}>{'  operator' if one.operator else ''}")
    if not accounts:
        say("There are no accounts yet: galloper account add ADDRESS")


async def _list(store: Store) -> list[Account]:
    async with store.pool.acquire() as conn:
        return await list_accounts(conn)


@account.command
def token(
    email: str,
    *,
    name: str = "command line",
    scope: tuple[Scope, ...] = ("read", "play"),
    days: int = TOKEN_DAYS,
    data: Data = None,
    json: Json = False,
) -> None:
    """Make a token by which a program speaks for an account; it is shown once.

    Parameters
    ----------
    email
        The account's address.
    name
        What it is for.
    scope
        What it may do: read, play, referee, account, operate; give it several times for several.
    days
        For how long it is good.
    """

    async def work(store: Store) -> str:
        made: str = await ask_store(_token, store, email, name, scope, days)
        return made

    secret = with_store(work, data)
    if json:
        print_json({"token": secret})
    else:
        say(secret)


async def _token(store: Store, email: str, name: str, scopes: tuple[Scope, ...], days: int) -> str:
    async with writing(store.pool) as conn:
        return await make_token(conn, await find_account(conn, email), name, scopes, days)


@account.command
def link(email: str, *, data: Data = None, json: Json = False) -> None:
    """Print a link that signs somebody in, once, within twenty minutes: where no mail leaves.

    Parameters
    ----------
    email
        The account's address.
    """

    async def work(store: Store) -> str:
        made: str = await ask_store(_link, store, email)
        return made

    address = f"{from_environment(data).url.rstrip('/')}/sign-in/{with_store(work, data)}"
    if json:
        print_json({"link": address})
    else:
        say(address)


async def _link(store: Store, email: str) -> str:
    async with writing(store.pool) as conn:
        return await make_link(conn, await find_account(conn, email))


@campaign.command
def invite(
    campaign_id: str,
    role: str,
    person: str = "",
    *,
    days: int = INVITATION_DAYS,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Invite somebody to a part in a campaign; whoever follows the link has it.

    Parameters
    ----------
    campaign_id
        The campaign.
    role
        gm, assistant, player or spectator.
    person
        For a player, whom they will lead.
    days
        For how long the invitation is good.
    """
    load_packs(pack)

    async def work(store: Store) -> Invited:
        made: Invited = await ask_store(_invite, store, campaign_id, role, person, days)
        return made

    made = with_store(work, data)
    address = from_environment(data).at(f"/invitation/{made.secret}")
    shown: dict[str, Any] = {"id": made.id, "secret": made.secret, "link": address}
    if json:
        print_json(shown)
    else:
        part = {"gm": "the game master", "player": f"player {person}"}.get(role, f"a {role}")
        say(f"Whoever takes this invitation is {part}:")
        say(address)


async def _invite(store: Store, campaign_id: str, role: str, person: str, days: int) -> Invited:
    async with writing(store.pool) as conn:
        return await make_invitation(conn, Readings(), campaign_id, role, person, days=days)


@campaign.command
def readers(
    campaign_id: str,
    *,
    language: str = "",
    zone: str = "",
    data: Data = None,
    json: Json = False,
) -> None:
    """Say how those are told things who have no account; without options, show it.

    Parameters
    ----------
    campaign_id
        The campaign.
    language
        Theirs: de, en or fr.
    zone
        The IANA zone of their clock, such as Europe/Berlin.
    """

    async def work(store: Store) -> tuple[str, str]:
        kept: tuple[str, str] = await ask_store(_readers, store, campaign_id, language, zone)
        return kept

    kept = with_store(work, data)
    if json:
        print_json({"language": kept[0], "zone": kept[1]})
    else:
        say(f"Whoever has no account is told things in {LANGUAGES[kept[0]]}, by {kept[1]}.")


async def _readers(store: Store, campaign_id: str, language: str, zone: str) -> tuple[str, str]:
    async with writing(store.pool) as conn:
        return await set_readers(conn, campaign_id, language, zone)
