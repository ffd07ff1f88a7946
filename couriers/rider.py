"""Riders: setting out, arriving, asking, following, turning back, handing over (C-MSG-02…04)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from couriers import figures, offers
from couriers.chase import Elsewhere, Held, Here, Meeting, Nobody, difference, meet
from couriers.fates import Fate
from couriers.journey import SEA, Journey, journey, riding, season_factors, way
from couriers.letter import (
    Copy,
    How,
    Letter,
    LetterCame,
    LetterIntercepted,
    LetterRead,
    LetterReturned,
    LetterStuck,
    OrderCame,
    OrderReported,
)
from world.answers import parted
from world.dispatch import Delivered
from world.enclosure import holds
from world.errors import BadScenario
from world.fact import Begun
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.pack import Chapter
from world.step import Step
from world.timeline import Event

chapter = Chapter("riders", "Riders: their way, their risk, and whom they find")
chapter.params += [
    figures.KMPD_FRIENDLY,
    figures.SAFE_FRIENDLY,
    figures.KMPD_HOSTILE,
    figures.SAFE_HOSTILE,
    figures.MIXED_SAFETY,
    figures.KMPD_SEA,
    figures.FOLLOW,
    figures.ASK_H,
    figures.SEARCH_DAYS,
    figures.RIDES_FROM_H,
    figures.RIDES_TO_H,
    figures.RELAY_GROUNDS,
    figures.KMPD_RELAY,
    figures.SEASON_FACTORS,
]

_HOUR = 3_600_000
_DAY = 86_400_000

#: Riders come after whatever else falls on the same instant, so that they meet those who arrive.
RANK = 600


class RiderArrives(Event, frozen=True, tag="rider_arrives"):
    """The rider with the nth copy of a letter comes to a place."""

    rank: ClassVar[int] = RANK
    copy: int
    place: str


class RiderAsks(Event, frozen=True, tag="rider_asks"):
    """A rider who waits asks again, or tries the way again."""

    rank: ClassVar[int] = RANK
    copy: int


class RiderLost(Event, frozen=True, tag="rider_lost"):
    """A rider comes to grief half-way (C-MSG-05).

    ``place`` is where that is, ``way`` the places of his way, the nearest first, ``end`` the place
    he made for.
    """

    rank: ClassVar[int] = RANK
    copy: int
    place: str
    way: tuple[str, ...]
    end: str


@chapter.on(Begun)
def figures_make_sense(step: Step, fact: Begun) -> None:
    """Refuse a scenario whose riders could never ride.

    Raises:
        BadScenario: naming the figure.
    """
    del fact
    season_factors(step.param(figures.SEASON_FACTORS))
    first, last = step.param(figures.RIDES_FROM_H), step.param(figures.RIDES_TO_H)
    if not 0 <= first < last <= 24:
        raise BadScenario(
            f"message.rides_from_h, message.rides_to_h: found {first} and {last}, expected two"
            " hours of a day, the first before the second"
        )
    for figure in (
        figures.KMPD_FRIENDLY,
        figures.KMPD_HOSTILE,
        figures.KMPD_SEA,
        figures.KMPD_RELAY,
        figures.ASK_H,
    ):
        if step.param(figure) < 1:
            raise BadScenario(
                f"{figure.name}: found {step.param(figure)}, expected at least 1 {figure.unit}"
            )


@chapter.handles(RiderArrives)
def arrives(step: Step, event: RiderArrives) -> None:
    """He looks for whom he seeks, or stands before the water."""
    letter = step.get(Letter, event.subject)
    copy = msgspec.structs.replace(letter.copies[event.copy], place=event.place, left=step.now)
    go_on(step, letter.with_copy(event.copy, copy), event.copy)


@chapter.handles(RiderAsks)
def asks(step: Step, event: RiderAsks) -> None:
    """He asks once more."""
    go_on(step, step.get(Letter, event.subject), event.copy)


# -- on the way ----------------------------------------------------------------------------------


def go_on(step: Step, letter: Letter, n: int) -> None:
    """What the rider of the nth copy does where he stands; keeps the letter."""
    copy = letter.copies[n]
    if copy.until is not None and step.now >= copy.until and copy.place != copy.goal:
        turn_back(step, letter, n)
    elif copy.place != copy.goal:
        step.put(ride(step, letter, n, copy.goal))
    else:
        look(step, letter, n)


def look(step: Step, letter: Letter, n: int) -> None:
    """The rider looks for the addressee, or on his way back for the sender; keeps the letter."""
    copy = letter.copies[n]
    if copy.until is None:
        limit = step.now + step.param(figures.SEARCH_DAYS) * _DAY
        copy = msgspec.structs.replace(copy, until=limit)
        letter = letter.with_copy(n, copy)
    sought = letter.to if copy.errand == "out" else letter.sender
    meeting: Meeting = meet(step.world, sought, copy.place)
    if isinstance(meeting, Here):
        hand_over(step, letter, n, meeting.reader)
    elif isinstance(meeting, Held):
        fall_into_hands(step, letter, n, meeting.captor, "to_captor")
    elif isinstance(meeting, Nobody):
        give_up(step, letter, n, "Nobody opens letters in the stead of whom it is for.")
    elif step.now >= (copy.until or 0):
        turn_back(step, letter, n)
    elif isinstance(meeting, Elsewhere) and step.param(figures.FOLLOW):
        step.put(ride(step, letter, n, meeting.place))
    else:
        step.put(wait(step, letter, n, copy.goal))


def ride(step: Step, letter: Letter, n: int, goal: str) -> Letter:
    """Send the rider of the nth copy on to a goal; the letter with what is now scheduled.

    The country is as it truly is.  The risk is rolled now, for the way now known; on a longer way
    than first rolled for, only for what makes it worse.  Where there is no way he waits.
    """
    copy = letter.copies[n]
    world = step.world
    found = way(
        world, step.now, letter.sender, copy.place, goal, believed=False, via=copy.via
    ) or way(world, step.now, letter.sender, copy.place, goal, believed=False)
    copy = msgspec.structs.replace(copy, via=(), goal=goal)
    if found is None:
        return wait(step, letter.with_copy(n, copy), n, goal)
    port, sails = _port(found)
    copy = msgspec.structs.replace(copy, port=port, sails=sails)
    if port is not None and copy.boat != "packet":
        found = _as_far_as_the_water(step, found)
        if not found.legs:
            if copy.boat == "impossible":
                copy = msgspec.structs.replace(copy, until=step.now)
            return wait(step, letter.with_copy(n, copy), n, goal)
    countries = found.countries
    if not found.legs and parted(world, letter.sender, letter.to):
        countries = frozenset({"hostile"})  # a few steps only, but through the enemy's lines
    chance = difference(world.params, copy.country, countries)
    safe = chance >= 1 or step.chance(
        f"C-MSG-03 safe, copy {n + 1} of {letter.id}", chance.numerator, chance.denominator
    )
    copy = msgspec.structs.replace(
        copy,
        fate="riding",
        left=step.now,
        due=found.arrives,
        country=tuple(sorted({*copy.country, *countries})),
    )
    return letter.with_copy(n, schedule(step, letter.id, n, copy, found, safe=safe))


def schedule(step: Step, letter_id: str, n: int, copy: Copy, found: Journey, *, safe: bool) -> Copy:
    """Place the arrival of a rider, or what happens to him half-way."""
    end = found.legs[-1].end if found.legs else copy.goal
    if safe:
        event: Event = RiderArrives(subject=letter_id, copy=n, place=end)
        due = found.arrives
    else:
        due = found.left + (found.arrives - found.left) // 2
        place = found.place_at(due) or copy.place
        near = _nearest(found, place)
        event = RiderLost(subject=letter_id, copy=n, place=place, way=near, end=end)
    return msgspec.structs.replace(copy, pending=step.at(due, event, str(n)))


def _nearest(found: Journey, place: str) -> tuple[str, ...]:
    places = found.places or (place,)
    middle = places.index(place)
    order = sorted(range(len(places)), key=lambda i: (abs(i - middle), i))
    return tuple(dict.fromkeys(places[i] for i in order))


def _port(found: Journey) -> tuple[str | None, int]:
    sailed = found.left
    for leg, mark in zip(found.legs, found.marks, strict=True):
        if leg.ground == SEA:
            return leg.start, sailed
        sailed = mark
    return None, 0


def _as_far_as_the_water(step: Step, found: Journey) -> Journey:
    first = next(i for i, leg in enumerate(found.legs) if leg.ground == SEA)
    how = riding(step.world, found.left, found.legs[0].start)
    return journey(found.legs[:first], how, found.left)


def wait(step: Step, letter: Letter, n: int, goal: str) -> Letter:
    """Let the rider wait where he stands and ask again; the letter with that scheduled.

    The time after which he stops searching begins with the first wait at the latest.
    """
    copy = letter.copies[n]
    until = copy.until
    if until is None:
        until = step.now + step.param(figures.SEARCH_DAYS) * _DAY
    again = max(min(step.now + step.param(figures.ASK_H) * _HOUR, until), step.now + 1)
    pending = step.at(again, RiderAsks(subject=letter.id, copy=n), str(n))
    copy = msgspec.structs.replace(
        copy, fate="waiting", goal=goal, until=until, due=again, pending=pending
    )
    return letter.with_copy(n, copy)


def turn_back(step: Step, letter: Letter, n: int) -> None:
    """The rider has searched long enough: he brings the letter back, or gives up; keeps it."""
    copy = letter.copies[n]
    if copy.errand == "back":
        give_up(step, letter, n, "Its rider could neither deliver it nor bring it back.")
        return
    copy = msgspec.structs.replace(copy, errand="back", goal=letter.origin, until=None)
    letter = letter.with_copy(n, copy)
    if copy.place == letter.origin:
        look(step, letter, n)
    else:
        step.put(ride(step, letter, n, letter.origin))


# -- ends ----------------------------------------------------------------------------------------


def ended(letter: Letter, n: int, copy: Copy) -> Letter:
    """The letter with its nth copy at its end: nothing pends any more."""
    return letter.with_copy(n, msgspec.structs.replace(copy, pending="", until=None))


def hand_over(step: Step, letter: Letter, n: int, reader: str) -> None:
    """The letter reaches whom it is for, or whoever opens it in their stead (M-MSG-01)."""
    copy = letter.copies[n]
    if copy.errand == "back":
        _bring_back(step, letter, n, reader)
        return
    if letter.reader is not None:
        step.put(ended(letter, n, msgspec.structs.replace(copy, fate="copy", by=reader)))
        step.learn(reader, read_record(letter, copy.place, "copy"))
        return
    copy = msgspec.structs.replace(copy, fate="delivered", by=reader)
    letter = msgspec.structs.replace(
        ended(letter, n, copy), reader=reader, read=step.now, read_at=copy.place
    )
    step.put(letter)
    step.tell(reader, _came(step, letter), letter.id)
    step.learn(reader, read_record(letter, copy.place, "addressed"))
    step.happened(delivered(letter, reader, copy.place), letter.id)


def _bring_back(step: Step, letter: Letter, n: int, reader: str) -> None:
    copy = letter.copies[n]
    step.put(ended(letter, n, msgspec.structs.replace(copy, fate="returned", by=reader)))
    name = offers.called(step.world, letter.sender, letter.to)
    notice = LetterReturned(letter=letter.id, name=name, sent=letter.sent, text=letter.text)
    step.tell(reader, notice, f"{letter.id}/{n}")
    step.learn(reader, read_record(letter, copy.place, "returned"))


def _came(step: Step, letter: Letter) -> Notice:
    name = step.world.pack.answers.title(step.world, letter.sender)
    if letter.report is not None:
        return OrderReported(
            letter=letter.id,
            sender=letter.sender,
            name=name,
            sent=letter.sent,
            order=letter.report.order,
            outcome=letter.report.outcome,
            text=letter.text,
        )
    kind = LetterCame if not holds(letter.order) else OrderCame
    return kind(
        letter=letter.id, sender=letter.sender, name=name, sent=letter.written, text=letter.text
    )


def fall_into_hands(step: Step, letter: Letter, n: int, captor: str, fate: Fate) -> None:
    """Somebody reads the letter who was not meant to; ``fate`` is captured or to_captor."""
    copy = letter.copies[n]
    step.put(ended(letter, n, msgspec.structs.replace(copy, fate=fate, by=captor)))
    world = step.world
    answers = world.pack.answers
    notice = LetterIntercepted(
        letter=letter.id,
        sender=letter.sender,
        name=answers.title(world, letter.sender),
        to_name=offers.called(world, letter.sender, letter.to),
        place=offers.place_name(world, copy.place),
        sent=letter.written,
        text=letter.text,
    )
    step.tell(captor, notice, f"{letter.id}/{n}")
    step.learn(captor, read_record(letter, copy.place, "intercepted"))
    fact = msgspec.structs.replace(delivered(letter, captor, copy.place), intercepted=True)
    step.happened(fact, f"{letter.id}/{n}")


def give_up(step: Step, letter: Letter, n: int, why: str) -> None:
    """The rider gives up; the referee is told and may still release the letter."""
    copy = letter.copies[n]
    step.put(ended(letter, n, msgspec.structs.replace(copy, fate="undeliverable")))
    world = step.world
    answers = world.pack.answers
    notice = LetterStuck(
        letter=letter.id,
        sender=answers.title(world, letter.sender),
        to=answers.title(world, letter.to),
        place=offers.place_name(world, copy.place),
        why=why,
    )
    step.tell(REFEREE, notice, f"{letter.id}/{n}")


def read_record(letter: Letter, place: str, how: How) -> LetterRead:
    """The line in the books of whoever has read a letter."""
    return LetterRead(
        letter=letter.id,
        sender=letter.sender,
        to=letter.to,
        text=letter.text,
        sent=letter.written,
        place=place,
        how=how,
        answers=letter.answers,
    )


def delivered(letter: Letter, reader: str, place: str) -> Delivered:
    """The fact that somebody reads a letter."""
    return Delivered(
        letter=letter.id,
        sender=letter.sender,
        to=letter.to,
        reader=reader,
        place=place,
        text=letter.text,
        written=letter.written,
        order=holds(letter.order),
        enclosed=letter.enclosed,
    )
