"""What makes a list of orders be gone over: leisure, dates, and what a commander learns.

C-TIME-08.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from world.pack import Chapter
from world.rules.campaign.agenda.keeping import look_soon
from world.rules.campaign.agenda.knowing import commander_of, enemies, is_near
from world.rules.campaign.nouns.agenda import Agenda, Listed, agenda_of
from world.rules.campaign.nouns.engagements import BattleFought, MeetingOver
from world.rules.campaign.nouns.facts import (
    ArmyEntered,
    ArmyStood,
    AtLeisure,
    EnemyPlaced,
    StockStands,
    WeekSpentMarching,
)
from world.rules.campaign.nouns.sea_facts import (
    EncounterOver,
    EnemyFleetPlaced,
    FleetAtLeisure,
    FleetEntered,
    SeaBattleFought,
)
from world.rules.campaign.nouns.sight import ArmySeen, FleetSeen
from world.state import World
from world.step import Step

chapter = Chapter("agendas watched", "What makes lists of orders be gone over")


def _look(step: Step, unit: str) -> None:
    agenda = agenda_of(step.world, unit)
    if agenda is not None:
        look_soon(step, agenda)


@chapter.on(ArmyStood)
def army_stood(step: Step, fact: ArmyStood) -> None:
    """A march is over."""
    _look(step, fact.army)


@chapter.on(AtLeisure)
def at_leisure(step: Step, fact: AtLeisure) -> None:
    """A day's work, a rest, a job or a flight is over."""
    _look(step, fact.army)


@chapter.on(FleetAtLeisure)
def fleet_at_leisure(step: Step, fact: FleetAtLeisure) -> None:
    """A voyage, the boats' work, a repair or a flight is over."""
    _look(step, fact.fleet)


@chapter.on(MeetingOver)
def meeting_over(step: Step, _: MeetingOver) -> None:
    """Whoever could not obey before the enemy may be able to now."""
    _look_at_the_held(step)


@chapter.on(BattleFought)
def battle_fought(step: Step, _: BattleFought) -> None:
    """So may whoever has fought."""
    _look_at_the_held(step)


@chapter.on(EncounterOver)
def encounter_over(step: Step, _: EncounterOver) -> None:
    """At sea it is the same: whoever could not obey before the enemy may be able to now."""
    _look_at_the_held(step)


@chapter.on(SeaBattleFought)
def sea_battle_fought(step: Step, _: SeaBattleFought) -> None:
    """So may whoever has fought there."""
    _look_at_the_held(step)


def _look_at_the_held(step: Step) -> None:
    for agenda in step.of(Agenda):
        if agenda.held:
            look_soon(step, agenda)


@chapter.on(StockStands)
def stock_stands(step: Step, fact: StockStands) -> None:
    """The evening's muster tells how long the food will last."""
    _comes_true(step, fact.army, "stock_days_under", lambda item: fact.days < item.when.under)


@chapter.on(WeekSpentMarching)
def week_spent(step: Step, fact: WeekSpentMarching) -> None:
    """The army halts, since its week's marching is done."""
    _comes_true(step, fact.army, "weekly_halt", lambda _: True)


@chapter.on(EnemyPlaced)
def enemy_placed(step: Step, fact: EnemyPlaced) -> None:
    """A commander learns where an enemy stands: it counts where that one was not near before."""
    _placed(step, fact)


@chapter.on(EnemyFleetPlaced)
def enemy_fleet_placed(step: Step, fact: EnemyFleetPlaced) -> None:
    """So it does where he learns of a hostile fleet."""
    _placed(step, fact)


def _placed(step: Step, fact: EnemyPlaced | EnemyFleetPlaced) -> None:
    for agenda in _on_the_watch(step.world):
        if commander_of(step.world, agenda.unit) != fact.observer:
            continue
        for seen in enemies(step.world, agenda.unit):
            if seen.subject == fact.enemy:
                before = msgspec.structs.replace(seen, where=fact.was) if fact.was else None
                comes = partial(_comes_near, step, agenda.unit, seen, before)
                _comes_true(step, agenda.unit, "enemy_sighted", comes)


def _on_the_watch(world: World) -> tuple[Agenda, ...]:
    """The lists in which an order waits for an enemy."""
    return world.derived(
        ("lists on the watch",),
        lambda: tuple(each for each in world.of(Agenda) if _waits_for(each, "enemy_sighted")),
    )


def _comes_near(
    step: Step,
    unit: str,
    seen: ArmySeen | FleetSeen,
    before: ArmySeen | FleetSeen | None,
    item: Listed,
) -> bool:
    """Whether an enemy is where an order means, and was not before."""
    if before is not None and is_near(step.world, unit, before, item.when, step.now):
        return False
    return is_near(step.world, unit, seen, item.when, step.now)


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """An army that moves may come near an enemy that stands."""
    _entered(step, fact.army, fact.came_from)


@chapter.on(FleetEntered)
def fleet_entered(step: Step, fact: FleetEntered) -> None:
    """So may a fleet that sails."""
    _entered(step, fact.fleet, fact.came_from)


def _entered(step: Step, unit: str, came_from: str) -> None:
    agenda = agenda_of(step.world, unit)
    if agenda is not None and _waits_for(agenda, "enemy_sighted"):
        for seen in enemies(step.world, unit):
            comes = partial(_comes_to, step, unit, came_from, seen)
            _comes_true(step, unit, "enemy_sighted", comes)


def _comes_to(
    step: Step, unit: str, came_from: str, seen: ArmySeen | FleetSeen, item: Listed
) -> bool:
    """Whether a unit has come near an enemy that it was not near before."""
    world, when, now = step.world, item.when, step.now
    if when.within < 0 or is_near(world, unit, seen, when, now, came_from):
        return False
    return is_near(world, unit, seen, when, now)


def _waits_for(agenda: Agenda, sort: str) -> bool:
    """Whether any order of a list waits for such a thing."""
    return any(item.when.sort == sort for item in agenda.items)


def _comes_true(step: Step, unit: str, sort: str, now: Callable[[Listed], bool]) -> None:
    """Orders that wait for that are due, and so is whoever's turn it is."""
    agenda = agenda_of(step.world, unit)
    if agenda is None or not _waits_for(agenda, sort):
        return
    head = agenda.turns[:1]
    items = tuple(
        msgspec.structs.replace(item, due=True)
        if item.when.sort == sort
        and (item.standing or item in head)
        and item.order != agenda.running
        and now(item)
        else item
        for item in agenda.items
    )
    if items != agenda.items:
        changed = msgspec.structs.replace(agenda, items=items)
        step.put(changed)
        look_soon(step, changed)
