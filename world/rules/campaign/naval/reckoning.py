"""What each side brings to a naval battle: who rolls, and every modifier (C-NAV-M, C-NAV-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from world.param import Params
from world.rules.campaign.naval import figures
from world.rules.campaign.nouns.commander import (
    CRUSADER,
    EMPTY_FAITH,
    Commander,
    has_trait,
    leader_of,
)
from world.rules.campaign.nouns.encounter import Flag, SeaBattle
from world.rules.campaign.nouns.fleet import Fleet, cannon, full_crew
from world.rules.campaign.nouns.rounding import steps
from world.rules.campaign.nouns.seafaring import figure
from world.rules.campaign.nouns.sky import weather_at
from world.state import World

_WORDS = {"surprise": "surprise", "rough": "rough seas", "sick": "sick or exhausted"}
_BONUSES = {
    "surprise": figures.SURPRISE,
    "rough": figures.ROUGH,
    "sick": figures.SICK,
}


class Modifier(msgspec.Struct, frozen=True):
    """One modifier of a roll, in words."""

    words: str
    value: int


class Squadron(msgspec.Struct, frozen=True):
    """Those who roll together: a commander's fleet, and the captains who share his fate.

    ``fleet`` is the commander's, or the one with most guns where captains are by themselves.
    """

    fleet: Fleet
    shares: tuple[Fleet, ...]
    side: int
    led: bool
    modifiers: tuple[Modifier, ...] = ()

    @property
    def bonus(self) -> int:
        """What is added to its throw."""
        return sum(modifier.value for modifier in self.modifiers)


def gun_bonus(params: Params, one: int, other: int) -> int:
    """What a side's guns add to its total against the other's (C-NAV-M1)."""
    if one <= other:
        return 0
    against = other or max(1, params[figures.ZERO_OPPONENT])
    more = max(0, steps(params, Fraction(one - against, against)))
    bonus = more * params[figures.CANNON_PER_100]
    cap = params[figures.CANNON_CAP]
    return min(bonus, int(cap)) if cap.isdecimal() else bonus


def trait(world: World, fleet: Fleet, name: str) -> bool:
    """Whether a fleet's commander has a trait that holds at sea (C-NAV-M/c)."""
    return world.params[figures.TRAITS] and has_trait(world, fleet.leader, name)  # type: ignore[arg-type]


def squadrons(
    world: World, battle: SeaBattle, fleets: Mapping[str, Fleet], flags: Mapping[str, Flag]
) -> tuple[Squadron, ...]:
    """Everybody who rolls, with every modifier, in the order of their fleets' ids."""
    sides = tuple(
        tuple(fleets[fleet] for fleet in line.fleets if fleet in fleets) for line in battle.sides
    )
    units = [unit for n, side in enumerate(sides) for unit in _units(world, side, n)]
    spirits = [_spirit(world, unit, flags) for unit in units]
    found = []
    for unit, spirit in zip(units, spirits, strict=True):
        enemies = [other for other in units if other.side != unit.side]
        against = [s for other, s in zip(units, spirits, strict=True) if other.side != unit.side]
        modifiers = [
            _guns(world, sides[unit.side], sides[1 - unit.side]),
            *_morale(world, spirit, against),
            *_own(world, battle, unit, flags.get(unit.fleet.id)),
            *_faith(world, unit, enemies),
        ]
        found.append(
            msgspec.structs.replace(unit, modifiers=tuple(each for each in modifiers if each.value))
        )
    return tuple(sorted(found, key=lambda unit: unit.fleet.id))


def _units(world: World, side: Sequence[Fleet], number: int) -> list[Squadron]:
    """Who rolls: every commander; captains share the roll of the strongest (C-MULTI-03/a)."""
    if not side:
        return []
    led = [fleet for fleet in side if leader_of(world, fleet.leader) is not None]
    others = [fleet for fleet in side if fleet not in led]
    if figure(world, "multi.captains_roll", default="with_commander") == "each":
        return [Squadron(fleet, (fleet,), number, fleet in led) for fleet in side]
    strongest = min(led or others, key=lambda fleet: (-cannon(world, fleet), fleet.id))
    units = [
        Squadron(fleet, (fleet, *others) if fleet is strongest else (fleet,), number, led=True)
        for fleet in led
    ]
    return units or [Squadron(strongest, tuple(others), number, led=False)]


