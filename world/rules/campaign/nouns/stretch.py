"""A march, stretch by stretch, worked out exactly (C-MARCH-09).

A stretch is as long as nothing changes: to the next hex, to the end of the day or night, or until
the week's kilometres are spent.  What is scheduled and what is foretold come from one function.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Literal

import msgspec

from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.day import Half, half_of
from world.rules.campaign.nouns.fording import ford_delay
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.marching import March, MarchDay, Offset, Pace
from world.rules.campaign.nouns.meeting import way_barred
from world.rules.campaign.nouns.pace import (
    going,
    is_long,
    left_this_week,
    may_march,
)
from world.rules.campaign.nouns.ratio import ZERO, Ratio, ratio
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.sky import fords_closed
from world.rules.campaign.nouns.way import barred
from world.state import World

#: Dates of marching that are kept: two weeks, more than any window looks back.
_KEPT_DATES = 14
#: Stretches looked ahead before an arrival is called unforeseeable.
_FORESEEN = 4_000
#: Halves of days without a step after which nothing of the past can keep an army standing any more:
#: it is the weather or the ground, which stay as they are as far as anybody foresees.
_IDLE = 2 * _KEPT_DATES + 2

Why = Literal[
    "", "no pace", "week", "ford closed", "weather", "barred", "enemy", "besieged", "lost"
]


class Stretch(msgspec.Struct, frozen=True):
    """What comes next on a march.

    Attributes:
        army: as it is now, its progress up to date.
        due: the instant (ms) at which the stretch ends, and how: at the next hex, back in the
            middle of its own, with the half of the day, or with the week's kilometres.
        half: the half of the day it lies in.
        why: what keeps the army standing, if anything; ``code`` the refusal of a barred way.
        ford: daylights it must stand at a river it has just come to.
    """

    army: Army
    due: int
    ends: Literal["arrival", "back", "half", "spent"]
    half: Half
    why: Why = ""
    code: str = ""
    ford: Fraction | None = None


def on_march(army: Army, **changes: object) -> Army:
    """The army with its march changed."""
    if army.march is None:
        return army
    return msgspec.structs.replace(army, march=msgspec.structs.replace(army.march, **changes))


def step_metres(world: World, march: March) -> Fraction:
    """Length of the step a march is on, the way back before it included."""
    ahead = march.ahead
    if ahead is None or ahead == march.here:
        return march.back.value
    return march.back.value + scene(world).metres(march.here, ahead)


def settled(world: World, army: Army, now: int) -> Army:
    """The army with what it has done since its stretch began entered in its books."""
    march = army.march
    if march is None or march.since < 0 or now <= march.since:
        return army
    left = Fraction(now - march.since)
    speed, waits = march.speed.value, march.waits.value
    covered, wait = march.covered.value, march.wait
    walked = Fraction(0)
    if covered < march.back.value:
        walked = min(march.back.value - covered, speed * left)
    else:
        if wait is not None and wait.value > 0:
            stood = min(wait.value, waits * left)
            left -= stood / waits
            wait = ratio(wait.value - stood)
        if wait is None or wait.value == 0:
            walked = min(step_metres(world, march) - covered, speed * left)
    half = half_of(world, march.since)
    diary = army.diary
    if not half.night and walked:
        diary = tuple(
            msgspec.structs.replace(
                day,
                metres=ratio(day.metres.value + walked),
                effort=ratio(day.effort.value + walked * march.effort.value),
            )
            if day.date == half.date
            else day
            for day in diary
        )
    army = msgspec.structs.replace(army, diary=diary)
    return on_march(army, covered=ratio(covered + walked), wait=wait, since=now)


def standing(army: Army) -> Army:
    """The army with its march at a standstill."""
    return on_march(army, since=-1, speed=ZERO, waits=ZERO, effort=ZERO)


def stretch(world: World, army: Army, now: int) -> Stretch:
    """What an army on the march does next; it must not be held up by a meeting."""
    army = standing(settled(world, army, now))
    half = half_of(world, now)
    march = army.march
    assert march is not None  # noqa: S101 - asked of armies on the march alone
    ahead = march.ahead
    pace = march.night if half.night else march.day
    if ahead is None:
        return Stretch(army, half.end, "half", half, "lost")
    if pace == "none":
        return Stretch(army, half.end, "half", half, "no pace")
    why, code = _hindrance(world, army, march, ahead, half, pace)
    if why:
        return Stretch(army, half.end, "half", half, why, code)
    return _moving(world, army, march, (march.here, ahead), half, now)


def _hindrance(
    world: World, army: Army, march: March, ahead: str, half: Half, pace: Pace
) -> tuple[Why, str]:
    if army.inside and siege_of(world, army.place) is not None:
        return "besieged", "E-BESIEGED"
    if way_barred(world, army.id, army.faction, army.place, ahead):
        return "enemy", "E-NO-PATH"
    if not may_march(world, army, half, pace):
        return "week", ""
    if ahead != march.here:
        code = barred(world, army, (march.here, ahead), march.night if half.night else "none")
        if code:
            return "barred", code
        if _at_river(world, march, ahead) and fords_closed(world, march.here):
            return "ford closed", ""
    return "", ""


def _at_river(world: World, march: March, ahead: str) -> bool:
    """Whether a river without a bridge lies before an army and it is not over yet."""
    if march.wait is not None and march.wait.value == 0:
        return False
    ground = scene(world)
    return ground.atlas.is_fording(ground.hex(march.here), ground.hex(ahead))


def _moving(
    world: World, army: Army, march: March, step: tuple[str, str], half: Half, now: int
) -> Stretch:
    back = march.back.value - march.covered.value
    forward = back <= 0
    ford = None
    if forward and march.wait is None and step[0] == step[1]:
        # It went back to the middle of its own hex, and stands there at this very instant.
        return Stretch(army, now, "arrival", half)
    if forward and march.wait is None and _at_river(world, march, step[1]):
        ford = ford_delay(world, army)
        march = msgspec.structs.replace(march, wait=ratio(ford))
    pace = march.night if half.night else march.day
    on = step if forward else (march.here, march.back_from)
    long = is_long(world, army)
    gait = going(world, army, on, half, pace, long=long)
    if gait.metres <= 0:
        return Stretch(army, half.end, "half", half, "weather")
    room = _room(world, army, half, pace, gait.effort, long=long)
    if room is not None and room <= 0:
        return Stretch(army, half.end, "half", half, "week")
    speed, waits = gait.metres / half.length, Fraction(1, half.length)
    wait = march.wait.value if forward and march.wait is not None else Fraction(0)
    walk = step_metres(world, march) - march.covered.value if forward else back
    due = now + ceil(walk / speed + wait / waits)
    ends = "arrival" if forward or step[0] == step[1] else "back"
    if room is not None and room < walk:
        spent = room / speed + wait / waits
        if floor(spent) < 1:
            return Stretch(army, half.end, "half", half, "week")
        if now + floor(spent) < due:
            due, ends = now + floor(spent), "spent"
    if due > half.end:
        due, ends = half.end, "half"
    march = msgspec.structs.replace(
        march, since=now, speed=ratio(speed), waits=ratio(waits), effort=ratio(gait.effort)
    )
    army = msgspec.structs.replace(army, march=march, diary=_entered_in_diary(army, half, pace))
    return Stretch(army, due, ends, half, ford=ford)  # type: ignore[arg-type]


def _room(
    world: World, army: Army, half: Half, pace: Pace, effort: Fraction, *, long: bool
) -> Fraction | None:
    """Metres an army may still walk on this date; None where the week sets no bound."""
    if half.night:
        return None
    room, room_of_long = left_this_week(world, army, half, pace)
    room /= effort
    return min(room, room_of_long) if long else room


def _entered_in_diary(army: Army, half: Half, pace: Pace) -> tuple[MarchDay, ...]:
    forced = pace == "forced"
    today = next((day for day in army.diary if day.date == half.date), MarchDay(half.date))
    if half.night:
        today = msgspec.structs.replace(
            today, by_night=True, night_forced=today.night_forced or forced
        )
    else:
        today = msgspec.structs.replace(today, by_day=True, forced=today.forced or forced)
    others = [day for day in army.diary if day.date != half.date]
    return (*others, today)[-_KEPT_DATES:]


# -- from one hex to the next, and from one order to the next ---------------------------------


def entered(army: Army) -> Army:
    """The army in the hex it was going to."""
    march = army.march
    assert march is not None and march.ahead is not None  # noqa: S101, PT018
    army = msgspec.structs.replace(army, place=march.ahead, offset=None)
    return standing(
        on_march(
            army, at=march.at + 1, back=ZERO, back_from="", covered=ZERO, wait=None, pending=""
        )
    )


def offset_of(march: March) -> Offset | None:
    """Where an army stands between hexes when its march ends here."""
    back, covered = march.back.value, march.covered.value
    if covered < back:
        return Offset(march.back_from, ratio(back - covered))
    ahead = march.ahead
    if ahead is None or ahead == march.here or (covered == back and march.wait is None):
        return None
    return Offset(ahead, ratio(covered - back), march.wait)


def set_out_on(
    army: Army, path: tuple[str, ...], *, goal: str, day: Pace, night: Pace, column: str
) -> Army:
    """The army with a new march, from wherever it stands.

    On the way it was going already it goes on; to any other it first goes back to the middle of its
    hex, at the same pace.
    """
    offset, old = army.offset, army.march
    if old is not None:
        offset = offset_of(old)
    if len(path) == 1:
        path = (path[0], path[0])
    march = March(path=path, goal=goal, day=day, night=night, column=column)
    if offset is not None and offset.towards == path[1]:
        march = msgspec.structs.replace(march, covered=offset.metres, wait=offset.wait)
    elif offset is not None:
        march = msgspec.structs.replace(march, back=offset.metres, back_from=offset.towards)
    if old is not None:
        march = msgspec.structs.replace(
            march,
            stretches=old.stretches,
            pending=old.pending,
            long=old.long,
            set_out=old.set_out,
            halted=old.halted,
            dusk=old.dusk,
        )
    return msgspec.structs.replace(army, march=march, offset=None)


def stopped(army: Army) -> Army:
    """The army with its march over, standing where it is."""
    if army.march is None:
        return army
    return msgspec.structs.replace(army, offset=offset_of(army.march), march=None)


def expected_arrival(world: World, army: Army, now: int) -> int | None:
    """When a march will be over if nothing changes; None where that cannot be foreseen."""
    idle = 0
    for _ in range(_FORESEEN):
        march = army.march
        if march is None or march.halted or idle > _IDLE:
            return None
        if march.ahead is None:
            return now
        found = stretch(world, army, now)
        if found.why in ("barred", "enemy", "besieged", "lost"):
            return None
        now = found.due
        army = settled(world, found.army, now)
        idle = idle + 1 if found.why else 0
        if found.ends == "arrival":
            army = entered(army)
    return None


def share_done(world: World, army: Army, now: int) -> Ratio:
    """How far an army is on its step at an instant, from 0 to 1, for drawing it on a map."""
    march = settled(world, army, now).march
    if march is None or march.ahead is None or march.here == march.ahead:
        return ZERO
    done = march.covered.value - march.back.value
    return ratio(max(done, Fraction(0)) / scene(world).metres(march.here, march.ahead))
