"""What those who walk are offered: the highest offer wins them (C-MOR-07, D-MOR-03)."""

from __future__ import annotations

import re

import msgspec

from world.decision import Choice, Option
from world.dispatch import Delivered, Dispatch
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.defection import figures
from world.rules.campaign.defection.notices import OfferNoted
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.band import Band, Bid, band_of
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.provisions import chest_of
from world.rules.campaign.nouns.report import account_of
from world.rules.campaign.nouns.where import (
    CAPTAIN,
    army_led_by,
    army_of_office,
    captain_of,
    whereabouts,
)
from world.rules.campaign.nouns.written_numbers import MOST_DIGITS, whole
from world.step import Step
from world.timeline import Event

chapter = Chapter("offers to deserters", "What those who walk are offered")
chapter.declare(OfferNoted)

#: As long as anybody could walk (ms of answering time): the question ends when they arrive.
_OPEN = 365 * 86_400_000


class OfferMade(Event, frozen=True, tag="offer_made"):
    """A commander has said what he offers those who walk (D-MOR-03)."""

    person: str


class OffersRuled(Event, frozen=True, tag="offers_ruled"):
    """What the referee makes of all offers is settled (D-MOR-03)."""


def open_offers(step: Step, band: Band) -> None:
    """Ask the commander they have left, the one they make for, and the referee."""
    army = step.find(Army, band.army)
    if army is None or band_of(step.world, band.army) is None:
        return
    for person in dict.fromkeys((band.old, band.prospect)):
        commander = step.find(Commander, person) if person else None
        if commander is None or commander.npc:
            continue
        if whereabouts(step.world, person) == army.place:
            _ask_offer(step, army, person)
        else:
            _send_word(step, band, army, person)
    ask(
        step,
        "D-MOR-03",
        f"{army.name}, {army.strength} men, are on their way to another commander. Do offers of"
        " money turn them?",
        who=REFEREE,
        options=(
            Option(name="offers", text="the highest offer wins them, the old commander at a tie"),
            Option(name="go_on", text="they go on, whatever is offered"),
            Option(name="come_back", text="they come back, whatever is offered"),
        ),
        default="offers",
        then=OffersRuled(subject=army.id),
        about=(army.id,),
        waits=True,
        limit=_OPEN,
        label=f"referee/{army.id}",
    )


def _send_word(step: Step, band: Band, army: Army, person: str) -> None:
    """They send a rider ahead, or back: whoever is elsewhere learns of it when he comes."""
    what = "are coming to join you" if person == band.prospect else "have left, and would be asked"
    step.write(
        Dispatch(
            sender=captain_of(army.id),
            to=person,
            text=f"{army.strength} men, {', '.join(d.name for d in army.detachments)}, {what}."
            f" A doubloon or two would speed us: {_least(step, army)} at least.",
            written=step.now,
            # They have asked their way, as whoever walks does: they know where he is.
            towards=whereabouts(step.world, person),
            start=army.place,
            enclosed=account_of(step, army),
            receipt=False,
            label=f"band/{army.id}/{person}",
        )
    )


@chapter.on(Delivered)
def word_of_it(step: Step, fact: Delivered) -> None:
    """Their rider has come: now he can make an offer."""
    if fact.intercepted or fact.order or not fact.sender.startswith(CAPTAIN):
        return
    army = army_of_office(step.world, fact.sender)
    band = band_of(step.world, army.id) if army is not None else None
    if army is None or band is None or fact.to != fact.reader:
        return
    if fact.reader in (band.old, band.prospect):
        _ask_offer(step, army, fact.reader)


def _least(step: Step, army: Army) -> int:
    return army.strength * step.param(figures.BRIBE)


def _ask_offer(step: Step, army: Army, person: str) -> None:
    least = _least(step, army)
    ask(
        step,
        "D-MOR-03",
        f"{army.name}, {army.strength} men, will follow whoever offers most. What do you offer?"
        f" {least} doubloons is the least they listen to; it is due when they come to you.",
        who=person,
        options=(
            Option(name="none", text="nothing"),
            Option(name="offer", text="so many doubloons, as I write"),
        ),
        default="none",
        then=OfferMade(subject=army.id, person=person),
        about=(army.id,),
        free_text=True,
        waits=True,
        limit=_OPEN,
        label=f"{army.id}/{person}",
    )


@chapter.settles(OfferMade)
def offer_made(step: Step, then: OfferMade, choice: Choice) -> None:
    """What he offers is noted; an offer they do not listen to he may make anew.

    Raises:
        Refused: E-SYNTAX, where the number he wrote is longer than any sum of money.
    """
    band, army = band_of(step.world, then.subject), step.find(Army, then.subject)
    if band is None or army is None or choice.option != "offer":
        return
    said = re.search(r"\d[\d ,]*", choice.text)
    doubloons = whole(re.sub(r"\D", "", said[0])) if said else 0
    if doubloons is None:
        raise Refused(
            "E-SYNTAX",
            f"“{choice.text.strip()[:40]}…” is no sum of doubloons; nothing was offered. Write a"
            f" whole number of {MOST_DIGITS} digits at most.",
        )
    if doubloons < _least(step, army):
        what = f"They do not listen to less than {_least(step, army)}; make another."
        notice = OfferNoted(army=army.name, doubloons=doubloons, what=what)
        step.tell(then.person, notice, army.id)
        _ask_offer(step, army, then.person)
        return
    bids = (*(b for b in band.bids if b.person != then.person), Bid(then.person, doubloons))
    step.put(msgspec.structs.replace(band, bids=bids))
    notice = OfferNoted(
        army=army.name, doubloons=doubloons, what="It stands until they have made up their minds."
    )
    step.tell(then.person, notice, army.id)


@chapter.settles(OffersRuled)
def offers_ruled(step: Step, then: OffersRuled, choice: Choice) -> None:
    """The referee has said what they make of it."""
    band = band_of(step.world, then.subject)
    if band is not None and choice.option in ("go_on", "come_back"):
        ruling = "go_on" if choice.option == "go_on" else "come_back"
        step.put(msgspec.structs.replace(band, ruling=ruling))


def outcome(step: Step, band: Band) -> tuple[Army | None, int]:
    """Whom they join in the end, and at what price: the highest valid offer (C-MOR-07/a).

    An offer is valid while whoever made it has as much; the old commander wins ties.  None for
    whomever they have reached.
    """
    army = step.get(Army, band.army)
    home = step.find(Army, band.left)
    if band.ruling == "go_on":
        return None, 0
    if band.ruling == "come_back":
        return home, 0
    valid: list[tuple[int, bool, str, Army]] = []
    for bid in band.bids:
        old = bid.person == band.old
        payer = army_led_by(step.world, bid.person) or (home if old else None)
        if payer is None or payer.id == army.id or bid.doubloons < _least(step, army):
            continue
        if chest_of(step.world, payer) >= bid.doubloons:
            valid.append((bid.doubloons, old, bid.person, payer))
    if not valid:
        return None, 0
    doubloons, _, _, payer = max(valid, key=lambda each: each[:3])
    return payer, doubloons
