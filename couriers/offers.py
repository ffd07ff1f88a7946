"""What a pack may offer couriers beyond its answers; each is asked only where it is there.

A pack that has no money, no towers or no names of its own for places leaves them out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from couriers.address import AuthorView
    from world.state import World


class NamesPlaces(Protocol):
    """Says how a place is spoken of; without it its id is used."""

    def place_name(self, world: World, place: str) -> str:
        """A place's name in a text."""
        ...


class HoldsPlaces(Protocol):
    """Says who holds a place: where nobody hostile stands, its holder may catch a rider."""

    def holder(self, world: World, place: str) -> str | None:
        """The person who holds the country of a place, if anybody."""
        ...


class KeepsPurses(Protocol):
    """Says what somebody can pay; it takes the money when a ``Fee`` is announced."""

    def purse(self, world: World, person: str) -> int | None:
        """Doubloons at hand; None for somebody who pays nothing."""
        ...


class LetsCaptivesWrite(Protocol):
    """Says whether a captive may write (``captive.may_write``); without it none may."""

    def may_write(self, world: World, person: str) -> bool:
        """Whether the captor gives leave."""
        ...


class TellsNews(Protocol):
    """Says who is told news; without it everybody who can be written to and acts for himself."""

    def commanders(self, world: World) -> tuple[str, ...]:
        """Persons who are told news, in id order."""
        ...


class KnowsAlready(Protocol):
    """Says whether somebody knows of a public event by other means."""

    def knows(self, world: World, person: str, event: str, about: str) -> bool:
        """Whether news of this kind about this entity would tell the person nothing."""
        ...


class NamesPersons(Protocol):
    """Says what somebody calls another, where that may be the name of yesterday."""

    def called(self, world: World, person: str, other: str) -> str:
        """The other as the person knows him."""
        ...


class Parleys(Protocol):
    """Says who can be hailed across siege lines (C-TALK-01)."""

    def hailed(self, world: World, person: str) -> tuple[str, ...]:
        """Persons on the other side of the lines who wish to talk, in id order."""
        ...


class SlowsRiders(Protocol):
    """Says what weather does to riders; without it, nothing."""

    def rider_factor(self, world: World, place: str) -> Fraction:
        """The share of their pace that riders keep who set out from a place now; above 0."""
        ...


class ShowsAuthors(Protocol):
    """Draws what an order that sends words looks at, where a whole page takes long to draw."""

    def author_view(self, world: World, person: str) -> AuthorView:
        """The same as the person's view has under these names."""
        ...


def author_view(world: World, person: str) -> AuthorView:
    """What the author of an order that sends words knows."""
    offered = getattr(world.pack.answers, "author_view", None)
    found = world.pack.view(world, person) if offered is None else offered(world, person)
    return cast("AuthorView", found)


def place_name(world: World, place: str) -> str:
    """How a place is spoken of; '' stands for that of somebody who is nowhere."""
    if not place:
        return "no place on the map"
    offered = getattr(world.pack.answers, "place_name", None)
    return place if offered is None else str(offered(world, place))


def called(world: World, person: str, other: str) -> str:
    """What a person calls another: it stands in what he is told of his own letters."""
    offered = getattr(world.pack.answers, "called", None)
    if offered is None:
        return world.pack.answers.title(world, other)
    return str(offered(world, person, other))


def holder(world: World, place: str) -> str | None:
    """Who holds a place, as far as the pack says."""
    offered = getattr(world.pack.answers, "holder", None)
    return None if offered is None else cast("str | None", offered(world, place))


def purse(world: World, person: str) -> int | None:
    """What a person can pay; None where nobody counts."""
    offered = getattr(world.pack.answers, "purse", None)
    return None if offered is None else cast("int | None", offered(world, person))


def may_write(world: World, captive: str) -> bool:
    """Whether a captive's captor lets him write."""
    offered = getattr(world.pack.answers, "may_write", None)
    return offered is not None and bool(offered(world, captive))


def commanders(world: World) -> tuple[str, ...]:
    """Who is told news: each once, and nobody in two offices twice."""
    answers = world.pack.answers
    offered = getattr(answers, "commanders", None)
    if offered is not None:
        return tuple(offered(world))
    return tuple(p for p in answers.persons(world) if answers.acts_for(world, p).person == p)


def knows(world: World, person: str, event: str, about: str) -> bool:
    """Whether a person knows of a public event by other means."""
    offered = getattr(world.pack.answers, "knows", None)
    return offered is not None and bool(offered(world, person, event, about))


def hailed(world: World, person: str) -> tuple[str, ...]:
    """Who can be talked to across siege lines."""
    offered = getattr(world.pack.answers, "hailed", None)
    return () if offered is None else tuple(offered(world, person))


def rider_factor(world: World, place: str) -> Fraction:
    """The share of their pace that riders keep who set out from a place now."""
    offered = getattr(world.pack.answers, "rider_factor", None)
    return Fraction(1) if offered is None else cast("Fraction", offered(world, place))
