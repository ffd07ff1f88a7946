"""What commanders are told of blockades."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class BlockadeBegins(Notice, frozen=True, tag="blockade_begins"):
    """A blockade begins (M-SIEGE-01)."""

    title: ClassVar[str] = "{place} is blockaded by {fleet}"
    wording: ClassVar[str] = (
        "{fleet} lies before the {sort} of {place} with {ships:count|ship|ships}. The first weekly"
        " reckoning is at {first:when}."
    )
    place: str
    sort: str
    fleet: str
    ships: int
    first: int


class BlockadeEnds(Notice, frozen=True, tag="blockade_ends"):
    """A fleet blockades a place no more."""

    title: ClassVar[str] = "{fleet} no longer blockades {place}"
    wording: ClassVar[str] = "{fleet} no longer blockades {place}: {why}."
    fleet: str
    place: str
    why: str


class WouldYield(Notice, frozen=True, tag="would_yield"):
    """A blockaded place would yield, but nobody has landed to take it over (C-SIEGE-05)."""

    title: ClassVar[str] = "{place} would yield {how}"
    wording: ClassVar[str] = (
        "{place} would yield {how}. Land infantry there to take it over (disembark)."
    )
    place: str
    how: str


class JoinsSiege(Notice, frozen=True, tag="joins_siege"):
    """Troops landed before a blockaded place lie before it, too."""

    title: ClassVar[str] = "{army} lies before {place}"
    wording: ClassVar[str] = "{army} has landed before {place} and takes part in the siege."
    army: str
    place: str
