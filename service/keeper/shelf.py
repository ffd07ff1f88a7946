"""Campaigns this program cannot open: given back, and tried again less and less often."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec
import structlog

from service.keeper import metrics

if TYPE_CHECKING:
    from service.keeper.kept import CannotOpen

log = structlog.get_logger(__name__)

#: Seconds before a campaign that cannot be opened is tried again, at first and at most.
FIRST_AGAIN = 5.0
LAST_AGAIN = 600.0


class _Shelved(msgspec.Struct):
    until: float
    delay: float
    why: str


class Shelf:
    """What cannot be opened for now; the operator is told once of each, and when it is over."""

    __slots__ = ("_shelved",)

    def __init__(self) -> None:
        self._shelved: dict[str, _Shelved] = {}

    def put(self, campaign_id: str, why: CannotOpen) -> None:
        """Lay a campaign aside for twice as long as the last time."""
        known = self._shelved.get(campaign_id)
        if known is None:
            log.error(
                "campaign_not_opened",
                campaign=campaign_id,
                reason=str(why),
                note="it was given back and waits; all others go on; see: galloper campaign show",
            )
        delay = FIRST_AGAIN if known is None else min(known.delay * 2, LAST_AGAIN)
        self._shelved[campaign_id] = _Shelved(time.monotonic() + delay, delay, str(why))
        metrics.UNREADABLE.set(len(self._shelved))

    def take(self, campaign_id: str) -> None:
        """It has been opened."""
        if self._shelved.pop(campaign_id, None) is not None:
            log.info("campaign_opened_after_all", campaign=campaign_id)
            metrics.UNREADABLE.set(len(self._shelved))

    def reasons(self) -> dict[str, str]:
        """Why each of them cannot be opened; safe to show to an operator."""
        return {campaign_id: one.why for campaign_id, one in self._shelved.items()}

    def resting(self) -> set[str]:
        """Ids of those whose time to be tried again has not come."""
        now = time.monotonic()
        return {campaign_id for campaign_id, one in self._shelved.items() if one.until > now}
