"""Plans: what commanders who have met the enemy say they will do (D-BAT-01, O-BATTLE-PLAN)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Decision, Option
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.knowledge.picture import Source
from world.pack import Chapter
from world.rules.campaign.contact.notices import ArmiesMeet
from world.rules.campaign.contact.settling import armies_of, set_party, settle_if_complete
from world.rules.campaign.nouns.army import Army, Plan, Stand
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.guns import gun_bonus, guns_in_battle
from world.rules.campaign.nouns.meeting import Meeting
from world.rules.campaign.nouns.odds import BATTLE_DICE, odds
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.sight import army_seen
from world.rules.campaign.nouns.sky import weather_at
from world.rules.campaign.nouns.strength import CAVALRY, numbers_bonus, strength
from world.step import Step
from world.timeline import Event

chapter = Chapter("battle plans", "What commanders do who have met the enemy")
chapter.declare(ArmiesMeet)

STANDS: dict[str, Stand] = {
    "attack": "attack",
    "hold": "hold",
    "let_pass": "let pass",
    "withdraw": "withdraw",
}


class PlanIn(Event, frozen=True, tag="plan_in"):
    """A commander's plan for a meeting is settled (D-BAT-01)."""

    army: str


def ask_plan(step: Step, meeting_id: str, army_id: str, limit: int) -> None:
    """Tell a commander what he has met and ask for his plan.

    Who has left a plan in advance, or said it with his order, is not asked.  A captain holds his
    ground (C-CAP-02), and so does an army that obeys nobody (C-ROUT-05).
    """
    world = step.world
    meeting = step.get(Meeting, meeting_id)
    army = step.get(Army, army_id)
    ground = scene(world)
    others = [other for other in armies_of(step, meeting) if other.id != army_id]
    enemies = [other for other in others if hostile(world, army.faction, other.faction)]
    names = ", ".join(enemy.name for enemy in enemies)
    notice = ArmiesMeet(
        army=army.name,
        others=names,
        place=ground.called(meeting.place),
        ground="rough" if ground.atlas.is_rough(ground.hex(meeting.place)) else "open",
        weather=weather_at(world, meeting.place).condition,
    )
    report(step, army, notice)
    party = meeting.party(army_id)
    if party is None or party.stand:
        return
    leader = leader_of(world, army.leader)
    if leader is None or army.disorder is not None:
        set_party(step, meeting_id, army_id, stand="hold")
        return
    if army.plan is not None and army.plan.stand:
        set_party(step, meeting_id, army_id, stand=army.plan.stand, plan=army.plan)
        return
    friends = [army, *(o for o in others if friendly(world, army.faction, o.faction))]
    words = _seen_odds(step, army, friends, enemies)
    decision = ask(
        step,
        "D-BAT-01",
        f"{army.name} stands before {names} in {notice.place}. What does it do?",
        who=REFEREE if leader.npc else leader.id,
        options=(
            Option(name="attack", text="attack", odds=words),
            Option(name="hold", text="hold the ground", odds=words),
            Option(name="let_pass", text="stand, and let the enemy pass"),
            Option(name="withdraw", text="slip away by one hex"),
        ),
        default="hold",
        then=PlanIn(subject=meeting_id, army=army_id),
        about=(meeting_id,),
        limit=limit,
        free_text=True,
        label=army_id,
    )
    set_party(step, meeting_id, army_id, decision=decision)


def _seen_odds(step: Step, army: Army, friends: list[Army], enemies: list[Army]) -> str:
    """The odds by what a commander sees with his own eyes: numbers and guns, nothing else."""
    world = step.world
    params = world.params

    def looks(other: Army) -> tuple[int, int, bool]:
        """Strength, guns and whether a commander leads it, as it looks from outside."""
        if other.id == army.id:
            return strength(params, army), guns_in_battle(world, army), True
        seen = army_seen(world, other, army.leader, step.now, Source("eyes"))
        foot = seen.infantry + seen.artillerists
        return foot + params[CAVALRY] * seen.cavalry, seen.guns, bool(seen.leader)

    ours, theirs = [looks(each) for each in friends], [looks(each) for each in enemies]

    def rolls(one: list[tuple[int, int, bool]], other: list[tuple[int, int, bool]]) -> list[int]:
        bonus = numbers_bonus(params, sum(e[0] for e in one), sum(e[0] for e in other))
        bonus += gun_bonus(params, sum(e[1] for e in one), sum(e[1] for e in other))
        return [bonus] * max(1, sum(led for _, _, led in one))

    found = odds(rolls(ours, theirs), rolls(theirs, ours), params[BATTLE_DICE])
    return f"by numbers and guns alone, if it comes to a battle: {found.words}"


@chapter.settles(PlanIn)
def plan_in(step: Step, then: PlanIn, choice: Choice) -> None:
    """A plan is in; when all are, the meeting is settled."""
    meeting = step.find(Meeting, then.subject)
    if meeting is None or meeting.state != "pending":
        return
    stand = STANDS[choice.option]
    plan = Plan(stand=stand, text=choice.text)
    set_party(step, meeting.id, then.army, stand=stand, plan=plan)
    settle_if_complete(step, meeting.id)


def plan_said(step: Step, meeting: Meeting, army: Army, plan: Plan) -> None:
    """A commander gives his plan by an order instead of an answer."""
    party = meeting.party(army.id)
    decision = step.find(Decision, party.decision) if party is not None else None
    if decision is not None and decision.state == "open":
        withdraw(step, decision, "you gave your plan by an order")
    set_party(step, meeting.id, army.id, stand=plan.stand, plan=plan)
    settle_if_complete(step, meeting.id)


def left_plan(army: Army, plan: Plan) -> Army:
    """The army with a plan left in advance; one that says nothing takes the old one back."""
    return msgspec.structs.replace(army, plan=plan if plan.stand else None)
