"""Captains of fleets: no initiative, and a short message when something happens (C-CAP-02)."""

from __future__ import annotations

from typing import ClassVar

from world.decision import Choice, Option
from world.dispatch import Dispatch
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns.agenda import is_foreseen
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.report import account_of_fleets
from world.rules.campaign.nouns.sea_facts import (
    CaptainHeavesTo,
    FleetSighted,
    FleetsMet,
    UnexpectedAtSea,
)
from world.rules.campaign.nouns.seafaring import figure
from world.rules.campaign.nouns.where import aboard_with, captain_of, whereabouts
from world.step import Step
from world.timeline import Event

chapter = Chapter("captains at sea", "Captains of fleets and what they do when surprised")


class SeaCaptainWrites(Notice, frozen=True, tag="sea_captain_writes"):
    """A captain in the same place reports (M-CAP-01)."""

    title: ClassVar[str] = "The captain of {fleet} reports"
    wording: ClassVar[str] = "{words} It has hove to in {place} and waits for orders."
    fleet: str
    place: str
    words: str


class SurpriseAtSeaJudged(Event, frozen=True, tag="surprise_at_sea_judged"):
    """Whether something surprised a captain at sea is settled (D-CAP-01)."""

    what: str
    words: str
    enemy: str = ""


chapter.declare(SeaCaptainWrites)


def _alone(step: Step, fleet: Fleet | None) -> bool:
    """Whether a captain is left to himself: nobody leads, nor is its owner aboard to tell him."""
    if fleet is None or fleet.leader:
        return False
    aboard = aboard_with(step.world, fleet.owner) if fleet.owner else None
    return aboard is None or aboard.id != fleet.id


@chapter.on(FleetSighted)
def sighted(step: Step, fact: FleetSighted) -> None:
    """The enemy in sight is unexpected for a captain."""
    fleet = step.find(Fleet, fact.fleet) if fact.fleet else None
    enemy = step.find(Fleet, fact.enemy)
    if fleet is None or enemy is None or not _alone(step, fleet):
        return
    if is_foreseen(step.world, fleet.id, "enemy_sighted"):
        return  # a standing order says what he is to do
    place = scene(step.world).called(enemy.place)
    words = f"{enemy.name} of the enemy is in sight in {place}."
    surprise = UnexpectedAtSea(fleet=fleet.id, what="enemy", words=words, enemy=enemy.id)
    step.happened(surprise, f"{fleet.id}/{enemy.id}")


@chapter.on(FleetsMet)
def fleets_met(step: Step, fact: FleetsMet) -> None:
    """To be met by the enemy is unexpected, too; the captain holds."""
    for fleet_id in fact.fleets:
        fleet = step.find(Fleet, fleet_id)
        if fleet is None or not _alone(step, fleet):
            continue
        place = scene(step.world).called(fleet.place)
        words = f"{fleet.name} has met the enemy in {place} and holds."
        surprise = UnexpectedAtSea(fleet=fleet.id, what="attacked", words=words)
        step.happened(surprise, f"met/{fleet.id}")


@chapter.on(UnexpectedAtSea)
def unexpected(step: Step, fact: UnexpectedAtSea) -> None:
    """What is on the list surprises him; of anything else the referee may say so (D-CAP-01)."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is None or not _alone(step, fleet):
        return
    if fact.what in figure(step.world, "captain.unexpected", default=()):
        _surprised(step, fleet, fact)
        return
    ask(
        step,
        "D-CAP-01",
        f"{fact.words} Does that surprise its captain, so that he heaves to and writes?",
        who=REFEREE,
        options=(
            Option(name="yes", text="he heaves to and writes"),
            Option(name="no", text="he does as he was told"),
        ),
        default="no",
        then=SurpriseAtSeaJudged(
            subject=fleet.id, what=fact.what, words=fact.words, enemy=fact.enemy
        ),
        about=(fleet.id,),
        label=f"{fleet.id}/{fact.what}/{fact.enemy}",
    )


@chapter.settles(SurpriseAtSeaJudged)
def surprise_judged(step: Step, then: SurpriseAtSeaJudged, choice: Choice) -> None:
    """He was surprised after all."""
    fleet = step.find(Fleet, then.subject)
    if fleet is not None and choice.option == "yes" and _alone(step, fleet):
        fact = UnexpectedAtSea(fleet=fleet.id, what=then.what, words=then.words, enemy=then.enemy)
        _surprised(step, fleet, fact)


def _surprised(step: Step, fleet: Fleet, fact: UnexpectedAtSea) -> None:
    """He lies still, and sends a short message to the nearest player of his faction (M-CAP-01)."""
    label = f"{fleet.id}/{fact.what}/{fact.enemy}"
    step.happened(CaptainHeavesTo(fleet=fleet.id), label)
    current = step.find(Fleet, fleet.id)
    if current is not None:
        _write(step, current, fact)


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
