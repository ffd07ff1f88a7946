"""Revolts: how many rise, where, and who hears of it (C-REV)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.dates import DAY_MS
from world.decision import Choice, Option
from world.fact import Moved
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import EntersWalls, PlaceYields
from world.rules.campaign.nouns.faction import Declared, Faction, declared_id, name_of
from world.rules.campaign.nouns.facts import (
    ArmyEntered,
    ArmyFormed,
    ArmyGone,
    RevoltBreaksOut,
    Sighted,
)
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.land import settlement
from world.rules.campaign.nouns.morale import RESTING
from world.rules.campaign.nouns.provisions import daily_need
from world.rules.campaign.nouns.rebels import enemies, spread, stances
from world.rules.campaign.nouns.review import REROLL, held_back
from world.rules.campaign.nouns.rising import Rising, rising_of, size_of_revolt
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import captain_of
from world.step import Step
from world.timeline import Event

chapter = Chapter("revolts", "Revolts: how many rise, where, and who hears of it")

DELAY_DAYS = chapter.param(
    "revolt.delay_days", 0, "days", "C-REV-02", "between the throw and the rising"
)
SUPPLY_DAYS = chapter.param(
    "revolt.supply_days", 15, "days", "C-REV-02", "for which rebels bring food"
)
REBELS_PLACE = chapter.param(
    "ransom.rebels_place",
    "outside_walls",
    "place",
    "C-RAN-02",
    "where those stand who rise after a ransom",
    choices=("outside_walls", "inside"),
)
#: Hexes put before the referee at most; the likeliest first.
_CHOICES = 12
_NOBODY = "nobody"


class RebelsGather(Event, frozen=True, tag="rebels_gather"):
    """The dusk at which a revolt breaks out."""

    rank: ClassVar[int] = day.RANK_DUSK_WORK
    rule: str = "D-REV-01"


class RevoltReviewed(Event, frozen=True, tag="revolt_reviewed"):
    """How many rise stands, is thrown again, or nobody does (D-GEN-02, C-GEN-08)."""

    rule: str


class RebelsPlaced(Event, frozen=True, tag="rebels_placed"):
    """Where rebels rise is settled (D-REV-01, D-RAN-01)."""

    rule: str = "D-REV-01"


@chapter.on(RevoltBreaksOut)
def breaks_out(step: Step, fact: RevoltBreaksOut) -> None:
    """The die says how many; they rise at the dusk of that day, or some days later (C-REV-02)."""
    men = fact.men or size_of_revolt(step, fact.cause)
    army = step.name("rebels")
    step.put(
        Rising(
            id=f"rising:{army}",
            army=army,
            faction=step.name("rebels' faction"),
            leader=step.name("rebels' leader"),
            against=fact.faction,
            cause=fact.cause,
            men=men,
            hexes=fact.hexes,
            sort=fact.leader,
        )
    )
    half = day.half_of(step.world, step.now)
    at_dusk = half.night and half.start == step.now
    dusk = step.now if at_dusk else day.next_dusk(step.world, step.now)
    dusk += step.param(DELAY_DAYS) * DAY_MS
    gather = RebelsGather(subject=f"rising:{army}", rule=fact.rule)
    if dusk > step.now:
        step.at(dusk, gather)
    else:
        rebels_gather(step, gather)


@chapter.handles(RebelsGather)
def rebels_gather(step: Step, event: RebelsGather) -> None:
    """The referee may look at how many they are first (C-GEN-08)."""
    rising = step.get(Rising, event.subject)
    against = name_of(step.world, rising.against)
    held = held_back(
        step,
        f"Some {rising.men} men rise against {against} for {rising.cause}.",
        RevoltReviewed(subject=rising.id, rule=event.rule),
        instead=(Option(name=_NOBODY, text="nobody rises after all"),),
        about=(rising.id,),
        label=rising.id,
    )
    if not held:
        _gather(step, rising, event.rule)


@chapter.settles(RevoltReviewed)
def revolt_reviewed(step: Step, then: RevoltReviewed, choice: Choice) -> None:
    """As many rise as were thrown, or as are thrown now; or none."""
    rising = step.get(Rising, then.subject)
    if choice.option == _NOBODY:
        return
    if choice.option == REROLL:
        rising = msgspec.structs.replace(rising, men=size_of_revolt(step, rising.cause))
        step.put(rising)
    _gather(step, rising, then.rule)


def _gather(step: Step, rising: Rising, rule: str) -> None:
    """The referee may say where; by default where most people live and no army stands."""
    if rule == "D-RAN-01":
        _ask_inside(step, rising)
        return
    ground = scene(step.world)
    likely = sorted(rising.hexes, key=lambda at: _likelihood(step, at))[:_CHOICES]
    ask(
        step,
        "D-REV-01",
        f"Some {rising.men} men rise against {name_of(step.world, rising.against)} for"
        f" {rising.cause}. Where? Write who leads them and what they want, if you like.",
        who=REFEREE,
        options=(
            *(Option(name=at, text=f"at {ground.called(at)}") for at in likely),
            Option(name=_NOBODY, text="nobody rises after all"),
        ),
        default=likely[0],
        then=RebelsPlaced(subject=rising.id),
        about=(rising.id,),
        free_text=True,
        label=rising.id,
    )


def _likelihood(step: Step, at: str) -> tuple[bool, int, str]:
    return bool(step.at_place(at, Army)), -settlement(step.world, at), at


def _ask_inside(step: Step, rising: Rising) -> None:
    """Who rises after a ransom stands outside the walls, or holds the place (D-RAN-01)."""
    place = scene(step.world).called(rising.hexes[0])
    ask(
        step,
        "D-RAN-01",
        f"Some {rising.men} men rise at {place} after the ransom. Where do they stand?",
        who=REFEREE,
        options=(
            Option(name="outside_walls", text="outside the walls"),
            Option(name="inside", text="inside, and they hold the place"),
        ),
        default=step.param(REBELS_PLACE),
        then=RebelsPlaced(subject=rising.id, rule="D-RAN-01"),
        about=(rising.id,),
        label=rising.id,
    )


@chapter.settles(RebelsPlaced)
def rebels_placed(step: Step, then: RebelsPlaced, choice: Choice) -> None:
    """They stand where they rise; amended, they have moved, or have gone home."""
    rising = step.get(Rising, then.subject)
    if choice.text:
        rising = msgspec.structs.replace(rising, aim=choice.text)
        step.put(rising)
    if then.rule == "D-RAN-01":
        if rising.place is None:
            _rise(step, rising, rising.hexes[0])
        if choice.option == "inside":
            _hold(step, rising)
        return
    if rising.place is None:
        if choice.option != _NOBODY:
            _rise(step, rising, choice.option)
        return
    army = step.find(Army, rising.army)
    if army is None:
        return
    if choice.option == _NOBODY:
        _disperse(step, army)
    elif army.place == rising.place and choice.option != army.place:
        _move(step, rising, army, choice.option)


def _rise(step: Step, rising: Rising, at: str) -> None:
    """Rebels have neither horse nor guns nor wagons, and what food they can carry (C-REV-02/a)."""
    name = scene(step.world).called(at).rpartition(" (")[0] or at
    step.put(Faction(id=rising.faction, name=f"The rebels of {name}", head=rising.leader))
    step.put(
        Commander(
            id=rising.leader,
            name=f"the {rising.sort} leader of the rebels of {name}",
            faction=rising.faction,
            army=rising.army,
            npc=True,
        )
    )
    for enemy in enemies(step, rising):
        one, other = sorted((enemy, rising.faction))
        step.put(
            Declared(
                id=declared_id(one, other), one=one, other=other, one_says="war", other_says="war"
            )
        )
    resting = step.param(RESTING)
    army = Army(
        id=rising.army,
        name=f"Rebels of {name}",
        faction=rising.faction,
        owner=rising.leader,
        leader=rising.leader,
        place=at,
        detachments=(Detachment(name="Rebels", kind="infantry", soldiers=rising.men),),
        morale=resting,
        resting=resting,
    )
    food = daily_need(step.world, army) * step.param(SUPPLY_DAYS)
    step.put(msgspec.structs.replace(army, supplies=food))
    risen = msgspec.structs.replace(rising, place=at)
    step.put(risen)
    spread(step, risen)
    step.happened(ArmyFormed(army=army.id, place=at), army.id)


def _move(step: Step, rising: Rising, army: Army, to: str) -> None:
    origin = army.place
    step.put(msgspec.structs.replace(army, place=to))
    step.put(msgspec.structs.replace(rising, place=to))
    for person in (army.leader, captain_of(army.id)):
        step.happened(Moved(person=person, place=to), person)
    night = day.half_of(step.world, step.now).night
    entered = ArmyEntered(army=army.id, place=to, came_from=origin, night=night)
    step.happened(entered, army.id)


def _disperse(step: Step, army: Army) -> None:
    step.remove(army, "the rebels went home")
    gone = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
    step.happened(gone, army.id)


def _hold(step: Step, rising: Rising) -> None:
    """The townspeople take their own town; whoever is quartered there marches out (D-RAN-01)."""
    army = step.find(Army, rising.army)
    stronghold = next(iter(step.at_place(rising.hexes[0], Stronghold)), None)
    if army is None or stronghold is None or army.place != stronghold.place:
        return
    yields = PlaceYields(
        stronghold=stronghold.id, victor=rising.leader, army=army.id, terms=True, weeks=0
    )
    step.happened(yields, stronghold.id)
    if step.get(Stronghold, stronghold.id).holder == rising.leader:
        step.happened(EntersWalls(army=army.id, stronghold=stronghold.id), army.id)


@chapter.on(Sighted)
def sighted(step: Step, fact: Sighted) -> None:
    """Who sees rebels in arms against his side can tell what they are."""
    rising = rising_of(step.world, fact.enemy)
    if rising is not None and step.find(Commander, fact.observer) is not None:
        for stance in stances(step, rising, fact.observer):
            step.put(stance)
