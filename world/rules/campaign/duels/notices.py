"""What people are told of duels (M-DUEL-01)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class CalledOut(Notice, frozen=True, tag="called_out"):
    """Somebody has challenged another to a duel."""

    title: ClassVar[str] = "{by} challenges {to} to a duel"
    wording: ClassVar[str] = (
        "{by} challenges {to} to a duel at {place}. Whoever is challenged accepts with duel_accept,"
        " or lets it be."
    )
    by: str
    to: str
    place: str


class Duelled(Notice, frozen=True, tag="duelled"):
    """A duel was fought (M-DUEL-01)."""

    title: ClassVar[str] = "{winner} wins a duel at {place}"
    wording: ClassVar[str] = "{one} and {other} have fought at {place}: {throws}. {how}.{wounds}"
    one: str
    other: str
    winner: str
    place: str
    throws: str
    how: str
    wounds: str


class DuelCorrected(Notice, frozen=True, tag="duel_corrected"):
    """The referee has settled something of a duel otherwise (D-DUEL-01, D-DUEL-02)."""

    title: ClassVar[str] = "The duel at {place}"
    wording: ClassVar[str] = "Of the duel at {place}: {what}."
    place: str
    what: str


class Maimed(Notice, frozen=True, tag="maimed"):
    """What a duellist is worse at from now on; nobody else is told."""

    title: ClassVar[str] = "You are maimed"
    wording: ClassVar[str] = "Your wound has cost you for good: {ability} is less by one."
    ability: str


class OnHisFeet(Notice, frozen=True, tag="on_his_feet"):
    """A duellist is up again."""

    title: ClassVar[str] = "{name} is on his feet again"
    wording: ClassVar[str] = "{name} has recovered from his wound."
    name: str
