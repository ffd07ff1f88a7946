"""What people talk about: facts that become news."""

from __future__ import annotations

import msgspec

from world.enclosure import NOTHING
from world.fact import Fact


class Newsworthy(Fact, frozen=True, tag="newsworthy"):
    """Something public has happened in a place, and word of it may spread (C-NEWS-01, C-NEWS-02).

    Attributes:
        event: its kind, as in the parameter ``news.events`` (``battle``, ``fall`` …).
        place: where.
        wording: one sentence; ``{}`` stands for each of the ``figures`` in turn, which are told
            roughly (``news.digits``).
        figures: whole numbers (men, guns, doubloons).
        knows: persons who know already and shall not be told again.
        about: id of the entity it is about, if any.
        enclosed: what the pack hands on with it; given back to it by :class:`WordReached`.
    """

    event: str
    place: str
    wording: str
    figures: tuple[int, ...] = ()
    knows: tuple[str, ...] = ()
    about: str = ""
    enclosed: msgspec.Raw = NOTHING


class WordReached(Fact, frozen=True, tag="word_reached"):
    """News has reached a person as it happened; undistorted, ``enclosed`` comes with it."""

    person: str
    event: str
    about: str
    happened: int
    enclosed: msgspec.Raw = NOTHING
