"""The events of a naval battle, and what its questions settle."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.timeline import Event


class SeaPlanIn(Event, frozen=True, tag="sea_plan_in"):
    """A commander's plan for a meeting of fleets is settled (D-NAV-01)."""

    fleet: str


class FleetsFight(Event, frozen=True, tag="fleets_fight"):
    """A naval battle that is judged is fought."""


class SeaSidesJudged(Event, frozen=True, tag="sea_sides_judged"):
    """Who is on which side is settled (D-MULTI-01)."""


class SeaJudged(Event, frozen=True, tag="sea_judged"):
    """The modifiers of the situation at sea are settled (D-NAV-01)."""


class SeaPlanJudged(Event, frozen=True, tag="sea_plan_judged"):
    """What a commander's plan at sea is worth is settled (D-NAV-02)."""

    fleet: str


class SeaReviewed(Event, frozen=True, tag="sea_reviewed"):
    """The result of a naval battle stands, is rolled again or replaced (D-GEN-02, C-GEN-08)."""


class HitsSpread(Event, frozen=True, tag="hits_spread"):
    """How the hits of a fleet are spread is settled (D-NAV-04)."""

    fleet: str


class RetreatJudged(Event, frozen=True, tag="sea_retreat_judged"):
    """Where a beaten fleet goes is settled (D-NAV-03); it lay ``at`` after its retreat."""

    field: str
    at: str


class FleetTested(Event, frozen=True, tag="fleet_tested"):
    """The test of a beaten fleet stands, is thrown again or replaced (D-GEN-02, C-GEN-08).

    ``moved`` says whether it could go back; the ``roll`` was against a ``morale``.
    """

    place: str
    victors: tuple[str, ...]
    moved: bool
    roll: int
    morale: int


class FleetRecovers(Event, frozen=True, tag="fleet_recovers"):
    """A fleet with nowhere to sail is in hand again (C-NAV-09)."""

    rank: ClassVar[int] = day.RANK_TIMERS
