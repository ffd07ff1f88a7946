"""The ground of a campaign: its map, who controls what, and how places are named (C-MAP, C-STR-06).

The map and what follows from it alone never change while a campaign is played; they are the
world's *scene*.  Who holds a stronghold is read from the entities.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
import numpy as np

from world.answers import Stance
from world.dates import DAY_MS
from world.entity import Entity
from world.errors import Refused
from world.gazetteer import Gazetteer
from world.map.atlas import Atlas
from world.map.control import Metric, SizeKey, control_of
from world.map.hexes import Hex, disc
from world.map.routes import Routes
from world.map.terrain import MapParameters
from world.pack import Chapter
from world.param import Param, Params
from world.rules.campaign.nouns.faction import stance
from world.rules.campaign.nouns.stronghold import Stronghold
from world.scenario.problems import nearest
from world.state import World

E = TypeVar("E", bound=Entity)
T = TypeVar("T")

chapter = Chapter("map", "The map: hexes, terrain, roads, rivers, control")

HEX_STEP = chapter.param(
    "map.hex_step_km", Fraction(10), "km", "C-MAP-01", "one step, where no road gives its length"
)
ROUGH: Param[tuple[str, ...]] = chapter.param(
    "map.rough_terrains",
    ("hills", "forest", "mountain", "marsh"),
    "list",
    "C-MAP-02",
    "terrains that slow what leaves the road",
)
WATER: Param[tuple[str, ...]] = chapter.param(
    "map.water_terrains", ("sea", "lake"), "list", "C-MAP-02", "terrains that only boats cross"
)
SPARSE = chapter.param(
    "map.settlement_sparse", 10, "score", "C-MAP-03", "land about which the map says nothing"
)
DENSE = chapter.param(
    "map.settlement_dense",
    40,
    "score",
    "C-MAP-03",
    "crowded country, which a map calls settlement=dense",
)
MOST_SETTLED = chapter.param(
    "map.settlement_max",
    "none",
    "score",
    "C-MAP-03",
    "the highest score that a map may give a hex; none for no bound",
)
FORK_ROADS = chapter.param(
    "map.fork_min_onward_roads", 2, "onward roads", "C-MAP-04", "what makes a hex a fork"
)
UNFRIENDLY = chapter.param(
    "territory.unfriendly_includes_neutral",
    True,
    "bool",
    "C-MAP-05",
    "whether neutral land counts as unfriendly",
)
NEWLY_CONQUERED = chapter.param(
    "territory.newly_conquered_days", 365, "days", "C-MAP-05", "how long a conquest is new"
)
UNCONTROLLED = chapter.param(
    "territory.uncontrolled",
    "neutral",
    "relation",
    "C-MAP-05",
    "land that no stronghold controls",
    choices=("friendly", "neutral", "hostile"),
)
SIZE_ORDER: Param[tuple[SizeKey, ...]] = chapter.param(
    "stronghold.size_order",
    ("population", "kind", "id"),
    "list",
    "C-STR-06",
    "which of two strongholds is the larger",
)
RIVERS_BLOCK = chapter.param(
    "control.rivers_block",
    False,
    "bool",
    "C-STR-07",
    "whether control stops at rivers",
)
METRIC: Param[Metric] = chapter.param(
    "control.distance_metric",
    "land_path",
    "mode",
    "C-STR-06",
    "whether the nearest stronghold is so over land, or in a straight line",
    choices=("land_path", "straight"),
)


_WHOLE = re.compile(r"[0-9]{1,6}")
#: Movers whose matrices are kept: one for each kind of army, and for each view of who holds what.
_KEPT_ROUTES = 64


class Relation(msgspec.Struct, frozen=True):
    """How a hex stands to a faction at a moment (C-MAP-05)."""

    stance: Stance
    unfriendly: bool
    newly_conquered: bool

    @property
    def hostile(self) -> bool:
        """Whether its holder is an enemy."""
        return self.stance == "hostile"

    @property
    def friendly(self) -> bool:
        """Whether its holder is of the faction or an ally."""
        return self.stance in ("own", "allied")


class Scene:
    """The static data of a campaign.

    Attributes:
        atlas, routes: the map, and ways over it.
        labels: the label of each hex; ``water`` the hexes nobody walks over, ``wet`` the same by
            hex index.
        control: by hex label, the id of the stronghold that controls it (C-STR-06).
        sites: ids of strongholds; ``site_of`` by hex index the place of its stronghold in them, -1
            for none.
        places: every hex's label with how it is spoken of.
        setup: what the scenario says of armies, commanders and the rest.
    """

    __slots__ = (
        "_discs",
        "_hexes",
        "_names",
        "_once",
        "atlas",
        "control",
        "labels",
        "places",
        "routes",
        "setup",
        "site_of",
        "sites",
        "water",
        "wet",
    )

    def __init__(self, atlas: Atlas, params: Params, setup: Any) -> None:
        self.atlas = atlas
        self.routes = Routes(atlas, keep=_KEPT_ROUTES)
        self.labels: Mapping[Hex, str] = {at: atlas.label(at) for at in atlas.hexes}
        self.water = frozenset(at for at in atlas.hexes if atlas.is_water(at))
        self.wet = np.array([at in self.water for at in atlas.hexes], dtype=bool)
        self._once: dict[Hashable, Any] = {}
        self._hexes = {label: at for at, label in self.labels.items()}
        self.setup = setup
        control = control_of(
            atlas,
            rivers_block=params[RIVERS_BLOCK],
            size_order=params[SIZE_ORDER],
            metric=params[METRIC],
        )
        self.control: Mapping[str, str] = {
            self.labels[atlas.hexes[index]]: site for index, site in control.items()
        }
        self.sites = tuple(site.id for site in atlas.strongholds)
        place = {site: i for i, site in enumerate(self.sites)}
        self.site_of = np.array(
            [place.get(self.control.get(label, ""), -1) for label in self.labels.values()],
            dtype=np.intp,
        )
        self._discs: dict[tuple[str, int], tuple[str, ...]] = {}
        self._names: dict[str, str | None] = {}
        for site in atlas.strongholds:
            label = atlas.label(site.hex)
            self._name(site.id, label)
            self._name(site.name, label)
        for tile in atlas.tiles:
            if tile.name:
                self._name(tile.name, atlas.label(tile.hex))

        self.places = Gazetteer({label: self.called(label) for label in self._hexes})

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What *make* works out from the scene and from what the key says; it is kept for good."""
        found: T | None = self._once.get(key)
        if found is None:
            found = self._once[key] = make()
        return found

    def _name(self, name: str, label: str) -> None:
        key = name.casefold()
        # Two places of one name have to be told apart by their labels.
        self._names[key] = label if self._names.get(key, label) == label else None

    def place(self, text: str) -> str:
        """The label of a place that somebody wrote: a label, a stronghold or a named hex.

        Raises:
            Refused: E-NO-PATH where there is no such place, or more than one.
        """
        if text in self._hexes:
            return text
        key = text.strip().casefold()
        label = self._names.get(key, "")
        if label:
            return label
        if label is None:
            raise Refused(
                "E-NO-PATH", f"More than one place is called {text!r}; give the hex's label."
            )
        hint = nearest(key, self._names)
        raise Refused(
            "E-NO-PATH",
            f"There is no place {text[:40]!r} on the map; nothing was ordered. "
            + (f"Perhaps {hint}" if hint else "Give a hex such as 0102 or the name of a town."),
        )

    def hex(self, label: str) -> Hex:
        """The hex of a label that is known to be on the map."""
        return self._hexes[label]

    def distance(self, a: str, b: str) -> int:
        """Steps between two hexes over open ground."""
        return self._hexes[a].distance(self._hexes[b])

    def within(self, label: str, radius: int) -> tuple[str, ...]:
        """The hexes of the map at most so many steps away, from the middle outwards."""
        found = self._discs.get((label, radius))
        if found is None:
            near = (self.labels.get(at) for at in disc(self._hexes[label], radius))
            found = self._discs[label, radius] = tuple(at for at in near if at is not None)
        return found

    def metres(self, a: str, b: str) -> int:
        """Length of a step between neighbours (C-MAP-01)."""
        return self.atlas.step_metres(self._hexes[a], self._hexes[b])

    def called(self, label: str) -> str:
        """A place in words: its name, if it has one, and its label."""
        at = self._hexes[label]
        site = self.atlas.stronghold_by_hex.get(at)
        name = site.name if site is not None else self.atlas.tile(at).name
        return f"{name} ({label})" if name else label


