"""What people talk about: facts that become news."""

from __future__ import annotations

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
    """

    event: str
    place: str
    wording: str
    figures: tuple[int, ...] = ()
    knows: tuple[str, ...] = ()
    about: str = ""
