"""Who and what goes with each part of an army, and what two armies come to together.

Pure reckoning: nothing here changes the world.  No man, wagon, gun, supply or doubloon is made or
lost by it (C-ARMY-04, C-ARMY-05, C-DET-02).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from world.rules.campaign.joining.figures import INHERITS
from world.rules.campaign.nouns.army import Army, Detachment, Engines
from world.rules.campaign.nouns.leading import resting_under
from world.rules.campaign.nouns.marching import MarchDay
from world.rules.campaign.nouns.provisions import WAGONS_PER_SET, capacity, chest_of
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.nouns.stretch import offset_of, settled
from world.rules.campaign.nouns.weighing import weighted
from world.state import World

#: A share that an order does not name: it goes by what each part can carry.
BY_CAPACITY = -1

#: What the part takes of a thing, by what the order says and how much there is.
Share = Callable[[int, int], int]


class Shares(msgspec.Struct, frozen=True):
    """What a part takes with it, in numbers or :data:`BY_CAPACITY`."""

    supplies: int = BY_CAPACITY
    money: int = BY_CAPACITY
    ready: int = BY_CAPACITY
    packed: int = BY_CAPACITY


class New(msgspec.Struct, frozen=True):
    """The army that a part becomes: its id and name, whose it is, who leads it ('' a captain)."""

    id: str
    name: str
    owner: str
    leader: str = ""


class Parted(msgspec.Struct, frozen=True):
    """An army in two: what stays, the new part, and the doubloons that go with it."""

    rest: Army
    part: Army
    money: int


def parted(
    world: World, army: Army, names: tuple[str, ...], new: New, shares: Shares, now: int
) -> Parted:
    """An army without some of its detachments, and these as an army of their own.

    Shares are rounded down for the part; whatever is over stays with the whole.  The soldiers'
    purses are their own and go with them.
    """
    army = settled(world, army, now)
    going = tuple(d for d in army.detachments if d.name in names)
    staying = tuple(d for d in army.detachments if d.name not in names)
    rest = msgspec.structs.replace(army, detachments=staying)
    part = _new_army(world, army, going, new)
    whole = capacity(world, rest) + capacity(world, part)

    def share(said: int, has: int) -> int:
        if said != BY_CAPACITY:
            return said
        return has * capacity(world, part) // whole if whole else 0

    supplies = share(shares.supplies, army.supplies)
    engines, taken = _engines(world, army, rest, part, (shares.ready, shares.packed), share)
    purses = army.purses * part.strength // army.strength if army.strength else 0
    rest = msgspec.structs.replace(
        rest, supplies=army.supplies - supplies, purses=army.purses - purses, engines=engines
    )
    part = msgspec.structs.replace(part, supplies=supplies, purses=purses, engines=taken)
    return Parted(rest, part, share(shares.money, chest_of(world, army)))


def _new_army(world: World, army: Army, going: tuple[Detachment, ...], new: New) -> Army:
    """A part keeps what the whole has suffered, or splitting would mend it (C-ARMY-04/a)."""
    resting = resting_under(world, army, new.leader)
    offset = army.offset if army.march is None else offset_of(army.march)
    part = Army(
        id=new.id,
        name=new.name,
        faction=army.faction,
        owner=new.owner,
        leader=new.leader,
        place=army.place,
        detachments=going,
        morale=resting,
        resting=resting,
        inside=army.inside,
        offset=offset,
        diary=army.diary,
        withdrew=army.withdrew,
        entered=army.entered,
        came_from=army.came_from,
        harried=army.harried,
        formation=army.formation,
    )
    if not world.params[INHERITS]:
        return part
    return msgspec.structs.replace(
        part,
        morale=army.morale,
        extra_nc=army.extra_nc,
        hungry=army.hungry,
        forced_days=army.forced_days,
        forced_last=army.forced_last,
    )


def _engines(
    world: World,
    army: Army,
    rest: Army,
    part: Army,
    said: tuple[int, int],
    share: Share,
) -> tuple[Engines, Engines]:
    """The sets that stay and those that go; what is in work stays, packed ones need wagons."""
    engines = army.engines
    at_work = engines.sets if engines.job in ("taking apart", "putting together") else 0
    free_ready = engines.ready - (at_work if engines.job == "taking apart" else 0)
    free_packed = engines.packed - (at_work if engines.job == "putting together" else 0)
    ready = share(said[0], free_ready)
    packed = share(said[1], free_packed)
    if said[1] == BY_CAPACITY:
        each = world.params[WAGONS_PER_SET]
        most, least = part.wagons // each, engines.packed - rest.wagons // each
        packed = min(max(packed, least), most, free_packed)
        packed = max(packed, 0)
    stay = msgspec.structs.replace(
        engines, ready=engines.ready - ready, packed=engines.packed - packed
    )
    return stay, Engines(ready=ready, packed=packed)


# -- together ------------------------------------------------------------------------------------


class Joined(msgspec.Struct, frozen=True):
    """Two armies as one, and the detachments of the joining one that needed other names."""

    army: Army
    renamed: tuple[tuple[str, str], ...]


def joined(world: World, into: Army, other: Army, leader: str) -> Joined:
    """An army that another has become part of, under one of their leaders (C-ARMY-05).

    Morale and extra followers are means weighted by soldiers; hungry days and forced marches the
    larger of both; resting morale is that of the leader's army.
    """
    params = world.params
    detachments, renamed = _one_roster(into, other)
    led_by_other = bool(leader) and leader == other.leader
    weights = (into.strength, other.strength)
    whole = msgspec.structs.replace(
        into,
        leader=leader,
        detachments=detachments,
        supplies=into.supplies + other.supplies,
        purses=into.purses + other.purses,
        engines=_engines_together(into.engines, other.engines),
        morale=weighted(params, (into.morale, other.morale), weights),
        resting=(other if led_by_other else into).resting,
        extra_nc=ratio(weighted(params, (into.extra_nc.value, other.extra_nc.value), weights)),
        hungry=max(into.hungry, other.hungry),
        forced_days=max(into.forced_days, other.forced_days),
        forced_last=max(into.forced_last, other.forced_last),
        diary=_one_diary(into.diary, other.diary),
        withdrew=max(into.withdrew, other.withdrew),
        entered=max(into.entered, other.entered),
        harried=max(into.harried, other.harried),
        joins=False,
    )
    return Joined(whole, renamed)


def _one_roster(
    into: Army, other: Army
) -> tuple[tuple[Detachment, ...], tuple[tuple[str, str], ...]]:
    """The detachments of both; one whose name is taken is told apart by its old army's."""
    taken = {d.name for d in into.detachments}
    coming: list[Detachment] = []
    renamed: list[tuple[str, str]] = []
    for detachment in other.detachments:
        name = fresh_name(detachment.name, other.name, taken)
        taken.add(name)
        if name != detachment.name:
            renamed.append((detachment.name, name))
        coming.append(msgspec.structs.replace(detachment, name=name))
    return (*into.detachments, *coming), tuple(renamed)


