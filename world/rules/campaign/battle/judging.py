"""What the referee judges before a battle is fought (D-MULTI-01, D-BAT-02, D-BAT-03)."""

from __future__ import annotations

import re

import msgspec

from world.decision import Choice, Decision, Option
from world.errors import Refused
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.battle import figures
from world.rules.campaign.battle.events import (
    PlanJudged,
    SidesJudged,
    SituationJudged,
    TheyFight,
)
from world.rules.campaign.battle.forces import (
    changed,
    close,
    forces_of,
    parties_of,
    units_of,
)
from world.rules.campaign.battle.notices import SidesDrawn
from world.rules.campaign.battle.reckoning import Unit, found_of
from world.rules.campaign.battle.sides import sides_of, sides_written
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask, limit_ms
from world.rules.campaign.nouns.battle import Battle, Judgement, Ruling, Worth
from world.rules.campaign.nouns.engagements import BattleJoined, MeetingOver
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.meeting import DOES_IT_MATTER, Meeting
from world.rules.campaign.nouns.odds import BATTLE_DICE, odds
from world.step import Step

chapter = Chapter("judging", "What the referee judges before a battle is fought")
chapter.declare(SidesDrawn)

_AS_FOUND = Option(name="as_found", text="what was found")
_JUDGEMENTS: tuple[Judgement, ...] = (
    "chosen",
    "surprise",
    "terrain",
    "rough",
    "sick",
    "weather",
    "formation",
)
_RULING = re.compile(r"([+-])\s*([a-z]+)")


# -- a battle in the field ------------------------------------------------------------------------


@chapter.on(BattleJoined)
def joined(step: Step, fact: BattleJoined) -> None:
    """Plans are in and somebody attacks: the referee judges, unless nobody waits for him."""
    meeting = step.find(Meeting, fact.meeting)
    ids = (*fact.attackers, *fact.defenders)
    armies = [army for each in ids if (army := step.find(Army, each)) is not None]
    if meeting is None or meeting.state != "joined" or len(armies) < len(ids):
        return  # the alarm broke the rest of some who then walked off: who fights was found anew
    sides, aside = sides_of(step.world, sorted(armies, key=lambda a: a.id), fact.attackers)
    old = next((b for b in step.at_place(fact.place, Battle) if b.meeting == fact.meeting), None)
    battle = Battle(
        id=step.name(f"battle/{fact.meeting}") if old is None else old.id,
        place=fact.place,
        meeting=fact.meeting,
        sides=sides,
        aside=aside,
        since=meeting.since,
    )
    if old is not None:
        # Somebody has come up while the referee was judging: what he has said stays said.
        _take_back(step, old.id)
        battle = changed(battle, rulings=old.rulings, worth=old.worth, deadline=old.deadline)
    step.put(battle)
    if fact.swift:
        what = "one side is so much stronger that the battle is fought at once."
        step.tell(REFEREE, SidesDrawn(place=scene(step.world).called(fact.place), what=what))
        step.put(changed(battle, state="judging"))
        fight_if_judged(step, battle.id)
        return
    if len(armies) > 2 and old is None:
        _ask_sides(step, battle.id)
    ask_judgement(step, battle.id)


def _take_back(step: Step, battle_id: str) -> None:
    for decision in _open(step, battle_id):
        if decision.rule != "D-MULTI-01":
            withdraw(step, decision, "somebody has come up, and you are asked anew")


def _ask_sides(step: Step, battle_id: str) -> None:
    battle = step.get(Battle, battle_id)
    names = [", ".join(step.get(Army, army).name for army in side.armies) for side in battle.sides]
    aside = ", ".join(step.get(Army, army).name for army in battle.aside)
    ask(
        step,
        "D-MULTI-01",
        f"Who is on which side at {scene(step.world).called(battle.place)}? By factions and"
        f" alliances: {names[0]} against {names[1]}; {aside or 'nobody'} stands aside.",
        who=REFEREE,
        options=(
            Option(name="by_factions", text="by factions and alliances"),
            Option(name="as_written", text="as you write: one army, another against a third"),
        ),
        default="by_factions",
        then=SidesJudged(subject=battle_id),
        about=(battle_id,),
        free_text=True,
        label=battle_id,
    )


