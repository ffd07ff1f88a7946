"""What the referee judges before a naval battle is fought (D-MULTI-01, D-NAV-01, D-NAV-02)."""

from __future__ import annotations

import re

from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.naval import figures
from world.rules.campaign.naval.events import (
    FleetsFight,
    SeaJudged,
    SeaPlanJudged,
    SeaSidesJudged,
)
from world.rules.campaign.naval.forces import (
    changed,
    close,
    flags_of,
    forces_of,
    open_about,
    units_of,
)
from world.rules.campaign.naval.notices import SidesTaken
from world.rules.campaign.naval.reckoning import Squadron, found_of
from world.rules.campaign.naval.sides import sides_of, sides_written
from world.rules.campaign.nouns.asking import ask, limit_ms
from world.rules.campaign.nouns.encounter import (
    Encounter,
    Judgement,
    SeaBattle,
    SeaRuling,
    SeaWorth,
)
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.odds import odds
from world.rules.campaign.nouns.sea_facts import EncounterOver, SeaBattleJoined
from world.step import Step

chapter = Chapter("judging at sea", "What the referee judges before a naval battle is fought")
chapter.declare(SidesTaken)

_JUDGEMENTS: tuple[Judgement, ...] = ("surprise", "rough", "sick")
_RULING = re.compile(r"([+-])\s*([a-z]+)")


@chapter.on(SeaBattleJoined)
def joined(step: Step, fact: SeaBattleJoined) -> None:
    """Plans are in and somebody attacks: the referee judges, unless nobody waits for him."""
    fleets = [step.get(Fleet, fleet) for fleet in (*fact.attackers, *fact.defenders)]
    sides, aside = sides_of(step.world, sorted(fleets, key=lambda f: f.id), fact.attackers)
    old = next(
        (b for b in step.at_place(fact.place, SeaBattle) if b.encounter == fact.encounter), None
    )
    battle = SeaBattle(
        id=step.name(f"sea battle/{fact.encounter}") if old is None else old.id,
        place=fact.place,
        encounter=fact.encounter,
        sides=sides,
        aside=aside,
    )
    if old is not None:
        # Somebody has come up while the referee was judging: what he has said stays said.
        for decision in open_about(step, old.id):
            if decision.rule != "D-MULTI-01":
                withdraw(step, decision, "somebody has come up, and you are asked anew")
        battle = changed(battle, rulings=old.rulings, worth=old.worth, deadline=old.deadline)
    step.put(battle)
    if fact.swift:
        what = "one side has so many more guns that it is fought at once."
        step.tell(REFEREE, SidesTaken(place=scene(step.world).called(fact.place), what=what))
        fight_if_judged(step, battle.id)
        return
    if len(fleets) > 2 and old is None:
        _ask_sides(step, battle)
    ask_judgement(step, battle.id)


def _ask_sides(step: Step, battle: SeaBattle) -> None:
    names = [
        ", ".join(step.get(Fleet, fleet).name for fleet in line.fleets) for line in battle.sides
    ]
    aside = ", ".join(step.get(Fleet, fleet).name for fleet in battle.aside)
    stands = f"; {aside} stands aside." if aside else "."
    ask(
        step,
        "D-MULTI-01",
        f"Who is on which side at {scene(step.world).called(battle.place)}? By factions and"
        f" alliances: {names[0]} against {names[1]}{stands}",
        who=REFEREE,
        options=(
            Option(name="by_factions", text="by factions and alliances"),
            Option(name="as_written", text="as you write: one fleet, another against a third"),
        ),
        default="by_factions",
        then=SeaSidesJudged(subject=battle.id),
        about=(battle.id,),
        free_text=True,
        label=battle.id,
    )


