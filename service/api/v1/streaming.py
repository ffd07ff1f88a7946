"""A person's notices as they come: a stream of events that is taken up again where it broke off."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import msgspec

from service.api.endpoint import AFTER, Asked, Endpoints, Parameter, Stream
from service.api.v1.papers import Told, told_of
from service.people.parts import require_voice
from service.people.reading import who_reads
from service.store.listening import last_notice_numbers
from service.store.papers import read_notices
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

endpoints = Endpoints("Streams")

#: Seconds after which a line without meaning is sent where nothing else was: proxies close what
#: is silent, and only by writing does one notice that nobody reads any more.
HEARTBEAT = 15.0
#: Seconds a stream lasts where nothing else is said, and at most: a day.
LONGEST = 86_400
#: Milliseconds after which a browser comes again when a stream has ended.
AGAIN = 3_000
_PAGE = 100
_NEWEST = 2**53

SECONDS = Parameter(
    "seconds", f"end after so many seconds (0: what there is, then the end; {LONGEST})", "integer"
)

_encoder = msgspec.json.Encoder(order="deterministic")


@endpoints.stream(
    "/campaigns/{campaign}/persons/{person}/stream", gives=Told, query=(AFTER, SECONDS)
)
async def stream(asked: Asked) -> Stream:
    """A person's notices as they come, from now on or after a number."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    seconds, after = asked.number("seconds", LONGEST, 0, LONGEST), _after(asked)
    async with asked.pool.acquire() as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=False)
    return Stream(_pieces(asked, after, seconds))


def _after(asked: Asked) -> int | None:
    """The number to go on after; None for what is new from now on.

    Raises:
        BadInput: it is no number.
    """
    if asked.seen:
        if not (asked.seen.isascii() and asked.seen.isdecimal()) or len(asked.seen) > 15:
            raise BadInput(
                f"The Last-Event-ID is {asked.seen[:40]!r}; give the id of an event, a number."
            )
        return int(asked.seen)
    return asked.number("after", 0, 0, _NEWEST) if asked.query.get("after") else None


async def _pieces(asked: Asked, after: int | None, seconds: int) -> AsyncGenerator[bytes, None]:
    campaign, person = asked.path["campaign"], asked.path["person"]
    streams = asked.services.streams
    with streams.listening(asked.known, campaign, person, asked.gone) as listener:
        ends = time.monotonic() + seconds
        if after is None:
            async with asked.pool.acquire() as conn:
                last = await last_notice_numbers(conn, [(campaign, person)])
            after = last[campaign, person]
        # Whoever has read this misses nothing that is committed from then on.
        yield f"retry: {AGAIN}\n\n".encode()
        more = True
        while not listener.over:
            if more or listener.latest > after:
                listener.news.clear()
                async with streams.reading:
                    found = await _read(asked, after)
                more = len(found) == _PAGE
                if found:
                    after = found[-1].n
                    yield b"".join(map(_event, found))
                continue
            left = ends - time.monotonic()
            if left <= 0:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(HEARTBEAT, left)):
                    await listener.news.wait()
            if not listener.news.is_set():
                yield b":\n\n"
            listener.news.clear()


async def _read(asked: Asked, after: int) -> list[Told]:
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        found = await read_notices(conn, campaign, person, after, _PAGE)
        if not found:
            return []
        world = await asked.services.readings.recent(conn, campaign)
    return [told_of(world, one, who_reads(asked.known.account)) for one in found]


def _event(told: Told) -> bytes:
    return b"id: %d\nevent: notice\ndata: %s\n\n" % (told.n, _encoder.encode(told))
