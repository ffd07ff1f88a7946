"""Guns bought, detachments retrained, undertakings called off (C-ART-02, C-SPEC-02, C-TIME-07)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.field import (
    DAY,
    HOUR,
    Field,
    army,
    artillery,
    cavalry,
    infantry,
    sides,
)
from world.errors import Refused
from world.rules.campaign.arms.notices import GunsBought, Retraining
from world.rules.campaign.engines import EnginesLost
from world.rules.campaign.money.notices import TaxStopped
from world.rules.campaign.nouns.army import noncombatants
from world.rules.campaign.nouns.collection import Collection
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.guns import siege_bonus
from world.rules.campaign.nouns.levy import Levy
from world.rules.campaign.nouns.provisions import daily_need
from world.rules.campaign.nouns.training import Training
from world.rules.campaign.recruitment.notices import LevyHeldUp

WEEK = 7 * DAY
FORCE = [
    infantry("Line", 900),
    infantry("Rifles", 500, special="skirmishers"),
    cavalry("Horse", 300),
]


def fortress(
    detachments: list[dict[str, Any]] | None = None,
    *,
    at: str = "0101",
    purse: int = 20_000,
    **more: Any,
) -> Field:
    """Ney at his fortress of Westwall, with money."""
    hungry = more.pop("hungry", False)
    params = more.pop("params", None)
    dice = more.pop("dice", None)
    first = army(at, detachments or FORCE, name="First Army", commander="ney", **more)
    ney = {"name": "Marshal Ney", "faction": "red", "purse": purse}
    return Field(
        sides(armies={"first": first}, commanders={"ney": ney}),
        params=params,
        dice=dice,
        hungry=hungry,
    )


def names(field: Field) -> dict[str, int]:
    return {d.name: d.soldiers for d in field.army("first").detachments}


# -- guns -----------------------------------------------------------------------------------------


@pytest.mark.rule("C-ART-01", "C-ART-02", "C-REC-10", "C-ART-04", "C-SUP-01", "C-ARMY-03")
def test_twenty_six_pounders_cost_four_thousand_and_two_hundred_gunners() -> None:
    """EX-48."""
    field = fortress(hungry=True)
    before = daily_need(field.world, field.army("first"))
    field.order(HOUR, "ney", "buy_cannon calibre=six number=20")
    assert field.get(Commander, "ney").purse == 16_000
    assert names(field) == {
        "Line": 700,
        "Rifles": 500,
        "Horse": 300,
        "Battery of Westwall": 100,
        "Battery of Westwall (2)": 100,
    }
    first = field.army("first")
    assert (first.six, first.count("artillery")) == (20, 200)
    # The 200 men ate before as well, and so did their 50 followers.
    assert daily_need(field.world, first) - before == 20 * 20 + 200
    guns = fortress([artillery("Guns", 200, six_pounders=20)]).army("first")
    assert noncombatants(field.world, guns) == 200 + 50
    assert daily_need(field.world, guns) == 850
    assert siege_bonus(field.world, [first]) == 1
    ((_, bought),) = field.told("ney", GunsBought)
    assert (bought.guns, bought.price) == ("20 6-pounders", 4_000)
    assert "200 men of Line" in bought.crew


@pytest.mark.rule("C-ART-01", "C-ART-02")
@pytest.mark.parametrize(
    ("number", "least", "sold"), [(3, 5, False), (12, 5, False), (12, 2, True)]
)
def test_no_battery_is_bought_with_fewer_guns_than_a_battery_has(
    number: int, least: int, *, sold: bool
) -> None:
    """Lots of three: twelve guns are a battery of ten and one of two."""
    params = {"artillery.buy_multiple": 3, "artillery.battery_cannon": least}
    field = fortress(params=params).force(HOUR, "ney", f"buy_cannon calibre=six number={number}")
    assert field.refusals("ney") == ([] if sold else ["E-BATTERY-SIZE"])
    assert field.army("first").six == (number if sold else 0)


@pytest.mark.rule("C-ART-02", "C-ART-05")
@pytest.mark.parametrize(
    ("order", "purse", "detachments", "at", "code"),
    [
        ("calibre=six number=7", 9_000, FORCE, "0101", "E-BATTERY-SIZE"),
        ("calibre=six number=0", 9_000, FORCE, "0101", "E-BATTERY-SIZE"),
        ("calibre=eighteen number=5", 4_999, FORCE, "0101", "E-FUNDS"),
        ("calibre=six number=5", 9_000, FORCE, "0301", "E-NOT-SOLD-HERE"),
        ("calibre=six number=5", 9_000, FORCE, "2001", "E-NOT-SOLD-HERE"),
        ("calibre=six number=5", 9_000, [infantry("Line", 50)], "0101", "E-NO-CREW"),
        ("calibre=six number=5", 9_000, FORCE[1:], "0101", "E-NO-CREW"),
        ("calibre=six number=30", 9_000, FORCE, "0101", "E-ART-LIMIT"),
    ],
)
def test_guns_that_cannot_be_bought_are_refused(
    order: str, purse: int, detachments: Any, at: str, code: str
) -> None:
    field = fortress(detachments, purse=purse, at=at)
    before = names(field)
    field.force(HOUR, "ney", f"buy_cannon {order}")
    assert field.refusals("ney") == [code]
    assert (field.get(Commander, "ney").purse, names(field)) == (purse, before)


@pytest.mark.rule("C-ART-02", "D-ART-01")
@pytest.mark.parametrize(
    ("option", "undone"), [("both", 0), ("six", 0), ("eighteen", 1), ("none", 1)]
)
def test_the_referee_may_say_that_no_such_guns_are_sold_there(option: str, undone: int) -> None:
    field = fortress().order(HOUR, "ney", "buy_cannon calibre=six number=5")
    field.answer(2 * HOUR, "gm", "D-ART-01", option)
    assert field.army("first").six == 5 * (1 - undone)
    assert field.get(Commander, "ney").purse == 19_000 + 1_000 * undone
    assert names(field)["Line"] == 850 + 50 * undone
    assert len(field.told("ney", GunsBought)) == 1 + undone


@pytest.mark.rule("C-ART-02", "C-REC-10")
def test_prices_lots_and_crews_are_figures() -> None:
    def bought(
        order: str = "calibre=six number=10", params: dict[str, Any] | None = None
    ) -> tuple[int, int]:
        field = fortress(params=params).force(HOUR, "ney", f"buy_cannon {order}")
        return field.get(Commander, "ney").purse, names(field)["Line"]

    assert bought() == (18_000, 800)
    assert bought(params={"cannon.six.cost": 100}) == (19_000, 800)
    assert bought("calibre=eighteen number=10") == (10_000, 800)
    assert bought("calibre=eighteen number=10", params={"cannon.eighteen.cost": 500}) == (
        15_000,
        800,
    )
    assert bought(params={"artillery.buy_multiple": 3}) == (20_000, 900)
    assert bought(params={"artillery.crew_source": "none"}) == (18_000, 900)


# -- schools --------------------------------------------------------------------------------------


@pytest.mark.rule("C-SPEC-02")
def test_a_regiment_is_out_of_action_for_the_weeks_the_die_says_and_comes_back_as_another() -> None:
    field = fortress(dice={"weeks to retrain": [(3,)]})
    field.order(HOUR, "ney", "retrain detachment=Line kind=grenadiers")
    assert field.get(Commander, "ney").purse == 11_000
    assert field.army("first").soldiers == 800
    told = [n.what for _, n in field.told("ney", Retraining)]
    assert told == ["is turned into grenadiers in Westwall, which takes 3 weeks"]
    field.run(3 * WEEK)
    assert field.army("first").detachments[0].away
    field.run(3 * WEEK + HOUR)
    line = field.army("first").detachments[0]
    assert (line.special, line.away, line.soldiers) == ("grenadiers", False, 900)
    assert field.told("ney", Retraining)[-1][1].what == "has been turned into grenadiers"
    assert not field.world.of(Training)


@pytest.mark.rule("C-SPEC-02")
@pytest.mark.parametrize(
    ("at", "purse", "order", "code"),
    [
        ("0301", 20_000, "detachment=Line kind=grenadiers", "E-NOT-FORTRESS"),
        ("1005", 20_000, "detachment=Line kind=grenadiers", "E-NOT-FORTRESS"),
        ("0101", 20_000, "detachment=Line kind=lancers", "E-KIND"),
        ("0101", 20_000, "detachment=Horse kind=skirmishers", "E-KIND"),
        ("0101", 20_000, "detachment=Rifles kind=skirmishers", "E-KIND"),
        ("0101", 20_000, "detachment=Nobody kind=skirmishers", "E-KIND"),
        ("0101", 8_999, "detachment=Line kind=skirmishers", "E-FUNDS"),
    ],
)
def test_schooling_that_cannot_be_is_refused(at: str, purse: int, order: str, code: str) -> None:
    field = fortress(at=at, purse=purse).force(HOUR, "ney", f"retrain {order}")
    assert field.refusals("ney") == [code]
    assert field.get(Commander, "ney").purse == purse
    if code != "E-FUNDS":
        with pytest.raises(Refused, match=code):
            fortress(at=at, purse=purse).order(HOUR, "ney", f"retrain {order}")


@pytest.mark.rule("C-SPEC-02")
def test_an_army_does_not_go_to_school_whole_nor_in_an_enemys_fortress() -> None:
    alone = fortress([infantry("Line", 500)])
    alone.force(HOUR, "ney", "retrain detachment=Line kind=grenadiers")
    assert alone.refusals("ney") == ["E-KIND"]
    blake = army("0101", FORCE, name="Second", commander="blake")
    foe = Field(
        sides(armies={"second": blake, "first": army("0501", FORCE, name="F", commander="ney")})
    )
    foe.force(HOUR, "blake", "retrain detachment=Line kind=grenadiers")
    assert foe.refusals("blake") == ["E-NOT-FORTRESS"]


@pytest.mark.rule("C-SPEC-02")
def test_to_leave_early_loses_time_and_money_or_what_a_scenario_gives_back() -> None:
    def left(**params: Any) -> Field:
        field = fortress(params=params, dice={"weeks to retrain": [(3,)]})
        field.order(HOUR, "ney", "retrain detachment=Line kind=grenadiers")
        return field.order(WEEK, "ney", "march to=0301").run(6 * WEEK)

    field = left()
    line = field.army("first").detachments[0]
    assert (line.special, line.away) == ("", False)
    assert field.get(Commander, "ney").purse == 11_000
    assert left(**{"retrain.refund": "1/2"}).get(Commander, "ney").purse == 15_500
    assert left(**{"retrain.min_cost": 20}).get(Commander, "ney").purse == 2_000


@pytest.mark.rule("C-SPEC-02", "D-SPEC-01")
def test_the_referee_may_ask_more_and_who_cannot_pay_gets_his_money_back() -> None:
    def asked(option: str, purse: int = 20_000) -> Field:
        field = fortress(purse=purse).order(HOUR, "ney", "retrain detachment=Line kind=grenadiers")
        return field.answer(2 * HOUR, "gm", "D-SPEC-01", option)

    assert asked("minimum").get(Commander, "ney").purse == 11_000
    assert asked("half_more").get(Commander, "ney").purse == 6_500
    assert asked("double").get(Commander, "ney").purse == 2_000
    poor = asked("fivefold")
    assert poor.get(Commander, "ney").purse == 20_000
    assert not poor.world.of(Training)
    assert not poor.army("first").detachments[0].away


@pytest.mark.rule("C-SPEC-02")
def test_a_fortress_that_falls_trains_nobody_any_longer() -> None:
    besieger = army("0101", [infantry("Foot", 9000)], name="Second", commander="blake")
    first = army("0101", FORCE, name="First Army", commander="ney", inside=True)
    ney = {"name": "Marshal Ney", "faction": "red", "purse": 20_000}
    field = Field(sides(armies={"first": first, "second": besieger}, commanders={"ney": ney}))
    field.order(HOUR, "ney", "retrain detachment=Line kind=grenadiers")
    field.order(2 * HOUR, "blake", "besiege stronghold=westwall").run(2 * DAY)
    field.order(2 * DAY, "ney", "yield stronghold=westwall terms=true")
    assert not field.world.of(Training)


# -- calling off ----------------------------------------------------------------------------------


@pytest.mark.rule("C-TIME-07", "C-REC-06", "C-TAX-02", "C-ENG-01", "C-SPEC-02")
def test_what_takes_its_time_can_be_called_off() -> None:
    field = fortress()
    field.order(HOUR, "ney", "raise stronghold=westwall")
    field.order(HOUR, "ney", "tax stronghold=westwall")
    field.order(HOUR, "ney", "build_engines")
    field.order(HOUR, "ney", "retrain detachment=Line kind=grenadiers")
    field.order(2 * HOUR, "ney", "cancel what=levy stronghold=westwall")
    field.order(2 * HOUR, "ney", "cancel what=collection stronghold=westwall")
    field.order(2 * HOUR, "ney", "cancel what=building")
    field.order(2 * HOUR, "ney", "cancel what=retraining")
    assert not [*field.world.of(Levy), *field.world.of(Collection), *field.world.of(Training)]
    first = field.army("first")
    assert (first.engines.job, first.detachments[0].away) == ("", False)
    assert [n.what for _, n in field.told("ney", LevyHeldUp)] == ["was broken off by order"]
    assert [n.why for _, n in field.told("ney", TaxStopped)] == ["it was broken off by order"]
    assert len(field.told("ney", EnginesLost)) == 1
    field.run(60 * DAY)
    assert [a.id for a in field.world.of(type(first))] == ["first", "second"]
    for what in ("levy", "collection", "building", "retraining"):
        field.force(60 * DAY, "ney", f"cancel what={what} stronghold=westwall")
    assert field.refusals("ney") == ["E-NOTHING"] * 4


@pytest.mark.rule("C-TIME-07")
def test_what_is_anothers_is_not_called_off() -> None:
    field = fortress()
    with pytest.raises(Refused, match="E-NOT-YOURS"):
        field.order(HOUR, "ney", "cancel what=building army=second")
    field.order(HOUR, "ney", "raise stronghold=westwall")
    field.force(HOUR, "blake", "cancel what=levy stronghold=westwall")
    assert len(field.world.of(Levy)) == 1