def _spirit(world: World, unit: Squadron, flags: Mapping[str, Flag]) -> Fraction:
    """The morale a squadron fights with: its commander's fleet's, or the mean of captains'."""
    early = figure(world, "battle.morale_snapshot", default="") == "at_meeting"

    def of(fleet: Fleet) -> int:
        flag = flags.get(fleet.id)
        return flag.morale if early and flag is not None and flag.morale >= 0 else fleet.morale

    if unit.led:
        return Fraction(of(unit.fleet))
    hands = sum(fleet.crew for fleet in unit.shares)
    return Fraction(sum(of(f) * f.crew for f in unit.shares), max(1, hands))


def _guns(world: World, ours: Sequence[Fleet], theirs: Sequence[Fleet]) -> Modifier:
    """Guns, on the totals of both sides (C-NAV-M1, C-NAV-10)."""
    mine, foes = (sum(cannon(world, fleet) for fleet in side) for side in (ours, theirs))
    return Modifier("guns", gun_bonus(world.params, mine, foes))


def _morale(world: World, mine: Fraction, theirs: Sequence[Fraction]) -> list[Modifier]:
    highest = figure(world, "multi.morale_reference", default="highest_enemy") == "highest_enemy"
    pick = max if highest else min
    more = mine - pick(theirs, default=mine)
    if more <= 0:
        return []
    points = steps(world.params, more) * world.params[figures.MORALE_PER_POINT]
    return [Modifier("morale", points)]


def found_of(world: World, battle: SeaBattle, fleet: Fleet, flag: Flag | None) -> set[str]:
    """What is found of a fleet, before the referee says otherwise (the defaults of C-NAV-M)."""
    common = figure(world, "battle.common_maluses", default="both")
    side = battle.side_of(fleet.id)
    attacks = side is not None and battle.sides[side].attacks
    hit = common == "both" or (common == "attackers" and attacks)
    holds = {
        "surprise": flag is not None and flag.unseen,
        "rough": hit and weather_at(world, battle.place).condition != "fair",
    }
    return {what for what, true in holds.items() if true}


def _own(world: World, battle: SeaBattle, unit: Squadron, flag: Flag | None) -> list[Modifier]:
    """What is reckoned fleet by fleet (C-NAV-M3 to C-NAV-M8)."""
    params, fleet = world.params, unit.fleet
    holds = found_of(world, battle, fleet, flag)
    for ruling in battle.rulings:
        if ruling.fleet == fleet.id:
            (holds.add if ruling.holds else holds.discard)(ruling.what)
    found = [
        Modifier(_WORDS[what], params[bonus]) for what, bonus in _BONUSES.items() if what in holds
    ]
    if fleet.crew < full_crew(world, fleet) * params[figures.UNDERCREWED_FRACTION]:
        found.append(Modifier("too few hands", params[figures.UNDERCREWED]))
    points = next((worth.points for worth in battle.worth if worth.fleet == fleet.id), 0)
    return [*found, Modifier("good tactics" if points > 0 else "bad tactics", points)]


def _faith(world: World, unit: Squadron, enemies: Sequence[Squadron]) -> list[Modifier]:
    """A Crusader against fleets led by commanders of another faith (C-TRAIT-04)."""
    mine = leader_of(world, unit.fleet.leader)
    if mine is None or not trait(world, unit.fleet, "crusader"):
        return []
    for enemy in enemies:
        theirs = leader_of(world, enemy.fleet.leader)
        if theirs is not None and _differ(world.params, mine, theirs):
            return [Modifier("a crusade", world.params[CRUSADER])]
    return []


def _differ(params: Params, one: Commander, other: Commander) -> bool:
    if not one.faith and not other.faith:
        return not params[EMPTY_FAITH]
    return one.faith.casefold() != other.faith.casefold()
