"""What an order is checked against: the same for the page it is written on and when it is held.

Everything here is public, or the author's own: with hidden orders nothing follows from a rival's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from world.errors import Refused
from world.rules.kingdoms.nouns.figures import actions, rating, turns
from world.rules.kingdoms.nouns.figures.limits import limit
from world.rules.kingdoms.nouns.game import game
from world.rules.kingdoms.nouns.kingdom import in_play
from world.rules.kingdoms.nouns.offer import Offer
from world.rules.kingdoms.nouns.ratings import Levels, Rating
from world.rules.kingdoms.nouns.seasons import Season, date
from world.rules.kingdoms.nouns.turn import SPECIALS, TURN_ID, Kind, Turn

if TYPE_CHECKING:
    from world.param import Param, Params
    from world.rules.kingdoms.nouns.kingdom import Kingdom
    from world.state import World

#: Open in every season, as often as there are turns.
ANY_SEASON: Final[tuple[Kind, ...]] = ("work", "expand", "undermine", "attack")
#: When each special action is open (K-SEA-01 to K-SEA-05).
SEASON_FIGURES: Final[dict[str, Param[tuple[str, ...]]]] = {
    "trade": actions.TRADE_SEASONS,
    "ties": actions.TIES_SEASONS,
    "seek": actions.SEEK_SEASONS,
    "festival": actions.FESTIVAL_SEASONS,
    "draft": actions.DRAFT_SEASONS,
}


class Desk(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the ruler of a kingdom orders from.

    Attributes:
        kingdom: id of the kingdom in play that is ordered for; empty where there is none.
        state, year, season: of the game.
        held: the kinds of this kingdom's orders that are held; ``actions`` how many it may give.
        used: special actions that count for this year; ``per_year`` how often each may.
        names: the kingdoms in play, by id; ``levels`` theirs.
        offered: ids of the opportunities it may pursue now; ``over`` of those it no longer may.
        at_limit, lowest, highest, target_self, partners_max, counts_orders: the figures in force.
        seasons: by special action, the seasons it is open in.
    """

    kingdom: str
    state: str
    year: int
    season: Season
    held: tuple[Kind, ...]
    actions: int
    used: tuple[str, ...]
    per_year: int
    names: dict[str, str]
    levels: dict[str, Levels]
    offered: tuple[str, ...]
    over: tuple[str, ...]
    at_limit: Literal["warn", "refuse"]
    lowest: int
    highest: int
    target_self: bool
    partners_max: int | None
    counts_orders: bool
    seasons: dict[str, tuple[str, ...]]

    def require_open(self) -> None:
        """Refuse what is to be done to a turn, where none takes orders.

        Raises:
            Refused: E-NOT-STARTED, E-GAME-OVER, E-TURN-CLOSED.
        """
        if self.state == "forming":
            raise Refused(
                "E-NOT-STARTED",
                "The game has not been started; nothing was ordered. Wait for the referee to begin"
                " it.",
            )
        if self.state == "over":
            raise Refused("E-GAME-OVER", "The game is over; nothing was ordered.")
        if self.state != "open":
            raise Refused(
                "E-TURN-CLOSED",
                "No turn takes orders at this moment; nothing was ordered. Give it once the next"
                " one opens.",
            )

    def require_turn(self) -> None:
        """Refuse every order outside a turn that takes orders, or of somebody without a kingdom.

        Raises:
            Refused: as :meth:`require_open`; E-NOT-YOUR-KINGDOM.
        """
        if not self.kingdom and self.state not in {"forming", "over"}:
            raise Refused(
                "E-NOT-YOUR-KINGDOM",
                "You rule no kingdom in play; nothing was ordered. Only its ruler orders for a"
                " kingdom.",
            )
        self.require_open()

    def require_free(self, kind: Kind) -> None:
        """Refuse a further order in a turn (K-TRN-02, K-OPP-03).

        Raises:
            Refused: as :meth:`require_turn`; E-ACTION-AND-OPPORTUNITY, E-ACTION-USED.
        """
        self.require_turn()
        if not self.held:
            return
        mixed = any((kind == "pursue") != (other == "pursue") for other in self.held)
        if mixed and kind != "pass" and "pass" not in self.held:
            raise Refused(
                "E-ACTION-AND-OPPORTUNITY",
                "A kingdom takes an action or pursues an opportunity, never both in one turn;"
                f" nothing was changed and {self.held[0]} stands. Withdraw it first.",
            )
        if len(self.held) >= self.actions or "pass" in (*self.held, kind):
            raise Refused(
                "E-ACTION-USED",
                f"Your kingdom has its order for this turn ({', '.join(self.held)}); nothing was"
                " changed. Withdraw it first if you want another.",
            )

    def require_special(self, kind: Kind) -> None:
        """Refuse a special action out of season, or used already this year (K-TRN-03, K-TRN-04).

        Raises:
            Refused: E-WRONG-SEASON, E-ALREADY-THIS-YEAR.
        """
        open_in = self.seasons[kind]
        if self.season not in open_in:
            raise Refused(
                "E-WRONG-SEASON",
                f"{kind.capitalize()} is not open in {self.season}; nothing was ordered. It is open"
                f" in {', '.join(open_in) or 'no season'}.",
            )
        # One that is held and does not count yet will, before the next could be resolved.
        pending = 0 if self.counts_orders else self.held.count(kind)
        if self.used.count(kind) + pending >= self.per_year:
            raise Refused(
                "E-ALREADY-THIS-YEAR",
                f"Your kingdom has used {kind} this year; nothing was ordered. It may again from"
                f" {date(self.year + 1, 'spring')} on.",
            )

    def require_useful(self, kingdom: str, rating: Rating, *, up: bool) -> None:
        """Refuse an order that may be wasted, where it is to be refused (K-RUL-10).

        Raises:
            Refused: E-AT-LIMIT.
        """
        text = self.wasted(kingdom, rating, up=up)
        if text and self.at_limit == "refuse":
            raise Refused("E-AT-LIMIT", f"{text} Nothing was ordered; name another rating.")

    def wasted(self, kingdom: str, rating: Rating, *, up: bool) -> str:
        """Why an order may be wasted, in a sentence; empty where it is not (K-RUL-10)."""
        level = self.levels[kingdom].of(rating)
        name = self.names[kingdom]
        if up and level >= self.highest:
            return f"The {rating} of {name} stands at the top already."
        if not up and level <= self.lowest:
            return f"The {rating} of {name} stands at the bottom already."
        return ""


