"""The orders of a turn (K-ORD-02 to K-ORD-13); each says what is held for it, or refuses."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.kingdoms.nouns.desk import Desk
from world.rules.kingdoms.nouns.ratings import Rating
from world.rules.kingdoms.nouns.refusals import kingdom_named, rating_named, require_referee
from world.rules.kingdoms.nouns.turn import Held, Kind
from world.rules.kingdoms.nouns.view import kingdoms_view


class TurnOrder(Order, frozen=True):
    """An order that takes up a kingdom's turn."""

    kind: ClassVar[Kind]

    def check(self, view: View) -> None:
        """Refuse what cannot be held for the author's kingdom.

        Raises:
            Refused: as :meth:`held`.
        """
        self.held(kingdoms_view(view).desk)

    def held(self, desk: Desk) -> Held:
        """What is held until the turn closes.

        Raises:
            Refused: E-NOT-STARTED, E-GAME-OVER, E-NOT-YOUR-KINGDOM, E-TURN-CLOSED, E-ACTION-USED,
                E-ACTION-AND-OPPORTUNITY, and what the order's own rules refuse.
        """
        desk.require_free(self.kind)
        return Held(kingdom=desk.kingdom, kind=self.kind)

    def warning(self, desk: Desk) -> str:
        """Why the order may be wasted, in a sentence; empty where it is not (K-RUL-10)."""
        del desk
        return ""


class Work(TurnOrder, frozen=True, tag="work"):
    """Work on one of your ratings (K-ORD-02).

    Attributes:
        rating: economy, military or culture.
    """

    summary: ClassVar[str] = "work on a rating"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-02", "K-ACT-01")
    kind: ClassVar[Kind] = "work"
    rating: str

    def held(self, desk: Desk) -> Held:
        """As :meth:`TurnOrder.held`.

        Raises:
            Refused: E-RATING, E-AT-LIMIT besides.
        """
        desk.require_free(self.kind)
        rating = rating_named(self.rating)
        desk.require_useful(desk.kingdom, rating, up=True)
        return Held(kingdom=desk.kingdom, kind=self.kind, rating=rating)

    def warning(self, desk: Desk) -> str:
        """Whether the rating stands at the top (K-RUL-10)."""
        return desk.wasted(desk.kingdom, rating_named(self.rating), up=True)


class Expand(Work, frozen=True, tag="expand"):
    """Expand one of your ratings: easier than work, and it may be ruined (K-ORD-03).

    Attributes:
        rating: economy, military or culture.
    """

    summary: ClassVar[str] = "expand a rating"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-03", "K-ACT-02")
    kind: ClassVar[Kind] = "expand"


class Undermine(TurnOrder, frozen=True, tag="undermine"):
    """Undermine a rating of another kingdom (K-ORD-04).

    Attributes:
        kingdom: its name.
        rating: economy, military or culture; you roll with your own of that name.
    """

    summary: ClassVar[str] = "undermine a rating of another kingdom"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-04", "K-ACT-03")
    kind: ClassVar[Kind] = "undermine"
    kingdom: str
    rating: str

    def held(self, desk: Desk) -> Held:
        """As :meth:`TurnOrder.held`.

        Raises:
            Refused: E-RATING, E-TARGET, E-AT-LIMIT besides.
        """
        desk.require_free(self.kind)
        target, rating = self._meant(desk)
        desk.require_useful(target, rating, up=False)
        return Held(kingdom=desk.kingdom, kind=self.kind, rating=rating, targets=(target,))

    def warning(self, desk: Desk) -> str:
        """Whether the rating stands at the bottom (K-RUL-10)."""
        return desk.wasted(*self._meant(desk), up=False)

    def _meant(self, desk: Desk) -> tuple[str, Rating]:
        rating = rating_named(self.rating)
        return target_named(desk, self.kingdom), rating


