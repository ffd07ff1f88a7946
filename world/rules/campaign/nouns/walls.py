"""What a stronghold withstands: its will and its walls (C-SIEGE-02, C-ASLT-03)."""

from __future__ import annotations

from world.dates import DAY_MS
from world.map.atlas import StrongholdKind
from world.pack import Chapter
from world.param import Param
from world.rules.campaign.nouns.commander import IRONSIDES, has_trait
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import commander_inside
from world.state import World

chapter = Chapter("walls", "What a stronghold withstands")

_THRESHOLDS: dict[StrongholdKind, Param[int]] = {
    "town": chapter.param(
        "siege.threshold.town",
        10,
        "points",
        "C-SIEGE-02",
        "the will to hold that a town begins with",
    ),
    "city": chapter.param(
        "siege.threshold.city",
        15,
        "points",
        "C-SIEGE-02",
        "the will to hold that a city begins with",
    ),
    "fortress": chapter.param(
        "siege.threshold.fortress",
        20,
        "points",
        "C-SIEGE-02",
        "the will to hold that a fortress begins with",
    ),
}
_DEFENCES: dict[StrongholdKind, Param[int]] = {
    "town": chapter.param(
        "assault.defence.town",
        3,
        "bonus",
        "C-ASLT-03",
        "what the walls of a town add to its defence",
    ),
    "city": chapter.param(
        "assault.defence.city",
        4,
        "bonus",
        "C-ASLT-03",
        "what the walls of a city add to its defence",
    ),
    "fortress": chapter.param(
        "assault.defence.fortress",
        5,
        "bonus",
        "C-ASLT-03",
        "what the walls of a fortress add to its defence",
    ),
}


WEEK_DEFAULT = chapter.param("siege.week_default", -1, "point", "C-SIEGE-03", "every week")
PERIOD_DAYS = chapter.param("siege.period_days", 7, "days", "C-SIEGE-01", "between reckonings")


def period_ms(world: World) -> int:
    """Time between two weekly reckonings of a siege."""
    return world.params[PERIOD_DAYS] * DAY_MS


def full_threshold(world: World, stronghold: Stronghold) -> int:
    """The garrison's will to hold while nobody besieges it (C-SIEGE-02, C-TRAIT-09)."""
    points = world.params[_THRESHOLDS[stronghold.sort]]
    inside = commander_inside(world, stronghold)
    if inside is not None and has_trait(world, inside.id, "ironsides"):
        points += world.params[IRONSIDES]
    return points


def full_defence(world: World, sort: StrongholdKind) -> int:
    """The worth of whole walls (C-ASLT-03)."""
    return world.params[_DEFENCES[sort]]
