"""The almanac: what everybody can read of commanders, living or dead (C-CMD-01, C-CMD-02).

It is kept beside them, for a commander who dies is no more at once, and who has not heard of it
must read of him what he read the day before.
"""

from __future__ import annotations

from world.entity import Entity
from world.pack import Chapter
from world.rules.campaign.nouns.commander import Commander
from world.state import World
from world.step import Step

chapter = Chapter("almanac", "What everybody can read of commanders")


class AlmanacEntry(Entity, frozen=True, tag="almanac_entry"):
    """A commander as the almanac has him: how he is spoken of, and his age at *written* (ms)."""

    person: str
    name: str
    title: str = ""
    gender: str = ""
    age: int = 0
    written: int = 0


chapter.declare(AlmanacEntry)


def entry_id(person: str) -> str:
    """The id of a commander's entry."""
    return f"almanac:{person}"


def entry_of(world: World, person: str) -> AlmanacEntry | None:
    """What the almanac says of a person, if it knows him."""
    return world.find(AlmanacEntry, entry_id(person))


def enter(step: Step, commander: Commander) -> None:
    """Enter a commander as he now is."""
    step.put(
        AlmanacEntry(
            id=entry_id(commander.id),
            person=commander.id,
            name=commander.name,
            title=commander.title,
            gender=commander.gender,
            age=commander.age,
            written=step.now,
        )
    )
