"""Lost riders: what the referee may make of them, and who reads what they carried (C-MSG-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from couriers import figures, offers
from couriers.letter import Letter
from couriers.rider import RANK, RiderArrives, RiderLost, ended, fall_into_hands
from world.decision import Choice, Option, Question
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.step import Step
from world.timeline import Event

if TYPE_CHECKING:
    from world.state import World

chapter = Chapter("losses", "Riders who are lost, taken or merely late")
chapter.params += [figures.INTERCEPT, figures.LATE_FACTOR]


class FateOfRider(Event, frozen=True, tag="fate_of_rider"):
    """What has become of a lost rider is settled (D-MSG-01).

    ``captor`` is the enemy nearest to the place, if there is one; ``end`` the place he made for;
    ``rest`` the ms he had left to ride.
    """

    rank: ClassVar[int] = RANK
    copy: int
    captor: str | None
    end: str
    rest: int


@chapter.handles(RiderLost)
def lost(step: Step, event: RiderLost) -> None:
    """Half-way the rider comes to grief; the referee may say how."""
    letter = step.get(Letter, event.subject)
    n = event.copy
    copy = letter.copies[n]
    rest = copy.due - step.now
    copy = msgspec.structs.replace(copy, place=event.place, fate="lost")
    letter = ended(letter, n, copy)
    step.put(letter)
    captor = enemy_on_the_way(step.world, letter.sender, event.way)
    default = "captured" if captor is not None and step.param(figures.INTERCEPT) else "vanishes"
    then = FateOfRider(subject=letter.id, copy=n, captor=captor, end=event.end, rest=rest)
    if "D-MSG-01" in step.param(figures.ASKED):
        step.ask(_question(step, letter, then, event.place, default), f"{letter.id}/{n}")
    else:
        fate_of_rider(step, then, Choice(decision="", option=default))


def enemy_on_the_way(world: World, sender: str, places: tuple[str, ...]) -> str | None:
    """The enemy of a sender nearest to where his rider came to grief, if there is one.

    In each place of the way, the nearest first: an enemy who is there, else an enemy who holds it.
    """
    answers = world.pack.answers
    for place in places:
        for person in answers.in_place(world, place):
            if answers.stance(world, sender, person) == "hostile":
                return person
        master = offers.holder(world, place)
        if master is not None and answers.stance(world, sender, master) == "hostile":
            return master
    return None


def _question(step: Step, letter: Letter, then: FateOfRider, place: str, default: str) -> Question:
    world = step.world
    title = world.pack.answers.title
    options = [Option(name="vanishes", text="nobody ever hears of him")]
    if then.captor is not None:
        reader = title(world, then.captor)
        options.append(Option(name="captured", text=f"he is taken, and {reader} reads the letter"))
    options.append(Option(name="late", text="he was only held up, and rides on"))
    question = (
        f"The rider with a letter from {title(world, letter.sender)} to {title(world, letter.to)}"
        f" has come to grief near {offers.place_name(world, place)}. What became of him?"
    )
    return Question(
        rule="D-MSG-01",
        question=question,
        who=REFEREE,
        options=tuple(options),
        default=default,
        then=then,
        about=(letter.id,),
        mode="at_once",
    )


@chapter.settles(FateOfRider)
def fate_of_rider(step: Step, then: FateOfRider, choice: Choice) -> None:
    """The rider vanishes, is taken, or rides on.

    What an enemy has read by default stays read, whatever the referee says later.
    """
    letter = step.get(Letter, then.subject)
    copy = letter.copies[then.copy]
    if choice.option == "captured" and then.captor is not None:
        fall_into_hands(step, letter, then.copy, then.captor, "captured")
    elif choice.option == "late":
        due = step.now + then.rest * step.param(figures.LATE_FACTOR)
        event = RiderArrives(subject=letter.id, copy=then.copy, place=then.end)
        copy = msgspec.structs.replace(
            copy, fate="riding", due=due, left=step.now, by=None, pending=step.at(due, event)
        )
        step.put(letter.with_copy(then.copy, copy))
    elif copy.fate == "captured":
        step.put(letter.with_copy(then.copy, msgspec.structs.replace(copy, fate="lost")))
