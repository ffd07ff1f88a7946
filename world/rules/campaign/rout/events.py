"""The events of a rout, and what its question settles."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.morale import Checked
from world.timeline import Event


class Retreats(Event, frozen=True, tag="retreats"):
    """Where a beaten army goes back to is settled (D-BAT-04)."""

    place: str
    victors: tuple[str, ...]
    tested: bool
    walls: str = ""


class RetreatOver(Event, frozen=True, tag="retreat_over"):
    """A retreat that took time is over, and the army is put to the test."""

    rank: ClassVar[int] = day.RANK_MOVE
    place: str
    victors: tuple[str, ...]
    tested: bool
    nowhere: bool


class DefeatTested(Event, frozen=True, tag="defeat_tested"):
    """The test of a beaten army stands, is thrown again or replaced (D-GEN-02, C-GEN-08)."""

    place: str
    victors: tuple[str, ...]
    nowhere: bool
    found: Checked


class FleesOn(Event, frozen=True, tag="flees_on"):
    """An army in flight comes to the next hex."""

    rank: ClassVar[int] = day.RANK_MOVE
    to: str


class Regroups(Event, frozen=True, tag="regroups"):
    """An army that was too shaken to do anything is in hand again."""

    rank: ClassVar[int] = day.RANK_MOVE
