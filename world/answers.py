"""What a pack answers: the few questions that letters and pages ask of any rule system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

if TYPE_CHECKING:
    from world.state import World

Stance = Literal["own", "allied", "neutral", "hostile"]


class Leg(msgspec.Struct, frozen=True, gc=False):
    """One stretch of a way.

    Attributes:
        start, end: places.
        metres: its length.
        ground: what kind of country it leads through, in the pack's words (``road``, ``sea`` …).
        stance: whose country it is, as the asking person stands to its holder.
        ms: how long it takes a rider, where a table says so and no pace decides; such a leg has no
            length (0 metres), and nothing happens on it.
    """

    start: str
    end: str
    metres: int
    ground: str = "land"
    stance: Stance = "neutral"
    ms: int | None = None


class Stead(msgspec.Struct, frozen=True, gc=False):
    """Who acts for a person.

    ``person`` opens their letters (None: nobody does); ``captor`` holds them captive, if anyone.
    """

    person: str | None
    captor: str | None = None


class Answers(Protocol):
    """The questions; every method is a pure reading of the world."""

    def whereabouts(self, world: World, person: str) -> str | None:
        """The place where a person or office truly is now; None when nowhere."""
        ...

    def believed(self, world: World, person: str, of: str) -> str | None:
        """The place where *person* would send a rider to look for *of*.

        It follows from what the person knows alone; of himself, where he takes himself to be.
        """
        ...

    def in_place(self, world: World, place: str) -> tuple[str, ...]:
        """Persons in a place, in id order."""
        ...

    def acts_for(self, world: World, person: str) -> Stead:
        """Who acts in a person's stead, and who holds them captive."""
        ...

    def stance(self, world: World, person: str, other: str) -> Stance:
        """How one person stands to another."""
        ...

    def passage(
        self,
        world: World,
        start: str,
        end: str,
        mover: str,
        *,
        person: str,
        believed: bool,
        via: tuple[str, ...] = (),
    ) -> tuple[Leg, ...] | None:
        """The way a *mover* (``rider``, ``news`` …) of *person* takes, or None where there is none.

        With ``believed`` the country's holders are those the person believes in, else the true.
        """
        ...

    def persons(self, world: World) -> tuple[str, ...]:
        """Everybody who can be written to, offices included, in id order."""
        ...

    def title(self, world: World, person: str) -> str:
        """How a person is spoken of in a text, by everybody.

        It stands in what people are told, so it never changes with anything one of them may not
        know: that somebody is dead, captive or replaced.
        """
        ...

    def resolve(self, world: World, name: str) -> tuple[str, ...]:
        """Ids of the persons a written name may mean: one if it is exact, several if unclear."""
        ...


class KeepsCompany(Protocol):
    """Says whether two persons in one place can speak; without it, all who are there can.

    Walls and siege lines part people within one place (C-TALK-01/a).
    """

    def in_company(self, world: World, person: str, other: str) -> bool:
        """Whether the two are in one place and nothing parts them."""
        ...


def in_company(world: World, person: str, other: str) -> bool:
    """Whether two persons are in one place and nothing parts them."""
    answers = world.pack.answers
    offered = getattr(answers, "in_company", None)
    if offered is not None:
        return bool(offered(world, person, other))
    here = answers.whereabouts(world, person)
    return here is not None and here == answers.whereabouts(world, other)


def parted(world: World, person: str, other: str) -> bool:
    """Whether two persons are in one place and cannot speak: walls or lines stand between."""
    answers = world.pack.answers
    here = answers.whereabouts(world, person)
    same = here is not None and here == answers.whereabouts(world, other)
    return same and not in_company(world, person, other)


class KnowsItsEnd(Protocol):
    """Says that the game is over by its own rules; without it, a game goes on until it is ended."""

    def over(self, world: World) -> str:
        """In a sentence how it is over; '' while it goes on."""
        ...


def over(world: World) -> str:
    """How the game is over by its own rules, '' while it goes on.

    It is told to referees, who end the campaign: nothing ends it by itself.
    """
    offered = getattr(world.pack.answers, "over", None)
    return "" if offered is None else str(offered(world))
