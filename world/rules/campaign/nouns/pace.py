"""How fast an army marches, and how far in a week (C-MARCH, C-NIGHT-01, C-COL-02)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import msgspec

from world.pack import Chapter
from world.rules.campaign.nouns.army import (
    Army,
    column_length,
    exclusively,
    full_length,
    thinned,
)
from world.rules.campaign.nouns.commander import LOGISTICIAN_JOINT
from world.rules.campaign.nouns.day import WEEK_DAYS, Half
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.marching import March, MarchDay, Pace
from world.rules.campaign.nouns.raid import beset_factor
from world.rules.campaign.nouns.ratio import total
from world.rules.campaign.nouns.sky import pace_factor
from world.state import World

chapter = Chapter("paces", "Paces, weekly ceilings, long columns")

ROAD_KM = chapter.param(
    "march.road_km_per_day", Fraction(20), "km/day", "C-MARCH-01", "a day of marching on a road"
)
ROAD_DAYS = chapter.param(
    "march.road_days_per_week", 5, "days/week", "C-MARCH-02", "days of marching in a week"
)
ROAD_WEEK = chapter.param(
    "march.road_km_per_week",
    Fraction(100),
    "km/week",
    "C-MARCH-02",
    "the most in a week at the usual pace",
)
WEEK_WINDOW = chapter.param(
    "march.week_window",
    "sliding",
    "mode",
    "C-MARCH-02",
    "the last seven days, or the week of the calendar",
    choices=("sliding", "calendar"),
)
FORCED_MAY_FOLLOW = chapter.param(
    "march.forced_may_follow",
    True,
    "bool",
    "C-MARCH-02",
    "whether a forced march may go on where a normal one must halt",
)
OFFROAD = chapter.param(
    "march.offroad_factor",
    Fraction(1, 2),
    "factor",
    "C-MARCH-03",
    "share of the road pace away from roads",
)
FORCED_HALVED = chapter.param(
    "march.forced_offroad_halved",
    True,
    "bool",
    "C-MARCH-03",
    "whether forced marches are slower off the road, too",
)
SKIRMISHER_OFFROAD = chapter.param(
    "skirmisher.offroad_factor", Fraction(1), "factor", "C-SPEC-04", "skirmishers alone"
)
WHEELS_OFFROAD = chapter.param(
    "march.wheels_offroad",
    "forbidden",
    "mode",
    "C-MARCH-04",
    "wagons and guns off the road",
    choices=("forbidden", "allowed"),
)
FORCED_KM = chapter.param(
    "march.forced_km_per_day",
    Fraction(30),
    "km/day",
    "C-MARCH-05",
    "a day of forced marching on a road",
)
FORCED_DAYS = chapter.param(
    "march.forced_days_per_week", 7, "days/week", "C-MARCH-05", "days of forced marching in a week"
)
FORCED_WEEK = chapter.param(
    "march.forced_km_per_week",
    Fraction(210),
    "km/week",
    "C-MARCH-05",
    "the most in a week of forced marches",
)
CAVALRY_FACTOR = chapter.param(
    "march.cavalry_forced_factor",
    Fraction(2),
    "factor",
    "C-MARCH-06",
    "how much farther horse alone gets by forced marches",
)
CAVALRY_WEEK = chapter.param(
    "march.cavalry_forced_week_too",
    True,
    "bool",
    "C-MARCH-06",
    "whether cavalry's weekly ceiling is raised likewise",
)
LONG_COLUMN = chapter.param(
    "march.long_column_km",
    Fraction(10),
    "km",
    "C-MARCH-08",
    "length above which a column is a long one",
)
LONG_DAY = chapter.param(
    "march.long_column_km_per_day",
    Fraction(10),
    "km/day",
    "C-MARCH-08",
    "a day of marching of a long column",
)
LONG_WEEK = chapter.param(
    "march.long_column_km_per_week",
    Fraction(50),
    "km/week",
    "C-MARCH-08",
    "the most in a week of a long column",
)
LONG_FORCED_DAY = chapter.param(
    "march.long_column_forced_km_per_day",
    Fraction(20),
    "km/day",
    "C-MARCH-08",
    "a day of forced marching of a long column",
)
LONG_FORCED_WEEK = chapter.param(
    "march.long_column_forced_km_per_week",
    Fraction(140),
    "km/week",
    "C-MARCH-08",
    "the most in a week of forced marches of a long column",
)
LONG_IS_CAP = chapter.param(
    "march.long_column_is_cap",
    True,
    "bool",
    "C-MARCH-08",
    "a ceiling on the pace found otherwise, or a base that factors apply to",
)
PACE_ORDER = chapter.param(
    "march.pace_order",
    "cap_then_conditions",
    "mode",
    "C-MARCH-09",
    "whether the weather slows what the ceiling leaves, or the ceiling what the weather leaves",
    choices=("cap_then_conditions", "conditions_then_cap"),
)
NIGHT_KM = chapter.param(
    "night.km", Fraction(10), "km/night", "C-NIGHT-01", "a night of marching on a road"
)
NIGHT_FORCED_KM = chapter.param(
    "night.forced_km",
    Fraction(20),
    "km/night",
    "C-NIGHT-01",
    "a night of forced marching on a road",
)
NIGHT_OFFROAD = chapter.param(
    "night.offroad",
    "forbidden",
    "mode",
    "C-NIGHT-01",
    "night marches off the road",
    choices=("forbidden", "allowed"),
)
NIGHT_LONG = chapter.param(
    "night.long_column",
    "unaffected",
    "mode",
    "C-NIGHT-01",
    "whether the ceiling of long columns binds by night, too",
    choices=("unaffected", "capped"),
)
NIGHT_WITH_DAY = chapter.param(
    "night.with_day_march",
    True,
    "bool",
    "C-NIGHT-01",
    "whether a night march may follow a day march of the same date",
)
SAME_DAY = chapter.param(
    "column.same_day_counts",
    True,
    "bool",
    "C-COL-02",
    "whether friends who set out together are one column without being named so",
)


class Going(msgspec.Struct, frozen=True):
    """How an army gets on over one step: metres in a half of the day, and what a metre costs.

    ``effort`` is how many metres of plain road a metre counts for in the weekly ceiling.
    """

    metres: Fraction
    effort: Fraction


def steps_left(march: March) -> frozenset[tuple[str, str]]:
    """The steps of a march that are not done, the one under way included."""
    return frozenset(pairwise(march.path[march.at :]))


def column_with(world: World, army: Army) -> tuple[Army, ...]:
    """The armies that march with this one as one column, itself included, in id order (C-COL-02).

    Friends who march under one column name, or who set out from one hex along one road on one
    date, as long as one is on the road that the other has still to go.
    """
    mine = army.march
    if mine is None or mine.ahead is None:
        return (army,)
    name = mine.column
    set_out = mine.set_out if world.params[SAME_DAY] else ""
    found = []
    for other in world.of(Army):
        if other.id == army.id:
            found.append(army)
            continue
        theirs = other.march
        if theirs is None:
            continue
        together = (name and name == theirs.column) or (set_out and set_out == theirs.set_out)
        if not together or theirs.ahead is None:
            continue
        if not friendly(world, army.faction, other.faction):
            continue
        my_step, their_step = (mine.here, mine.ahead), (theirs.here, theirs.ahead)
        if my_step in steps_left(theirs) or their_step in steps_left(mine):
            found.append(other)
    return tuple(found)


def joint_length(world: World, army: Army) -> Fraction:
    """Kilometres of road that an army's whole column takes up (C-COL-02, C-TRAIT-10)."""
    column = column_with(world, army)
    if len(column) == 1:
        return column_length(world, army)
    mode = world.params[LOGISTICIAN_JOINT]
    if mode == "own_part":
        return sum((column_length(world, each) for each in column), Fraction(0))
    whole = sum((full_length(world, each) for each in column), Fraction(0))
    return whole if mode == "none" else whole * min(thinned(world, each) for each in column)


