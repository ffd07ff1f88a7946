"""What people are told of foraging and torching (M-FOR-01, M-TOR-01)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class WorkOrdered(Notice, frozen=True, tag="work_ordered"):
    """A day's work has been ordered (M-ORD-01)."""

    title: ClassVar[str] = "{army} is to {what}"
    wording: ClassVar[str] = "{army} is to {what} from {begins:when}, and is done at dusk."
    army: str
    what: str
    begins: int


class WorkBroken(Notice, frozen=True, tag="work_broken"):
    """A day's work came to nothing."""

    title: ClassVar[str] = "{army} did not {what}"
    wording: ClassVar[str] = "{army} did not {what} as ordered: {why}. Nothing came of it."
    army: str
    what: str
    why: str


class Foraged(Notice, frozen=True, tag="foraged"):
    """What a day of foraging brought (M-FOR-01)."""

    title: ClassVar[str] = "{army} has foraged {total} supplies"
    wording: ClassVar[str] = (
        "{army} has foraged {total} supplies ({yields}) and has {stock} now.{bare}{revolt}"
    )
    army: str
    total: int
    yields: str
    stock: int
    bare: str = ""
    revolt: str = ""


class Torched(Notice, frozen=True, tag="torched"):
    """Land was burnt (M-TOR-01)."""

    title: ClassVar[str] = "{army} has burnt the land"
    wording: ClassVar[str] = (
        "{army} has burnt {hexes}. Nobody will find anything there until next spring.{revolt}"
    )
    army: str
    hexes: str
    revolt: str = ""


class Smoke(Notice, frozen=True, tag="smoke"):
    """Smoke stands over burnt land within sight (M-TOR-01)."""

    title: ClassVar[str] = "Smoke over {place}"
    wording: ClassVar[str] = "{observer} sees smoke: the land is burnt at {hexes}."
    observer: str
    place: str
    hexes: str