@chapter.settles(SidesJudged)
def sides_judged(step: Step, then: SidesJudged, choice: Choice) -> None:
    """The sides are as the referee writes them, until the battle is fought."""
    battle = step.find(Battle, then.subject)
    if battle is None or choice.option == "by_factions":
        return
    meeting = step.find(Meeting, battle.meeting)
    ids = (*battle.sides[0].armies, *battle.sides[1].armies, *battle.aside)
    armies = [army for each in ids if (army := step.find(Army, each)) is not None]
    attackers = [p.army for p in meeting.parties if p.stand == "attack"] if meeting else []
    sides, aside = sides_written(choice.text, armies, attackers)
    step.put(changed(battle, sides=sides, aside=aside))


@chapter.on(MeetingOver)
def meeting_over(step: Step, fact: MeetingOver) -> None:
    """A battle that nobody will fight any more is forgotten."""
    for battle in step.of(Battle):
        if battle.meeting and battle.meeting == fact.meeting:
            close(step, battle, "it is not fought")


# -- what is judged -------------------------------------------------------------------------------


def ask_judgement(step: Step, battle_id: str) -> None:
    """Ask what situation and plans are worth; the battle is fought when all is answered.

    What was judged already is not asked again, and the time to answer is not lengthened.
    """
    battle = step.get(Battle, battle_id)
    if not battle.deadline:
        longest = max(limit_ms(step.world.params, rule) for rule in ("D-BAT-02", "D-BAT-03"))
        battle = changed(battle, deadline=step.answering + longest)
        step.put(battle)
    _ask_situation(step, battle)
    judged = {worth.army for worth in battle.worth}
    for unit in units_of(step, battle):
        if unit.led and unit.army.id not in judged:
            _ask_worth(step, step.get(Battle, battle_id), unit)
    step.put(changed(step.get(Battle, battle_id), state="judging"))
    fight_if_judged(step, battle_id)


def _left(step: Step, battle: Battle, rule: str) -> int:
    """What is left of the time to answer a question about a battle."""
    return max(1, min(limit_ms(step.world.params, rule), battle.deadline - step.answering))


def _open(step: Step, battle_id: str) -> list[Decision]:
    about = (step.find(Decision, each) for each in sorted(step.world.about.get(battle_id, ())))
    return [each for each in about if each is not None and each.state == "open"]


def fight_if_judged(step: Step, battle_id: str) -> None:
    """Let a battle be fought about which nothing that waits is open any more."""
    battle = step.find(Battle, battle_id)
    if battle is None or battle.state != "judging" or battle.due:
        return
    if not any(decision.mode == "waits" for decision in _open(step, battle_id)):
        due = step.at(step.now, TheyFight(subject=battle.id))
        step.put(changed(battle, due=due))


def _ask_situation(step: Step, battle: Battle) -> None:
    world = step.world
    forces, parties = forces_of(step, battle), parties_of(step, battle)
    found = []
    for army in forces.values():
        holds = found_of(world, battle, army, parties.get(army.id), step.now)
        found.append(f"{army.name} ({army.id}): {', '.join(sorted(holds)) or 'nothing'}")
    ask(
        step,
        "D-BAT-02",
        f"What of the situation counts at {scene(world).called(battle.place)}? Found:"
        f" {'; '.join(found)}.",
        who=REFEREE,
        options=(
            _AS_FOUND,
            Option(
                name="as_written",
                text="what was found, changed as you write: an army's id and +surprise -rough …; of"
                " chosen, surprise, terrain, rough, sick, weather, formation",
            ),
        ),
        default="as_found",
        then=SituationJudged(subject=battle.id),
        about=(battle.id,),
        limit=_left(step, battle, "D-BAT-02"),
        free_text=True,
        label=battle.id,
    )


@chapter.settles(SituationJudged)
def situation_judged(step: Step, then: SituationJudged, choice: Choice) -> None:
    """What the referee rules of each army holds, whatever was found (D-BAT-02)."""
    battle = step.find(Battle, then.subject)
    if battle is None:
        return
    if choice.option == "as_written":
        rulings = {(r.army, r.what): r for r in battle.rulings}
        for ruling in _rulings(choice.text, forces_of(step, battle)):
            rulings[ruling.army, ruling.what] = ruling
        step.put(changed(battle, rulings=tuple(rulings[key] for key in sorted(rulings))))
    fight_if_judged(step, battle.id)