def scene(world: World) -> Scene:
    """The scene of a campaign of these rules."""
    found: Scene = world.scene
    return found


def around(world: World, places: tuple[str, ...], reach: int) -> Collection[str]:
    """The hexes at most so many steps from one of some places, each once."""
    ground = scene(world)
    if len(places) == 1:
        return ground.within(places[0], reach)
    return dict.fromkeys(label for place in places for label in ground.within(place, reach))


def nearby(world: World, kind: type[E], places: tuple[str, ...], reach: int) -> list[E]:
    """Entities of a kind at most so many hexes from one of some places, in id order."""
    return world.among(around(world, places, reach), kind)


def map_parameters(params: Params) -> MapParameters:
    """The figures the map's readers need."""
    step = params[HEX_STEP] * 1000
    most = params[MOST_SETTLED]
    return MapParameters(
        rough_terrains=params[ROUGH],
        water_terrains=params[WATER],
        step_metres=int(step),
        fork_min_onward_roads=params[FORK_ROADS],
        settlement_sparse=params[SPARSE],
        settlement_dense=params[DENSE],
        settlement_max=int(most) if _WHOLE.fullmatch(most) else None,
    )


def mistakes(params: Params) -> list[Param[str]]:
    """Bounds of settlement that are neither a number nor ``none``."""
    most = params[MOST_SETTLED]
    return [] if most == "none" or _WHOLE.fullmatch(most) else [MOST_SETTLED]


def controller(world: World, label: str) -> Stronghold | None:
    """The stronghold that controls a hex, if one does (C-STR-06)."""
    site = scene(world).control.get(label)
    return world.find(Stronghold, site) if site is not None else None


def relation(world: World, label: str, faction: str, now: int) -> Relation:
    """How a hex stands to a faction at an instant (C-MAP-05)."""
    params = world.params
    stronghold = controller(world, label) if label else None
    if stronghold is None:
        names: dict[str, Stance] = {
            "friendly": "allied",
            "neutral": "neutral",
            "hostile": "hostile",
        }
        found = names[params[UNCONTROLLED]]
        recent = False
    else:
        found = stance(world, faction, stronghold.faction)
        taken = stronghold.taken
        recent = taken is not None and now - taken < params[NEWLY_CONQUERED] * DAY_MS
    unfriendly = found == "hostile" or (found == "neutral" and params[UNFRIENDLY])
    return Relation(found, unfriendly, recent)
