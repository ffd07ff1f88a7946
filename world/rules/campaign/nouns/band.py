"""Bands: detachments that have left their army and walk to another (C-MOR-06, C-MOR-07)."""

from __future__ import annotations

from typing import Literal

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.state import World

chapter = Chapter("bands", "Detachments that walk from one army to another")


class Bid(msgspec.Struct, frozen=True, gc=False):
    """What a commander offers those who walk, in doubloons (C-MOR-07)."""

    person: str
    doubloons: int


class Band(Entity, frozen=True, tag="band"):
    """Detachments on their way from one army to another; they are the army ``army`` meanwhile.

    Attributes:
        left: the army they have left, and ``side`` its faction.
        target: the army they make for; '' while there is none.
        row: that of the table of failed checks; offers count in row 6 alone.
        prospect: the commander they set out to join, to whom they go if nobody offers anything.
        old: the commander they have left.
        bids: what has been offered so far.
        ruling: what the referee says of the offers (D-MOR-03).
    """

    army: str
    left: str
    side: str
    row: int
    target: str = ""
    prospect: str = ""
    old: str = ""
    bids: tuple[Bid, ...] = ()
    ruling: Literal["offers", "go_on", "come_back"] = "offers"


chapter.declare(Band)


def band_id(army: str) -> str:
    """The id of the band that an army is."""
    return f"band:{army}"


def band_of(world: World, army: str) -> Band | None:
    """The band that an army is, if it is one."""
    return world.find(Band, band_id(army))
