"""What commanders are told of guns and schools (M-MON-01, M-SPEC-01)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class GunsBought(Notice, frozen=True, tag="guns_bought"):
    """Guns were bought, or the sale was undone (M-MON-01)."""

    title: ClassVar[str] = "{army}: {guns} {what}"
    wording: ClassVar[str] = "{army}: {guns} {what} in {place} for {price} doubloons.{crew}"
    army: str
    guns: str
    what: str
    place: str
    price: int
    crew: str = ""


class Retraining(Notice, frozen=True, tag="retraining"):
    """A detachment begins to be retrained, is ready, or was broken off (M-SPEC-01)."""

    title: ClassVar[str] = "{detachment} of {army} {what}"
    wording: ClassVar[str] = "{detachment} of {army} {what}."
    army: str
    detachment: str
    what: str
