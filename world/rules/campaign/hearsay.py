"""What letters and news tell of goes into the picture of whoever reads or hears it."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from world.dispatch import Delivered
from world.enclosure import holds
from world.knowledge.picture import Sighting, Source, handed_on, is_news, seen_by
from world.knowledge.record import Learnt
from world.newsworthy import WordReached
from world.pack import Chapter
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import AgentsReport, EnemyPlaced
from world.rules.campaign.nouns.sea_facts import EnemyFleetPlaced
from world.rules.campaign.nouns.sight import Account, ArmySeen, FleetSeen, PlaceSeen, StanceSeen
from world.step import Step

chapter = Chapter("hearsay", "What letters and news add to what a commander knows")

S = TypeVar("S", bound=Sighting)


@chapter.on(Delivered)
def delivered(step: Step, fact: Delivered) -> None:
    """A letter is read, by the one it was meant for or by a captor (M-SCOUT-02)."""
    if holds(fact.enclosed):
        title = step.world.pack.answers.title(step.world, fact.sender)
        source = Source("letter" if fact.intercepted else "report", title)
        _believe(step, fact.reader, fact.enclosed, source)


@chapter.on(WordReached)
def word_reached(step: Step, fact: WordReached) -> None:
    """News is heard (M-NEWS-01)."""
    if holds(fact.enclosed):
        _believe(step, fact.person, fact.enclosed, Source("news"))


@chapter.on(AgentsReport)
def agents_report(step: Step, fact: AgentsReport) -> None:
    """Agents are back and tell what they have seen (M-OPS-01)."""
    _believe(step, fact.person, fact.enclosed, Source("report", fact.who))


def _believe(step: Step, reader: str, enclosed: msgspec.Raw, source: Source) -> None:
    account = msgspec.json.decode(enclosed, type=Account)
    for army in account.armies:
        men = army.infantry + army.cavalry + army.artillerists
        words = f"{army.name}: {men} men and {army.guns} guns"
        _learn(step, ArmySeen, army, reader, source, words)
    for place in account.places:
        words = f"{place.name}: held by {place.faction or 'nobody'}"
        if place.besieged_by:
            words += f", besieged by {place.besieged_by}"
        _learn(step, PlaceSeen, place, reader, source, words)
    for fleet in account.fleets:
        words = f"{fleet.name}: {len(fleet.ships)} ships and {fleet.guns} guns"
        _learn(step, FleetSeen, fleet, reader, source, words)
    for stance in account.stances:
        _learn(step, StanceSeen, stance, reader, source, stance.stance)


def _learn(step: Step, kind: type[S], told: S, reader: str, source: Source, words: str) -> None:
    if step.find(Commander, reader) is None:
        return
    mine = handed_on(told, reader, step.now, source)
    if isinstance(mine, ArmySeen | FleetSeen):
        mine = msgspec.structs.replace(mine, in_sight=False)
    old = seen_by(step.world, kind, reader, told.subject)
    step.learn(
        reader,
        Learnt(
            subject=mine.subject,
            words=words,
            where=mine.where,
            at=mine.at,
            source=source.words,
        ),
    )
    # What he has before his eyes he knows better than any letter does.
    if is_news(old, mine) and not (isinstance(old, ArmySeen | FleetSeen) and old.in_sight):
        step.put(mine)
        if isinstance(mine, ArmySeen) and not mine.gone:
            placed = EnemyPlaced(observer=reader, enemy=mine.subject)
            step.happened(placed, f"{reader}/{mine.subject}/{mine.at}")
        if isinstance(mine, FleetSeen) and not mine.gone:
            at_sea = EnemyFleetPlaced(observer=reader, enemy=mine.subject)
            step.happened(at_sea, f"{reader}/{mine.subject}/{mine.at}")
