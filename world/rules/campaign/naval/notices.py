"""What commanders and the referee are told of meetings and battles at sea."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class FleetsMeet(Notice, frozen=True, tag="fleets_meet"):
    """Hostile fleets have met (M-BAT-01)."""

    title: ClassVar[str] = "{fleet} has met the enemy in {place}"
    wording: ClassVar[str] = (
        "{fleet} has met {others} in {place}, {weather} weather. It has hove to."
    )
    fleet: str
    others: str
    place: str
    weather: str


class NoSeaBattle(Notice, frozen=True, tag="no_sea_battle"):
    """A meeting of fleets ended without a battle (M-BAT-04)."""

    title: ClassVar[str] = "No battle in {place}"
    wording: ClassVar[str] = "{fleet} and the enemy in {place} did not fight: {what}."
    fleet: str
    place: str
    what: str


class SeaBattleOffered(Notice, frozen=True, tag="sea_battle_offered"):
    """Somebody attacks; the referee judges it."""

    title: ClassVar[str] = "Naval battle in {place}"
    wording: ClassVar[str] = (
        "In {place} {attackers} attack {defenders}. It is fought when the plans are judged; until"
        " then both lie to."
    )
    place: str
    attackers: str
    defenders: str


class SidesTaken(Notice, frozen=True, tag="sea_sides_taken"):
    """How a naval battle will be fought, for the referee."""

    title: ClassVar[str] = "The naval battle in {place}"
    wording: ClassVar[str] = "The naval battle in {place}: {what}"
    place: str
    what: str


class SeaBattleOver(Notice, frozen=True, tag="sea_battle_over"):
    """A naval battle is over (M-NAV-01)."""

    title: ClassVar[str] = "{fleet} {outcome} in {place}"
    wording: ClassVar[str] = (
        "{fleet} {outcome} in {place}: {total} against {against}. For it counted: {modifiers}. It"
        " has lost {crew:count|hand|hands} and takes {hits:count|hit|hits}. {enemy}{objective}"
    )
    fleet: str
    place: str
    outcome: str
    total: int
    against: int
    modifiers: str
    crew: int
    hits: int
    enemy: str
    objective: str = ""


class HitsToSpread(Notice, frozen=True, tag="hits_to_spread"):
    """A commander shares hits out among his ships (M-NAV-04)."""

    title: ClassVar[str] = "{fleet} has {hits:count|hit|hits} to take"
    wording: ClassVar[str] = (
        "{fleet} takes {hits:count|hit|hits} on its hulls: {hulls}. Share them out (assign_hits),"
        " or leave it at: {default}."
    )
    fleet: str
    hits: int
    hulls: str
    default: str


class HitsTaken(Notice, frozen=True, tag="hits_taken"):
    """How the hits of a fleet were spread in the end."""

    title: ClassVar[str] = "{fleet} has taken its hits"
    wording: ClassVar[str] = "{fleet} has taken its hits: {spread}."
    fleet: str
    spread: str


class ShipFate(Notice, frozen=True, tag="ship_fate"):
    """A ship is lost, has struck, or has been taken as a prize (M-NAV-02)."""

    title: ClassVar[str] = "The {ship} {fate}"
    wording: ClassVar[str] = "The {ship} of {fleet} {fate}.{prize}"
    ship: str
    fleet: str
    fate: str
    prize: str = ""


class FleetRetreats(Notice, frozen=True, tag="fleet_retreats"):
    """A beaten fleet goes back (M-ROUT-01)."""

    title: ClassVar[str] = "{fleet} goes back"
    wording: ClassVar[str] = "{fleet}, beaten in {place}, goes back {whither}."
    fleet: str
    place: str
    whither: str


class FleetChecked(Notice, frozen=True, tag="fleet_checked"):
    """The morale of a beaten fleet was tested (M-MOR-01)."""

    title: ClassVar[str] = "{fleet}: morale {outcome}"
    wording: ClassVar[str] = (
        "After the lost battle, {fleet} was tested: {roll} against a morale of {morale}: {outcome}."
    )
    fleet: str
    roll: int
    morale: int
    outcome: str


class FleetRouted(Notice, frozen=True, tag="fleet_routed"):
    """A fleet flees out of control, or is paralysed (M-ROUT-02)."""

    title: ClassVar[str] = "{fleet} is out of control"
    wording: ClassVar[str] = "{fleet} is out of control: {what}. {supplies} supplies are lost."
    fleet: str
    what: str
    supplies: int


class FleetInHand(Notice, frozen=True, tag="fleet_in_hand"):
    """A fleet that was out of control obeys again (M-ROUT-02)."""

    title: ClassVar[str] = "{fleet} is in hand again"
    wording: ClassVar[str] = "{fleet} is in hand again; it lies in {place}."
    fleet: str
    place: str


class SeaSpoils(Notice, frozen=True, tag="sea_spoils"):
    """Supplies of a routed fleet fished up (M-BAT-03)."""

    title: ClassVar[str] = "{fleet} has fished up {supplies} supplies"
    wording: ClassVar[str] = "{fleet} has fished up {supplies} supplies that the enemy lost."
    fleet: str
    supplies: int
