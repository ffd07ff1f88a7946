"""E-mail out: one message a notice, whose bytes and Message-ID are made once and kept."""

from __future__ import annotations

import html
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import TYPE_CHECKING

import msgspec

from service.notify.attempt import Attempt
from service.notify.envelope import KEY, bounce_address
from service.notify.kind import alone as together
from service.notify.mail_signature import signed
from service.people.accounts import fold
from service.post.addresses import ORDERS, reply_address, thread_of
from service.store.campaigns import campaign_name
from service.store.deliveries import Words
from service.store.mailboxes import mailbox_of, server_key
from world.decision import Decision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.notify.kind import Means, Message, Told
    from service.notify.wording import Worded
    from service.sending import Smtp
    from service.store.channels import Channel
    from service.store.deliveries import Delivery
    from service.store.mailboxes import Mailbox

__all__ = ["WHAT", "attempt", "compose", "shown", "together"]

WHAT = "e-mail address"
#: Bytes that every relay hands on as they are, so that signatures hold.
PLAIN_ASCII = SMTP.clone(cte_type="7bit")


async def compose(told: Told) -> bytes:
    """The mail to a person; none without a relay."""
    smtp = told.config.smtp
    if smtp is None:
        return b""
    name = await campaign_name(told.conn, told.channel.campaign_id)
    return written(
        smtp, told.channel, name or "", told.delivery, told.worded, await _correspondence(told)
    )


class Correspondence(msgspec.Struct, frozen=True):
    """The Message-ID of a mail that is answered, and the address at which one is answered."""

    answers: str = ""
    reply_to: str = ""


async def _correspondence(told: Told) -> Correspondence:
    delivery, channel = told.delivery, told.channel
    thread = ORDERS
    if delivery.words is not None:
        words = msgspec.json.decode(delivery.words, type=Words)
        if words.answers or words.reply_to:
            return Correspondence(words.answers, words.reply_to)
    elif told.config.mail_in is not None:
        world = await told.readings.recent(told.conn, channel.campaign_id)
        notice = world.pack.notice_decoder.decode(delivery.notice)
        asked = world.find(Decision, getattr(notice, "decision", ""))
        thread = thread_of(notice, 1 if asked is None else asked.revision)
    return Correspondence(
        "",
        await reply_address(
            told.conn, told.config.mail_in, channel.campaign_id, channel.person, thread
        ),
    )


async def attempt(means: Means, channel: Channel, messages: Sequence[Message]) -> Attempt:
    """Hand a mail to the relay, unless its address is written to no more."""
    if means.relay is None:
        return Attempt("dropped", "no mail relay is set")
    async with means.pool.acquire() as conn:
        mailbox = await mailbox_of(conn, fold(channel.address))
        key = await server_key(conn, KEY)
    if mailbox.suppressed is not None:
        return Attempt("closed", f"mails to it came back: {mailbox.status}")
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


def written(
    smtp: Smtp,
    channel: Channel,
    campaign_name: str,
    delivery: Delivery,
    worded: Worded,
    correspondence: Correspondence | None = None,
) -> bytes:
    """The whole message as bytes; headers cannot be split by what a player wrote."""
    passes = correspondence or Correspondence()
    message = EmailMessage(policy=PLAIN_ASCII)
    message["From"] = smtp.sender
    message["To"] = channel.address
    message["Subject"] = f"[{_line(campaign_name)}] {_line(worded.title)}"
    message["Date"] = format_datetime(datetime.fromtimestamp(delivery.created / 1_000_000, UTC))
    message["Message-ID"] = f"<{delivery.id}@{smtp.domain}>"
    if passes.reply_to:
        message["Reply-To"] = passes.reply_to
    if passes.answers:
        message["In-Reply-To"] = message["References"] = passes.answers
    message["Auto-Submitted"] = "auto-replied" if passes.answers else "auto-generated"
    message["X-Galloper-Campaign"] = channel.campaign_id
    message.set_content(f"{worded.date}\n\n{worded.text}\n".lstrip("\n"))
    paragraphs = "".join(
        f"<p>{html.escape(line)}</p>" for line in worded.text.split("\n") if line.strip()
    )
    message.add_alternative(
        '<html><body style="font-family:Georgia,serif;color:#2b2a27;max-width:36em">'
        f'<p style="color:#7a6f5d">{html.escape(worded.date)}</p>'
        f"<h2>{html.escape(worded.title)}</h2>{paragraphs}</body></html>",
        subtype="html",
    )
    raw = message.as_bytes()
    return raw if smtp.dkim is None else signed(smtp.dkim, raw)


def _line(text: str) -> str:
    """Text for a header: one line, in which nothing is read as an encoded word.

    The standard library decodes those in what a header is set to, line ends and all.
    """
    return " ".join(text.split()).replace("=?", "= ?")
