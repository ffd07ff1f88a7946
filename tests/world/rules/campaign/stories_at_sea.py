"""Stories of ships, fleets, naval battles and blockades in which their figures bite."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from tests.world.rules.campaign.field import DAY, HOUR, army, cavalry, infantry
from tests.world.rules.campaign.sea import (
    FOUGHT,
    SPREAD,
    Gulf,
    fleet,
    fought,
    gulf,
    judged,
    off_eastport,
    over,
    ship,
)
from tests.world.rules.campaign.test_blockades import off_eastfort, shut_in, siege
from tests.world.rules.campaign.test_fleets import alone as at_sea
from tests.world.rules.campaign.test_fleets import convoy, landing
from tests.world.rules.campaign.test_naval_meetings import POND
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.blockade import blockading_guns
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.fleet import Fleet, cannon, fleet_damage, speed
from world.rules.campaign.nouns.hold import weight
from world.rules.campaign.nouns.rates import rates
from world.rules.campaign.nouns.seafaring import joined_morale
from world.rules.campaign.nouns.ship import can_fight, can_sail, metres_per_day
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.upkeep import daily_cost

Params = dict[str, Any]
Story = Callable[[Params], object]
WEEK = 7 * DAY

LINE = [ship("One"), ship("Two")]
#: Something whose hands, guns and hulls show every change of a percent.
BIG = [ship(f"B{n}", "first_rate") for n in range(6)]
TWICE = [ship(f"B{n}", "first_rate") for n in range(12)]
BLUES = army("1004", [infantry("Blues", 400)], name="B", owner="conflans", aboard="eastern")
SOLDIERS = {"armies": {"blues": BLUES}}
SHORT = [*BIG[1:], ship("B0", "first_rate", crew=790)]
UNARMED = [ship("A", crew=125), ship("B", crew=125)]
STEADY: Any = {"morale check of": [(1, 1)] * 40}


def told(field: Gulf) -> str:
    """Everything that happened, in one line."""
    found = hashlib.sha256()
    for line in field.journal():
        found.update(line)
    for batch in field.batches:
        for row in batch.notice_rows:
            found.update(row.body)
    return found.hexdigest()


def left(field: Gulf) -> object:
    """What is left of the fleets, their people and what they carry."""
    fleets = [(f.id, f.ships, f.morale, f.place, f.disorder) for f in field.world.of(Fleet)]
    people = [(c.id, c.purse, c.captor, c.fleet, c.army) for c in field.world.of(Commander)]
    armies = [(a.id, a.soldiers, a.supplies, a.inside, a.place) for a in field.world.of(Army)]
    return fleets, people, armies


# -- ships ----------------------------------------------------------------------------------------


def of_class(params: Params) -> object:
    """The four classes as they are."""
    return dict(rates(Gulf(at_sea(), params=params).world))


def manned(params: Params) -> object:
    ships = [ship("A", crew=130), ship("B", crew=124), ship("C", crew=100), ship("D", crew=480)]
    fleets = {"western": fleet("0204", ships, name="W", commander="hawke")}
    world = Gulf(at_sea(fleets=fleets), params=params, costly=True).world
    found = world.get(Fleet, "western")
    fit = [(can_sail(world, each), can_fight(world, each)) for each in found.ships]
    pace = metres_per_day(world, speed(world, found))
    guns = cannon(world, found)
    return fit, pace, fleet_damage(world, guns), daily_cost(world, found)


def hired(params: Params) -> object:
    ships = [ship("T", "transport", hired=True)]
    fleets = {"western": fleet("0204", ships, name="W", commander="hawke")}
    field = Gulf(at_sea(fleets=fleets), params=params, costly=True).run(2 * DAY)
    return field.get(Commander, "hawke").purse


def bought(params: Params) -> object:
    people = {"anson": {"name": "Anson", "faction": "red", "at": "0204", "purse": 90_000}}
    spec = at_sea(fleets={"western": None}, commanders={**people, "hawke": None})
    field = Gulf(spec, params=params)
    field.order(HOUR, "anson", "buy_ship rate=fifth_rate names=Ariel")
    return left(field)


def hands(params: Params) -> object:
    ships = [ship("A", crew=100), ship("T", "transport")]
    fleets = {"western": fleet("0204", ships, name="W", commander="hawke")}
    troops = landing("0204", aboard="western", soldiers=400)
    field = Gulf(at_sea(fleets=fleets, armies=troops), params=params)
    field.order(HOUR, "hawke", "crew ship=A number=100")
    field.force(HOUR, "hawke", "crew ship=A number=100 source=infantry")
    return left(field)


def unpaid(dice: Any) -> Story:
    def story(params: Params) -> object:
        fleets = {"western": fleet("0405", [ship("A"), ship("B")], name="W", commander="hawke")}
        poor = {"hawke": {"name": "Hawke", "faction": "red", "purse": 0}}
        spec = at_sea(fleets=fleets, commanders=poor)
        return left(Gulf(spec, params=params, dice=dice, costly=True).run(12 * DAY))

    return story


FAILS: Any = {"morale check of the": [(6, 6)] * 9, "days for which": [(1, 2, 4)] * 9}
FLEES: Any = {"morale check of the": [(6, 5)] * 9}


def mended(params: Params) -> object:
    damaged = [ship("A", hull=1)]
    fleets = {"western": fleet("0204", damaged, name="W", commander="hawke", morale=4)}
    rich = {"hawke": {"name": "Hawke", "faction": "red", "purse": 30_000}}
    field = Gulf(at_sea(fleets=fleets, commanders=rich), params=params)
    field.order(0, "hawke", "repair ship=A").run(2 * WEEK)
    return left(field)


def joined(params: Params) -> object:
    fleets = {
        "western": fleet("0405", [ship("A", "first_rate")], name="W", commander="hawke", morale=6),
        "second": fleet("0405", [ship("B")], name="S", owner="hawke", morale=11),
    }
    world = Gulf(at_sea(fleets=fleets), params=params).world
    return joined_morale(world, world.get(Fleet, "western"), world.get(Fleet, "second"))


# -- fleets ---------------------------------------------------------------------------------------


def loads(at: str) -> Story:
    def story(params: Params) -> object:
        troops = landing(at)
        fleets = {"western": fleet(at, [ship("T", "transport")], name="W", owner="wolfe")}
        people = {"hawke": {"name": "Hawke", "faction": "red", "at": "0201"}}
        field = Gulf(at_sea(fleets=fleets, armies=troops, commanders=people), params=params)
        field.order(0, "wolfe", "embark fleet=western").run(DAY)
        early = left(field)
        return early, left(field.run(2 * DAY)), field.fleet("western").leader

    return story


def cargo(params: Params) -> object:
    troops = [
        infantry("Foot", 1000, wagons=3),
        cavalry("Horse", 300),
        {"name": "Guns", "kind": "artillery", "soldiers": 40, "six_pounders": 2},
    ]
    armies = {"landing": army("0204", troops, name="L", commander="wolfe", supplies=900)}
    field = Gulf(at_sea(fleets=convoy(), armies=armies), params=params)
    return weight(field.world, field.army("landing"))


def eats(params: Params) -> object:
    troops = landing("0304", aboard="western", supplies=5000)
    field = Gulf(at_sea(fleets=convoy("0304"), armies=troops), params=params, hungry=True)
    return left(field.run(2 * DAY))


def looks_out(params: Params) -> object:
    return told(Gulf(gulf(), params=params).order(0, "hawke", "sail to=1604").run(DAY))


def relieved(params: Params) -> object:
    guard = army("1904", [infantry("Guard", 1000)], name="Guard", commander="anson")
    stores = [ship("Clio", "transport", cargo=5000)]
    spec = gulf(
        fleets={
            "eastern": fleet("1904", stores, name="Convoy", commander="conflans"),
            "western": fleet("0204", [ship("A")], name="W", commander="hawke"),
        },
        armies={"guard": guard, "landing": None},
        commanders={
            "anson": {"name": "Lord Anson", "faction": "red"},
            "wolfe": {"name": "Wolfe", "faction": "red", "at": "0201"},
        },
    )
    field = Gulf(spec, params=params).order(0, "anson", "besiege stronghold=eastport").run(DAY)
    field.force(DAY, "conflans", "unstow to=eastport supplies=5000").run(3 * DAY)
    return field.get(Stronghold, "eastport").stores


# -- battles --------------------------------------------------------------------------------------


def battle(
    west: list[dict[str, Any]] | None = None,
    east: list[dict[str, Any]] | None = None,
    *,
    throws: tuple[int, int] = (3, 3),
    dice: Any = None,
    then: int = SPREAD,
    **more: Any,
) -> Story:
    """A battle in which Hawke throws the one and Conflans the other, beside ones."""

    def story(params: Params) -> object:
        found = dict(more)
        rolls = ((throws[0], 1), (throws[1], 1))
        fixed = {**found.pop("params", {}), "battle.swift_ratio": 10_000, **params}
        loaded = {**STEADY, "capture of": [(2,)] * 4, "fate of": [(3,)] * 99, **(dice or {})}
        field = fought(west or BIG, east or BIG, rolls=rolls, dice=loaded, params=fixed, **found)
        return told(over(field).run(then)), left(field)

    return story


def routed(params: Params) -> object:
    """A beaten fleet with full holds fails its check."""
    east = [ship("One", cargo=5000), ship("Two", cargo=5000)]
    broken = {"morale check of": [(6, 6)] * 9}
    more = {"blue": {"at": "0804"}, "red": {"at": "0704"}}
    return battle(LINE, east, throws=(6, 2), dice=broken, then=3 * DAY, **more)(params)


def drifting(params: Params) -> object:
    """A frigate is sunk or taken by a spread of the hits that a commander wants."""
    east = [ship("Third"), ship("Frigate", "fifth_rate", cargo=900)]
    dice = {**STEADY, "fate of the Frigate of eastern": [(3,)]}
    field = fought(
        LINE,
        east,
        rolls=((9, 1), (1, 1)),
        dice=dice,
        params={"ship.fifth_rate.capacity": 60_000, **params},
        spec=SOLDIERS,
    )
    hits = 4
    field.force(FOUGHT, "conflans", f"assign_hits hits=Frigate=2,Third={hits - 2}")
    return left(over(field))


def cornered(params: Params) -> object:
    """A fleet that fails its check and has nowhere to sail."""
    blues = army("0304", [infantry("Blues", 400)], name="B", owner="conflans", aboard="eastern")
    far = army("0105", [infantry("Far", 10)], name="F", commander="wolfe")
    field = fought(
        LINE,
        [ship("One"), ship("Calypso", "transport", cargo=4000)],
        rolls=((6, 1), (2, 1)),
        map_text=POND,
        red={"at": "0303"},
        blue={"at": "0304"},
        fleets={"third": fleet("0303", [ship("Three")], name="Third", owner="hawke")},
        commanders={"anson": {"name": "Anson", "faction": "red", "at": "0105"}},
        dice={"morale check of": [(6, 6)] * 9},
        spec={"armies": {"landing": far, "blues": blues}},
        params=params,
    )
    return left(over(field)), told(field.run(8 * DAY))


def storm(params: Params) -> object:
    """What ships' guns count for before walls, and who may storm them."""
    field = shut_in(params=params).order(HOUR, "wolfe", "disembark").run(4 * DAY)
    field.force(4 * DAY, "hawke", "assault_from_sea")
    field.force(4 * DAY, "wolfe", "assault")
    return blockading_guns(field.world, "1907"), field.refusals("wolfe"), field.refusals("hawke")


def shut(params: Params) -> object:
    field = off_eastfort(params=params)
    field.force(HOUR, "hawke", 'blockade stronghold=eastfort plan="x"').run(WEEK + DAY)
    return siege(field) is None, field.get(Stronghold, "eastfort").threshold


def thrown(params: Params) -> object:
    """What two fleets throw where nobody has loaded the dice."""
    return told(judged(off_eastport(params=params)))
