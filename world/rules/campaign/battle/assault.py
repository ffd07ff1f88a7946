"""Assaults upon strongholds, up to the fighting (C-ASLT-01)."""

from __future__ import annotations

from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.battle.conclusion import take_empty
from world.rules.campaign.battle.events import AssaultPlanned
from world.rules.campaign.battle.forces import changed, close, forces_of
from world.rules.campaign.battle.judging import ask_judgement, fight_if_judged
from world.rules.campaign.battle.notices import AssaultOff, AssaultOrdered
from world.rules.campaign.battle.orders import AssaultOrder, not_besieging
from world.rules.campaign.nouns.army import Army, Plan
from world.rules.campaign.nouns.asking import ask, limit_ms
from world.rules.campaign.nouns.battle import Battle, Side
from world.rules.campaign.nouns.blockade import enough_landed, no_infantry
from world.rules.campaign.nouns.command import commanded, require_no_meeting
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.engagements import (
    MeetingBegan,
    PlaceFell,
    SiegeLifted,
    WallsStormed,
)
from world.rules.campaign.nouns.facts import HostileAct
from world.rules.campaign.nouns.meeting import PLAN_HOURS, SWIFT_RATIO, Party
from world.rules.campaign.nouns.report import report, report_place
from world.rules.campaign.nouns.siege import EMPTY_FALLS, siege_by
from world.rules.campaign.nouns.strength import strength
from world.rules.campaign.nouns.stronghold import Stronghold, quartered, soldiers_inside
from world.step import Step

chapter = Chapter("assaults", "Assaults upon strongholds")
chapter.declare(AssaultOrdered, AssaultOff)

_JOIN = (
    Option(name="join", text="storm the walls with the others"),
    Option(name="hold", text="stay in the lines"),
)
_DEFEND = (Option(name="hold", text="hold the walls; write how"),)


@chapter.obeys(AssaultOrder)
def assault(step: Step, order: AssaultOrder, hand: Hand) -> None:
    """A besieger storms the place, from the first day on if he likes (O-ASSAULT)."""
    world = step.world
    army = commanded(world, hand, order.army, "assault")
    require_no_meeting(world, army)
    siege = siege_by(world, army.id)
    if siege is None:
        raise not_besieging(army.name)
    if siege.fleets and not enough_landed(world, siege):
        raise no_infantry(army.name)
    stronghold = step.get(Stronghold, siege.stronghold)
    act = HostileAct(by=hand.author, faction=army.faction, against=stronghold.faction)
    step.happened(act, army.id)
    besiegers = [step.find(Army, each) for each in siege.armies if each != army.id]
    found = [each for each in besiegers if each is not None and each.disorder is None]
    owner = army.leader or army.owner
    fact = WallsStormed(
        stronghold=stronghold.id,
        army=army.id,
        plan=order.plan,
        others=tuple(each.id for each in found if not each.leader and each.owner == owner),
        asked=tuple(each.id for each in found if each.leader),
    )
    step.happened(fact, army.id)


@chapter.on(WallsStormed)
def walls_stormed(step: Step, fact: WallsStormed) -> None:
    """Both sides are told and make their plans; an empty place falls at once (C-ASLT-01/b)."""
    stronghold = step.get(Stronghold, fact.stronghold)
    attackers = tuple(sorted((fact.army, *fact.others)))
    defenders = tuple(sorted(army.id for army in quartered(step.world, stronghold)))
    plan = Plan(stand="attack", text=fact.plan)
    battle = Battle(
        id=step.name(f"assault/{stronghold.id}"),
        place=stronghold.place,
        sort="assault",
        stronghold=stronghold.id,
        sides=(Side(attackers, attacks=True), Side((*defenders, stronghold.id))),
        since=step.now,
        parties=(
            Party(army=fact.army, stand="attack", plan=plan),
            *(Party(army=each, stand="attack") for each in fact.others),
        ),
    )
    step.put(battle)
    if not soldiers_inside(step.world, stronghold) and step.param(EMPTY_FALLS):
        take_empty(step, battle)
        return
    _tell(step, battle, stronghold)
    for each in fact.asked:
        _ask(step, battle.id, each, "Does it storm the walls, too?", _JOIN)
    for each in defenders:
        _ask(step, battle.id, each, "How does it defend the walls?", _DEFEND)
    _judge_if_planned(step, battle.id)


