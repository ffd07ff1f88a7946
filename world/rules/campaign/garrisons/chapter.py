"""Troops behind walls: quartering, leaving, detachments dropped off, standing garrisons (C-STR)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.dates import DAY_MS
from world.errors import Refused
from world.fact import Begun
from world.notice import Notice
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.garrisons.orders import (
    DropOffOrder,
    GarrisonOrder,
    LeaveOrder,
    no_walls,
    not_inside,
    require_detachments,
    require_stock,
)
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.command import commanded, require_no_meeting
from world.rules.campaign.nouns.company import require_divisible
from world.rules.campaign.nouns.engagements import (
    ArmyLeftWalls,
    EntersWalls,
    GarrisonLeft,
    PlaceFell,
    SiegeLifted,
)
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.facts import ArmySetOut, StrengthChanged
from world.rules.campaign.nouns.fleet import aboard_of
from world.rules.campaign.nouns.guns import unguarded
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.nouns.report import report, report_place
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stronghold import (
    NEEDS_CONSENT,
    REFILL_DAYS,
    Counters,
    Stronghold,
    stronghold_at,
    usual_garrison,
)
from world.rules.campaign.nouns.weighing import weighted
from world.step import Step
from world.timeline import Event

chapter = Chapter("garrisons", "Quartering, leaving, dropping off, standing garrisons")


class GarrisonChanged(Notice, frozen=True, tag="garrison_changed"):
    """Troops enter or leave a stronghold's garrison (M-STR-01)."""

    title: ClassVar[str] = "{place}: {who} {what}"
    wording: ClassVar[str] = "{who} ({soldiers} soldiers) {what} {place}."
    place: str
    who: str
    soldiers: int
    what: str


class GarrisonWhole(Notice, frozen=True, tag="garrison_whole"):
    """A standing garrison is at full strength again."""

    title: ClassVar[str] = "The garrison of {place} is whole again"
    wording: ClassVar[str] = "The standing garrison of {place} is at {soldiers} soldiers again."
    place: str
    soldiers: int


chapter.declare(GarrisonChanged, GarrisonWhole)


class Refill(Event, frozen=True, tag="garrison_refill"):
    """A standing garrison is whole again, if nobody besieges the place."""

    rank: ClassVar[int] = day.RANK_TIMERS


def _consenting(step: Step, army: Army) -> Stronghold:
    """The stronghold in an army's hex, if it takes the army's men in (C-STR-05/a).

    Raises:
        Refused: E-NOT-PRESENT, E-BESIEGED, E-NO-CONSENT.
    """
    stronghold = stronghold_at(step.world, army.place)
    if stronghold is None:
        raise no_walls(army.name)
    if siege_of(step.world, army.place) is not None:
        raise Refused(
            "E-BESIEGED",
            f"{stronghold.name} is besieged; nobody gets in. {army.name} stays outside.",
        )
    if step.param(NEEDS_CONSENT):
        consent = friendly(step.world, army.faction, stronghold.faction)
    else:
        consent = not hostile(step.world, army.faction, stronghold.faction)
    if not consent:
        raise Refused(
            "E-NO-CONSENT",
            f"{stronghold.name} does not open its gates to {army.name}, which stays outside.",
        )
    return stronghold


@chapter.obeys(GarrisonOrder)
def garrison(step: Step, order: GarrisonOrder, hand: Hand) -> None:
    """The army goes behind the walls (O-GARRISON)."""
    army = commanded(step.world, hand, order.army, "garrison")
    require_no_meeting(step.world, army)
    if army.march is not None:
        raise Refused(
            "E-BUSY", f"{army.name} is on the march; it goes on. Halt it before you quarter it."
        )
    stronghold = _consenting(step, army)
    if not army.inside:
        _enter(step, army, stronghold)


