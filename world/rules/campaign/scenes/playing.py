"""Scenes are asked for, opened, spoken in and ended (C-TALK-03, D-DIP-01)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from world.decision import Choice, Option
from world.fact import Moved
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.author import present
from world.rules.campaign.nouns.charge import nobody_plays
from world.rules.campaign.nouns.engagements import CommanderDies
from world.rules.campaign.nouns.played import PlayedScene, scenes_of
from world.rules.campaign.nouns.where import hailed, in_company, whereabouts
from world.rules.campaign.scenes.notices import (
    SceneDenied,
    SceneHeard,
    SceneKept,
    SceneOpened,
    SceneOver,
    SceneWished,
)
from world.rules.campaign.scenes.orders import (
    EndSceneOrder,
    SceneOrder,
    SpeakOrder,
    fit,
    not_present,
    present_named,
    require_company,
    scene_named,
)
from world.step import Step
from world.timeline import Event

chapter = Chapter("scenes", "Scenes that are played out with the referee")
chapter.declare(SceneWished, SceneDenied, SceneOpened, SceneHeard, SceneOver, SceneKept)


class SceneJudged(Event, frozen=True, tag="scene_judged"):
    """Whether a scene is played is settled; ``subject`` is who wishes for it (D-DIP-01)."""

    others: tuple[str, ...]
    matter: str


@chapter.obeys(SceneOrder)
def wish(step: Step, order: SceneOrder, hand: Hand) -> None:
    """A player asks the referee; a referee opens it at once.

    Raises:
        Refused: E-NOT-PRESENT, E-SYNTAX.
    """
    matter = fit(order.matter, "matter")
    require_company(order.people, hand.author)
    if hand.author != REFEREE:
        _ask(step, hand.author, _gathered(step, hand.author, order.people), matter)
        return
    first, *rest = order.people
    if first not in step.world.pack.answers.persons(step.world):
        raise not_present(first)
    _open(step, (first, *_gathered(step, first, rest)), matter)


def _gathered(step: Step, person: str, named: Sequence[str]) -> tuple[str, ...]:
    """Those somebody names, if all are with him."""
    here = present(step.world, person)
    found: list[str] = []
    for each in named:
        one = present_named(here, each)
        if one is None or one in found:
            raise not_present(each)
        found.append(one)
    return tuple(found)


def _ask(step: Step, author: str, others: tuple[str, ...], matter: str) -> None:
    names = _names(step, others)
    name = step.world.pack.answers.title(step.world, author)
    _tell(step, (author,), SceneWished(others=names, matter=matter), "wished")
    ask(
        step,
        "D-DIP-01",
        f"{name} wishes to play out a scene with {names}: “{matter}” Is it played?",
        who=REFEREE,
        options=(
            Option(name="yes", text="open it: they talk freely with you until it is ended"),
            Option(name="letters_only", text="no: they have their words and letters as ever"),
        ),
        default="letters_only",
        then=SceneJudged(subject=author, others=others, matter=matter),
        waits=True,
        label=author,
    )


@chapter.settles(SceneJudged)
def judged(step: Step, then: SceneJudged, choice: Choice) -> None:
    """Those who are together hear what the referee says, or that he has said nothing."""
    author = then.subject
    others = tuple(each for each in then.others if _together(step, author, each))
    if choice.option == "yes" and others:
        _open(step, (author, *others), then.matter)
        return
    why = "the referee leaves you your words and letters only"
    if choice.option == "yes":
        why = "those who were to be in it are no longer together"
    name = step.world.pack.answers.title(step.world, author)
    _tell(step, (author, *others), SceneDenied(name=name, matter=then.matter, why=why), "denied")


def _together(step: Step, one: str, other: str) -> bool:
    """Whether two can speak: in one place, or across the lines of a siege."""
    return in_company(step.world, one, other) or other in hailed(step.world, one)


def _open(step: Step, parties: tuple[str, ...], matter: str) -> None:
    place = whereabouts(step.world, parties[0]) or ""
    step.put(PlayedScene(id=step.name("scene"), parties=parties, matter=matter, place=place))
    notice = SceneOpened(parties=_names(step, parties), matter=matter)
    _tell(step, (*parties, REFEREE), notice, "opened")


@chapter.obeys(SpeakOrder)
def speak(step: Step, order: SpeakOrder, hand: Hand) -> None:
    """Those in the scene and the referee hear it at once (O-SPEAK).

    Raises:
        Refused: E-NO-SCENE, E-SYNTAX.
    """
    scene = scene_named(scenes_of(step.world, hand.author), order.scene)
    text = fit(order.text, "speech")
    title = step.world.pack.answers.title
    name = "The referee" if hand.author == REFEREE else title(step.world, hand.author)
    others = tuple(each for each in (*scene.parties, REFEREE) if each != hand.author)
    _tell(step, others, SceneHeard(name=name, matter=scene.matter, text=text), scene.id)
    for each in (*scene.parties, REFEREE):
        if not nobody_plays(step.world, each):
            step.learn(each, SceneKept(speaker=hand.author, matter=scene.matter, text=text))


@chapter.obeys(EndSceneOrder)
def end(step: Step, order: EndSceneOrder, hand: Hand) -> None:
    """It is over for everybody.

    Raises:
        Refused: E-NO-SCENE.
    """
    scene = scene_named(scenes_of(step.world, hand.author), order.scene)
    title = step.world.pack.answers.title
    name = "the referee" if hand.author == REFEREE else title(step.world, hand.author)
    _close(step, scene, f"{name} has ended it")


@chapter.on(Moved)
def moved(step: Step, fact: Moved) -> None:
    """Who leaves is out of it; with fewer than two it is over."""
    _leave(step, fact.person, "you have parted")


@chapter.on(CommanderDies)
def died(step: Step, fact: CommanderDies) -> None:
    """The dead say nothing."""
    _leave(step, fact.person, "one of you is dead")


def _leave(step: Step, person: str, why: str) -> None:
    for scene in scenes_of(step.world, person):
        if whereabouts(step.world, person) == scene.place:
            continue
        left = tuple(each for each in scene.parties if each != person)
        if len(left) < 2:
            _close(step, scene, why)
            continue
        step.put(msgspec.structs.replace(scene, parties=left))
        _tell(step, (person,), SceneOver(matter=scene.matter, why=why), f"{scene.id}/{person}")


def _close(step: Step, scene: PlayedScene, why: str) -> None:
    notice = SceneOver(matter=scene.matter, why=why)
    _tell(step, (*scene.parties, REFEREE), notice, f"over/{scene.id}")
    step.remove(scene, "it is over")


def _tell(step: Step, people: tuple[str, ...], notice: Notice, label: str) -> None:
    """Tell them, and the referee once for all whom nobody plays."""
    voices = {REFEREE if nobody_plays(step.world, each) else each for each in people}
    for person in sorted(voices):
        step.tell(person, notice, f"{label}/{person}")


def _names(step: Step, people: tuple[str, ...]) -> str:
    return ", ".join(step.world.pack.answers.title(step.world, each) for each in people)
