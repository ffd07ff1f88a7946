"""The events of fleets."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.fleet import Stevedoring
from world.timeline import Event


class HexReached(Event, frozen=True, tag="sea_hex_reached"):
    """A fleet under sail reaches the next hex."""

    rank: ClassVar[int] = day.RANK_MOVE


class WorkBegins(Event, frozen=True, tag="stevedoring_begins"):
    """Dawn: boats and cranes set to work (C-TIME-07)."""

    rank: ClassVar[int] = day.RANK_TIMERS
    key: str


class WorkDone(Event, frozen=True, tag="stevedoring_done"):
    """What was to be loaded or landed is aboard or ashore (C-FLEET-02)."""

    rank: ClassVar[int] = day.RANK_TIMERS
    key: str


class HarbourWeek(Event, frozen=True, tag="harbour_week"):
    """A fleet has lain in port for a full week (C-SHIP-09/a)."""

    rank: ClassVar[int] = day.RANK_TIMERS


class LandingJudged(Event, frozen=True, tag="landing_judged"):
    """Whether boats can work on this coast is settled (D-FLEET-01)."""

    work: Stevedoring
