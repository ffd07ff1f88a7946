"""The events of a siege."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.timeline import Event


class PlanMade(Event, frozen=True, tag="siege_plan_made"):
    """A side's plan is settled (D-SIEGE-01)."""

    side: str


class SiegeWeek(Event, frozen=True, tag="siege_week"):
    """A week of a siege is over."""

    rank: ClassVar[int] = day.RANK_TIMERS


class WeekCounted(Event, frozen=True, tag="siege_week_counted"):
    """What counted in a week is settled (D-SIEGE-02); with what was recorded of it."""

    week: int
    disease: bool
    resupplied: bool
    attacked: bool


class WeekRolled(Event, frozen=True, tag="siege_week_rolled"):
    """The roll of a week stands, is thrown again or replaced (D-GEN-02, C-GEN-08).

    ``opens`` says whether the gates open by it.
    """

    opens: bool


class GatesAnswered(Event, frozen=True, tag="gates_answered"):
    """The defenders yield or fight in the streets (D-SIEGE-03)."""


class WallsMend(Event, frozen=True, tag="walls_mend"):
    """A week without a siege mends the walls."""

    rank: ClassVar[int] = day.RANK_TIMERS
