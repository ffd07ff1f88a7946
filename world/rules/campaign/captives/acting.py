"""Who leads an army whose commander is gone, and where a commander goes without one (D-ARMY-03)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Decision, Option
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.captives.notices import Died
from world.rules.campaign.captives.orders import SuccessorOrder, unknown_successor
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.command import require_free
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import (
    CommanderDies,
    CommanderFled,
    CommanderTaken,
    RideBroken,
)
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.facts import ArmyGone
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.kin import RETINUE, one_of_his_people
from world.rules.campaign.nouns.leading import lead, to_captain
from world.rules.campaign.nouns.riding import reached
from world.rules.campaign.nouns.stronghold import stronghold_at
from world.rules.campaign.nouns.where import army_led_by, whereabouts
from world.step import Step
from world.timeline import Event

chapter = Chapter("acting leaders", "Who leads in whose stead, and commanders without an army")
chapter.declare(Died)

ACTING = chapter.param(
    "retinue.acting",
    "captain",
    "mode",
    "C-RET-02",
    "who leads an army whose commander is gone: a captain, or one of his people run by the referee",
    choices=("captain", "retinue"),
)


class ActingChosen(Event, frozen=True, tag="acting_chosen"):
    """Who leads an army whose commander is gone is settled (D-ARMY-03)."""

    of: str


class ArmylessChosen(Event, frozen=True, tag="armyless_chosen"):
    """What a commander does who has no army any more is settled (D-ARMY-03)."""

    place: str


@chapter.obeys(SuccessorOrder)
def name_successor(step: Step, order: SuccessorOrder, hand: Hand) -> None:
    """A commander names who is to follow him (O-SUCCESSOR)."""
    require_free(step.world, hand.author)
    commander = step.find(Commander, hand.author)
    if commander is None:
        raise unknown_successor(order.person)
    if order.person not in ("", RETINUE):
        other = step.find(Commander, order.person)
        if other is None or other.id == commander.id or other.faction != commander.faction:
            raise unknown_successor(order.person)
    step.put(msgspec.structs.replace(commander, successor=order.person))


def ask_acting(step: Step, army_id: str, of: str) -> None:
    """The referee may give the army one of its commander's people instead of a captain."""
    army = step.get(Army, army_id)
    if army.leader:
        return
    ask(
        step,
        "D-ARMY-03",
        f"{army.name} has lost its commander. Who leads it?",
        who=REFEREE,
        options=(
            Option(name="captain", text="a captain, who carries out plain orders"),
            Option(name=RETINUE, text="one of his people, whom you run"),
        ),
        default=step.param(ACTING),
        then=ActingChosen(subject=army.id, of=of),
        about=(army.id,),
        label=army.id,
    )


@chapter.settles(ActingChosen)
def acting_chosen(step: Step, then: ActingChosen, choice: Choice) -> None:
    """One of his people takes over from the captain; or hands over to one, by an amended answer."""
    army = step.find(Army, then.subject)
    if army is None:
        return
    if choice.option == RETINUE and not army.leader:
        _one_of_his_people_leads(step, army, then.of)
    leader = step.find(Commander, army.leader) if choice.amends == RETINUE else None
    if leader is not None and leader.npc and leader.of == then.of:
        to_captain(step, army, ", as the referee has it after all")
        step.put(msgspec.structs.replace(leader, army="", place=army.place))


def _one_of_his_people_leads(step: Step, army: Army, of: str) -> None:
    commander = one_of_his_people(step, of, step.name(f"acting/{army.id}"), army.id)
    lead(step, army, commander, ", in its commander's stead")


def takes_over_at_once(step: Step, army_id: str, of: Commander) -> None:
    """Whom he has named leads at once if he is there; else whoever is there is its master.

    Those who are elsewhere have to hear of it first.  His own people are always with him.
    """
    army = step.get(Army, army_id)
    if of.successor == RETINUE:
        _one_of_his_people_leads(step, army, of.id)
        army = step.get(Army, army_id)
    here = [
        each
        for each in step.of(Commander)
        if each.id != of.id
        and each.faction == of.faction
        and not each.captor
        and whereabouts(step.world, each.id) == army.place
    ]
    named = next((each for each in here if each.id == of.successor), None)
    if named is not None and not named.army and not army.leader:
        lead(step, army, named, ", whom its commander had named")
        army = step.get(Army, army_id)
    if not army.owner and here:
        owner = named or next((each for each in here if not each.npc), here[0])
        step.put(msgspec.structs.replace(army, owner=owner.id))


