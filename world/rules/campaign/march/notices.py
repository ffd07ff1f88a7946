"""What a commander is told of his marches."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class MarchOver(Notice, frozen=True, tag="march_over"):
    """A march is complete (M-MARCH-01)."""

    title: ClassVar[str] = "{army} has reached {place}"
    wording: ClassVar[str] = "{army} reached {place} on {at:when}; it has {supplies} supplies."
    army: str
    place: str
    at: int
    supplies: int


class WeeklyHalt(Notice, frozen=True, tag="weekly_halt"):
    """The week's marching is done (M-MARCH-02)."""

    title: ClassVar[str] = "{army} halts for the week"
    wording: ClassVar[str] = (
        "{army} has marched all it can this week and halts in {place}. It goes on at {on:when}."
    )
    army: str
    place: str
    on: int


class ColumnLength(Notice, frozen=True, tag="column_length"):
    """A column passes the limit or falls under it (M-MARCH-03)."""

    title: ClassVar[str] = "The column of {army} is {metres} m long"
    wording: ClassVar[str] = (
        "The column of {army} is {metres} m long and {state}: it marches {km_day} km a day at most."
    )
    army: str
    metres: int
    state: str
    km_day: str


class ForcedWeek(Notice, frozen=True, tag="forced_week"):
    """So many forced days are complete (M-MARCH-04)."""

    title: ClassVar[str] = "{army} is worn by forced marching"
    wording: ClassVar[str] = (
        "{army} has made {days:count|forced march|forced marches}. Its morale suffers, and is put"
        " to the test."
    )
    army: str
    days: int


class MarchBarred(Notice, frozen=True, tag="march_barred"):
    """A march cannot go on."""

    title: ClassVar[str] = "{army} cannot go on"
    wording: ClassVar[str] = "{army} stands in {place} and cannot go on: {why}"
    army: str
    place: str
    why: str


class AlreadyThere(Notice, frozen=True, tag="already_there"):
    """An order to go where one is: a wait, not a journey."""

    title: ClassVar[str] = "{army} is in {place} already"
    wording: ClassVar[str] = "{army} is in {place} already and stays there; no march was begun."
    army: str
    place: str
