"""What calendars have in common: dates, seasons, words for them and the way back from words."""

from __future__ import annotations

import functools
import re
from typing import Literal, NamedTuple

import msgspec

from world.errors import BadScenario, Refused
from world.reckoning import Reckoning

MINUTE_MS = 60_000
HOUR_MS = 3_600_000
DAY_MS = 86_400_000

#: Days that a calendar keeps in words: those of a campaign.
_DAYS = 1_000

Style = Literal["date", "time", "datetime", "short"]


class GameDate(msgspec.Struct, frozen=True):
    """A local date and time; months and days count from 1.

    ``weekday`` and ``season`` are names, '' where the calendar has none; they are told, never read.
    ``fold`` is 1 in an hour that comes for the second time when clocks go back.
    """

    year: int
    month: int
    day: int
    hour: int = 0
    minute: int = 0
    second: int = 0
    millisecond: int = 0
    weekday: str = ""
    season: str = ""
    fold: int = 0


class Season(msgspec.Struct, frozen=True):
    """A season and the day of the year it begins on."""

    name: str
    month: int
    day: int


class Local(NamedTuple):
    """A local time: the day's number, the ms since its midnight, and which of two it is."""

    day: int
    ms: int
    fold: int


class _Day(NamedTuple):
    """A day in words: without its year, with it, and with the day of the week."""

    short: str
    date: str
    long: str


