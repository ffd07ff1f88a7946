"""What is told of commanders taken, freed, riding and dead."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class Taken(Notice, frozen=True, tag="taken"):
    """A commander was captured (M-PRIS-01)."""

    title: ClassVar[str] = "{name} is a prisoner"
    wording: ClassVar[str] = "{name} was taken prisoner at {place} by {captor}.{acting}"
    name: str
    place: str
    captor: str
    acting: str = ""


class CaptivesFate(Notice, frozen=True, tag="captives_fate"):
    """What becomes of a captive (M-PRIS-02)."""

    title: ClassVar[str] = "{name}: {fate}"
    wording: ClassVar[str] = "{name}, who was a prisoner of {captor}: {fate}."
    name: str
    captor: str
    fate: str


class Escaped(Notice, frozen=True, tag="escaped"):
    """A commander has slipped away (M-PRIS-01)."""

    title: ClassVar[str] = "{name} has slipped away"
    wording: ClassVar[str] = "{name} has slipped away from {place}."
    name: str
    place: str


class Rides(Notice, frozen=True, tag="rides"):
    """A commander rides alone: he sets out, or has arrived (M-MARCH-01)."""

    title: ClassVar[str] = "{name} {what} {place}"
    wording: ClassVar[str] = "{name} {what} {place}.{when}"
    name: str
    what: str
    place: str
    when: str = ""


class Died(Notice, frozen=True, tag="died"):
    """A commander is dead."""

    title: ClassVar[str] = "{name} is dead"
    wording: ClassVar[str] = "{name} is dead: {why}."
    name: str
    why: str
