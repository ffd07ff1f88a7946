"""Naval battles fought: the rolls, and the referee's last word on them (C-NAV-02, C-GEN-08)."""

from __future__ import annotations

from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.naval import figures
from world.rules.campaign.naval.events import FleetsFight, SeaReviewed
from world.rules.campaign.naval.forces import both_sides, changed, close, units_of
from world.rules.campaign.naval.hits import deal
from world.rules.campaign.naval.reckoning import Squadron
from world.rules.campaign.nouns.asking import ask, review_ms
from world.rules.campaign.nouns.encounter import Encounter, SeaBattle, SeaRolled
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.sea_facts import SeaBattleFought
from world.step import Step

chapter = Chapter("fighting at sea", "Naval battles fought: the rolls, the referee's last word")

_REPLACED = (1, 3, 5, 6)


@chapter.handles(FleetsFight)
def they_fight(step: Step, event: FleetsFight) -> None:
    """The battle is fought with whoever is there; without two sides there is none."""
    battle = step.find(SeaBattle, event.subject)
    if battle is None or battle.due != step.id:
        return
    encounter = step.find(Encounter, battle.encounter)
    if encounter is not None and encounter.state == "pending":
        step.put(changed(battle, due=""))  # somebody has come up
        return
    units = units_of(step, battle)
    if not both_sides(units):
        _called_off(step, battle)
        return
    rolled = _rolled(step, units)
    if review_ms(step.world.params):
        _review(step, battle, units, rolled)
    else:
        deal(step, battle, units, rolled)


@chapter.when_gone(FleetsFight)
def nobody_fights(step: Step, event: FleetsFight) -> None:
    """A battle that came to nothing is not fought."""


def _called_off(step: Step, battle: SeaBattle) -> None:
    close(step, battle, "there is nobody to fight on one side")
    fact = SeaBattleFought(
        place=battle.place,
        encounter=battle.encounter,
        winners=(),
        losers=(),
        attackers=(),
        attacked=(),
    )
    step.happened(fact, battle.id)


def _rolled(step: Step, units: tuple[Squadron, ...]) -> dict[str, int]:
    """Each commander's throw with his modifiers."""
    return {
        unit.fleet.id: step.roll(
            f"naval battle roll of {unit.fleet.id}", step.param(figures.DICE)
        ).total
        + unit.bonus
        for unit in units
    }


# -- the referee's last word ----------------------------------------------------------------------


def _review(
    step: Step, battle: SeaBattle, units: tuple[Squadron, ...], rolled: dict[str, int]
) -> None:
    """The result is held back for the referee to look at (C-GEN-08/a)."""
    kept = tuple(SeaRolled(fleet, total) for fleet, total in sorted(rolled.items()))
    step.put(changed(battle, state="review", rolled=kept))
    came_to = ", ".join(
        f"{unit.fleet.name} {rolled[unit.fleet.id]} ({speaks(unit)})" for unit in units
    )
    sides = [", ".join(unit.fleet.name for unit in units if unit.side == side) for side in (0, 1)]
    replaced = [
        Option(name=f"{name}_{by}", text=f"{sides[side]} wins by {by}")
        for side, name in enumerate(("one", "other"))
        for by in _REPLACED
    ]
    ask(
        step,
        "D-GEN-02",
        f"The naval battle at {scene(step.world).called(battle.place)} came to: {came_to}. Does it"
        " stand?",
        who=REFEREE,
        options=(
            Option(name="let_stand", text="it stands"),
            Option(name="reroll", text="it is rolled again"),
            Option(name="draw", text="a drawn battle instead"),
            *replaced,
        ),
        default="let_stand",
        then=SeaReviewed(subject=battle.id),
        about=(battle.id,),
        limit=review_ms(step.world.params),
        label=battle.id,
        waits=True,
    )


def speaks(unit: Squadron) -> str:
    """What counted for a squadron, in words."""
    return ", ".join(f"{m.words} {m.value:+d}" for m in unit.modifiers) or "no modifiers"


@chapter.settles(SeaReviewed)
def result_reviewed(step: Step, then: SeaReviewed, choice: Choice) -> None:
    """The result stands, is rolled again, or is another one; then it is announced."""
    battle = step.find(SeaBattle, then.subject)
    if battle is None or battle.state != "review":
        return
    units = units_of(step, battle)
    if not both_sides(units):
        _called_off(step, battle)
        return
    rolled = {each.fleet: each.total for each in battle.rolled}
    if choice.option == "reroll" or any(unit.fleet.id not in rolled for unit in units):
        rolled = _rolled(step, units)
    elif choice.option != "let_stand":
        rolled = _shifted(units, rolled, choice.option)
    deal(step, battle, units, rolled)


def _shifted(units: tuple[Squadron, ...], rolled: dict[str, int], wanted: str) -> dict[str, int]:
    """The totals with one side's moved so that the best of both are as the referee wants them."""
    side = 0 if wanted == "draw" or wanted.startswith("one_") else 1
    by = 0 if wanted == "draw" else int(wanted.rpartition("_")[2])
    best = [max(rolled[u.fleet.id] for u in units if u.side == s) for s in (0, 1)]
    more = best[1 - side] + by - best[side]
    return {u.fleet.id: rolled[u.fleet.id] + (more if u.side == side else 0) for u in units}
