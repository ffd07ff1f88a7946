"""What commanders are told of keeping ships."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class ShipsBought(Notice, frozen=True, tag="ships_bought"):
    """Ships have been bought, or hired by the day (M-MON-01)."""

    title: ClassVar[str] = "{ships} for {fleet}"
    wording: ClassVar[str] = (
        "{ships} {what} at {place} for {price} doubloons{each} and are with {fleet} ({id})."
    )
    fleet: str
    id: str
    ships: str
    what: str
    place: str
    price: int
    each: str = ""


class SaleUndone(Notice, frozen=True, tag="sale_undone"):
    """A sale was judged otherwise afterwards (D-SHIP-01)."""

    title: ClassVar[str] = "The sale of {ships}"
    wording: ClassVar[str] = "{ships}: {what} ({money} doubloons)."
    ships: str
    what: str
    money: int


class ShipsReleased(Notice, frozen=True, tag="ships_released"):
    """Hired transports are paid off, or have left for want of pay (C-SHIP-02)."""

    title: ClassVar[str] = "{ships} leave {fleet}"
    wording: ClassVar[str] = "{ships} have left {fleet} in {place}: {why}."
    fleet: str
    ships: str
    place: str
    why: str


class CrewFound(Notice, frozen=True, tag="crew_found"):
    """A ship has more hands (M-MON-01)."""

    title: ClassVar[str] = "{hands} hands for the {ship}"
    wording: ClassVar[str] = (
        "The {ship} of {fleet} has {hands} hands more, {crew} in all, {source}."
    )
    fleet: str
    ship: str
    hands: int
    crew: int
    source: str


class RepairBegun(Notice, frozen=True, tag="repair_begun"):
    """A ship is in the yard (M-MON-01)."""

    title: ClassVar[str] = "The {ship} is being mended"
    wording: ClassVar[str] = (
        "The {ship} of {fleet} is being mended at {place}: {hits:count|hit|hits} for {price}"
        " doubloons, the next on {next:when}. Until then she cannot fight."
    )
    fleet: str
    ship: str
    place: str
    hits: int
    price: int
    next: int


class RepairOver(Notice, frozen=True, tag="repair_over"):
    """A ship has left the yard, or a hit has been made good."""

    title: ClassVar[str] = "The {ship}: hull {hull}"
    wording: ClassVar[str] = "The {ship} of {fleet} {what}; her hull can take {hull} hits."
    fleet: str
    ship: str
    what: str
    hull: int


class FleetReturn(Notice, frozen=True, tag="fleet_return"):
    """What a fleet has cost today (M-SUP-01)."""

    title: ClassVar[str] = "{fleet} has cost {cost} doubloons today"
    wording: ClassVar[str] = (
        "{fleet} has cost {cost} doubloons today, {hire} of them for hired transports; {left} are"
        " left in its chest, and {cargo} supplies in its holds."
    )
    collapse: ClassVar[str] = "supplies/{fleet}"
    fleet: str
    cost: int
    hire: int
    left: int
    cargo: int


class CrewsUnpaid(Notice, frozen=True, tag="crews_unpaid"):
    """There was no money for the crews tonight (C-SHIP-05)."""

    title: ClassVar[str] = "The crews of {fleet} are unpaid"
    wording: ClassVar[str] = (
        "{fleet} costs {cost} doubloons a day and has {has} within reach; its crews have been"
        " without pay for {days:count|day|days} in a row."
    )
    fleet: str
    cost: int
    has: int
    days: int


class ShipCheck(Notice, frozen=True, tag="ship_check"):
    """The crew of a ship was tested (M-MOR-01)."""

    title: ClassVar[str] = "The {ship}: her crew {outcome}"
    wording: ClassVar[str] = (
        "After {why}, the crew of the {ship} of {fleet} was tested: {roll} against a morale of"
        " {morale}: {outcome}."
    )
    fleet: str
    ship: str
    why: str
    roll: int
    morale: int
    outcome: str


class ShipDeserts(Notice, frozen=True, tag="ship_deserts"):
    """A ship has sailed off, or is back (M-NAV-03)."""

    title: ClassVar[str] = "The {ship} {what}"
    wording: ClassVar[str] = "The {ship} of {fleet} {what}.{ashore}"
    fleet: str
    ship: str
    what: str
    ashore: str = ""