def is_long(world: World, army: Army) -> bool:
    """Whether an army marches in a column over the limit (C-MARCH-08)."""
    return joint_length(world, army) > world.params[LONG_COLUMN]


def off_road_factor(world: World, army: Army, pace: Pace) -> Fraction:
    """What leaving the road does to a pace (C-MARCH-03, C-SPEC-04)."""
    params = world.params
    if exclusively(world, army, "skirmishers"):
        return params[SKIRMISHER_OFFROAD]
    if pace == "forced" and not params[FORCED_HALVED]:
        return Fraction(1)
    return params[OFFROAD]


def paced(
    world: World,
    army: Army,
    pace: Pace,
    *,
    night: bool,
    on_road: bool,
    long: bool,
    weather: Fraction = Fraction(1),
) -> Going:
    """The pace of an army over a kind of ground in one half of a day (C-MARCH-09).

    min(base x cavalry x off-road, ceiling of long columns) x weather.
    """
    params = world.params
    off = Fraction(1) if on_road else off_road_factor(world, army, pace)
    forced = pace == "forced"
    riders = Fraction(1)
    if night:
        base = params[NIGHT_FORCED_KM if forced else NIGHT_KM]
    else:
        base = params[FORCED_KM if forced else ROAD_KM]
        if forced and exclusively(world, army, "cavalry"):
            riders = params[CAVALRY_FACTOR]
    ceiling = None
    if long and (not night or params[NIGHT_LONG] == "capped"):
        ceiling = params[LONG_FORCED_DAY if forced else LONG_DAY]
        if not params[LONG_IS_CAP]:
            base, ceiling = ceiling, None
    km = base * riders * off
    if params[PACE_ORDER] == "conditions_then_cap":
        km *= weather
    if ceiling is not None:
        km = min(km, ceiling)
    if params[PACE_ORDER] == "cap_then_conditions":
        km *= weather
    raised = riders if params[CAVALRY_WEEK] else Fraction(1)
    return Going(km * 1000, 1 / (off * raised))


