"""Joining: an army becomes part of another, with both commanders' consent (C-ARMY-05, O-MERGE)."""

from __future__ import annotations

import msgspec

from world.decision import Decision
from world.entity import Entity
from world.errors import Refused
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.joining.notices import ArmiesUnited, JoinOffered
from world.rules.campaign.joining.orders import MergeOrder, not_here, require_partner
from world.rules.campaign.joining.shares import joined
from world.rules.campaign.joining.taking import take_back
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.chests import add_money
from world.rules.campaign.nouns.command import commanded, require_no_meeting
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.company import require_divisible
from world.rules.campaign.nouns.engagements import ArmyLeftWalls
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.facts import (
    ArmiesJoined,
    ArmyGone,
    ArmySetOut,
    DetachmentRenamed,
    Halted,
    LeaderChanged,
    StrengthChanged,
)
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.returns import return_of, title_of_leader
from world.rules.campaign.nouns.siege import siege_of
from world.step import Step

chapter = Chapter("joining", "Joining armies, and taking garrisons back")


class JoinOffer(Entity, frozen=True, tag="join_offer"):
    """What a commander has ordered that needs another's consent: who joins, into what, under whom.

    It stands while both armies stay where they are.
    """

    place: str
    by: str
    army: str
    into: str
    leader: str


chapter.declare(JoinOffer, ArmiesUnited, JoinOffered)


@chapter.obeys(MergeOrder)
def merge(step: Step, order: MergeOrder, hand: Hand) -> None:
    """Armies of one hex join, or detachments left in its stronghold come back (O-MERGE)."""
    world = step.world
    army = commanded(world, hand, order.army, "merge")
    require_divisible(world, army)
    require_partner(order)
    require_no_meeting(world, army)
    if order.garrison:
        take_back(step, army, order.garrison, order.detachments)
        return
    into = _other(step, army, order.into)
    _require_may_join(step, army, into)
    leader = _leader_of_both(step, army, into, order.leader)
    if hand.author in (into.owner, into.leader, REFEREE):
        unite(step, army, into, leader)
        return
    _require_one_who_can_agree(step, army, into)
    offer = _answering(step, army, into, leader)
    if offer is None:
        _offer(step, hand.author, army, into, leader)
        return
    one, other = step.get(Army, offer.army), step.get(Army, offer.into)
    unite(step, one, other, offer.leader)


def _other(step: Step, army: Army, named: str) -> Army:
    said = named.strip().casefold()
    here = [each for each in step.at_place(army.place, Army) if each.id != army.id]
    found = next((a for a in here if said in (a.id.casefold(), a.name.casefold())), None)
    if found is None:
        raise not_here(army.name, named)
    return found


def _require_may_join(step: Step, army: Army, into: Army) -> None:
    world = step.world
    require_divisible(world, into)
    if not friendly(world, army.faction, into.faction):
        raise Refused(
            "E-NO-CONSENT",
            f"{into.name} is no friend of {army.name} and joins nobody; both stay as they are.",
        )
    if army.inside != into.inside and siege_of(world, army.place) is not None:
        raise Refused(
            "E-BESIEGED",
            f"The lines of the besiegers lie between {army.name} and {into.name}; both stay as"
            " they are.",
        )
    require_no_meeting(world, into)
    for each in (army, into):
        if each.disorder is not None:
            raise Refused(
                "E-OUT-OF-CONTROL",
                f"{each.name} is out of control and joins nobody; both stay as they are. Wait"
                " until it is in hand again.",
            )
        if each.harrying:
            raise Refused(
                "E-BUSY",
                f"Some of {each.name} are away to harry the enemy; both stay as they are. Wait"
                " until they are back.",
            )
    if army.engines.job and into.engines.job:
        raise Refused(
            "E-ENGINES-IN-WORK",
            f"{army.name} and {into.name} are both at work on engines; both stay as they are. Wait"
            " until one of them has done.",
        )


def _leader_of_both(step: Step, army: Army, into: Army, named: str) -> str:
    """Who leads the whole: as ordered, or whoever leads the army that is joined."""
    leaders = [each for each in (into.leader, army.leader) if each]
    if not named:
        return leaders[0] if leaders else ""
    said = named.strip().casefold()
    for each in leaders:
        if said in (each.casefold(), step.world.pack.answers.title(step.world, each).casefold()):
            return each
    raise Refused(
        "E-NO-LEADER",
        f"{named[:40]!r} leads neither {army.name} nor {into.name}; both stay as they are. Name one"
        " of their commanders, or nobody.",
    )


# -- consent -------------------------------------------------------------------------------------


def _require_one_who_can_agree(step: Step, army: Army, into: Army) -> None:
    if not into.leader:
        owner = step.world.pack.answers.title(step.world, into.owner)
        raise Refused(
            "E-NO-CONSENT",
            f"The captain of {into.name} takes his orders from {owner} and joins nobody without"
            f" them; {army.name} stays as it is.",
        )


def _answering(step: Step, army: Army, into: Army, leader: str) -> JoinOffer | None:
    """The other commander's own order, if it comes to the same: who joins whom, and under whom."""
    pair = {army.id, into.id}
    for offer in step.at_place(army.place, JoinOffer):
        if {offer.army, offer.into} == pair and offer.by in (into.leader, into.owner):
            return offer if offer.leader == leader else None
    return None


