"""How a day's work begins and ends."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.timeline import Event


class WorkBegins(Event, frozen=True, tag="work_begins"):
    """Dawn of the day for which an army was ordered to work."""

    rank: ClassVar[int] = day.RANK_DAY_BEGINS


class ForageEnds(Event, frozen=True, tag="forage_ends"):
    """Dusk of a foraging day."""

    rank: ClassVar[int] = day.RANK_DUSK_WORK


class TorchEnds(Event, frozen=True, tag="torch_ends"):
    """Dusk of a day of torching."""

    rank: ClassVar[int] = day.RANK_DUSK_WORK


class SmokeSeen(Event, frozen=True, tag="smoke_seen"):
    """Daylight shows the smoke over burnt land to whoever is near."""

    rank: ClassVar[int] = day.RANK_TIMERS
    hexes: tuple[str, ...]
