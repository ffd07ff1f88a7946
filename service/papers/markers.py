"""A person's own markers on the map and notes: theirs alone, and no part of the world."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from couriers.address import place_named
from couriers.offers import author_view, place_name
from service.intake.speak import clean
from service.store.jottings import MOST, drop_jotting, jottings, keep_jotting
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    from world.state import World

LONGEST_MARKER = 60
LONGEST_NOTE = 10_000
#: A person has one sheet of notes.
_SHEET = "sheet"


class Marker(msgspec.Struct, frozen=True):
    """A marker: where it stands (a place's id and name), and what is written beside it."""

    place: str
    name: str
    text: str


async def markers_of(
    conn: asyncpg.Connection, world: World, campaign: str, person: str
) -> list[Marker]:
    """A person's markers, by place."""
    found = await jottings(conn, campaign, person, "marker")
    return [Marker(one.id, place_name(world, one.id), one.body.decode()) for one in found]


async def set_marker(
    conn: asyncpg.Connection, world: World, campaign: str, person: str, place: str, text: str
) -> Marker:
    """Set a marker, in place of the one that stood there.

    Raises:
        Refused: E-NO-PATH; no such place is known.
        BadInput: the text is empty, too long, or cannot be shown; there are too many; or the game
            has no map.
    """
    if world.pack.draw is None:
        raise BadInput("This game has no map; no marker was set.")
    text = clean(text, "The marker").strip()
    if not 1 <= len(text) <= LONGEST_MARKER or "\n" in text:
        raise BadInput(
            f"A marker has a line of 1 to {LONGEST_MARKER} characters; this one was not set."
        )
    where = place_named(author_view(world, person), place[:120])
    if not await keep_jotting(conn, campaign, person, "marker", where, text.encode()):
        raise BadInput(f"You have {MOST} markers; this one was not set. Take one away first.")
    return Marker(where, place_name(world, where), text)


async def take_marker(conn: asyncpg.Connection, campaign: str, person: str, place: str) -> bool:
    """Take a marker away; False if there was none."""
    return await drop_jotting(conn, campaign, person, "marker", place)


async def notes_of(conn: asyncpg.Connection, campaign: str, person: str) -> str:
    """A person's notes, "" for none."""
    found = await jottings(conn, campaign, person, "note")
    return found[0].body.decode() if found else ""


async def keep_notes(conn: asyncpg.Connection, campaign: str, person: str, text: str) -> None:
    """Keep a person's notes in place of those there were.

    Raises:
        BadInput: they are too long, or cannot be shown.
    """
    if len(clean(text, "The note")) > LONGEST_NOTE:
        raise BadInput(
            f"Your notes are {len(text):,} characters long and {LONGEST_NOTE:,} are kept; nothing"
            " was changed. Shorten them."
        )
    await keep_jotting(conn, campaign, person, "note", _SHEET, text.encode())
