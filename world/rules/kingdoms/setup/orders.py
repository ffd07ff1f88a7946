"""The orders of setting up: to create a kingdom, to invite somebody, to start."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.kingdoms.nouns.refusals import require_referee
from world.rules.kingdoms.nouns.seat import require_player_name
from world.rules.kingdoms.nouns.view import kingdoms_view


class CreateKingdom(Order, frozen=True, tag="create_kingdom"):
    """Create a kingdom (K-ORD-01).

    Until the referee has approved it, it may be sent again and takes the place of the earlier one.

    Attributes:
        name: how it is called.
        location: a compass direction; kingdoms of one location are neighbours.
        traits: up to one for each rating, such as ``advanced-culture``.
    """

    summary: ClassVar[str] = "create your kingdom"
    rules: ClassVar[tuple[str, ...]] = ("K-ORD-01", "K-SET-02", "K-SET-04", "K-SET-05", "K-TRT-01")
    name: str
    location: str
    traits: tuple[str, ...] = ()

    def check(self, view: View) -> None:
        """Refuse what the rules of creation forbid.

        Raises:
            Refused: E-STARTED, E-NO-SEAT, E-ONE-PER-USER, E-FULL, E-NAME, E-NAME-TAKEN, E-LOCATION,
                E-TRAIT-UNKNOWN, E-TRAIT-OVERLAP, E-TRAIT-POINTS.
        """
        charter = kingdoms_view(view).charter
        charter.require_seat()
        charter.require_name(self.name)
        charter.require_place(self.location)
        charter.require_traits(self.traits)


class Invite(Order, frozen=True, tag="invite"):
    """Give somebody a seat at the table (the referee's).

    Attributes:
        player: the name under which he will speak.
    """

    summary: ClassVar[str] = "give somebody a seat at the table"
    rules: ClassVar[tuple[str, ...]] = ("K-SET-03",)
    for_referee: ClassVar[bool] = True
    player: str

    def check(self, view: View) -> None:
        """Refuse what is no name of a person.

        Raises:
            Refused: E-REFEREE, E-STARTED, E-PLAYER.
        """
        require_referee(view.person)
        require_player_name(self.player)
        if kingdoms_view(view).charter.started:
            raise Refused(
                "E-STARTED",
                "The game has begun and takes no further players; nothing was changed. A kingdom"
                " whose player leaves may be given to somebody else.",
            )


class StartGame(Order, frozen=True, tag="start_game"):
    """Start the game (the referee's)."""

    summary: ClassVar[str] = "start the game"
    rules: ClassVar[tuple[str, ...]] = ("K-SET-01",)
    for_referee: ClassVar[bool] = True

    def check(self, view: View) -> None:
        """Refuse to start with too few kingdoms or too many.

        Raises:
            Refused: E-REFEREE, E-STARTED, E-PLAYERS.
        """
        require_referee(view.person)
        page = kingdoms_view(view)
        if page.charter.started:
            raise Refused("E-STARTED", "The game has begun already; nothing was changed.")
        approved = sum(kingdom.state == "in_play" for kingdom in page.kingdoms)
        if not page.fewest <= approved <= page.charter.most:
            raise Refused(
                "E-PLAYERS",
                f"{approved} kingdoms have been approved, and a game begins with {page.fewest} to"
                f" {page.charter.most}; nothing was changed. Wait for the others.",
            )
