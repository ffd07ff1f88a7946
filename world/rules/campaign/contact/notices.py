"""What commanders are told of meetings."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class ArmiesMeet(Notice, frozen=True, tag="armies_meet"):
    """Hostile armies have met (M-BAT-01)."""

    title: ClassVar[str] = "{army} has met the enemy in {place}"
    wording: ClassVar[str] = (
        "{army} has met {others} in {place}, {ground} ground, {weather} weather. It has halted."
    )
    army: str
    others: str
    place: str
    ground: str
    weather: str = "fair"


class NothingFought(Notice, frozen=True, tag="nothing_fought"):
    """A meeting ended without a battle (M-BAT-04)."""

    title: ClassVar[str] = "No battle in {place}"
    wording: ClassVar[str] = "{army} and the enemy in {place} did not fight: {what}."
    army: str
    place: str
    what: str


class BattleOffered(Notice, frozen=True, tag="battle_offered"):
    """Somebody attacks; the referee judges it."""

    title: ClassVar[str] = "Battle in {place}"
    wording: ClassVar[str] = (
        "In {place} {attackers} attack {defenders}. It is fought when the plans are judged; until"
        " then both stand."
    )
    place: str
    attackers: str
    defenders: str
