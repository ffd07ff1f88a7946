"""Armies and their detachments, and what can be counted of them (C-ARMY, C-DET, C-COL-01)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.param import Param
from world.rules.campaign.nouns.commander import (
    LOGISTICIAN_COLUMN,
    SPARTAN,
    SPARTAN_GAIN,
    SPARTAN_HELPERS,
    has_trait,
)
from world.rules.campaign.nouns.headcount import headcount
from world.rules.campaign.nouns.marching import Disorder, March, MarchDay, Offset
from world.rules.campaign.nouns.ratio import ZERO, Ratio
from world.rules.campaign.nouns.rounding import ROUND_PEOPLE, rounded
from world.state import World

chapter = Chapter("armies", "Armies, detachments, followers, length of columns")

MIN_SOLDIERS = chapter.param(
    "army.min_soldiers", 100, "soldiers", "C-ARMY-02", "the smallest army that can be formed"
)
NC_RATE = chapter.param("army.nc_rate", 25, "% of S", "C-ARMY-03", "followers of an army")
NC_PER_CANNON = chapter.param(
    "army.nc_per_cannon", 10, "NC per cannon", "C-ARMY-03", "makers of powder and shot"
)
SKIRMISHER_NC_RATE = chapter.param(
    "skirmisher.nc_rate", 10, "% of S", "C-SPEC-04", "followers of skirmishers alone"
)
FOOT_PER_KM = chapter.param(
    "column.foot_per_km",
    3000,
    "persons per km",
    "C-COL-01",
    "men and followers on foot in a kilometre of column",
)
CAVALRY_PER_KM = chapter.param(
    "column.cavalry_per_km", 1250, "cavalry per km", "C-COL-01", "horsemen in a kilometre of column"
)
WHEELS_PER_KM = chapter.param(
    "column.wheels_per_km",
    30,
    "wagons and guns per km",
    "C-COL-01",
    "wagons and guns in a kilometre of column",
)
ARTILLERISTS_AS = chapter.param(
    "column.artillerists_as",
    "foot",
    "kind",
    "C-COL-01",
    "whether gunners walk or ride in the column",
    choices=("foot", "cavalry"),
)

EXCLUSIVE_IGNORES: Param[tuple[str, ...]] = chapter.param(
    "army.exclusive_ignores",
    ("noncombatants", "wizards"),
    "list",
    "C-ARMY-07",
    "who may be with an army that is exclusively cavalry or skirmishers; wagons, too, if named",
)

Kind = Literal["infantry", "cavalry", "artillery"]
Special = Literal["", "skirmishers", "grenadiers", "lancers", "wizard"]


# An army is counted at every turn: the hash by which the count is found is kept with each.
class Detachment(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """Soldiers of one kind, indivisible (C-DET-01, C-DET-02).

    ``wagons`` and guns (``six``- and ``eighteen``-pounders) are attached to it; ``away`` says that
    it straggles and takes no part in anything until it comes back (C-MOR-08).  ``sort`` is a
    faction's own word for it (C-DET-06); ``hat`` goes with the uniform (C-DET-04), ``honours`` are
    the titles and medals of its history, won in so many ``victories`` (C-DET-05).  A wizard has
    the ``books`` of the spells he can learn, and the ``spells`` in his head (C-WIZ-02).
    """

    name: str
    kind: Kind
    soldiers: int
    special: Special = ""
    wagons: int = 0
    six: int = 0
    eighteen: int = 0
    uniform: str = ""
    away: bool = False
    hat: str = ""
    honours: tuple[str, ...] = ()
    victories: int = 0
    sort: str = ""
    books: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()


class Engines(msgspec.Struct, frozen=True, gc=False):
    """Sets of siege engines: standing ready, packed on wagons, and one job in work (C-ENG).

    ``job`` ends with the event ``done``; ``sets`` is how many it concerns.
    """

    ready: int = 0
    packed: int = 0
    job: Literal["", "building", "taking apart", "putting together"] = ""
    sets: int = 0
    done: str = ""


Stand = Literal["", "attack", "hold", "let pass", "withdraw"]


class Plan(msgspec.Struct, frozen=True, gc=False):
    """What a commander means to do when he meets the enemy (O-BATTLE-PLAN, D-BAT-01).

    ``text``, ``objective`` and ``retreat`` are in his own words, for the referee.
    """

    stand: Stand = ""
    text: str = ""
    objective: str = ""
    retreat: str = ""


class Formation(msgspec.Struct, frozen=True, gc=False):
    """How an army marches and how it camps, in its commander's words (O-FORMATION, C-ARMY-06)."""

    march: str = ""
    camp: str = ""


