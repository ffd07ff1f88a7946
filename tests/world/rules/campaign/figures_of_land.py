"""The figures of foraging, torching and revolts: their values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, cavalry, infantry, sides
from world.order import Hand, Order
from world.pack import Chapter
from world.rules import campaign
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.faction import stance
from world.rules.campaign.nouns.facts import RevoltBreaksOut
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.land import (
    Land,
    forage_radius,
    in_reach,
    land_at,
    settlement,
    torch_radius,
)
from world.rules.campaign.nouns.rising import Rising
from world.rules.campaign.nouns.stronghold import Stronghold
from world.scenario.problems import MistakesFound
from world.step import Step

planted = Chapter("planted", "What a test brings about")


class Provoke(Order, frozen=True, tag="provoke"):
    """People rise as after a ransom."""

    summary: ClassVar[str] = "let people rise"
    men: int = 800


@planted.obeys(Provoke)
def provoke(step: Step, said: Provoke, hand: Hand) -> None:
    """At Midway, against Red."""
    del hand
    step.happened(
        RevoltBreaksOut(
            cause="a ransom",
            faction="red",
            by="ney",
            hexes=("0303",),
            men=said.men,
            leader="local",
            rule="D-RAN-01",
        )
    )


Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "calendar.year_days": 365,
    "control.distance_metric": "land_path",
    "forage.blocked_by_water": True,
    "forage.cavalry_radius": 2,
    "forage.duration_days": 1,
    "forage.max_times": 5,
    "forage.radius": 1,
    "forage.revolt_in6": 2,
    "forage.revolt_scope": "per_order",
    "forage.revolt_unfriendly_in6": 3,
    "forage.stop_when_full": True,
    "forage.yield_per_settlement": 1000,
    "map.settlement_dense": 40,
    "map.settlement_max": "none",
    "order.day_action_start": "next_dawn",
    "ransom.rebels_place": "outside_walls",
    "revolt.delay_days": 0,
    "revolt.hostile_to": "provoker",
    "revolt.notify": ("scouts", "holder", "news"),
    "revolt.size_die": "1d20",
    "revolt.size_unit": 500,
    "revolt.supply_days": 15,
    "skirmisher.torch_as_cavalry": False,
    "torch.duration_days": 1,
    "torch.radius": 1,
    "torch.revolt_hostile_factor": 2,
    "torch.revolt_in6": 1,
    "torch.revolt_scope": "per_order",
    "trait.honorable.revolt": -1,
    "trait.outrider.torch": False,
    "trait.raider.forage": 10,
}

#: Land about 0303, whose stronghold is at war with Ney, his own or nobody's, and a strait.
COUNTRY = """\
map "A country" layout=odd-q
0101:0910 flatland settlement=20
0601:0610 sea
0303 town "Midway" population=3000
"""


def country(
    params: Params,
    detachments: list[dict[str, Any]] | None = None,
    *,
    faction: str = "blue",
    traits: tuple[str, ...] = (),
    dice: dict[str, list[tuple[int, ...]]] | None = None,
    at: str = "0303",
    hungry: bool = False,
    **more: Any,
) -> Field:
    more = {"supplies": 0, **more}
    first = army(at, detachments or [infantry("Line", 9000)], name="F", commander="ney", **more)
    second = army("0910", [infantry("Foot", 900)], name="S", commander="blake")
    ney = {"name": "Marshal Ney", "faction": "red", "traits": list(traits)}
    scenario = sides(armies={"first": first, "second": second}, commanders={"ney": ney})
    scenario["strongholds"] = {"midway": {"faction": faction}}
    return Field(
        scenario,
        map_text=COUNTRY,
        params=params,
        dice=dice,
        hungry=hungry,
        pack=campaign.pack(planted),
    )


#: A bay about which the way by land is long: 0401 is nearer to C as the crow flies.
BAY = """\
map "A bay" layout=odd-q
0101:0905 flatland settlement=dense
0201:0301 sea
0202:0302 sea
0101 city "C" population=50000
0603 town "D" population=100
0905 town "Midway"
"""


def bay(params: Params) -> Field:
    armies = {
        "first": army("0101", [infantry("Line", 900)], name="F", commander="ney"),
        "second": army("0905", [infantry("Foot", 900)], name="S", commander="blake"),
    }
    scenario = sides(armies=armies)
    scenario["strongholds"] = {"midway": {"holder": "blake"}}
    return Field(scenario, map_text=BAY, params=params)


def of_the_bay(params: Params) -> object:
    world = bay(params).world
    return dict(scene(world).control), settlement(world, "0401")


def bounded(params: Params) -> object:
    try:
        bay(params)
    except MistakesFound as refused:
        return str(refused)
    return ""


def of_army(figure: Callable[[Any, Army], object], *detachments: Any, **more: Any) -> Story:
    def story(params: Params) -> object:
        field = country(params, list(detachments), **more)
        return figure(field.world, field.army("first"))

    return story


def reach(params: Params) -> object:
    return in_reach(country(params).world, "0502", 2)


def foraged(order: str, until: int = 2 * DAY, **more: Any) -> Story:
    def story(params: Params) -> object:
        field = country(params, **more).order(HOUR, "ney", order).run(until)
        return field.army("first").supplies, [land.id for land in field.world.of(Land)]

    return story


def again(face: int, days: int = 5, hexes: str = "0303", **more: Any) -> Story:
    """Foraged twice; how many rise the second time."""

    def story(params: Params) -> object:
        dice: dict[str, list[tuple[int, ...]]] = {"revolt for foraging of": [(face,)] * 9}
        field = country(params, dice=dice, **more)
        field.order(HOUR, "ney", f"forage hexes={hexes}")
        field.order(days * DAY, "ney", f"forage hexes={hexes}").run((days + 2) * DAY)
        return len(field.world.of(Rising))

    return story


def torched(face: int, until: int = 2 * DAY, hexes: str = "0303", **more: Any) -> Story:
    def story(params: Params) -> object:
        dice: dict[str, list[tuple[int, ...]]] = {"revolt for torching of": [(face,)] * 9}
        field = country(params, dice=dice, **more)
        field.order(HOUR, "ney", f"torch hexes={hexes}").run(until)
        risings = field.world.of(Rising)
        bands = [field.world.find(Army, rising.army) for rising in risings]
        stances = [stance(field.world, rising.faction, "blue") for rising in risings]
        burnt = [land.id for land in field.world.of(Land) if land.torched]
        where = [None if band is None else (band.place, band.supplies) for band in bands]
        return len(risings), [r.men for r in risings], where, stances, burnt

    return story


def exhausted(params: Params) -> object:
    field = country(params)
    field.world.set(msgspec.structs.replace(land_at(field.world, "0303", 0), foraged=3))
    field.force(HOUR, "ney", "forage hexes=0303")
    return field.refusals("ney")


def news_of_revolt(params: Params) -> object:
    dice: dict[str, list[tuple[int, ...]]] = {"revolt for torching of": [(1,)]}
    field = country(params, dice=dice).order(HOUR, "ney", "torch hexes=0303").run(2 * DAY)
    return [
        fact["event"]
        for line in field.journal()
        for fact in msgspec.json.decode(line).get("facts", [])
        if fact["kind"] == "newsworthy"
    ]


def ransomed(params: Params) -> object:
    field = country(params, faction="red").force(HOUR, "gm", "provoke").run(DAY)
    (rising,) = field.world.of(Rising)
    return field.get(Stronghold, "midway").holder == rising.leader


HORSE = cavalry("Horse", 300)
RIFLES = infantry("Rifles", 500, special="skirmishers")

BITES: dict[str, tuple[Any, Story]] = {
    "control.distance_metric": ("straight", of_the_bay),
    "map.settlement_dense": (30, of_the_bay),
    "map.settlement_max": ("30", bounded),
    "calendar.year_days": (3, again(1)),
    "forage.blocked_by_water": (False, reach),
    "forage.cavalry_radius": (3, of_army(forage_radius, HORSE)),
    "order.day_action_start": ("at_once", foraged("forage", until=13 * HOUR)),
    "forage.duration_days": (2, foraged("forage")),
    "forage.max_times": (3, exhausted),
    "forage.radius": (2, of_army(forage_radius)),
    "forage.revolt_in6": (3, again(3, faction="red")),
    "forage.revolt_scope": ("per_hex", again(1, hexes="0303,0302")),
    "forage.revolt_unfriendly_in6": (2, again(3)),
    "forage.stop_when_full": (False, foraged("forage", detachments=[infantry("Line", 900)])),
    "forage.yield_per_settlement": (500, foraged("forage hexes=0303")),
    "revolt.delay_days": (5, torched(1)),
    "revolt.hostile_to": ("everybody", torched(1, faction="")),
    "revolt.notify": (["holder"], news_of_revolt),
    "revolt.size_die": ("9d20", torched(1)),
    "revolt.supply_days": (3, torched(1, hungry=True)),
    "ransom.rebels_place": ("inside", ransomed),
    "revolt.size_unit": (100, torched(1)),
    "skirmisher.torch_as_cavalry": (True, of_army(torch_radius, RIFLES)),
    "torch.duration_days": (2, torched(6)),
    "torch.radius": (2, of_army(torch_radius)),
    "torch.revolt_hostile_factor": (1, torched(2)),
    "torch.revolt_in6": (2, torched(2, faction="")),
    "torch.revolt_scope": ("per_hex", torched(1, hexes="0303,0302")),
    "trait.honorable.revolt": (0, again(3, traits=("honorable",))),
    "trait.outrider.torch": (True, of_army(torch_radius, HORSE, traits=("outrider",))),
    "trait.raider.forage": (50, foraged("forage hexes=0303", traits=("raider",))),
}
