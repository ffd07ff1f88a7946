"""Commanders taken prisoner (C-BAT-05, C-PRIS-01)."""

from __future__ import annotations

import msgspec

from world.dispatch import Delivered, Dispatch
from world.fact import Moved
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy
from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.captives.acting import ask_acting, takes_over_at_once
from world.rules.campaign.captives.notices import Escaped, Taken
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import (
    CommanderFled,
    CommanderSlipped,
    CommanderTaken,
    PlaceFell,
)
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.facts import ArmyEntered, ArmyGone, LeaderChanged
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.leading import to_captain
from world.rules.campaign.nouns.report import account_of, in_words
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import (
    CAPTAIN,
    army_led_by,
    army_of_office,
    captain_of,
    commander_inside,
    governor_of,
    whereabouts,
)
from world.step import Step

chapter = Chapter("prisoners", "Commanders taken prisoner")
chapter.declare(Taken, Escaped)


def captor_of(step: Step, holds: str) -> str:
    """Who holds the prisoners of an army, a fleet or a place: whoever leads it there."""
    army = step.find(Army, holds)
    if army is not None:
        return army.leader or captain_of(army.id)
    fleet = step.find(Fleet, holds)
    if fleet is not None:
        return fleet.leader or captain_of(fleet.id)
    site = step.get(Stronghold, holds)
    inside = commander_inside(step.world, site)
    return inside.id if inside is not None else governor_of(site.id)


@chapter.on(CommanderTaken)
def taken(step: Step, fact: CommanderTaken) -> None:
    """He commands nobody any more; his army has an acting leader at once (C-RET-02)."""
    world = step.world
    commander = step.find(Commander, fact.person)
    if commander is None or commander.captor:
        return
    army = army_led_by(world, commander.id)
    captor = captor_of(step, fact.holds)
    step.put(
        msgspec.structs.replace(
            commander,
            army="",
            with_army="",
            riding="",
            place=fact.place,
            captor=captor,
            held=fact.holds,
            stead=captain_of(army.id) if army is not None else "",
            purse=0 if army is not None else commander.purse,
            may_write=False,
        )
    )
    acting = ""
    if army is not None:
        _bereave(step, army, commander)
        acting = f" {army.name} is led by a captain for the time being."
    notice = Taken(
        name=commander.name,
        place=scene(world).called(fact.place),
        captor=world.pack.answers.title(world, captor),
        acting=acting,
    )
    knows = tell_present(step, notice, fact.place, commander.id)
    if army is not None:
        write_home(step, army.id, notice, commander.faction, knows)
    news = Newsworthy(
        event="capture",
        place=fact.place,
        wording=f"{commander.name} was taken prisoner at {notice.place}.",
        knows=knows,
        about=commander.id,
    )
    step.happened(news, commander.id)
    step.happened(Moved(person=commander.id, place=fact.place), commander.id)
    if army is not None:
        ask_acting(step, army.id, commander.id)


def _bereave(step: Step, army: Army, commander: Commander) -> None:
    """His army goes to a captain; its chest stays, and if it was his own it has no owner."""
    to_captain(step, army, ", since its commander is a prisoner")
    after = step.get(Army, army.id)
    owner = "" if after.owner == commander.id else after.owner
    chest = after.chest + commander.purse
    step.put(msgspec.structs.replace(after, owner=owner, chest=chest))
    takes_over_at_once(step, army.id, commander)


def tell_present(step: Step, notice: Notice, place: str, person: str) -> tuple[str, ...]:
    """Whoever is there is told, the person concerned included; returns who they are."""
    told = []
    for commander in step.of(Commander):
        here = whereabouts(step.world, commander.id) == place
        if here and (not commander.npc or commander.id == person):
            step.tell(commander.id, notice, f"{person}/{commander.id}")
            told.append(commander.id)
    step.tell(REFEREE, notice, person)
    return tuple(told)


