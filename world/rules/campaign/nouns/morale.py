"""Morale: its bounds and its dice (C-MOR-01 to C-MOR-03)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.decision import Option
from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import POET, POET_CAP, has_trait
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.review import LET_STAND, REROLL, held_back
from world.step import Step
from world.timeline import Event

chapter = Chapter("spirit", "The bounds of morale and the dice it is tested with")

MIN = chapter.param("morale.min", 0, "morale", "C-MOR-01", "the lowest")
RESTING = chapter.param("morale.resting", 9, "morale", "C-MOR-02", "of a newly raised army")
MAX = chapter.param("morale.max", 12, "morale", "C-MOR-02", "the highest")
CHECK_DICE = chapter.param(
    "morale.check_dice", "2d6", "dice", "C-MOR-03", "dice thrown in a morale check"
)


class MoraleCheck(Notice, frozen=True, tag="morale_check"):
    """A check was rolled (M-MOR-01)."""

    title: ClassVar[str] = "{army}: morale {outcome:phrase}"
    wording: ClassVar[str] = (
        "After {why}, {army} was tested: {roll} against a morale of {morale}: {outcome:phrase}."
    )
    phrases: ClassVar[tuple[str, ...]] = ("it held", "it failed")
    army: str
    why: str
    roll: int
    morale: int
    outcome: str


chapter.declare(MoraleCheck)


class Checked(msgspec.Struct, frozen=True, gc=False):
    """How a check went: the ``roll`` ``against`` what; ``row`` of the table if it failed."""

    held: bool
    roll: int
    row: int
    against: int = 0


def throw_check(step: Step, army: Army, *, bonus: int = 0) -> Checked:
    """Throw for an army's morale: it holds if the roll is at most the morale (C-MOR-03).

    ``bonus`` is added to its morale for this check alone (C-AFT-04); a Poet reads a failed roll
    higher on the table (C-TRAIT-12).  Nobody is told yet.
    """
    roll = step.roll(f"morale check of {army.id}", step.param(CHECK_DICE)).total
    against = army.morale + bonus
    row = roll
    if has_trait(step.world, army.leader, "poet"):
        row = min(step.param(POET_CAP), roll + step.param(POET))
    return Checked(held=roll <= against, roll=roll, row=row, against=against)


def tell_check(step: Step, army: Army, why: str, found: Checked) -> None:
    """Whoever commands the army is told how a check went (M-MOR-01)."""
    notice = MoraleCheck(
        army=army.name,
        why=why,
        roll=found.roll,
        morale=found.against,
        outcome="it held" if found.held else "it failed",
    )
    report(step, army, notice, why)


# -- the referee's last word ----------------------------------------------------------------------


def check_held_back(
    step: Step, army: Army, why: str, found: Checked, then: Event, *, rows: bool
) -> bool:
    """Hold a check back for the referee; he may name the row of the table, where it is read."""
    outcome = "it held" if found.held else "it failed"
    instead = [Option(name="holds", text="it holds")]
    if rows:
        instead += [
            Option(name=f"row_{row}", text=f"it fails, on row {row} of the table")
            for row in range(2, 13)
        ]
    else:
        instead.append(Option(name="fails", text="it fails"))
    return held_back(
        step,
        f"After {why}, {army.name} was tested: {found.roll} against a morale of {found.against}:"
        f" {outcome}.",
        then,
        instead=tuple(instead),
        about=(army.id,),
        label=f"check/{army.id}/{why}",
    )


def reviewed_check(
    step: Step, army: Army, found: Checked, option: str, *, bonus: int = 0
) -> Checked:
    """The check as the referee has it: as thrown, thrown again, or another; told accordingly."""
    if option == LET_STAND:
        return found
    if option == REROLL:
        return throw_check(step, army, bonus=bonus)
    if option == "holds":
        return msgspec.structs.replace(found, held=True, roll=min(found.roll, found.against))
    roll = max(found.roll, found.against + 1)
    row = int(option.removeprefix("row_")) if option.startswith("row_") else found.row
    return msgspec.structs.replace(found, held=False, roll=roll, row=row)
