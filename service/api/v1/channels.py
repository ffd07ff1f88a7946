"""Where a person is told: channels, how they are, what was sent on them; tried out and resent."""

from __future__ import annotations

from typing import Literal

import msgspec

from service.api.endpoint import LIMIT, LONGEST_PAGE, USUAL_PAGE, Asked, Done, Endpoints
from service.people import telling
from service.people.telling import NewPlace, Place
from service.store.deliveries import Sent, recent_deliveries
from service.store.session import writing

endpoints = Endpoints("Where a person is told")

_CHANNELS = "/campaigns/{campaign}/persons/{person}/channels"
_ONE = _CHANNELS + "/{channel}"


class AddChannel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to be told: an https address, a chat's in Apprise's form, or the account's own mail.

    ``strict``: nothing overtakes a message that failed; ``ed25519``: sign by a key pair as well.
    """

    address: str
    strict: bool = False
    ed25519: bool = False


class ChannelState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``paused``: messages wait; ``active``: they leave again, also after it was closed."""

    state: Literal["active", "paused"]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more needs to be said."""


class Resend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which messages to send again, by their numbers (``sequence``), both included."""

    first: int
    last: int


class OrdersAddress(msgspec.Struct, frozen=True):
    """An address for orders by mail, "" where this server takes none in.

    Mail to it counts when it comes from an address at which the person is told, or from that of an
    account that leads the person.
    """

    address: str


class Pinged(msgspec.Struct, frozen=True):
    """The test message's id, which its receiver sees as ``webhook-id``."""

    message: str


class Resent(msgspec.Struct, frozen=True):
    """How many messages go out again."""

    count: int


@endpoints.get(_CHANNELS, gives=list[Place])
async def list_channels(asked: Asked) -> list[Place]:
    """Where one's person is told, without secrets; of a webhook only its host is shown."""
    async with asked.pool.acquire() as conn:
        return await telling.places(conn, asked.known, asked.path["campaign"], asked.path["person"])


@endpoints.get("/campaigns/{campaign}/persons/{person}/orders-address", gives=OrdersAddress)
async def orders_address(asked: Asked) -> OrdersAddress:
    """Where orders of mine are taken by mail, in their text form; it stays the same."""
    address = await telling.orders_address(
        asked.pool,
        asked.services.config,
        asked.known,
        asked.path["campaign"],
        asked.path["person"],
    )
    return OrdersAddress(address)


@endpoints.post(_CHANNELS, takes=AddChannel, gives=NewPlace, scope="play")
async def add_channel(asked: Asked) -> NewPlace:
    """Add a channel; a webhook's signing secret is shown in this answer and nowhere else."""
    wanted: AddChannel = asked.body
    _take(asked)
    return await telling.add_place(
        asked.pool,
        asked.services.readings,
        asked.services.config,
        asked.known,
        asked.path["campaign"],
        asked.path["person"],
        wanted.address,
        strict=wanted.strict,
        ed25519=wanted.ed25519,
    )


@endpoints.delete(_ONE, gives=Done, scope="play")
async def remove_channel(asked: Asked) -> Done:
    """Use a channel no more; what waits there is dropped."""
    async with writing(asked.pool) as conn:
        channel = await telling.require_place(conn, asked.known, *_named(asked))
        await telling.remove(conn, channel)
    return Done(done=True)


@endpoints.post(_ONE + "/state", takes=ChannelState, gives=Done, scope="play")
async def set_channel(asked: Asked) -> Done:
    """Pause a channel, or use it again."""
    change = telling.pause if asked.body.state == "paused" else telling.reopen
    async with writing(asked.pool) as conn:
        channel = await telling.require_place(conn, asked.known, *_named(asked))
        return Done(done=await change(conn, channel))


@endpoints.post(_ONE + "/rotation", takes=Nothing, gives=NewPlace, scope="play")
async def rotate_channel(asked: Asked) -> NewPlace:
    """Sign with a new secret, shown in this answer only, and for a day with the old one as well."""
    async with asked.pool.acquire() as conn:
        channel = await telling.require_place(conn, asked.known, *_named(asked))
    return await telling.rotate(asked.pool, channel)


@endpoints.post(_ONE + "/ping", takes=Nothing, gives=Pinged, scope="play")
async def ping_channel(asked: Asked) -> Pinged:
    """Send a test message."""
    _take(asked)
    async with writing(asked.pool) as conn:
        channel = await telling.require_place(conn, asked.known, *_named(asked))
        return Pinged(await telling.ping(conn, channel))


@endpoints.post(_ONE + "/resend", takes=Resend, gives=Resent, scope="play")
async def resend_messages(asked: Asked) -> Resent:
    """Send messages again, under the ids and with the bytes they had."""
    _take(asked)
    async with writing(asked.pool) as conn:
        channel = await telling.require_place(conn, asked.known, *_named(asked))
        return Resent(await telling.resend(conn, channel, asked.body.first, asked.body.last))


@endpoints.get(_ONE + "/messages", gives=list[Sent], query=(LIMIT,))
async def list_messages(asked: Asked) -> list[Sent]:
    """What was sent last on a channel and how it fared, the newest first."""
    limit = asked.number("limit", USUAL_PAGE, 1, LONGEST_PAGE)
    async with asked.pool.acquire() as conn:
        channel = await telling.require_place(conn, asked.known, *_named(asked), to_change=False)
        return await recent_deliveries(conn, channel.campaign_id, channel.id, limit)


def _named(asked: Asked) -> tuple[str, str, str]:
    return asked.path["campaign"], asked.path["person"], asked.path["channel"]


def _take(asked: Asked) -> None:
    asked.services.pace.take(f"send {asked.known.account.id}", cost=telling.SENDING_COST)
