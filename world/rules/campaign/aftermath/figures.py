"""The figures of the aftermath (C-AFT)."""

from __future__ import annotations

from fractions import Fraction

from world.map.atlas import StrongholdKind
from world.pack import Chapter
from world.param import Param

chapter = Chapter("aftermath figures", "The figures of what follows a fall")

ON_TREATY = chapter.param(
    "aftermath.on_treaty",
    "none",
    "mode",
    "C-AFT-01",
    "whether a place that joins by treaty is treated like one taken by force",
    choices=("none", "all"),
)
KEEP = chapter.param(
    "pillage.keep_fraction",
    Fraction(1, 2),
    "factor",
    "C-AFT-02",
    "what pillage leaves of wealth and stores",
)
PILLAGE_MORALE = chapter.param(
    "pillage.morale", 2, "morale", "C-AFT-02", "to the soldiers who pillage"
)
TO_ARMY = chapter.param(
    "pillage.to_army_fraction",
    Fraction(0),
    "fraction",
    "C-AFT-02",
    "of what pillage takes that comes into the army's chest and wagons",
)
FAILED_PILLAGES = chapter.param(
    "aftermath.failed_order_pillages",
    True,
    "bool",
    "C-AFT-03",
    "whether soldiers who cannot be held back pillage",
)
FAILED_TABLE = chapter.param(
    "aftermath.failed_order_table",
    True,
    "bool",
    "C-AFT-03",
    "whether a failed check of that kind has its row of the table, too",
)
CALMING_LASTING = chapter.param(
    "aftermath.calming_lasting",
    False,
    "bool",
    "C-AFT-04",
    "whether calming the troops raises their morale for good",
)
HONORABLE_SKIPS = chapter.param(
    "trait.honorable.skips_order_check",
    True,
    "bool",
    "C-TRAIT-08",
    "whether an Honorable commander's army needs no check to be kept in order",
)
ESCAPE = chapter.param(
    "aftermath.escape_in6",
    3,
    "in 6",
    "C-AFT-05",
    "chance that a commander slips away from a fallen place",
)
FOLLOWERS: dict[StrongholdKind, Param[int]] = {
    "fortress": chapter.param(
        "aftermath.nc.fortress", 5, "% of S", "C-AFT-06", "followers who come out of a fortress"
    ),
    "town": chapter.param(
        "aftermath.nc.town", 10, "% of S", "C-AFT-06", "followers who come out of a town"
    ),
    "city": chapter.param(
        "aftermath.nc.city", 15, "% of S", "C-AFT-06", "followers who come out of a city"
    ),
}
FOLLOWERS_EACH = chapter.param(
    "aftermath.nc_each_army",
    True,
    "bool",
    "C-AFT-06",
    "whether each of several victorious armies takes them, or the first alone",
)
STORES_DIE = chapter.param(
    "aftermath.stores_die", "1d6", "dice", "C-AFT-07", "thrown for the stores that are found"
)
STORES: dict[StrongholdKind, Param[int]] = {
    "town": chapter.param(
        "aftermath.stores.town", 10_000, "supplies", "C-AFT-07", "found in a town for each point"
    ),
    "fortress": chapter.param(
        "aftermath.stores.fortress",
        1_000,
        "supplies",
        "C-AFT-07",
        "found in a fortress for each point",
    ),
    "city": chapter.param(
        "aftermath.stores.city", 100_000, "supplies", "C-AFT-07", "found in a city for each point"
    ),
}
WEEKS_ROUND = chapter.param(
    "aftermath.weeks_round",
    "down",
    "mode",
    "C-AFT-07",
    "whether weeks of siege count that are finished, or begun",
    choices=("down", "up"),
)
GARRISON = chapter.param(
    "aftermath.garrison_default",
    "disband",
    "mode",
    "C-AFT-08",
    "what becomes of those who lay down their arms",
    choices=("disband", "prisoners", "march_out", "enlist"),
)
BEATEN_ARMY = chapter.param(
    "aftermath.beaten_army",
    "trapped",
    "mode",
    "C-AFT-08",
    "whether an army under a commander that was beaten behind the walls stands outside, halved, or"
    " lays down its arms like the rest",
    choices=("trapped", "disband"),
)
