"""What is coming in a campaign, and what has happened with its dice, as its referees read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from world.clock import utc
from world.entity import kind_of
from world.timeline import GAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.store.journal import JournalLine
    from world.state import World

_HOUR_MS = 3_600_000
#: How far ahead a referee looks, at most and in short: game hours.
WEEK, DAY = 168, 24


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """An event that is due: its date, the real instant (UTC) as the clock goes now, and what it is.

    ``soon`` says that it is due within a game day; ``recurring`` names what it is an occurrence of.
    """

    date: str
    wall: str | None
    what: str
    about: str
    recurring: str = ""
    soon: bool


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the journal in short.

    Attributes:
        seq: its number.
        recurring: what it was an occurrence of, if of anything.
        dice: every die thrown, with its reason.
        facts: what was announced.
        changed: ids of what was changed.
        told: who was told something.
        error: why the event was set aside instead.
    """

    seq: int
    date: str
    what: str
    about: str
    recurring: str = ""
    dice: list[str]
    facts: list[str]
    changed: list[str]
    told: list[str]
    error: str


def coming(
    world: World, hours: int = WEEK, limit: int = 100, say: Callable[[int], str] = utc
) -> list[Coming]:
    """What is due within so many game hours, the first first; people's time limits included.

    *say* puts a real instant (wall µs) into words.
    """
    until = world.now + hours * _HOUR_MS
    found = []
    for entry in world.timeline.entries.values():
        wall = world.wall(entry)
        at = entry.due if entry.axis == GAME else None if wall is None else world.face.game(wall)
        if at is not None and at <= until:
            found.append((at, entry.rank, entry.event.subject, entry.id, wall, entry.event))
    found.sort(key=lambda one: one[:4])
    return [
        Coming(
            date=world.calendar.format(at, "datetime"),
            wall=None if wall is None else say(wall),
            what=kind_of(type(event)),
            about=about,
            recurring=_recurring(world, getattr(event, "recurring", "")),
            soon=at <= world.now + DAY * _HOUR_MS,
        )
        for at, _, about, _, wall, event in found[:limit]
    ]


def happened(world: World, line: JournalLine) -> Happened:
    """A line of the journal in short."""
    body: dict[str, Any] = msgspec.json.decode(line.body)
    event = body["entry"]["event"]
    return Happened(
        seq=line.seq,
        date=world.calendar.format(line.at, "datetime"),
        what=event["kind"],
        about=event["subject"],
        recurring=_recurring(world, event.get("recurring", "")),
        dice=[_dice(roll) for roll in body.get("dice", ())],
        facts=[fact["kind"] for fact in body.get("facts", ())],
        changed=list(body.get("changed", ())),
        told=list(dict.fromkeys(told["person"] for told in body.get("told", ()))),
        error=body.get("error", ""),
    )


def _recurring(world: World, id: str) -> str:
    """The name of a recurrence; nothing of one that has ended and gone."""
    return str(getattr(world.entities.get(id), "name", ""))


def _dice(roll: dict[str, Any]) -> str:
    return f"{roll['reason']}: {'+'.join(map(str, roll['faces']))}"
