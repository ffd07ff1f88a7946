"""Blockades: what shuts a place in from the sea, and what it takes to storm it (C-BLK).

And ships off a battlefield, which keep out of it unless the rules are set so (C-BAT-06).
"""

from __future__ import annotations

from collections.abc import Sequence

from world.errors import Refused
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.fleet import Fleet, cannon, fleets_at
from world.rules.campaign.nouns.ship import can_sail, rate_of
from world.rules.campaign.nouns.siege import Siege, siege_of
from world.state import World

chapter = Chapter("blockading", "What a blockade takes")

LINE_SHIPS = chapter.param(
    "blockade.min_line_ships",
    1,
    "ship of the line, First- or Third-rate",
    "C-BLK-01",
    "that a blockading fleet needs",
)
MIN_INFANTRY = chapter.param(
    "blockade.assault_min_infantry",
    1,
    "infantry detachment",
    "C-BLK-02",
    "that must have landed for an assault from the sea",
)
SHIP_GUNS = chapter.param(
    "blockade.ship_guns_in_assault",
    False,
    "bool",
    "C-BLK-02",
    "whether the guns of blockading ships count in an assault",
)
SHORE = chapter.param(
    "battle.shore_bombardment",
    False,
    "bool",
    "C-BAT-06",
    "whether the guns of ships that lie in the hex count in a battle on land",
)
PORT_OPEN = chapter.param(
    "siege.port_open_without_blockade",
    True,
    "bool",
    "C-SIEGE-07",
    "whether ships get into a coastal stronghold that is besieged by land alone",
)


def line_ships(world: World, fleet: Fleet) -> int:
    """Ships of the line that a fleet has with it, manned to sail (C-BLK-01)."""
    return sum(rate_of(world, s).line and can_sail(world, s) for s in fleet.present)


def can_blockade(world: World, fleet: Fleet) -> bool:
    """Whether a fleet can shut a place in."""
    return line_ships(world, fleet) >= world.params[LINE_SHIPS]


def foot_of(army: Army) -> int:
    """Infantry detachments that are with an army."""
    return sum(d.kind == "infantry" and d.soldiers > 0 for d in army.present)


def enough_landed(world: World, siege: Siege) -> bool:
    """Whether enough infantry lies before a blockaded place for what is done on foot (C-BLK-02)."""
    armies = (world.find(Army, each) for each in siege.armies)
    foot = sum(foot_of(army) for army in armies if army is not None)
    return foot >= world.params[MIN_INFANTRY]


def no_infantry(name: str) -> Refused:
    """Nobody has landed who could storm walls or take a place over (C-BLK-02)."""
    return Refused(
        "E-BLK-NO-INFANTRY",
        f"No infantry lies before the place that is blockaded; {name} begins nothing. Land some"
        " first (disembark).",
    )


def blockading_guns(world: World, place: str) -> int:
    """Guns of the ships before a place that count in an assault upon it: none, as a rule."""
    siege = siege_of(world, place)
    if siege is None or not world.params[SHIP_GUNS]:
        return 0
    fleets = (world.find(Fleet, each) for each in siege.fleets)
    return sum(cannon(world, fleet) for fleet in fleets if fleet is not None)


def guns_from_sea(world: World, place: str, side: Sequence[Army], other: Sequence[Army]) -> int:
    """Guns of the ships off a battlefield that help a side: none, as a rule (C-BAT-06/a).

    A fleet helps whom it is friendly with, if it is not friendly with both.
    """
    if not world.params[SHORE]:
        return 0

    def stands_by(faction: str, armies: Sequence[Army]) -> bool:
        return any(friendly(world, faction, army.faction) for army in armies)

    return sum(
        cannon(world, fleet)
        for fleet in fleets_at(world, place)
        if fleet.disorder is None
        and stands_by(fleet.faction, side)
        and not stands_by(fleet.faction, other)
    )