class Calendar(msgspec.Struct, frozen=True, kw_only=True, dict=True, tag_field="kind"):
    """What marches, rules and views ask of any calendar.

    A kind of calendar adds its reckoning, its weeks and its way to local time.
    """

    #: The local date and time at game 0, in figures.
    start: str
    seasons: tuple[Season, ...] = ()

    @property
    def reckoning(self) -> Reckoning:
        """The lengths of months and years."""
        raise NotImplementedError

    @property
    def weekdays(self) -> tuple[str, ...]:
        """The days of the week in order; none if the calendar has no weeks."""
        raise NotImplementedError

    @property
    def era_name(self) -> str:
        """What is written after the year, if anything."""
        return ""

    def weekday_of(self, day: int) -> int:
        """The weekday of a day by its number, as an index of ``weekdays``; 0 if none."""
        raise NotImplementedError

    # --- local time ------------------------------------------------------------------------------

    @functools.cached_property
    def origin(self) -> int:
        """Local ms at game 0 since the midnight of day 0."""
        fields = figures(self.start)
        if fields is None:
            raise BadScenario(
                f"start: found {self.start!r}, expected a date such as 1815-06-12T06:00"
            )
        year, month, day, *time_of_day = fields
        try:
            return self.reckoning.day_number(year, month, day) * DAY_MS + ms_of_day(*time_of_day)
        except Refused as refused:
            raise BadScenario(f"start: {refused.text}") from None

    def local(self, game_ms: int) -> Local:
        """The local time at a game instant."""
        day, ms = divmod(game_ms + self.origin, DAY_MS)
        return Local(day, ms, 0)

    def instant_of(self, local: Local) -> int:
        """The game instant of a local time; the first after the gap where clocks skip it."""
        return local.day * DAY_MS + local.ms - self.origin

    # --- days by number --------------------------------------------------------------------------

    def day_of(self, game_ms: int) -> int:
        """The number of the local day, counted in one row."""
        return self.local(game_ms).day

    def time_on(self, day: int, hour: int, minute: int) -> int | None:
        """The instant of ``hour:minute`` on a day by its number; None if the zone skips it."""
        return self.instant_of(Local(day, hour * HOUR_MS + minute * MINUTE_MS, 0))

    def civil(self, day: int) -> tuple[int, int, int]:
        """Year, month and day of the month of a day by its number."""
        return self.reckoning.civil(day)

    def first_of(self, year: int, month: int) -> int:
        """The number of the day a month begins on."""
        return self.reckoning.first_of(year, month)

    def month_days(self, year: int, month: int) -> int:
        """How many days a month has in a year."""
        return self.reckoning.month_days(year, month)

    def day_key(self, day: int) -> str:
        """A day's date in figures, by its number."""
        year, month, of_month = self.civil(day)
        # As wide as the longest month needs, so that keys of a year sort as its days do.
        months, days = self.reckoning.widths
        return f"{year:0{5 if year < 0 else 4}d}-{month:0{months}d}-{of_month:0{days}d}"

    # --- instants --------------------------------------------------------------------------------

    @property
    def month_names(self) -> tuple[str, ...]:
        """The months in order."""
        return tuple(month.name for month in self.reckoning.months)

    def date(self, game_ms: int) -> GameDate:
        """The local date and time at a game instant, to the millisecond."""
        local = self.local(game_ms)
        year, month, day = self.civil(local.day)
        hour, rest = divmod(local.ms, HOUR_MS)
        minute, rest = divmod(rest, MINUTE_MS)
        second, millisecond = divmod(rest, 1000)
        weekday = self.weekdays[self.weekday_of(local.day)] if self.weekdays else ""
        season = self._season(month, day)
        return GameDate(
            year, month, day, hour, minute, second, millisecond, weekday, season, local.fold
        )

    def instant(self, date: GameDate) -> int:
        """The game instant of a local date and time; its weekday and season are not looked at.

        Where clocks skip the time, the first instant after the gap.

        Raises:
            Refused: E-DATE for a date or a time of day that does not exist.
        """
        day = self.reckoning.day_number(date.year, date.month, date.day)
        ms = ms_of_day(date.hour, date.minute, date.second, date.millisecond)
        return self.instant_of(Local(day, ms, date.fold))

    def local_date_key(self, game_ms: int) -> str:
        """The local date in figures, ``1815-06-16``: the name of that day in every record."""
        return self.day_key(self.day_of(game_ms))

    def day_start(self, game_ms: int) -> int:
        """The first instant of the local date."""
        return self.instant_of(Local(self.day_of(game_ms), 0, 0))

    def day_of_year(self, game_ms: int) -> int:
        """The local date's place in its year, from 1."""
        day = self.day_of(game_ms)
        return day - self.first_of(self.civil(day)[0], 1) + 1

    def season(self, game_ms: int) -> str:
        """The season at a game instant; '' if the calendar has none."""
        _, month, day = self.civil(self.day_of(game_ms))
        return self._season(month, day)

    def _season(self, month: int, day: int) -> str:
        begun = [s for s in self.seasons if (s.month, s.day) <= (month, day)]
        if begun:
            return begun[-1].name
        return self.seasons[-1].name if self.seasons else ""

    def is_day(self, game_ms: int, dawn: int, dusk: int) -> bool:
        """Whether it is light: from minute ``dawn`` of the day until ``dusk`` (C-TIME-02)."""
        return dawn * MINUTE_MS <= self.local(game_ms).ms < dusk * MINUTE_MS

    def next_time_of_day(self, game_ms: int, hour: int, minute: int = 0) -> int:
        """The first instant strictly after ``game_ms`` at which it is ``hour:minute``."""
        ms_of_day(hour, minute)
        day = self.day_of(game_ms)
        while True:
            at = self.time_on(day, hour, minute)
            if at is not None and at > game_ms:
                return at
            day += 1

    # --- words -----------------------------------------------------------------------------------

    def format(self, game_ms: int, style: Style = "datetime") -> str:
        """A game instant in words: ``Friday 16 June 1815, 06:05``, or parts of that."""
        local = self.local(game_ms)  # not :meth:`date`: this is said in every notice
        hour, rest = divmod(local.ms, HOUR_MS)
        clock = f"{hour:02d}:{rest // MINUTE_MS:02d}"
        if style == "time":
            return clock
        said = self._days.get(local.day) or self._said(local.day)
        if style == "date":
            return said.date
        return f"{said.short if style == 'short' else said.long}, {clock}"

    @functools.cached_property
    def _days(self) -> dict[int, _Day]:
        return {}

    def _said(self, day: int) -> _Day:
        """A day in words, kept for whatever else is told of it."""
        year, month, of_month = self.civil(day)
        short = f"{of_month} {self.reckoning.months[month - 1].name}"
        date = f"{short} {year}{' ' if self.era_name else ''}{self.era_name}"
        weekday = f"{self.weekdays[self.weekday_of(day)]} " if self.weekdays else ""
        if len(self._days) >= _DAYS:
            self._days.clear()
        said = self._days[day] = _Day(short, date, weekday + date)
        return said

    @functools.cached_property
    def _written(self) -> re.Pattern[str]:
        def any_of(names: tuple[str, ...]) -> str:
            folded = sorted((name.casefold() for name in names), key=len, reverse=True)
            return "|".join(map(re.escape, folded))

        weekday = rf"(?:(?P<weekday>{any_of(self.weekdays)}),?\s+)?" if self.weekdays else ""
        era = rf"(?:\s+{re.escape(self.era_name.casefold())})?" if self.era_name else ""
        return re.compile(
            rf"{weekday}(?P<day>[0-9]{{1,3}})\s+(?P<month>{any_of(self.month_names)}),?"
            rf"\s+(?P<year>-?[0-9]{{1,6}}){era}"
            r"(?:,?\s+(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?)?"
        )

    def parse(self, text: str) -> int:
        """The game instant of a date people wrote, in figures or as :meth:`format` writes it.

        Raises:
            Refused: E-DATE saying which forms are read.
        """
        text = text.strip()
        fields = figures(text)
        match = None if fields else self._written.fullmatch(text.casefold())
        if match is not None:
            names = [name.casefold() for name in self.month_names]
            month = names.index(match["month"]) + 1
            hour, minute, second = (int(match[part] or 0) for part in ("hour", "minute", "second"))
            fields = (int(match["year"]), month, int(match["day"]), hour, minute, second)
        if fields is None:
            example = self.format(0, "datetime")
            raise Refused(
                "E-DATE",
                f"{text[:60]!r} is no date of this calendar; nothing was changed. Write it in"
                f" figures, year first ({self.local_date_key(0)} 06:00), or in words ({example}).",
            )
        year, month, day, hour, minute, second = fields
        at = self.instant(GameDate(year, month, day, hour, minute, second))
        if match is not None and self.weekdays and match["weekday"]:
            real = self.weekdays[self.weekday_of(self.reckoning.day_number(year, month, day))]
            if real.casefold() != match["weekday"]:
                raise Refused(
                    "E-DATE",
                    f"{day} {self.month_names[month - 1]} {year} is a {real}, not a"
                    f" {match['weekday'].title()}; nothing was changed. Say which of them it is.",
                )
        return at

    # --- the specification -----------------------------------------------------------------------

    def check(self) -> None:
        """Refuse a specification that could not be used.

        Raises:
            BadScenario: naming the field, what was found and what is expected.
        """
        starts = [(season.month, season.day) for season in self.seasons]
        if starts != sorted(set(starts)):
            raise BadScenario("seasons: expected in the order of their beginning, one on a day")
        for season in self.seasons:
            if (
                season.month not in range(1, len(self.month_names) + 1)
                or not 1 <= season.day <= self.reckoning.months[season.month - 1].days
            ):
                raise BadScenario(
                    f"season {season.name}: there is no day {season.day} in month {season.month} of"
                    " every year"
                )
        for what, names in (("months", self.month_names), ("weekdays", self.weekdays)):
            folded = [name.casefold() for name in names]
            if len(set(folded)) < len(folded):
                raise BadScenario(f"{what}: found a name twice, expected each once")
            for name in names:
                if not name.isprintable() or not name[:1].isalpha() or name != name.strip():
                    raise BadScenario(
                        f"{what}: found {name!r}, expected a name that begins with a letter"
                    )
        try:
            self.date(0)
        except Refused as refused:
            raise BadScenario(f"start: {refused.text}") from None


_FIGURES = re.compile(
    r"(-?[0-9]{1,6})-([0-9]{1,3})-([0-9]{1,3})"
    r"(?:[T ,]\s*([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?"
)


def figures(text: str) -> tuple[int, int, int, int, int, int] | None:
    """Year, month, day, hour, minute and second of a date in figures; None if it is none."""
    match = _FIGURES.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
    return year, month, day, hour, minute, second


def ms_of_day(hour: int, minute: int, second: int = 0, millisecond: int = 0) -> int:
    """Milliseconds since midnight.

    Raises:
        Refused: E-DATE for what is no time of day.
    """
    if not (0 <= hour < 24 and 0 <= minute < 60 and 0 <= second < 60 and 0 <= millisecond < 1000):
        raise Refused(
            "E-DATE",
            f"There is no time of day {hour}:{minute:02d}:{second:02d}; nothing was changed. Give"
            " 0:00:00 to 23:59:59.",
        )
    return hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + millisecond