class Doctrine(msgspec.Struct, frozen=True, gc=False):
    """What an army does while it has no orders (C-CAP-01, C-NPC-01).

    Attributes:
        act: it holds where it is, keeps to a stronghold, or goes where another army goes.
        whom: that stronghold or army; '' for the stronghold of its own hex.
        forage_under: it forages with food for fewer days than that; 0 for never.
        report_days: it reports every so many days; 0 for never.  ``report`` is the event.
        paused: whether a surprise keeps it from all but defence until it has orders (C-CAP-02).
    """

    act: Literal["hold", "defend", "follow"] = "hold"
    whom: str = ""
    forage_under: int = 0
    report_days: int = 0
    report: str = ""
    paused: bool = False


class Work(msgspec.Struct, frozen=True, gc=False):
    """A day's work of an army that stays where it is: foraging or torching (C-FOR-01, C-TOR-01).

    Attributes:
        hexes: those to be worked, in order; none for everything in reach.
        begins: the dawn (ms) at which it begins.
        event: what it waits for: its beginning, then its end.
        under_way: whether it has begun.
    """

    kind: Literal["forage", "torch"]
    hexes: tuple[str, ...]
    begins: int
    event: str
    under_way: bool = False


class Rest(msgspec.Struct, frozen=True, gc=False):
    """A rest of so many ``weeks`` from the dawn ``begins`` (ms) on, ``done`` of them over (C-REST).

    ``event`` is what it waits for: the end of the week that runs.
    """

    weeks: int
    begins: int
    event: str
    done: int = 0


class Army(Entity, frozen=True, tag="army"):
    """An army under one commander or a captain (C-ARMY-01, C-CAP-01).

    Attributes:
        leader: the commander who is with it; '' when a captain leads it.
        owner: the commander whose captain leads it, or the leader himself.
        place: label of its hex.
        supplies: its stock, from which it eats every dusk (C-SUP-01).
        hungry: days without food in a row (C-SUP-05).
        purses: doubloons in the soldiers' own purses; ``chest`` those that a captain keeps, where
            no commander's chest is with it (C-MON-01, C-BON-02).
        works: the day's work that runs and the one ordered for the next day; ``rest`` its rest.
        extra_nc: points of S by which followers exceed the base rate (C-ARMY-03).
        inside: the stronghold it is quartered in; '' in the open (C-STR-04).
        offset: where it stands between hexes, while it does not march.
        diary: the dates of the last weeks on which it marched.
        forced_days: forced dates since the last wear (C-MARCH-07); ``forced_last`` the latest.
        withdrew: game instant (ms) of its last withdrawal from a meeting; -1 for never.
        entered: game instant (ms) at which it came into its hex; -1 for one that stood there when
            the campaign began.  ``came_from`` is the hex it marched in from, '' if it did not.
        plan: what it is to do when it meets the enemy, left in advance.
        disorder: what keeps it from obeying, if anything.
        harrying: the detachments that are away to harry the enemy today.
        harried: the last date on which the enemy harried it; -1 for never.
        formation: how it marches and camps.
        joins: whether it must join the next army of its side that it comes to (D-ARMY-02).
        doctrine: what it does while it has no orders.
    """

    name: str
    faction: str
    owner: str
    leader: str
    place: str
    detachments: tuple[Detachment, ...]
    supplies: int = 0
    morale: int = 9
    resting: int = 9
    extra_nc: Ratio = ZERO
    inside: str = ""
    engines: Engines = Engines()
    offset: Offset | None = None
    march: March | None = None
    diary: tuple[MarchDay, ...] = ()
    forced_days: int = 0
    forced_last: int = -1
    withdrew: int = -1
    entered: int = -1
    came_from: str = ""
    plan: Plan | None = None
    disorder: Disorder | None = None
    harrying: tuple[str, ...] = ()
    harried: int = -1
    hungry: int = 0
    purses: int = 0
    chest: int = 0
    formation: Formation = Formation()
    joins: bool = False
    doctrine: Doctrine = Doctrine()
    works: tuple[Work, ...] = ()
    rest: Rest | None = None

    @property
    def present(self) -> tuple[Detachment, ...]:
        """The detachments that are with the colours (C-MOR-08)."""
        return headcount(self.detachments).present

    def count(self, kind: Kind) -> int:
        """Soldiers of a kind that are present."""
        found: int = getattr(headcount(self.detachments), kind)
        return found

    @property
    def soldiers(self) -> int:
        """S: infantry, cavalry and artillerists (C-ARMY-01)."""
        return headcount(self.detachments).soldiers

    @property
    def strength(self) -> int:
        """All soldiers it has, stragglers included."""
        return sum(d.soldiers for d in self.detachments)

    @property
    def wagons(self) -> int:
        """W."""
        return headcount(self.detachments).wagons

    @property
    def six(self) -> int:
        """Six-pounders, with or without crews."""
        return headcount(self.detachments).six

    @property
    def eighteen(self) -> int:
        """Eighteen-pounders, with or without crews."""
        return headcount(self.detachments).eighteen

    @property
    def cannon(self) -> int:
        """K."""
        return headcount(self.detachments).cannon

    @property
    def wheels(self) -> int:
        """W + K: what needs a road (C-MARCH-04)."""
        men = headcount(self.detachments)
        return men.wagons + men.cannon

    def exclusively(self, what: Literal["cavalry", "skirmishers"]) -> bool:
        """Whether it consists of nothing else; any wagon or gun spoils it (C-ARMY-07)."""
        counted = headcount(self.detachments)
        return counted.all_cavalry if what == "cavalry" else counted.all_skirmishers

    @property
    def scouts_mounted(self) -> bool:
        """Whether it has cavalry, or skirmishers, who scout like it (C-SPEC-03)."""
        return headcount(self.detachments).mounted


