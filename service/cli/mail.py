"""``galloper mail``: addresses that are written to no more, and where orders are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cyclopts

from service.cli.desk import ask_store, with_store
from service.cli.main import app
from service.cli.options import Data, Json, Packs, load_packs
from service.cli.printing import print_json, say
from service.cli.server import HERE, Server
from service.config import from_environment
from service.people.address import fold
from service.store.mailboxes import release as release_mailbox
from service.store.mailboxes import suppress as suppress_mailbox
from service.store.mailboxes import suppressed_mailboxes
from service.store.session import writing
from world.clock import utc
from world.errors import GalloperError

if TYPE_CHECKING:
    from service.config import MailIn
    from service.opening import Store
    from service.store.mailboxes import Mailbox

mail = cyclopts.App(name="mail", help="Addresses that mail goes to, or no more; orders by mail.")
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


@mail.command
def orders(
    campaign_id: str,
    person: str,
    *,
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Show the address at which a person's orders are taken by mail.

    Parameters
    ----------
    campaign_id
        The campaign.
    person
        The person's id; gm for the referee.
    """
    load_packs(pack)
    client = there.client()
    if client is not None:
        from service.api.v1.channels import orders_address

        address = client.ask(orders_address, campaign=campaign_id, person=person).address
    else:
        mail_in = from_environment(data).mail_in

        async def work(store: Store) -> str:
            found: str = await ask_store(_orders, store, mail_in, campaign_id, person)
            return found

        address = with_store(work, data) if mail_in is not None else ""
    if not address:
        raise GalloperError(
            "No mail is taken in there; orders go by the pages, the API and this command line."
            " Whoever runs the server sets GALLOPER_MAIL_IN_LISTEN."
        )
    if json:
        print_json({"address": address})
    else:
        say(address)


async def _orders(store: Store, mail_in: MailIn, campaign_id: str, person: str) -> str:
    from service.intake.reading import Readings
    from service.intake.speak import require_person
    from service.post.addresses import ORDERS, reply_address

    async with writing(store.pool) as conn:
        require_person(await Readings().recent(conn, campaign_id), person)
        return await reply_address(conn, mail_in, campaign_id, person, ORDERS)
