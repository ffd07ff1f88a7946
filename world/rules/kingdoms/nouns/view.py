"""What one person's page is drawn from, and what their orders are checked against.

All of it is public but the person's own order, where orders are hidden until the close (K-RUL-34).
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.errors import Fault
from world.pack import View
from world.rules.kingdoms.nouns.charter import Charter
from world.rules.kingdoms.nouns.desk import Desk
from world.rules.kingdoms.nouns.offer import Card
from world.rules.kingdoms.nouns.ratings import Levels
from world.units import WallUs


class OmenPage(msgspec.Struct, frozen=True):
    """What touches a kingdom's rolls for a while, or was granted to it: pips, and its last turn."""

    what: str
    pips: int
    until: str


class KingdomPage(msgspec.Struct, frozen=True):
    """A kingdom as everybody sees it.

    Attributes:
        levels: with their ``names`` in the order of the ratings.
        general, omen: what is added to each of its rolls this turn.
        omens: what touches it, this turn or later.
        used: special actions that count for this year.
    """

    id: str
    name: str
    ruler: str
    place: str
    traits: tuple[str, ...]
    levels: Levels
    names: tuple[str, str, str]
    general: int
    omen: int
    state: str
    passing: bool
    used: tuple[str, ...]
    omens: tuple[OmenPage, ...] = ()


class OrderPage(msgspec.Struct, frozen=True):
    """An order that is held, in words, and whose it is."""

    kingdom: str
    text: str


class OfferPage(msgspec.Struct, frozen=True):
    """An opportunity on the table, and the date of the last turn it may be pursued in.

    ``yours`` says that the reader may pursue it.
    """

    id: str
    card: Card
    recipients: tuple[str, ...]
    lapses: str
    yours: bool


class OpenDecision(msgspec.Struct, frozen=True):
    """A question put to the person; ``limit`` in answering time (ms)."""

    id: str
    rule: str
    question: str
    options: tuple[tuple[str, str], ...]
    default: str
    limit: int | None
    revision: int
    free_text: bool


class KingdomsView(msgspec.Struct, frozen=True, kw_only=True):
    """The page of one person.

    Attributes:
        desk, charter: what orders, and the creation of a kingdom, are checked against.
        fewest: kingdoms a game begins with, at least.
        date: ``Y2.Au``; ``state`` as in :class:`world.rules.kingdoms.nouns.game.Game`.
        open: the actions and opportunities the person's kingdom may order from now.
        deadline: wall instant (µs) at which the turn closes, if one is set.
        orders: those the person may see; ``missing`` kingdoms without one, where that is public.
        places, present, place, correspondents, tower, purse: what letters are written from.
    """

    aside: ClassVar = frozenset({"correspondents", "places", "fewest", "desk", "charter"})

    person: str
    date: str
    state: str
    winner: str | None
    deadline: WallUs | None
    open: tuple[str, ...] = ()
    kingdoms: tuple[KingdomPage, ...] = ()
    orders: tuple[OrderPage, ...] = ()
    missing: tuple[str, ...] = ()
    offers: tuple[OfferPage, ...] = ()
    decisions: tuple[OpenDecision, ...] = ()
    correspondents: dict[str, str] = {}
    present: dict[str, str] = {}
    places: dict[str, str] = {}
    place: str | None = None
    tower: bool = False
    purse: int | None = None
    fewest: int
    desk: Desk
    charter: Charter


def kingdoms_view(view: View) -> KingdomsView:
    """The view as these rules know it.

    Raises:
        Fault: it is another pack's.
    """
    if not isinstance(view, KingdomsView):
        raise Fault(f"an order of the kingdoms rules was checked against a {type(view).__name__}")
    return view
