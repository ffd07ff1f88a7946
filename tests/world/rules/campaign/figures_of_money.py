"""The figures of taxes, loot, ransom and bonuses: their values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, sides
from tests.world.rules.campaign.test_money import FOOT, PACK, REALM, dice, realm, town
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.rising import Rising

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "bonus.morale_per_doubloon": 1,
    "bonus.refuse_waste": True,
    "calendar.half_year_days": 182,
    "loot.per_tax_value": 10,
    "loot.refill": False,
    "loot.seize_all": False,
    "ransom.rebels_die": "1d6",
    "ransom.rebels_divisor": 10,
    "ransom.revolt_in6": 1,
    "ransom.share": Fraction(1, 4),
    "tax.allies_allowed": "with_consent",
    "tax.cancelled_by_siege": True,
    "tax.duration_weeks": 2,
    "tax.paid_on_revolt": True,
    "tax.per_settlement": 10,
    "tax.period_months": 6,
    "tax.pop_hundred_thousands": "1d10 x 100000",
    "tax.pop_hundreds": "1d10 x 100",
    "tax.pop_overflow": "last_row",
    "tax.pop_ten_thousands": "1d10 x 10000",
    "tax.pop_thousands": "1d10 x 1000",
    "tax.repeat_step_in6": 1,
    "trait.raider.applies_to": "ransom",
    "trait.raider.loot": 20,
}


def taxed(population: int = 40_000, days: int = 16) -> Story:
    def story(params: Params) -> object:
        scenario = sides()
        scenario["armies"] = {
            "first": army("0202", FOOT, name="First", commander="ney"),
            "second": army("0603", FOOT, name="Second", commander="blake"),
        }
        scenario["strongholds"] = {"rivertown": {"holder": "ney"}}
        text = REALM.replace("population=40000", f"population={population}")
        field = Field(scenario, map_text=text, params=params, dice=dice(town=[(7,)]))
        return town(field.order(HOUR, "ney", "tax stronghold=rivertown").run(days * DAY)).chest

    return story


def again(face: int, days: int) -> Story:
    def story(params: Params) -> object:
        field = realm(params=params, dice=dice(revolt=[(face,)] * 3, town=[(1,)] * 4))
        for n in range(2):
            field.force(n * days * DAY + HOUR, "ney", "tax stronghold=rivertown")
        field.run((days + 20) * DAY)
        return len(field.world.of(Rising)), town(field).chest

    return story


def by_an_ally(params: Params) -> object:
    return realm(params=params).order(HOUR, "maria", "tax stronghold=rivertown").refusals("maria")


def besieged(params: Params) -> object:
    scenario = sides(commanders={"wood": {"name": "General Wood", "faction": "blue"}})
    scenario["armies"] = {
        "first": army("0202", FOOT, name="First", commander="ney", inside=True),
        "second": army("0603", FOOT, name="Second", commander="blake"),
        "third": army("0202", [{**FOOT[0], "soldiers": 9_000}], name="Third", commander="wood"),
    }
    scenario["strongholds"] = {"rivertown": {"holder": "ney"}}
    field = Field(scenario, map_text=REALM, params=params)
    field.order(HOUR, "ney", "tax stronghold=rivertown")
    field.order(2 * HOUR, "wood", "besiege stronghold=rivertown").run(3 * DAY)
    return town(field.order(3 * DAY, "wood", "lift").run(20 * DAY)).chest


def ransomed(times: int = 1, face: int = 1, traits: tuple[str, ...] = ("raider",)) -> Story:
    def story(params: Params) -> object:
        faces = dice(town=[(6,), (2,)], rise=[(face,)] * times)
        field = realm(params=params, dice=faces, traits=traits)
        for n in range(1, times + 1):
            field.force(n * HOUR, "gm", "squeeze")
        men = [rising.men for rising in field.world.of(Rising)]
        return field.get(Commander, "ney").purse, town(field).loot, men

    return story


def fallen_again(params: Params) -> object:
    """Taken once by Red and once by Blue: is there new wealth the second time?"""
    scenario = sides(commanders={"wood": {"name": "General Wood", "faction": "blue"}})
    scenario["armies"] = {
        "first": army("0202", FOOT, name="First", commander="ney", inside=True),
        "third": army("0202", [{**FOOT[0], "soldiers": 9_000}], name="Third", commander="wood"),
    }
    scenario["commanders"]["blake"]["at"] = "0404"
    scenario["strongholds"] = {"rivertown": {"holder": "ney", "loot": 77}}
    field = Field(scenario, map_text=REALM, params=params, pack=PACK)
    field.order(HOUR, "wood", "besiege stronghold=rivertown").run(2 * DAY)
    return town(field.order(2 * DAY, "ney", "yield stronghold=rivertown")).loot


def paid(sum_: int) -> Story:
    def story(params: Params) -> object:
        field = realm(params=params, purse=9_000).order(HOUR, "ney", f"bonus doubloons={sum_}")
        return field.army("first").morale, field.army("first").purses

    return story


BITES: dict[str, tuple[Any, Story]] = {
    "tax.per_settlement": (20, taxed()),
    "tax.pop_hundreds": ("1d10 x 50", taxed(500)),
    "tax.pop_thousands": ("1d10 x 50", taxed(5_000)),
    "tax.pop_ten_thousands": ("1d10 x 50", taxed()),
    "tax.pop_hundred_thousands": ("1d10 x 50", taxed(500_000)),
    "tax.pop_overflow": ("ten_times", taxed(5_000_000)),
    "tax.duration_weeks": (3, taxed()),
    "tax.period_months": (1, again(1, 60)),
    "calendar.half_year_days": (30, again(1, 60)),
    "tax.repeat_step_in6": (2, again(2, 60)),
    "tax.paid_on_revolt": (False, again(1, 60)),
    "tax.allies_allowed": ("always", by_an_ally),
    "tax.cancelled_by_siege": (False, besieged),
    "loot.per_tax_value": (5, ransomed()),
    "loot.refill": (True, fallen_again),
    "loot.seize_all": (True, ransomed()),
    "ransom.share": ("1/2", ransomed()),
    "ransom.revolt_in6": (2, ransomed(face=2)),
    "ransom.rebels_die": ("9d6", ransomed()),
    "ransom.rebels_divisor": (100, ransomed()),
    "trait.raider.loot": (50, ransomed()),
    "trait.raider.applies_to": ("nothing", ransomed()),
    "bonus.morale_per_doubloon": (2, paid(1_000)),
    "bonus.refuse_waste": (False, paid(1_500)),
}
