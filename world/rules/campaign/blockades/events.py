"""The events of blockades."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.timeline import Event


class BlockadePlanned(Event, frozen=True, tag="blockade_planned"):
    """A side's plan for a blockade is settled (D-SIEGE-01)."""

    side: str


class LandRoads(Event, frozen=True, tag="land_roads"):
    """The first hour of a week of blockade, when it is asked about food by land (D-BLK-01)."""

    rank: ClassVar[int] = day.RANK_TIMERS


class LandRoadsJudged(Event, frozen=True, tag="land_roads_judged"):
    """Whether a merely blockaded place gets food by land this week is settled (D-BLK-01)."""