@chapter.settles(SeaSidesJudged)
def sides_judged(step: Step, then: SeaSidesJudged, choice: Choice) -> None:
    """The sides are as the referee writes them, until the battle is fought."""
    battle = step.find(SeaBattle, then.subject)
    if battle is None or choice.option == "by_factions" or battle.state == "spreading":
        return
    encounter = step.find(Encounter, battle.encounter)
    ids = (*battle.sides[0].fleets, *battle.sides[1].fleets, *battle.aside)
    fleets = [fleet for each in ids if (fleet := step.find(Fleet, each)) is not None]
    flags = encounter.flags if encounter is not None else ()
    attackers = [flag.fleet for flag in flags if flag.stand == "attack"]
    sides, aside = sides_written(choice.text, fleets, attackers)
    step.put(changed(battle, sides=sides, aside=aside))


@chapter.on(EncounterOver)
def encounter_over(step: Step, fact: EncounterOver) -> None:
    """A battle that nobody will fight any more is forgotten."""
    for battle in step.of(SeaBattle):
        if battle.encounter == fact.encounter and battle.state != "spreading":
            close(step, battle, "it is not fought")


# -- what is judged -------------------------------------------------------------------------------


def ask_judgement(step: Step, battle_id: str) -> None:
    """Ask what situation and plans are worth; the battle is fought when all is answered.

    What was judged already is not asked again, and the time to answer is not lengthened.
    """
    battle = step.get(SeaBattle, battle_id)
    if not battle.deadline:
        longest = max(limit_ms(step.world.params, rule) for rule in ("D-NAV-01", "D-NAV-02"))
        battle = changed(battle, deadline=step.answering + longest)
        step.put(battle)
    _ask_situation(step, battle)
    judged = {worth.fleet for worth in battle.worth}
    for unit in units_of(step, battle):
        if unit.led and unit.fleet.id not in judged:
            _ask_worth(step, step.get(SeaBattle, battle_id), unit)
    fight_if_judged(step, battle_id)


def _left(step: Step, battle: SeaBattle, rule: str) -> int:
    """What is left of the time to answer a question about a battle."""
    return max(1, min(limit_ms(step.world.params, rule), battle.deadline - step.answering))


def fight_if_judged(step: Step, battle_id: str) -> None:
    """Let a battle be fought about which nothing that waits is open any more."""
    battle = step.find(SeaBattle, battle_id)
    if battle is None or battle.state != "judging" or battle.due:
        return
    if not any(decision.mode == "waits" for decision in open_about(step, battle_id)):
        due = step.at(step.now, FleetsFight(subject=battle.id))
        step.put(changed(battle, due=due))


def _ask_situation(step: Step, battle: SeaBattle) -> None:
    forces, flags = forces_of(step, battle), flags_of(step, battle)
    found = []
    for fleet in forces.values():
        holds = found_of(step.world, battle, fleet, flags.get(fleet.id))
        found.append(f"{fleet.name} ({fleet.id}): {', '.join(sorted(holds)) or 'nothing'}")
    ask(
        step,
        "D-NAV-01",
        f"What of the situation counts at {scene(step.world).called(battle.place)}? Found:"
        f" {'; '.join(found)}.",
        who=REFEREE,
        options=(
            Option(name="as_found", text="what was found"),
            Option(
                name="as_written",
                text="what was found, changed as you write: a fleet's id and +surprise -rough …; of"
                " surprise, rough, sick",
            ),
        ),
        default="as_found",
        then=SeaJudged(subject=battle.id),
        about=(battle.id,),
        limit=_left(step, battle, "D-NAV-01"),
        free_text=True,
        label=battle.id,
    )


@chapter.settles(SeaJudged)
def situation_judged(step: Step, then: SeaJudged, choice: Choice) -> None:
    """What the referee rules of each fleet holds, whatever was found (D-NAV-01)."""
    battle = step.find(SeaBattle, then.subject)
    if battle is None:
        return
    if choice.option == "as_written":
        rulings = {(r.fleet, r.what): r for r in battle.rulings}
        for ruling in _rulings(choice.text, forces_of(step, battle)):
            rulings[ruling.fleet, ruling.what] = ruling
        step.put(changed(battle, rulings=tuple(rulings[key] for key in sorted(rulings))))
    fight_if_judged(step, battle.id)


