"""Marches carried on: the next stretch, its end, a halt, and who has to know."""

from __future__ import annotations

from world.fact import Moved
from world.rules.campaign.march import forced, notices
from world.rules.campaign.march.events import (
    BackInHex,
    DayBegins,
    NightBegins,
    Pending,
    StepMade,
    StepMadeByNight,
    WeekSpent,
)
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.facts import (
    ArmyEntered,
    ArmySetOut,
    ArmyStood,
    FordReached,
    MarchedByNight,
    Unexpected,
    WeekSpentMarching,
)
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.pace import (
    LONG_DAY,
    LONG_FORCED_DAY,
    column_with,
    is_long,
    joint_length,
)
from world.rules.campaign.nouns.report import report, tell_if_led
from world.rules.campaign.nouns.stretch import (
    Stretch,
    on_march,
    settled,
    standing,
    stopped,
    stretch,
)
from world.rules.campaign.nouns.way import refusal
from world.rules.campaign.nouns.where import captain_of
from world.step import Step


def go_on(step: Step, army_id: str) -> None:
    """Work out what an army on the march does next, and place the event that ends it."""
    world = step.world
    army = step.find(Army, army_id)
    if army is None or army.march is None:
        return
    step.cancel(army.march.pending)
    if army.march.halted:
        step.put(on_march(settled(world, army, step.now), pending="", since=-1))
        return
    found = stretch(world, army, step.now)
    if found.why in ("barred", "enemy", "besieged"):
        bar(step, found.army, found)
        return
    if not found.why and not army.march.set_out:
        _set_out(step, found)
        return
    army = found.army
    if not found.why and found.half.night and not _marched_tonight(step, army_id, found):
        step.happened(MarchedByNight(army=army.id, dawn=found.half.end), f"night/{army.id}")
    army = on_march(army, dusk=_dusk(army, found))
    forced.note(step, found)
    army = _say_why(step, army, found)
    place(step, army, found)


def _dusk(army: Army, found: Stretch) -> str:
    """Where the dark found an army that marches by night; nothing by day (C-NIGHT-03)."""
    march = army.march
    if march is None or not found.half.night:
        return ""
    return march.dusk or ("" if found.why else army.place)


def _set_out(step: Step, found: Stretch) -> None:
    """An army moves off: whatever it was doing where it stood ends, then it is on its way."""
    army = found.army
    assert army.march is not None  # noqa: S101
    mark = f"{found.half.date}:{army.march.here}:{army.march.ahead}"
    before = step.get(Army, army.id)
    step.put(on_march(before, set_out=mark, pending="", since=-1))
    step.happened(ArmySetOut(army=army.id, place=army.place), f"out/{army.id}")
    go_on(step, army.id)


def _marched_tonight(step: Step, army_id: str, found: Stretch) -> bool:
    """Whether the books show already that an army marched in this night."""
    diary = step.get(Army, army_id).diary
    return any(entry.date == found.half.date and entry.by_night for entry in diary)


def place(step: Step, army: Army, found: Stretch) -> None:
    """Place the event a stretch ends with and put the army on it."""
    assert army.march is not None  # noqa: S101
    count = army.march.stretches + 1
    event: Pending
    if found.ends == "arrival":
        event = (StepMadeByNight if found.half.night else StepMade)(subject=army.id)
    elif found.ends == "back":
        event = BackInHex(subject=army.id)
    elif found.ends == "spent":
        event = WeekSpent(subject=army.id)
    else:
        event = (DayBegins if found.half.night else NightBegins)(subject=army.id)
    pending = step.at(found.due, event, str(count))
    step.put(on_march(army, pending=pending, stretches=count))


def _say_why(step: Step, army: Army, found: Stretch) -> Army:
    """Tell the commander why his army stands, once a halt, and how long its column has become."""
    world, march = step.world, army.march
    assert march is not None  # noqa: S101
    if found.why == "week" and step.now >= march.told:
        on = goes_on_at(step, army, found)
        notice = notices.WeeklyHalt(army=army.name, place=scene(world).called(army.place), on=on)
        tell_if_led(step, army, notice, str(march.stretches))
        army = on_march(army, told=on)
        spent = WeekSpentMarching(army=army.id, place=army.place)
        step.happened(spent, f"week/{army.id}/{march.stretches}")
    closed = found.why == "ford closed"
    if (found.ford or closed) and march.ahead is not None:
        ford = found.ford or 0
        fact = FordReached(
            army=army.id,
            towards=march.ahead,
            halves_num=ford.numerator,
            halves_den=ford.denominator,
            closed=closed,
        )
        step.happened(fact, f"ford/{army.id}/{march.stretches}")
    if not found.why:
        army = _measure(step, army)
    return army


