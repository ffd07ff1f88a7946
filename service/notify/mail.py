"""E-mail out: one message a notice, whose bytes and Message-ID are made once and kept."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from service.language.catalogue import english
from service.language.saying import Speech
from service.notify.attempt import Attempt
from service.notify.envelope import KEY, bounce_address
from service.notify.kind import alone as together
from service.notify.mail_message import Around, written
from service.notify.pictures import Pictures
from service.notify.reasons import CAME_BACK, FORBIDDEN, because
from service.notify.seal import holds, seal
from service.papers.calendar import Entry, calendar_file, uid_of
from service.papers.deadlines import to_decide
from service.people.address import fold
from service.post.addresses import ORDERS, reply_address, thread_of
from service.store.campaigns import campaign_name
from service.store.deliveries import Words
from service.store.mailboxes import mailbox_of, server_key
from world.decision import Decision
from world.kernel.nouns import REFEREE, DecisionAsked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.notify.kind import Means, Message, Told
    from service.sending import Smtp
    from service.store.channels import Channel
    from service.store.mailboxes import Mailbox
    from world.notice import Notice
    from world.state import World

__all__ = [
    "LINKS",
    "WHAT",
    "attempt",
    "compose",
    "may_unsubscribe",
    "return_path",
    "shown",
    "together",
    "unsubscribing",
]

WHAT = english("e-mail address")
#: The name of the server's key for links in mails.
LINKS = "links in mails"
#: A channel gets another slice of the map after so many seconds.
_pictures = Pictures(600.0)


async def compose(told: Told) -> bytes:
    """The mail to a person; none without a relay."""
    smtp = told.config.smtp
    if smtp is None:
        return b""
    name = await campaign_name(told.conn, told.channel.campaign_id)
    around = await _around(told)
    return written(smtp, told.channel, name or "", told.delivery, told.worded, around)


async def _around(told: Told) -> Around:
    delivery, channel, config = told.delivery, told.channel, told.config
    links = await server_key(told.conn, LINKS)
    around = Around(
        page=config.at(own_page(channel.campaign_id, channel.person)),
        unsubscribe=config.at(unsubscribing(links, channel)),
        language=told.reader.language,
    )
    if delivery.words is not None:
        words = msgspec.json.decode(delivery.words, type=Words)
        reply_to = words.reply_to
        if not words.answers and not reply_to:
            reply_to = await reply_address(
                told.conn, config.mail_in, channel.campaign_id, channel.person, ORDERS
            )
        return msgspec.structs.replace(around, answers=words.answers, reply_to=reply_to)
    world = await told.readings.recent(told.conn, channel.campaign_id)
    notice = world.pack.notice_decoder.decode(delivery.notice)
    return msgspec.structs.replace(
        around,
        reply_to=await _reply_to(told, world, notice),
        picture=await _pictures.of(told, world, msgspec.structs.asdict(notice)),
        dates=await _dates(told, world, notice),
    )


def own_page(campaign_id: str, person: str) -> str:
    """The path of a person's own page."""
    return f"/c/{campaign_id}/{'table' if person == REFEREE else person}"


def unsubscribing(key: bytes, channel: Channel) -> str:
    """The path by which a channel is closed, without signing in, by whoever has a mail of it."""
    sealed = seal(key, "unsubscribe", channel.campaign_id, channel.id)
    return f"/unsubscribe/{channel.campaign_id}/{channel.id}/{sealed}"


def may_unsubscribe(key: bytes, campaign_id: str, channel_id: str, sealed: str) -> bool:
    """Whether a link's seal is that of the channel, whatever became of this meanwhile."""
    return holds(key, sealed, "unsubscribe", campaign_id, channel_id)


async def _reply_to(told: Told, world: World, notice: Notice) -> str:
    if told.config.mail_in is None:
        return ""
    asked = world.find(Decision, getattr(notice, "decision", ""))
    thread = thread_of(notice, 1 if asked is None else asked.revision)
    channel = told.channel
    return await reply_address(
        told.conn, told.config.mail_in, channel.campaign_id, channel.person, thread
    )


async def _dates(told: Told, world: World, notice: Notice) -> bytes:
    """The time limit of a decision, for a calendar program; a later mail moves the same date."""
    if not isinstance(notice, DecisionAsked) or notice.limit is None:
        return b""
    # By the notice: the world may be some seconds older, and not know of what is asked.
    at = world.face.answering_wall(notice.limit)
    speech, channel = Speech(told.reader, world), told.channel
    one = to_decide(speech, notice.decision, at, notice.question, notice.options, notice.default)
    asked = world.find(Decision, notice.decision)
    entry = Entry(
        uid=uid_of(channel.campaign_id, channel.person, one.name),
        at=one.at,
        title=one.title,
        text=one.text,
        link=told.config.at(own_page(channel.campaign_id, channel.person)),
        changed=told.delivery.created,
        sequence=0 if asked is None else asked.revision - 1,
    )
    return await asyncio.to_thread(calendar_file, one.title, [entry], told.reader.language)


async def attempt(means: Means, channel: Channel, messages: Sequence[Message]) -> Attempt:
    """Hand a mail to the relay, unless its address is written to no more."""
    if means.relay is None:
        return Attempt("dropped", "no mail relay is set")
    async with means.pool.acquire() as conn:
        mailbox = await mailbox_of(conn, fold(channel.address))
        key = await server_key(conn, KEY)
    if mailbox.suppressed is not None:
        # What an operator wrote about it is for the list of such addresses.
        forbidden = mailbox.reason == "operator"
        return Attempt("closed", FORBIDDEN if forbidden else because(CAME_BACK, mailbox.status))
    sender = return_path(means.relay.smtp, key, mailbox, messages[0].id)
    return await means.relay.send(sender, channel.address, messages[0].body)


def return_path(smtp: Smtp, key: bytes, mailbox: Mailbox, mail: str) -> str:
    """The envelope's sender, to which bounces come."""
    if smtp.bounces:
        return bounce_address(smtp.bounces, key, mailbox.n, mail)
    return smtp.address


def shown(channel: Channel) -> str:
    """An address of mail keeps no secret."""
    return channel.address