# -- commanders without an army -------------------------------------------------------------------


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """A commander whose army is no more rides to his own people (C-CMD-06)."""
    commander = step.find(Commander, fact.leader) if fact.leader else None
    if commander is None or commander.captor or commander.army or commander.riding:
        return
    if step.find(Army, fact.army) is not None:
        return  # it went into another, and he stays with that one
    site = stronghold_at(step.world, fact.place)
    if site is not None and friendly(step.world, commander.faction, site.faction):
        return
    place = scene(step.world).called(fact.place)
    ask(
        step,
        "D-ARMY-03",
        f"{commander.name} has lost his army in {place}. What does he do?",
        who=REFEREE,
        options=(
            Option(name="rides", text="he rides to the nearest of his own people"),
            Option(name="stays", text="he stays where he is"),
            Option(name="taken", text="he is taken prisoner by the nearest enemy there"),
        ),
        default="rides",
        then=ArmylessChosen(subject=commander.id, place=fact.place),
        about=(commander.id,),
        label=commander.id,
    )


@chapter.settles(ArmylessChosen)
def armyless_chosen(step: Step, then: ArmylessChosen, choice: Choice) -> None:
    """He rides off, stays, or is taken where an enemy stands.

    An amended answer finds him on his way, and what it says happens where he has come to; who has
    arrived is with his own people, and stays there.
    """
    commander = step.find(Commander, then.subject)
    if commander is None or commander.army or commander.captor:
        return
    place = then.place
    if choice.amends == "rides":
        if not commander.riding:
            return
        ridden = step.now - step.get(Decision, choice.decision).asked
        place = reached(step.world, commander.id, place, commander.riding, ridden)
        step.happened(RideBroken(person=commander.id, place=place), commander.id)
        commander = step.get(Commander, commander.id)
    if choice.option == "rides":
        step.happened(CommanderFled(person=commander.id, place=then.place), commander.id)
    elif choice.option == "taken":
        armies = [
            army
            for army in step.at_place(place, Army)
            if not friendly(step.world, army.faction, commander.faction)
        ]
        if armies:
            captor = max(armies, key=lambda army: (army.soldiers, army.id))
            step.put(msgspec.structs.replace(commander, riding="", place=place))
            fact = CommanderTaken(person=commander.id, holds=captor.id, place=place)
            step.happened(fact, commander.id)


# -- death ----------------------------------------------------------------------------------------


@chapter.on(CommanderDies)
def dies(step: Step, fact: CommanderDies) -> None:
    """A commander is dead: his army has an acting leader, and everybody will hear of it."""
    commander = step.find(Commander, fact.person)
    if commander is None or commander.id != fact.person:
        return
    world = step.world
    place = whereabouts(world, commander.id)
    army = army_led_by(world, commander.id)
    notice = Died(name=commander.name, why=fact.why)
    present = [
        each.id
        for each in step.of(Commander)
        if place is not None and whereabouts(world, each.id) == place
    ]
    for person in present:
        step.tell(person, notice, f"{commander.id}/{person}")
    if army is not None:
        to_captain(step, army, ", since its commander is dead")
        after = step.get(Army, army.id)
        owner = "" if after.owner == commander.id else after.owner
        chest = after.chest + commander.purse
        step.put(msgspec.structs.replace(after, owner=owner, chest=chest))
    step.remove(commander, fact.why)
    if army is not None:
        takes_over_at_once(step, army.id, commander)
        ask_acting(step, army.id, commander.id)
    if place is not None:
        news = Newsworthy(
            event="death",
            place=place,
            wording=f"{commander.name} is dead: {fact.why}.",
            knows=tuple(present),
            about=commander.id,
        )
        step.happened(news, commander.id)
