"""What people are told about supplies (M-SUP-01 to M-SUP-05)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class DailyReturn(Notice, frozen=True, tag="daily_return"):
    """What an army ate at dusk, and how long the rest will last (M-SUP-01)."""

    title: ClassVar[str] = "{army} has supplies for {days:count|more day|more days}"
    wording: ClassVar[str] = (
        "{army} has eaten {eaten} supplies and has {left} left, enough for"
        " {days:count|day|days}.{paid}"
    )
    collapse: ClassVar[str] = "supplies/{army}"
    army: str
    eaten: int
    left: int
    days: int
    paid: str = ""


class HandedOver(Notice, frozen=True, tag="handed_over"):
    """Supplies or money have changed hands (M-SUP-02)."""

    title: ClassVar[str] = "{giver} hands {what} over to {receiver}"
    wording: ClassVar[str] = "In {place}, {giver} has handed {what} over to {receiver}."
    giver: str
    receiver: str
    what: str
    place: str


class HungryDay(Notice, frozen=True, tag="hungry_day"):
    """A day on which there was not enough to eat (M-SUP-03)."""

    title: ClassVar[str] = "{army} goes hungry"
    wording: ClassVar[str] = (
        "{army} needed {need} supplies and was {short} short; nothing is left. It has been"
        " without enough food for {hungry:count|day|days} in a row, and after {left} more it will"
        " dissolve. Its morale was {morale} before tonight."
    )
    army: str
    need: int
    short: int
    hungry: int
    left: int
    morale: int


class ArmyDissolves(Notice, frozen=True, tag="army_dissolves"):
    """Hunger has dissolved an army (M-SUP-04)."""

    title: ClassVar[str] = "{army} is no more"
    wording: ClassVar[str] = (
        "{army} in {place} has gone without food for too long: its soldiers and followers have"
        " dispersed, and its wagons and guns are lost."
    )
    army: str
    place: str


class SuppliesSpoil(Notice, frozen=True, tag="supplies_spoil"):
    """What could not be carried is left to spoil (M-SUP-05)."""

    title: ClassVar[str] = "{army} leaves {amount} supplies to spoil"
    wording: ClassVar[str] = (
        "{army} can carry {most} supplies and had {amount} too many, which are left to spoil."
    )
    army: str
    amount: int
    most: int


class GarrisonHungry(Notice, frozen=True, tag="garrison_hungry"):
    """Troops left in a stronghold had not enough to eat, or have dispersed for it (C-STR-05)."""

    title: ClassVar[str] = "The troops left in {place} {what}"
    wording: ClassVar[str] = (
        "The troops left in {place} {what}: they needed {need} supplies at dusk and were {short}"
        " short. The stores are empty."
    )
    place: str
    what: str
    need: int
    short: int


class MoneyStays(Notice, frozen=True, tag="money_stays"):
    """A large sum could not be moved as ordered (C-MON-03)."""

    title: ClassVar[str] = "The {money} doubloons of {giver} stay where they are"
    wording: ClassVar[str] = "{giver} could not hand over {money} doubloons: {why}"
    giver: str
    money: int
    why: str
