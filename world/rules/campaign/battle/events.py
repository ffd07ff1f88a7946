"""The events of a battle, and what its questions settle."""

from __future__ import annotations

from world.timeline import Event


class AssaultPlanned(Event, frozen=True, tag="assault_planned"):
    """What a commander does in an assault, or how he meets it, is settled (D-BAT-01)."""

    army: str


class TheyFight(Event, frozen=True, tag="they_fight"):
    """A battle that is judged is fought."""


class SidesJudged(Event, frozen=True, tag="sides_judged"):
    """Who is on which side is settled (D-MULTI-01)."""


class SituationJudged(Event, frozen=True, tag="situation_judged"):
    """The modifiers of the situation are settled (D-BAT-02)."""


class PlanJudged(Event, frozen=True, tag="plan_judged"):
    """What a commander's plan is worth is settled (D-BAT-03)."""

    army: str


class ResultReviewed(Event, frozen=True, tag="result_reviewed"):
    """The result of a battle stands, is rolled again or replaced (D-GEN-02, C-GEN-08)."""


class GunsJudged(Event, frozen=True, tag="guns_judged"):
    """What becomes of the unguarded guns of a beaten army is settled (D-ART-02)."""

    place: str
    victor: str
    six: int
    eighteen: int