class Attack(Undermine, frozen=True, tag="attack"):
    """Attack a rating of another kingdom: easier, and it may fall back on yours (K-ORD-05).

    Attributes:
        kingdom: its name.
        rating: economy, military or culture; you roll with your own of that name.
    """

    summary: ClassVar[str] = "attack a rating of another kingdom"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-05", "K-ACT-04")
    kind: ClassVar[Kind] = "attack"


class Trade(TurnOrder, frozen=True, tag="trade"):
    """Trade with one other kingdom or several (K-ORD-06).

    Attributes:
        kingdoms: their names.
    """

    summary: ClassVar[str] = "trade with other kingdoms"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-06", "K-ACT-05", "K-SEA-01", "K-TRN-03")
    kind: ClassVar[Kind] = "trade"
    kingdoms: tuple[str, ...]

    def held(self, desk: Desk) -> Held:
        """As :meth:`TurnOrder.held`.

        Raises:
            Refused: E-WRONG-SEASON, E-ALREADY-THIS-YEAR, E-TARGET besides.
        """
        desk.require_free(self.kind)
        desk.require_special(self.kind)
        targets = tuple(target_named(desk, name) for name in self.kingdoms)
        if not targets:
            raise Refused(
                "E-TARGET", "You name nobody to trade with; nothing was ordered. Name a kingdom."
            )
        if len(set(targets)) < len(targets):
            raise Refused(
                "E-TARGET",
                "You name a kingdom twice; nothing was ordered. Name each partner once.",
            )
        if desk.partners_max is not None and len(targets) > desk.partners_max:
            raise Refused(
                "E-TARGET",
                f"You name {len(targets)} partners and a trade has at most {desk.partners_max};"
                " nothing was ordered. Leave some out.",
            )
        return Held(kingdom=desk.kingdom, kind=self.kind, targets=targets)


class Ties(TurnOrder, frozen=True, tag="ties"):
    """Strengthen ties with another kingdom (K-ORD-07).

    Attributes:
        kingdom: its name.
    """

    summary: ClassVar[str] = "strengthen ties with another kingdom"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-07", "K-ACT-07", "K-SEA-02", "K-TRN-03")
    kind: ClassVar[Kind] = "ties"
    kingdom: str

    def held(self, desk: Desk) -> Held:
        """As :meth:`TurnOrder.held`.

        Raises:
            Refused: E-WRONG-SEASON, E-ALREADY-THIS-YEAR, E-TARGET besides.
        """
        desk.require_free(self.kind)
        desk.require_special(self.kind)
        target = target_named(desk, self.kingdom)
        return Held(kingdom=desk.kingdom, kind=self.kind, targets=(target,))


class _Special(TurnOrder, frozen=True):
    """A special action without parts."""

    def held(self, desk: Desk) -> Held:
        """As :meth:`TurnOrder.held`.

        Raises:
            Refused: E-WRONG-SEASON, E-ALREADY-THIS-YEAR besides.
        """
        desk.require_free(self.kind)
        desk.require_special(self.kind)
        return Held(kingdom=desk.kingdom, kind=self.kind)


class Seek(_Special, frozen=True, tag="seek"):
    """Seek new resources in the realm and around it (K-ORD-08)."""

    summary: ClassVar[str] = "seek new resources"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-08", "K-ACT-09", "K-SEA-03", "K-TRN-03")
    kind: ClassVar[Kind] = "seek"


class Festival(_Special, frozen=True, tag="festival"):
    """Host festivals (K-ORD-09)."""

    summary: ClassVar[str] = "host festivals"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-09", "K-ACT-10", "K-SEA-04", "K-TRN-03")
    kind: ClassVar[Kind] = "festival"


class Draft(_Special, frozen=True, tag="draft"):
    """Draft peasants (K-ORD-10)."""

    summary: ClassVar[str] = "draft peasants"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-10", "K-ACT-11", "K-SEA-05", "K-TRN-03")
    kind: ClassVar[Kind] = "draft"


