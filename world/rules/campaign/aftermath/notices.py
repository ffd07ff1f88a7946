"""What is told of a fall and of what follows."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class PlaceTaken(Notice, frozen=True, tag="place_taken"):
    """A stronghold has fallen (M-AFT-01)."""

    title: ClassVar[str] = "{place} has fallen to {victor}"
    wording: ClassVar[str] = "{place} has yielded {how} to {victor} of {faction}."
    place: str
    victor: str
    faction: str
    how: str


class StoresFound(Notice, frozen=True, tag="stores_found"):
    """What the victor finds in a fallen place (M-AFT-01)."""

    title: ClassVar[str] = "{supplies} supplies lie in {place}"
    wording: ClassVar[str] = (
        "In {place} there are {supplies} supplies, {found} of them found after the fall."
    )
    place: str
    supplies: int
    found: int


class Dispersed(Notice, frozen=True, tag="dispersed"):
    """What becomes of an army or a garrison that laid down its arms."""

    title: ClassVar[str] = "{army} {what}"
    wording: ClassVar[str] = "{place} has yielded: {army} {what}."
    army: str
    place: str
    what: str


class Pillaged(Notice, frozen=True, tag="pillaged"):
    """A place was pillaged (M-AFT-02)."""

    title: ClassVar[str] = "{place} is pillaged"
    wording: ClassVar[str] = (
        "The soldiers of {army} pillage {place}{why}; {supplies} supplies and {doubloons} doubloons"
        " are gone, and its people are angry."
    )
    place: str
    army: str
    why: str
    supplies: int
    doubloons: int


class OrderKept(Notice, frozen=True, tag="order_kept"):
    """The soldiers were kept in order (M-MOR-01)."""

    title: ClassVar[str] = "Order is kept in {place}"
    wording: ClassVar[str] = "{army} keeps order in {place}; nobody is harmed."
    place: str
    army: str
