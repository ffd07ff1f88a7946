"""Dates for other programs: a calendar (RFC 5545) of deadlines and of what is expected when.

A calendar that is subscribed to and the file that goes with a mail are made in the same way.  It
has no METHOD: nobody is invited, and what is gone from it has gone.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from service.papers.plain import line, plain

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Characters of a date's title and of its text.
LONGEST_TITLE, LONGEST_TEXT = 200, 2_000
#: How often a program should ask again.
ASK_AGAIN = timedelta(minutes=30)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A date: instants are wall µs.

    Attributes:
        uid: names it for ever; the same date under another instant keeps it.
        at: when it is, or begins; ``until`` when it ends, where it lasts.
        link: where to go about it, if anywhere.
        changed: when it was last changed; ``sequence`` grows with every change.
    """

    uid: str
    at: int
    until: int | None = None
    title: str
    text: str = ""
    link: str = ""
    changed: int
    sequence: int = 0


def uid_of(campaign_id: str, person: str, name: str) -> str:
    """What names a person's date for ever, in a calendar as in a mail."""
    return f"{campaign_id}/{person}/{name}@galloper"


def calendar_file(name: str, entries: Iterable[Entry], language: str = "en") -> bytes:
    """The calendar in UTF-8, the same bytes for the same entries.

    An instant that no calendar can write (before the year 1 or after 9999) is left out.
    """
    import icalendar  # noqa: PLC0415 - it takes a third of a second, for who wants no calendar, too

    whole = icalendar.Calendar()
    whole.add("prodid", "-//Galloper//Deadlines//EN")
    whole.add("version", "2.0")
    whole.add("calscale", "GREGORIAN")
    whole.add("x-wr-calname", line(name, LONGEST_TITLE))
    whole.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    whole.add("x-published-ttl", "PT30M")
    for one in sorted(entries, key=lambda entry: (entry.at, entry.uid)):
        at, changed = _moment(one.at), _moment(one.changed)
        if at is None or changed is None:
            continue
        event = icalendar.Event()
        event.add("uid", one.uid)
        event.add("dtstamp", changed)
        event.add("last-modified", changed)
        event.add("sequence", one.sequence)
        event.add("dtstart", at)
        until = None if one.until is None else _moment(one.until)
        if until is not None and until > at:
            event.add("dtend", until)
        event.add(
            "summary", line(one.title, LONGEST_TITLE) or "—", parameters={"LANGUAGE": language}
        )
        if one.text:
            event.add("description", plain(one.text, LONGEST_TEXT))
        if one.link:
            event.add("url", one.link)
        event.add("class", "PRIVATE")
        event.add("transp", "TRANSPARENT")
        whole.add_component(event)
    return bytes(whole.to_ical())


def _moment(wall_us: int) -> datetime | None:
    try:
        return datetime.fromtimestamp(wall_us // 1_000_000, UTC)
    except (ValueError, OverflowError, OSError):
        return None