def write_home(
    step: Step, army_id: str, notice: Notice, faction: str, knows: tuple[str, ...]
) -> None:
    """His army's captain sends riders to every commander of his side who was not there."""
    army = step.get(Army, army_id)
    for commander in step.of(Commander):
        if commander.faction != faction or commander.npc or commander.id in knows:
            continue
        if commander.captor:
            continue
        step.write(
            Dispatch(
                sender=captain_of(army.id),
                to=commander.id,
                text=f"{in_words(step, notice)} I wait for orders.",
                written=step.now,
                start=army.place,
                enclosed=account_of(step, army),
                receipt=False,
                label=f"taken/{army.id}/{commander.id}",
            )
        )


@chapter.on(Delivered)
def word_of_it(step: Step, fact: Delivered) -> None:
    """The first of his side whom an army without a master reaches is its master now (C-RET-02)."""
    if fact.intercepted or not fact.sender.startswith(CAPTAIN):
        return
    army = army_of_office(step.world, fact.sender)
    reader = step.find(Commander, fact.reader)
    if army is None or army.owner or army.leader or reader is None or reader.captor:
        return
    if reader.faction != army.faction or reader.id != fact.reader:
        return
    named = _successor_of(step, army)
    if named and named != reader.id:
        return
    step.put(msgspec.structs.replace(army, owner=reader.id))


def _successor_of(step: Step, army: Army) -> str:
    """Whom the captured commander of an army has named, if that one is free."""
    office = captain_of(army.id)
    for commander in step.of(Commander):
        if commander.stead == office and commander.successor:
            named = step.find(Commander, commander.successor)
            if named is not None and not named.captor and named.faction == army.faction:
                return named.id
    return ""


@chapter.on(CommanderSlipped)
def slipped(step: Step, fact: CommanderSlipped) -> None:
    """Whoever is there learns who got away; all others hear of it (M-PRIS-01, C-AFT-05)."""
    commander = step.find(Commander, fact.person)
    if commander is None:
        return
    notice = Escaped(name=commander.name, place=scene(step.world).called(fact.place))
    knows = tell_present(step, notice, fact.place, commander.id)
    news = Newsworthy(
        event="capture",
        place=fact.place,
        wording=f"{commander.name} has slipped away from {notice.place}.",
        knows=knows,
        about=commander.id,
    )
    step.happened(news, f"slipped/{commander.id}")


# -- what becomes of those who hold them ----------------------------------------------------------


def held_by(step: Step, holds: str) -> list[Commander]:
    """The prisoners of an army or a place."""
    return [each for each in step.of(Commander) if each.held == holds]


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """Prisoners travel with the army that holds them (C-PRIS-01)."""
    for captive in held_by(step, fact.army):
        step.put(msgspec.structs.replace(captive, place=fact.place))
        step.happened(Moved(person=captive.id, place=fact.place), captive.id)


@chapter.on(LeaderChanged)
def leader_changed(step: Step, fact: LeaderChanged) -> None:
    """Whoever leads the army now has its prisoners."""
    for captive in held_by(step, fact.army):
        captor = captor_of(step, fact.army)
        step.put(msgspec.structs.replace(captive, captor=captor))


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """Prisoners of an army that is no more are free, or pass to the one it went into."""
    for captive in held_by(step, fact.army):
        heir = step.find(Army, fact.army)
        if heir is not None and not friendly(step.world, heir.faction, captive.faction):
            captor = captor_of(step, heir.id)
            step.put(msgspec.structs.replace(captive, held=heir.id, captor=captor))
        else:
            release(step, captive, fact.place)


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """Prisoners in a place that falls to their side are free (C-PRIS-02/a)."""
    site = step.get(Stronghold, fact.stronghold)
    for captive in held_by(step, fact.stronghold):
        if friendly(step.world, site.faction, captive.faction):
            release(step, captive, site.place)
        else:
            captor = captor_of(step, site.id)
            step.put(msgspec.structs.replace(captive, captor=captor))


def release(step: Step, captive: Commander, place: str) -> None:
    """A prisoner is free, and rides to his own people (C-CMD-06)."""
    step.put(
        msgspec.structs.replace(captive, captor="", held="", stead="", may_write=False, place=place)
    )
    notice = Escaped(name=captive.name, place=scene(step.world).called(place))
    step.tell(captive.id, notice, f"free/{captive.id}")
    step.happened(CommanderFled(person=captive.id, place=place), captive.id)
