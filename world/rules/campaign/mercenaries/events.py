"""Events of mercenaries: pay day, and what the referee settles."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.timeline import Event


class Wages(Event, frozen=True, tag="wages"):
    """Dusk: a company in somebody's service is to be paid; ``subject`` is the employment."""

    rank: ClassVar[int] = day.RANK_DUSK_PAY


class TermsJudged(Event, frozen=True, tag="terms_judged"):
    """Whether a company is to be had, and at what rates, is settled (D-MERC-01)."""

    employer: str


class UnpaidJudged(Event, frozen=True, tag="unpaid_judged"):
    """What a company does that is not paid is settled (D-MERC-02)."""

    employer: str
    owed: int
