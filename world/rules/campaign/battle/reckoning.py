"""What each side brings to a battle: who rolls, and every modifier (C-BAT-M, C-MULTI-02, -03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from world.param import Params
from world.rules.campaign.battle import figures
from world.rules.campaign.nouns.army import Army, exclusively
from world.rules.campaign.nouns.battle import Battle
from world.rules.campaign.nouns.blockade import blockading_guns, guns_from_sea
from world.rules.campaign.nouns.commander import (
    CRUSADER,
    DEFENSIVE_ENGINEER,
    EMPTY_FAITH,
    Commander,
    has_trait,
    leader_of,
)
from world.rules.campaign.nouns.formation import caught_at, exhausted
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.guns import assault_bonus, gun_bonus, guns_in_battle
from world.rules.campaign.nouns.meeting import Party
from world.rules.campaign.nouns.provisions import daily_need
from world.rules.campaign.nouns.rounding import steps
from world.rules.campaign.nouns.sky import weather_at
from world.rules.campaign.nouns.strength import numbers_bonus, strength
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import commander_inside
from world.state import World

_WORDS = {
    "chosen": "chosen ground",
    "surprise": "surprise",
    "terrain": "favourable ground",
    "rough": "rough ground",
    "sick": "sick or exhausted",
    "weather": "bad weather",
    "formation": "out of formation",
}
#: What the ground gives; walls stand for it in an assault (C-ASLT-01/a).
_GROUND = ("chosen", "terrain", "rough")


class Modifier(msgspec.Struct, frozen=True):
    """One modifier of a roll, in words."""

    words: str
    value: int


class Unit(msgspec.Struct, frozen=True):
    """Those who roll together: a commander's army, and the captains who share his fate.

    ``army`` is the commander's, or the strongest where captains are by themselves.
    """

    army: Army
    shares: tuple[Army, ...]
    side: int
    led: bool
    modifiers: tuple[Modifier, ...] = ()

    @property
    def bonus(self) -> int:
        """What is added to its throw."""
        return sum(modifier.value for modifier in self.modifiers)


def lineup(
    world: World, battle: Battle, forces: Mapping[str, Army], parties: Mapping[str, Party], now: int
) -> tuple[Unit, ...]:
    """Everybody who rolls, with every modifier, in the order of their armies' ids.

    ``forces`` are those who are there to fight, by id; what the moment of the meeting told of them
    stands in their ``parties``.
    """
    sides = tuple(
        tuple(forces[army] for army in side.armies if army in forces) for side in battle.sides
    )
    units = [unit for n, side in enumerate(sides) for unit in _units(world, side, n)]
    spirits = [_spirit(world.params, unit, parties) for unit in units]
    joint = {n: _joint(world, battle, sides[n], sides[1 - n]) for n in {u.side for u in units}}
    found = []
    for unit, spirit in zip(units, spirits, strict=True):
        enemies = [other for other in units if other.side != unit.side]
        against = [s for other, s in zip(units, spirits, strict=True) if other.side != unit.side]
        modifiers = [
            *joint[unit.side],
            *_morale(world.params, spirit, against),
            *_own(world, battle, unit, parties.get(unit.army.id), now),
            *_faith(world, unit, enemies),
            *_walls(world, battle, unit),
        ]
        found.append(
            msgspec.structs.replace(unit, modifiers=tuple(each for each in modifiers if each.value))
        )
    return tuple(sorted(found, key=lambda unit: unit.army.id))


def _units(world: World, side: Sequence[Army], number: int) -> list[Unit]:
    """Who rolls: every commander; captains share the roll of the strongest (C-MULTI-03/a)."""
    if not side:
        return []
    led = [army for army in side if leader_of(world, army.leader) is not None]
    others = [army for army in side if army not in led]
    if world.params[figures.CAPTAINS_ROLL] == "each":
        return [Unit(army, (army,), number, army in led) for army in side]
    strongest = min(led or others, key=lambda army: (-strength(world.params, army), army.id))
    units = [
        Unit(army, (army, *others) if army is strongest else (army,), number, led=True)
        for army in led
    ]
    return units or [Unit(strongest, tuple(others), number, led=False)]


def _spirit(params: Params, unit: Unit, parties: Mapping[str, Party]) -> Fraction:
    """The morale a unit fights with: its commander's army's, or the mean of captains' armies."""

    def of(army: Army) -> int:
        party = parties.get(army.id)
        early = params[figures.SNAPSHOT] == "at_meeting"
        return party.morale if early and party is not None and party.morale >= 0 else army.morale

    if unit.led:
        return Fraction(of(unit.army))
    men = sum(army.soldiers for army in unit.shares)
    return Fraction(sum(of(a) * a.soldiers for a in unit.shares), max(1, men))


