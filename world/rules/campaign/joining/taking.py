"""Detachments left in a stronghold, taken back by an army or ordered off alone (C-STR-05)."""

from __future__ import annotations

import msgspec

from world.errors import Refused
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.joining.notices import ArmyParted, GarrisonTaken
from world.rules.campaign.joining.orders import SendOutOrder, not_here, require_name
from world.rules.campaign.joining.shares import BY_CAPACITY, joined
from world.rules.campaign.joining.splitting import fresh_id
from world.rules.campaign.nouns.army import MIN_SOLDIERS, Army, Detachment
from world.rules.campaign.nouns.command import governed
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.facts import ArmyFormed, DetachmentRenamed, StrengthChanged
from world.rules.campaign.nouns.guns import unguarded
from world.rules.campaign.nouns.magic import only_wizards
from world.rules.campaign.nouns.muster import note_army
from world.rules.campaign.nouns.obeying import have_obeyed
from world.rules.campaign.nouns.report import report, report_place
from world.rules.campaign.nouns.returns import return_of
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stronghold import (
    NEEDS_CONSENT,
    Counters,
    Stronghold,
    stronghold_at,
)
from world.rules.campaign.nouns.where import captain_of
from world.step import Step

chapter = Chapter("taking back", "Garrisons taken back, or ordered off alone")
chapter.declare(GarrisonTaken)


def take_back(step: Step, army: Army, named: str, wanted: tuple[str, ...]) -> None:
    """Detachments left behind walls join an army in the same hex (O-MERGE).

    Raises:
        Refused: E-NOT-PRESENT, E-NO-CONSENT, E-BESIEGED, E-NOTHING, E-DET-INDIVISIBLE, E-ART-LIMIT.
    """
    stronghold = _here(step, army, named)
    going = _those(stronghold, wanted)
    force = _force(stronghold, going, army.faction, "")
    found = joined(step.world, army, force, army.leader)
    _require_guards(step, army, found.army)
    step.put(found.army)
    for old, new in found.renamed:
        renamed = DetachmentRenamed(came_from=stronghold.id, army=army.id, old=old, new=new)
        step.happened(renamed, old)
    _leave(step, stronghold, going, force.supplies)
    notice = _taken(stronghold, force, f"have joined {army.name} out of")
    report(step, found.army, notice)
    if stronghold.holder not in (army.leader, army.owner):
        report_place(step, step.get(Stronghold, stronghold.id), notice)
    step.happened(StrengthChanged(army=army.id, why="a garrison taken back"), army.id)


@chapter.obeys(SendOutOrder)
def send_out(step: Step, order: SendOutOrder, hand: Hand) -> None:
    """Those left in a stronghold become an army under a captain, if they are enough for one."""
    world = step.world
    stronghold = governed(world, hand, order.stronghold)
    require_name(order.name)
    going = _those(stronghold, order.detachments)
    name = order.name or going[0].name
    army_id = fresh_id(world, hand.author, name)
    force = _force(stronghold, going, stronghold.faction, army_id)
    supplies = force.supplies if order.supplies == BY_CAPACITY else order.supplies
    if not 0 <= supplies <= stronghold.left_supplies:
        raise Refused(
            "E-NOT-ENOUGH",
            f"{stronghold.left_supplies} supplies lie with them in {stronghold.name}, not"
            f" {supplies}; they stay. Give another number.",
        )
    owner = hand.author if leader_of(world, hand.author) else stronghold.holder
    army = msgspec.structs.replace(
        force, name=name, owner=owner, supplies=supplies, entered=step.now
    )
    if army.soldiers < step.param(MIN_SOLDIERS) and not only_wizards(step.world.params, army):
        raise Refused(
            "E-ARMY-TOO-SMALL",
            f"They are {army.soldiers} soldiers and an army has {step.param(MIN_SOLDIERS)} at"
            f" least; they stay in {stronghold.name}. Send more of them, or have an army take them"
            " back.",
        )
    _require_guards(step, msgspec.structs.replace(army, detachments=()), army)
    step.put(army)
    note_army(step, army)
    _leave(step, stronghold, going, supplies)
    step.happened(ArmyFormed(army=army.id, place=army.place), army.id)
    notice = ArmyParted(
        army=stronghold.name,
        part=name,
        id=army.id,
        leader="a captain",
        part_return=return_of(world, army),
        army_return=f"{sum(d.soldiers for d in step.get(Stronghold, stronghold.id).left)} left",
    )
    report(step, army, notice)
    if order.to:
        captain = msgspec.structs.replace(hand, receiver=captain_of(army.id))
        have_obeyed(step, "march", captain, to=order.to, army=army.id)


