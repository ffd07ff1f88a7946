"""A mail as bytes: headers, the words as text and as a page, a slice of the map, a date to keep."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime
from typing import TYPE_CHECKING, cast

import msgspec
from markupsafe import Markup, escape

from service.language.catalogue import ENGLISH, english, tongue
from service.notify.mail_signature import signed
from service.papers.prose import prose

if TYPE_CHECKING:
    from service.notify.wording import Worded
    from service.sending import Smtp
    from service.store.channels import Channel
    from service.store.deliveries import Delivery

#: Headers of addresses and ids: one line each, however long.
_WHOLE = frozenset({"in-reply-to", "references", "list-id", "list-unsubscribe"})


class _Unbroken(EmailPolicy):
    """Lets headers that programs read stand in one line.

    The library takes them for prose and writes those that are long as encoded words, in which no
    program finds an address.
    """

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in _WHOLE:
            return f"{name}: {value}{self.linesep}".encode("ascii", "replace")
        return super().fold_binary(name, value)


#: Bytes that every relay hands on as they are, so that signatures hold.
PLAIN_ASCII = _Unbroken(linesep="\r\n", cte_type="7bit")
_DAY = 86_400_000
#: The line above all mails of what the service itself sends again and again.
_OWN_TOPICS = {
    "digest": english("Your digest"),
    "outage_digest": english("While the service was away"),
}
_OWN_PAGE = english("Your page: {}")
_OPEN_PAGE = english("Open your page")
_NO_MORE = english("No more mails of this campaign")
_NO_MORE_HERE = english("No more mails of this campaign to this address: {}")
_MAP = english("The map as you know it")

_STYLE = """
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.sheet{background:#23211d!important;color:#e8e2d4!important;border-color:#4a453b!important}
.faint,.faint a{color:#a89c85!important}.deed{background:#8d6f3c!important;color:#fff!important}}
"""
_PAGE = Markup(
    '<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark"><style>{style}</style></head>'
    '<body style="margin:0;padding:12px">'
    '<div class="sheet" style="max-width:36em;margin:0 auto;padding:20px 24px;background:#fbf8f1;'
    "color:#2b2a27;border:1px solid #d8cfbc;border-radius:6px;"
    "font:17px/1.5 Georgia,'Times New Roman',serif;overflow-wrap:anywhere\">"
    '<p class="faint" style="margin:0;color:#7a6f5d;font-size:14px">{above}</p>'
    '<h1 style="margin:4px 0 12px;font-size:22px;line-height:1.25;font-weight:600">{title}</h1>'
    '{words}{picture}{deed}<p class="faint" style="margin:20px 0 0;padding-top:10px;'
    'border-top:1px solid #d8cfbc;color:#7a6f5d;font-size:13px">{below}</p></div></body></html>'
)
_PICTURE = Markup(
    '<p style="margin:12px 0"><img src="cid:{cid}" width="450" alt="{alt}"'
    ' style="max-width:100%;height:auto;border:1px solid #d8cfbc"></p>'
)
_DEED = Markup(
    '<p style="margin:16px 0 0"><a class="deed" href="{address}" style="display:inline-block;'
    "padding:8px 16px;background:#6b5226;color:#fff;text-decoration:none;border-radius:4px;"
    'font-size:15px">{what}</a></p>'
)


class Around(msgspec.Struct, frozen=True, kw_only=True):
    """What goes around the words of a mail; what is empty is left out.

    Attributes:
        answers: the Message-ID of the mail that is answered.
        reply_to: where to write next.
        page: the address of the reader's own page.
        unsubscribe: the address by which no more mails come.
        picture: a slice of the map (PNG).
        dates: a deadline for a calendar program (iCalendar).
        language: code of the reader's language.
    """

    answers: str = ""
    reply_to: str = ""
    page: str = ""
    unsubscribe: str = ""
    picture: bytes = b""
    dates: bytes = b""
    language: str = ENGLISH


def written(
    smtp: Smtp,
    channel: Channel,
    campaign_name: str,
    delivery: Delivery,
    worded: Worded,
    around: Around | None = None,
) -> bytes:
    """The whole message as bytes; headers cannot be split by what a player wrote."""
    around = around or Around()
    message = EmailMessage(policy=PLAIN_ASCII)
    _head(message, smtp, channel, campaign_name, delivery, worded, around)
    message.set_content(_text(worded, around))
    cid = f"map.{delivery.id}@{smtp.domain}"
    message.add_alternative(_page(campaign_name, worded, around, cid), subtype="html")
    if around.picture:
        _last(message).add_related(around.picture, "image", "png", cid=f"<{cid}>")
    if around.dates:
        message.add_attachment(
            around.dates, maintype="text", subtype="calendar", filename="deadline.ics"
        )
        _last(message).set_param("charset", "utf-8")
    raw = message.as_bytes()
    return raw if smtp.dkim is None else signed(smtp.dkim, raw)


def _last(message: EmailMessage) -> EmailMessage:
    """The part that was added last."""
    return cast("EmailMessage", list(message.iter_parts())[-1])


def _head(
    message: EmailMessage,
    smtp: Smtp,
    channel: Channel,
    campaign_name: str,
    delivery: Delivery,
    worded: Worded,
    around: Around,
) -> None:
    name = _line(campaign_name)
    message["From"] = smtp.sender
    message["To"] = channel.address
    own_topic = tongue(around.language).phrase(_OWN_TOPICS.get(delivery.kind, ""))
    topic = worded.topic or own_topic or worded.title
    message["Subject"] = f"[{name}] {_line(topic)}"
    message["Date"] = format_datetime(datetime.fromtimestamp(delivery.created / 1_000_000, UTC))
    message["Message-ID"] = f"<{delivery.id}@{smtp.domain}>"
    if around.reply_to:
        message["Reply-To"] = around.reply_to
    root = _line(around.answers) or thread_root(smtp.domain, channel, delivery, worded)
    message["In-Reply-To"] = message["References"] = root
    message["Auto-Submitted"] = "auto-replied" if around.answers else "auto-generated"
    message["Precedence"] = "list"
    message["List-Id"] = f"<{_label(channel.campaign_id)}.{smtp.domain}>"
    if around.unsubscribe:
        message["List-Unsubscribe"] = f"<{around.unsubscribe}>"
        if around.unsubscribe.startswith("https:"):  # as RFC 8058 wants it
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message["X-Galloper-Campaign"] = channel.campaign_id


def thread_root(domain: str, channel: Channel, delivery: Delivery, worded: Worded) -> str:
    """The Message-ID that the mails of a thread all answer; no mail has it.

    It follows from what they have in common, so that nothing need be remembered of earlier ones: a
    decision, a correspondence, what the service itself says of one kind; for the rest, the day.
    """
    key = worded.thread
    if not key:
        own = delivery.words is not None
        key = f"kind {delivery.kind}" if own else f"day {delivery.at // _DAY}"
    said = f"{channel.campaign_id}\x1f{channel.person}\x1f{key}".encode()
    return f"<thread.{hashlib.sha256(said).hexdigest()[:32]}@{domain}>"


def _text(worded: Worded, around: Around) -> str:
    phrase = tongue(around.language).phrase
    parts = [line for line in (worded.title, worded.date) if line] + ["", worded.text, ""]
    if around.page:
        parts += [phrase(_OWN_PAGE).replace("{}", around.page), ""]
    if around.unsubscribe:
        parts += ["-- ", phrase(_NO_MORE_HERE).replace("{}", around.unsubscribe)]
    return "\n".join(parts).rstrip("\n") + "\n"


def _page(campaign_name: str, worded: Worded, around: Around, cid: str) -> str:
    phrase = tongue(around.language).phrase
    below, picture, deed = Markup(""), Markup(""), Markup("")
    if around.unsubscribe:
        below = Markup('<a href="{}" style="color:#7a6f5d">{}</a>').format(
            around.unsubscribe, phrase(_NO_MORE)
        )
    if around.picture:
        picture = _PICTURE.format(cid=cid, alt=phrase(_MAP))
    if around.page:
        deed = _DEED.format(address=around.page, what=phrase(_OPEN_PAGE))
    return _PAGE.format(
        language=around.language,
        style=Markup(_STYLE),  # noqa: S704 - ours
        above=f"{campaign_name} · {worded.date}" if worded.date else campaign_name,
        title=worded.title,
        words=_words(worded),
        picture=picture,
        deed=deed,
        below=below,
    )


def _words(worded: Worded) -> Markup:
    if worded.markdown:
        return prose(worded.text)
    paragraphs = [
        Markup('<p style="margin:0 0 10px">{}</p>').format(
            Markup("<br>").join(escape(line) for line in lines.split("\n"))
        )
        for lines in worded.text.split("\n\n")
        if lines.strip()
    ]
    return Markup("").join(paragraphs)


def _label(campaign_id: str) -> str:
    """A campaign's id as part of a name (RFC 2919)."""
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in campaign_id).strip("-") or "c"


def _line(text: str) -> str:
    """Text for a header: one line, in which nothing is read as an encoded word.

    The standard library decodes those in what a header is set to, line ends and all.
    """
    return " ".join(text.split()).replace("=?", "= ?")
