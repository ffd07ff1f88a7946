"""Addresses to write to: each bound to a campaign, a person and what is answered there.

``letter-7q3m…@mail.example.org``: a word for people, and a token of 130 random bits in lower-case
base32, which survives relays that fold case.  A token names a row and holds nothing itself: one
that is made up, or cut short, tells nothing.  It says *what* is answered; *who* writes is proved by
the sender's address besides.  Local parts stay within the 64 characters of RFC 5321.
"""

from __future__ import annotations

import base64
import re
import secrets
from typing import TYPE_CHECKING

import msgspec

from couriers.letter import LetterCame, OrderCame, OrderReported
from service.store.mail_addresses import address_of, name_address
from world.kernel.nouns import DecisionAsked, DecisionChanged, DecisionExpires, DecisionNoted

if TYPE_CHECKING:
    import asyncpg

    from service.config import MailIn
    from service.store.mail_addresses import AddressKind
    from world.notice import Notice

#: Days after which an address that no mail has named since is no longer good.
GOOD_FOR_DAYS = 180
#: Days for which it is remembered after that, so that whoever uses it is told so.
REMEMBERED_DAYS = 2 * GOOD_FOR_DAYS

_TOKEN = 26
_LOCAL = re.compile(rf"(?P<word>letter|decision|orders)-(?P<token>[a-z2-7]{{{_TOKEN}}})")


class Thread(msgspec.Struct, frozen=True):
    """What is answered at an address.

    Attributes:
        kind: a ``letter`` or ``decision``, or ``orders`` of any kind.
        about: the letter's or decision's id; empty for orders.
        detail: who sent the letter, or the revision of the decision that was shown.
    """

    kind: AddressKind
    about: str = ""
    detail: str = ""


#: Notices whose reader may still answer the decision they are about.
_OF_DECISIONS = DecisionAsked | DecisionExpires | DecisionNoted | DecisionChanged

#: Orders in their text form, of any kind.
ORDERS = Thread("orders")


def thread_of(notice: Notice, revision: int = 1) -> Thread:
    """What somebody answers who answers a notice.

    *revision* is that of the decision the notice is about, as it stands where the mail is made.
    """
    # Not a letter that was taken from others: whoever answers by habit would give himself away.
    if isinstance(notice, LetterCame | OrderCame | OrderReported):
        return Thread("letter", notice.letter, notice.sender)
    if isinstance(notice, _OF_DECISIONS):
        return Thread("decision", notice.decision, str(revision))
    return ORDERS


async def reply_address(
    conn: asyncpg.Connection, mail_in: MailIn | None, campaign_id: str, person: str, thread: Thread
) -> str:
    """The address at which a person answers, for ``Reply-To``; empty where no mail is taken in.

    The same for every mail of the thread; naming it keeps it good for :data:`GOOD_FOR_DAYS`.
    """
    if mail_in is None:
        return ""
    token = await name_address(
        conn, campaign_id, person, thread.kind, thread.about, thread.detail, _new_token()
    )
    return f"{thread.kind}-{token}@{mail_in.domain}"


class Destination(msgspec.Struct, frozen=True, kw_only=True):
    """What an address stands for: who answers what there; last ``named`` at a wall instant (µs)."""

    campaign_id: str
    person: str
    thread: Thread
    named: int

    def expired(self, now: int) -> bool:
        """Whether it is no longer good at the wall instant *now* (µs)."""
        return now - self.named > GOOD_FOR_DAYS * 86_400_000_000


async def destination(
    conn: asyncpg.Connection, mail_in: MailIn, address: str
) -> Destination | None:
    """What an address stands for; None for one that never was, or has been forgotten."""
    local, _, domain = address.rpartition("@")
    found = _LOCAL.fullmatch(local.lower())
    if domain.lower() != mail_in.domain.lower() or found is None:
        return None
    row = await address_of(conn, found["token"])
    if row is None or row.kind != found["word"]:
        return None
    return Destination(
        campaign_id=row.campaign_id,
        person=row.person,
        thread=Thread(row.kind, row.about, row.detail),
        named=row.named,
    )


def _new_token() -> str:
    return base64.b32encode(secrets.token_bytes(17)).decode()[:_TOKEN].lower()
