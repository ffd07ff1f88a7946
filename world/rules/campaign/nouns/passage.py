"""Ways of riders and news, by the time they take through country as it is or is believed to be."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import msgspec
import numpy as np

from world.answers import Leg, Stance
from world.map.steps import Costs, Flags, Goer, Steps, Tariff
from world.rules.campaign.nouns.belief import believed_holder, believed_stance
from world.rules.campaign.nouns.faction import stance
from world.rules.campaign.nouns.ground import Scene, relation, scene
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import faction_of
from world.state import World

#: Paces by which ways are chosen where no chapter of couriers gives its own (km a day).
_PACES = {
    "message.kmpd_friendly": 80,
    "message.kmpd_hostile": 60,
    "message.kmpd_sea": 100,
    "message.kmpd_relay": 165,
    "news.kmpd_land": 20,
    "news.kmpd_coast": 100,
}
_DAY_MS = 86_400_000


class Country(msgspec.Struct, frozen=True):
    """Whose country every hex is to somebody.

    A besieged place counts as enemy country for everybody but its besiegers (C-SIEGE-07).

    Attributes:
        sites: how the holder of each stronghold stands to him.
        shut_in: hexes that are enemy country whoever controls them: places besieged by others.
        wild: how land stands to him that no stronghold controls.
        enemy: by hex index, a byte that says whether it is enemy country.
    """

    sites: dict[str, Stance]
    shut_in: frozenset[str]
    wild: Stance
    enemy: bytes

    def stance(self, ground: Scene, label: str) -> Stance:
        """How the holder of a hex stands to him."""
        if label in self.shut_in:
            return "hostile"
        site = ground.control.get(label)
        return self.wild if site is None else self.sites[site]


def country(world: World, person: str, *, believed: bool) -> Country:
    """Whose country every hex is: as a person believes, or as it truly is to his side."""
    if believed:
        return world.derived(
            ("believed country", person),
            lambda: _country(
                world,
                faction_of(world, person),
                lambda site: believed_holder(world, person, site, believed=True),
                lambda holder: believed_stance(world, person, holder),
            ),
        )
    faction = faction_of(world, person)
    return world.derived(
        ("country", faction),
        lambda: _country(
            world,
            faction,
            lambda site: believed_holder(world, "", site, believed=False),
            lambda holder: stance(world, faction, holder),
        ),
    )


def _country(
    world: World,
    faction: str,
    held: Callable[[str], tuple[str, str]],
    stands: Callable[[str], Stance],
) -> Country:
    ground = scene(world)
    sites: dict[str, Stance] = {}
    shut_in = set()
    for site in world.of(Stronghold):
        holder, besieger = held(site.id)
        sites[site.id] = stands(holder)
        if besieger and besieger != faction:
            shut_in.add(site.place)
    wild = relation(world, "", faction, 0).stance
    # The last entry is that of land without a stronghold.
    enemies = [sites.get(site) == "hostile" for site in ground.sites] + [wild == "hostile"]
    enemy = np.array(enemies)[ground.site_of]
    for label in shut_in:
        enemy[ground.atlas.position(ground.hex(label))] = True
    return Country(sites, frozenset(shut_in), wild, enemy.tobytes())


def passage(
    world: World,
    mover: str,
    person: str,
    start: str,
    end: str,
    via: tuple[str, ...] = (),
    *,
    believed: bool,
) -> tuple[Leg, ...] | None:
    """The quickest way of a person's rider or of news through hexes in turn, a leg a hex."""
    ground, news = scene(world), mover == "news"
    land = country(world, person, believed=believed)
    goer = _news(world) if news else _rider(world, land)
    found: list[Leg] = []
    here = start
    for goal in (*via, end):
        way = ground.routes.path(goer, ground.hex(here), ground.hex(goal))
        if way is None:
            return None
        labels = [ground.labels[at] for at in way]
        found.extend(_leg(ground, a, b, land.stance(ground, b), news) for a, b in pairwise(labels))
        here = goal
    return tuple(found)


def _leg(ground: Scene, a: str, b: str, stance: Stance, news: bool) -> Leg:  # noqa: FBT001
    def made() -> Leg:
        x, y = ground.hex(a), ground.hex(b)
        side = ground.atlas.side(x, y)
        if x in ground.water or y in ground.water:
            kind = "sea"
        elif side.coastal and news:
            kind = "coast"
        else:
            kind = side.road.kind if side.road is not None else "land"
        return Leg(a, b, ground.metres(a, b), kind, stance)

    return ground.once(("leg", a, b, stance, news), made)


# -- what steps cost -----------------------------------------------------------------------------


def _news(world: World) -> Goer:
    ground = scene(world)
    land, coast = _pace(world, "news.kmpd_land"), _pace(world, "news.kmpd_coast")

    def costs(steps: Steps) -> Costs:
        by_ship = steps.coastal | _over_water(ground, steps)
        return np.where(by_ship, _times(steps, coast), _times(steps, land))

    return Tariff(("news", land, coast), costs)


def _rider(world: World, land: Country) -> Goer:
    ground = scene(world)
    friendly, hostile = _pace(world, "message.kmpd_friendly"), _pace(world, "message.kmpd_hostile")
    sea, relay = _pace(world, "message.kmpd_sea"), _relay(world)

    def costs(steps: Steps) -> Costs:
        found = _times(steps, friendly)
        if relay is not None:
            kept = steps.marked(lambda move: move.road is not None and move.road.kind in relay[1])
            found = np.where(kept, _times(steps, relay[0]), found)
        enemy = np.frombuffer(land.enemy, dtype=bool)
        found = np.where(enemy[steps.targets], _times(steps, hostile), found)
        found = np.where(_over_water(ground, steps), _times(steps, sea), found)
        # Of two ways as quick a rider takes the road: an ms decides, no more.
        return found + ((found > 0) & ~steps.road)

    return Tariff(("rider", friendly, hostile, sea, relay, land.enemy), costs)


def _over_water(ground: Scene, steps: Steps) -> Flags:
    touches: Flags = ground.wet[steps.targets] | ground.wet[steps.origins]
    return touches


def _times(steps: Steps, km_per_day: int) -> Costs:
    """Ms for each step at a pace, at least one; 0 at no pace."""
    if km_per_day <= 0:
        return np.zeros(len(steps.moves), dtype=np.int64)
    return steps.by_length(lambda metres: max(1, -(-metres * _DAY_MS // (km_per_day * 1000))))


def _pace(world: World, name: str) -> int:
    """A pace of the chapters on couriers, where they are in the pack."""
    param = world.pack.params.get(name)
    return _PACES[name] if param is None else int(world.params[param])


def _relay(world: World) -> tuple[int, tuple[str, ...]] | None:
    """The pace of riders with relays and the grounds that have them, where couriers know any."""
    pace = world.pack.params.get("message.kmpd_relay")
    grounds = world.pack.params.get("message.relay_grounds")
    if pace is None or grounds is None or not world.params[pace]:
        return None
    return int(world.params[pace]), tuple(world.params[grounds])
