"""Sending: a dispatch handed to riders, and what its sender is told of it (C-MSG-01, C-MSG-06)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from couriers import figures, offers
from couriers.fates import UNDER_WAY
from couriers.journey import Journey, expected, way
from couriers.letter import (
    Boat,
    Copy,
    Letter,
    LetterNotSent,
    LetterSent,
    LetterSentBlind,
    LetterSentTimed,
    LetterWritten,
    Report,
)
from couriers.rider import RANK, RiderArrives, give_up, hand_over, ride
from couriers.vain import too_late
from world.decision import Choice, Option, Question
from world.dispatch import Dispatch
from world.enclosure import holds
from world.errors import Fault
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.step import Step
from world.timeline import Event

chapter = Chapter("sending", "Dispatches handed to riders, over land and water")
chapter.params += [
    figures.DESTINATION,
    figures.OVER_WATER,
    figures.ABSENT_BY_COURIER,
    figures.ASKED,
]

#: Ways by which couriers carry words; each has its chapter.
MEANS = ("messenger", "semaphore", "talk")


class OverWater(Event, frozen=True, tag="over_water"):
    """The referee has said how a letter crosses the water (D-MSG-02)."""

    rank: ClassVar[int] = RANK
    copy: int


@chapter.on(Dispatch)
def carry(step: Step, fact: Dispatch) -> None:
    """Riders take what is to go by messenger."""
    if fact.means not in MEANS:
        raise Fault(f"nobody carries words by {fact.means!r}; the means are {', '.join(MEANS)}")
    if fact.means == "messenger":
        send(step, fact)


def send(step: Step, dispatch: Dispatch, report: Report | None = None, label: str = "") -> None:
    """Let riders set out with a dispatch, one for each of its ways.

    They make for the place the sender believes in (C-MSG-04/b).  A sender who is nowhere, or who
    has no idea where to send them, has nobody to give the letter to: the referee is told.
    """
    world = step.world
    answers = world.pack.answers
    start = dispatch.start or answers.whereabouts(world, dispatch.sender)
    believed = dispatch.towards or answers.believed(world, dispatch.sender, dispatch.to)
    goal = believed
    if step.param(figures.DESTINATION) == "actual":
        reader = answers.acts_for(world, dispatch.to).person
        goal = (answers.whereabouts(world, reader) if reader else None) or believed
    here = start or ""
    blank = Copy(place=here, goal=goal or here, left=step.now, due=step.now)
    blank = msgspec.structs.replace(blank, boat=step.param(figures.OVER_WATER))
    ways = dispatch.ways or ((),)
    letter = Letter(
        id=step.name(f"letter/{label}"),
        sender=dispatch.sender,
        to=dispatch.to,
        text=dispatch.text,
        origin=here,
        written=dispatch.written or step.now,
        sent=step.now,
        copies=tuple(msgspec.structs.replace(blank, via=via) for via in ways),
        order=dispatch.order,
        number=dispatch.number,
        report=report,
        answers=dispatch.answers,
        enclosed=dispatch.enclosed,
    )
    if holds(dispatch.order) and not step.param(figures.ABSENT_BY_COURIER):
        _hand_over_at_once(step, letter)
        return
    if start is None or believed is None or goal is None:
        why = "Nobody knows where to send it." if start else "There are no riders where it lies."
        give_up(step, letter, 0, why)
        if dispatch.receipt and dispatch.start is None:
            _cannot_send(step, letter, nowhere=start is None)
        return
    for n in range(len(ways)):
        letter = _set_out(step, letter, n)
    step.put(letter)
    if dispatch.receipt:
        # Who has lost his way in the dark takes another place for the one he writes from.
        thinks = answers.believed(world, dispatch.sender, dispatch.sender)
        _receipt(step, letter, ways, dispatch.start or thinks or start, believed)
    for n in range(len(ways)):
        _ask_about_water(step, letter.id, n)


def _cannot_send(step: Step, letter: Letter, *, nowhere: bool) -> None:
    """Tell the sender, in whose hand it still is: what keeps it there he knows himself."""
    name = offers.called(step.world, letter.sender, letter.to)
    why = "There are no riders where you are" if nowhere else f"You do not know where {name} is"
    notice = LetterNotSent(letter=letter.id, what=_what(letter), to=letter.to, name=name, why=why)
    step.tell(letter.sender, notice, letter.id)


def _what(letter: Letter) -> str:
    return "Your letter" if not holds(letter.order) else f"Your order “{letter.text}”"


def _set_out(step: Step, letter: Letter, n: int) -> Letter:
    return ride(step, letter, n, letter.copies[n].goal)


def _hand_over_at_once(step: Step, letter: Letter) -> None:
    """With ``order.absent_by_courier`` off, orders need no rider (C-MSG-07/a)."""
    reader = step.world.pack.answers.acts_for(step.world, letter.to).person
    letter = msgspec.structs.replace(letter, copies=letter.copies[:1])
    if reader is None:
        give_up(step, letter, 0, "Nobody opens letters in the stead of whom it is for.")
        return
    place = step.world.pack.answers.whereabouts(step.world, reader) or letter.origin
    there = msgspec.structs.replace(letter.copies[0], place=place, goal=place)
    hand_over(step, letter.with_copy(0, there), 0, reader)


def _receipt(
    step: Step, letter: Letter, ways: tuple[tuple[str, ...], ...], start: str, believed: str
) -> None:
    """Tell the sender that it is on its way, and when it may arrive by what he believes.

    The time is worked out between the places he believes himself and the addressee to be in, and
    for the country as he believes it, whatever the rider finds: the first rider's earliest to the
    last one's latest.
    """
    world = step.world
    found = [
        way(world, step.now, letter.sender, start, believed, believed=True, via=via) for via in ways
    ]
    times = [expected(world, journey) for journey in found if journey is not None]
    eta_from = min((first for first, _ in times), default=None)
    eta_to = max((last for _, last in times), default=None)
    name = offers.called(world, letter.sender, letter.to)
    what = _what(letter)
    place = offers.place_name(world, believed)
    if eta_from is None or eta_to is None:
        blind = LetterSentBlind(letter=letter.id, what=what, to=letter.to, name=name, towards=place)
        step.tell(letter.sender, blind, letter.id)
    elif all(_is_timed(journey) for journey in found if journey is not None):
        timed = LetterSentTimed(
            letter=letter.id, what=what, to=letter.to, name=name, towards=place, eta=eta_to
        )
        step.tell(letter.sender, timed, letter.id)
    else:
        notice = LetterSent(
            letter=letter.id,
            what=what,
            to=letter.to,
            name=name,
            towards=place,
            eta_from=eta_from,
            eta_to=eta_to,
        )
        step.tell(letter.sender, notice, letter.id)
    record = LetterWritten(
        letter=letter.id,
        to=letter.to,
        text=letter.text,
        place=start,
        towards=believed,
        sent=letter.sent,
        order=holds(letter.order),
        eta_from=eta_from,
        eta_to=eta_to,
    )
    step.learn(letter.sender, record)


def _is_timed(journey: Journey) -> bool:
    """Whether no country and no pace can make a way longer."""
    return bool(journey.legs) and all(leg.ms is not None for leg in journey.legs)


# -- over water ----------------------------------------------------------------------------------

_OVER_WATER = (
    Option(name="packet", text="a packet boat takes it"),
    Option(name="ship", text="it waits in the port for a ship that you let it go by"),
    Option(name="impossible", text="no boat goes; its rider turns back"),
)


def _ask_about_water(step: Step, letter_id: str, n: int) -> None:
    letter = step.get(Letter, letter_id)
    copy = letter.copies[n]
    if copy.port is None or "D-MSG-02" not in step.param(figures.ASKED):
        return
    world = step.world
    names = world.pack.answers
    question = (
        f"A letter from {names.title(world, letter.sender)} to {names.title(world, letter.to)}"
        f" comes to the water at {offers.place_name(world, copy.port)}. How does it go on?"
    )
    step.ask(
        Question(
            rule="D-MSG-02",
            question=question,
            who=REFEREE,
            options=_OVER_WATER,
            default=step.param(figures.OVER_WATER),
            then=OverWater(subject=letter_id, copy=n),
            about=(letter_id,),
            mode="at_once",
        ),
        f"{letter_id}/{n}",
    )


@chapter.settles(OverWater)
def over_water(step: Step, then: OverWater, choice: Choice) -> None:
    """An answer changes how a rider crosses, until he has sailed (C-MSG-06).

    The default needs nothing: it is how he set out.
    """
    letter = step.get(Letter, then.subject)
    copy = letter.copies[then.copy]
    port = copy.port
    if choice.amends is None:
        return
    if port is None or copy.fate not in UNDER_WAY:
        too_late(step, choice, "the letter is no longer on its way to the water")
        return
    boat = msgspec.convert(choice.option, Boat)
    copy = msgspec.structs.replace(copy, boat=boat)
    if copy.fate == "waiting":
        step.cancel(copy.pending)
        step.put(ride(step, letter.with_copy(then.copy, copy), then.copy, copy.goal))
        return
    pending_event = step.world.timeline.entries.get(copy.pending)
    if (
        boat != "packet"
        and pending_event is not None
        and step.now <= copy.sails < pending_event.due
    ):
        # He goes aboard no boat, but comes to the water first, unless he is lost before.
        step.cancel(copy.pending)
        stop = RiderArrives(subject=letter.id, copy=then.copy, place=port)
        pending = step.at(copy.sails, stop, str(then.copy))
        copy = msgspec.structs.replace(copy, pending=pending, due=copy.sails)
    elif boat != "packet" and step.now > copy.sails:
        too_late(step, choice, "the letter has sailed")
    step.put(letter.with_copy(then.copy, copy))
