"""Morale: its bounds and its dice (C-MOR-01 to C-MOR-03)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import POET, POET_CAP, has_trait
from world.rules.campaign.nouns.report import report
from world.step import Step

chapter = Chapter("spirit", "The bounds of morale and the dice it is tested with")

MIN = chapter.param("morale.min", 0, "morale", "C-MOR-01", "the lowest")
RESTING = chapter.param("morale.resting", 9, "morale", "C-MOR-02", "of a newly raised army")
MAX = chapter.param("morale.max", 12, "morale", "C-MOR-02", "the highest")
CHECK_DICE = chapter.param(
    "morale.check_dice", "2d6", "dice", "C-MOR-03", "dice thrown in a morale check"
)


class MoraleCheck(Notice, frozen=True, tag="morale_check"):
    """A check was rolled (M-MOR-01)."""

    title: ClassVar[str] = "{army}: morale {outcome}"
    wording: ClassVar[str] = (
        "After {why}, {army} was tested: {roll} against a morale of {morale}: {outcome}."
    )
    army: str
    why: str
    roll: int
    morale: int
    outcome: str


chapter.declare(MoraleCheck)


class Checked(msgspec.Struct, frozen=True):
    """How a check went; ``row`` is the row of the table it is read on if it failed (C-MOR-T)."""

    held: bool
    roll: int
    row: int


def check_morale(step: Step, army: Army, why: str, *, bonus: int = 0) -> Checked:
    """Put an army's morale to the test: it holds if the roll is at most the morale (C-MOR-03).

    ``bonus`` is added to its morale for this check alone (C-AFT-04); a Poet reads a failed roll
    higher on the table (C-TRAIT-12).
    """
    roll = step.roll(f"morale check of {army.id}", step.param(CHECK_DICE)).total
    against = army.morale + bonus
    held = roll <= against
    notice = MoraleCheck(
        army=army.name,
        why=why,
        roll=roll,
        morale=against,
        outcome="it held" if held else "it failed",
    )
    report(step, army, notice, why)
    row = roll
    if has_trait(step.world, army.leader, "poet"):
        row = min(step.param(POET_CAP), roll + step.param(POET))
    return Checked(held=held, roll=roll, row=row)
