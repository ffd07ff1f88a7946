"""Feeds for other programs: a calendar of deadlines, and what one was told, by a secret link.

Whoever has the link reads, and nothing else; what it shows is what its person's own page shows.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from service.language.reader import Reader
from service.language.saying import Speech
from service.notify.wording import word
from service.papers.atom import Item, atom_file
from service.papers.calendar import Entry, calendar_file, uid_of
from service.papers.deadlines import Deadline, deadlines
from service.people.parts import NotFound, parts_in, require_own, require_scope
from service.people.secret import digest, new_secret
from service.store.campaigns import campaign_name
from service.store.feeds import Feed, drop_feed, feed_behind, keep_dates, make_feed
from service.store.instants import clock_us
from service.store.papers import last_notices
from service.store.session import writing

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from service.people.who import Who

#: Notices in a feed, the newest.
NEWEST = 100
#: As how many requests it counts to read a feed: a program asks every few minutes.
COST = 10


class Given(NamedTuple):
    """A feed as it is given: its bytes, and when anything in it last changed (wall µs)."""

    body: bytes
    changed: int


class _Kept(msgspec.Struct, frozen=True):
    """A date as it was given: the hash of all it says, its sequence, when it changed (wall µs)."""

    hash: str
    sequence: int
    changed: int


async def open_feeds(conn: asyncpg.Connection, who: Who, campaign_id: str, person: str) -> str:
    """The secret of a new link to one's own feeds, shown here and nowhere else; the old one ends.

    Raises:
        NoSuchCampaign: no part in it.
        NotAllowed: the person is somebody else's, or a token may not do it.
    """
    await require_feeds(conn, who, campaign_id, person)
    secret = new_secret()
    await make_feed(conn, campaign_id, who.account.id, person, digest(secret))
    return secret


async def close_feeds(conn: asyncpg.Connection, who: Who, campaign_id: str, person: str) -> bool:
    """Let the link to one's feeds open nothing any more; False if there was none.

    Raises:
        NoSuchCampaign: no part in it.
        NotAllowed: the person is somebody else's, or a token may not do it.
    """
    await require_feeds(conn, who, campaign_id, person)
    return await drop_feed(conn, campaign_id, who.account.id, person)


async def require_feeds(conn: asyncpg.Connection, who: Who, campaign_id: str, person: str) -> None:
    """Refuse whoever may not have feeds of a person: they outlive sessions, as tokens do.

    Raises:
        NoSuchCampaign: no part in it.
        NotAllowed: the person is somebody else's, or a token may not do it.
    """
    parts = await parts_in(conn, who, campaign_id)
    require_scope(who, "account")
    require_own(parts, person)


async def calendar_feed(pool: asyncpg.Pool, readings: Readings, secret: str, page: str) -> Given:
    """The calendar that a link opens; *page* is the address that a person's desk begins with.

    Raises:
        NotFound: it opens nothing (any more).
    """
    async with pool.acquire() as conn:
        feed = await _behind(conn, secret)
        world = await readings.world(conn, feed.campaign_id)
        reader = Reader(language=feed.language, zone=feed.zone, real=True)
        found = await deadlines(conn, world, feed.campaign_id, feed.person, reader)
        name = await campaign_name(conn, feed.campaign_id)
    async with writing(pool) as conn, conn.transaction():
        kept = await _counted(conn, await _behind(conn, secret, hold=True), found)
    link = f"{page}/c/{feed.campaign_id}/{feed.person}"
    entries = [
        Entry(
            uid=uid_of(feed.campaign_id, feed.person, one.name),
            at=one.at,
            until=one.until,
            title=one.title,
            text=one.text,
            link=link,
            changed=kept[one.name].changed,
            sequence=kept[one.name].sequence,
        )
        for one in found
    ]
    title = world.pack.answers.title(world, feed.person)
    body = calendar_file(f"{name}: {title}", entries, feed.language)
    return Given(body, max((one.changed for one in kept.values()), default=0))


async def notices_feed(pool: asyncpg.Pool, readings: Readings, secret: str, page: str) -> Given:
    """The newest notices that a link opens, as an Atom feed.

    Raises:
        NotFound: it opens nothing (any more).
    """
    async with pool.acquire() as conn:
        feed = await _behind(conn, secret)
        world = await readings.recent(conn, feed.campaign_id)
        found = await last_notices(conn, feed.campaign_id, feed.person, NEWEST)
        name = await campaign_name(conn, feed.campaign_id)
    reader = Reader(language=feed.language, zone=feed.zone)
    title = world.pack.answers.title(world, feed.person)
    items = []
    for one in found:
        said = word(world, one.body, one.at, reader)
        items.append(
            Item(
                id=f"urn:galloper:{feed.campaign_id}:{feed.person}:{one.id}",
                title=said.title,
                text=f"{said.date}\n\n{said.text}",
                told=one.created,
            )
        )
    body = atom_file(
        f"urn:galloper:{feed.campaign_id}:{feed.person}",
        f"{name}: {title}",
        Speech(reader).say("What you were told, the newest first."),
        f"{page}/c/{feed.campaign_id}/{feed.person}",
        items,
        feed.language,
    )
    return Given(body, max((one.told for one in items), default=0))


async def _behind(conn: asyncpg.Connection, secret: str, *, hold: bool = False) -> Feed:
    feed = await feed_behind(conn, digest(secret), hold=hold)
    if feed is None:
        raise NotFound("This link opens nothing (any more). Make a new one on your page.")
    return feed


async def _counted(conn: asyncpg.Connection, feed: Feed, found: list[Deadline]) -> dict[str, _Kept]:
    """Each date with its sequence: one that says something new is a change, one that is gone none.

    Counted for the whole calendar, a date that comes back goes on counting where it left off.
    """
    before = msgspec.json.decode(feed.dates, type=dict[str, _Kept]) if feed.dates else {}
    changes, now = feed.changes, await clock_us(conn)
    kept: dict[str, _Kept] = {}
    for one in found:
        said = hashlib.sha256(repr(one).encode(errors="replace")).hexdigest()[:32]
        was = before.get(one.name)
        if was is None or was.hash != said:
            changes += 1
            was = _Kept(said, changes, now)
        kept[one.name] = was
    if kept != before:
        await keep_dates(conn, feed, msgspec.json.encode(kept), changes)
    return kept
