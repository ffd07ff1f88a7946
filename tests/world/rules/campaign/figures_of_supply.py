"""The figures of supply and what lives off the land: their values, and stories in which they bite.

``test_figures`` holds these with the figures of the other chapters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tests.world.rules.campaign.field import DAY, HOUR, SAMPLE, Field, army, infantry, sides
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.provisions import capacity, daily_need, free_room
from world.rules.campaign.nouns.stronghold import Stronghold

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "capacity.artillerist": 15,
    "capacity.cannon": 0,
    "capacity.cavalry": 75,
    "capacity.infantry": 15,
    "capacity.nc": 15,
    "capacity.wagon": 1000,
    "garrison.army_fed": False,
    "garrison.fed_by_stronghold": True,
    "garrison.detachments_fed": "place_first",
    "money.chest_weight": 0,
    "money.large_sum": 100_000,
    "money.purse_weight": 1,
    "supply.artillerist_per_day": 1,
    "supply.cannon_per_day": 20,
    "supply.cavalry_per_day": 10,
    "supply.dissolve_days": 14,
    "supply.hungry_counter": "consecutive",
    "supply.hungry_morale_loss": 1,
    "supply.infantry_per_day": 1,
    "supply.nc_per_day": 1,
    "supply.partial_day_hungry": True,
    "supply.surplus": "lost",
    "supply.transfer_range_hexes": 0,
    "supply.wagon_per_day": 10,
    "trait.logistician.capacity": 20,
}

#: No check ever changes an army.
STEADY = {"morale.check_dice": "1d1"}
FAR = army("2005", [infantry("Foot", 1000)], name="Second Army", commander="blake")


def field(
    params: Params,
    detachments: list[dict[str, Any]] | None = None,
    *,
    traits: tuple[str, ...] = (),
    purse: int = 0,
    strongholds: dict[str, Any] | None = None,
    dice: dict[str, list[tuple[int, ...]]] | None = None,
    **more: Any,
) -> Field:
    """Ney with an army in Westwall's hex, and people who eat."""
    first = army("0101", detachments or SAMPLE, name="First Army", commander="ney", **more)
    ney = {"name": "Marshal Ney", "faction": "red", "traits": list(traits), "purse": purse}
    return Field(
        sides(
            armies={"first": first, "second": FAR},
            commanders={"ney": ney},
            strongholds=strongholds or {},
        ),
        params={**STEADY, **params},
        dice=dice,
        hungry=True,
    )


def of_army(figure: Callable[[Any, Army], object], **more: Any) -> Story:
    """A figure of the sample army."""

    def story(params: Params) -> object:
        found = field(params, **more)
        first = msgspec.structs.replace(found.army("first"), purses=1_000)
        return figure(found.world, first)

    return story


def starved(days: int, supplies: int = 500) -> Story:
    """An army that has run out of food."""

    def story(params: Params) -> object:
        found = field(params, [infantry("Line", 1000)], supplies=supplies).run(days * DAY)
        return found.world.entities["first"]

    return story


def fed_between(params: Params) -> object:
    found = field(
        params,
        [infantry("Line", 1000)],
        supplies=0,
        strongholds={"westwall": {"holder": "ney", "stores": 50_000}},
    ).run(3 * DAY)
    found.order(3 * DAY + HOUR, "ney", "transfer stronghold=westwall to=first supplies=1250")
    return found.run(4 * DAY).army("first").hungry


def overloaded(params: Params) -> object:
    return field(params, [infantry("L", 900)], supplies=90_000).run(DAY).army("first").supplies


def quartered(params: Params) -> object:
    return field(params, [infantry("L", 900)], inside=True).run(DAY).army("first").supplies


def left_behind(params: Params) -> object:
    found = field(
        params,
        [infantry("Line", 1000), infantry("Guard", 400)],
        strongholds={"westwall": {"holder": "ney", "stores": 500}},
    )
    found.order(HOUR, "ney", "detach_garrison detachments=Guard supplies=700").run(DAY)
    return found.get(Stronghold, "westwall").stores


def across_a_hex(params: Params) -> object:
    corps = army("0201", [infantry("Foot", 500)], name="Corps", owner="ney", supplies=0)
    first = army("0101", [infantry("Line", 900)], name="First", commander="ney")
    found = Field(sides(armies={"first": first, "corps": corps}), params=params)
    found.force(HOUR, "ney", "transfer to=corps supplies=10")
    return found.army("corps").supplies


def a_large_sum(params: Params) -> object:
    found = field(params, purse=150_000, strongholds={"westwall": {"holder": "ney"}})
    found.order(HOUR, "ney", "transfer to=westwall money=120000")
    return found.get(Stronghold, "westwall").chest


#: For each figure another value, and a story that then goes otherwise.
BITES: dict[str, tuple[Any, Story]] = {
    **{
        f"supply.{kind}_per_day": (7, of_army(daily_need))
        for kind in ("infantry", "artillerist", "nc", "cavalry", "wagon", "cannon")
    },
    **{
        f"capacity.{kind}": (7, of_army(capacity))
        for kind in ("infantry", "artillerist", "nc", "cavalry", "wagon", "cannon")
    },
    "trait.logistician.capacity": (30, of_army(capacity, traits=("logistician",))),
    "money.chest_weight": (1, of_army(free_room, purse=50, supplies=0)),
    "money.purse_weight": (0, of_army(free_room, supplies=0)),
    "money.large_sum": (200_000, a_large_sum),
    "supply.hungry_morale_loss": (2, starved(1)),
    "supply.partial_day_hungry": (False, starved(1)),
    "supply.dissolve_days": (2, starved(2)),
    "supply.hungry_counter": ("total", fed_between),
    "supply.surplus": ("kept", overloaded),
    "supply.transfer_range_hexes": (1, across_a_hex),
    "garrison.army_fed": (True, quartered),
    "garrison.fed_by_stronghold": (False, quartered),
    "garrison.detachments_fed": ("own_first", left_behind),
}