def _offer(step: Step, by: str, army: Army, into: Army, leader: str) -> None:
    """The order stands, and the other commander is told that it waits for his."""
    step.put(
        JoinOffer(
            id=f"join:{army.id}:{into.id}",
            place=army.place,
            by=by,
            army=army.id,
            into=into.id,
            leader=leader,
        )
    )
    title = step.world.pack.answers.title
    led_by = title(step.world, leader) if leader else "a captain"
    name = title(step.world, by)

    def notice(how: str) -> JoinOffered:
        return JoinOffered(by=name, army=army.name, into=into.name, leader=led_by, how=how)

    commander = step.find(Commander, into.leader)
    asked = REFEREE if commander is not None and commander.npc else into.leader
    step.tell(asked, notice(f"merge into={army.id} leader={leader or by}"), into.id)
    step.tell(by, notice("it waits for the other."), army.id)


@chapter.on(ArmySetOut)
def army_set_out(step: Step, fact: ArmySetOut) -> None:
    """Who marches off has changed his mind."""
    _drop_offers(step, fact.army, fact.place)


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """An army that is no more joins nobody."""
    _drop_offers(step, fact.army, fact.place)


def _drop_offers(step: Step, army: str, place: str) -> None:
    for offer in step.at_place(place, JoinOffer):
        if army in (offer.army, offer.into):
            step.remove(offer, "the armies parted")


# -- the joining itself ---------------------------------------------------------------------------


def unite(step: Step, army: Army, into: Army, leader: str) -> None:
    """An army becomes part of another, which keeps its name and answers for it (C-ARMY-05)."""
    world = step.world
    if army.march is not None:
        step.cancel(army.march.pending)
    if army.works or army.rest is not None:
        step.happened(Halted(army=army.id), army.id)
    if army.inside and not into.inside:
        step.put(msgspec.structs.replace(step.get(Army, army.id), inside=""))
        step.happened(ArmyLeftWalls(army=army.id, stronghold=army.inside), army.id)
    army, into = step.get(Army, army.id), step.get(Army, into.id)
    _close_questions(step, army)
    _drop_offers(step, army.id, army.place)
    found = joined(world, into, army, leader)
    owner = into.owner
    if leader and into.owner == into.leader and leader != into.leader:
        owner = army.owner
    chest = (0 if army.leader else army.chest) + (0 if into.leader else into.chest)
    whole = msgspec.structs.replace(found.army, owner=owner, chest=0)
    step.remove(army, f"it joined {into.name}", successor=into.id)
    step.put(whole)
    _hand_command_over(step, army, into, leader)
    if chest:
        add_money(step, whole, chest)
    for old, new in found.renamed:
        renamed = DetachmentRenamed(came_from=army.id, army=into.id, old=old, new=new)
        step.happened(renamed, f"{army.id}/{old}")
    if leader != into.leader:
        changed = LeaderChanged(army=into.id, was=into.leader, now=leader)
        step.happened(changed, into.id)
    step.happened(ArmiesJoined(army=army.id, into=into.id, place=army.place), army.id)
    step.happened(StrengthChanged(army=into.id, why=f"{army.name} has joined it"), into.id)
    _tell(step, army, into, found.renamed)


def _close_questions(step: Step, army: Army) -> None:
    """What was asked about an army alone has no object any more."""
    for decision_id in sorted(step.world.about.get(army.id, ())):
        decision = step.find(Decision, decision_id)
        if decision is not None and decision.state == "open":
            withdraw(step, decision, f"{army.name} has joined another army")


def _hand_command_over(step: Step, army: Army, into: Army, leader: str) -> None:
    """One commander leads; the other stays with the army until he leaves it (C-ARMY-05)."""
    for person in (army.leader, into.leader):
        commander = step.find(Commander, person) if person else None
        if commander is None:
            continue
        if person == leader:
            step.put(msgspec.structs.replace(commander, army=into.id, place=None, with_army=""))
        else:
            step.put(
                msgspec.structs.replace(commander, army="", place=army.place, with_army=into.id)
            )


def _tell(step: Step, army: Army, into: Army, renamed: tuple[tuple[str, str], ...]) -> None:
    """Both commanders, and whoever the captains report to (M-ARMY-02)."""
    world = step.world
    whole = step.get(Army, into.id)
    names = ", ".join(f"{old} is {new}" for old, new in renamed)
    notice = ArmiesUnited(
        army=army.name,
        into=into.name,
        leader=title_of_leader(world, whole),
        its_return=return_of(world, whole),
        renamed=f" To tell them apart, {names}." if names else "",
    )
    told = {whole.leader or whole.owner}
    report(step, whole, notice, "united")
    for person in (army.leader, into.leader):
        if person and person not in told:
            told.add(person)
            step.tell(person, notice, f"{into.id}/{person}")
    if not army.leader and army.owner and army.owner not in told:
        _write_home(step, army, whole, notice)


def _write_home(step: Step, army: Army, whole: Army, notice: ArmiesUnited) -> None:
    """The captain's own master hears that his army has gone over into another's, and sees it go."""
    gone = msgspec.structs.replace(army, place=whole.place)
    report(step, gone, notice, "home", gone=True)
