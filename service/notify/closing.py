"""The end of a channel: nothing more is sent on it, and its owner is told on the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from service.language.saying import Speech
from service.notify import metrics
from service.notify.kinds import KINDS
from service.notify.reasons import said
from service.people.reading import reader_of
from service.store.channels import list_channels, set_channel_state
from service.store.deliveries import Words, drop_rest, say

if TYPE_CHECKING:
    import asyncpg

    from service.store.channels import Channel

log = structlog.get_logger(__name__)


async def close_channel(conn: asyncpg.Connection, channel: Channel, why: str) -> None:
    """Use a channel no more, and say so on the person's others: all of it or nothing."""
    async with conn.transaction():
        dropped = await _close(conn, channel, why)
    log.error(
        "channel_closed",
        campaign=channel.campaign_id,
        channel=channel.id,
        why=why,
        dropped=dropped,
    )
    metrics.CLOSED.labels(channel.kind).inc()


async def _close(conn: asyncpg.Connection, channel: Channel, why: str) -> int:
    await set_channel_state(conn, channel.campaign_id, channel.id, "closed")
    dropped = await drop_rest(conn, channel.campaign_id, channel.id, f"channel closed: {why}")
    kind = KINDS[channel.kind]
    speech = Speech(await reader_of(conn, channel.campaign_id, channel.person))
    reason = said(why, speech.tongue)
    words = Words(
        kind="channel_closed",
        title=speech.say("One of your channels was closed: {why}", why=reason),
        text=speech.say(
            "{shown} ({what}) gets no more notices of this campaign: {why}. What waited there was"
            " dropped: {dropped:count|message|messages}; all of it stands in your record. Add the"
            " channel again when it is well.",
            shown=kind.shown(channel),
            what=speech.tongue.phrase(kind.WHAT),
            why=reason,
            dropped=dropped,
        ),
    )
    for other in await list_channels(conn, channel.campaign_id, channel.person):
        if other.state == "active":
            await say(conn, other.campaign_id, other.id, words)
    return dropped
