"""Where a person is told, in the hands of whoever leads that person: channels and what they sent.

Addresses of webhooks are shown without their paths, which often are passwords, and signing secrets
when they are made and never again.  What a receiver answered is kept and shown as its status alone.
"""

from __future__ import annotations

import base64
import secrets
from typing import TYPE_CHECKING, Literal

import msgspec

from service.intake.channels import OVERLAP, PING, add_channel
from service.intake.mailbox import EMAIL
from service.notify.closing import note_closed
from service.notify.kinds import KINDS
from service.notify.signing import public_key
from service.people.address import fold
from service.people.mailboxes import require_written_to
from service.people.parts import require_own, require_voice
from service.post.addresses import ORDERS, reply_address
from service.store.channels import (
    closed_of_others,
    list_channels,
    reopen_channel,
    rotate_secret,
    set_channel_state,
)
from service.store.deliveries import drop_rest, say, send_again
from service.store.session import writing
from world.errors import BadInput, GalloperError
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    import asyncpg

    from service.config import Config
    from service.intake.reading import Readings
    from service.people.who import Who
    from service.store.channels import Channel

#: Channels a person may have that are not closed.
MOST = 20
#: Messages sent again at once.
MOST_AGAIN = 1_000
#: As how many requests it counts to have something looked up or sent somewhere.
SENDING_COST = 10


class NoSuchChannel(GalloperError):  # noqa: N818
    """The person has no channel of that id; nothing was changed."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A channel as it is shown.

    Attributes:
        address: where it leads; of a webhook only the host.
        strict: nothing overtakes a message that failed.
        public_key: what ``v1a`` signatures are checked with; "" where none are made.
        failures: attempts in a row that failed, since the wall instant (us) ``failing_since``.
        rests_until: wall us before which nothing is tried.
    """

    id: str
    kind: str
    address: str
    state: Literal["active", "paused", "closed"]
    strict: bool = False
    public_key: str = ""
    failures: int = 0
    failing_since: int | None = None
    rests_until: int | None = None


class NewPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A channel just added, with what is shown this once.

    Attributes:
        secret: the signing secret of a new webhook (``whsec_…``), "" where nothing is signed or it
            was there before.
        public_key: with ed25519, what ``v1a`` signatures are checked with (``whpk_…``).
        warning: what may be wrong with it, "" where nothing is known to be.
    """

    id: str
    kind: str
    secret: str = ""
    public_key: str = ""
    warning: str = ""


def place(channel: Channel) -> Place:
    """A channel as it is shown to whom it belongs."""
    return Place(
        id=channel.id,
        kind=channel.kind,
        address=KINDS[channel.kind].shown(channel),
        state=channel.state,
        strict=channel.strict,
        public_key=public_key(channel.secret) if channel.ed25519 and channel.secret else "",
        failures=channel.failures,
        failing_since=channel.failing_since,
        rests_until=channel.open_until,
    )


async def places(conn: asyncpg.Connection, who: Who, campaign_id: str, person: str) -> list[Place]:
    """A person's channels.

    Raises:
        NoSuchCampaign, NotAllowed: the person is not theirs to lead.
    """
    parts = await require_voice(conn, who, campaign_id, person, to_speak=False)
    require_own(parts, person)
    return [place(one) for one in await _of(conn, who, campaign_id, person)]


async def _of(conn: asyncpg.Connection, who: Who, campaign_id: str, person: str) -> list[Channel]:
    """A person's channels, but for those where somebody was told who led him before."""
    found = await list_channels(conn, campaign_id, person)
    theirs = await closed_of_others(
        conn, campaign_id, person, who.account.id, referee=person == REFEREE
    )
    # An address is "" that was forgotten with its account.
    return [one for one in found if one.address and one.id not in theirs]


async def orders_address(
    pool: asyncpg.Pool, config: Config, who: Who, campaign_id: str, person: str
) -> str:
    """The address at which orders of a person's are taken by mail; empty where no mail is.

    Asked for again, it stays good; nobody else can use it, since the sender is checked.

    Raises:
        NoSuchCampaign, NotAllowed: the person is not theirs to lead.
    """
    async with writing(pool) as conn:
        parts = await require_voice(conn, who, campaign_id, person, to_speak=False)
        require_own(parts, person)
        return await reply_address(conn, config.mail_in, campaign_id, person, ORDERS)


