"""The end of a channel: nothing more is sent on it, and its owner is told on the others."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
import structlog

from service.language.saying import Speech
from service.notify import metrics
from service.notify.arranging import wishes
from service.notify.kinds import KINDS
from service.notify.reasons import UNSUBSCRIBED, said
from service.people.reading import reader_of
from service.store.channels import channels_led, list_channels, set_channel_state
from service.store.deliveries import Words, drop_rest, say
from service.store.preferences import keep_preference, read_preference

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    import asyncpg

    from service.notify.preferences import Preferences, Use
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
    wanted = await note_closed(conn, channel, by_owner=why == UNSUBSCRIBED)
    listed = await list_channels(conn, channel.campaign_id, channel.person)
    others = [one for one in listed if one.state != "closed"]
    dropped = await drop_rest(conn, channel.campaign_id, channel.id, f"channel closed: {why}")
    kind = KINDS[channel.kind]
    speech = Speech(await reader_of(conn, channel.campaign_id, channel.person))
    reason = said(why, speech.tongue)
    title = speech.say("One of your channels was closed: {why}", why=reason)
    text = speech.say(
        "{shown} ({what}) gets no more notices of this campaign: {why}. What waited there was"
        " dropped: {dropped:count|message|messages}; all of it stands in your record. Add the"
        " channel again when it is well.",
        shown=kind.shown(channel),
        what=speech.tongue.phrase(kind.WHAT),
        why=reason,
        dropped=dropped,
    )
    if any(wanted.channels.get(id, "all") != use for id, use in _uses(wanted, others)):
        text += "\n\n" + speech.say(
            "You kept your other channels for what cannot wait. Since no other is left they are"
            " used for everything, until you choose otherwise."
        )
    words = Words(kind="channel_closed", title=title, text=text)
    for other in others:
        if other.state == "active":
            await say(conn, other.campaign_id, other.id, words)
    return dropped


def _uses(wanted: Preferences, channels: Iterable[Channel]) -> Iterable[tuple[str, Use]]:
    return wanted.uses(one.id for one in channels).items()


@asynccontextmanager
async def closing_of(
    conn: asyncpg.Connection, account_id: str, folded: str = ""
) -> AsyncIterator[None]:
    """Note of what a block closes as an account goes that others may miss it; in a transaction.

    *folded* is the account's address, if all that mails it is closed.
    """
    before = await channels_led(conn, account_id, folded)
    yield
    for channel in before:
        listed = await list_channels(conn, channel.campaign_id, channel.person)
        if any(one.id == channel.id and one.state == "closed" for one in listed):
            await note_closed(conn, channel)


async def note_closed(
    conn: asyncpg.Connection, channel: Channel, *, by_owner: bool = False
) -> Preferences:
    """Write into its person's preferences what a channel that is closed was used for.

    By that they tell one that was for everything, and is missed, from one that its owner wanted no
    more.  Call it in a transaction; returns the preferences as they are now.
    """
    campaign_id, person = channel.campaign_id, channel.person
    wanted = wishes(await read_preference(conn, campaign_id, person, to_change=True))
    named = dict(wanted.channels)
    if by_owner and named.get(channel.id) == "all":
        del named[channel.id]
    elif not by_owner and "urgent" in named.values():
        named.setdefault(channel.id, "all")
    if named != wanted.channels:
        wanted = msgspec.structs.replace(wanted, channels=named)
        body = msgspec.json.encode(wanted, order="deterministic")
        await keep_preference(conn, campaign_id, person, body)
    return wanted
