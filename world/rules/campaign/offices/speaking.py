"""The referee takes somebody over, writes as him, answers his mail, and hands him back."""

from __future__ import annotations

import msgspec

from world.dispatch import Delivered
from world.errors import Refused
from world.kernel.hearing import give
from world.kernel.nouns import REFEREE
from world.order import Hand, require_sound
from world.pack import Chapter
from world.rules.campaign.nouns.charge import (
    Charge,
    holds_for_nobody,
    is_in_hand,
    nobody_plays,
)
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import HandedBack
from world.rules.campaign.nouns.where import CAPTAIN, army_of_office, stronghold_of_office
from world.rules.campaign.offices.notices import InHand, OfficeMail
from world.rules.campaign.offices.orders import (
    HandBackOrder,
    SpeakForOrder,
    TakeOverOrder,
    read,
    require_referee,
)
from world.said import GiveOrder, Input
from world.step import Step

chapter = Chapter("offices", "Those nobody plays, and the referee who speaks for them")
chapter.declare(OfficeMail, InHand)


@chapter.obeys(TakeOverOrder)
def take_over(step: Step, order: TakeOverOrder, hand: Hand) -> None:
    """His doctrine rests as long as the referee plays him."""
    require_referee(hand.author)
    _require_unplayed(step, order.who)
    step.put(Charge(id=f"charge:{order.who}", person=order.who))
    _tell(step, order.who, "in your hands; his doctrine rests until you hand him back")


@chapter.obeys(HandBackOrder)
def hand_back(step: Step, order: HandBackOrder, hand: Hand) -> None:
    """His doctrine goes on."""
    require_referee(hand.author)
    charge = step.find(Charge, f"charge:{order.who}")
    if charge is None:
        raise Refused(
            "E-NOTHING",
            f"{order.who[:40]!r} is not in your hands; nothing was changed. Look again.",
        )
    step.remove(charge, "handed back")
    _tell(step, order.who, "left to his doctrine again")
    step.happened(HandedBack(person=order.who), order.who)


@chapter.obeys(SpeakForOrder)
def speak_for(step: Step, order: SpeakForOrder, hand: Hand) -> None:
    """The order is given as if he had given it himself, and may have to ride (C-MSG-07)."""
    require_referee(hand.author)
    _require_unplayed(step, order.who)
    world = step.world
    said = read(world.pack, order)
    person = order.who
    require_sound(said, world.pack, world.pack.view(world, person))
    raw = msgspec.Raw(msgspec.json.encode(said, order="deterministic"))
    body = GiveOrder(order=raw)
    with step.within("spoken for"):
        give(step, Input(person=person, n=hand.number, received=hand.received, body=body), said)


def _require_unplayed(step: Step, who: str) -> None:
    alive = (
        step.find(Commander, who) is not None
        or army_of_office(step.world, who) is not None
        or stronghold_of_office(step.world, who) is not None
    )
    if not alive:
        raise Refused(
            "E-UNKNOWN-ADDRESSEE",
            f"There is nobody {who[:40]!r}; nothing was done. Give an id, such as captain:relief.",
        )
    if not nobody_plays(step.world, who):
        raise Refused(
            "E-NOT-YOURS", f"{who} has a player of his own; nothing was done. Write to him instead."
        )
    army = army_of_office(step.world, who)
    if who.startswith(CAPTAIN) and army is not None and army.leader:
        raise Refused(
            "E-NOT-YOURS",
            f"{army.name} is led by {army.leader} and has no captain; nothing was done. Name him.",
        )


def _tell(step: Step, who: str, what: str) -> None:
    name = step.world.pack.answers.title(step.world, who)
    step.tell(REFEREE, InHand(name=name, what=what), who)


@chapter.on(Delivered)
def delivered(step: Step, fact: Delivered) -> None:
    """What is written to those nobody plays is laid before the referee.

    What a non-player commander or a governor of his is written is asked about besides (D-NPC-01).
    """
    if fact.order or fact.intercepted or not nobody_plays(step.world, fact.reader):
        return
    if holds_for_nobody(step.world, fact.reader) and not is_in_hand(step.world, fact.reader):
        return
    title = step.world.pack.answers.title
    notice = OfficeMail(
        who=fact.reader,
        name=title(step.world, fact.reader),
        sender=title(step.world, fact.sender),
        sender_id=fact.sender,
        text=fact.text,
    )
    step.tell(REFEREE, notice, fact.letter)