# -- what is there -------------------------------------------------------------------------------


def _here(step: Step, army: Army, named: str) -> Stronghold:
    stronghold = stronghold_at(step.world, army.place)
    said = named.strip().casefold()
    if stronghold is None or said not in (stronghold.id.casefold(), stronghold.name.casefold()):
        raise not_here(army.name, named)
    if army.inside != stronghold.id and siege_of(step.world, army.place) is not None:
        raise Refused(
            "E-BESIEGED",
            f"{stronghold.name} is besieged and nobody comes out of it; {army.name} stays as it"
            " is.",
        )
    if step.param(NEEDS_CONSENT):
        consent = friendly(step.world, army.faction, stronghold.faction)
    else:
        consent = not hostile(step.world, army.faction, stronghold.faction)
    if not consent:
        raise Refused(
            "E-NO-CONSENT",
            f"{stronghold.name} does not let its garrison go with {army.name}, which stays as it"
            " is.",
        )
    return stronghold


def _those(stronghold: Stronghold, wanted: tuple[str, ...]) -> tuple[Detachment, ...]:
    if not stronghold.left:
        raise Refused(
            "E-NOTHING",
            f"No detachments were left in {stronghold.name}; nothing was changed. Its standing"
            " garrison stays where it is.",
        )
    has = [d.name for d in stronghold.left]
    missing = [each for each in wanted if each not in has]
    if missing or len(set(wanted)) < len(wanted):
        raise Refused(
            "E-DET-INDIVISIBLE",
            f"No detachment {', '.join(missing) or 'twice'} was left in {stronghold.name}; nothing"
            f" was changed. There are, each to be named once: {', '.join(has)}.",
        )
    return tuple(d for d in stronghold.left if not wanted or d.name in wanted)


def _force(
    stronghold: Stronghold, going: tuple[Detachment, ...], faction: str, army_id: str
) -> Army:
    """Those who go, in the shape of an army: with what they came with, and their share of food."""
    counters = stronghold.left_counters or Counters()
    men, all_men = (sum(d.soldiers for d in each) for each in (going, stronghold.left))
    supplies = stronghold.left_supplies
    if len(going) < len(stronghold.left) and all_men:
        supplies = supplies * men // all_men
    return Army(
        id=army_id or stronghold.id,
        name=stronghold.name,
        faction=faction,
        owner=stronghold.holder,
        leader="",
        place=stronghold.place,
        detachments=going,
        supplies=supplies,
        morale=counters.morale,
        resting=counters.resting,
        extra_nc=counters.extra_nc,
        hungry=stronghold.left_hungry,
        forced_days=counters.forced_days,
        forced_last=counters.forced_last,
        inside=stronghold.id,
    )


def _leave(
    step: Step, stronghold: Stronghold, going: tuple[Detachment, ...], supplies: int
) -> None:
    stay = tuple(d for d in stronghold.left if d not in going)
    changed = msgspec.structs.replace(
        stronghold, left=stay, left_supplies=stronghold.left_supplies - supplies
    )
    if not stay:
        # Whatever they did not take is the place's own now.
        changed = msgspec.structs.replace(
            changed,
            left_hungry=0,
            left_counters=None,
            left_supplies=0,
            stores=changed.stores + changed.left_supplies,
        )
    step.put(changed)


def _require_guards(step: Step, before: Army, after: Army) -> None:
    if unguarded(step.world, after).count > unguarded(step.world, before).count:
        raise Refused(
            "E-ART-LIMIT",
            f"Their guns would have no foot to guard them with {after.name}; nothing was changed."
            " Every battery needs a detachment of infantry.",
        )


def _taken(stronghold: Stronghold, force: Army, what: str) -> GarrisonTaken:
    return GarrisonTaken(
        place=stronghold.name,
        who=", ".join(d.name for d in force.detachments),
        soldiers=force.strength,
        supplies=force.supplies,
        what=what,
    )