def _joint(
    world: World, battle: Battle, ours: Sequence[Army], theirs: Sequence[Army]
) -> list[Modifier]:
    """Numbers and guns, on the totals of both sides (C-MULTI-02)."""
    params = world.params
    assault = battle.sort == "assault"
    men, foes = (
        sum(strength(params, army, assault=assault) for army in side) for side in (ours, theirs)
    )
    guns, enemy_guns = (
        sum(guns_in_battle(world, army) for army in side) for side in (ours, theirs)
    )
    if assault:
        ships = blockading_guns(world, battle.place)
        storming = any(army.id in battle.sides[0].armies for army in ours)
        guns, enemy_guns = (guns + ships, enemy_guns) if storming else (guns, enemy_guns + ships)
    else:
        guns += guns_from_sea(world, battle.place, ours, theirs)
        enemy_guns += guns_from_sea(world, battle.place, theirs, ours)
    return [
        Modifier("numbers", numbers_bonus(params, men, foes)),
        Modifier("guns", gun_bonus(params, guns, enemy_guns)),
    ]


def _morale(params: Params, mine: Fraction, theirs: Sequence[Fraction]) -> list[Modifier]:
    pick = max if params[figures.MORALE_REFERENCE] == "highest_enemy" else min
    more = mine - pick(theirs, default=mine)
    if more <= 0:
        return []
    return [Modifier("morale", steps(params, more) * params[figures.MORALE_PER_POINT])]


def found_of(world: World, battle: Battle, army: Army, party: Party | None, now: int) -> set[str]:
    """What is found of an army, before the referee says otherwise (the defaults of C-BAT-M)."""
    params, ground = world.params, scene(world)
    common = params[figures.COMMON]
    side = battle.side_of(army.id)
    attacks = side is not None and battle.sides[side].attacks
    hit = common == "both" or (common == "attackers" and attacks)
    rough = ground.atlas.is_rough(ground.hex(battle.place))
    caught = party.caught if party is not None and party.caught else caught_at(world, army, now)
    holds = {
        "chosen": party is not None and party.chosen,
        "surprise": party is not None and party.unseen,
        "rough": hit and rough and not exclusively(world, army, "skirmishers"),
        "sick": exhausted(world, army, now),
        "weather": hit and weather_at(world, battle.place).condition != "fair",
        "formation": bool(caught) and not (party is not None and party.formed),
    }
    return {what for what, true in holds.items() if true}


def _own(world: World, battle: Battle, unit: Unit, party: Party | None, now: int) -> list[Modifier]:
    """What is reckoned army by army (C-BAT-M04 to C-BAT-M13)."""
    params, army = world.params, unit.army
    holds = found_of(world, battle, army, party, now)
    for ruling in battle.rulings:
        if ruling.army == army.id:
            (holds.add if ruling.holds else holds.discard)(ruling.what)
    if battle.sort == "assault" and not params[figures.GROUND_MODIFIERS]:
        holds.difference_update(_GROUND)
    found = [
        Modifier(_WORDS[what], params[bonus])
        for what, bonus in figures.BONUSES.items()
        if what in holds
    ]
    # A garrison eats from its place (C-STR-02/a).
    need = 0 if army.id == battle.stronghold else daily_need(world, army)
    if army.supplies < need * params[figures.UNDERSUPPLIED_DAYS]:
        found.append(Modifier("short of supplies", params[figures.UNDERSUPPLIED]))
    points = next((worth.points for worth in battle.worth if worth.army == army.id), 0)
    return [*found, Modifier("good tactics" if points > 0 else "bad tactics", points)]


def _faith(world: World, unit: Unit, enemies: Sequence[Unit]) -> list[Modifier]:
    """A Crusader against armies led by commanders of another faith (C-TRAIT-04, C-BAT-M14)."""
    mine = leader_of(world, unit.army.leader)
    if mine is None or not has_trait(world, mine.id, "crusader"):
        return []
    for enemy in enemies:
        theirs = leader_of(world, enemy.army.leader)
        if theirs is not None and _differ(world.params, mine, theirs):
            return [Modifier("a crusade", world.params[CRUSADER])]
    return []


def _differ(params: Params, one: Commander, other: Commander) -> bool:
    if not one.faith and not other.faith:
        return not params[EMPTY_FAITH]
    return one.faith.casefold() != other.faith.casefold()


def _walls(world: World, battle: Battle, unit: Unit) -> list[Modifier]:
    """The handicap of those who storm walls, and what the walls give (C-ASLT-02 to C-ASLT-04)."""
    if battle.sort != "assault":
        return []
    params = world.params
    stronghold = world.get(Stronghold, battle.stronghold)
    if unit.side == 0:
        siege_guns = assault_bonus(world, unit.shares)
        return [
            Modifier("storming walls", params[figures.ATTACKER_MALUS]),
            Modifier("siege guns", siege_guns),
        ]
    if stronghold.gates_open:
        return [Modifier("open gates", params[figures.OPEN_GATES])]
    found = [Modifier("walls", stronghold.defence)]
    inside = commander_inside(world, stronghold)
    if inside is not None and has_trait(world, inside.id, "defensive engineer"):
        found.append(Modifier("a defensive engineer", params[DEFENSIVE_ENGINEER]))
    return found
