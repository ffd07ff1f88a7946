"""A bench for single experiments: a pack whose events and orders do what the test says.

``lab(boil=lambda step, _: …)`` makes a pack in which ``Act(name="boil")``, ``Poke(name="boil")``,
a settled ``Chosen(name="boil")`` and an announced ``Rang(name="boil")`` all run that function.
"""

# ruff: noqa: ARG002 - answers have the arguments they are asked with

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from world.answers import Leg, Stance, Stead
from world.decision import Choice, Decision, Option, Question
from world.entity import Entity
from world.fact import Fact
from world.notice import Notice, Record
from world.order import Hand, Order
from world.pack import Chapter, Pack
from world.timeline import Event

if TYPE_CHECKING:
    from world.state import World
    from world.step import Step

Action = Callable[["Step", Any], None]

#: Everybody in the laboratory.
PERSONS = ("ann", "ben")


class Thing(Entity, frozen=True, tag="thing"):
    """A thing that things are done to."""

    value: int = 0
    place: str | None = None
    log: tuple[str, ...] = ()


class Poke(Event, frozen=True, tag="poke"):
    """Do what ``name`` says."""

    name: str


class PokeFirst(Event, frozen=True, tag="poke_first"):
    """Do it before all else of the instant."""

    rank: ClassVar[int] = 100
    name: str


class PokeLast(Event, frozen=True, tag="poke_last"):
    """Do it after all else of the instant."""

    rank: ClassVar[int] = 800
    name: str


class Deadline(Event, frozen=True, tag="deadline"):
    """Do it on the grid."""

    name: str
    closes: int = 0


class Chosen(Event, frozen=True, tag="chosen"):
    """What comes of a question."""

    name: str


class Rang(Fact, frozen=True, tag="rang"):
    """A bell rang."""

    name: str


class Note(Notice, frozen=True, tag="note"):
    """A note."""

    title: ClassVar[str] = "A note"
    wording: ClassVar[str] = "{text}"
    text: str


class Noted(Record, frozen=True, tag="noted"):
    """A line in the laboratory's book."""

    text: str


class Act(Order, frozen=True, tag="act"):
    """Do it."""

    summary: ClassVar[str] = "do what the test says"
    name: str


class LabView(msgspec.Struct, frozen=True):
    """What a person in the laboratory knows."""

    person: str


class Answers:
    """Everybody stands in one room."""

    def whereabouts(self, world: World, person: str) -> str | None:
        return "room"

    def believed(self, world: World, person: str, of: str) -> str | None:
        return "room"

    def in_place(self, world: World, place: str) -> tuple[str, ...]:
        return PERSONS

    def acts_for(self, world: World, person: str) -> Stead:
        return Stead(person)

    def stance(self, world: World, person: str, other: str) -> Stance:
        return "own" if person == other else "neutral"

    def passage(
        self,
        world: World,
        start: str,
        end: str,
        mover: str,
        *,
        person: str,
        believed: bool,
        via: tuple[str, ...] = (),
    ) -> tuple[Leg, ...] | None:
        return ()

    def persons(self, world: World) -> tuple[str, ...]:
        return PERSONS

    def title(self, world: World, person: str) -> str:
        return person

    def resolve(self, world: World, name: str) -> tuple[str, ...]:
        return (name,) if name in PERSONS else ()


def lab(
    *chapters: Chapter,
    found: Callable[[Step], None] = lambda _step: None,
    revise: Callable[[Step, Decision, str], Decision | None] | None = None,
    orphans: tuple[type[Event], ...] = (),
    release: int = 1,
    **actions: Action,
) -> Pack:
    """A pack with these actions; where the subject of *orphans* is gone, ``gone`` runs."""
    bench = Chapter("bench", "What the test says")
    bench.declare(Thing, Note, Noted)

    def act(step: Step, event: Any) -> None:
        actions[event.name](step, event)

    for event in (Poke, PokeFirst, PokeLast, Deadline):
        bench.handles(event)(act)
    for orphan in orphans:
        bench.when_gone(orphan)(actions["gone"])
    bench.on(Rang)(act)

    @bench.settles(Chosen)
    def settle(step: Step, then: Chosen, choice: Choice) -> None:
        actions[then.name](step, choice)

    @bench.obeys(Act)
    def obey(step: Step, order: Act, hand: Hand) -> None:
        actions[order.name](step, hand)

    return Pack(
        name="lab",
        release=release,
        chapters=(bench, *chapters),
        answers=Answers(),
        view=lambda _world, person: LabView(person),
        scene=lambda _scenario: None,
        found=found,
        revise=revise,
        about="A bench",
    )


def question(then: str | Event, **fields: Any) -> Question:
    """A question to ann about the thing, whether it be red (the default) or blue."""
    usual: dict[str, Any] = {
        "rule": "D-LAB-01",
        "question": "Red or blue?",
        "who": "ann",
        "options": (Option(name="red", text="red"), Option(name="blue", text="blue")),
        "default": "red",
        "then": Chosen(subject="thing", name=then) if isinstance(then, str) else then,
        "about": ("thing",),
        "limit_ms": 3_600_000,
    }
    return Question(**{**usual, **fields})


def logged(step: Step, *words: object) -> None:
    """Write a line into the thing's log, made when there is none."""
    thing = step.find(Thing, "thing") or Thing(id="thing")
    step.put(msgspec.structs.replace(thing, log=(*thing.log, " ".join(map(str, words)))))


def log_of(world: World) -> tuple[str, ...]:
    """What was logged."""
    thing = world.find(Thing, "thing")
    return thing.log if thing else ()
