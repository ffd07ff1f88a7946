"""Who is told where, and how it went: ``campaign tell``, ``channels``, ``ping``, ``resend``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.cli.campaigns import campaign
from service.cli.desk import ask_store, with_store
from service.cli.options import Data, Json, Packs, load_packs
from service.cli.printing import print_json, say
from service.config import from_environment
from service.intake.reading import Readings
from service.intake.speak import clean
from service.store.channels import list_channels
from service.store.deliveries import Words, recent_deliveries, send_again
from service.store.deliveries import say as store_say
from service.store.session import writing
from world.errors import GalloperError

if TYPE_CHECKING:
    import asyncpg

    from service.opening import Store
    from service.store.channels import Channel
    from service.store.deliveries import Sent

#: What no message is ever numbered.
_NO_NUMBER = 2**53

#: Messages of each channel that `channels` prints; --json has more.
_NEWEST = 5


@campaign.command
def tell(  # noqa: PLR0913 - as many as there are options
    campaign_id: str,
    person: str,
    *,
    webhook: str = "",
    email: str = "",
    chat: str = "",
    rotate: bool = False,
    strict: bool = False,
    ed25519: bool = False,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Say where a person is to be told: a webhook, an e-mail address or a chat.

    Parameters
    ----------
    campaign_id
        The campaign.
    person
        The person's id; gm for the referee.
    webhook
        An https address; the signing secret is printed once.
    email
        An e-mail address.
    chat
        A Discord webhook, or the address of a chat service as Apprise writes it.
    rotate
        Make a new signing secret for a webhook that is there already; for a day messages carry a
        signature by the old one too.
    strict
        Let nothing overtake a message that failed; all of them wait for it.
    ed25519
        Sign a webhook's messages by a key pair too; its public key is printed.
    """
    load_packs(pack)
    if [bool(webhook), bool(email), bool(chat)].count(True) != 1:
        raise GalloperError("Give one of --webhook, --email and --chat; nothing was changed.")

    from service.intake.channels import add_channel

    async def work(store: Store) -> dict[str, str]:
        made: dict[str, str] = await ask_store(
            add_channel,
            store.pool,
            Readings(),
            campaign_id,
            person,
            webhook or email or chat,
            rotate=rotate,
            strict=strict,
            ed25519=ed25519,
            reach=from_environment(data).reach,
        )
        return made

    made = with_store(work, data)
    if json:
        print_json(made)
    else:
        say(f"{person} will be told at {made['address']}.")
        if "warning" in made:
            say(made["warning"])
        if email and from_environment(data).smtp is None:
            say("No mail leaves before a relay is set: GALLOPER_SMTP_HOST (docs/operate.md).")
        if made["secret"]:
            say(f"Signing secret (Standard Webhooks), shown this once: {made['secret']}")
        if "public_key" in made:
            say(f"Public key for v1a signatures: {made['public_key']}")


@campaign.command
def channels(campaign_id: str, *, person: str = "", data: Data = None, json: Json = False) -> None:
    """Show where people are told, how these channels are, and what was sent last on each.

    Parameters
    ----------
    campaign_id
        The campaign.
    person
        Only this person's channels.
    """
    from service.notify.kinds import KINDS

    async def work(store: Store) -> list[tuple[Channel, list[Sent]]]:
        found: list[tuple[Channel, list[Sent]]] = await ask_store(
            _channels, store.pool, campaign_id, person
        )
        return found

    listed = with_store(work, data)
    if json:
        print_json(
            [{**_plain(channel), "messages": sent} for channel, sent in listed],
        )
        return
    if not listed:
        say(
            "Nobody is told anywhere but on pages. See: galloper campaign tell"
            f" {campaign_id} gm --email you@example.org"
        )
        return
    for channel, sent in listed:
        shown = KINDS[channel.kind].shown(channel)
        say(f"{channel.id}  {channel.person}  {channel.kind}  {shown}  {_how(channel)}", "bold")
        for one in sent[:_NEWEST]:
            how = f"{one.outcome} ({one.status})" if one.status else one.outcome
            attempts = f"{one.attempts} attempt{'s' * (one.attempts != 1)}"
            say(f"  {one.number:>5}  {one.kind:<24} {how}, {attempts}")


async def _channels(
    pool: asyncpg.Pool, campaign_id: str, person: str
) -> list[tuple[Channel, list[Sent]]]:
    async with pool.acquire() as conn:
        found = await list_channels(conn, campaign_id, person or None)
        return [(one, await recent_deliveries(conn, campaign_id, one.id)) for one in found]


def _plain(channel: Channel) -> dict[str, object]:
    """A channel without its keys, and without what is a password in its address."""
    from service.notify.kinds import KINDS

    return {
        "id": channel.id,
        "person": channel.person,
        "kind": channel.kind,
        "address": KINDS[channel.kind].shown(channel),
        "state": channel.state,
        "strict": channel.strict,
        "failures": channel.failures,
    }


def _how(channel: Channel) -> str:
    return f"{channel.state}, failed {channel.failures}x" if channel.failures else channel.state


@campaign.command
def ping(campaign_id: str, channel: str, *, data: Data = None) -> None:
    """Send a test message on a channel.

    Parameters
    ----------
    campaign_id
        The campaign.
    channel
        The channel's id, as `campaign channels` shows it.
    """
    from service.intake.channels import PING

    async def work(store: Store) -> str | None:
        message: str | None = await ask_store(_say, store.pool, campaign_id, channel, PING)
        return message

    message = with_store(work, data)
    if message is None:
        raise GalloperError(_unknown(campaign_id, channel))
    say(f"The test goes out as {message}; see: galloper campaign channels {campaign_id}")


async def _say(pool: asyncpg.Pool, campaign_id: str, channel: str, words: Words) -> str | None:
    channel = clean(channel, "That channel")
    async with writing(pool) as conn:
        return await store_say(conn, campaign_id, channel, words)


def _unknown(campaign_id: str, channel: str) -> str:
    return (
        f"The campaign {campaign_id!r} has no channel {channel!r}; nothing was sent. See: galloper"
        f" campaign channels {campaign_id}"
    )


@campaign.command
def resend(campaign_id: str, channel: str, first: int, last: int = 0, *, data: Data = None) -> None:
    """Send messages of a channel again, under the ids and with the bytes they had.

    Parameters
    ----------
    campaign_id
        The campaign.
    channel
        The channel's id, as `campaign channels` shows it.
    first
        The number of the first message.
    last
        The number of the last one; without it only the first goes out again.
    """

    async def work(store: Store) -> int:
        count: int = await ask_store(_again, store.pool, campaign_id, channel, first, last or first)
        return count

    count = with_store(work, data)
    if not count:
        raise GalloperError(
            f"The channel {channel!r} has no message {first} that is still kept; nothing was sent."
            f" See: galloper campaign channels {campaign_id}"
        )
    say(f"{count} go out again.")


async def _again(pool: asyncpg.Pool, campaign_id: str, channel: str, first: int, last: int) -> int:
    channel = clean(channel, "That channel")
    if not 0 < first <= last < _NO_NUMBER:
        return 0
    async with writing(pool) as conn:
        return await send_again(conn, campaign_id, channel, first, last)
