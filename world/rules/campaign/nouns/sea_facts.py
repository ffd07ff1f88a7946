"""What chapters of the campaign rules announce to one another about fleets."""

from __future__ import annotations

from world.fact import Fact


class FleetEntered(Fact, frozen=True, tag="fleet_entered"):
    """A fleet has come into a hex."""

    fleet: str
    place: str
    came_from: str
    night: bool


class FleetSetSail(Fact, frozen=True, tag="fleet_set_sail"):
    """A fleet leaves the hex in which it lay."""

    fleet: str
    place: str


class FleetFormed(Fact, frozen=True, tag="fleet_formed"):
    """A fleet has come into being where there was none: bought, or a part of another."""

    fleet: str
    place: str


class FleetGone(Fact, frozen=True, tag="fleet_gone"):
    """A fleet is no more; ``place`` is where it lay last."""

    fleet: str
    place: str
    faction: str
    leader: str


class ShipsChanged(Fact, frozen=True, tag="ships_changed"):
    """A fleet has other ships, hands or guns than before."""

    fleet: str
    why: str


class ShipGone(Fact, frozen=True, tag="ship_gone"):
    """A ship has gone down, or struck to the fleet ``to``, with everybody aboard (C-SHIP-08)."""

    fleet: str
    ship: str
    to: str = ""


class SpiritMoves(Fact, frozen=True, tag="spirit_moves"):
    """Something raises or lowers a fleet's morale (C-SHIP-09)."""

    fleet: str
    by: int
    why: str


class TroopsLanded(Fact, frozen=True, tag="troops_landed"):
    """An army is ashore from a fleet: in the open, or inside a stronghold."""

    army: str
    fleet: str
    place: str


class FleetsMet(Fact, frozen=True, tag="fleets_met"):
    """Hostile fleets have met (C-NAV-01); voyages of those in it stand still."""

    encounter: str
    place: str
    fleets: tuple[str, ...]


class SeaBattleJoined(Fact, frozen=True, tag="sea_battle_joined"):
    """Every plan of a meeting of fleets is in and somebody attacks; as :class:`BattleJoined`."""

    encounter: str
    place: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    swift: bool = False


class EncounterOver(Fact, frozen=True, tag="encounter_over"):
    """A meeting of fleets in which somebody was to attack comes to nothing after all."""

    encounter: str


class SeaBattleFought(Fact, frozen=True, tag="sea_battle_fought"):
    """A naval battle is over; ``winners`` is empty after a drawn one (C-NAV-02)."""

    place: str
    encounter: str
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    attackers: tuple[str, ...]
    attacked: tuple[str, ...]


class FleetFree(Fact, frozen=True, tag="fleet_free"):
    """A meeting no longer holds a fleet up; ``barred`` says that it cannot go on as it meant to."""

    fleet: str
    barred: bool = False


class FleetFallsBack(Fact, frozen=True, tag="fleet_falls_back"):
    """A fleet goes back along a way at once (C-NAV-07); the last hex is where it ends."""

    fleet: str
    path: tuple[str, ...]


class FleetFlees(Fact, frozen=True, tag="fleet_flees"):
    """A routed fleet flees along a way as fast as it sails (C-NAV-08)."""

    fleet: str
    path: tuple[str, ...]


class FleetAtLeisure(Fact, frozen=True, tag="fleet_at_leisure"):
    """A fleet has done with something it was at: a voyage, its boats' work, a ship in the yard."""

    fleet: str


class EnemyFleetPlaced(Fact, frozen=True, tag="enemy_fleet_placed"):
    """A person or office learns where a hostile fleet is.

    ``was`` is where it was in his sight before, '' if it was not.
    """

    observer: str
    enemy: str
    was: str = ""


class FleetSighted(Fact, frozen=True, tag="fleet_sighted"):
    """Lookouts of a fleet, or eyes on land (''), have come in sight of a hostile fleet."""

    fleet: str
    observer: str
    enemy: str


class UnexpectedAtSea(Fact, frozen=True, tag="unexpected_at_sea"):
    """Something a captain did not look for has happened to his fleet (C-CAP-02)."""

    fleet: str
    what: str
    words: str
    enemy: str = ""


class CaptainHeavesTo(Fact, frozen=True, tag="captain_heaves_to"):
    """A captain who was surprised ends his voyage where he is, and waits for orders (C-CAP-02)."""

    fleet: str


class FlightOver(Fact, frozen=True, tag="flight_over"):
    """A fleet that fled has gone as far as it will, or can go no farther (C-NAV-08)."""

    fleet: str


class FleetLeaderChanged(Fact, frozen=True, tag="fleet_leader_changed"):
    """A fleet is led by somebody else than before; '' for a captain."""

    fleet: str
    was: str
    now: str


class HeavesTo(Fact, frozen=True, tag="heaves_to"):
    """A fleet is told to lie still: its voyage ends, and what its boats do is broken off."""

    fleet: str


class FleetBeaten(Fact, frozen=True, tag="fleet_beaten"):
    """A fleet has lost a battle; what it does now is the chapter on flight's (C-NAV-07).

    Attributes:
        place: where it was beaten; ``victors`` the fleets that hold the hex.
        retreats: whether it first goes back; ``tested`` whether its morale is put to the test.
    """

    fleet: str
    place: str
    victors: tuple[str, ...]
    retreats: bool = True
    tested: bool = True


class CrewsCheck(Fact, frozen=True, tag="crews_check"):
    """Every ship of a fleet is put to the test for herself (C-SHIP-10)."""

    fleet: str
    why: str


class YieldsToFleet(Fact, frozen=True, tag="yields_to_fleet"):
    """A place that ships alone shut in would yield; somebody has to land to take it over."""

    siege: str
    terms: bool


class BlockadeLeft(Fact, frozen=True, tag="blockade_left"):
    """Nobody lies before a besieged place any more, on land or at sea."""

    siege: str
    why: str
