"""What commanders are told of their fleets."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class FleetArrived(Notice, frozen=True, tag="fleet_arrived"):
    """A voyage is over (M-FLEET-01)."""

    title: ClassVar[str] = "{fleet} has reached {place}"
    wording: ClassVar[str] = "{fleet} reached {place} on {at:when}."
    fleet: str
    place: str
    at: int


class VoyageBarred(Notice, frozen=True, tag="voyage_barred"):
    """A voyage cannot go on."""

    title: ClassVar[str] = "{fleet} cannot sail on"
    wording: ClassVar[str] = "{fleet} lies in {place} and cannot sail on: {why}"
    fleet: str
    place: str
    why: str


class InPlaceAlready(Notice, frozen=True, tag="fleet_there_already"):
    """An order to sail to where one lies: a wait, not a voyage."""

    title: ClassVar[str] = "{fleet} is in {place} already"
    wording: ClassVar[str] = "{fleet} is in {place} already and stays there; no voyage was begun."
    fleet: str
    place: str


class LoadingOrdered(Notice, frozen=True, tag="loading_ordered"):
    """Loading or landing has been ordered, and when it will be done (M-ORD-01)."""

    title: ClassVar[str] = "{what} {fleet} from {begins:when}"
    wording: ClassVar[str] = (
        "{who} {what} {fleet} in {place}. The work begins on {begins:when} and is done on"
        " {done:when}, if nothing breaks it off."
    )
    fleet: str
    who: str
    what: str
    place: str
    begins: int
    done: int


class LoadingDone(Notice, frozen=True, tag="loading_done"):
    """An army or stores are aboard or ashore (M-FLEET-02)."""

    title: ClassVar[str] = "{who} {what} {fleet}"
    wording: ClassVar[str] = (
        "In {place}, {who} {what} {fleet}. The holds have room for {room} supplies more."
    )
    fleet: str
    who: str
    what: str
    place: str
    room: int


class LoadingBroken(Notice, frozen=True, tag="loading_broken"):
    """Loading or landing was broken off."""

    title: ClassVar[str] = "Work with the boats of {fleet} is broken off"
    wording: ClassVar[str] = "In {place}, {who} stays where it is: {why}. Order it anew."
    fleet: str
    who: str
    place: str
    why: str


class FleetParted(Notice, frozen=True, tag="fleet_parted"):
    """Ships have become a fleet of their own (M-ARMY-01)."""

    title: ClassVar[str] = "{part} has parted from {fleet}"
    wording: ClassVar[str] = (
        "{ships} have left {fleet} and are a fleet of their own, {part} ({id}), under {leader}."
    )
    fleet: str
    part: str
    id: str
    ships: str
    leader: str


class FleetsJoined(Notice, frozen=True, tag="fleets_joined"):
    """A fleet has become part of another (M-ARMY-02)."""

    title: ClassVar[str] = "{other} has joined {fleet}"
    wording: ClassVar[str] = (
        "{other} has joined {fleet}, which has {ships:count|ship|ships}, {crew:count|hand|hands}"
        " and {guns:count|gun|guns} now, and a morale of {morale}."
    )
    fleet: str
    other: str
    ships: int
    crew: int
    guns: int
    morale: int


class FleetSpirit(Notice, frozen=True, tag="fleet_spirit"):
    """A fleet's morale has moved (M-MOR-02)."""

    title: ClassVar[str] = "Morale of {fleet}: {now}"
    wording: ClassVar[str] = (
        "The morale of {fleet} went from {was} to {now} (resting {resting}): {why}."
    )
    fleet: str
    was: int
    now: int
    resting: int
    why: str


class MoneyAboard(Notice, frozen=True, tag="money_aboard"):
    """Money has come aboard or gone ashore (M-SUP-02)."""

    title: ClassVar[str] = "{money} doubloons {what} {other}"
    wording: ClassVar[str] = "{fleet}: {money} doubloons {what} {other}."
    fleet: str
    other: str
    what: str
    money: int
