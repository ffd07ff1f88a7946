"""Who is told what: PUBLIC is every player and the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.kernel.nouns import REFEREE
from world.rules.kingdoms.nouns.seat import players

if TYPE_CHECKING:
    from world.notice import Notice
    from world.state import World
    from world.step import Step


def public(world: World) -> tuple[str, ...]:
    """Every player and the referee, who comes first."""
    return (REFEREE, *players(world))


def tell_public(step: Step, notice: Notice, label: str = "") -> None:
    """Tell every player and the referee."""
    for person in public(step.world):
        step.tell(person, notice, label)
