"""What a letter may cost, take and risk, before it is written: as its author believes, no better.

Worked out from the very functions by which riders are sent, with the author's beliefs in place of
the country as it is (C-MSG-02, C-MSG-03), so that it says no more than the receipt will.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from couriers import figures, offers
from couriers.address import place_named
from couriers.chase import safety
from couriers.journey import expected, way
from couriers.telegram import SendTelegram, price_of
from couriers.writing import WriteLetter

if TYPE_CHECKING:
    from couriers.telegram import Priority
    from world.state import World


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a letter, if its author is right; and if all the country is the enemy's.

    Attributes:
        place: where he would send it first, by name; "" where he has no idea.
        copies: riders who take it, ``copies_max`` at most.
        eta_from, eta_to: game ms between which the first of them arrives; None without a way.
        odds_from, odds_to: chances in 100 that one of them comes through, the worse first.
        unknown: whether the author knows of no way there, or of no place to look.
        present: whether the addressee is where the author is, as he believes.
    """

    place: str
    copies: int
    copies_max: int
    eta_from: int | None = None
    eta_to: int | None = None
    odds_from: int | None = None
    odds_to: int | None = None
    unknown: bool = False
    present: bool = False


class Wire(msgspec.Struct, frozen=True):
    """A message by semaphore: whether a tower is in sight, what it costs, and what is at hand.

    ``price`` is in doubloons; ``purse`` None where nobody counts.
    """

    tower: bool
    price: int
    purse: int | None


def writes_letters(world: World) -> bool:
    """Whether people write letters in this game."""
    return WriteLetter in world.pack.orders.values()


def has_semaphore(world: World) -> bool:
    """Whether this game has towers."""
    return SendTelegram in world.pack.orders.values()


def correspondents(world: World, author: str) -> dict[str, str]:
    """Everybody somebody can write to, offices included: id to the name he knows."""
    return dict(offers.author_view(world, author).correspondents)


def believed_place(world: World, author: str, other: str) -> str:
    """Where somebody would send a rider to look for another, by name; "" if nowhere."""
    place = world.pack.answers.believed(world, author, other)
    return offers.place_name(world, place) if place is not None else ""


def prospect(world: World, author: str, to: str, *, towards: str = "", copies: int = 1) -> Prospect:
    """What a letter by rider would take and risk, for one who writes now.

    Raises:
        Refused: E-NO-PATH; the author knows no place of that name, or several.
    """
    answers = world.pack.answers
    most = world.params[figures.COPIES_MAX]
    copies = max(1, min(copies, most))
    goal = answers.believed(world, author, to)
    if towards:
        goal = place_named(offers.author_view(world, author), towards)
    start = answers.believed(world, author, author)
    place = offers.place_name(world, goal) if goal is not None else ""
    if start is None or goal is None:
        return Prospect(place=place, copies=copies, copies_max=most, unknown=True)
    found = way(world, world.now, author, start, goal, believed=True)
    if found is None:
        return Prospect(place=place, copies=copies, copies_max=most, unknown=True)
    first, last = expected(world, found)
    right = safety(world.params, found.countries)
    wrong = safety(world.params, {"hostile"}) if found.countries else right
    return Prospect(
        place=place,
        copies=copies,
        copies_max=most,
        eta_from=first,
        eta_to=last,
        odds_from=one_of(copies, min(right, wrong)),
        odds_to=one_of(copies, right),
        present=start == goal,
    )


def wire(world: World, author: str, text: str, priority: Priority = "usual") -> Wire:
    """What a message by semaphore would cost, for one who hands it in where he is."""
    view = offers.author_view(world, author)
    return Wire(view.tower, price_of(text, priority, world.params), view.purse)


def one_of(copies: int, chance: Fraction) -> int:
    """Chances in 100 that one of several riders comes through; 0 and 100 are certain."""
    every = 1 - (1 - chance) ** copies
    near = (every.numerator * 200 + every.denominator) // (2 * every.denominator)
    return int(every * 100) if every in {0, 1} else min(99, max(1, near))


def places(world: World, author: str) -> list[str]:
    """Names of the places somebody can name, by the alphabet; where some have none, only those."""
    known = offers.author_view(world, author).places
    named = {name for place, name in known.items() if name != place}
    return sorted(named or set(known.values()))
