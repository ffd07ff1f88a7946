"""Discord's own webhooks: embeds, several to a message, and as patient as Discord asks.

A notice's bytes are its embed, and the slice of its person's map that goes with it; those that are
due together go out in one message of up to ten embeds.  Nothing that somebody wrote can ping
anybody, or be more than text.
"""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

import aiohttp
import msgspec

from service.language.catalogue import english
from service.notify.attempt import Attempt
from service.notify.guard import NotAllowed, require_allowed
from service.notify.pictures import Pictures
from service.notify.plain import cut_off, escaped, units
from service.notify.webhook import seconds_of
from service.store.campaigns import campaign_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.notify.kind import Means, Message, Told
    from service.store.channels import Channel

__all__ = ["WHAT", "attempt", "compose", "shown", "together"]

WHAT = english("Discord webhook")
#: Where Discord is, in the addresses that are kept.
HOME = "https://discord.com"
#: What Discord takes: characters of a title, of a text and of all in one message; embeds; bytes.
TITLE, TEXT, IN_ALL, EMBEDS, BYTES = 256, 4_096, 6_000, 10, 8_000_000
#: Characters of a campaign's name and of a date, which stand above and below.
ABOUT = 120
#: Bytes of an answer that are read: its code, and how long to wait.
_ANSWER = 4_096

#: Colours of embeds: of what asks for something, of what the service says, of everything else.
ASKS, SERVICE, TELLS = 0xB03A2E, 0x7A6F5D, 0x3B5B7A

_ADDRESS = re.compile(
    r"https://(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api(?:/v[0-9]{1,2})?/webhooks"
    r"/([0-9]{5,20})/([A-Za-z0-9_-]{20,100})/?(?:\?(.*))?",
    re.ASCII,
)
#: Behind a webhook's question mark: its reader wants no map there.  Discord is not told of it.
NO_MAP = "map=off"
_THREAD = re.compile(r"(?:^|&)thread_id=([0-9]{5,20})(?:&|$)", re.ASCII)
#: Discord's codes for a webhook or a thread that is no more, a token that is wrong, and a forum,
#: where a webhook must name a thread.
_GONE = {10_015: "the webhook is no more", 10_003: "its thread is no more",
         50_027: "its token is wrong", 220_001: "in a forum it needs ?thread_id="}  # fmt: skip

#: A channel gets another slice of the map after so many seconds.
_pictures = Pictures(60.0)
#: Until when all are to be quiet (monotonic s).
_quiet = {"until": 0.0}


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a notice: an embed, how many characters it counts, and a picture or none."""

    embed: msgspec.Raw
    size: int
    picture: bytes = b""


def recognised(address: str) -> str | None:
    """A webhook's address in the one form it is kept in; None if it is none of Discord's."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        return None
    thread = _THREAD.search(found[3] or "")
    asides = [f"thread_id={thread[1]}"] if thread else []
    if NO_MAP in (found[3] or "").split("&"):
        asides.append(NO_MAP)
    return "?".join((f"{HOME}/api/webhooks/{found[1]}/{found[2]}", "&".join(asides))).rstrip("?")


def forms(address: str) -> list[str]:
    """The ways in which a webhook may be kept, whatever is said of maps; the first without it."""
    plain = address.removesuffix(NO_MAP).rstrip("?&")
    return [plain, f"{plain}{'&' if '?' in plain else '?'}{NO_MAP}"]


def shown(channel: Channel) -> str:
    """Its number, which is no secret, without its token."""
    return "/".join(channel.address.split("/")[:6]) + "/…"


async def compose(told: Told) -> bytes:
    """The embed of a notice, with a slice of the map where it speaks of a place."""
    name = await campaign_name(told.conn, told.channel.campaign_id)
    picture = await _picture(told)
    embed = _embed(told, name or "")
    size = sum(
        units(text)
        for text in (
            embed["title"], embed["description"], embed["author"]["name"], embed["footer"]["text"]
        )
    )  # fmt: skip
    raw = msgspec.Raw(msgspec.json.encode(embed))
    return msgspec.json.encode(Kept(embed=raw, size=size, picture=picture))


def _embed(told: Told, name: str) -> dict[str, Any]:
    delivery, worded = told.delivery, told.worded
    # What the rules themselves set in Markdown has what people wrote escaped already.
    text = worded.text if worded.markdown else escaped(worded.text)
    colour = SERVICE if delivery.words is not None else TELLS
    if "decision" in delivery.kind or "limit" in msgspec.json.decode(delivery.notice):
        colour = ASKS
    page = f"/c/{told.channel.campaign_id}/{told.channel.person}"
    return {
        "title": cut_off(escaped(worded.title), TITLE),
        "description": cut_off(text, TEXT),
        "url": told.config.at(page),
        "color": colour,
        "timestamp": datetime.fromtimestamp(delivery.created / 1_000_000, UTC).isoformat(),
        "author": {"name": cut_off(name, ABOUT)},
        "footer": {"text": cut_off(worded.date, ABOUT)},
    }


