"""What a commander's player is told of his people."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class OfYourPeople(Notice, frozen=True, tag="of_your_people"):
    """Somebody of a commander's people has been called to lead (C-RET-01)."""

    title: ClassVar[str] = "{name}, {age} years old"
    wording: ClassVar[str] = "{name} leads {army} now: {age} years old, {traits}."
    name: str
    age: int
    army: str
    traits: str


class StandsIn(Notice, frozen=True, tag="stands_in"):
    """A prisoner's player plays one of his people meanwhile (C-PRIS-02)."""

    title: ClassVar[str] = "{name} stands in for {captive}"
    wording: ClassVar[str] = (
        "While {captive} is a prisoner his player plays {name} ({person}), {age} years old,"
        " {traits}, who is in {place}. The referee invites him to lead {person}."
    )
    captive: str
    name: str
    person: str
    age: int
    traits: str
    place: str


class StoodIn(Notice, frozen=True, tag="stood_in"):
    """Whoever stood in for a prisoner does so no more (C-PRIS-02)."""

    title: ClassVar[str] = "{name} no longer stands in for {captive}"
    wording: ClassVar[str] = "{captive} is free. The referee answers for {name} ({person}) again."
    captive: str
    name: str
    person: str
