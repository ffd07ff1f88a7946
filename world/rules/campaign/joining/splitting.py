"""Splitting: detachments become an army of their own, where they stand (C-ARMY-04, O-SPLIT)."""

from __future__ import annotations

import re

import msgspec

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.joining.leaders import ask_leader, from_his_people
from world.rules.campaign.joining.notices import ArmyParted
from world.rules.campaign.joining.orders import (
    CAPTAIN,
    SplitOrder,
    no_leader,
    require_name,
    require_shares,
    require_whole,
)
from world.rules.campaign.joining.shares import New, Parted, Shares, parted
from world.rules.campaign.nouns.army import MIN_SOLDIERS, Army
from world.rules.campaign.nouns.chests import add_money
from world.rules.campaign.nouns.command import commanded, require_no_meeting
from world.rules.campaign.nouns.commander import Commander, leader_of
from world.rules.campaign.nouns.company import require_divisible
from world.rules.campaign.nouns.facts import ArmyFormed, ArmySplit, StrengthChanged
from world.rules.campaign.nouns.guns import unguarded
from world.rules.campaign.nouns.kin import RETINUE
from world.rules.campaign.nouns.leading import lead
from world.rules.campaign.nouns.magic import only_wizards
from world.rules.campaign.nouns.muster import note_army
from world.rules.campaign.nouns.provisions import WAGONS_PER_SET, chest_of
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.returns import return_of, title_of_leader
from world.rules.campaign.nouns.where import in_company, whereabouts
from world.state import World
from world.step import Step

chapter = Chapter("splitting", "Splitting armies")
chapter.declare(ArmyParted)


@chapter.obeys(SplitOrder)
def split(step: Step, order: SplitOrder, hand: Hand) -> None:
    """A commander splits his army; the new one exists at once (O-SPLIT)."""
    world = step.world
    army = commanded(world, hand, order.army, "split")
    require_divisible(world, army)
    require_no_meeting(world, army)
    require_name(order.name)
    require_whole(army.name, [d.name for d in army.present], order.detachments)
    _require_in_hand(army, order.detachments)
    owner = hand.author if leader_of(world, hand.author) else army.leader or army.owner
    leader = order.leader if order.leader not in ("", CAPTAIN, RETINUE) else ""
    if leader:
        _require_leader(world, army, leader)
    name = order.name or order.detachments[0]
    new = New(fresh_id(world, hand.author, name), name, owner, leader)
    chest = chest_of(world, army)
    has = (army.supplies, chest, army.engines.ready, army.engines.packed)
    require_shares(order, has, army.name)
    shares = Shares(order.supplies, order.money, order.engines, order.packed)
    found = parted(world, army, order.detachments, new, shares, step.now)
    _require_sizes(world, army, found)
    _require_engines(world, army, found)
    make(step, army, found)
    if order.leader == RETINUE:
        part = step.get(Army, new.id)
        lead(step, part, from_his_people(step, part, owner))
    elif not order.leader:
        ask_leader(step, step.get(Army, new.id), hand.author)


def fresh_id(world: World, author: str, name: str) -> str:
    """An id for a new army that follows from who made it and how he calls it.

    Only armies he made himself are in its way, so it tells nothing of anybody else's.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "army"
    found, count = f"{author}.{slug}", 2
    while found in world.entities:
        found, count = f"{author}.{slug}-{count}", count + 1
    return found


def make(step: Step, army: Army, found: Parted) -> None:
    """Put both parts of an army into the world, and let everybody concerned know."""
    part = found.part
    step.put(found.rest)
    step.put(part)
    leader = step.find(Commander, part.leader) if part.leader else None
    if leader is not None:
        step.put(msgspec.structs.replace(leader, army=part.id, place=None, with_army=""))
    note_army(step, part)
    if found.money:
        add_money(step, found.rest, -found.money)
        add_money(step, part, found.money)
    # Whoever keeps count of armies (meetings, sieges) enters the part before it shows itself.
    step.happened(ArmySplit(army=army.id, part=part.id, place=part.place), part.id)
    step.happened(ArmyFormed(army=part.id, place=part.place), part.id)
    step.happened(StrengthChanged(army=army.id, why="it has split"), army.id)
    _tell(step, step.get(Army, army.id), step.get(Army, part.id))


def _tell(step: Step, rest: Army, part: Army) -> None:
    """Both leaders, or whoever they report to, and the referee (M-ARMY-01)."""
    notice = ArmyParted(
        army=rest.name,
        part=part.name,
        id=part.id,
        leader=title_of_leader(step.world, part),
        part_return=return_of(step.world, part),
        army_return=return_of(step.world, rest),
    )
    report(step, rest, notice, "rest")
    if told_at_once(step.world, rest) != told_at_once(step.world, part):
        report(step, part, notice, "part")
    step.tell(REFEREE, notice, part.id)


def told_at_once(world: World, army: Army) -> str:
    """Who is told of an army's affairs on the spot; '' where a courier has to ride."""
    if army.leader:
        return army.leader
    return army.owner if whereabouts(world, army.owner) == army.place else ""


# -- refusals ------------------------------------------------------------------------------------


def _require_in_hand(army: Army, names: tuple[str, ...]) -> None:
    if any(name in army.harrying for name in names):
        raise Refused(
            "E-BUSY",
            f"Some of them are away to harry the enemy; {army.name} stays as it is. Wait until"
            " they are back.",
        )


def _require_leader(world: World, army: Army, leader: str) -> None:
    commander = leader_of(world, leader)
    if (
        commander is None
        or commander.army
        or commander.captor
        or commander.faction != army.faction
        or commander.place != army.place
        or (army.leader and not in_company(world, army.leader, leader))
    ):
        raise no_leader(leader)


def _require_sizes(world: World, army: Army, found: Parted) -> None:
    least = world.params[MIN_SOLDIERS]
    for part in (found.rest, found.part):
        if part.soldiers < least and not only_wizards(world.params, part):
            raise Refused(
                "E-ARMY-TOO-SMALL",
                f"{part.name} would have {part.soldiers} soldiers and an army has {least} at"
                f" least; {army.name} stays as it is. Divide its detachments otherwise.",
            )
    bare = unguarded(world, army).count
    if sum(unguarded(world, part).count for part in (found.rest, found.part)) > bare:
        raise Refused(
            "E-ART-LIMIT",
            f"Guns would be left without foot to guard them; {army.name} stays as it is. Give"
            " every battery a detachment of infantry.",
        )


def _require_engines(world: World, army: Army, found: Parted) -> None:
    each = world.params[WAGONS_PER_SET]
    if found.part.engines.packed * each > found.part.wagons:
        raise Refused(
            "E-NO-WAGONS",
            f"{found.part.name} would have {found.part.wagons} wagons, and a packed set of engines"
            f" needs {each}; {army.name} stays as it is. Send more wagons with it, or fewer sets.",
        )
    engines = army.engines
    taking = engines.sets if engines.job == "taking apart" else 0
    putting = engines.sets if engines.job == "putting together" else 0
    if found.rest.engines.ready < taking or found.rest.engines.packed < putting:
        raise Refused(
            "E-ENGINES-IN-WORK",
            f"{army.name} is at work on those sets of engines; it stays as it is. Leave them with"
            " it, or wait.",
        )
