"""The figures of recruitment: their values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.levy import Levy, yield_of
from world.rules.campaign.nouns.rising import Rising
from world.rules.campaign.nouns.stronghold import Stronghold

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "detachment.cavalry_max": 500,
    "detachment.infantry_max": 1000,
    "recruit.cavalry_fraction": Fraction(1, 4),
    "recruit.cavalry_on_top": True,
    "recruit.duration_months": 1,
    "recruit.initial_supply_fraction": Fraction(1),
    "recruit.parallel_per_stronghold": 1,
    "recruit.rally_area": "control_area",
    "recruit.revolt_conquered_factor": 2,
    "recruit.revolt_die": "as_revolt",
    "recruit.revolt_in6": 1,
    "recruit.revolt_max": 10_000,
    "recruit.revolt_min": 500,
    "recruit.revolt_stacks": False,
    "recruit.round_half": "up",
    "recruit.round_to": 100,
    "recruit.siege_effect": "halts",
    "recruit.wagon_fraction": Fraction(1, 20),
    "recruit.yield_10": 25,
    "recruit.yield_20": 50,
    "recruit.yield_30": 75,
    "recruit.yield_40": 100,
    "recruit.yield_per_point": Fraction(5, 2),
}

#: 2,250 men and half a hundred over, of every score and of one between.
AREA = """\
map "An area" layout=odd-q
0101:0707 flatland settlement=20
0101:0103 flatland settlement=10
0201:0203 flatland settlement=30
0301:0303 flatland settlement=40
0404 flatland settlement=12
0202 fortress "Westwall" population=5000
"""


def area(params: Params, **more: Any) -> Field:
    first = army("0202", [infantry("Line", 900)], name="First", commander="ney", inside=True)
    second = army("0203", [infantry("Foot", 9000)], name="Second", commander="blake")
    scenario = sides()
    scenario["armies"] = {"first": first, "second": second}
    scenario["strongholds"] = {"westwall": {"holder": "ney"}}
    params = {"morale.check_dice": "1d1", **params}
    return Field(scenario, map_text=AREA, params=params, **more)


def of_area(*labels: str) -> Story:
    def story(params: Params) -> object:
        return yield_of(area(params).world, labels or ("0101", "0201", "0301", "0404", "0505"))

    return story


def raised(until: int = 31 * DAY, order: str = "raise stronghold=westwall") -> Story:
    def story(params: Params) -> object:
        field = area(params).force(HOUR, "ney", order).run(until)
        found = [a for a in field.world.of(Army) if a.id not in ("first", "second")]
        return [(a.place, a.detachments, a.supplies) for a in found], field.refusals("ney")

    return story


def besieged(params: Params) -> object:
    field = area(params).order(HOUR, "ney", "raise stronghold=westwall")
    field.order(DAY, "blake", "march to=0202")
    field.order(3 * DAY, "blake", "besiege stronghold=westwall").run(10 * DAY)
    return [levy.halted for levy in field.world.of(Levy)]


def at_once(params: Params) -> object:
    field = area(params).force(HOUR, "ney", "raise stronghold=westwall")
    return len(field.force(2 * HOUR, "ney", "raise stronghold=westwall").world.of(Levy))


def again(face: int, size: int = 13, times: int = 2, *, conquered: bool = False) -> Story:
    def story(params: Params) -> object:
        dice: dict[str, list[tuple[int, ...]]] = {
            "revolt for the levy of": [(face,)] * 9,
            "size of the revolt": [(size,)] * 9,
        }
        field = area(params, dice=dice)
        if conquered:
            place = field.get(Stronghold, "westwall")
            field.world.set(msgspec.structs.replace(place, taken=0))
        for n in range(times):
            field.force(n * 40 * DAY + HOUR, "ney", "raise stronghold=westwall")
        field.run(times * 40 * DAY)
        return [rising.men for rising in field.world.of(Rising)]

    return story


BITES: dict[str, tuple[Any, Story]] = {
    **{f"recruit.yield_{score}": (500, of_area()) for score in (10, 20, 30, 40)},
    "recruit.yield_per_point": (200, of_area()),
    "recruit.round_to": (10, of_area()),
    "recruit.round_half": ("down", of_area("0101", "0505", "0201")),
    "recruit.cavalry_fraction": ("1/2", of_area()),
    "recruit.cavalry_on_top": (False, of_area()),
    "recruit.wagon_fraction": ("1/2", of_area()),
    "recruit.duration_months": (2, raised()),
    "recruit.initial_supply_fraction": ("1/2", raised()),
    "recruit.rally_area": ("stronghold", raised(order="raise stronghold=westwall rally=0707")),
    "recruit.parallel_per_stronghold": (2, at_once),
    "recruit.siege_effect": ("goes_on", besieged),
    "recruit.revolt_in6": (2, again(2)),
    "recruit.revolt_conquered_factor": (1, again(2, conquered=True)),
    "recruit.revolt_stacks": (True, again(2, times=3)),
    "recruit.revolt_min": (9_000, again(1)),
    "recruit.revolt_max": (1_000, again(1)),
    "recruit.revolt_die": ("even", again(1)),
    "detachment.infantry_max": (300, raised()),
    "detachment.cavalry_max": (100, raised()),
}
