"""A campaign as a file (ZIP): what was one person's, or all of it; made while it is sent.

Everything in it is text: JSON, or a JSON object a line.  The bytes follow from what is kept alone,
so that the same campaign gives the same file.
"""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from service.keeper.kept import Settings
from service.notify.wording import word
from service.store.archived import SHEAF, entities_after, said_after, speakers
from service.store.campaigns import campaign_secret, show_campaign
from service.store.endings import ending_of, parts_played
from service.store.journal import read_journal
from service.store.papers import read_known, read_notices
from world.clock import utc
from world.dice import Secret

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from world.state import World

#: Bytes gathered before they are sent.
_PIECE = 64_000
#: The earliest instant a ZIP file can hold: when a file was made tells nothing here.
_NO_TIME = (1980, 1, 1, 0, 0, 0)

#: The files of an archive: their names, and their bytes in pieces.
Files = AsyncIterator[tuple[str, AsyncIterator[bytes]]]
#: Reads what follows a key; each row with its key.
After = Callable[["asyncpg.Connection", Any], Awaitable[list[tuple[Any, Any]]]]

_encoder = msgspec.json.Encoder(order="deterministic")


class _Pipe:
    """What a ZIP is written into and taken from, piece by piece."""

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self.size = 0

    def write(self, data: bytes) -> int:
        self._held.append(bytes(data))
        self.size += len(data)
        return len(data)

    def flush(self) -> None:
        """There is nothing behind it."""

    def close(self) -> None:
        """Nor is anything to be given back."""

    def take(self) -> bytes:
        found = b"".join(self._held)
        self._held, self.size = [], 0
        return found


async def zipped(files: Files) -> AsyncGenerator[bytes]:
    """The bytes of a ZIP with these files, as they are made."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        async for name, pieces in files:
            entry = zipfile.ZipInfo(name, _NO_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            with archive.open(entry, "w", force_zip64=True) as file:
                async for piece in pieces:
                    # Squeezing takes a core for a while, in which the loop goes on.
                    await asyncio.to_thread(file.write, piece)
                    if pipe.size > _PIECE:
                        yield pipe.take()
    yield pipe.take()


async def of_person(
    pool: asyncpg.Pool, readings: Readings, campaign_id: str, person: str
) -> AsyncGenerator[bytes]:
    """What was one person's: the page, what was told, learnt and said, as it stands."""
    async with pool.acquire() as conn:
        world = await readings.world(conn, campaign_id)
        page = msgspec.to_builtins(world.pack.view(world, person))
    async for piece in zipped(_of_person(pool, world, campaign_id, person, page)):
        yield piece


async def _of_person(
    pool: asyncpg.Pool, world: World, campaign_id: str, person: str, page: Any
) -> Files:
    yield "page.json", _whole(page)
    yield "told.jsonl", _told(pool, world, campaign_id, person)
    yield "learnt.jsonl", _learnt(pool, world, campaign_id, person)
    yield "said.jsonl", _said(pool, campaign_id, person)


async def of_campaign(
    pool: asyncpg.Pool, readings: Readings, campaign_id: str
) -> AsyncGenerator[bytes]:
    """All of a campaign: scenario, journal, what is so, and what everybody said, learnt and read.

    The secret of the dice is in it once the campaign has ended.  Words out of character and what
    people keep for themselves are not in it.
    """
    async for piece in zipped(_of_campaign(pool, readings, campaign_id)):
        yield piece