async def require_place(
    conn: asyncpg.Connection,
    who: Who,
    campaign_id: str,
    person: str,
    channel_id: str,
    *,
    to_change: bool = True,
) -> Channel:
    """One of a person's channels, for whoever may change it (or read it).

    Raises:
        NoSuchCampaign, NotAllowed: the person is not theirs to lead.
        NoSuchChannel: it is none of that person's.
    """
    parts = await require_voice(conn, who, campaign_id, person, to_speak=to_change)
    require_own(parts, person)
    for one in await _of(conn, who, campaign_id, person):
        if one.id == channel_id:
            return one
    raise NoSuchChannel(
        f"{person} has no channel {channel_id[:80]!r} here; nothing was changed or sent."
    )


async def add_place(
    pool: asyncpg.Pool,
    readings: Readings,
    config: Config,
    who: Who,
    campaign_id: str,
    person: str,
    address: str,
    *,
    strict: bool = False,
    ed25519: bool = False,
) -> NewPlace:
    """Have a person told somewhere else, too.

    An e-mail address must be the account's own, which is known to be read by whoever has it: nobody
    has a stranger written to.

    Raises:
        NoSuchCampaign, NotAllowed: the person is not theirs to lead.
        BadInput: the address is none that may be written to, or in use, or there are too many.
    """
    async with pool.acquire() as conn:
        await require_voice(conn, who, campaign_id, person, to_speak=True)
        found = await list_channels(conn, campaign_id, person)
    if sum(one.state != "closed" for one in found) >= MOST:
        raise BadInput(f"{person} is told at {MOST} places already; nothing was added. Remove one.")
    address = address.strip()
    if EMAIL.fullmatch(address) and fold(address) != fold(who.account.email):
        raise BadInput(
            f"Mail goes to the address of your account, {who.account.email}, and to no other;"
            " nothing was added. Change it on your account's page."
        )
    made = await add_channel(
        pool,
        readings,
        campaign_id,
        person,
        address,
        strict=strict,
        ed25519=ed25519,
        by=who.account.id,
        reach=config.reach,
    )
    return NewPlace(
        id=made["id"],
        kind=made["kind"],
        secret=made["secret"],
        public_key=made.get("public_key", ""),
        warning=made.get("warning", ""),
    )


async def pause(conn: asyncpg.Connection, channel: Channel) -> bool:
    """Let messages wait; False if the channel is not in use."""
    if channel.state != "active":
        return False
    return await set_channel_state(conn, channel.campaign_id, channel.id, "paused")


async def reopen(conn: asyncpg.Connection, channel: Channel) -> bool:
    """Use a channel again that was paused or closed; False if it is in use.

    Raises:
        BadInput: it is an address of mail that is written to no more.
    """
    if channel.kind == "email":
        await require_written_to(conn, channel.address)
    return await reopen_channel(conn, channel.campaign_id, channel.id)


async def remove(conn: asyncpg.Connection, channel: Channel) -> int:
    """Use a channel no more; returns how many messages that waited there are dropped."""
    async with conn.transaction():
        await set_channel_state(conn, channel.campaign_id, channel.id, "closed")
        await note_closed(conn, channel, by_owner=True)
        return await drop_rest(conn, channel.campaign_id, channel.id, "channel removed")


async def rotate(pool: asyncpg.Pool, channel: Channel) -> NewPlace:
    """Sign with a new secret from now on, and for a day with the old one as well.

    Raises:
        BadInput: nothing is signed on this channel.
    """
    if not channel.secret:
        raise BadInput("Nothing is signed on this channel; nothing was changed.")
    secret = secrets.token_bytes(24)
    async with writing(pool) as conn:
        await rotate_secret(conn, channel.campaign_id, channel.id, secret, OVERLAP)
    return NewPlace(
        id=channel.id,
        kind=channel.kind,
        secret=f"whsec_{base64.b64encode(secret).decode()}",
        public_key=public_key(secret) if channel.ed25519 else "",
    )


async def ping(conn: asyncpg.Connection, channel: Channel) -> str:
    """Send a test message; returns its id.

    Raises:
        BadInput: the channel is closed, so that nothing would leave.
    """
    if channel.state == "closed":
        raise BadInput("This channel is closed; nothing was sent. Use it again first.")
    return await say(conn, channel.campaign_id, channel.id, PING) or ""


async def resend(conn: asyncpg.Connection, channel: Channel, first: int, last: int) -> int:
    """Send messages again, under the ids and with the bytes they had; returns how many.

    Raises:
        BadInput: the range is none, or nothing of it is kept.
    """
    if not 0 < first <= last < 2**53 or last - first >= MOST_AGAIN:
        raise BadInput(
            f"Give the numbers of the first and the last, at most {MOST_AGAIN} messages; nothing"
            " was sent."
        )
    count = await send_again(conn, channel.campaign_id, channel.id, first, last)
    if not count:
        raise BadInput(f"No message from {first} to {last} is kept; nothing was sent.")
    return count
