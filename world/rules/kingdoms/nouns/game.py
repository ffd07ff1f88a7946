"""The game as a whole: which date it is, and what the next date waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from world.entity import Entity
from world.errors import Fault
from world.rules.kingdoms.nouns.facts import Freed
from world.rules.kingdoms.nouns.seasons import Season

if TYPE_CHECKING:
    from world.state import World
    from world.step import Step

GAME_ID: Final = "game"


class Game(Entity, frozen=True, tag="game"):
    """The one game of a campaign.

    Attributes:
        state: ``forming`` while kingdoms are created; ``coming`` while a turn is prepared and takes
            no orders yet; ``open`` while it does; ``closing`` between its close and what follows;
            ``year_end`` in the step after the last season; ``over``.
        year, season: the date (K-TRN-01); ``number`` counts the turns from 1, 0 before the first.
        closed: wall instant (µs) from which the next deadline is counted: that of the last close,
            or of the start.
        waits: what the next turn, or the new year, waits for (:func:`hold`).
        winner: the kingdom that has won, if one has.
    """

    id: str = GAME_ID
    state: Literal["forming", "coming", "open", "closing", "year_end", "over"] = "forming"
    year: int = 1
    season: Season = "spring"
    number: int = 0
    closed: int = 0
    waits: tuple[str, ...] = ()
    winner: str | None = None


def game(world: World) -> Game:
    """The game."""
    return world.get(Game, GAME_ID)


def hold(step: Step, reason: str) -> None:
    """Keep the turn that is coming, or the year that has ended, waiting for *reason*.

    Called in a reaction to ``TurnComing`` or ``YearEnded``; every hold is to be freed.
    """
    now = game(step.world)
    if reason in now.waits:
        raise Fault(f"the game waits for {reason!r} already")
    step.put(msgspec.structs.replace(now, waits=(*now.waits, reason)))


def free(step: Step, reason: str) -> None:
    """What was waited for has come; when nothing else is, the game goes on."""
    now = game(step.world)
    if reason in now.waits:
        waits = tuple(other for other in now.waits if other != reason)
        step.put(msgspec.structs.replace(now, waits=waits))
        step.happened(Freed(reason=reason), reason)
