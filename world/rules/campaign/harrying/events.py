"""How a raid begins, goes on and ends."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.raid import Raid
from world.timeline import Event


class RaidBegins(Event, frozen=True, tag="raid_begins"):
    """Dawn of the day for which a detachment was ordered to harry."""

    rank: ClassVar[int] = day.RANK_HARRIERS


class RaidGoesOn(Event, frozen=True, tag="raid_goes_on"):
    """Dawn of a further day of harrying, of so many that are ``left``."""

    rank: ClassVar[int] = day.RANK_HARRIERS
    left: int


class RaidEnds(Event, frozen=True, tag="raid_ends"):
    """Dusk of the last day of harrying."""

    rank: ClassVar[int] = day.RANK_DUSK_WORK


class HarriersBack(Event, frozen=True, tag="harriers_back"):
    """The dawn at which harriers who stayed away overnight are back."""

    rank: ClassVar[int] = day.RANK_TIMERS


class RaidReviewed(Event, frozen=True, tag="raid_reviewed"):
    """The throw of a raid stands, is made again or replaced (D-GEN-02, C-GEN-08)."""

    raid: Raid
    face: int
