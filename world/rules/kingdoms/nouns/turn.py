"""A turn: the orders held for it, and what came of them when it closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from world.entity import Entity
from world.rules.kingdoms.nouns.kingdom import Omen
from world.rules.kingdoms.nouns.ratings import Levels, Rating
from world.rules.kingdoms.nouns.seasons import Season

if TYPE_CHECKING:
    from world.state import World
    from world.step import Step

#: The turn that is coming or takes orders, and the one that closed last.
TURN_ID: Final = "turn"
LAST_TURN_ID: Final = "last-turn"

Kind = Literal[
    "work",
    "expand",
    "undermine",
    "attack",
    "trade",
    "ties",
    "seek",
    "festival",
    "draft",
    "pursue",
    "pass",
]
#: Once a year, and only in some seasons (K-TRN-03, K-TRN-04).
SPECIALS: Final[tuple[Kind, ...]] = ("trade", "ties", "seek", "festival", "draft")


class Held(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An order that is held for a kingdom until the turn closes.

    Attributes:
        kingdom: whose order it is; ``by`` who gave it (its ruler, or the referee for him).
        kind: its word; ``rating`` what it names, if any.
        targets: kingdoms it names, in the order they were written.
        offer: the opportunity it pursues, if any.
        given: game instant (ms); orders of a turn stand in the order in which they were given.
    """

    kingdom: str
    kind: Kind
    rating: Rating | None = None
    targets: tuple[str, ...] = ()
    offer: str = ""
    by: str = ""
    given: int = 0


class Thrown(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A roll with everything that went into it (K-ROL-01, K-ROL-02).

    Attributes:
        kingdom: who rolled; ``purpose`` whether for an action of its own, as a partner of a trade,
            as the other side of ties, or for an opportunity.
        rating: the rating it was made with, if any.
        faces: of dice with ``sides`` faces.
        general, trait, location, omen: pips added; ``partners`` those of ``k.trade.per_partner``
            where they change the roll; ``capped`` what a limit of all bonuses took back.
        need: the total at which it succeeds; ``disaster`` the one at which it turns bad, if any.
    """

    kingdom: str
    purpose: Literal["actions", "partners", "replies", "opportunities"]
    rating: Rating | None = None
    sides: int = 6
    faces: tuple[int, ...] = ()
    general: int = 0
    trait: int = 0
    location: int = 0
    omen: int = 0
    partners: int = 0
    capped: int = 0
    need: int = 0
    disaster: int | None = None

    @property
    def natural(self) -> int:
        """Sum of the faces."""
        return sum(self.faces)

    @property
    def modifier(self) -> int:
        """Everything added to the faces."""
        return self.general + self.trait + self.location + self.omen + self.partners + self.capped

    @property
    def total(self) -> int:
        """What is held against the thresholds."""
        return self.natural + self.modifier

    @property
    def succeeded(self) -> bool:
        """Whether the total is the number needed, or more."""
        return self.total >= self.need


class Change(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A rating of a kingdom goes up or down by so many levels."""

    kingdom: str
    rating: Rating
    by: int


class Outcome(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What came of one order.

    Attributes:
        order: the order.
        rolls: in the order in which they were made.
        changes: what it does to anybody's levels, before the ladder's ends are looked at.
        result: for whoever gave it; ``void`` where it could not be done any more.
        note: a sentence of its own, if one is needed.
    """

    order: Held
    rolls: tuple[Thrown, ...] = ()
    changes: tuple[Change, ...] = ()
    result: Literal["success", "nothing", "disaster", "void"] = "nothing"
    note: str = ""


class Standing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A kingdom as it stood when a turn closed, before anything was rolled or after."""

    kingdom: str
    levels: Levels
    used: tuple[str, ...] = ()
    omens: tuple[Omen, ...] = ()


class Use(msgspec.Struct, frozen=True, gc=False):
    """A special action of a kingdom that counts for the year (K-TRN-03)."""

    kingdom: str
    kind: Kind


class Consent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a kingdom that somebody's order names says to it, where it is asked.

    Attributes:
        about: ``trade`` (K-RUL-19) or ``location`` (K-RUL-38).
        kingdom: whose order it is; ``target`` who is asked.
        agreed: None while nothing has been said.
    """

    about: Literal["trade", "location"]
    kingdom: str
    target: str
    agreed: bool | None = None


class Turn(Entity, frozen=True, tag="turn"):
    """A turn.

    Attributes:
        number, year, season: its date.
        orders: held, in the order in which they were given.
        opened: answering time (ms) at which it began to take orders.
        deadline: earliest wall instant (µs) at which its deadline may fall, on the grid; 0 without.
        asks: the event in which the referee is asked about missing orders, without a deadline.
        grace: whether its deadline has passed and missing orders are waited for.
        reminded: the deadline (wall µs) before which reminders were sent; 0 before any.
        ordered: special actions that count for the year although they may have been taken back
            (``k.special.count_on``); nobody sees it before the turn closes.
        consents: what kingdoms that orders name have said to them, where they are asked.
        outcomes: what came of each order, once it has closed.
        before: the kingdoms as they stood before it closed; ``after`` their levels since.
    """

    number: int
    year: int
    season: Season
    orders: tuple[Held, ...] = ()
    opened: int = 0
    deadline: int = 0
    asks: str = ""
    grace: bool = False
    reminded: int = 0
    ordered: tuple[Use, ...] = ()
    consents: tuple[Consent, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    before: tuple[Standing, ...] = ()
    after: tuple[Standing, ...] = ()

    def order_of(self, kingdom: str) -> Held | None:
        """The order held for a kingdom, the first if there are several; None without."""
        for order in self.orders:
            if order.kingdom == kingdom:
                return order
        return None


def agreed(now: Turn, about: str, kingdom: str, target: str) -> bool:
    """Whether a kingdom has agreed to what another's order asks of it."""
    return any(
        bool(each.agreed)
        for each in now.consents
        if (each.about, each.kingdom, each.target) == (about, kingdom, target)
    )


def turn(world: World) -> Turn:
    """The turn that is coming, takes orders or is closing."""
    return world.get(Turn, TURN_ID)


def settle(step: Step, outcome: Outcome) -> None:
    """Hand in what came of an order while the turn closes; its changes are made by the turn."""
    now = step.get(Turn, TURN_ID)
    step.put(msgspec.structs.replace(now, outcomes=(*now.outcomes, outcome)))
