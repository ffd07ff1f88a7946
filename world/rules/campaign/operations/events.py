"""Events of operations: agents on their way, at work and back; what the referee settles."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.timeline import Event


class AgentsArrive(Event, frozen=True, tag="agents_arrive"):
    """Agents are where they were sent, or where they hope to find whom they seek."""

    rank: ClassVar[int] = day.RANK_MOVE


class WorkDone(Event, frozen=True, tag="operation_work_done"):
    """Agents have done their work on the spot (C-OPS-04)."""

    rank: ClassVar[int] = day.RANK_MOVE


class AgentsBack(Event, frozen=True, tag="agents_back"):
    """Agents are back where they set out from (C-OPS-04)."""

    rank: ClassVar[int] = day.RANK_MOVE


class OddsJudged(Event, frozen=True, tag="operation_judged"):
    """Outcomes, target number, ability and price are settled (D-OPS-01)."""


class PlanWeighed(Event, frozen=True, tag="operation_weighed"):
    """What the plan is worth is settled (D-OPS-02)."""