class Pursue(TurnOrder, frozen=True, tag="pursue"):
    """Pursue an opportunity instead of an action (K-ORD-11).

    Attributes:
        opportunity: its id; by default the only one you are offered.
    """

    summary: ClassVar[str] = "pursue an opportunity"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-11", "K-OPP-03", "K-OPP-05")
    kind: ClassVar[Kind] = "pursue"
    opportunity: str = ""

    def held(self, desk: Desk) -> Held:
        """As :meth:`TurnOrder.held`.

        Raises:
            Refused: E-NOT-OFFERED, E-EXPIRED besides.
        """
        desk.require_free(self.kind)
        offer = self.opportunity.strip()
        if not offer and len(desk.offered) == 1:
            offer = desk.offered[0]
        listed = ", ".join(desk.offered) or "none"
        if offer in desk.over:
            raise Refused(
                "E-EXPIRED",
                f"The opportunity {offer} can no longer be pursued; nothing was ordered. Yours this"
                f" turn: {listed}.",
            )
        if offer not in desk.offered:
            what = f"No opportunity {offer[:40]!r} is" if offer else "No single opportunity is"
            raise Refused(
                "E-NOT-OFFERED",
                f"{what} offered to you; nothing was ordered. Yours this turn: {listed}.",
            )
        return Held(kingdom=desk.kingdom, kind=self.kind, offer=offer)


class Pass(TurnOrder, frozen=True, tag="pass"):
    """Do nothing this turn (K-ORD-12)."""

    summary: ClassVar[str] = "do nothing this turn"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-12", "K-RUL-14")
    kind: ClassVar[Kind] = "pass"


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Take back an order that is held (K-ORD-13).

    Attributes:
        what: its word, such as work; by default the one given last.
    """

    summary: ClassVar[str] = "take back your order"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-13", "K-RUL-16")
    what: str = ""

    def check(self, view: View) -> None:
        """Refuse where nothing is held.

        Raises:
            Refused: as :meth:`meant`.
        """
        self.meant(kingdoms_view(view).desk)

    def meant(self, desk: Desk) -> Kind:
        """The kind of the order that is taken back.

        Raises:
            Refused: E-NOT-STARTED, E-GAME-OVER, E-NOT-YOUR-KINGDOM, E-TURN-CLOSED,
                E-NOTHING-PENDING.
        """
        desk.require_turn()
        said = self.what.strip().casefold()
        for kind in reversed(desk.held):
            if said in {"", kind}:
                return kind
        listed = ", ".join(desk.held) or "none"
        raise Refused(
            "E-NOTHING-PENDING",
            f"No such order of yours is held; nothing was changed. Held: {listed}.",
        )


class OrderFor(Order, frozen=True, tag="order_for"):
    """Order for a kingdom whose player is away (the referee's, K-DEC-04).

    Attributes:
        kingdom: its name.
        text: the order as its player would write it.
    """

    summary: ClassVar[str] = "order for a kingdom whose player is away"
    rules: ClassVar[tuple[str, ...]] = ("K-DEC-04",)
    for_referee: ClassVar[bool] = True
    kingdom: str
    text: str

    def check(self, view: View) -> None:
        """Refuse where no turn takes orders, or nobody of that name is in play.

        Raises:
            Refused: E-REFEREE, E-NOT-STARTED, E-GAME-OVER, E-TURN-CLOSED, E-TARGET.
        """
        require_referee(view.person)
        desk = kingdoms_view(view).desk
        desk.require_open()
        kingdom_named(self.kingdom, desk.names)


def target_named(desk: Desk, written: str) -> str:
    """The id of the kingdom that an order names (K-RUL-39).

    Raises:
        Refused: E-TARGET.
    """
    target = kingdom_named(written, desk.names)
    if target == desk.kingdom and not desk.target_self:
        others = ", ".join(name for id, name in desk.names.items() if id != target)
        raise Refused(
            "E-TARGET",
            f"{desk.names[target]} is your own kingdom; nothing was ordered. Name another of"
            f" {others}.",
        )
    return target


ALL: tuple[type[TurnOrder], ...] = (
    Work,
    Expand,
    Undermine,
    Attack,
    Trade,
    Ties,
    Seek,
    Festival,
    Draft,
    Pursue,
    Pass,
)
