"""Browsers, by their push services: encrypted to the browser, and so short that little is told.

A push service learns that something was sent, when, and to which browser; not what (RFC 8291), nor
how long it is.  A message is its title and where to read on; the rest stands on the page.
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import aiohttp
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from pywebpush import WebPusher

from service.language.catalogue import english
from service.notify.attempt import Attempt
from service.notify.guard import NotAllowed, is_web_address, require_allowed
from service.notify.kind import alone as together
from service.notify.kind import host_only as shown
from service.notify.plain import cut_off
from service.notify.reasons import NO_ADDRESS
from service.notify.webhook import GONE, TOO_MANY, seconds_of
from service.store.campaigns import campaign_name
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.notify.kind import Means, Message, Told
    from service.store.channels import Channel

__all__ = ["WHAT", "attempt", "compose", "shown", "together"]

WHAT = english("browser")
#: Characters of a title, and bytes that every message is filled up to before it is encrypted.
TITLE, FILLED = 120, 1_024
#: Seconds for which a push service keeps a message for a browser that is off.
TTL = 86_400
_NOT_FOUND, _TOO_LARGE = 404, 413


class Keys(msgspec.Struct, frozen=True):
    """A browser's keys: its point on the curve P-256, and a secret of 16 bytes, in base64url."""

    p256dh: str
    auth: str


def require_keys(keys: Keys) -> None:
    """Refuse keys that nothing can be encrypted to.

    Raises:
        BadInput: saying so.
    """
    try:
        point, secret = _raw(keys.p256dh), _raw(keys.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        secret = b""
    if len(secret) != 16:
        raise BadInput("These are no keys of a browser's subscription; nothing was changed.")


def _raw(text: str) -> bytes:
    if len(text) > 200 or not text.isascii():
        raise ValueError
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


async def compose(told: Told) -> bytes:
    """The encrypted message: only these bytes are kept, and nobody here can read them again."""
    channel = told.channel
    name = await campaign_name(told.conn, channel.campaign_id)
    said = msgspec.json.encode(
        {
            "title": cut_off(told.worded.title, TITLE),
            "body": cut_off(name or "", TITLE),
            "link": f"/c/{channel.campaign_id}/{channel.person}",
            "tag": told.delivery.id,
        }
    )
    keys = msgspec.json.decode(channel.settings, type=Keys)
    pusher = WebPusher(
        {"endpoint": channel.address, "keys": {"p256dh": keys.p256dh, "auth": keys.auth}}
    )
    body: bytes = pusher.encode(said.ljust(FILLED), content_encoding="aes128gcm")["body"]
    return body


async def attempt(means: Means, channel: Channel, messages: Sequence[Message]) -> Attempt:
    """Hand a message to the browser's push service; one that is sent twice replaces itself."""
    (message,) = messages
    if not is_web_address(channel.address):  # kept before such were refused
        return Attempt("closed", NO_ADDRESS)
    key = await means.push_keys.key()
    headers = {
        "Authorization": key.proof(channel.address),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Topic": message.id.removeprefix("msg_")[:32],
        "Urgency": "normal",
    }
    try:
        require_allowed(urlsplit(channel.address).hostname or "", means.config.reach)
        async with means.session.post(
            channel.address, data=message.body, headers=headers, allow_redirects=False
        ) as response:
            return judged(response.status, response.headers.get("Retry-After"))
    except NotAllowed:
        return Attempt("dropped", "address not allowed")
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
        return Attempt("retry", type(error).__name__)


def judged(status: int, retry_after: str | None) -> Attempt:
    """What a push service's answer means."""
    if 200 <= status < 300:
        return Attempt("sent", str(status))
    if status in {_NOT_FOUND, GONE}:
        return Attempt("closed", f"{status}, the browser is no longer subscribed")
    if status == _TOO_LARGE:
        return Attempt("failed", str(status))
    outcome: Literal["retry", "wait"] = "wait" if status == TOO_MANY else "retry"
    return Attempt(outcome, str(status), seconds_of(retry_after))