def going(
    world: World, army: Army, step: tuple[str, str], half: Half, pace: Pace, *, long: bool
) -> Going:
    """How an army gets on from one hex to the next in a half of the day, as things stand."""
    ground = scene(world)
    beset = Fraction(1) if half.night else beset_factor(world, army, half.date)
    return paced(
        world,
        army,
        pace,
        night=half.night,
        on_road=ground.atlas.on_road(ground.hex(step[0]), ground.hex(step[1])),
        long=long,
        weather=pace_factor(world, step[0]) * beset,
    )


def window(world: World, army: Army, date: int) -> tuple[MarchDay, ...]:
    """The dates that count together with *date* in weekly limits, itself left out (C-MARCH-02)."""
    days = world.params[WEEK_DAYS]
    if world.params[WEEK_WINDOW] == "sliding":
        first = date - days + 1
    else:
        first = date - world.calendar.weekday_of(date) % days
    return tuple(day for day in army.diary if first <= day.date < date)


def may_march(world: World, army: Army, half: Half, pace: Pace) -> bool:
    """Whether the weekly limits of days let an army march in a half (C-MARCH-02, C-MARCH-05)."""
    params = world.params
    today = next((day for day in army.diary if day.date == half.date), None)
    if half.night and today is not None and today.by_day and not params[NIGHT_WITH_DAY]:
        return False
    before = window(world, army, half.date)
    if pace == "forced":
        most = params[FORCED_DAYS]
        if not params[FORCED_MAY_FOLLOW] and not all(_forced(day) for day in before):
            most = min(most, params[ROAD_DAYS])
    else:
        most = params[ROAD_DAYS]
    return len(before) < most


def _forced(day: MarchDay) -> bool:
    return day.forced or day.night_forced


def left_this_week(world: World, army: Army, half: Half, pace: Pace) -> tuple[Fraction, Fraction]:
    """What the weekly ceilings leave of a date: metres of effort, and metres of a long column.

    They are ceilings on marches by daylight; the night's paces stand beside them.
    """
    params = world.params
    counted = [*window(world, army, half.date)]
    counted += [day for day in army.diary if day.date == half.date]
    effort = total(day.effort for day in counted)
    metres = total(day.metres for day in counted)
    forced = pace == "forced"
    most = params[FORCED_WEEK if forced else ROAD_WEEK] * 1000
    long = params[LONG_FORCED_WEEK if forced else LONG_WEEK] * 1000
    return most - effort, long - metres
