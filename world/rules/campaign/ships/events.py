"""The events of keeping ships."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.timeline import Event


class PayDay(Event, frozen=True, tag="fleet_pay_day"):
    """Dusk: the crews of a fleet are paid, and its troops victualled (C-TIME-03).

    ``fleet`` is whose recurrence it is; once that one has joined another, the subject is that one.
    """

    rank: ClassVar[int] = day.RANK_DUSK_PAY
    fleet: str


class HitMended(Event, frozen=True, tag="hit_mended"):
    """A week in the yard makes a hit good (C-SHIP-11)."""

    rank: ClassVar[int] = day.RANK_TIMERS
    ship: str


class ShipReturns(Event, frozen=True, tag="ship_returns"):
    """A ship that sailed off is back with her fleet (C-SHIP-10)."""

    rank: ClassVar[int] = day.RANK_TIMERS
    ship: str


class PriceJudged(Event, frozen=True, tag="ship_price_judged"):
    """What ships cost here is settled (D-SHIP-01)."""

    buyer: str
    place: str
    ships: tuple[str, ...]
    price: int


class ArrearsJudged(Event, frozen=True, tag="arrears_judged"):
    """What unpaid crews do is settled (D-SHIP-02)."""
