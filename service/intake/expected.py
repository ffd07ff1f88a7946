"""When what an order sends somewhere should be there, as its author may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from couriers.offers import author_view
from couriers.prospect import prospect
from couriers.writing import WriteLetter
from service.language.catalogue import english
from service.language.saying import Speech
from service.trouble import account_of
from world.answers import in_company
from world.errors import Refused
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    from service.language.reader import Reader
    from world.order import Order
    from world.state import World

log = structlog.get_logger(__name__)

RIDES: Final = english(
    "If you are right about the country between, he is at {place} by {first}; if all of it is"
    " the enemy's, by {last}."
)
MARCHES: Final = english("If nothing changes, {place} is reached by {first}.")


class Expected(msgspec.Struct, frozen=True):
    """When what an order sends somewhere should be there.

    Attributes:
        place: where, by name.
        first, last: game instants (ms).  Of a rider, the first if his sender is right about the
            country between and the last if all of it is the enemy's; of a march, the same.
        dates: both in the campaign's calendar.
        rides: a rider carries the order, or the letter that it is.
    """

    place: str
    first: int
    last: int
    dates: tuple[str, str]
    rides: bool


def expected_of(world: World, person: str, order: Order) -> Expected | None:
    """When what an order sends out should be there; None where nothing goes, or nobody can tell.

    It says no more than the author's page: a rider's time by what the author believes, a march's as
    it stands there once the order is obeyed.  It raises nothing: the order stands by now, whatever
    becomes of this.
    """
    try:
        return _foreseen(world, person, order)
    except Exception as error:  # noqa: BLE001 - see above
        log.warning("arrival_not_foreseen", **account_of(error))
        return None


def _foreseen(world: World, person: str, order: Order) -> Expected | None:
    if person == REFEREE:
        return None
    if isinstance(order, WriteLetter):
        return _ride(world, person, order)
    to = order.addressee(person)
    if to != person and not in_company(world, person, to):
        return _by_rider(world, person, to) if WriteLetter in world.pack.orders.values() else None
    found = order.foreseen(world, person)
    return None if found is None else _expected(world, found.place, found.at, found.at, rides=False)


def said(expected: Expected, speech: Speech, dates: tuple[str, str]) -> str:
    """A sentence of it, with the dates as its reader says them."""
    template = RIDES if expected.rides else MARCHES
    fields = {"place": expected.place, "first": dates[0], "last": dates[1]}
    return speech.fill(template, fields)


def said_to(expected: Expected | None, world: World, reader: Reader) -> str:
    """A sentence of it for a reader, with a space before it; empty where nothing is expected."""
    if expected is None:
        return ""
    speech = Speech(reader, world)
    dates = (speech.when(expected.first), speech.when(expected.last))
    return f" {said(expected, speech, dates)}"


def _ride(world: World, person: str, letter: WriteLetter) -> Expected | None:
    try:
        understood = letter.understood(author_view(world, person))
    except Refused:
        return None
    if understood.ways:  # each copy has a time of its own, and its sender chose them
        return None
    return _by_rider(world, person, understood.to, understood.towards or "")


def _by_rider(world: World, person: str, to: str, towards: str = "") -> Expected | None:
    try:
        found = prospect(world, person, to, towards=towards)
    except Refused:
        return None
    if found.present or found.eta_from is None or found.eta_to is None:
        return None
    return _expected(world, found.place, found.eta_from, found.eta_to, rides=True)


def _expected(world: World, place: str, first: int, last: int, *, rides: bool) -> Expected:
    dates = world.calendar.format(first, "datetime"), world.calendar.format(last, "datetime")
    return Expected(place, first, last, dates, rides)
