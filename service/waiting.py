"""Decisions that wait for somebody, as pages and the API list them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.clock import utc
from world.decision import Decision

if TYPE_CHECKING:
    from world.state import World


def waiting(world: World, person: str | None = None) -> list[Decision]:
    """The open decisions of a person, or of everybody, the most urgent first."""
    found = [
        one
        for one in world.of(Decision)
        if one.state == "open" and (person is None or one.who == person)
    ]
    return sorted(found, key=lambda one: (one.limit is None, one.limit or 0, one.id))


def until(world: World, decision: Decision) -> str | None:
    """When a decision's default is taken, in UTC; None where it has no limit."""
    if decision.limit is None:
        return None
    return utc(world.face.answering_wall(decision.limit))
