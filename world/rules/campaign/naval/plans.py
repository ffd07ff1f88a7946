"""Plans: what commanders who have met an enemy fleet say they will do (D-NAV-01, O-BATTLE-PLAN)."""

from __future__ import annotations

from world.decision import Choice, Decision, Option
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.knowledge.picture import Source
from world.pack import Chapter
from world.rules.campaign.naval import figures
from world.rules.campaign.naval.events import SeaPlanIn
from world.rules.campaign.naval.notices import FleetsMeet
from world.rules.campaign.naval.reckoning import gun_bonus
from world.rules.campaign.naval.settling import fleets_of, set_flag, settle_if_complete
from world.rules.campaign.nouns.army import Plan, Stand
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.encounter import Encounter
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.fleet import Fleet, cannon, changed
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.odds import odds
from world.rules.campaign.nouns.report import report_fleet
from world.rules.campaign.nouns.sight import fleet_seen
from world.rules.campaign.nouns.sky import weather_at
from world.step import Step

chapter = Chapter("plans at sea", "What commanders do who have met an enemy fleet")
chapter.declare(FleetsMeet)

STANDS: dict[str, Stand] = {
    "attack": "attack",
    "hold": "hold",
    "let_pass": "let pass",
    "withdraw": "withdraw",
}


def ask_plan(step: Step, encounter_id: str, fleet_id: str, limit: int) -> None:
    """Tell a commander what he has met and ask for his plan.

    Who has left a plan in advance, or said it with his order, is not asked.  A captain holds
    (C-CAP-02), and so does a fleet that obeys nobody (C-ROUT-05).
    """
    world = step.world
    encounter = step.get(Encounter, encounter_id)
    fleet = step.get(Fleet, fleet_id)
    others = [other for other in fleets_of(step, encounter) if other.id != fleet_id]
    enemies = [other for other in others if hostile(world, fleet.faction, other.faction)]
    names = ", ".join(enemy.name for enemy in enemies)
    notice = FleetsMeet(
        fleet=fleet.name,
        others=names,
        place=scene(world).called(encounter.place),
        weather=weather_at(world, encounter.place).condition,
    )
    report_fleet(step, fleet, notice)
    flag = encounter.flag(fleet_id)
    if flag is None or flag.stand:
        return
    leader = leader_of(world, fleet.leader)
    if leader is None or fleet.disorder is not None:
        set_flag(step, encounter_id, fleet_id, stand="hold")
        return
    if fleet.plan is not None and fleet.plan.stand:
        set_flag(step, encounter_id, fleet_id, stand=fleet.plan.stand, plan=fleet.plan)
        return
    friends = [fleet, *(o for o in others if friendly(world, fleet.faction, o.faction))]
    words = _seen_odds(step, fleet, friends, enemies)
    hexes = step.param(figures.RETREAT_HEXES)
    decision = ask(
        step,
        "D-NAV-01",
        f"{fleet.name} lies before {names} in {notice.place}. What does it do?",
        who=REFEREE if leader.npc else leader.id,
        options=(
            Option(name="attack", text="attack", odds=words),
            Option(name="hold", text="hold the place", odds=words),
            Option(name="let_pass", text="lie to, and let the enemy pass"),
            Option(name="withdraw", text=f"slip away by {hexes} hexes"),
        ),
        default="hold",
        then=SeaPlanIn(subject=encounter_id, fleet=fleet_id),
        about=(encounter_id,),
        limit=limit,
        free_text=True,
        label=fleet_id,
    )
    set_flag(step, encounter_id, fleet_id, decision=decision)


def _seen_odds(step: Step, fleet: Fleet, friends: list[Fleet], enemies: list[Fleet]) -> str:
    """The odds by what a commander sees with his own eyes: guns, nothing else."""
    world = step.world

    def looks(other: Fleet) -> tuple[int, bool]:
        if other.id == fleet.id:
            return cannon(world, fleet), True
        seen = fleet_seen(world, other, fleet.leader, step.now, Source("eyes"))
        return seen.guns, bool(seen.leader)

    ours, theirs = [looks(each) for each in friends], [looks(each) for each in enemies]

    def rolls(one: list[tuple[int, bool]], other: list[tuple[int, bool]]) -> list[int]:
        bonus = gun_bonus(world.params, sum(g for g, _ in one), sum(g for g, _ in other))
        return [bonus] * max(1, sum(led for _, led in one))

    found = odds(rolls(ours, theirs), rolls(theirs, ours), step.param(figures.DICE))
    return f"by guns alone, if it comes to a battle: {found.words}"


@chapter.settles(SeaPlanIn)
def plan_in(step: Step, then: SeaPlanIn, choice: Choice) -> None:
    """A plan is in; when all are, the meeting is settled."""
    encounter = step.find(Encounter, then.subject)
    if encounter is None or encounter.state != "pending":
        return
    stand = STANDS[choice.option]
    plan = Plan(stand=stand, text=choice.text)
    set_flag(step, encounter.id, then.fleet, stand=stand, plan=plan)
    settle_if_complete(step, encounter.id)


def plan_said(step: Step, encounter: Encounter, fleet: Fleet, plan: Plan) -> None:
    """A commander gives his plan by an order instead of an answer."""
    flag = encounter.flag(fleet.id)
    decision = step.find(Decision, flag.decision) if flag is not None else None
    if decision is not None and decision.state == "open":
        withdraw(step, decision, "you gave your plan by an order")
    set_flag(step, encounter.id, fleet.id, stand=plan.stand, plan=plan)
    settle_if_complete(step, encounter.id)


def left_plan(fleet: Fleet, plan: Plan) -> Fleet:
    """The fleet with a plan left in advance; one that says nothing takes the old one back."""
    return changed(fleet, plan=plan if plan.stand else None)
