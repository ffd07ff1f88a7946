"""Those of a commander's people who are called to lead, and who is told of them (C-RET-01).

A prisoner's player may play one of them until his commander is free again (C-PRIS-02/a).
"""

from __future__ import annotations

import msgspec

from world.dispatch import Dispatch
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import CommanderDies, CommanderFled
from world.rules.campaign.nouns.facts import CommanderCame
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.kin import one_of_his_people
from world.rules.campaign.nouns.leading import lead
from world.rules.campaign.nouns.report import account_of, in_words
from world.rules.campaign.nouns.riding import nearest_friends
from world.rules.campaign.nouns.where import army_of_office, whereabouts
from world.rules.campaign.retinue.notices import OfYourPeople, StandsIn, StoodIn
from world.rules.campaign.retinue.orders import (
    StandInOrder,
    nobody_to_stand_in_for,
    not_of_your_people,
)
from world.step import Step

chapter = Chapter("retinue", "Commanders' own people")
chapter.declare(OfYourPeople, StandsIn, StoodIn)


@chapter.on(CommanderCame)
def came(step: Step, fact: CommanderCame) -> None:
    """Whose people he is one of hears who it is: on the spot, or from himself by rider."""
    kin = step.get(Commander, fact.person)
    head = step.find(Commander, kin.of) if kin.of else None
    army = step.find(Army, kin.army) if kin.army else None
    if head is None or head.npc or army is None or kin.stands_in:
        return
    notice = OfYourPeople(name=kin.name, age=kin.age, army=army.name, traits=_traits(kin))
    if whereabouts(step.world, head.id) == army.place:
        step.tell(head.id, notice, kin.id)
    elif not head.captor:
        step.write(
            Dispatch(
                sender=kin.id,
                to=head.id,
                text=in_words(step, notice),
                written=step.now,
                start=army.place,
                enclosed=account_of(step, army),
                receipt=False,
                label=f"people/{kin.id}",
            )
        )


def _traits(kin: Commander) -> str:
    return ", ".join(kin.traits) or "without any trait so far"


# -- standing in for a prisoner -------------------------------------------------------------------


@chapter.obeys(StandInOrder)
def stand_in(step: Step, order: StandInOrder, hand: Hand) -> None:
    """A prisoner's player plays one of his people meanwhile."""
    captive = step.find(Commander, hand.author)
    if captive is None or not captive.captor:
        raise nobody_to_stand_in_for()
    for each in step.of(Commander):
        if each.of == captive.id and each.stands_in:
            raise Refused(
                "E-NOTHING", f"{each.name} stands in for you already; nothing was changed."
            )
    kin = _named(step, captive, order.person) if order.person else _somebody(step, captive)
    place = whereabouts(step.world, kin.id)
    notice = StandsIn(
        captive=captive.name,
        name=kin.name,
        person=kin.id,
        age=kin.age,
        traits=_traits(kin),
        place=scene(step.world).called(place) if place is not None else "hiding",
    )
    step.tell(captive.id, notice)
    step.tell(REFEREE, notice)


def _named(step: Step, captive: Commander, person: str) -> Commander:
    """Somebody of his people whom the referee ran so far."""
    kin = step.find(Commander, person)
    if kin is None or kin.of != captive.id or not kin.npc or kin.captor:
        raise not_of_your_people(person)
    kin = msgspec.structs.replace(kin, npc=False, stands_in=True)
    step.put(kin)
    return kin


def _somebody(step: Step, captive: Commander) -> Commander:
    """Somebody new: at the head of the prisoner's army, or with the nearest of his friends."""
    world = step.world
    army = army_of_office(world, captive.stead) if captive.stead else None
    if army is not None and (army.leader or army.faction != captive.faction):
        army = None
    here = whereabouts(world, captive.id)
    refuge = nearest_friends(world, captive, here) if here is not None else None
    if army is None and refuge is None:
        raise Refused(
            "E-NO-PATH",
            "There is no friend whom any of your people could go to; nothing was changed. Ask the"
            " referee.",
        )
    led = army.id if army is not None else ""
    kin = one_of_his_people(step, captive.id, _fresh_id(step, captive.id), led)
    kin = msgspec.structs.replace(kin, npc=False, stands_in=True, offered=True)
    if army is None:
        kin = msgspec.structs.replace(kin, place=refuge)
        step.put(kin)
        step.happened(CommanderCame(person=kin.id), kin.id)
        return kin
    if army.owner in ("", captive.id):
        step.put(msgspec.structs.replace(army, owner=kin.id))
    lead(step, army, kin, f", while {captive.name} is a prisoner")
    return step.get(Commander, kin.id)


def _fresh_id(step: Step, captive: str) -> str:
    """An id that tells of nothing but how often somebody has stood in for him."""
    found, count = f"{captive}.kin", 2
    while found in step.world.entities:
        found, count = f"{captive}.kin-{count}", count + 1
    return found


@chapter.on(CommanderFled)
def free(step: Step, fact: CommanderFled) -> None:
    """Who is free acts for himself again; the referee answers for whoever stood in for him."""
    head = step.find(Commander, fact.person)
    if head is None or head.captor:
        return
    for kin in step.of(Commander):
        if kin.of == head.id and kin.stands_in:
            step.put(msgspec.structs.replace(kin, npc=True, stands_in=False, offered=False))
            notice = StoodIn(captive=head.name, name=kin.name, person=kin.id)
            for person in (head.id, kin.id, REFEREE):
                step.tell(person, notice, kin.id)


@chapter.on(CommanderDies)
def dies(step: Step, fact: CommanderDies) -> None:
    """Whoever stood in for a prisoner who dies goes on in his own name."""
    for kin in step.of(Commander):
        if kin.of == fact.person and kin.stands_in:
            step.put(msgspec.structs.replace(kin, stands_in=False))