def desk_of(world: World, person: str) -> Desk:
    """What a person orders from."""
    kingdoms = in_play(world)
    own = next((kingdom for kingdom in kingdoms if kingdom.ruler == person), None)
    return _desk(world, kingdoms, own)


def desk_for(world: World, kingdom: str) -> Desk:
    """What is ordered from for a kingdom, whoever does."""
    kingdoms = in_play(world)
    own = next((each for each in kingdoms if each.id == kingdom), None)
    return _desk(world, kingdoms, own)


def _desk(world: World, kingdoms: tuple[Kingdom, ...], own: Kingdom | None) -> Desk:
    params = world.params
    now = game(world)
    turn = world.find(Turn, TURN_ID)
    used: tuple[str, ...] = () if own is None else own.used
    held: tuple[Kind, ...] = ()
    offered: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    if own is not None and turn is not None:
        held = tuple(order.kind for order in turn.orders if order.kingdom == own.id)
        used += tuple(use.kind for use in turn.ordered if use.kingdom == own.id)
        mine = [offer for offer in world.of(Offer) if own.id in offer.recipients]
        running = [
            offer.id
            for offer in mine
            if offer.first <= turn.number <= offer.last and own.id not in offer.done
        ]
        offered = tuple(running)
        over = tuple(offer.id for offer in mine if offer.id not in running)
    return Desk(
        kingdom="" if own is None else own.id,
        state=now.state,
        year=now.year,
        season=now.season,
        held=held,
        actions=params[turns.ACTIONS],
        used=used,
        per_year=params[turns.PER_YEAR],
        names={kingdom.id: kingdom.name for kingdom in kingdoms},
        levels={kingdom.id: kingdom.levels for kingdom in kingdoms},
        offered=offered,
        over=over,
        at_limit="refuse" if params[rating.AT_LIMIT] == "refuse" else "warn",
        lowest=params[rating.LOWEST],
        highest=params[rating.HIGHEST],
        target_self=params[actions.TARGET_SELF],
        partners_max=limit(actions.PARTNERS_MAX, params[actions.PARTNERS_MAX]),
        counts_orders=params[turns.COUNT_ON] == "ordered",
        seasons=special_seasons(params),
    )


def special_seasons(params: Params) -> dict[str, tuple[str, ...]]:
    """When each special action is open (K-SEA-01 to K-SEA-05)."""
    return {kind: params[SEASON_FIGURES[kind]] for kind in SPECIALS}
