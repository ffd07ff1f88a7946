"""The picture: for each person, the latest sighting of each thing they have seen or heard of."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Protocol, TypeVar

import msgspec

from world.entity import Entity
from world.state import World

S = TypeVar("S", bound="Sighting")

How = Literal["known", "eyes", "report", "letter", "news"]


class Source(msgspec.Struct, frozen=True, gc=False):
    """Whence a person knows something: how it came to them, and by whom.

    ``known`` is what everybody concerned knows when a campaign begins.
    """

    how: How
    who: str = ""

    @property
    def words(self) -> str:
        """As a page says it."""
        if self.how == "eyes":
            return "own scouts"
        if self.how == "known":
            return "known from the beginning"
        return f"{self.how} of {self.who}" if self.who else self.how


class Sighting(Entity, frozen=True, kw_only=True):
    """What ``observer`` last learnt of ``subject``; a pack's sightings add what there was to see.

    Attributes:
        where: the place it was in.
        at: game instant (ms) at which it was so; ``heard`` the one at which the observer learnt it.
        source: whence.
    """

    filed_by: ClassVar[str] = "observer"

    observer: str
    subject: str
    where: str
    at: int
    heard: int
    source: Source


def sighting_id(observer: str, subject: str) -> str:
    """The id of what an observer last learnt of a subject."""
    return f"seen:{observer}:{subject}"


def seen_by(world: World, kind: type[S], observer: str, subject: str) -> S | None:
    """What an observer last learnt of a subject, if anything."""
    return world.find(kind, sighting_id(observer, subject))


def picture_of(world: World, kind: type[S], observer: str) -> tuple[S, ...]:
    """Everything of a kind an observer knows of, in id order."""
    return world.filed(kind, observer)


def handed_on(seen: S, observer: str, heard: int, source: Source) -> S:
    """A sighting as another person learns it."""
    return msgspec.structs.replace(
        seen,
        id=sighting_id(observer, seen.subject),
        observer=observer,
        heard=heard,
        source=source,
    )


def is_news(old: Sighting | None, new: Sighting) -> bool:
    """Whether a sighting is of later than the one held; what comes late does not undo it."""
    return old is None or new.at >= old.at


class ShowsTruth(Protocol):
    """Says what a sighting would say if it were made again now: what a referee compares it with."""

    def as_it_is(self, world: World, seen: Sighting) -> Sighting | None:
        """The same as things are; None where the subject is no more."""
        ...


#: What of a sighting is its maker's, and nothing of its subject.
_OF_ITS_MAKER = frozenset(("id", "observer", "subject", "at", "heard", "source", "in_sight"))


def amiss(world: World, seen: Sighting) -> dict[str, tuple[Any, Any]] | None:
    """What a sighting says that is not so now, for referees: by field, what it says and what is so.

    None where its subject is no more.  Where the pack does not say what is so, fields are compared
    with those of the same name that the subject has.
    """
    offered = getattr(world.pack.answers, "as_it_is", None)
    found: Entity | None
    found = world.resolve(seen.subject) if offered is None else offered(world, seen)
    if found is None:
        return None
    true = {name: getattr(found, name) for name in found.__struct_fields__}
    if "where" not in true and "place" in true:
        true["where"] = true["place"]
    return {
        name: (believed, true[name])
        for name in seen.__struct_fields__
        if name in true and name not in _OF_ITS_MAKER
        if (believed := getattr(seen, name)) != true[name]
    }
