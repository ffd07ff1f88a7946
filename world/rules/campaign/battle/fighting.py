"""Battles fought: the rolls, and the referee's last word (C-BAT-02, C-MULTI-03, C-GEN-08)."""

from __future__ import annotations

from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.battle.conclusion import conclude, take_empty
from world.rules.campaign.battle.events import ResultReviewed, TheyFight
from world.rules.campaign.battle.forces import both_sides, changed, close, units_of
from world.rules.campaign.battle.reckoning import Unit
from world.rules.campaign.nouns.asking import ask, review_ms
from world.rules.campaign.nouns.battle import Battle, Rolled
from world.rules.campaign.nouns.engagements import BattleFought
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.meeting import Meeting
from world.rules.campaign.nouns.odds import BATTLE_DICE
from world.step import Step

chapter = Chapter("fighting", "Battles fought: the rolls and the referee's last word")

_REPLACED = (1, 3, 5, 6)


@chapter.handles(TheyFight)
def they_fight(step: Step, event: TheyFight) -> None:
    """The battle is fought with whoever is there; without two sides there is none."""
    battle = step.find(Battle, event.subject)
    if battle is None or battle.due != step.id:
        return
    meeting = step.find(Meeting, battle.meeting) if battle.meeting else None
    if meeting is not None and meeting.state == "pending":
        step.put(changed(battle, due="", state="planning"))  # somebody has come up
        return
    units = units_of(step, battle)
    if battle.sort == "assault" and {unit.side for unit in units} == {0}:
        take_empty(step, battle)
        return
    if not both_sides(units):
        _called_off(step, battle, meeting)
        return
    rolled = throw(step, units)
    if review_ms(step.world.params):
        _review(step, battle, units, rolled)
    else:
        conclude(step, battle, units, rolled)


@chapter.when_gone(TheyFight)
def nobody_fights(step: Step, event: TheyFight) -> None:
    """A battle that came to nothing is not fought."""


def _called_off(step: Step, battle: Battle, meeting: Meeting | None) -> None:
    close(step, battle, "there is nobody to fight on one side")
    if meeting is not None:
        fact = BattleFought(
            place=battle.place,
            meeting=battle.meeting,
            stronghold=battle.stronghold,
            winners=(),
            losers=(),
            attackers=(),
            attacked=(),
        )
        step.happened(fact, battle.id)


def throw(step: Step, units: tuple[Unit, ...]) -> dict[str, int]:
    """Each commander's throw with his modifiers."""
    return {
        unit.army.id: step.roll(f"battle roll of {unit.army.id}", step.param(BATTLE_DICE)).total
        + unit.bonus
        for unit in units
    }


# -- the referee's last word ----------------------------------------------------------------------


def _review(step: Step, battle: Battle, units: tuple[Unit, ...], rolled: dict[str, int]) -> None:
    """The result is held back for the referee to look at (C-GEN-08/a)."""
    kept = tuple(Rolled(army, total) for army, total in sorted(rolled.items()))
    step.put(changed(battle, state="review", rolled=kept))
    came_to = ", ".join(
        f"{unit.army.name} {rolled[unit.army.id]} ({_speaks(unit)})" for unit in units
    )
    sides = [", ".join(unit.army.name for unit in units if unit.side == side) for side in (0, 1)]
    replaced = [
        Option(name=f"{name}_{by}", text=f"{sides[side]} wins by {by}")
        for side, name in enumerate(("one", "other"))
        for by in _REPLACED
    ]
    ask(
        step,
        "D-GEN-02",
        f"The battle at {scene(step.world).called(battle.place)} came to: {came_to}. Does it"
        " stand?",
        who=REFEREE,
        options=(
            Option(name="let_stand", text="it stands"),
            Option(name="reroll", text="it is rolled again"),
            Option(name="draw", text="a drawn battle instead"),
            *replaced,
        ),
        default="let_stand",
        then=ResultReviewed(subject=battle.id),
        about=(battle.id,),
        limit=review_ms(step.world.params),
        label=battle.id,
        waits=True,
    )


def _speaks(unit: Unit) -> str:
    return ", ".join(f"{m.words} {m.value:+d}" for m in unit.modifiers) or "no modifiers"


@chapter.settles(ResultReviewed)
def result_reviewed(step: Step, then: ResultReviewed, choice: Choice) -> None:
    """The result stands, is rolled again, or is another one; then it is announced."""
    battle = step.find(Battle, then.subject)
    if battle is None or battle.state != "review":
        return
    units = units_of(step, battle)
    rolled = {each.army: each.total for each in battle.rolled}
    if not both_sides(units) or any(unit.army.id not in rolled for unit in units):
        # Whoever fought is not there any more in the way he was.
        if not both_sides(units):
            _called_off(step, battle, step.find(Meeting, battle.meeting))
            return
        rolled = throw(step, units)
    if choice.option == "reroll":
        rolled = throw(step, units)
    elif choice.option != "let_stand":
        rolled = _shifted(units, rolled, choice.option)
    conclude(step, battle, units, rolled)


def _shifted(units: tuple[Unit, ...], rolled: dict[str, int], wanted: str) -> dict[str, int]:
    """The totals moved, all of one side alike, so that the best of both differ as wanted."""
    name, _, by = wanted.partition("_")
    margin = int(by) if by else 0
    if name == "other":
        margin = -margin
    best = [max(rolled[u.army.id] for u in units if u.side == side) for side in (0, 1)]
    shift = best[1] + margin - best[0]
    return {unit.army.id: rolled[unit.army.id] + (shift if unit.side == 0 else 0) for unit in units}
