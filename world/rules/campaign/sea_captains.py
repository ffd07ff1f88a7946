"""Captains of fleets: no initiative, and a short message when something happens (C-CAP-02)."""

from __future__ import annotations

from typing import ClassVar

from world.dispatch import Dispatch
from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.report import account_of_fleets
from world.rules.campaign.nouns.sea_facts import FleetSighted, FleetsMet, UnexpectedAtSea
from world.rules.campaign.nouns.seafaring import figure
from world.rules.campaign.nouns.where import aboard_with, captain_of, whereabouts
from world.step import Step

chapter = Chapter("captains at sea", "Captains of fleets and what they do when surprised")


class SeaCaptainWrites(Notice, frozen=True, tag="sea_captain_writes"):
    """A captain in the same place reports (M-CAP-01)."""

    title: ClassVar[str] = "The captain of {fleet} reports"
    wording: ClassVar[str] = "{words} It has hove to in {place} and waits for orders."
    fleet: str
    place: str
    words: str


chapter.declare(SeaCaptainWrites)


def _surprises(step: Step, fleet: Fleet | None, what: str) -> bool:
    """Whether something surprises the captain of a fleet; not with its owner aboard to tell him."""
    if fleet is None or fleet.leader:
        return False
    aboard = aboard_with(step.world, fleet.owner) if fleet.owner else None
    if aboard is not None and aboard.id == fleet.id:
        return False
    return what in figure(step.world, "captain.unexpected", default=())


@chapter.on(FleetSighted)
def sighted(step: Step, fact: FleetSighted) -> None:
    """The enemy in sight is unexpected for a captain."""
    fleet = step.find(Fleet, fact.fleet) if fact.fleet else None
    enemy = step.find(Fleet, fact.enemy)
    if fleet is None or enemy is None or not _surprises(step, fleet, "enemy"):
        return
    place = scene(step.world).called(enemy.place)
    words = f"{enemy.name} of the enemy is in sight in {place}."
    surprise = UnexpectedAtSea(fleet=fleet.id, what="enemy", words=words, enemy=enemy.id)
    step.happened(surprise, f"{fleet.id}/{enemy.id}")


@chapter.on(FleetsMet)
def fleets_met(step: Step, fact: FleetsMet) -> None:
    """To be met by the enemy is unexpected, too; the captain holds."""
    for fleet_id in fact.fleets:
        fleet = step.find(Fleet, fleet_id)
        if fleet is not None and _surprises(step, fleet, "attacked"):
            place = scene(step.world).called(fleet.place)
            words = f"{fleet.name} has met the enemy in {place} and holds."
            _write(step, fleet, UnexpectedAtSea(fleet=fleet.id, what="attacked", words=words))


@chapter.on(UnexpectedAtSea)
def unexpected(step: Step, fact: UnexpectedAtSea) -> None:
    """He sends a short message to the nearest player of his faction (M-CAP-01)."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is not None and _surprises(step, fleet, fact.what):
        _write(step, fleet, fact)


def _write(step: Step, fleet: Fleet, fact: UnexpectedAtSea) -> None:
    to = _nearest_player(step, fleet)
    if to is None:
        return
    world = step.world
    place = scene(world).called(fleet.place)
    label = f"{fleet.id}/{fact.what}/{fact.enemy}"
    if whereabouts(world, to) == fleet.place:
        step.tell(to, SeaCaptainWrites(fleet=fleet.name, place=place, words=fact.words), label)
        return
    enemy = step.find(Fleet, fact.enemy) if fact.enemy else None
    fleets = (fleet,) if enemy is None else (fleet, enemy)
    step.write(
        Dispatch(
            sender=captain_of(fleet.id),
            to=to,
            text=f"{fact.words} I have hove to in {place} and wait for orders.",
            written=step.now,
            start=fleet.place,
            enclosed=account_of_fleets(step, *fleets),
            receipt=False,
            label=f"sea captain/{label}",
        )
    )


def _nearest_player(step: Step, fleet: Fleet) -> str | None:
    """The nearest player's commander of a fleet's faction, its owner before others as near."""
    ground = scene(step.world)
    found = []
    for commander in step.of(Commander):
        place = whereabouts(step.world, commander.id)
        if commander.npc or commander.faction != fleet.faction or place is None:
            continue
        away = ground.distance(fleet.place, place)
        found.append((away, commander.id != fleet.owner, commander.id))
    return min(found)[2] if found else None
