"""Scenes that are played out: who is in them, where, and what about (C-TALK-03)."""

from __future__ import annotations

import msgspec

from world.entity import Entity
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.state import World

chapter = Chapter("scenes on stage", "Scenes that are played out, and who is in them")


class PlayedScene(Entity, frozen=True, tag="played_scene"):
    """A scene under way between persons in one place and the referee.

    Attributes:
        parties: the persons or offices in it, whoever asked for it first.
        matter: what it is about, in the words of whoever asked.
        place: the hex where they are.
    """

    parties: tuple[str, ...]
    matter: str
    place: str


chapter.declare(PlayedScene)


class SceneView(msgspec.Struct, frozen=True):
    """A scene under way, as those in it and the referee see it: who is in it by name."""

    id: str
    matter: str
    parties: tuple[str, ...]


def scenes_of(world: World, person: str) -> tuple[PlayedScene, ...]:
    """The scenes under way in which somebody is, in id order; for the referee all of them."""
    return tuple(
        each for each in world.of(PlayedScene) if person == REFEREE or person in each.parties
    )


def shown_scenes(world: World, person: str) -> tuple[SceneView, ...]:
    """The same as a page shows them."""
    title = world.pack.answers.title
    return tuple(
        SceneView(each.id, each.matter, tuple(title(world, one) for one in each.parties))
        for each in scenes_of(world, person)
    )