async def _of_campaign(pool: asyncpg.Pool, readings: Readings, campaign_id: str) -> Files:
    async with pool.acquire() as conn:
        world = await readings.world(conn, campaign_id)
        head, settings = await _head(conn, world, campaign_id)
        persons = sorted({*await speakers(conn, campaign_id), *world.pack.answers.persons(world)})
    yield "campaign.json", _whole(head)
    for name, text in sorted(settings.files.items()):
        yield f"scenario/{name}", _whole_text(text)
    yield (
        "journal.jsonl",
        _lines(pool, lambda conn, after: _journal(conn, campaign_id, after), 0),
    )
    yield (
        "entities.jsonl",
        _lines(pool, lambda conn, after: entities_after(conn, campaign_id, after), ""),
    )
    for person in persons:
        folder = f"persons/{quote(person, safe='')}"
        yield f"{folder}/told.jsonl", _told(pool, world, campaign_id, person)
        yield f"{folder}/learnt.jsonl", _learnt(pool, world, campaign_id, person)
        yield f"{folder}/said.jsonl", _said(pool, campaign_id, person)


async def _head(
    conn: asyncpg.Connection, world: World, campaign_id: str
) -> tuple[dict[str, Any], Settings]:
    row = await show_campaign(conn, campaign_id)
    assert row is not None  # noqa: S101 - its world was read a moment ago
    end = await ending_of(conn, campaign_id)
    secret = await campaign_secret(conn, campaign_id) or b""
    head = {
        "id": row.id,
        "name": row.name,
        "pack": row.pack,
        "release": row.release,
        "scenario": row.scenario,
        "state": row.state,
        "date": world.calendar.format(world.now, "datetime"),
        "commitment": Secret(secret).commitment,
        "secret": secret.hex() if end else "",
        "ended": utc(end.ended) if end else "",
        "epilogue": end.epilogue if end else "",
        "parts": [
            {"role": role, "person": person, "name": name}
            for role, person, name in await parts_played(conn, campaign_id)
        ],
    }
    return head, msgspec.json.decode(row.settings, type=Settings)


# -- the files, each in pieces -------------------------------------------------------------------


async def _whole(value: Any) -> AsyncIterator[bytes]:
    yield msgspec.json.format(_encoder.encode(value), indent=1)


async def _whole_text(text: str) -> AsyncIterator[bytes]:
    yield text.encode()


async def _lines(pool: asyncpg.Pool, after: After, first: Any) -> AsyncIterator[bytes]:
    """Rows as lines of JSON; a connection is held only while some of them are read."""
    while True:
        async with pool.acquire() as conn:
            rows = await after(conn, first)
        if rows:
            yield b"".join(_encoder.encode(value) + b"\n" for _, value in rows)
            first = rows[-1][0]
        if len(rows) < SHEAF:
            return


def _told(pool: asyncpg.Pool, world: World, campaign_id: str, person: str) -> AsyncIterator[bytes]:
    async def after(conn: asyncpg.Connection, n: int) -> list[tuple[Any, Any]]:
        found = await read_notices(conn, campaign_id, person, n, SHEAF)
        return [
            (
                one.n,
                {
                    "n": one.n,
                    "date": (said := word(world, one.body, one.at)).date,
                    "title": said.title,
                    "text": said.text,
                    "parts": msgspec.Raw(one.body),
                },
            )
            for one in found
        ]

    return _lines(pool, after, 0)


def _learnt(
    pool: asyncpg.Pool, world: World, campaign_id: str, person: str
) -> AsyncIterator[bytes]:
    async def after(conn: asyncpg.Connection, n: int) -> list[tuple[Any, Any]]:
        found = await read_known(conn, campaign_id, person, n, SHEAF)
        return [
            (
                one.n,
                {
                    "n": one.n,
                    "date": world.calendar.format(one.at, "datetime"),
                    "parts": msgspec.Raw(one.body),
                },
            )
            for one in found
        ]

    return _lines(pool, after, 0)


def _said(pool: asyncpg.Pool, campaign_id: str, person: str) -> AsyncIterator[bytes]:
    return _lines(pool, lambda conn, n: said_after(conn, campaign_id, person, n), 0)


async def _journal(conn: asyncpg.Connection, campaign_id: str, after: int) -> list[tuple[Any, Any]]:
    found = await read_journal(conn, campaign_id, 0, after, SHEAF)
    return [
        (one.seq, {"seq": one.seq, "hash": one.hash.hex(), "line": msgspec.Raw(one.body)})
        for one in found
    ]
