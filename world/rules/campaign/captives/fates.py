"""What becomes of captives (C-PRIS-02, D-PRIS-01)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option
from world.dispatch import Dispatch
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.captives.notices import CaptivesFate
from world.rules.campaign.captives.orders import CaptiveOrder, no_captive, require_parties
from world.rules.campaign.captives.prisoners import release
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.charge import nobody_plays
from world.rules.campaign.nouns.chests import add_money, require_funds
from world.rules.campaign.nouns.command import require_free
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import CommanderDies, CommanderTaken
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.holding import holds
from world.rules.campaign.nouns.report import in_words
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import (
    army_of_office,
    faction_of,
    fleet_of_office,
    stronghold_of_office,
    whereabouts,
)
from world.step import Step
from world.timeline import Event

chapter = Chapter("captives", "What becomes of captives")
chapter.declare(CaptivesFate)

DEFAULT = chapter.param(
    "captive.default",
    "keep",
    "mode",
    "C-PRIS-02",
    "what becomes of a captive of whom nothing is said",
    choices=("keep", "parole"),
)


class FateChosen(Event, frozen=True, tag="fate_chosen"):
    """What becomes of a captive is settled (D-PRIS-01)."""

    captor: str


class OfferAnswered(Event, frozen=True, tag="offer_answered"):
    """Whoever has to agree to a captive's ransom, exchange or change of side does, or not."""

    fate: str
    captor: str
    doubloons: int = 0
    payer: str = ""
    against: str = ""


@chapter.on(CommanderTaken)
def taken(step: Step, fact: CommanderTaken) -> None:
    """Whoever holds him is asked, if he is there to be asked; a captain keeps him (C-CAP-01)."""
    captive = step.find(Commander, fact.person)
    who = _settles(step, captive.captor) if captive is not None else ""
    if captive is None or not who:
        return
    whose = step.world.pack.answers.title(step.world, captive.captor)
    ask(
        step,
        "D-PRIS-01",
        f"{captive.name} is a prisoner of {'yours' if who == captive.captor else whose}. What"
        " becomes of him?",
        who=who,
        options=(
            Option(name="keep", text="keep him; you may settle it otherwise at any time"),
            Option(name="parole", text="free him on parole"),
            Option(name="execute", text="have him executed"),
        ),
        default=step.param(DEFAULT),
        then=FateChosen(subject=captive.id, captor=captive.captor),
        about=(captive.id,),
        label=captive.id,
    )


def _settles(step: Step, captor: str) -> str:
    """Who says what becomes of a captor's prisoner: himself, or the referee where nobody plays him.

    A captain or governor of somebody who is played keeps him until that one comes; '' then.
    """
    commander = step.find(Commander, captor)
    if commander is not None:
        return REFEREE if commander.npc else commander.id
    unit = army_of_office(step.world, captor) or fleet_of_office(step.world, captor)
    site = stronghold_of_office(step.world, captor)
    master = unit.owner if unit is not None else site.holder if site is not None else ""
    return REFEREE if not master or nobody_plays(step.world, master) else ""


@chapter.settles(FateChosen)
def fate_chosen(step: Step, then: FateChosen, choice: Choice) -> None:
    """Keep him, free him, or have him executed."""
    captive = step.find(Commander, then.subject)
    if captive is None or captive.captor != then.captor:
        return
    if choice.option == "parole":
        _freed(step, captive, "he is free on his word not to fight")
    elif choice.option == "execute":
        _executed(step, captive)


@chapter.obeys(CaptiveOrder)
def settle(step: Step, order: CaptiveOrder, hand: Hand) -> None:
    """The captor settles it (O-CAPTIVE); where somebody has to agree, he is asked."""
    world = step.world
    require_free(world, hand.author)
    require_parties(order)
    captive = step.find(Commander, order.person)
    if captive is None or not (hand.author == REFEREE or holds(world, hand.author, captive)):
        raise no_captive(order.person)
    if order.fate == "keep":
        step.put(msgspec.structs.replace(captive, may_write=order.may_write))
    elif order.fate == "parole":
        _freed(step, captive, "he is free on his word not to fight")
    elif order.fate == "execute":
        _executed(step, captive)
    else:
        # The referee speaks for whoever holds him.
        captor = captive.captor if hand.author == REFEREE else hand.author
        _offer(step, order, captive, captor)


