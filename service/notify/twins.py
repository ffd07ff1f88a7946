"""One message where several persons are told the same at one endpoint.

Twins are messages of one campaign for the same kind of channel and the same endpoint, about notices
of the same kind, game instant and fields: whoever has the address would read the same words twice.
The first that is tried carries them; the others wait until it has arrived, and are then written
down as sent with it.  If it will not arrive, or has failed and rests for long, the next one carries
them: each channel has its own patience, and nobody's words wait for somebody else's.  At no time
are two of them on their way.

Mail is left out, since each is an answerable letter to one person, and so are digests.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from service.notify import backoff, discord
from service.store.deliveries import AGAIN
from service.store.instants import clock_us
from service.store.twins import carriers, shares_endpoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from service.store.channels import Channel
    from service.store.deliveries import Delivery

KINDS = frozenset({"webhook", "discord", "chat"})
#: Seconds until it is looked again whether a carrier has arrived: at least, and at most.  One that
#: is tried again within the latter carries on.
SOON, LATER = 1.0, 10.0


class Twins(msgspec.Struct, frozen=True):
    """What of a channel's messages is to be sent, and what not: since another was, or not yet.

    ``told``: messages with the ids of those that carried their words; ``wait``: messages with
    seconds.
    """

    left: list[Delivery]
    told: list[tuple[Delivery, str]]
    wait: list[tuple[Delivery, float]]


async def twins_of(
    conn: asyncpg.Connection, channel: Channel, waiting: Sequence[Delivery]
) -> Twins:
    """Which of what waits on a channel another channel tells its endpoint."""
    twins = Twins(list(waiting), [], [])
    if channel.kind not in KINDS or not waiting:
        return twins
    if not await shares_endpoint(conn, channel, _forms(channel)):
        return twins
    if channel.strict:
        # Whatever stands behind one that waits could not carry anything.
        del twins.left[1:]
    # What somebody wants sent again goes, whoever carried it.
    asking = {
        one.id: _key(channel, one)
        for one in twins.left
        if one.words is None and not one.last_status.startswith(AGAIN)
    }
    if not asking:
        return twins
    soon = await clock_us(conn) + int(LATER * 1_000_000)
    found = await carriers(
        conn, channel.campaign_id, list(asking.items()), soon, backoff.RESTS_FROM
    )
    left, told, wait = [], [], []
    for one in twins.left:
        carrier = found.get(asking.get(one.id, b""))
        if carrier is None or carrier.channel_id in {"", channel.id}:
            left.append(one)
        elif carrier.sent:
            told.append((one, carrier.message))
        else:
            wait.append((one, min(max(carrier.again, 0.0) + SOON, LATER)))
    return Twins(left, told, wait)


def _forms(channel: Channel) -> list[str]:
    """The addresses by which a channel's endpoint may be kept."""
    return discord.forms(channel.address) if channel.kind == "discord" else [channel.address]


def _key(channel: Channel, delivery: Delivery) -> bytes:
    told = hashlib.sha256(delivery.notice).hexdigest()
    endpoint = _forms(channel)[0]
    parts = (channel.kind, endpoint, delivery.kind, str(delivery.at), told)
    return hashlib.sha256("\x1f".join(parts).encode()).digest()
