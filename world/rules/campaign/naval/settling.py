"""How a meeting of fleets is settled: who slips away, who attacks, who may sail on (C-NAV-01)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.decision import Decision
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.naval import figures
from world.rules.campaign.naval.courses import course_back
from world.rules.campaign.naval.notices import NoSeaBattle, SeaBattleOffered
from world.rules.campaign.nouns.encounter import Encounter, Flag, way_barred_at_sea
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.fleet import Fleet, cannon, changed
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.report import report_fleet
from world.rules.campaign.nouns.sea_facts import (
    EncounterOver,
    FleetFallsBack,
    FleetFree,
    SeaBattleJoined,
)
from world.rules.campaign.nouns.seafaring import figure
from world.step import Step

chapter = Chapter("standing off at sea", "How meetings of fleets are settled")
chapter.declare(NoSeaBattle, SeaBattleOffered)

_HOUR_MS = 3_600_000


def fleets_of(step: Step, encounter: Encounter) -> list[Fleet]:
    """The fleets of a meeting that are there still, with ships to show."""
    found = [step.find(Fleet, flag.fleet) for flag in encounter.flags]
    return [
        fleet
        for fleet in found
        if fleet is not None and fleet.place == encounter.place and fleet.present
    ]


def at_odds(step: Step, encounter: Encounter) -> bool:
    """Whether any two of its fleets are at war."""
    fleets = fleets_of(step, encounter)
    return any(
        hostile(step.world, one.faction, other.faction) for one in fleets for other in fleets
    )


def set_flag(step: Step, encounter_id: str, fleet_id: str, **changes: object) -> None:
    """Change a fleet's part in a meeting."""
    encounter = step.find(Encounter, encounter_id)
    if encounter is None:
        return
    flags = tuple(
        msgspec.structs.replace(flag, **changes) if flag.fleet == fleet_id else flag
        for flag in encounter.flags
    )
    step.put(msgspec.structs.replace(encounter, flags=flags))


def overwhelming(step: Step, encounter: Encounter) -> frozenset[str]:
    """The fleets of a side with so many more guns that it waits for nobody (C-BAT-01/c)."""
    world = step.world
    ratio = Fraction(figure(world, "battle.swift_ratio", default=Fraction(6)))
    fleets = fleets_of(step, encounter)
    for fleet in fleets:
        side = [each for each in fleets if friendly(world, fleet.faction, each.faction)]
        foes = [each for each in fleets if hostile(world, fleet.faction, each.faction)]
        ours = sum(cannon(world, each) for each in side)
        theirs = sum(cannon(world, each) for each in foes)
        if foes and ours >= ratio * max(theirs, step.param(figures.ZERO_OPPONENT)):
            return frozenset(each.id for each in side)
    return frozenset()


def settle_if_complete(step: Step, encounter_id: str) -> None:
    """Settle a meeting whose plans are all in, and end one in which nobody is at war."""
    encounter = step.find(Encounter, encounter_id)
    if encounter is None:
        return
    if not at_odds(step, encounter):
        end(step, encounter)
        return
    if encounter.state != "pending":
        return
    strong = overwhelming(step, encounter)
    planless = [flag for flag in encounter.flags if not flag.stand]
    if planless and (not strong or any(flag.fleet in strong for flag in planless)):
        return
    for flag in planless:
        _close(step, flag, "the enemy did not wait")
        set_flag(step, encounter.id, flag.fleet, stand="hold")
    _settle(step, step.get(Encounter, encounter.id), swift=bool(strong))


def _close(step: Step, flag: Flag, why: str) -> None:
    decision = step.find(Decision, flag.decision)
    if decision is not None and decision.state == "open":
        withdraw(step, decision, why)


def drop_flag(step: Step, encounter: Encounter, fleet_id: str) -> None:
    """A fleet takes no part any more; a meeting without two hostile sides is over."""
    flag = encounter.flag(fleet_id)
    if flag is not None:
        _close(step, flag, "the fleet is not there any more")
    left = msgspec.structs.replace(
        encounter,
        flags=tuple(flag for flag in encounter.flags if flag.fleet != fleet_id),
        # Whoever was to fight it has to be found anew.
        state="pending" if encounter.state == "joined" else encounter.state,
    )
    step.put(left)
    settle_if_complete(step, encounter.id)


def _settle(step: Step, encounter: Encounter, *, swift: bool) -> None:
    """Who withdraws goes; then who attacks is announced; then who may sail on does."""
    step.put(msgspec.structs.replace(encounter, state="standoff"))
    for flag in encounter.flags:
        if flag.stand == "withdraw":
            _withdraw(step, encounter.id, flag)
    now = step.find(Encounter, encounter.id)
    if now is None:
        return
    attackers = _attackers(step, now)
    if attackers and at_odds(step, now):
        _join_battle(step, now, attackers, swift=swift)
        return
    step.happened(EncounterOver(encounter=now.id), now.id)
    for fleet in fleets_of(step, now):
        report_fleet(step, fleet, nothing(step, fleet, "both lie where they are"), "settled")
    let_go(step, now)