def _offer(step: Step, order: CaptiveOrder, captive: Commander, captor: str) -> None:
    """Put a ransom, an exchange or an offer to whoever has to agree to it."""
    then = OfferAnswered(
        subject=captive.id,
        fate=order.fate,
        captor=captor,
        doubloons=order.doubloons,
        payer=order.payer,
        against=order.against,
    )
    title = step.world.pack.answers.title(step.world, captor)
    if order.fate == "ransom":
        payer = _party(step, order.payer, captor)
        require_funds(payer.name, payer.purse, order.doubloons)
        who, question = payer, f"{title} asks {order.doubloons} doubloons for {captive.name}."
    elif order.fate == "exchange":
        other = step.find(Commander, order.against)
        if other is None or not other.captor:
            raise no_captive(order.against)
        who = _party(step, other.captor, captor)
        question = f"{title} offers {captive.name} for {other.name}, whom you hold."
    else:
        who = captive
        question = f"{title} wishes to win you over to his side."
    ask(
        step,
        "D-PRIS-01",
        f"{question} Do you agree?",
        who=REFEREE if who.npc else who.id,
        options=(
            Option(name="refuse", text="refuse"),
            Option(name="agree", text="agree"),
        ),
        default="refuse",
        then=then,
        about=(captive.id,),
        label=f"offer/{captive.id}",
    )


def _party(step: Step, person: str, captor: str) -> Commander:
    """Whoever has to agree, if he is with the captor: goods change hands where people meet.

    Raises:
        Refused: E-NOT-PRESENT.
    """
    party = step.find(Commander, person)
    place = whereabouts(step.world, captor)
    if party is None or place is None or whereabouts(step.world, party.id) != place:
        raise Refused(
            "E-NOT-PRESENT",
            f"{person[:40]!r} is not with you to agree to it; nothing was settled. Meet him first.",
        )
    return party


@chapter.settles(OfferAnswered)
def offer_answered(step: Step, then: OfferAnswered, choice: Choice) -> None:
    """Agreed: the ransom is paid, prisoners change hands, or a commander changes sides."""
    captive = step.find(Commander, then.subject)
    if choice.option != "agree" or captive is None or not holds(step.world, then.captor, captive):
        return
    if then.fate == "ransom":
        payer = step.get(Commander, then.payer)
        require_funds(payer.name, payer.purse, then.doubloons)
        step.put(msgspec.structs.replace(payer, purse=payer.purse - then.doubloons))
        _takes(step, then.captor, captive.held, then.doubloons)
        _freed(step, captive, f"he is ransomed for {then.doubloons} doubloons")
    elif then.fate == "exchange":
        other = step.find(Commander, then.against)
        if other is None or not other.captor:
            raise no_captive(then.against)
        _freed(step, captive, f"he is exchanged for {other.name}")
        _freed(step, other, f"he is exchanged for {captive.name}")
    else:
        was = captive.faction
        faction = faction_of(step.world, then.captor)
        step.put(msgspec.structs.replace(captive, faction=faction))
        captive = step.get(Commander, captive.id)
        _freed(step, captive, "he has changed sides", was)


def _takes(step: Step, captor: str, held: str, doubloons: int) -> None:
    """A ransom goes to whoever holds the prisoner; a captain or governor keeps it in his chest."""
    commander = step.find(Commander, captor)
    if commander is not None:
        step.put(msgspec.structs.replace(commander, purse=commander.purse + doubloons))
        return
    army = step.find(Army, held)
    if army is not None:
        add_money(step, army, doubloons)
        return
    keeper = step.find(Fleet, held) or step.get(Stronghold, held)
    step.put(msgspec.structs.replace(keeper, chest=keeper.chest + doubloons))


def _tell(step: Step, captive: Commander, fate: str, side: str) -> None:
    """Whoever is there, and by rider the others of his side (M-PRIS-02)."""
    world = step.world
    captor = world.pack.answers.title(world, captive.captor)
    notice = CaptivesFate(name=captive.name, captor=captor, fate=fate)
    place = whereabouts(world, captive.id)
    for each in step.of(Commander):
        if each.npc:
            continue
        if whereabouts(world, each.id) == place:
            step.tell(each.id, notice, f"{captive.id}/{each.id}")
        elif each.faction == side and not each.captor:
            step.write(
                Dispatch(
                    sender=captive.captor,
                    to=each.id,
                    text=in_words(step, notice),
                    written=step.now,
                    start=place,
                    receipt=False,
                    label=f"fate/{captive.id}/{each.id}",
                )
            )


def _freed(step: Step, captive: Commander, how: str, side: str = "") -> None:
    _tell(step, captive, how, side or captive.faction)
    place = whereabouts(step.world, captive.id)
    assert place is not None  # noqa: S101 - captives are where they are kept
    release(step, captive, place)


def _executed(step: Step, captive: Commander) -> None:
    """His death is news (M-PRIS-02)."""
    captor = step.world.pack.answers.title(step.world, captive.captor)
    step.happened(
        CommanderDies(person=captive.id, why=f"executed as a prisoner of {captor}"), captive.id
    )
