"""What a duel can do to a man, and whom it keeps in bed (C-DUEL-03)."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.param import Param, Params
from world.state import World

chapter = Chapter("wounds", "What a duel can do to a man")

INJURY_DIE = chapter.param(
    "duel.injury_die", "1d6", "dice", "C-DUEL-03", "thrown by whoever failed in a duel"
)
INJURY_TABLE: Param[tuple[str, ...]] = chapter.param(
    "duel.injury_table",
    ("1 dead", "2 maimed", "3-4 in bed 1d6 weeks", "5-6 a scar"),
    "rows",
    "C-DUEL-03",
    "what each throw brings: dead, maimed (one ability -1), in bed for some weeks, or in words",
)
_ROW = re.compile(r"(\d+)(?:-(\d+))? (\S.*)")
_BED = re.compile(r"in bed (\d*d\d+(?:\+\d+)?|\d+) weeks?")

Hurt = Literal["dead", "maimed", "in bed", "words"]


class Row(msgspec.Struct, frozen=True):
    """A row of the table: its faces, what it does, in which words; ``weeks`` dice for the bed."""

    first: int
    last: int
    hurt: Hurt
    words: str
    weeks: str = ""


class Wound(msgspec.Struct, frozen=True, gc=False):
    """What a duellist has of it.

    Attributes:
        ability: the one that is lower by one for good; '' for none.
        until: game instant (ms) until which it keeps him in bed, with the ``event`` that ends it.
    """

    person: str
    hurt: Hurt
    words: str
    ability: str = ""
    until: int = -1
    event: str = ""


class Duel(Entity, frozen=True, tag="duel"):
    """A duel that was fought: who threw what, who failed, who won, and what he has of it."""

    where: str
    one: str
    other: str
    throws: tuple[int, int]
    failed: tuple[str, ...]
    winner: str
    wounds: tuple[Wound, ...] = ()

    def wound(self, person: str) -> Wound | None:
        """What somebody has of it."""
        return next((each for each in self.wounds if each.person == person), None)


class Challenge(Entity, frozen=True, tag="challenge"):
    """Somebody has called another out, who has not answered yet."""

    by: str
    to: str


chapter.declare(Duel, Challenge)


def row_of(text: str) -> Row | None:
    """A row such as ``3-4 in bed 1d6 weeks``; None if it is none."""
    found = _ROW.fullmatch(text.strip())
    if found is None:
        return None
    first, last, words = int(found[1]), int(found[2] or found[1]), found[3]
    if last < first:
        return None
    if words in ("dead", "maimed"):
        return Row(first, last, "dead" if words == "dead" else "maimed", words)
    if words.startswith("in bed"):
        bed = _BED.fullmatch(words)
        return Row(first, last, "in bed", "in bed", bed[1]) if bed is not None else None
    return Row(first, last, "words", words)


def row_for(params: Params, face: int) -> Row | None:
    """What a throw brings; None where no row has it."""
    for text in params[INJURY_TABLE]:
        row = row_of(text)
        if row is not None and row.first <= face <= row.last:
            return row
    return None


def mistakes(params: Params) -> list[str]:
    """Rows of the table that cannot be read."""
    return [text for text in params[INJURY_TABLE] if row_of(text) is None]


def bedridden(world: World, person: str) -> bool:
    """Whether a wound keeps somebody in bed."""
    return any(
        wound.person == person and wound.event in world.timeline.entries
        for duel in world.of(Duel)
        for wound in duel.wounds
        if wound.event
    )


def challenges_to(world: World, person: str) -> tuple[Challenge, ...]:
    """Who has called somebody out, in id order."""
    return tuple(each for each in world.of(Challenge) if each.to == person)
