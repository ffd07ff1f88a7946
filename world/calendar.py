"""Calendars: which date a game instant is, and which instant a date names.

Game instants are whole ms, 0 when the campaign starts; a calendar says which local date and time
that is.  :class:`GregorianCalendar` serves history (proleptic, in an IANA zone or at a fixed
offset), :class:`ScenarioCalendar` worlds with months, weekdays and seasons of their own.  Both are
their own small specification: :func:`read_calendar` takes what a scenario file says.  Days have 24
hours of 60 minutes.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

import msgspec

from world import zone
from world.dates import DAY_MS, Calendar, GameDate, Local, Season, Style, ms_of_day
from world.errors import BadScenario, Refused
from world.reckoning import GREGORIAN, Leap, Month, Reckoning
from world.sun import sun

__all__ = [
    "Calendar",
    "GameDate",
    "GregorianCalendar",
    "Leap",
    "Month",
    "ScenarioCalendar",
    "Season",
    "Style",
    "read_calendar",
    "sun",
]


_NORTHERN = (
    Season("spring", 3, 1),
    Season("summer", 6, 1),
    Season("autumn", 9, 1),
    Season("winter", 12, 1),
)

_FIXED_ZONE = re.compile(r"UTC|Z|[+-][0-9]{2}:[0-9]{2}(?::[0-9]{2})?")


class GregorianCalendar(Calendar, frozen=True, kw_only=True, tag="gregorian"):
    """The Gregorian calendar, carried back before its beginning, seasons from the first of March.

    ``start`` is the local date and time at game 0; ``zone`` an IANA zone, or ``UTC`` or a fixed
    offset such as ``+00:17:30``, whose days all have 24 hours.  Years are numbered as astronomers
    do: 0 is the year before 1.

    Raises:
        BadScenario: for a start that is no date, or a zone that does not exist.
    """

    zone: str = "UTC"
    seasons: tuple[Season, ...] = _NORTHERN

    def __post_init__(self) -> None:
        if not self._is_fixed:
            try:
                zone.zone(self.zone)
            except Refused as refused:
                raise BadScenario(f"zone: {refused.text}") from None
        self.check()

    @property
    def reckoning(self) -> Reckoning:
        """See :class:`Calendar`."""
        return GREGORIAN

    @property
    def weekdays(self) -> tuple[str, ...]:
        """Monday to Sunday."""
        return _WEEKDAYS

    def weekday_of(self, day: int) -> int:
        """Monday is 0."""
        return (day + 5) % 7

    @functools.cached_property
    def _is_fixed(self) -> bool:
        return _FIXED_ZONE.fullmatch(self.zone) is not None

    @functools.cached_property
    def _start_us(self) -> int:
        return zone.first_instant(self.zone, _naive(*divmod(self.origin, DAY_MS)))

    def local(self, game_ms: int) -> Local:
        """See :class:`Calendar`."""
        if self._is_fixed:
            return super().local(game_ms)
        at = zone.local(self.zone, self._start_us + game_ms * 1000)
        ms = ms_of_day(at.hour, at.minute, at.second, at.microsecond // 1000)
        return Local(at.toordinal() + _ORDINAL, ms, at.fold)

    def instant_of(self, local: Local) -> int:
        """See :class:`Calendar`."""
        if self._is_fixed:
            return super().instant_of(local)
        when = _naive(local.day, local.ms).replace(fold=local.fold)
        return (zone.first_instant(self.zone, when) - self._start_us) // 1000

    def time_on(self, day: int, hour: int, minute: int) -> int | None:
        """See :meth:`Calendar.time_on`."""
        if self._is_fixed:
            return super().time_on(day, hour, minute)
        at = zone.occurrence(self.zone, _naive(day, 0).date(), hour, minute)
        return None if at is None else (at - self._start_us) // 1000


class ScenarioCalendar(Calendar, frozen=True, kw_only=True, tag="scenario"):
    """A calendar of a scenario's own: months, weekdays, seasons, leap years, an era.

    ``start`` is the date and time at game 0, in figures, and ``start_weekday`` its day of the week
    (the first, unless said otherwise).  ``era`` is written after the year.

    Raises:
        BadScenario: naming what was found and what is expected.
    """

    months: tuple[Month, ...]
    weekdays: tuple[str, ...] = ()
    start_weekday: str = ""
    leap: tuple[Leap, ...] = ()
    era: str = ""

    def __post_init__(self) -> None:
        if self.start_weekday and self.start_weekday not in self.weekdays:
            raise BadScenario(
                f"start_weekday: found {self.start_weekday!r}, expected one of"
                f" {', '.join(self.weekdays) or 'the weekdays, and there are none'}"
            )
        self.check()

    @functools.cached_property
    def reckoning(self) -> Reckoning:
        """See :class:`Calendar`."""
        return Reckoning(self.months, self.leap)

    @property
    def era_name(self) -> str:
        """See :class:`Calendar`."""
        return self.era

    def weekday_of(self, day: int) -> int:
        """See :meth:`Calendar.weekday_of`."""
        if not self.weekdays:
            return 0
        first = self.weekdays.index(self.start_weekday) if self.start_weekday else 0
        return (first + day - self.origin // DAY_MS) % len(self.weekdays)


def read_calendar(spec: Mapping[str, Any]) -> GregorianCalendar | ScenarioCalendar:
    """The calendar a scenario file describes: ``kind`` (gregorian or scenario) and its fields.

    Raises:
        BadScenario: naming the field, what was found and what is expected.
    """
    fields = dict(spec)
    if isinstance(fields.get("start"), date):
        # YAML and TOML read what looks like a date as one.
        fields["start"] = fields["start"].isoformat()
    try:
        return msgspec.convert(fields, GregorianCalendar | ScenarioCalendar)
    except msgspec.ValidationError as error:
        raise BadScenario(f"calendar: {error}") from None


_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

# Python counts days from 1 on 1 January of year 1; year 0 before it was a leap year.
_ORDINAL = 365


def _naive(day: int, ms: int) -> datetime:
    try:
        midnight = datetime.combine(date.fromordinal(day - _ORDINAL), datetime.min.time())
        return midnight + timedelta(milliseconds=ms)
    except (ValueError, OverflowError):
        raise Refused(
            "E-DATE",
            "Time zones are known for the years 1 to 9999 only; nothing was changed. Give a date"
            " in that range, or use a fixed offset such as +00:00.",
        ) from None
