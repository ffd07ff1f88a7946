"""What commanders are told of their levies (M-REC-01, M-REC-02)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class LevyOrdered(Notice, frozen=True, tag="levy_ordered"):
    """Men are called to arms (M-REC-01)."""

    title: ClassVar[str] = "{place} calls its men to arms"
    wording: ClassVar[str] = (
        "{place} calls its men to arms: {infantry} foot, {cavalry} horse and"
        " {wagons:count|wagon|wagons} will stand at {rally} at {due:when}."
    )
    place: str
    infantry: int
    cavalry: int
    wagons: int
    rally: str
    due: int


class LevyReady(Notice, frozen=True, tag="levy_ready"):
    """A levy stands under arms (M-REC-02)."""

    title: ClassVar[str] = "{army} stands at {rally}"
    wording: ClassVar[str] = (
        "{army} stands at {rally} under {leader}: {infantry} foot, {cavalry} horse, {wagons}"
        " wagons and {supplies} supplies."
    )
    army: str
    rally: str
    leader: str
    infantry: int
    cavalry: int
    wagons: int
    supplies: int


class LevyHeldUp(Notice, frozen=True, tag="levy_held_up"):
    """A levy stands still, goes on or is lost (C-REC-06/b)."""

    title: ClassVar[str] = "The levy of {place} {what}"
    wording: ClassVar[str] = "The levy of {place} {what}."
    place: str
    what: str
