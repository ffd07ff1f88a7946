"""A siege while it lasts (C-SIEGE)."""

from __future__ import annotations

from typing import Literal

from world.entity import Entity
from world.map.atlas import StrongholdKind
from world.pack import Chapter
from world.param import Param
from world.rules.campaign.nouns.commander import IRONSIDES, has_trait
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import commander_inside
from world.state import World

chapter = Chapter("walls", "What a stronghold withstands")

_THRESHOLDS: dict[StrongholdKind, Param[int]] = {
    "town": chapter.param("siege.threshold.town", 10, "points", "C-SIEGE-02"),
    "city": chapter.param("siege.threshold.city", 15, "points", "C-SIEGE-02"),
    "fortress": chapter.param("siege.threshold.fortress", 20, "points", "C-SIEGE-02"),
}
_DEFENCES: dict[StrongholdKind, Param[int]] = {
    "town": chapter.param("assault.defence.town", 3, "points", "C-ASLT-03"),
    "city": chapter.param("assault.defence.city", 4, "points", "C-ASLT-03"),
    "fortress": chapter.param("assault.defence.fortress", 5, "points", "C-ASLT-03"),
}


class Siege(Entity, frozen=True, tag="siege"):
    """Armies that shut in a stronghold.

    Attributes:
        stronghold, place: what is besieged, and the label of its hex.
        faction: the side that besieges it.
        armies: the besieging armies, the one that opened it first.
        state: ``opening`` until both sides have made their plans, then ``running``.
        since: game instant (ms) at which it began; weekly reckonings are counted from there.
        weeks: finished weeks.
        attacked, resupplied: what has happened in the week that runs (C-SIEGE-03).
        worn: points of defence that engines have taken, where they do so only once.
        plan, answer: the plans of besieger and defender.
        asked: open decisions about plans.
    """

    stronghold: str
    place: str
    faction: str
    armies: tuple[str, ...]
    state: Literal["opening", "running"] = "opening"
    since: int = 0
    weeks: int = 0
    attacked: bool = False
    resupplied: bool = False
    worn: int = 0
    plan: str = ""
    answer: str = ""
    asked: tuple[str, ...] = ()


chapter.declare(Siege)


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


def siege_of(world: World, place: str) -> Siege | None:
    """The siege in a hex, if there is one."""
    here = world.at(place, Siege)
    return here[0] if here else None


def siege_by(world: World, army: str, place: str) -> Siege | None:
    """The siege in which an army that stands in a place takes part."""
    siege = siege_of(world, place)
    return siege if siege is not None and army in siege.armies else None