@chapter.on(EntersWalls)
def enters_walls(step: Step, fact: EntersWalls) -> None:
    """An army finds refuge behind walls, unless it is there already."""
    army, stronghold = step.get(Army, fact.army), step.get(Stronghold, fact.stronghold)
    if army.inside != stronghold.id:
        _enter(step, army, stronghold)


def _enter(step: Step, army: Army, stronghold: Stronghold) -> None:
    step.put(msgspec.structs.replace(army, inside=stronghold.id, offset=None))
    _tell(step, army, stronghold, "is quartered in")


def _tell(step: Step, army: Army, stronghold: Stronghold, what: str) -> None:
    notice = GarrisonChanged(
        place=stronghold.name, who=army.name, soldiers=army.soldiers, what=what
    )
    report(step, army, notice)
    if stronghold.holder not in (army.leader, army.owner):
        report_place(step, stronghold, notice)


@chapter.obeys(LeaveOrder)
def leave(step: Step, order: LeaveOrder, hand: Hand) -> None:
    """The army comes out (O-LEAVE); out of a besieged place that is a sortie, and a battle."""
    army = commanded(step.world, hand, order.army, "garrison")
    require_no_meeting(step.world, army)
    if not army.inside:
        raise not_inside(army.name)
    besieged = siege_of(step.world, army.place) is not None
    if besieged and not army.leader:
        raise Refused(
            "E-CAPTAIN-ORDER",
            f"{army.name} is shut in and led by a captain, who makes no sorties; it stays inside.",
        )
    _leave(step, army, sortie=besieged)


@chapter.on(ArmySetOut)
def army_set_out(step: Step, fact: ArmySetOut) -> None:
    """Who marches off from his quarters leaves them."""
    army = step.find(Army, fact.army)
    if army is not None and army.inside and aboard_of(step.world, army) is None:
        _leave(step, army)


def _leave(step: Step, army: Army, *, sortie: bool = False) -> None:
    stronghold = step.get(Stronghold, army.inside)
    step.put(msgspec.structs.replace(army, inside=""))
    _tell(step, army, stronghold, "has left")
    fact = ArmyLeftWalls(army=army.id, stronghold=stronghold.id, sortie=sortie)
    step.happened(fact, army.id)


@chapter.obeys(DropOffOrder)
def drop_off(step: Step, order: DropOffOrder, hand: Hand) -> None:
    """Detachments become the garrison of a place on the army's way (O-DETACH-GARRISON)."""
    army = commanded(step.world, hand, order.army, "garrison")
    require_no_meeting(step.world, army)
    require_divisible(step.world, army)
    names = [detachment.name for detachment in army.present]
    require_detachments(army.name, names, order.detachments)
    require_stock(army.name, order.supplies, army.supplies)
    stronghold = _consenting(step, army)
    left = tuple(d for d in army.detachments if d.name in order.detachments)
    stay = tuple(d for d in army.detachments if d.name not in order.detachments)
    smaller = msgspec.structs.replace(
        army, detachments=stay, supplies=army.supplies - order.supplies
    )
    if unguarded(step.world, smaller).count > unguarded(step.world, army).count:
        raise Refused(
            "E-ART-LIMIT",
            f"The guns of {army.name} would have no foot to guard them; nobody was left behind."
            " Keep a detachment of infantry for every battery.",
        )
    step.put(smaller)
    step.put(
        msgspec.structs.replace(
            stronghold,
            left=(*stronghold.left, *_told_apart(stronghold, army, left)),
            left_counters=_counters(step, stronghold, army, left),
            left_supplies=stronghold.left_supplies + order.supplies,
            left_hungry=max(stronghold.left_hungry, army.hungry),
        )
    )
    notice = GarrisonChanged(
        place=stronghold.name,
        who=", ".join(d.name for d in left),
        soldiers=sum(d.soldiers for d in left),
        what="is left as a garrison in",
    )
    report(step, army, notice)
    if stronghold.holder not in (army.leader, army.owner):
        report_place(step, stronghold, notice)
    step.happened(StrengthChanged(army=army.id, why="detachments left behind"), army.id)
    step.happened(GarrisonLeft(army=army.id, stronghold=stronghold.id), army.id)


