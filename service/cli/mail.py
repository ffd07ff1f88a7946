"""``galloper mail``: addresses that are written to no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cyclopts

from service.cli.desk import ask_store, with_store
from service.cli.main import app
from service.cli.options import Data, Json
from service.cli.printing import print_json, say
from service.people.address import fold
from service.store.mailboxes import release as release_mailbox
from service.store.mailboxes import suppress as suppress_mailbox
from service.store.mailboxes import suppressed_mailboxes
from service.store.session import writing
from world.clock import utc
from world.errors import GalloperError

if TYPE_CHECKING:
    from service.opening import Store
    from service.store.mailboxes import Mailbox

mail = cyclopts.App(name="mail", help="Addresses that mail goes to, or no more.")
app.command(mail)


@mail.command
def suppressed(*, data: Data = None, json: Json = False) -> None:
    """List the addresses that are written to no more, the latest first, and why."""

    async def work(store: Store) -> list[Mailbox]:
        found: list[Mailbox] = await ask_store(_suppressed, store)
        return found

    found = with_store(work, data)
    if json:
        print_json(found)
        return
    for one in found:
        say(f"{utc(one.suppressed or 0)}  {one.folded}  {one.reason}  {one.status}".rstrip())
    if not found:
        say("Mail goes to every address.")


async def _suppressed(store: Store) -> list[Mailbox]:
    async with store.pool.acquire() as conn:
        return await suppressed_mailboxes(conn)


@mail.command
def release(address: str, *, data: Data = None) -> None:
    """Write to an address again; what came back from it is forgotten.

    Parameters
    ----------
    address
        The address. Channels that were closed meanwhile are added again by their owners.
    """

    async def work(store: Store) -> bool:
        done: bool = await ask_store(_release, store, address)
        return done

    if not with_store(work, data):
        raise GalloperError(f"{address!r} was not held back; nothing was changed.")
    say(f"Mail goes to {address} again.")


async def _release(store: Store, address: str) -> bool:
    async with writing(store.pool) as conn:
        return await release_mailbox(conn, fold(address.strip()))


@mail.command
def suppress(address: str, *, reason: str = "", data: Data = None) -> None:
    """Write to an address no more, links to sign in by included.

    Parameters
    ----------
    address
        The address.
    reason
        Why, for the list.
    """

    async def work(store: Store) -> bool:
        done: bool = await ask_store(_suppress, store, address, reason)
        return done

    if not with_store(work, data):
        raise GalloperError(f"{address!r} is written to no more already; nothing was changed.")
    say(f"No more mail goes to {address}.")


async def _suppress(store: Store, address: str, reason: str) -> bool:
    async with writing(store.pool) as conn:
        return await suppress_mailbox(conn, fold(address.strip()), reason[:200])
