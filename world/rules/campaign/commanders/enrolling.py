"""A person joins with a commander: places that are offered, and who takes them (O-ENROL)."""

from __future__ import annotations

import re

import msgspec

from world.errors import Refused
from world.fact import Begun
from world.kernel.nouns import ADDRESSES, REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.commanders.notices import CommanderEnrolled, PlaceOffered
from world.rules.campaign.commanders.orders import (
    EnrolOrder,
    OfferPlaceOrder,
    require_offered,
    require_own_name,
    require_person,
    require_referee,
)
from world.rules.campaign.nouns import almanac
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import Faction
from world.rules.campaign.nouns.facts import CommanderCame
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.kin import aged, roll_traits, scores_of, trait_count
from world.rules.campaign.nouns.leading import give_traits, lead
from world.rules.campaign.nouns.where import whereabouts
from world.step import Step

chapter = Chapter("enrolling", "Places in the game, and who takes them")
chapter.declare(PlaceOffered, CommanderEnrolled)

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


# -- offering ------------------------------------------------------------------------------------


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """The referee is told of the places that the scenario offers."""
    for commander in step.of(Commander):
        if commander.offered:
            _tell_referee(step, commander)


@chapter.on(CommanderCame)
def came(step: Step, fact: CommanderCame) -> None:
    """And of those that are offered later."""
    commander = step.get(Commander, fact.person)
    if commander.offered:
        _tell_referee(step, commander)


def _tell_referee(step: Step, commander: Commander) -> None:
    step.tell(REFEREE, PlaceOffered(person=commander.id, name=commander.name), commander.id)


@chapter.obeys(OfferPlaceOrder)
def offer_place(step: Step, order: OfferPlaceOrder, hand: Hand) -> None:
    """The referee offers somebody nobody plays, or a place that was not there before."""
    require_referee(hand.author)
    commander = step.find(Commander, order.person)
    if commander is not None and commander.id == order.person:
        if not commander.npc:
            raise Refused(
                "E-NOT-YOURS",
                f"{commander.name} has a player of his own; nothing was offered. Name another.",
            )
        offered = msgspec.structs.replace(commander, npc=False, offered=True)
        step.put(offered)
        _tell_referee(step, offered)
        return
    _offer_new(step, order)


def _offer_new(step: Step, order: OfferPlaceOrder) -> None:
    world = step.world
    taken = order.person in world.entities or order.person in ADDRESSES
    if taken or not _ID.fullmatch(order.person):
        raise Refused(
            "E-SYNTAX",
            f"{order.person[:40]!r} cannot be the id of a new commander; nothing was offered. Take"
            " one nobody has, of small letters, digits and hyphens.",
        )
    if not any(c.isalnum() for c in order.name):
        raise Refused("E-NAME-REQUIRED", "A new place needs a name; nothing was offered. Give one.")
    if order.faction and world.find(Faction, order.faction) is None:
        known = ", ".join(side.id for side in world.of(Faction))
        raise Refused(
            "E-SYNTAX",
            f"There is no faction {order.faction[:40]!r}; nothing was offered. Known are: {known}.",
        )
    person = Commander(
        id=order.person,
        name=" ".join(order.name.split())[:60],
        faction=order.faction or order.person,
        offered=True,
    )
    if not order.leads:
        place = scene(world).place(order.at)
        step.put(msgspec.structs.replace(person, place=place))
        step.happened(CommanderCame(person=person.id), person.id)
        return
    army = world.find(Army, order.leads)
    if army is None or army.leader:
        raise Refused(
            "E-NO-LEADER",
            f"{order.leads[:40]!r} is no army under a captain; nothing was offered. Name one that"
            " is, or none and a place (at=…).",
        )
    lead(step, army, msgspec.structs.replace(person, faction=order.faction or army.faction))


# -- taking ---------------------------------------------------------------------------------------


@chapter.obeys(EnrolOrder)
def enrol(step: Step, order: EnrolOrder, hand: Hand) -> None:
    """A player says who he is; his age and later traits are rolled (C-CMD-01, C-CMD-05)."""
    commander = step.find(Commander, hand.author)
    require_offered(commander is not None and commander.offered)
    assert commander is not None  # noqa: S101 - nobody offers what is not there
    require_person(order)
    begun = scene(step.world).setup.commanders
    known = (almanac.entry_of(step.world, each) for each in begun if each != commander.id)
    require_own_name(order, {entry.name for entry in known if entry is not None})
    was = commander.name
    commander = aged(step, commander)
    commander = msgspec.structs.replace(
        commander,
        name=order.spoken,
        title=order.title.strip(),
        gender=order.gender.strip(),
        faith=order.faith.strip() or commander.faith,
        scores=scores_of(step.world.params, order.abilities),
        offered=False,
    )
    count = trait_count(step.world.params, commander.age)
    traits = (order.trait, *(each for each in commander.traits if each != order.trait))[:count]
    if not count:
        commander = msgspec.structs.replace(commander, wish=order.trait)
    traits = roll_traits(step, f"traits of {commander.id}", commander.age, traits)
    commander = give_traits(step, commander, traits)
    almanac.enter(step, commander)
    _tell(step, commander, was)


def _tell(step: Step, commander: Commander, was: str) -> None:
    """Everybody, where everybody knows of the place; else whoever is there (C-CMD-02)."""
    gender = f", {commander.gender}" if commander.gender else ""
    notice = CommanderEnrolled(name=commander.name, age=commander.age, gender=gender, was=was)
    place = whereabouts(step.world, commander.id)
    public = commander.id in scene(step.world).setup.commanders
    step.tell(REFEREE, notice, commander.id)
    for each in step.of(Commander):
        here = place is not None and whereabouts(step.world, each.id) == place
        if not each.npc and (public or here or each.id == commander.id):
            step.tell(each.id, notice, f"{commander.id}/{each.id}")