def _measure(step: Step, army: Army) -> Army:
    """Tell the commander when his column has passed the limit or fallen under it (M-MARCH-03)."""
    world, march = step.world, army.march
    assert march is not None  # noqa: S101
    long = is_long(world, army)
    if long == march.long:
        return army
    forced_now = "forced" in (march.day, march.night)
    most = step.param(LONG_FORCED_DAY if forced_now else LONG_DAY)
    notice = notices.ColumnLength(
        army=army.name,
        metres=int(joint_length(world, army) * 1000),
        state="too long for the usual pace" if long else "short enough again",
        km_day=f"{float(most):g}" if long else "the usual",
    )
    tell_if_led(step, army, notice, str(march.stretches))
    return on_march(army, long=long)


def goes_on_at(step: Step, army: Army, found: Stretch) -> int:
    """The first dawn or dusk at which the week lets an army march on, by days and kilometres."""
    half = found.half
    for _ in range(60):
        half = day.half_of(step.world, half.end)
        if stretch(step.world, army, half.start).why not in ("week", "no pace"):
            break
    return half.start


def bar(step: Step, army: Army, found: Stretch) -> None:
    """A march that cannot go on is over, and whoever commands is told why."""
    world, march = step.world, army.march
    assert march is not None and march.ahead is not None  # noqa: S101, PT018
    if found.why == "enemy":
        why = "the enemy bars the way."
    elif found.why == "besieged":
        why = "the place is besieged."
    else:
        why = refusal(world, army, (march.here, march.ahead), found.code).text
    stop(step, army.id)
    army = step.get(Army, army.id)
    notice = notices.MarchBarred(army=army.name, place=scene(world).called(army.place), why=why)
    if army.leader:
        report(step, army, notice, str(march.stretches))
    else:
        step.happened(
            Unexpected(army=army.id, what="blocked", words=f"{army.name} cannot go on: {why}"),
            f"barred/{army.id}",
        )


def stop(step: Step, army_id: str) -> None:
    """End a march where it is; the army stands between the hexes, if that is where it was."""
    world = step.world
    army = settled(world, step.get(Army, army_id), step.now)
    if army.march is None:
        return
    step.cancel(army.march.pending)
    others = [each.id for each in column_with(world, army) if each.id != army.id]
    step.put(stopped(army))
    step.happened(ArmyStood(army=army.id, place=army.place), f"stop/{army.id}")
    for other in others:
        go_on(step, other)


def retime_column(step: Step, army_id: str) -> None:
    """Reckon anew the pace of those in motion who share an army's column (C-MARCH-08)."""
    army = step.find(Army, army_id)
    if army is None:
        return
    for other in column_with(step.world, army):
        if other.id != army_id and other.march is not None and other.march.since >= 0:
            go_on(step, other.id)


def arrive_in(step: Step, army: Army, origin: str, *, night: bool) -> None:
    """Announce that an army, and whoever is with it, is in another hex than before."""
    for person in dict.fromkeys((army.leader, captain_of(army.id))):
        if person:
            step.happened(Moved(person=person, place=army.place), person)
    step.happened(
        ArmyEntered(army=army.id, place=army.place, came_from=origin, night=night), army.id
    )


def carry_on(step: Step, army_id: str) -> None:
    """After entering a hex: the march is over, or its next step is worked out."""
    army = step.find(Army, army_id)
    if army is None or army.march is None:
        return
    if army.march.ahead is None and not army.march.astray and not army.march.halted:
        supplies, place_name = army.supplies, scene(step.world).called(army.place)
        stop(step, army_id)
        army = step.get(Army, army_id)
        notice = notices.MarchOver(army=army.name, place=place_name, at=step.now, supplies=supplies)
        report(step, army, notice)
        return
    half = day.half_of(step.world, step.now)
    if half.start == step.now:
        # The next half of the day begins with its own event, after whatever dawn or dusk brings.
        stands = standing(settled(step.world, army, step.now))
        place(step, stands, Stretch(stands, step.now, "half", day.before(half)))
    else:
        go_on(step, army_id)
    retime_column(step, army_id)
