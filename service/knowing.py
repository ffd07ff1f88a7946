"""Who knows what, as referees see it: what each person believes of a thing, and what is so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from couriers.offers import place_name
from world.entity import kind_of
from world.knowledge.picture import Sighting, amiss

if TYPE_CHECKING:
    from collections.abc import Iterator

    from world.state import World

_MINUTE_MS = 60_000


class Amiss(msgspec.Struct, frozen=True):
    """Something that is not as somebody believes."""

    field: str
    believed: Any
    true: Any


class Belief(msgspec.Struct, frozen=True, kw_only=True):
    """What a person last learnt of a thing.

    Attributes:
        person, title: who believes it.
        kind, subject, name: of what.
        where: in which place, by name.
        date, heard: when it was so, and when the person learnt it, in the campaign's calendar.
        minutes: how old it is, in game minutes.
        source: whence it is known, in words.
        gone: the thing is no more.
        amiss: what of it is not so now.
    """

    person: str
    title: str
    kind: str
    subject: str
    name: str
    where: str
    date: str
    heard: str
    minutes: int
    source: str
    gone: bool
    amiss: list[Amiss]


def subjects(world: World) -> list[tuple[str, str]]:
    """Everything of which anybody has a picture: ids with names, by name."""
    found: dict[str, str] = {}
    for seen in _pictures(world):
        found.setdefault(seen.subject, _name(world, seen))
    return sorted(found.items(), key=lambda one: (one[1].casefold(), one[0]))


def believed_of(world: World, subject: str, limit: int = 500) -> list[Belief]:
    """What everybody believes of a thing, those who learnt of it last first."""
    found = [seen for seen in _pictures(world) if seen.subject == subject]
    found.sort(key=lambda seen: (-seen.heard, seen.observer))
    return [_belief(world, seen) for seen in found[:limit]]


def believed_by(world: World, person: str, limit: int = 500) -> list[Belief]:
    """What a person believes of everything, what was learnt last first."""
    found = [seen for seen in _pictures(world) if seen.observer == person]
    found.sort(key=lambda seen: (-seen.heard, seen.subject))
    return [_belief(world, seen) for seen in found[:limit]]


def _pictures(world: World) -> Iterator[Sighting]:
    """All that anybody has seen or heard of, in id order."""
    kinds = [kind for kind in world.pack.entities.values() if issubclass(kind, Sighting)]
    for kind in kinds:
        yield from world.of(kind)


def _name(world: World, seen: Sighting) -> str:
    entity = world.resolve(seen.subject)
    return str(getattr(entity, "name", "") or getattr(seen, "name", "") or seen.subject)


def _belief(world: World, seen: Sighting) -> Belief:
    wrong = amiss(world, seen)
    told = world.calendar.format
    return Belief(
        person=seen.observer,
        title=world.pack.answers.title(world, seen.observer),
        kind=kind_of(type(seen)),
        subject=seen.subject,
        name=_name(world, seen),
        where=place_name(world, seen.where),
        date=told(seen.at, "datetime"),
        heard=told(seen.heard, "datetime"),
        minutes=max(0, world.now - seen.at) // _MINUTE_MS,
        source=seen.source.words,
        gone=wrong is None,
        amiss=[
            Amiss(field, _plain(world, field, believed), _plain(world, field, true))
            for field, (believed, true) in sorted((wrong or {}).items())
        ],
    )


def _plain(world: World, field: str, value: Any) -> Any:
    if field in {"where", "heading"} and isinstance(value, str):
        return place_name(world, value) if value else ""
    return msgspec.to_builtins(value)
