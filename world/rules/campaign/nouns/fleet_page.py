"""What a person's page says of fleets: his own, and others as they were last seen."""

from __future__ import annotations

import msgspec

from world.rules.campaign.nouns.listed_orders import ListedOrder
from world.units import GameMs, Person, Place


class OwnShip(msgspec.Struct, frozen=True):
    """A ship of one's own; ``mending`` hits are still to be made good."""

    name: str
    rate: str
    crew: int
    full_crew: int
    hull: int
    full_hull: int
    cargo: int
    hired: bool
    mending: int
    away: bool


class VoyageView(msgspec.Struct, frozen=True):
    """A voyage of one's own fleet: the way ahead, and when it should be over (ms)."""

    to: Place
    way: tuple[Place, ...]
    halted: bool
    arrives: GameMs | None


class OwnFleet(msgspec.Struct, frozen=True):
    """A fleet of the person's.

    ``exact`` says that the person is with it, and everything is as it is; otherwise place and ships
    are as last heard, of ``as_of`` (game ms), and the rest is not known.
    """

    id: str
    name: str
    leader: Person
    exact: bool
    as_of: GameMs | None
    place: Place
    ships: tuple[OwnShip, ...] = ()
    roster: tuple[tuple[str, str], ...] = ()
    morale: int = 0
    resting: int = 0
    chest: int = 0
    cargo: int = 0
    room: int = 0
    armies: tuple[str, ...] = ()
    daily_cost: int = 0
    guns: int = 0
    damage: int = 0
    km_per_day: int = 0
    loading: tuple[str, ...] = ()
    meeting: bool = False
    hits: int = 0
    blockading: str = ""
    out_of_hand: bool = False
    voyage: VoyageView | None = None
    listed: tuple[ListedOrder, ...] = ()
    list_running: str = ""


class SeenFleet(msgspec.Struct, frozen=True):
    """Another's fleet as it was last seen or reported; ``at`` is None while it is in sight."""

    id: str
    name: str
    faction: str
    leader: Person
    place: Place
    at: GameMs | None
    source: str
    ships: tuple[tuple[str, str], ...]
    guns: int
    activity: str
    heading: str
