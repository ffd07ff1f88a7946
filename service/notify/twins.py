"""One message where several persons are told the same at one endpoint.

Twins are messages of one campaign for the same kind of channel and the same address, about notices
of the same kind, game instant and fields: whoever has the address would read the same words twice.
The first that is tried carries them; the others wait until it has arrived, and are then written
down as sent with it.  If it will not arrive, the next one carries them.

Mail is left out, since each is an answerable letter to one person, and so are digests.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from service.store.twins import carriers, shares_endpoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from service.store.channels import Channel
    from service.store.deliveries import Delivery

KINDS = frozenset({"webhook", "discord", "chat"})
#: Seconds until it is looked again whether a carrier has arrived: one that is fresh, or has failed.
SOON, LATER = 1.0, 30.0


class Twins(msgspec.Struct, frozen=True):
    """What of a channel's messages need not be sent: by what message it was, or for how long not.

    ``told``: ids of messages to the ids of those that carried their words; ``wait``: ids of
    messages to seconds.
    """

    told: dict[str, str]
    wait: dict[str, float]


async def twins_of(
    conn: asyncpg.Connection, channel: Channel, waiting: Sequence[Delivery]
) -> Twins:
    """Which of what waits on a channel another channel tells its endpoint."""
    told: dict[str, str] = {}
    wait: dict[str, float] = {}
    # What somebody wants sent again is no longer fresh, and goes.
    fresh = [
        one for one in waiting if one.body is None and one.words is None and not one.last_status
    ]
    if channel.kind not in KINDS or not fresh or not await shares_endpoint(conn, channel):
        return Twins(told, wait)
    asking = [(one.id, _key(channel, one)) for one in fresh]
    found = await carriers(conn, channel.campaign_id, asking)
    for message, key in asking:
        carrier = found[key]
        if carrier.channel_id in {"", channel.id}:
            continue
        if carrier.sent:
            told[message] = carrier.message
        else:
            wait[message] = LATER if carrier.tried else SOON
    return Twins(told, wait)


def _key(channel: Channel, delivery: Delivery) -> bytes:
    told = hashlib.sha256(delivery.notice).hexdigest()
    parts = (channel.kind, channel.address, delivery.kind, str(delivery.at), told)
    return hashlib.sha256("\x1f".join(parts).encode()).digest()
