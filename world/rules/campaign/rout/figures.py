"""The figures of retreats and routs (C-ROUT)."""

from __future__ import annotations

from fractions import Fraction

from world.pack import Chapter

chapter = Chapter("rout figures", "The figures of retreats and routs")

RETREAT_HEXES = chapter.param(
    "rout.retreat_hexes", 1, "hex", "C-ROUT-01", "how far a beaten army goes back at once"
)
WHEELS = chapter.param(
    "rout.wheels",
    "abandon",
    "mode",
    "C-ROUT-01",
    "whether an army leaves its wagons and guns where only roadless hexes are open, or stays",
    choices=("abandon", "keep"),
)
RETREAT_DAYS = chapter.param(
    "rout.retreat_time_days", 0, "days", "C-ROUT-01", "how long that first retreat takes"
)
SUPPLY_DIE = chapter.param(
    "rout.supply_loss_die", "1d6", "dice", "C-ROUT-03", "thrown for the stock lost in a rout"
)
SUPPLY_STEP = chapter.param(
    "rout.supply_loss_step", 10, "% of stock", "C-ROUT-03", "lost for each point thrown"
)
HEXES = chapter.param("rout.hexes", "1d6", "dice", "C-ROUT-03", "how many hexes farther it flees")
REPLACES_TABLE = chapter.param(
    "rout.replaces_table",
    True,
    "bool",
    "C-ROUT-03",
    "whether a rout takes the place of the table of failed checks, or comes on top",
)
PACE = chapter.param(
    "rout.pace",
    "normal",
    "mode",
    "C-ROUT-03",
    "the pace of a flight, round the clock",
    choices=("normal", "forced"),
)
TRAPPED_FRACTION = chapter.param(
    "rout.trapped_fraction",
    Fraction(1, 2),
    "factor",
    "C-ROUT-04",
    "what is left of an army that has nowhere to run",
)
TRAPPED_DAYS = chapter.param(
    "rout.trapped_days", "1d6", "days", "C-ROUT-04", "how long it obeys nobody after that"
)
TRAPPED_ON = chapter.param(
    "rout.trapped_applies_on",
    "failed_check",
    "mode",
    "C-ROUT-04",
    "whether an army with nowhere to go is tested first, or lost in any case",
    choices=("failed_check", "always"),
)
SPOILS = chapter.param(
    "rout.spoils_default",
    "take",
    "mode",
    "C-ROUT-06",
    "whether the victors pick up what was lost",
    choices=("take", "leave"),
)
