"""What besiegers and besieged are told."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class SiegeBegins(Notice, frozen=True, tag="siege_begins"):
    """A siege begins (M-SIEGE-01)."""

    title: ClassVar[str] = "{place} is besieged by {besieger}"
    wording: ClassVar[str] = (
        "{besieger} lies before the {sort} of {place} with {soldiers} soldiers. The first weekly"
        " reckoning is at {first:when}."
    )
    place: str
    sort: str
    besieger: str
    soldiers: int
    first: int


class SiegeWeekInside(Notice, frozen=True, tag="siege_week_inside"):
    """A siege week ends, for the defender (M-SIEGE-02)."""

    title: ClassVar[str] = "{place}: week {week} of the siege"
    wording: ClassVar[str] = (
        "Week {week} of the siege of {place}: {causes}. The will to hold stands at {threshold}, the"
        " walls at {defence}."
    )
    place: str
    week: int
    causes: str
    threshold: int
    defence: int


class SiegeWeekOutside(Notice, frozen=True, tag="siege_week_outside"):
    """A siege week ends, for the besieger (M-SIEGE-02)."""

    title: ClassVar[str] = "{place}: week {week} of the siege"
    wording: ClassVar[str] = (
        "Week {week} before {place} is over; the walls stand at {defence}, siege guns add {guns}."
    )
    place: str
    week: int
    defence: int
    guns: int


class GatesOpen(Notice, frozen=True, tag="gates_open"):
    """Somebody within has opened the gates (M-SIEGE-03)."""

    title: ClassVar[str] = "The gates of {place} are open"
    wording: ClassVar[str] = (
        "Somebody within has opened the gates of {place}. The defenders must yield or fight in the"
        " streets."
    )
    place: str


class SiegeOver(Notice, frozen=True, tag="siege_over"):
    """A siege is lifted (M-SIEGE-04)."""

    title: ClassVar[str] = "The siege of {place} is lifted"
    wording: ClassVar[str] = (
        "The siege of {place} is over after {weeks:count|whole week|whole weeks}: {why}."
    )
    place: str
    weeks: int
    why: str


class WallsWhole(Notice, frozen=True, tag="walls_whole"):
    """The walls of a place are mended."""

    title: ClassVar[str] = "The walls of {place} are whole again"
    wording: ClassVar[str] = "The walls of {place} are mended; they stand at {defence} again."
    place: str
    defence: int