def fresh_name(name: str, whence: str, taken: set[str]) -> str:
    """A name that no other detachment of an army has."""
    if name not in taken:
        return name
    told_apart = f"{name} ({whence})"
    count = 2
    while told_apart in taken:
        told_apart = f"{name} ({whence}, {count})"
        count += 1
    return told_apart


def _engines_together(one: Engines, other: Engines) -> Engines:
    at_work = one if one.job else other
    return Engines(
        ready=one.ready + other.ready,
        packed=one.packed + other.packed,
        job=at_work.job,
        sets=at_work.sets,
        done=at_work.done,
    )


def _one_diary(one: tuple[MarchDay, ...], other: tuple[MarchDay, ...]) -> tuple[MarchDay, ...]:
    """Who joins has marched whatever either part has: nobody sheds his fatigue so."""
    days = {day.date: day for day in one}
    for day in other:
        mine = days.get(day.date)
        if mine is None:
            days[day.date] = day
            continue
        days[day.date] = MarchDay(
            date=day.date,
            by_day=mine.by_day or day.by_day,
            by_night=mine.by_night or day.by_night,
            forced=mine.forced or day.forced,
            night_forced=mine.night_forced or day.night_forced,
            metres=ratio(max(mine.metres.value, day.metres.value)),
            effort=ratio(max(mine.effort.value, day.effort.value)),
        )
    return tuple(days[date] for date in sorted(days))
