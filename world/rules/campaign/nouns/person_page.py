"""What a page shows of its person himself, and of those the almanac knows (C-CMD-01, -05)."""

from __future__ import annotations

import msgspec

from world.rules.campaign.nouns.almanac import AlmanacEntry
from world.rules.campaign.nouns.commander import Scores, Trait, leader_of
from world.state import World


class OwnPerson(msgspec.Struct, frozen=True):
    """The commander whose page it is.

    Attributes:
        name: title included; ``gender`` and ``faith`` in his own words.
        wish: the first trait that he will have when he is old enough for one.
        successor: who leads in his stead, if he has named anybody.
        offered: whether he is still to say who he is.
    """

    name: str
    gender: str
    age: int
    scores: Scores
    traits: tuple[Trait, ...]
    wish: str
    faith: str
    successor: str
    offered: bool


class KnownPerson(msgspec.Struct, frozen=True):
    """A commander as the almanac has him; ``age`` is the one he had at ``written`` (ms)."""

    id: str
    name: str
    gender: str
    age: int
    written: int


def own_person(world: World, person: str) -> OwnPerson | None:
    """A commander as he knows himself; None for an office."""
    commander = leader_of(world, person)
    if commander is None:
        return None
    return OwnPerson(
        name=commander.name,
        gender=commander.gender,
        age=commander.age,
        scores=commander.scores,
        traits=commander.traits,
        wish=commander.wish,
        faith=commander.faith,
        successor=commander.successor,
        offered=commander.offered,
    )


def known_persons(world: World, known: dict[str, str]) -> tuple[KnownPerson, ...]:
    """What the almanac says of those a person knows of, in id order.

    Of somebody whom he knows by another name, what it says was written since, and is not his to
    read; an age that nobody has told has no date either, for it would be that of the telling.
    """
    entries = sorted(world.of(AlmanacEntry), key=lambda entry: entry.person)
    return tuple(
        KnownPerson(
            entry.person, entry.name, entry.gender, entry.age, entry.written if entry.age else 0
        )
        if entry.name == known[entry.person]
        else KnownPerson(entry.person, known[entry.person], "", 0, 0)
        for entry in entries
        if entry.person in known
    )
