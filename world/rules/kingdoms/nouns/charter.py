"""What a kingdom that is created is checked against (K-SET, K-TRT)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.errors import Refused
from world.rules.kingdoms.nouns.figures import creation
from world.rules.kingdoms.nouns.figures.limits import limit
from world.rules.kingdoms.nouns.game import game
from world.rules.kingdoms.nouns.kingdom import TRAIT_KINDS, Kingdom, Trait
from world.rules.kingdoms.nouns.ratings import RATINGS
from world.rules.kingdoms.nouns.refusals import folded
from world.rules.kingdoms.nouns.seat import Seat, seat_id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from world.param import Params
    from world.state import World

#: A name is a line, not a letter.
LONGEST_NAME = 60


class Charter(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What somebody creates a kingdom from.

    Attributes:
        seated: whether the person has a seat; ``started`` whether the game has begun.
        own: the state of the person's kingdom, empty without.
        taken: names of the others' kingdoms; ``unique`` whether one may be taken only once.
        places: every location, with how many of the others' kingdoms lie there; ``sharing`` how
            many may.
        kingdoms: how many kingdoms the others have; ``most`` how many a table has.
        costs: points by kind of trait; ``points`` to spend, ``exact`` to the last;
            ``per_rating`` how many traits one rating may have.
    """

    seated: bool
    started: bool
    own: str
    taken: tuple[str, ...]
    unique: bool
    places: dict[str, int]
    sharing: int | None
    kingdoms: int
    most: int
    costs: dict[str, int]
    points: int
    exact: bool
    per_rating: int

    def require_seat(self) -> None:
        """Refuse somebody who may create no kingdom now.

        Raises:
            Refused: E-STARTED, E-NO-SEAT, E-ONE-PER-USER, E-FULL.
        """
        if self.started:
            raise Refused(
                "E-STARTED",
                "The game has begun and takes no further kingdoms; nothing was created. Ask the"
                " referee for a kingdom whose player has left.",
            )
        if not self.seated:
            raise Refused(
                "E-NO-SEAT",
                "You have no seat at this table; nothing was created. Ask the referee to invite"
                " you.",
            )
        if self.own == "in_play":
            raise Refused(
                "E-ONE-PER-USER",
                "Your kingdom has been approved, and there is one for each player; nothing was"
                " changed. Play with it as it is.",
            )
        if self.kingdoms >= self.most:
            raise Refused(
                "E-FULL",
                f"The table has its {self.most} kingdoms; nothing was created. Wait whether one is"
                " returned.",
            )

    def require_name(self, written: str) -> str:
        """The name as it is kept (K-SET-02).

        Raises:
            Refused: E-NAME-TAKEN; E-NAME where it is none.
        """
        name = " ".join(written.split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise Refused(
                "E-NAME",
                f"A kingdom's name has 1 to {LONGEST_NAME} letters; nothing was created. Give it"
                " another name.",
            )
        if self.unique and folded(name) in {folded(other) for other in self.taken}:
            raise Refused(
                "E-NAME-TAKEN",
                f"There is a kingdom called {name!r} already; nothing was created. Choose another"
                " name.",
            )
        return name

    def require_place(self, written: str) -> str:
        """The location somebody means (K-SET-04, K-RUL-01, K-RUL-02).

        Raises:
            Refused: E-LOCATION.
        """
        place = next((each for each in self.places if folded(each) == folded(written)), None)
        listed = ", ".join(self.places)
        if place is None:
            raise Refused(
                "E-LOCATION",
                f"There is no location {written[:40]!r}; nothing was created. Name one of"
                f" {listed}.",
            )
        if self.sharing is not None and self.places[place] >= self.sharing:
            raise Refused(
                "E-LOCATION",
                f"{place} has its {self.sharing} already; nothing was created. Name another of"
                f" {listed}.",
            )
        return place

    def require_traits(self, written: Iterable[str]) -> tuple[Trait, ...]:
        """The traits somebody chooses (K-TRT-01, K-TRT-02).

        Raises:
            Refused: E-TRAIT-UNKNOWN, E-TRAIT-OVERLAP, E-TRAIT-POINTS.
        """
        traits = tuple(trait_named(text) for text in written)
        for rating in RATINGS:
            of_it = [trait for trait in traits if trait.rating == rating]
            if len(of_it) > self.per_rating:
                raise Refused(
                    "E-TRAIT-OVERLAP",
                    f"{' and '.join(map(str, of_it))} lie on one rating, which may have"
                    f" {self.per_rating}; nothing was created. Leave one out.",
                )
        spent = self.spent(traits)
        if spent > self.points or (self.exact and spent != self.points):
            word = "exactly" if self.exact else "at most"
            raise Refused(
                "E-TRAIT-POINTS",
                f"These traits cost {spent} and {word} {self.points} may be spent; nothing was"
                " created. Take others.",
            )
        return traits

    def spent(self, traits: Iterable[Trait]) -> int:
        """What traits cost; those that hinder give points back (K-TRT-01)."""
        return sum(self.costs[trait.kind] for trait in traits)


def trait_named(written: str) -> Trait:
    """The trait a text names: ``Advanced Culture``, or ``advanced-culture`` in one word.

    Raises:
        Refused: E-TRAIT-UNKNOWN.
    """
    kind, _, rating = folded(written.replace("-", " ").replace(":", " ")).partition(" ")
    for each in TRAIT_KINDS:
        for other in RATINGS:
            if kind == each and rating == other:
                return Trait(each, other)
    raise Refused(
        "E-TRAIT-UNKNOWN",
        f"There is no trait {written[:40]!r}; nothing was created. Write one of"
        f" {', '.join(TRAIT_KINDS)} and a rating, such as advanced-culture.",
    )


def costs_of(params: Params) -> dict[str, int]:
    """Points by kind of trait (K-TRT-03 to K-TRT-08)."""
    return {
        "advanced": params[creation.ADVANCED_COST],
        "robust": params[creation.ROBUST_COST],
        "accelerated": params[creation.ACCELERATED_COST],
        "lagging": params[creation.LAGGING_COST],
        "fragile": params[creation.FRAGILE_COST],
        "obsolete": params[creation.OBSOLETE_COST],
    }


def charter_of(world: World, person: str) -> Charter:
    """What a person creates a kingdom from."""
    params = world.params
    seat = world.find(Seat, seat_id(person))
    locations = params[creation.LOCATIONS]
    places = dict.fromkeys(locations, 0)
    taken: list[str] = []
    own = ""
    for kingdom in world.of(Kingdom):
        if kingdom.state not in {"submitted", "in_play"}:
            continue
        if kingdom.ruler == person:
            own = kingdom.state
            continue
        taken.append(kingdom.name)
        places[kingdom.place] = places.get(kingdom.place, 0) + 1
    return Charter(
        seated=seat is not None and not seat.left,
        started=game(world).state != "forming",
        own=own,
        taken=tuple(taken),
        unique=params[creation.NAME_UNIQUE],
        places=places,
        sharing=limit(creation.MAX_SHARING, params[creation.MAX_SHARING]),
        kingdoms=len(taken),
        most=params[creation.PLAYERS_MAX],
        costs=costs_of(params),
        points=params[creation.START_POINTS],
        exact=params[creation.EXACT_SPEND],
        per_rating=params[creation.MAX_PER_RATING],
    )
