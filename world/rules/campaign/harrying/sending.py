"""Harriers sent out: ordered for the next dawn, and away from then on (C-HARRY-01, C-HARRY-08)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from world.errors import Refused
from world.knowledge.picture import picture_of
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.harrying import figures
from world.rules.campaign.harrying.events import RaidBegins, RaidEnds, RaidGoesOn
from world.rules.campaign.harrying.notices import Beset, RaidDropped, RaidOrdered
from world.rules.campaign.harrying.orders import (
    AIMS,
    HarryOrder,
    behind_walls,
    friendly_army,
    out_of_reach,
    require_detachment,
)
from world.rules.campaign.harrying.throws import (
    believed_name,
    bonus_of,
    others_stay,
    succeeds,
    thrown,
    who,
    with_away,
)
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.battle import engaged
from world.rules.campaign.nouns.command import commanded, require_no_meeting
from world.rules.campaign.nouns.engagements import StrongholdAttacked
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.facts import (
    ArmyGone,
    ArmyHarried,
    BrokenOff,
    Halted,
    HostileAct,
    LooksOtherwise,
    Unexpected,
)
from world.rules.campaign.nouns.fleet import aboard_of
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.raid import Raid, harry_radius, harry_reach, raids_of
from world.rules.campaign.nouns.report import report, tell_if_led
from world.rules.campaign.nouns.siege import siege_by, siege_of
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.stronghold import stronghold_at
from world.rules.campaign.nouns.where import captain_of
from world.step import Step
from world.timeline import Event

chapter = Chapter("harrying", "Harrying: detachments sent out to plague an enemy")
chapter.declare(RaidOrdered, RaidDropped, Beset)


@chapter.obeys(HarryOrder)
def harry(step: Step, order: HarryOrder, hand: Hand) -> None:
    """A detachment is to ride out at the next dawn, if not at once (O-HARRY, C-TIME-07)."""
    world = step.world
    army = commanded(world, hand, order.army, "harry")
    require_no_meeting(world, army)
    require_detachment(army.name, [d.name for d in army.present], order)
    _require_free(step, army, order.detachment)
    seen = _target(step, army, order.target)
    begins = day.work_begins(world, step.now)
    drop(step, (r for r in raids_of(world, army.id) if r.detachment == order.detachment))
    raid = Raid(
        id=step.name(f"raid/{army.id}/{order.detachment}"),
        army=army.id,
        detachment=order.detachment,
        target=seen.subject,
        aim=order.aim,
        begins=begins,
        event="",
    )
    event = step.at(begins, RaidBegins(subject=raid.id), order.detachment)
    step.put(msgspec.structs.replace(raid, event=event))
    notice = RaidOrdered(
        army=army.name,
        detachment=order.detachment,
        target=seen.name,
        aim=AIMS[order.aim],
        begins=begins,
    )
    tell_if_led(step, army, notice, order.detachment)


def _require_free(step: Step, army: Army, detachment: str) -> None:
    if army.inside and siege_of(step.world, army.place) is not None:
        raise Refused(
            "E-BESIEGED",
            f"{army.name} is shut in, and nobody gets out to harry; it stays inside.",
        )
    if detachment in army.harrying:
        raise Refused(
            "E-BUSY",
            f"{detachment} is out harrying already; it goes on. Order it again when it is back.",
        )
    if army.rest is not None and army.rest.begins <= step.now:
        raise Refused(
            "E-BUSY",
            f"{army.name} rests, and goes on. Halt it first if {detachment} is to harry; that"
            " breaks its rest.",
        )


def _target(step: Step, army: Army, named: str) -> ArmySeen:
    """The army to harry, as whoever leads this one has it in his picture.

    What his scouts cannot tell him decides nothing here: at dawn they will see (C-HARRY-01).

    Raises:
        Refused: E-HARRY-RANGE, E-HARRY-GARRISONED, E-FRIENDLY.
    """
    world = step.world
    said = named.strip().casefold()
    observer = army.leader or captain_of(army.id)
    known = [seen for seen in picture_of(world, ArmySeen, observer) if not seen.gone]
    seen = next((s for s in known if said in (s.subject.casefold(), s.name.casefold())), None)
    if seen is None or seen.where not in harry_reach(world, army, army.place):
        raise out_of_reach(army.name, named)
    if friendly(world, army.faction, seen.faction):
        raise friendly_army(seen.name)
    if not seen.in_sight and not day.half_of(world, step.now).night:
        site = stronghold_at(world, seen.where)
        if site is not None and friendly(world, seen.faction, site.faction):
            raise behind_walls(army.name, seen.name)
        raise out_of_reach(army.name, named)
    return seen


# -- dawn -----------------------------------------------------------------------------------------


@chapter.handles(RaidBegins)
def raid_begins(step: Step, event: RaidBegins) -> None:
    """The detachment rides out, if it can and finds whom it seeks; to do so is war (C-TALK-04)."""
    raid = step.find(Raid, event.subject)
    army = step.find(Army, raid.army) if raid is not None else None
    if raid is None or army is None or raid.event != step.id:
        return
    target = step.find(Army, raid.target)
    why = _kept_in(step, army, raid) or _missed(step, army, target)
    if why or target is None:
        step.remove(raid, "it did not ride out")
        name = believed_name(step, army, raid)
        notice = RaidDropped(army=army.name, detachment=raid.detachment, target=name, why=why)
        report(step, army, notice, raid.detachment)
        return
    _ride_out(step, army, raid)
    act = HostileAct(by=army.leader or army.owner, faction=army.faction, against=target.faction)
    step.happened(act, f"{raid.id}/{target.faction}")
    _beset(step, step.get(Raid, raid.id), army)


def _kept_in(step: Step, army: Army, raid: Raid) -> str:
    """Why a detachment cannot ride out; '' if it can."""
    mine = next((d for d in army.present if d.name == raid.detachment), None)
    if mine is None or army.id != raid.army:
        return "it is not with the army"
    if army.disorder is not None:
        return "the army is out of control"
    if engaged(step.world, army.place, army.id):
        return "the army stands before the enemy"
    if army.inside and siege_of(step.world, army.place) is not None:
        return "the army is shut in"
    if aboard_of(step.world, army) is not None:
        return "the army is aboard ship"
    if army.rest is not None and army.rest.begins < step.now:
        return "the army rests"
    if not others_stay(army, raid.detachment) and (army.march is not None or army.works):
        return "there is nobody else in the army, and it has other orders"
    return ""


def _missed(step: Step, army: Army, target: Army | None) -> str:
    """Why the enemy cannot be harried; '' if he can.  It says no more than scouts can see."""
    world, ground = step.world, scene(step.world)
    by_dawn = step.param(day.ACTION_START) == "next_dawn"
    nowhere = ("at dawn " if by_dawn else "") + "it was not within reach"
    if target is None or friendly(world, army.faction, target.faction):
        return nowhere
    if ground.distance(army.place, target.place) > harry_radius(world, army):
        return nowhere
    if aboard_of(world, target) is not None:
        return nowhere
    return "it stands behind walls" if target.inside else ""


def _ride_out(step: Step, army: Army, raid: Raid) -> None:
    """Who rides out is away; the last to go takes the colours along, and is out of order alone."""
    names = {raid.detachment} if others_stay(army, raid.detachment) else set()
    step.put(
        msgspec.structs.replace(
            army,
            detachments=with_away(army, names, away=True),
            harrying=(*army.harrying, raid.detachment),
        )
    )
    dusk = day.next_dusk(step.world, step.now)
    for _ in range(step.param(figures.DAYS) - 1):
        dusk = day.next_dusk(step.world, dusk)
    event = step.at(dusk, RaidEnds(subject=raid.id), "ends")
    face = 0
    if not step.param(figures.SLOW_ON_FAILURE):
        face = thrown(step, raid)
    step.put(msgspec.structs.replace(raid, out=True, event=event, face=face))
    if step.param(figures.DAYS) > 1:
        goes_on = RaidGoesOn(subject=raid.id, left=step.param(figures.DAYS) - 1)
        step.at(day.next_dawn(step.world, step.now), goes_on, "goes on")
    step.happened(LooksOtherwise(army=army.id), f"out/{raid.id}")


def _beset(step: Step, raid: Raid, army: Army) -> None:
    """The enemy is slowed for the day and cannot rest, whatever comes of it (C-HARRY-08/a)."""
    world = step.world
    target = step.get(Army, raid.target)
    mine = next((d for d in army.detachments if d.name == raid.detachment), None)
    slowed = True
    if raid.face and mine is not None:
        slowed = succeeds(step, raid.face, bonus_of(step, mine))
    half = day.half_of(world, step.now)
    if slowed:
        step.put(msgspec.structs.replace(target, harried=half.date))
    rests = not step.param(figures.BREAKS_REST)
    effect = "It marches more slowly today" if slowed else "It marches as usual"
    effect += "." if rests else " and cannot rest."
    by = who(step, army, mine)
    report(
        step,
        target,
        Beset(army=target.name, by=by, at=step.now, effect=effect),
        raid.id,
    )
    step.happened(ArmyHarried(army=target.id, rests=rests), raid.id)
    siege = siege_by(world, target.id)
    if siege is not None:
        attacked = StrongholdAttacked(stronghold=siege.stronghold, harrying=True)
        step.happened(attacked, raid.id)
    if not target.leader:
        words = f"{by} beset {target.name}."
        step.happened(Unexpected(army=target.id, what="attacked", words=words), raid.id)


@chapter.handles(RaidGoesOn)
def raid_goes_on(step: Step, event: RaidGoesOn) -> None:
    """A further day of harrying is like the first for the harried."""
    raid = step.find(Raid, event.subject)
    army = step.find(Army, raid.army) if raid is not None else None
    if raid is None or army is None or not raid.out or raid.done or raid.broken:
        return
    target = step.find(Army, raid.target)
    if target is not None and not target.inside:
        _beset(step, raid, army)
    if event.left > 1:
        goes_on = RaidGoesOn(subject=raid.id, left=event.left - 1)
        step.at(day.next_dawn(step.world, step.now), goes_on, "goes on")


def nobody_rides(step: Step, event: Event) -> None:
    """A raid that was called off does not begin."""


chapter.when_gone(RaidBegins)(nobody_rides)
chapter.when_gone(RaidGoesOn)(nobody_rides)


# -- called off -----------------------------------------------------------------------------------


def drop(step: Step, raids: Iterable[Raid]) -> None:
    """Call off those raids that have not ridden out."""
    for raid in tuple(raids):
        if not raid.out:
            step.cancel(raid.event)
            step.remove(raid, "it was called off")


@chapter.on(Halted)
def halted(step: Step, fact: Halted) -> None:
    """An army that is told to halt sends nobody out (O-HALT)."""
    drop(step, raids_of(step.world, fact.army))


@chapter.on(BrokenOff)
def broken_off(step: Step, fact: BrokenOff) -> None:
    """Harrying that has not begun can be called off (O-CANCEL)."""
    if fact.what == "harrying":
        drop(step, raids_of(step.world, fact.whose))


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """An army that is no more harries nobody."""
    for raid in raids_of(step.world, fact.army):
        step.cancel(raid.event)
        step.remove(raid, "its army is no more")
