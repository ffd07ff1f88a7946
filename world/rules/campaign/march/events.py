"""What a stretch of a march ends with."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.timeline import Event


class StepMade(Event, frozen=True, tag="step_made"):
    """An army on the march reaches the next hex by day."""

    rank: ClassVar[int] = day.RANK_MOVE


class StepMadeByNight(Event, frozen=True, tag="step_made_by_night"):
    """An army on the march reaches the next hex by night, before dawn brings anything."""

    rank: ClassVar[int] = day.RANK_NIGHT_ARRIVAL


class WeekSpent(Event, frozen=True, tag="week_spent"):
    """The kilometres of the week are marched."""

    rank: ClassVar[int] = day.RANK_MOVE


class BackInHex(Event, frozen=True, tag="back_in_hex"):
    """An army that turned about is back in the middle of its hex."""

    rank: ClassVar[int] = day.RANK_MOVE


class DayBegins(Event, frozen=True, tag="march_day_begins"):
    """Dawn: a march goes on, or stands until dusk."""

    rank: ClassVar[int] = day.RANK_DAY_BEGINS


class NightBegins(Event, frozen=True, tag="march_night_begins"):
    """Dusk: a march goes on in the dark, or stands until dawn."""

    rank: ClassVar[int] = day.RANK_NIGHT_BEGINS


Pending = StepMade | StepMadeByNight | BackInHex | WeekSpent | DayBegins | NightBegins
