"""Instants as people write them: how long from now, or a date and hour in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from world.errors import BadInput

_SPAN = re.compile(r"(?:(\d{1,4})d)?\s*(?:(\d{1,5})h)?\s*(?:(\d{1,6})m)?")


def instant(text: str, now: int) -> int:
    """A wall instant (µs) from a span after *now* or an instant in UTC.

    Raises:
        BadInput: it is neither.
    """
    found = _SPAN.fullmatch(text.strip())
    if found is not None and any(found.groups()):
        days, hours, minutes = (int(part or 0) for part in found.groups())
        span = timedelta(days=days, hours=hours, minutes=minutes)
        return now + span // timedelta(microseconds=1)
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise BadInput(
            f"{text!r} is neither a span such as 2d or 12h nor an instant such as"
            " 2026-12-24T18:00 (UTC); nothing was changed."
        ) from None
    when = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    return (when - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