def _rulings(text: str, forces: dict[str, Army]) -> list[Ruling]:
    """Read ``first +surprise -rough; second +terrain``.

    Raises:
        Refused: E-SYNTAX, naming what could not be read.
    """
    known = {key.casefold(): army.id for army in forces.values() for key in (army.id, army.name)}
    found = []
    for part in (part.strip() for part in text.split(";") if part.strip()):
        name = re.split(r"\s[+-]", f"{part} ", maxsplit=1)[0].strip()
        army = known.get(name.casefold())
        rest = part[len(name) :]
        signed = _RULING.findall(rest)
        left = _RULING.sub("", rest).strip(" ,")
        wrong = [word for _, word in signed if word not in _JUDGEMENTS]
        if army is None or left or wrong or not signed:
            raise Refused(
                "E-SYNTAX",
                f"“{part[:60]}” cannot be read as an army and what holds of it; nothing was judged."
                f" Write for instance: {min(forces)} +surprise -rough. The words are"
                f" {', '.join(_JUDGEMENTS)}.",
            )
        found += [Ruling(army, what, sign == "+") for sign, what in signed]
    return found


def _ask_worth(step: Step, battle: Battle, unit: Unit) -> None:
    """What a plan is worth, with the odds of the battle under each answer (D-BAT-03)."""
    army = unit.army
    params = step.world.params
    party = parties_of(step, battle).get(army.id)
    said = []
    if party is not None:
        said.append(f"He means to {party.stand or 'hold'}.")
        for what, words in (
            ("Plan", party.plan.text),
            ("Objective", party.plan.objective),
            ("Line of retreat", party.plan.retreat),
        ):
            if words:
                said.append(f"{what}: {words}")
    said += _formation(step, battle, army.id)
    range_ = range(params[figures.TACTICS_MIN], params[figures.TACTICS_MAX] + 1)
    units = units_of(step, battle)
    ask(
        step,
        "D-BAT-03",
        f"What is the plan of {army.name} worth? {' '.join(said)}",
        who=REFEREE,
        options=tuple(
            Option(
                name=f"{points:+d}" if points else "0",
                text=_worth_words(points),
                odds=_odds(step, units, unit, points),
            )
            for points in range_
        ),
        default="0",
        then=PlanJudged(subject=battle.id, army=army.id),
        about=(battle.id,),
        limit=_left(step, battle, "D-BAT-03"),
        label=f"{battle.id}/{army.id}",
    )


def _worth_words(points: int) -> str:
    if not points:
        return "neither good nor bad tactics"
    return f"{'good' if points > 0 else 'bad'} tactics, {points:+d}"


def _odds(step: Step, units: tuple[Unit, ...], judged: Unit, more: int) -> str:
    """The odds for a unit's side if its plan is worth so much more."""
    mine = [
        unit.bonus + (more if unit.army.id == judged.army.id else 0)
        for unit in units
        if unit.side == judged.side
    ]
    theirs = [unit.bonus for unit in units if unit.side != judged.side]
    if not mine or not theirs:
        return ""
    return odds(mine, theirs, step.param(BATTLE_DICE)).words


@chapter.settles(PlanJudged)
def plan_judged(step: Step, then: PlanJudged, choice: Choice) -> None:
    """A plan is worth so many points (C-BAT-M07, C-BAT-M13)."""
    battle = step.find(Battle, then.subject)
    if battle is None:
        return
    others = [worth for worth in battle.worth if worth.army != then.army]
    worth = Worth(then.army, int(choice.option))
    step.put(changed(battle, worth=(*others, worth)))
    fight_if_judged(step, battle.id)


def _formation(step: Step, battle: Battle, army: str) -> list[str]:
    """How the army was found, where the referee counts that with its plan (D-ARMY-04)."""
    return [
        each.question.removesuffix(DOES_IT_MATTER) + " That counts here."
        for each in step.of(Decision)
        if each.rule == "D-ARMY-04" and each.choice == "tactics" and battle.meeting in each.about
        if msgspec.json.decode(each.then)["army"] == army
    ]