def _tell(step: Step, battle: Battle, stronghold: Stronghold) -> None:
    armies = [step.get(Army, each) for each in battle.sides[0].armies]
    notice = AssaultOrdered(
        place=stronghold.name,
        attackers=", ".join(army.name for army in armies),
        defence=0 if stronghold.gates_open else stronghold.defence,
    )
    step.tell(REFEREE, notice, battle.id)
    for army in armies:
        report(step, army, notice, battle.id)
    report_place(step, stronghold, notice, battle.id)


def _ask(step: Step, battle_id: str, army_id: str, what: str, options: tuple[Option, ...]) -> None:
    """Ask a commander; a captain holds, and what an overwhelmed garrison thinks is not awaited."""
    army = step.get(Army, army_id)
    leader = leader_of(step.world, army.leader)
    battle = step.get(Battle, battle_id)
    if leader is None or _overwhelmed(step, battle):
        return
    stronghold = step.get(Stronghold, battle.stronghold)
    ask(
        step,
        "D-BAT-01",
        f"{stronghold.name} is about to be stormed. {army.name} is there. {what}",
        who=REFEREE if leader.npc else leader.id,
        options=options,
        default="hold",
        then=AssaultPlanned(subject=battle_id, army=army_id),
        about=(battle_id,),
        limit=limit_ms(step.world.params, "D-BAT-01", step.param(PLAN_HOURS)),
        free_text=True,
        label=army_id,
    )


def _overwhelmed(step: Step, battle: Battle) -> bool:
    """Whether the attackers are so much stronger that they wait for nobody (C-BAT-01/c)."""
    params = step.world.params
    forces = forces_of(step, battle)
    ours, theirs = (
        sum(strength(params, forces[a], assault=True) for a in side.armies if a in forces)
        for side in battle.sides
    )
    return ours >= step.param(SWIFT_RATIO) * theirs


@chapter.settles(AssaultPlanned)
def assault_planned(step: Step, then: AssaultPlanned, choice: Choice) -> None:
    """A commander joins the assault or stays in his lines; or says how he defends the walls."""
    battle = step.find(Battle, then.subject)
    if battle is None or battle.state != "planning":
        return
    joins = choice.option == "join"
    plan = Plan(stand="attack" if joins else "hold", text=choice.text)
    party = Party(army=then.army, stand=plan.stand, plan=plan)
    one, other = battle.sides
    if joins:
        one = Side(tuple(sorted((*one.armies, then.army))), attacks=True)
    step.put(changed(battle, sides=(one, other), parties=(*battle.parties, party)))
    _judge_if_planned(step, battle.id)


def _judge_if_planned(step: Step, battle_id: str) -> None:
    """Let the referee judge once every plan is in; nobody waits for him in a walk-over."""
    battle = step.get(Battle, battle_id)
    if step.world.about.get(battle_id) or battle.state != "planning":
        return
    if _overwhelmed(step, battle):
        step.put(changed(battle, state="judging"))
        fight_if_judged(step, battle_id)
    else:
        ask_judgement(step, battle_id)


# -- what puts an end to it -----------------------------------------------------------------------


def _off(step: Step, battle: Battle, why: str) -> None:
    stronghold = step.get(Stronghold, battle.stronghold)
    notice = AssaultOff(place=stronghold.name, why=why)
    close(step, battle, why)
    for each in battle.sides[0].armies:
        army = step.find(Army, each)
        if army is not None:
            report(step, army, notice, battle.id)
    report_place(step, stronghold, notice, battle.id)


@chapter.on(MeetingBegan)
def meeting_began(step: Step, fact: MeetingBegan) -> None:
    """Besiegers who are met by an enemy in the field storm nothing meanwhile."""
    for battle in step.at_place(fact.place, Battle):
        if battle.sort == "assault" and set(battle.sides[0].armies) & set(fact.armies):
            _off(step, battle, "the besiegers have met an enemy in the field")


@chapter.on(SiegeLifted)
def siege_lifted(step: Step, fact: SiegeLifted) -> None:
    """Without a siege there is no assault."""
    _forget(step, fact.stronghold, "the siege is over")


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """A place that has fallen is not stormed any more."""
    _forget(step, fact.stronghold, "it has fallen")


def _forget(step: Step, stronghold: str, why: str) -> None:
    for battle in step.of(Battle):
        if battle.stronghold == stronghold:
            _off(step, battle, why)
