"""The orders of scenes: wish for one, speak in it, end it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.played import PlayedScene, SceneView
from world.rules.campaign.nouns.view import campaign_view

_LONGEST = 4000
_S = TypeVar("_S", PlayedScene, SceneView)


class SceneOrder(Order, frozen=True, tag="scene"):
    """Ask the referee to play out a scene with somebody who is where you are.

    Everybody named is told what he answers.  A referee who gives this order opens the scene at
    once, between those he names.

    Attributes:
        people: who is to be in it beside you, by id or name.
        matter: what it is about; everybody in it reads this.
    """

    summary: ClassVar[str] = "ask the referee to play out a scene with those present"
    rules: ClassVar[tuple[str, ...]] = ("C-TALK-03",)
    people: tuple[str, ...]
    matter: str

    def check(self, view: View) -> None:
        """Refuse an empty matter, nobody, and whom the author does not have before him."""
        known = campaign_view(view)
        fit(self.matter, "matter")
        require_company(self.people, known.person)
        if known.person == REFEREE:
            return
        for each in self.people:
            if present_named(known.present, each) is None:
                raise not_present(each)


class SpeakOrder(Order, frozen=True, tag="speak"):
    """Speak in a scene: those in it hear it, and the referee, and nobody else.

    Attributes:
        text: what you say; a referee may tell what happens.
        scene: which one, by its id, where you are in several.
    """

    summary: ClassVar[str] = "speak in a scene that is played out"
    rules: ClassVar[tuple[str, ...]] = ("C-TALK-03",)
    text: str
    scene: str = ""

    def check(self, view: View) -> None:
        """Refuse empty words, and whoever is in no scene."""
        fit(self.text, "speech")
        scene_named(campaign_view(view).scenes, self.scene)


class EndSceneOrder(Order, frozen=True, tag="end_scene"):
    """End a scene you are in; the referee may end any.

    Attributes:
        scene: which one, by its id, where you are in several.
    """

    summary: ClassVar[str] = "end a scene that is played out"
    rules: ClassVar[tuple[str, ...]] = ("C-TALK-03",)
    scene: str = ""

    def check(self, view: View) -> None:
        """Refuse whoever is in no scene."""
        scene_named(campaign_view(view).scenes, self.scene)


def fit(text: str, what: str) -> str:
    """The words in one line.

    Raises:
        Refused: E-SYNTAX; there are none, or too many.
    """
    words = " ".join(text.split())
    if not words or len(words) > _LONGEST:
        raise Refused(
            "E-SYNTAX", f"A {what} has 1 to {_LONGEST} characters; nothing was said. Write it anew."
        )
    return words


def require_company(people: Sequence[str], author: str) -> None:
    """Refuse a scene with nobody, or the referee's between fewer than two.

    Raises:
        Refused: E-NOT-PRESENT.
    """
    least = 2 if author == REFEREE else 1
    if len(set(people)) < max(least, len(people)):
        raise Refused(
            "E-NOT-PRESENT",
            f"A scene takes {least} or more people, each named once; nobody was asked. Name them"
            " (people=…).",
        )


def present_named(present: Mapping[str, str], named: str) -> str | None:
    """Somebody of those present by id or name; None if nobody or several are called so."""
    said = named.strip().casefold()
    found = [id for id, name in present.items() if said in (id.casefold(), name.casefold())]
    return found[0] if len(found) == 1 else None


def scene_named(scenes: Sequence[_S], named: str) -> _S:
    """The scene of that id, or the only one.

    Raises:
        Refused: E-NO-SCENE.
    """
    found = [each for each in scenes if not named or each.id == named]
    if len(found) == 1:
        return found[0]
    ids = ", ".join(each.id for each in scenes)
    if ids:
        raise Refused(
            "E-NO-SCENE",
            f"Say which scene you mean (scene=…), one of: {ids}; nothing was done.",
        )
    raise Refused(
        "E-NO-SCENE",
        "You are in no scene; nothing was done. Ask the referee for one (scene people=…).",
    )


def not_present(named: str) -> Refused:
    """Whom one wants to deal with is not there."""
    return Refused(
        "E-NOT-PRESENT",
        f"You have nobody {named[:40]!r} before you; nobody was asked. Write a letter, or go where"
        " he is.",
    )
