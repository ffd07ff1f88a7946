"""What a commander is told of armies in sight (M-SCOUT-01)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class InSight(Notice, frozen=True, tag="in_sight"):
    """An army comes in sight, moves within it or leaves it (M-SCOUT-01)."""

    title: ClassVar[str] = "{army} of {faction} {what:phrase}"
    wording: ClassVar[str] = (
        "{army} of {faction}, {strength:phrase}, {what:phrase} in {place}.{heading:phrase}"
    )
    phrases: ClassVar[tuple[str, ...]] = (
        "comes in sight",
        "is seen",
        "is out of sight; it was last seen",
        "{} men and {} guns",
        " It marches on {}.",
    )
    army: str
    faction: str
    strength: str
    what: str
    place: str
    heading: str = ""