def _told_apart(
    stronghold: Stronghold, army: Army, left: tuple[Detachment, ...]
) -> tuple[Detachment, ...]:
    """Those left, under names that nobody left there has yet."""
    taken = {d.name for d in stronghold.left}
    found = []
    for detachment in left:
        name = detachment.name
        while name in taken:
            name = f"{name} ({army.name})"
        taken.add(name)
        found.append(msgspec.structs.replace(detachment, name=name))
    return tuple(found)


def _counters(
    step: Step, stronghold: Stronghold, army: Army, left: tuple[Detachment, ...]
) -> Counters:
    """What they came with, reckoned together with those left before them (C-STR-05/b)."""
    mine = Counters(
        morale=army.morale,
        resting=army.resting,
        extra_nc=army.extra_nc,
        forced_days=army.forced_days,
        forced_last=army.forced_last,
    )
    before = stronghold.left_counters
    if before is None:
        return mine
    weights = [sum(d.soldiers for d in each) for each in (stronghold.left, left)]
    return Counters(
        morale=weighted(step.world.params, (before.morale, mine.morale), weights),
        resting=max(before.resting, mine.resting),
        extra_nc=ratio(
            weighted(step.world.params, (before.extra_nc.value, mine.extra_nc.value), weights)
        ),
        forced_days=max(before.forced_days, mine.forced_days),
        forced_last=max(before.forced_last, mine.forced_last),
    )


# -- standing garrisons ---------------------------------------------------------------------------


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """A garrison that is thinned from the start begins to fill."""
    for stronghold in step.of(Stronghold):
        refill_later(step, stronghold.id)


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """A captured place has its standing garrison again after a while (C-STR-02/a)."""
    stronghold = step.get(Stronghold, fact.stronghold)
    step.cancel(stronghold.refill)
    step.put(msgspec.structs.replace(stronghold, refill=""))
    refill_later(step, stronghold.id)


@chapter.on(SiegeLifted)
def siege_lifted(step: Step, fact: SiegeLifted) -> None:
    """The days without a siege are counted from here."""
    stronghold = step.get(Stronghold, fact.stronghold)
    step.cancel(stronghold.refill)
    step.put(msgspec.structs.replace(stronghold, refill=""))
    refill_later(step, stronghold.id)


def refill_later(step: Step, stronghold_id: str) -> None:
    """Place the day on which a thinned standing garrison of a held place is whole again."""
    stronghold = step.get(Stronghold, stronghold_id)
    usual = usual_garrison(step.world, stronghold.sort)
    thin = (
        stronghold.standing.infantry < usual.infantry or stronghold.standing.cavalry < usual.cavalry
    )
    if not thin or not stronghold.faction or stronghold.refill:
        return
    pending = step.after(
        step.param(REFILL_DAYS) * DAY_MS, Refill(subject=stronghold.id), stronghold.id
    )
    step.put(msgspec.structs.replace(stronghold, refill=pending))


@chapter.handles(Refill)
def refill(step: Step, event: Refill) -> None:
    """The standing garrison is whole, unless a siege has begun meanwhile (C-STR-02)."""
    stronghold = step.get(Stronghold, event.subject)
    stronghold = msgspec.structs.replace(stronghold, refill="")
    step.put(stronghold)
    if siege_of(step.world, stronghold.place) is not None:
        return
    usual = usual_garrison(step.world, stronghold.sort)
    standing = msgspec.structs.replace(
        stronghold.standing,
        infantry=max(stronghold.standing.infantry, usual.infantry),
        cavalry=max(stronghold.standing.cavalry, usual.cavalry),
    )
    step.put(msgspec.structs.replace(stronghold, standing=standing))
    notice = GarrisonWhole(place=stronghold.name, soldiers=standing.soldiers)
    report_place(step, stronghold, notice)
