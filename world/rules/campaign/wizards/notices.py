"""What people are told of spells (M-WIZ-01)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class SpellStudied(Notice, frozen=True, tag="spell_studied"):
    """Somebody has begun to learn a spell, goes on, or has given it up."""

    title: ClassVar[str] = "{who} and {spell}: {what}"
    wording: ClassVar[str] = "{who} of {army} {what} ({spell})."
    army: str
    who: str
    spell: str
    what: str


class SpellUnderWay(Notice, frozen=True, tag="spell_under_way"):
    """How long a spell takes to learn."""

    title: ClassVar[str] = "{who} will know {spell} in time"
    wording: ClassVar[str] = (
        "{who} of {army} will know {spell} at {due:when}, if the army rests until then."
    )
    army: str
    who: str
    spell: str
    due: int


class SpellCast(Notice, frozen=True, tag="spell_cast"):
    """A spell was cast, and is forgotten."""

    title: ClassVar[str] = "{who} has cast {spell}"
    wording: ClassVar[str] = "{who} of {army} has cast {spell}. {effect}"
    army: str
    who: str
    spell: str
    effect: str


class SpellSeen(Notice, frozen=True, tag="spell_seen"):
    """Something is to be seen that a spell has done."""

    title: ClassVar[str] = "Sorcery at {place}"
    wording: ClassVar[str] = "At {place} {what}."
    place: str
    what: str


class SeenAfar(Notice, frozen=True, tag="seen_afar"):
    """What far sight has shown (M-SCOUT-01)."""

    title: ClassVar[str] = "Far sight shows {what} at {place}"
    wording: ClassVar[str] = "Far sight shows {what} of {faction} at {place}: {strength}.{heading}"
    what: str
    faction: str
    place: str
    strength: str
    heading: str = ""
