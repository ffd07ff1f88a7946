"""What is told of commanders as persons."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class TraitCame(Notice, frozen=True, tag="trait_came"):
    """A commander has a trait he did not have (M-CMD-01)."""

    title: ClassVar[str] = "{name} is {age}, and {traits}"
    wording: ClassVar[str] = "{name} is {age} years old today. His years have made him {traits}."
    name: str
    age: int
    traits: str


class PlaceOffered(Notice, frozen=True, tag="place_offered"):
    """A place in the game waits for a player (O-ENROL)."""

    title: ClassVar[str] = "A place is offered: {name}"
    wording: ClassVar[str] = (
        "{name} ({person}) waits for a player. Invite one to lead {person}; whoever comes says who"
        " he is with: enrol name=… abilities=… trait=…"
    )
    person: str
    name: str


class CommanderEnrolled(Notice, frozen=True, tag="commander_enrolled"):
    """A player has said who his commander is (C-CMD-02)."""

    title: ClassVar[str] = "{name} has taken the field"
    wording: ClassVar[str] = "{name}, {age} years old{gender}, has taken the place of {was}."
    name: str
    age: int
    gender: str
    was: str


class AbilityTried(Notice, frozen=True, tag="ability_tried"):
    """What a commander tried has succeeded or failed (C-CMD-04)."""

    title: ClassVar[str] = "{ability}: {outcome}"
    wording: ClassVar[str] = "“{act}” {outcome}, by {ability}. {words}"
    act: str
    ability: str
    outcome: str
    words: str = ""


class AbilityRolled(Notice, frozen=True, tag="ability_rolled"):
    """The roll behind it, for the referee (C-CMD-04)."""

    title: ClassVar[str] = "{name}: {ability} {total} against {target}"
    wording: ClassVar[str] = (
        "{name} tries “{act}” by {ability}: {dice} and a score of {score} make {total} against"
        " {target}. He {outcome}."
    )
    name: str
    act: str
    ability: str
    dice: int
    score: int
    total: int
    target: int
    outcome: str