async def _picture(told: Told) -> bytes:
    """A slice of the map, if the person wants them and has not had one just now."""
    if told.delivery.words is not None or told.channel.address.endswith(NO_MAP):
        return b""
    world = await told.readings.recent(told.conn, told.channel.campaign_id)
    return await _pictures.of(told, world, msgspec.json.decode(told.delivery.notice))


def together(messages: Sequence[Message]) -> int:
    """As many as Discord takes in one message."""
    size = weight = 0
    for count, message in enumerate(messages[:EMBEDS]):
        kept = msgspec.json.decode(message.body, type=Kept)
        size += kept.size
        weight += len(kept.picture)
        if count and (size > IN_ALL or weight > BYTES):
            return count
    return min(len(messages), EMBEDS)


def form(messages: Sequence[Message]) -> tuple[bytes, list[bytes]]:
    """The JSON of one message, and the pictures that go with it."""
    embeds: list[dict[str, Any]] = []
    pictures: list[bytes] = []
    for message in messages:
        kept = msgspec.json.decode(message.body, type=Kept)
        embed = msgspec.json.decode(kept.embed)
        if kept.picture:
            embed["image"] = {"url": f"attachment://map-{len(pictures)}.png"}
            pictures.append(kept.picture)
        embeds.append(embed)
    payload: dict[str, Any] = {"embeds": embeds, "allowed_mentions": {"parse": []}}
    if pictures:
        payload["attachments"] = [
            {"id": n, "filename": f"map-{n}.png", "description": "The map as you know it"}
            for n in range(len(pictures))
        ]
    return msgspec.json.encode(payload), pictures


async def attempt(means: Means, channel: Channel, messages: Sequence[Message]) -> Attempt:
    """Post up to ten notices as one message."""
    if (left := _quiet["until"] - time.monotonic()) > 0:
        return Attempt("wait", "Discord asked for quiet on all channels", left)
    base = means.config.discord.rstrip("/")
    address = base + forms(channel.address)[0].removeprefix(HOME)
    payload, pictures = form(messages)
    data: Any = payload
    headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    if pictures:
        data = aiohttp.FormData()
        data.add_field("payload_json", payload.decode(), content_type="application/json")
        for n, picture in enumerate(pictures):
            data.add_field(
                f"files[{n}]", picture, filename=f"map-{n}.png", content_type="image/png"
            )
        del headers["Content-Type"]
    try:
        require_allowed(urlsplit(base).hostname or "", means.config.reach)
        async with means.session.post(
            address, data=data, headers=headers, allow_redirects=False
        ) as response:
            said = await _said(response)
            attempt = judged(response.status, response.headers, said)
    except NotAllowed:
        return Attempt("dropped", "address not allowed")
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
        return Attempt("retry", type(error).__name__)
    if attempt.outcome == "sent" and len(messages) > 1:
        status = f"{attempt.status}, one message with {messages[0].id} to {messages[-1].id}"
        return msgspec.structs.replace(attempt, status=status)
    return attempt


async def _said(response: aiohttp.ClientResponse) -> dict[str, Any] | None:
    """What Discord answers to what it does not take; None if it is not Discord who answers."""
    if response.status < 400:
        return {}
    try:
        said = json.loads(await response.content.read(_ANSWER))
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def judged(status: int, headers: Mapping[str, str], said: dict[str, Any] | None) -> Attempt:
    """What Discord's answer means for the message, the channel, and all of Discord's channels."""
    if 200 <= status < 300:
        spent = headers.get("X-RateLimit-Remaining") == "0"
        rest = seconds_of(headers.get("X-RateLimit-Reset-After")) if spent else None
        return Attempt("sent", str(status), rest)
    code = (said or {}).get("code")
    why = _GONE.get(code) if isinstance(code, int) else None
    if status in {401, 404} or why is not None:
        return Attempt("closed", f"{status}, {why or 'the webhook is no more'}")
    if status == 429:
        return _patience(headers, said)
    outcome: Literal["failed", "retry"] = "failed" if status in {400, 413} else "retry"
    return Attempt(outcome, str(status), seconds_of(headers.get("Retry-After")))


def _patience(headers: Mapping[str, str], said: dict[str, Any] | None) -> Attempt:
    """How long to wait: as the body says, or the headers; and whether with everything."""
    asked = [
        seconds_of(str((said or {}).get("retry_after"))),
        seconds_of(headers.get("Retry-After")),
        seconds_of(headers.get("X-RateLimit-Reset-After")),
    ]
    seconds = max((one for one in asked if one is not None), default=None)
    everything = (
        said is None  # what stands before Discord answers for all of it
        or said.get("global") is True
        or headers.get("X-RateLimit-Global", "").lower() == "true"
    )
    if everything:
        _quiet["until"] = max(_quiet["until"], time.monotonic() + (seconds or 60.0))
    return Attempt("wait", "429 for all" if everything else "429", seconds)
