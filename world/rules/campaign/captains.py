"""Captains: no initiative, and a short message when something happens (C-CAP-01, C-CAP-02)."""

from __future__ import annotations

from typing import ClassVar

from world.decision import Choice, Option
from world.dispatch import Dispatch
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.pack import Chapter
from world.param import Param
from world.rules.campaign.nouns.agenda import is_foreseen
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import MeetingBegan
from world.rules.campaign.nouns.facts import (
    CaptainStops,
    FordReached,
    FoundItself,
    Sighted,
    Unexpected,
)
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.report import account_of
from world.rules.campaign.nouns.where import captain_of, whereabouts
from world.step import Step
from world.timeline import Event

chapter = Chapter("captains", "Captains and what they do when surprised")

UNEXPECTED: Param[tuple[str, ...]] = chapter.param(
    "captain.unexpected",
    ("enemy", "blocked", "attacked", "morale", "hunger", "impossible"),
    "list",
    "C-CAP-02",
    "what makes a captain stop and write",
)


class SurpriseJudged(Event, frozen=True, tag="surprise_judged"):
    """Whether something surprised a captain is settled (D-CAP-01)."""

    what: str
    words: str
    enemy: str = ""


class CaptainWrites(Notice, frozen=True, tag="captain_writes"):
    """A captain in the same place reports (M-CAP-01)."""

    title: ClassVar[str] = "The captain of {army} reports"
    wording: ClassVar[str] = "{words} It has stopped in {place} and waits for orders."
    army: str
    place: str
    words: str


chapter.declare(CaptainWrites)


@chapter.on(Sighted)
def sighted(step: Step, fact: Sighted) -> None:
    """The enemy in sight is unexpected for a captain."""
    army = step.find(Army, fact.army) if fact.army else None
    enemy = step.find(Army, fact.enemy)
    if army is None or enemy is None or army.leader or _has_been_told(step, army):
        return
    place = scene(step.world).called(enemy.place)
    words = f"{enemy.name} of the enemy is in sight in {place}."
    fact_ = Unexpected(army=army.id, what="enemy", words=words, enemy=enemy.id)
    step.happened(fact_, f"{army.id}/{enemy.id}")


@chapter.on(MeetingBegan)
def meeting_began(step: Step, fact: MeetingBegan) -> None:
    """To be met by the enemy is unexpected, too; the captain holds his ground."""
    for army_id in fact.armies:
        army = step.find(Army, army_id)
        if army is None or army.leader:
            continue
        place = scene(step.world).called(army.place)
        words = f"{army.name} has met the enemy in {place} and holds its ground."
        step.happened(Unexpected(army=army.id, what="attacked", words=words), army.id)


@chapter.on(FordReached)
def ford_reached(step: Step, fact: FordReached) -> None:
    """A river that cannot be crossed is a matter of doubt (D-CAP-01)."""
    if fact.closed:
        _doubtful(step, fact.army, "river", "cannot cross the river before it")


@chapter.on(FoundItself)
def found_itself(step: Step, fact: FoundItself) -> None:
    """So is a wrong road."""
    _doubtful(step, fact.army, "astray", "has lost its way in the dark")


def _doubtful(step: Step, army_id: str, what: str, words: str) -> None:
    army = step.find(Army, army_id)
    if army is not None and not army.leader:
        unexpected_ = Unexpected(army=army.id, what=what, words=f"{army.name} {words}.")
        step.happened(unexpected_, f"{army.id}/{what}")


def _has_been_told(step: Step, army: Army) -> bool:
    """Whether he knows what to do in sight of the enemy: by a standing order, or a master there."""
    if is_foreseen(step.world, army.id, "enemy_sighted"):
        return True
    leads = step.find(Army, army.doctrine.whom) if army.doctrine.act == "follow" else None
    return leads is not None and leads.place == army.place


@chapter.on(Unexpected)
def unexpected(step: Step, fact: Unexpected) -> None:
    """What is on the list surprises him; of anything else the referee may say so (D-CAP-01)."""
    army = step.find(Army, fact.army)
    if army is None or army.leader:
        return
    if fact.what in step.param(UNEXPECTED):
        _surprised(step, army, fact)
        return
    ask(
        step,
        "D-CAP-01",
        f"{fact.words} Does that surprise its captain, so that he stops and writes?",
        who=REFEREE,
        options=(
            Option(name="yes", text="he stops and writes"),
            Option(name="no", text="he does as he was told"),
        ),
        default="no",
        then=SurpriseJudged(subject=army.id, what=fact.what, words=fact.words, enemy=fact.enemy),
        about=(army.id,),
        label=f"{army.id}/{fact.what}/{fact.enemy}",
    )


@chapter.settles(SurpriseJudged)
def surprise_judged(step: Step, then: SurpriseJudged, choice: Choice) -> None:
    """He was surprised after all."""
    army = step.find(Army, then.subject)
    if army is not None and not army.leader and choice.option == "yes":
        fact = Unexpected(army=army.id, what=then.what, words=then.words, enemy=then.enemy)
        _surprised(step, army, fact)


def _surprised(step: Step, army: Army, fact: Unexpected) -> None:
    """He stops, and sends a short message to the nearest player of his faction (M-CAP-01)."""
    step.happened(CaptainStops(army=army.id), f"{army.id}/{fact.what}/{fact.enemy}")
    current = step.find(Army, army.id)
    if current is not None:
        _write(step, current, fact)


def _write(step: Step, army: Army, fact: Unexpected) -> None:
    to = nearest_player(step, army)
    if to is None:
        return
    world = step.world
    place = scene(world).called(army.place)
    if whereabouts(world, to) == army.place:
        notice = CaptainWrites(army=army.name, place=place, words=fact.words)
        step.tell(to, notice, f"{army.id}/{fact.what}/{fact.enemy}")
        return
    enemy = step.find(Army, fact.enemy) if fact.enemy else None
    armies = (army,) if enemy is None else (army, enemy)
    step.write(
        Dispatch(
            sender=captain_of(army.id),
            to=to,
            text=f"{fact.words} I have stopped in {place} and wait for orders.",
            written=step.now,
            enclosed=account_of(step, *armies),
            receipt=False,
            label=f"captain/{army.id}/{fact.what}/{fact.enemy}",
        )
    )


def nearest_player(step: Step, army: Army) -> str | None:
    """The nearest player's commander of an army's faction, its owner before others as near."""
    ground = scene(step.world)
    found = []
    for commander in step.of(Commander):
        if commander.npc or commander.faction != army.faction:
            continue
        place = whereabouts(step.world, commander.id)
        if place is None:
            continue
        away = ground.distance(army.place, place)
        found.append((away, commander.id != army.owner, commander.id))
    return min(found)[2] if found else None