chapter.declare(Army)


def base_rate(world: World, army: Army) -> int:
    """Followers for a hundred soldiers of an army's sort (C-ARMY-03, C-SPEC-04)."""
    alone = headcount(_without_the_ignored(world, army).detachments).all_skirmishers
    return world.params[SKIRMISHER_NC_RATE if alone else NC_RATE]


def _without_the_ignored(world: World, army: Army) -> Army:
    """An army without the wizards who do not keep it from being of one sort (C-ARMY-07)."""
    if not headcount(army.detachments).wizards or "wizards" not in world.params[EXCLUSIVE_IGNORES]:
        return army
    others = tuple(d for d in army.detachments if d.special != "wizard")
    return msgspec.structs.replace(army, detachments=others)


def noncombatants(world: World, army: Army) -> int:
    """NC: those who march with the soldiers and do not fight (C-ARMY-03, C-TRAIT-17)."""
    params, men = world.params, headcount(army.detachments)
    factor = params[SPARTAN] if has_trait(world, army.leader, "spartan") else 1
    workers = params[NC_PER_CANNON] * men.cannon * (factor if params[SPARTAN_HELPERS] else 1)
    rate, extra = base_rate(world, army), army.extra_nc
    return _followers(men.soldiers, rate, workers, factor, extra, params[ROUND_PEOPLE])


@lru_cache(maxsize=1024)
def _followers(
    soldiers: int,
    rate: int,
    workers: Fraction | int,
    factor: Fraction | int,
    extra: Ratio,
    mode: str,
) -> int:
    """So many in a hundred soldiers times a factor, the workers, and the extra points."""
    base = Fraction(rate * soldiers, 100) * factor + workers
    return rounded(base + extra.value * soldiers / 100, mode)


def exclusively(world: World, army: Army, what: Literal["cavalry", "skirmishers"]) -> bool:
    """Whether an army is nothing but that in the sense of the rules (C-ARMY-07)."""
    ignores = world.params[EXCLUSIVE_IGNORES]
    army = _without_the_ignored(world, army)
    if "wagons" in ignores:
        army = msgspec.structs.replace(
            army, detachments=tuple(msgspec.structs.replace(d, wagons=0) for d in army.detachments)
        )
    if not army.exclusively(what):
        return False
    return "noncombatants" in ignores or not noncombatants(world, army)


def gained_points(world: World, army: Army, points: Fraction | int) -> Fraction:
    """Extra points of followers as they come to this army; a Spartan's are fewer (C-TRAIT-17)."""
    factor = world.params[SPARTAN_GAIN] if has_trait(world, army.leader, "spartan") else 1
    return Fraction(points) * factor


def column_length(world: World, army: Army) -> Fraction:
    """Kilometres of road an army takes up on the march (C-COL-01, C-TRAIT-10)."""
    length, share = full_length(world, army), thinned(world, army)
    return length if share == 1 else length * share


def thinned(world: World, army: Army) -> Fraction | int:
    """How much of the road an army takes up that its men and wheels would; a Logistician less."""
    return world.params[LOGISTICIAN_COLUMN] if has_trait(world, army.leader, "logistician") else 1


def full_length(world: World, army: Army) -> Fraction:
    """The same, whoever leads it."""
    params, men = world.params, headcount(army.detachments)
    foot = men.infantry + noncombatants(world, army)
    riders = men.cavalry
    if params[ARTILLERISTS_AS] == "foot":
        foot += men.artillery
    else:
        riders += men.artillery
    return _kilometres(
        (foot, params[FOOT_PER_KM]),
        (riders, params[CAVALRY_PER_KM]),
        (men.wagons + men.cannon, params[WHEELS_PER_KM]),
    )


@lru_cache(maxsize=1024)
def _kilometres(
    foot: tuple[int, int], riders: tuple[int, int], wheels: tuple[int, int]
) -> Fraction:
    """The road that so many of each take up at so many a kilometre."""
    return Fraction(*foot) + Fraction(*riders) + Fraction(*wheels)
