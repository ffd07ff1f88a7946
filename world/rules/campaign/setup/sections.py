"""The sections of a scenario that belong to the campaign rules (docs/scenario-format.md)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from world.rules.campaign.nouns.army import Kind, Special
from world.rules.campaign.nouns.commander import Trait


class FactionSection(msgspec.Struct, frozen=True):
    """A side: its name, and the commander who declares war and alliance.

    ``rules`` are its own, in words; ``uniform`` and ``hat`` what its troops wear if not said.
    """

    name: str
    head: str = ""
    rules: str = ""
    uniform: str = ""
    hat: str = ""
    line: int = 0


class AbilitiesSection(msgspec.Struct, frozen=True):
    """The five abilities of a commander; what is not said is 0."""

    shock: int = 0
    manoeuvre: int = 0
    artillery: int = 0
    reconnaissance: int = 0
    tomfoolery: int = 0
    line: int = 0


class CommanderSection(msgspec.Struct, frozen=True):
    """A commander: ``at`` is where he is if he leads no army; ``npc`` that nobody plays him.

    ``temperament`` is what somebody nobody plays is like (C-NPC-01).  A place that is ``offered``
    waits for a player to say who he is (O-ENROL).
    """

    name: str
    faction: str = ""
    traits: tuple[Trait, ...] = ()
    at: str = ""
    npc: bool = False
    temperament: str = ""
    purse: int = 0
    faith: str = ""
    age: int = 0
    gender: str = ""
    offered: bool = False
    books: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    abilities: AbilitiesSection = AbilitiesSection()
    line: int = 0


class DetachmentSection(msgspec.Struct, frozen=True):
    """A detachment; artillery may have ``six_pounders`` and ``eighteen_pounders``.

    ``sort`` is a faction's own word for what it is; ``books`` are those of a wizard's spells,
    ``spells`` what he has in his head.
    """

    name: str
    soldiers: int
    kind: Kind = "infantry"
    special: Special = ""
    wagons: int = 0
    six_pounders: int = 0
    eighteen_pounders: int = 0
    uniform: str = ""
    hat: str = ""
    sort: str = ""
    books: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    line: int = 0


class EnginesSection(msgspec.Struct, frozen=True):
    """Sets of siege engines an army has: standing ready, and packed on wagons."""

    ready: int = 0
    packed: int = 0
    line: int = 0


class ArmySection(msgspec.Struct, frozen=True):
    """An army: under its ``commander``, or under a captain of its ``owner``.

    Without ``supplies`` it begins with all it can carry; ``chest`` is what a captain keeps;
    ``aboard`` is the fleet that carries it.
    """

    name: str
    at: str
    detachments: tuple[DetachmentSection, ...]
    commander: str = ""
    owner: str = ""
    faction: str = ""
    supplies: int | None = None
    chest: int = 0
    morale: int | None = None
    resting: int | None = None
    extra_followers: int = 0
    inside: bool = False
    aboard: str = ""
    engines: EnginesSection = EnginesSection()
    line: int = 0


class ShipClassSection(msgspec.Struct, frozen=True):
    """A class of ships beside those of the rules (C-SHIP-C)."""

    name: str
    value: int
    cannon: int
    speed: int
    crew: int
    hull: int
    capacity: int
    of_the_line: bool = False
    line: int = 0


class ShipSection(msgspec.Struct, frozen=True):
    """A ship of a fleet; without ``crew`` and ``hull`` she has all that her class has."""

    name: str
    rate: str
    crew: int | None = None
    hull: int | None = None
    cargo: int = 0
    hired: bool = False
    line: int = 0


class FleetSection(msgspec.Struct, frozen=True):
    """A fleet: under its ``commander``, or under a captain of its ``owner``."""

    name: str
    at: str
    ships: tuple[ShipSection, ...]
    commander: str = ""
    owner: str = ""
    faction: str = ""
    chest: int = 0
    morale: int | None = None
    line: int = 0


class GarrisonSection(msgspec.Struct, frozen=True):
    """A standing garrison, where it is not the usual one of its kind of place."""

    infantry: int = 0
    cavalry: int = 0
    line: int = 0


class CompanySection(msgspec.Struct, frozen=True):
    """An army that is a company of mercenaries; what it asks for each soldier, if not the usual."""

    infantry: int | None = None
    cavalry: int | None = None
    artillery: int | None = None
    line: int = 0


class StrongholdSection(msgspec.Struct, frozen=True):
    """The state of a stronghold of the map: who holds it, who is in it, how it stands."""

    holder: str = ""
    faction: str = ""
    garrison: GarrisonSection | None = None
    threshold: int | None = None
    defence: int | None = None
    stores: int = 0
    chest: int = 0
    loot: int | None = None
    line: int = 0


class StanceSection(msgspec.Struct, frozen=True):
    """War or alliance between two factions from the beginning."""

    between: tuple[str, ...]
    stance: Literal["war", "alliance"]
    line: int = 0


class SiegeSection(msgspec.Struct, frozen=True):
    """A siege that is in its ``day``-th day when the campaign begins."""

    stronghold: str
    armies: tuple[str, ...]
    day: int = 1
    plan: str = ""
    line: int = 0


class SightingSection(msgspec.Struct, frozen=True):
    """What a commander has heard of an army or a fleet before the campaign begins."""

    who: str
    army: str = ""
    fleet: str = ""
    at: str = ""
    hours_ago: int = 0
    source: str = ""
    line: int = 0


class SemaphoreSection(msgspec.Struct, frozen=True):
    """A semaphore line of the map: whose it is, a faction or a commander, and its own pace.

    Enemies of its owner are not served; without one it serves everybody.
    """

    owner: str = ""
    symbol_ms: int | None = None
    hop_ms: int | None = None
    line: int = 0


class Setup(msgspec.Struct, frozen=True):
    """All sections of a scenario, by id, in the order of the ids."""

    factions: dict[str, FactionSection] = {}
    commanders: dict[str, CommanderSection] = {}
    armies: dict[str, ArmySection] = {}
    strongholds: dict[str, StrongholdSection] = {}
    stances: tuple[StanceSection, ...] = ()
    sieges: tuple[SiegeSection, ...] = ()
    sightings: tuple[SightingSection, ...] = ()
    semaphores: dict[str, SemaphoreSection] = {}
    fleets: dict[str, FleetSection] = {}
    ship_classes: dict[str, ShipClassSection] = {}
    companies: dict[str, CompanySection] = {}
    weather: Literal["fair", "bad", "very bad"] = "fair"


MAPPINGS: dict[str, type[Any]] = {
    "factions": FactionSection,
    "commanders": CommanderSection,
    "armies": ArmySection,
    "strongholds": StrongholdSection,
    "fleets": FleetSection,
    "ship_classes": ShipClassSection,
    "companies": CompanySection,
    "semaphores": SemaphoreSection,
}
LISTS: dict[str, type[Any]] = {
    "stances": StanceSection,
    "sieges": SiegeSection,
    "sightings": SightingSection,
}
