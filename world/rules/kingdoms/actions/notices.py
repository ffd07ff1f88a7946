"""What people are told of actions besides the report of the turn."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class TiesDecided(Notice, frozen=True, tag="ties_decided"):
    """The referee has said who gains by ties that came to no end (K-DEC-05)."""

    title: ClassVar[str] = "{gains} gains by its ties"
    wording: ClassVar[str] = (
        "{kingdom} and {target} came to no end with their ties; the referee has decided that"
        " {gains} gains."
    )
    kingdom: str
    target: str
    gains: str
