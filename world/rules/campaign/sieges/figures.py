"""The figures of sieges."""

from __future__ import annotations

from fractions import Fraction

from world.pack import Chapter
from world.rules.campaign.nouns import siege

chapter = Chapter("siege figures", "The figures of sieges")

RANGE = chapter.param("siege.range_hexes", 0, "hexes", "C-SIEGE-01", "from which one besieges")
MIN_RATIO = chapter.param(
    "siege.min_ratio",
    Fraction(1),
    "factor",
    "C-SIEGE-01",
    "soldiers needed outside for each inside",
)
RECOVERY = chapter.param(
    "siege.threshold_recovery",
    "on_lift",
    "mode",
    "C-SIEGE-02",
    "whether the will to hold returns at once when a siege is lifted, or a point a week",
    choices=("on_lift", "weekly"),
)
DISEASE = chapter.param(
    "siege.week_disease", -1, "point", "C-SIEGE-03", "what disease does to the will to hold"
)
RESUPPLY = chapter.param(
    "siege.week_resupply", 2, "points", "C-SIEGE-03", "what resupply does to the will to hold"
)
ATTACKED = chapter.param(
    "siege.week_attacked",
    1,
    "point",
    "C-SIEGE-03",
    "what an attack on the besiegers does to the will to hold",
)
DISEASE_DEFAULT = chapter.param(
    "siege.disease_default", False, "bool", "C-SIEGE-03", "whether there is disease unless said"
)
RESUPPLY_DAYS = chapter.param(
    "siege.resupply_days", 7, "days", "C-SIEGE-03", "for which food must get in to count"
)
COUNTS_HARRY = chapter.param(
    "siege.attacked_counts_harry",
    False,
    "bool",
    "C-SIEGE-03",
    "whether harrying the besiegers counts as an attack",
)
ROLL = chapter.param("siege.roll", "2d6", "dice", "C-SIEGE-04", "of the week")
NPC_YIELDS = chapter.param(
    "siege.gates_npc_yields",
    True,
    "bool",
    "C-SIEGE-05",
    "whether a garrison led by the referee yields when the gates are open",
)
REPAIR = chapter.param(
    "siege.defence_repair_per_week", 1, "point per week", "C-SIEGE-06", "of walls after a siege"
)
ENGINES_WEAR = chapter.param(
    "engine.defence_per_set_week",
    1,
    "points per set per week",
    "C-ENG-02",
    "what a set of engines takes from the defence in a week",
)
MIN_DEFENCE = chapter.param("engine.min_defence", 0, "points", "C-ENG-02", "of battered walls")
CUMULATIVE = chapter.param(
    "engine.cumulative",
    True,
    "bool",
    "C-ENG-02",
    "whether engines wear the walls down week after week, or each set once",
)
EMPTY_FALLS = siege.EMPTY_FALLS