def _attackers(step: Step, encounter: Encounter) -> list[str]:
    """Fleets whose plan is to attack; where battle may not be declined, else those who came up."""
    found = [flag.fleet for flag in encounter.flags if flag.stand == "attack"]
    if found or figure(step.world, "battle.decline_allowed", default=True):
        return found
    came_up = [flag.fleet for flag in encounter.flags if flag.came_from]
    return came_up or [flag.fleet for flag in encounter.flags]


def nothing(step: Step, fleet: Fleet, what: str) -> NoSeaBattle:
    """That a meeting ended without a battle, in words."""
    return NoSeaBattle(fleet=fleet.name, place=scene(step.world).called(fleet.place), what=what)


def _withdraw(step: Step, encounter_id: str, flag: Flag) -> None:
    """Back along its course, without a roll or a loss; or hold, where it cannot (C-BAT-01/b)."""
    fleet = step.find(Fleet, flag.fleet)
    if fleet is None:
        return
    why = _must_hold(step, step.get(Encounter, encounter_id), fleet)
    hexes = step.param(figures.RETREAT_HEXES)
    path = () if why else course_back(step.world, fleet, hexes, fleet.place)
    if not path:
        set_flag(step, encounter_id, fleet.id, stand="hold")
        report_fleet(step, fleet, nothing(step, fleet, why or "it has no way out"), "withdraw")
        return
    for other in fleets_of(step, step.get(Encounter, encounter_id)):
        what = f"{fleet.name} slipped away to {scene(step.world).called(path[0])}"
        report_fleet(step, other, nothing(step, other, what), f"withdraw/{fleet.id}")
    step.put(changed(fleet, withdrew=step.now))
    step.happened(FleetFallsBack(fleet=fleet.id, path=path), fleet.id)


def _must_hold(step: Step, encounter: Encounter, fleet: Fleet) -> str:
    """Why a fleet cannot slip away, whatever way there is; '' if it can."""
    pause = figure(step.world, "battle.withdraw_pause_h", default=24) * _HOUR_MS
    if fleet.withdrew >= 0 and step.now - fleet.withdrew < pause:
        return "it slipped away only lately and must hold"
    for other in fleets_of(step, encounter):
        flag = encounter.flag(other.id)
        if flag is not None and flag.unseen and hostile(step.world, fleet.faction, other.faction):
            return f"{other.name} came by surprise, and it must hold"
    return ""


def _join_battle(step: Step, encounter: Encounter, attackers: list[str], *, swift: bool) -> None:
    step.put(msgspec.structs.replace(encounter, state="joined"))
    fleets = fleets_of(step, encounter)
    names = {fleet.id: fleet.name for fleet in fleets}
    attacking = tuple(fleet for fleet in attackers if fleet in names)
    defending = tuple(fleet.id for fleet in fleets if fleet.id not in attacking)
    notice = SeaBattleOffered(
        place=scene(step.world).called(encounter.place),
        attackers=", ".join(names[fleet] for fleet in attacking),
        defenders=", ".join(names[fleet] for fleet in defending) or "one another",
    )
    step.tell(REFEREE, notice, encounter.id)
    for fleet in fleets:
        report_fleet(step, fleet, notice, "battle")
    fact = SeaBattleJoined(
        encounter=encounter.id,
        place=encounter.place,
        attackers=attacking,
        defenders=defending,
        swift=swift,
    )
    step.happened(fact, encounter.id)


def let_go(step: Step, encounter: Encounter) -> None:
    """Fleets under sail go on if nobody bars their way, else their voyage is over."""
    for flag in encounter.flags:
        fleet = step.find(Fleet, flag.fleet)
        if fleet is None or fleet.voyage is None or not fleet.voyage.halted:
            continue
        ahead = fleet.voyage.ahead
        flees = fleet.disorder is not None
        barred = not flees and ahead is not None and way_barred_at_sea(step.world, fleet, ahead)
        step.happened(FleetFree(fleet=fleet.id, barred=barred), fleet.id)


def end(step: Step, encounter: Encounter) -> None:
    """Nobody in it is at war any more: questions are taken back, voyages go on."""
    for flag in encounter.flags:
        _close(step, flag, "there is no enemy any more")
    step.remove(encounter, "nobody in it is at war with another")
    step.happened(EncounterOver(encounter=encounter.id), encounter.id)
    let_go(step, encounter)
