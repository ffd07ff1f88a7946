"""Webhooks in the form of Standard Webhooks: id, timestamp, signatures over the stored bytes."""

from __future__ import annotations

import email.utils
import functools
import re
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import aiohttp
import msgspec
from aiohttp import hdrs

from service.language.catalogue import english
from service.notify.attempt import Attempt
from service.notify.guard import Guard, NotAllowed, is_web_address, require_allowed
from service.notify.kind import alone as together
from service.notify.kind import host_only as shown
from service.notify.reasons import NO_ADDRESS
from service.notify.signing import signatures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.notify.digest import Digest
    from service.notify.guard import LookUp
    from service.notify.kind import Means, Message, Told
    from service.notify.posts import Posts
    from service.notify.reach import Reach
    from service.notify.wording import Worded
    from service.store.channels import Channel
    from service.store.deliveries import Delivery

__all__ = ["WHAT", "attempt", "compose", "shown", "together"]

WHAT = english("webhook")
#: Seconds an attempt may take from name to status.
TIMEOUT = aiohttp.ClientTimeout(total=15, sock_connect=5)
#: Bytes of notices that a digest lists, if it is more than one.
LARGEST = 400_000
GONE = 410
TOO_MANY = 429
# The standard has whole seconds; some services are more exact.
_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", re.ASCII)


async def compose(told: Told) -> bytes:
    """The JSON of a notice."""
    return payload(told.channel.campaign_id, told.delivery, told.worded, told.digest)


async def attempt(means: Means, channel: Channel, messages: Sequence[Message]) -> Attempt:
    """Post a message, signed."""
    (message,) = messages
    return await post(means.posts, channel, message.id, message.body, means.config.reach)


class _Notice(msgspec.Struct, kw_only=True, gc=False):
    """One notice of a digest, by the names that it has in a message of its own."""

    date: str
    fields: msgspec.Raw
    notice: str
    number: int
    text: str
    timestamp: datetime
    title: str
    type: str


class _Data(msgspec.Struct, kw_only=True, gc=False):
    campaign: str
    date: str
    fields: msgspec.Raw
    notice: str
    number: int
    person: str
    sequence: int
    text: str
    title: str
    notices: list[_Notice] | msgspec.UnsetType = msgspec.UNSET
    earlier: int | msgspec.UnsetType = msgspec.UNSET


class _Posted(msgspec.Struct, gc=False):
    data: _Data
    timestamp: datetime
    type: str


def payload(
    campaign_id: str, delivery: Delivery, worded: Worded, digest: Digest | None = None
) -> bytes:
    """The bytes that are kept, signed and sent, the same at every attempt."""
    data = _Data(
        campaign=campaign_id,
        date=worded.date,
        fields=msgspec.Raw(delivery.notice),
        notice=delivery.notice_id,
        number=delivery.n,
        person=delivery.person,
        sequence=delivery.number,
        text=worded.text,
        title=worded.title,
    )
    if digest is not None:
        data.notices = _newest(digest)
        data.earlier = digest.earlier + len(digest.notices) - len(data.notices)
    told = datetime.fromtimestamp(delivery.created / 1_000_000, UTC)
    return msgspec.json.encode(_Posted(data, told, f"notice.{delivery.kind}"))


def _newest(digest: Digest) -> list[_Notice]:
    """The notices of a digest, oldest first, as many of the newest as a message holds."""
    found: list[_Notice] = []
    left = LARGEST
    for sent, worded in reversed(digest.notices):
        left -= len(sent.body) + len(worded.text)
        if found and left < 0:
            break
        found.append(
            _Notice(
                date=worded.date,
                fields=msgspec.Raw(sent.body),
                notice=sent.id,
                number=sent.n,
                text=worded.text,
                timestamp=datetime.fromtimestamp(sent.created / 1_000_000, UTC),
                title=worded.title,
                type=f"notice.{sent.kind}",
            )
        )
    return found[::-1]


def open_session(reach: Reach, look_up: LookUp) -> aiohttp.ClientSession:
    """A session that connects to allowed addresses only (made inside the asyncio loop)."""
    guard = Guard(reach, look_up)
    connector = aiohttp.TCPConnector(
        resolver=guard,
        socket_factory=guard.open_socket,
        use_dns_cache=False,  # what was checked a while ago may point elsewhere by now
        limit=0,  # each lane has one connection, and lanes are limited
        limit_per_host=16,
        enable_cleanup_closed=True,
    )
    return aiohttp.ClientSession(
        connector=connector,
        timeout=TIMEOUT,
        cookie_jar=aiohttp.DummyCookieJar(),
        headers={"User-Agent": "Galloper-Webhooks/1"},
        auto_decompress=False,
    )


async def post(
    posts: Posts,
    channel: Channel,
    message_id: str,
    body: bytes,
    reach: Reach,
) -> Attempt:
    """Make one attempt; whatever happens becomes its outcome.

    Redirects are not followed and the answer's body is never kept: it may be somebody else's page.
    """
    if not is_web_address(channel.address):  # kept before such were refused
        return Attempt("closed", NO_ADDRESS)
    timestamp = int(time.time())
    headers = {
        hdrs.CONTENT_TYPE: "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signatures(channel, message_id, timestamp, body),
    }
    try:
        require_allowed(_host(channel.address), reach)
        answer = await posts.post(channel.address, headers, body)
        return _judge(answer.status, answer.retry_after)
    except NotAllowed:
        return Attempt("dropped", "address not allowed")
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
        return Attempt("retry", type(error).__name__)


@functools.lru_cache(maxsize=4096)  # the same few thousand, at every attempt
def _host(address: str) -> str:
    return urlsplit(address).hostname or ""


def _judge(status: int, retry_after: str | None) -> Attempt:
    if 200 <= status < 300:
        return Attempt("sent", str(status))
    if status == GONE:
        return Attempt("closed", "410 gone")
    outcome: Literal["retry", "wait"] = "wait" if status == TOO_MANY else "retry"
    return Attempt(outcome, str(status), seconds_of(retry_after))


def seconds_of(retry_after: str | None) -> float | None:
    """What a Retry-After header asks for, in seconds: a number or a date; None if it is neither."""
    if not retry_after:
        return None
    if _SECONDS.fullmatch(retry_after.strip()):
        return float(retry_after)
    try:
        when = email.utils.parsedate_to_datetime(retry_after)
    except (ValueError, OverflowError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, when.timestamp() - time.time())
