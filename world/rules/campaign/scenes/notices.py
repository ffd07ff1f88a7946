"""What those in a scene, and those who wish for one, are told (C-TALK-03)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice, Record
from world.units import Person


class SceneWished(Notice, frozen=True, tag="scene_wished"):
    """The referee has been asked to play out a scene; until he says yes nothing changes."""

    title: ClassVar[str] = "The referee is asked for a scene with {others}"
    wording: ClassVar[str] = (
        "The referee is asked for a scene with {others} about: “{matter}” Until he says yes, you"
        " have your words and letters as ever."
    )
    others: str
    matter: str


class SceneDenied(Notice, frozen=True, tag="scene_denied"):
    """A scene that somebody wished for is not played."""

    title: ClassVar[str] = "No scene: {why}"
    wording: ClassVar[str] = "{name} wished for a scene about “{matter}”. There is none: {why}."
    name: str
    matter: str
    why: str


class SceneOpened(Notice, frozen=True, tag="scene_opened"):
    """A scene is played from now on between those present and the referee."""

    title: ClassVar[str] = "A scene between {parties} and the referee"
    wording: ClassVar[str] = (
        "{parties} and the referee are among themselves, about: “{matter}” Speak with speak"
        " text=…; nobody else hears it. It lasts until one of you ends it (end_scene) or you part."
    )
    parties: str
    matter: str


class SceneHeard(Notice, frozen=True, tag="scene_heard"):
    """Something is said in a scene you are in."""

    title: ClassVar[str] = "{name}, in the scene about {matter}"
    wording: ClassVar[str] = "{name}: “{text}”"
    name: str
    matter: str
    text: str


class SceneOver(Notice, frozen=True, tag="scene_over"):
    """A scene is over, or you are out of it."""

    title: ClassVar[str] = "The scene is over: {why}"
    wording: ClassVar[str] = "The scene about “{matter}” is over for you: {why}."
    matter: str
    why: str


class SceneKept(Record, frozen=True, tag="scene_kept"):
    """Something said in a scene, by oneself or another; ``gm`` is the referee."""

    speaker: Person
    matter: str
    text: str
