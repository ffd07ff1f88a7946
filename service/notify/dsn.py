"""What a mail that came back says: delivery status notifications (RFC 3464), and older ways.

A pure function from bytes to a status; it takes time in proportion to the text, of which no more
than so much is looked at.
"""

from __future__ import annotations

import email
import email.policy
import re
from typing import TYPE_CHECKING, Literal

import msgspec

from service.post.parsing import is_involved, parsed

if TYPE_CHECKING:
    from email.message import Message

#: Bytes of a message that are looked at.
LARGEST = 256 * 1024
#: Characters of a text that are searched for a status.
_SEARCHED = 20_000

#: An enhanced status code (RFC 3463) by itself.
CODE = re.compile(r"(?<![0-9.])([245])\.([0-9]{1,3})\.([0-9]{1,3})(?![0-9.])", re.ASCII)
_REPLY = re.compile(r"(?<![0-9.])([45][0-9]{2})[ -]", re.ASCII)
# Who writes bounces without a machine's part (older Exim, qmail, and others).
_SAYS_SO = re.compile(
    r"could not be delivered to one or more|following address(?:es|\(es\))? failed"
    r"|permanent fatal errors|this is the qmail-send program|delivery to the following recipient"
    r"|I wasn't able to deliver your message|undeliverable|delivery has failed to these recipients",
    re.IGNORECASE,
)
_STILL_TRYING = re.compile(
    r"will (?:continue to )?(?:be )?(?:retr|tr(?:y|ied))|no action is required on your part"
    r"|warning message only|has not yet been delivered|delivery incomplete",
    re.IGNORECASE,
)


class Returned(msgspec.Struct, frozen=True):
    """What became of a mail.

    ``status`` is an enhanced status code such as ``5.1.1``; ``5.0.0`` where only that it failed is
    known.
    """

    action: Literal["failed", "delayed"]
    status: str


def returned(raw: bytes) -> Returned | None:
    """What a message says of a mail that was sent; None if it is no report of that kind.

    A report of several recipients, or of several tries, counts by the worst.
    """
    raw = raw[:LARGEST]
    if is_involved(raw):
        return None
    message = parsed(raw)
    if message.get_content_type() == "multipart/report":
        kind = str(message.get_param("report-type") or "").lower()
        reports = [
            _read(fields)
            for part in message.walk()
            if part.get_content_type()
            in {"message/delivery-status", "message/global-delivery-status"}
            for fields in _fields(part)
        ]
        found = [one for one in reports if one is not None]
        if found:
            return max(found, key=lambda one: (one.action == "failed", one.status))
        if kind and kind != "delivery-status":
            return None  # a receipt or a complaint
    return _in_words(message)


def _fields(part: Message) -> list[Message]:
    """The groups of fields of a status part: of the message first, then of each recipient."""
    content = part.get_payload()
    if isinstance(content, list):
        return [one for one in content if not isinstance(one, str)]
    groups = re.split(r"\r?\n[ \t]*\r?\n", str(content))
    return [email.message_from_string(one, policy=email.policy.compat32) for one in groups]


def _read(fields: Message) -> Returned | None:
    action = _first_word(fields.get("Action"))
    if action not in {"failed", "delayed"}:
        return None
    claimed = _code(str(fields.get("Status") or ""))
    said = _code(str(fields.get("Diagnostic-Code") or "")[:_SEARCHED])
    # Many say 5.0.0 or 5.5.0 in the field and what it was behind it.
    status = said if said and (not claimed or claimed.endswith((".0", ".0.0"))) else claimed
    if not status:
        status = "5.0.0" if action == "failed" else "4.0.0"
    return Returned("failed" if action == "failed" else "delayed", status)


def _first_word(value: object) -> str:
    words = str(value or "").lower().replace("(", " ").replace(";", " ").split()
    return words[0] if words else ""


def _code(text: str) -> str:
    found = CODE.search(text)
    if found is not None:
        return ".".join(found.groups())
    reply = _REPLY.search(f"{text} ")
    return f"{reply[1][0]}.0.0" if reply else ""


def _in_words(message: Message) -> Returned | None:
    """A bounce in nothing but prose: from a daemon, or without a sender, and saying so."""
    sender = str(message.get("From") or "").lower()
    envelope = str(message.get("Return-Path") or "").strip()
    if "mailer-daemon" not in sender and "postmaster" not in sender and envelope != "<>":
        return None
    text = _text(message)[:_SEARCHED]
    failed = str(message.get("X-Failed-Recipients") or "")
    if not failed and not _SAYS_SO.search(text):
        return None
    # What was sent stands below, and may hold figures of its own.
    text = re.split(r"\n-{2,} |\n={5,}", text, maxsplit=1)[0]
    if _STILL_TRYING.search(text):
        return Returned("delayed", _code(text) or "4.0.0")
    return Returned("failed", _code(text) or "5.0.0")


def _text(message: Message) -> str:
    for part in message.walk():
        if part.get_content_maintype() == "text":
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                return content.decode("utf-8", "replace")
    return ""
