"""A toy rule pack: two villages, a ferry, a letter.  It shows what the kernel asks of a pack."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.answers import Leg, Stance, Stead
from world.decision import Choice, Option, Question
from world.entity import Entity
from world.errors import Refused
from world.notice import Notice, Record
from world.order import Hand, Order
from world.pack import Chapter, Pack
from world.recurrence import Every
from world.state import World
from world.step import Step
from world.timeline import Event

ferry = Chapter("ferry", "Two villages and the ferry between them")
CROSSING = ferry.param("ferry.crossing_ms", 3_600_000, "ms", "F-1", "time to cross")
SINKS = ferry.param("ferry.sinks_in_20", 1, "in 20", "F-2", "chance that a letter falls in")


class Villager(Entity, frozen=True, tag="villager"):
    """A person, living in ``east`` or ``west``."""

    place: str
    letters: int = 0


class Bag(Entity, frozen=True, tag="bag"):
    """A letter in the ferryman's bag."""

    sender: str
    to: str
    text: str
    fate: str = "crossing"


class Landed(Event, frozen=True, tag="landed"):
    """The ferry lands with a letter."""


class Toll(Event, frozen=True, tag="toll"):
    """The ferryman counts his coins, once a day."""


class TollAnswer(Event, frozen=True, tag="toll_answer"):
    """What the ferryman was told about the toll."""


class Came(Notice, frozen=True, tag="came"):
    """A letter came over the water."""

    title: ClassVar[str] = "A letter from {sender}"
    wording: ClassVar[str] = "The ferry brings a letter from {sender}: {text}"
    sender: str
    text: str


class Kept(Record, frozen=True, tag="kept"):
    """A letter, kept."""

    sender: str
    text: str


class Post(Order, frozen=True, tag="post"):
    """Send a letter by the next ferry."""

    summary: ClassVar[str] = "send a letter over the water"
    rules: ClassVar[tuple[str, ...]] = ("F-1",)
    to: str
    text: str

    def check(self, view: FerryView) -> None:  # type: ignore[override]
        if self.to not in view.neighbours:
            raise Refused("E-NOBODY", f"Nobody called {self.to!r} lives here; nothing was sent.")


class FerryView(msgspec.Struct, frozen=True):
    """What a villager knows: who lives here, and how many letters they got."""

    person: str
    neighbours: tuple[str, ...]
    letters: int


ferry.declare(Villager, Bag, Came, Kept)


@ferry.obeys(Post)
def post(step: Step, order: Post, hand: Hand) -> None:
    """The ferryman takes the letter."""
    if step.find(Villager, order.to) is None:
        raise Refused("E-NOBODY", f"Nobody called {order.to!r} lives here; nothing was sent.")
    bag = Bag(id=step.name("bag"), sender=hand.author, to=order.to, text=order.text)
    step.put(bag)
    step.after(step.param(CROSSING), Landed(subject=bag.id))


@ferry.handles(Landed)
def landed(step: Step, event: Landed) -> None:
    """The letter is handed over, unless it fell in."""
    bag = step.get(Bag, event.subject)
    if step.chance("falls in", step.param(SINKS), 20):
        step.put(msgspec.structs.replace(bag, fate="lost"))
        return
    step.put(msgspec.structs.replace(bag, fate="arrived"))
    villager = step.get(Villager, bag.to)
    step.put(msgspec.structs.replace(villager, letters=villager.letters + 1))
    step.tell(bag.to, Came(sender=bag.sender, text=bag.text))
    step.learn(bag.to, Kept(sender=bag.sender, text=bag.text))


@ferry.handles(Toll)
def toll(step: Step, event: Toll) -> None:
    """Once a day the eastern villager is asked whether the toll is fair."""
    options = (Option(name="fair", text="it is fair"), Option(name="dear", text="too dear"))
    step.ask(
        Question(
            rule="D-TOLL",
            question="Is the toll fair?",
            who="ann",
            options=options,
            default="fair",
            then=TollAnswer(subject=event.subject),
            about=("ann",),
            limit_ms=7_200_000,
        )
    )


@ferry.settles(TollAnswer)
def toll_answer(step: Step, then: TollAnswer, choice: Choice) -> None:
    """The answer goes into ann's record."""
    step.learn("ann", Kept(sender=then.subject, text=f"toll {choice.option}"))


class Answers:
    """The ferry's answers: a table of two places."""

    def whereabouts(self, world: World, person: str) -> str | None:
        villager = world.find(Villager, person)
        return villager.place if villager else None

    def believed(self, world: World, person: str, of: str) -> str | None:
        del person
        return self.whereabouts(world, of)

    def in_place(self, world: World, place: str) -> tuple[str, ...]:
        return tuple(villager.id for villager in world.at(place, Villager))

    def acts_for(self, world: World, person: str) -> Stead:
        del world
        return Stead(person)

    def stance(self, world: World, person: str, other: str) -> Stance:
        del world
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
        del world, mover, person, believed, via
        return () if start == end else (Leg(start, end, 1_000, "water"),)

    def persons(self, world: World) -> tuple[str, ...]:
        return tuple(villager.id for villager in world.of(Villager))

    def title(self, world: World, person: str) -> str:
        del world
        return person.title()

    def resolve(self, world: World, name: str) -> tuple[str, ...]:
        return tuple(p for p in self.persons(world) if p.startswith(name.lower()))


def view(world: World, person: str) -> FerryView:
    """A villager's page."""
    villager = world.find(Villager, person)
    return FerryView(person, Answers().persons(world), villager.letters if villager else 0)


def found(step: Step) -> None:
    """Ann lives in the east, Ben in the west."""
    step.put(Villager(id="ann", place="east"))
    step.put(Villager(id="ben", place="west"))
    step.every("toll", Every(86_400_000), Toll(subject="ferryman"))


PACK = Pack(
    name="ferry",
    release=1,
    chapters=(ferry,),
    answers=Answers(),
    view=view,
    scene=lambda _scenario: None,
    found=found,
    about="Two villages, a ferry, a letter",
)