def _rulings(text: str, forces: dict[str, Fleet]) -> list[SeaRuling]:
    """Read ``western +surprise -rough; eastern +sick``.

    Raises:
        Refused: E-SYNTAX, naming what could not be read.
    """
    known = {
        key.casefold(): fleet.id for fleet in forces.values() for key in (fleet.id, fleet.name)
    }
    found = []
    for part in (part.strip() for part in text.split(";") if part.strip()):
        name = re.split(r"\s[+-]", f"{part} ", maxsplit=1)[0].strip()
        fleet = known.get(name.casefold())
        rest = part[len(name) :]
        signed = _RULING.findall(rest)
        left = _RULING.sub("", rest).strip(" ,")
        wrong = [word for _, word in signed if word not in _JUDGEMENTS]
        if fleet is None or left or wrong or not signed:
            raise Refused(
                "E-SYNTAX",
                f"“{part[:60]}” cannot be read as a fleet and what holds of it; nothing was judged."
                f" Write for instance: {min(forces, default='a fleet')} +surprise -rough. The"
                f" words are {', '.join(_JUDGEMENTS)}.",
            )
        found += [SeaRuling(fleet, what, sign == "+") for sign, what in signed]
    return found


def _ask_worth(step: Step, battle: SeaBattle, unit: Squadron) -> None:
    """What a plan is worth, with the odds of the battle under each answer (D-NAV-02)."""
    fleet, params = unit.fleet, step.world.params
    flag = flags_of(step, battle).get(fleet.id)
    said = []
    if flag is not None:
        said.append(f"He means to {flag.stand or 'hold'}.")
        for what, words in (
            ("Plan", flag.plan.text),
            ("Objective", flag.plan.objective),
            ("Line of retreat", flag.plan.retreat),
        ):
            if words:
                said.append(f"{what}: {words}")
    units = units_of(step, battle)
    ask(
        step,
        "D-NAV-02",
        f"What is the plan of {fleet.name} worth? {' '.join(said)}",
        who=REFEREE,
        options=tuple(
            Option(
                name=f"{points:+d}" if points else "0",
                text=_worth_words(points),
                odds=_odds(step, units, unit, points),
            )
            for points in range(params[figures.TACTICS_MIN], params[figures.TACTICS_MAX] + 1)
        ),
        default="0",
        then=SeaPlanJudged(subject=battle.id, fleet=fleet.id),
        about=(battle.id,),
        limit=_left(step, battle, "D-NAV-02"),
        label=f"{battle.id}/{fleet.id}",
    )


def _worth_words(points: int) -> str:
    if not points:
        return "neither good nor bad tactics"
    return f"{'good' if points > 0 else 'bad'} tactics, {points:+d}"


def _odds(step: Step, units: tuple[Squadron, ...], judged: Squadron, more: int) -> str:
    """The odds for a squadron's side if its plan is worth so much more."""
    mine = [
        unit.bonus + (more if unit.fleet.id == judged.fleet.id else 0)
        for unit in units
        if unit.side == judged.side
    ]
    theirs = [unit.bonus for unit in units if unit.side != judged.side]
    if not mine or not theirs:
        return ""
    return odds(mine, theirs, step.param(figures.DICE)).words


@chapter.settles(SeaPlanJudged)
def plan_judged(step: Step, then: SeaPlanJudged, choice: Choice) -> None:
    """A plan is worth so many points (C-NAV-M4, C-NAV-M8)."""
    battle = step.find(SeaBattle, then.subject)
    if battle is None:
        return
    others = [worth for worth in battle.worth if worth.fleet != then.fleet]
    step.put(changed(battle, worth=(*others, SeaWorth(then.fleet, int(choice.option)))))
    fight_if_judged(step, battle.id)
