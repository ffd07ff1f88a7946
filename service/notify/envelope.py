"""The address that a mail's bounces come to: another for each mailbox and mail (VERP).

``bounces+TOKEN@example.org``, or ``TOKEN@bounces.example.org`` where a whole domain is given.  The
token holds the mailbox's number, a mark of the mail and a seal, so that nobody can have somebody
else's address suppressed.
"""

from __future__ import annotations

import hashlib
import re

from service.notify.seal import holds, seal

#: The name of the server's key for this.
KEY = "bounces"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_TOKEN = re.compile(r"b([0-9a-z]{1,13})-([0-9a-f]{8})-([a-z2-7]{16})", re.ASCII)


def bounce_address(bounces: str, key: bytes, mailbox: int, mail: str) -> str:
    """The envelope's sender of a mail.

    Args:
        bounces: an address or a domain, as the operator set it.
        key: this server's.
        mailbox: the number of the mailbox it goes to.
        mail: the id of the message.
    """
    local, at, domain = bounces.rpartition("@")
    token = _token(key, mailbox, mail)
    return f"{local}+{token}@{domain}" if at and local else f"{token}@{domain}"


def token_in(bounces: str, address: str) -> str | None:
    """The token in an address that a mail came to; None if it is none for bounces.

    That it has the form of one does not say that this server made it: see :func:`opened`.
    """
    local, _, domain = bounces.lower().rpartition("@")
    name, _, at = address.lower().strip("<>").rpartition("@")
    start = f"{local}+" if local else ""
    if at != domain or not name.startswith(start):
        return None
    token = name[len(start) :]
    return token if _TOKEN.fullmatch(token) else None


def opened(key: bytes, token: str) -> tuple[int, str] | None:
    """The number of the mailbox and the mark of the mail; None if the seal is not ours."""
    found = _TOKEN.fullmatch(token.lower())
    if found is None or not holds(key, found[3], "bounce", found[1], found[2]):
        return None
    return int(found[1], 36), found[2]


def mark(mail: str) -> str:
    """What tells one mail to a mailbox from another, in eight characters."""
    return hashlib.sha256(mail.encode()).hexdigest()[:8]


def _token(key: bytes, mailbox: int, mail: str) -> str:
    number, rest = "", mailbox
    while rest or not number:
        rest, digit = divmod(rest, 36)
        number = _DIGITS[digit] + number
    return f"b{number}-{mark(mail)}-{seal(key, 'bounce', number, mark(mail))}"
