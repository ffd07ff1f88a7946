"""What the chapters of the kingdoms rules announce to one another."""

from __future__ import annotations

from world.fact import Fact
from world.rules.kingdoms.nouns.ratings import Levels
from world.rules.kingdoms.nouns.seasons import Season
from world.rules.kingdoms.nouns.turn import Held


class KingdomApproved(Fact, frozen=True, tag="kingdom_approved"):
    """The referee has approved a kingdom (K-DEC-01); it is in play."""

    kingdom: str


class GameStarted(Fact, frozen=True, tag="game_started"):
    """The referee has started the game (K-SET-01)."""


class Freed(Fact, frozen=True, tag="freed"):
    """Something the next turn or the new year waited for has come."""

    reason: str


class TurnComing(Fact, frozen=True, tag="turn_coming"):
    """A turn is prepared and takes no orders yet; a reaction may hold it (K-RUL-41)."""

    number: int
    year: int
    season: Season


class TurnOpened(Fact, frozen=True, tag="turn_opened"):
    """A turn takes orders."""

    number: int
    year: int
    season: Season


class OrderHeld(Fact, frozen=True, tag="order_held"):
    """A kingdom's order is held until the turn closes."""

    kingdom: str
    order: str


class OrderWithdrawn(Fact, frozen=True, tag="order_withdrawn"):
    """A kingdom has taken its order back."""

    kingdom: str
    order: str


class ConsentGiven(Fact, frozen=True, tag="consent_given"):
    """Everybody who was asked about an order has answered, or his time has passed."""


class OrderDue(Fact, frozen=True, tag="order_due"):
    """The turn closes and this order is carried out now, by the chapter whose order it is.

    That chapter hands what came of it to :func:`world.rules.kingdoms.nouns.turn.settle`.
    """

    number: int
    order: Held


class TurnClosed(Fact, frozen=True, tag="turn_closed"):
    """A turn has closed and every change is made; ``last-turn`` holds all that came of it."""

    number: int
    year: int
    season: Season


class OrderRepeated(Fact, frozen=True, tag="order_repeated"):
    """What came of an order of the last turn was annulled, and it was carried out again (K-DEC-10).

    ``place`` is that of its outcome in ``last-turn``, which holds what has come of it now.
    """

    kingdom: str
    place: int


class LevelsChanged(Fact, frozen=True, tag="levels_changed"):
    """A kingdom's levels are others than before, ``because`` of a turn, an event, a revolt."""

    kingdom: str
    before: Levels
    after: Levels
    because: str


class YearEnded(Fact, frozen=True, tag="year_ended"):
    """The last season of a year is over (section 9); a reaction may hold the new year."""

    year: int


class YearBegun(Fact, frozen=True, tag="year_begun"):
    """A new year has begun (K-YEA-04); its first turn comes next."""

    year: int


class KingdomRemoved(Fact, frozen=True, tag="kingdom_removed"):
    """A kingdom is no longer in play (K-DEC-06)."""

    kingdom: str


class RulerChanged(Fact, frozen=True, tag="ruler_changed"):
    """Somebody else rules a kingdom from now on (K-DEC-06)."""

    kingdom: str
    before: str
    after: str


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """The game is over: one has won (K-VIC-01), or nobody has and ``why`` says why it ends."""

    winner: str | None = None
    why: str = ""


class OrderEntered(Fact, frozen=True, tag="order_entered"):
    """The referee enters an order for a kingdom whose player is away (K-DEC-04), in its text form.

    Whoever holds orders may refuse it.
    """

    kingdom: str
    order: str
