"""Taxes, loot, ransom, bonuses and purchases (C-TAX, C-LOOT, C-RAN, C-BON, C-MON)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import couriers
from tests.world.rules.campaign.field import DAY, FEWER, HOUR, SAMPLE, Field, army, infantry, sides
from world.decision import Decision
from world.errors import Refused
from world.order import Hand, Order
from world.pack import Chapter
from world.rules import campaign
from world.rules.campaign.money.notices import (
    BonusPaid,
    Purchase,
    RansomTaken,
    TaxesIn,
    TaxOrdered,
    TaxStopped,
)
from world.rules.campaign.nouns.collection import Collection
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import HeldToRansom
from world.rules.campaign.nouns.land import settlement
from world.rules.campaign.nouns.levy import area_of
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.nouns.rising import Rising
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.supplies.notices import SuppliesSpoil
from world.step import Step

#: The city of EX-32: 40,000 people, and hexes whose scores come to 260.
REALM = """\
map "A realm" layout=odd-q
0101:0303 flatland settlement=20
0401:0404 flatland settlement=20
0501:0505 sea
0601:0603 flatland settlement=20
0202 city "Rivertown" population=40000
0602 town "Farby" population=900
"""
FOOT = [infantry("Line", 1000)]
FORTNIGHT = 14 * DAY

planted = Chapter("planted", "What a test brings about")


class Squeeze(Order, frozen=True, tag="squeeze"):
    """The aftermath of a fall: Rivertown is held to ransom."""

    summary: ClassVar[str] = "hold a place to ransom"


@planted.obeys(Squeeze)
def squeeze(step: Step, said: Squeeze, hand: Hand) -> None:
    """By Ney's army."""
    del said, hand
    step.happened(HeldToRansom(stronghold="rivertown", army="first", victor="ney"))


PACK = campaign.pack(*couriers.CHAPTERS, planted)


def realm(
    detachments: list[dict[str, Any]] | None = None,
    *,
    at: str = "0202",
    purse: int = 0,
    dice: Any = None,
    params: dict[str, Any] | None = None,
    traits: tuple[str, ...] = (),
    city: dict[str, Any] | None = None,
    armies: dict[str, Any] | None = None,
    morale: int | None = None,
    hungry: bool = False,
    **more: Any,
) -> Field:
    """Ney in his city of Rivertown."""
    first = army(at, detachments or FOOT, name="First Army", commander="ney", **more)
    if morale is not None:
        first["morale"] = morale
    scenario = sides(
        commanders={
            "ney": {
                "name": "Marshal Ney",
                "faction": "red",
                "traits": list(traits),
                "purse": purse,
            },
            "soult": {"name": "Marshal Soult", "faction": "red", "at": "0404"},
            "maria": {"name": "Duchess Maria", "faction": "green", "at": "0202"},
        }
    )
    scenario["factions"] = {**scenario["factions"], "green": {"name": "Green"}}
    scenario["stances"] = [
        *scenario["stances"],
        {"between": ["red", "green"], "stance": "alliance"},
    ]
    scenario["armies"] = {
        "first": first,
        "second": army("0603", FOOT, name="Second Army", commander="blake"),
        **(armies or {}),
    }
    scenario["strongholds"] = {
        "rivertown": {"holder": "ney", **(city or {})},
        "farby": {"holder": "blake"},
    }
    return Field(
        scenario,
        map_text=REALM,
        dice=dice,
        params={"morale.check_dice": "1d1", **(params or {})},
        pack=PACK,
        hungry=hungry,
    )


def town(field: Field) -> Stronghold:
    return field.get(Stronghold, "rivertown")


def dice(**faces: Any) -> dict[str, list[tuple[int, ...]]]:
    named = {
        "town": "townspeople of rivertown",
        "revolt": "revolt for the tax of",
        "rise": "revolt for the ransom of",
        "rebels": "rebels of",
        "size": "size of the revolt",
    }
    return {named[key]: value for key, value in faces.items()}


# -- taxes ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-TAX-01", "C-TAX-02", "C-TAX-03")
def test_two_weeks_later_the_land_and_the_town_have_paid() -> None:
    """EX-32: 10 x 260 and 6 x 10,000."""
    field = realm(dice=dice(town=[(6,)]))
    area = area_of(field.world, "rivertown")
    assert sum(settlement(field.world, label) for label in area) == 260
    field.order(HOUR, "ney", "tax stronghold=rivertown")
    ((_, ordered),) = field.told("ney", TaxOrdered)
    # Two weeks after seven in the morning, at the next dawn.
    assert ordered.due == FORTNIGHT + DAY
    field.run(FORTNIGHT + DAY - 1)
    assert town(field).chest == 0
    field.run(FORTNIGHT + DAY)
    assert town(field).chest == 62_600
    ((_, taxes),) = field.told("ney", TaxesIn)
    assert (taxes.sum, taxes.revolt) == (62_600, "")
    field.order(FORTNIGHT + 2 * DAY, "ney", "transfer stronghold=rivertown to=first money=62600")
    assert field.get(Commander, "ney").purse == 62_600


@pytest.mark.rule("C-TAX-03")
@pytest.mark.parametrize(
    ("people", "share"),
    [
        (99, 0),
        (100, 700),
        (999, 700),
        (1_000, 7_000),
        (10_000, 70_000),
        (100_000, 700_000),
        (3_000_000, 700_000),
    ],
)
def test_a_town_pays_by_the_row_of_its_population(people: int, share: int) -> None:
    text = REALM.replace("population=40000", f"population={people}")
    base = realm(dice=dice(town=[(7,)]))
    scenario = sides()
    scenario["armies"] = {
        "first": army("0202", FOOT, name="First", commander="ney"),
        "second": army("0603", FOOT, name="Second", commander="blake"),
    }
    scenario["strongholds"] = {"rivertown": {"holder": "ney"}}
    field = Field(scenario, map_text=text, dice=dice(town=[(7,)]))
    field.order(HOUR, "ney", "tax stronghold=rivertown").run(16 * DAY)
    assert town(field).chest == 2_600 + share
    assert base.world.now == 0


@pytest.mark.rule("C-TAX-04", "C-REV-01")
def test_the_third_tax_of_a_half_year_angers_people_twice_as_much_as_the_second() -> None:
    """EX-33: two earlier, 2 in 6; 1d6 = 2 and 1d20 = 20 are 10,000 men, and the money is paid."""

    def taxed(*faces: int, days: int = 40, **params: Any) -> Field:
        field = realm(
            dice=dice(revolt=[(face,) for face in faces], size=[(20,)] * 3, town=[(1,)] * 5),
            params=params,
        )
        for n in range(3):
            field.force(n * days * DAY + HOUR, "ney", "tax stronghold=rivertown")
        return field.run(3 * days * DAY)

    field = taxed(2, 2)
    (rising,) = field.world.of(Rising)
    assert (rising.men, rising.cause) == (10_000, "the tax")
    assert town(field).chest == 3 * 12_600
    assert [bool(n.revolt) for _, n in field.told("ney", TaxesIn)] == [False, False, True]
    assert taxed(2, 3).world.of(Rising) == ()
    assert len(taxed(1, 3).world.of(Rising)) == 1
    assert taxed(1, 1, days=200).world.of(Rising) == ()
    unpaid = taxed(2, 2, **{"tax.paid_on_revolt": False})
    assert town(unpaid).chest == 2 * 12_600


@pytest.mark.rule("C-TAX-04", "C-TRAIT-08")
def test_honour_does_not_help_against_the_anger_of_taxpayers() -> None:
    field = realm(dice=dice(revolt=[(1,)]), traits=("honorable",))
    for n in range(2):
        field.force(n * 30 * DAY + HOUR, "ney", "tax stronghold=rivertown")
    assert len(field.run(60 * DAY).world.of(Rising)) == 1


@pytest.mark.rule("C-TAX-01")
def test_who_may_tax_and_who_may_not() -> None:
    field = realm()
    with pytest.raises(Refused, match="E-NOT-HOLDER"):
        field.order(HOUR, "ney", "tax stronghold=farby")
    field.order(HOUR, "ney", "tax stronghold=rivertown")
    field.order(2 * HOUR, "ney", "tax stronghold=rivertown")
    assert field.refusals("ney") == ["E-ALREADY-TAXING"]
    ally = realm().order(HOUR, "maria", "tax stronghold=rivertown")
    assert ally.refusals("maria") == ["E-NOT-HOLDER"]
    free = realm(params={"tax.allies_allowed": "always"})
    free.order(HOUR, "maria", "tax stronghold=rivertown").run(16 * DAY)
    assert free.told("maria", TaxesIn)
    mate = realm().order(HOUR, "soult", "tax stronghold=rivertown").run(20 * DAY)
    assert town(mate).chest > 0


@pytest.mark.rule("C-TAX-02")
def test_collectors_cannot_pass_siege_lines() -> None:
    enemy = {"third": army("0202", [infantry("Foot", 9000)], name="Third", commander="wood")}

    def besieged(**params: Any) -> Field:
        scenario = sides(commanders={"wood": {"name": "General Wood", "faction": "blue"}})
        scenario["armies"] = {
            "first": army("0202", FOOT, name="First", commander="ney", inside=True),
            "second": army("0603", FOOT, name="Second", commander="blake"),
            **enemy,
        }
        scenario["strongholds"] = {"rivertown": {"holder": "ney"}}
        field = Field(scenario, map_text=REALM, params=params, pack=PACK)
        field.order(HOUR, "ney", "tax stronghold=rivertown")
        return field.order(2 * HOUR, "wood", "besiege stronghold=rivertown").run(2 * DAY)

    field = besieged()
    assert [n.why for _, n in field.told("ney", TaxStopped)] == ["the place is besieged"]
    field.force(2 * DAY, "ney", "tax stronghold=rivertown")
    assert field.refusals("ney") == ["E-BESIEGED"]
    assert not field.world.of(Collection)
    on = besieged(**{"tax.cancelled_by_siege": False})
    assert on.world.of(Collection)
    on.order(3 * DAY, "ney", "yield stronghold=rivertown")
    assert not on.world.of(Collection)


@pytest.mark.rule("C-TAX-02", "C-MSG-07")
def test_from_afar_the_order_and_word_of_the_money_ride() -> None:
    field = realm(at="0404").order(HOUR, "ney", "tax stronghold=rivertown")
    assert not field.world.of(Collection)
    field.run(5 * DAY)
    (collection,) = field.world.of(Collection)
    field.run(collection.due + 5 * DAY)
    assert town(field).chest > 0
    assert not field.told("ney", TaxesIn)
    assert not field.told("ney", TaxOrdered)


# -- loot and ransom ------------------------------------------------------------------------------


@pytest.mark.rule("C-LOOT-01", "C-RAN-01", "C-TRAIT-13", "C-NEWS-02")
def test_a_captured_city_pays_a_quarter_of_its_wealth_and_a_raider_finds_more() -> None:
    """EX-32: held loot 626,000; ransom 156,500, left 469,500; a Raider gets 187,800."""
    field = realm(dice=dice(town=[(6,)], rise=[(6,)])).force(HOUR, "gm", "squeeze")
    assert town(field).loot == 469_500
    assert field.get(Commander, "ney").purse == 156_500
    assert [n.sum for _, n in field.told("ney", RansomTaken)] == [156_500]
    raider = realm(dice=dice(town=[(6,)], rise=[(6,)]), traits=("raider",))
    raider.force(HOUR, "gm", "squeeze")
    assert raider.get(Commander, "ney").purse == 187_800
    assert town(raider).loot == 469_500
    assert field.world.of(Rising) == ()


@pytest.mark.rule("C-RAN-02")
def test_the_town_may_rise_after_a_ransom() -> None:
    """EX-32: 1d6 = 1 rises; 1d6 = 3 is 12,000 rebels."""
    field = realm(dice=dice(town=[(6,)], rise=[(1,)], rebels=[(3,)]), traits=("honorable",))
    field.force(HOUR, "gm", "squeeze").run(12 * HOUR)
    (rising,) = field.world.of(Rising)
    assert (rising.men, rising.place, rising.cause) == (12_000, "0202", "the ransom")
    assert "D-RAN-01" in [d.rule for d in field.world.of(Decision)]


@pytest.mark.rule("C-LOOT-01", "C-RAN-01")
def test_wealth_is_rolled_once_and_does_not_come_back_unless_a_scenario_says_so() -> None:
    def twice(**params: Any) -> list[int]:
        field = realm(dice=dice(town=[(6,), (1,)], rise=[(6,)] * 2), params=params)
        field.force(HOUR, "gm", "squeeze").force(2 * HOUR, "gm", "squeeze")
        return [n.sum for _, n in field.told("ney", RansomTaken)]

    assert twice() == [156_500, 117_375]
    assert twice(**{"loot.seize_all": True}) == [626_000, 0]
    assert twice(**{"loot.per_tax_value": 1}) == [15_650, 11_737]
    known = realm(city={"loot": 1_000}, dice=dice(rise=[(6,)])).force(HOUR, "gm", "squeeze")
    assert known.get(Commander, "ney").purse == 250
    page: Any = known.pack.view(known.world, "ney")
    assert {s.id: s.loot for s in page.strongholds} == {"rivertown": 750, "farby": None}


# -- bonuses --------------------------------------------------------------------------------------


@pytest.mark.rule("C-BON-01", "C-BON-02", "C-MON-02", "C-REST-04")
def test_a_bonus_of_two_doubloons_a_man_raises_morale_by_two_and_fills_the_purses() -> None:
    """EX-34."""
    field = realm(SAMPLE, purse=20_000, inside=True)
    field.order(HOUR, "ney", "bonus doubloons=15000")
    assert field.refusals("ney") == ["E-BONUS-WASTE"]
    assert field.get(Commander, "ney").purse == 20_000
    field.order(2 * HOUR, "ney", "bonus doubloons=10400")
    first = field.army("first")
    assert (first.morale, first.purses) == (11, 10_400)
    assert field.get(Commander, "ney").purse == 9_600
    ((_, paid),) = field.told("ney", BonusPaid)
    assert (paid.each, paid.purses) == (2, 10_400)
    empty = msgspec.structs.replace(first, supplies=0)
    assert free_room(field.world, empty) == 149_600
    field.run(12 * HOUR)
    assert [n.amount for _, n in field.told("ney", SuppliesSpoil)] == [10_400]
    field.order(13 * HOUR, "ney", "rest").run(9 * DAY)
    assert field.army("first").purses == 0


@pytest.mark.rule("C-BON-01")
def test_bonuses_that_would_be_wasted_or_cannot_be_paid_are_refused() -> None:
    for order, code in (
        ("bonus doubloons=999", "E-BONUS-WASTE"),
        ("bonus doubloons=4000", "E-BONUS-WASTE"),
        ("bonus doubloons=9000", "E-FUNDS"),
        ("bonus doubloons=0", "E-BONUS-WASTE"),
    ):
        field = realm(purse=5_000, morale=9)
        field.force(HOUR, "ney", order)
        assert field.refusals("ney") == [code], order
        assert field.get(Commander, "ney").purse == 5_000
    with pytest.raises(Refused, match="E-FUNDS"):
        realm(purse=5).order(HOUR, "ney", "bonus doubloons=6")
    wasted = realm(purse=5_000, params={"bonus.refuse_waste": False})
    wasted.order(HOUR, "ney", "bonus doubloons=5000")
    assert (wasted.army("first").morale, wasted.army("first").purses) == (12, 5_000)
    twice = realm(purse=5_000, params={"bonus.morale_per_doubloon": 2})
    assert twice.order(HOUR, "ney", "bonus doubloons=1000").army("first").morale == 11


# -- sundries -------------------------------------------------------------------------------------


@pytest.mark.rule("C-MON-04", "C-GEN-06", "D-MON-02")
def test_the_referee_says_whether_something_is_to_be_had() -> None:
    field = realm(purse=500).order(HOUR, "ney", 'purchase wish="forty mules" offer=300')
    field.answer(2 * HOUR, "gm", "D-MON-02", "sell", "They stand in the market.")
    assert field.get(Commander, "ney").purse == 200
    ((_, bought),) = field.told("ney", Purchase)
    assert bought.what == "bought for 300 doubloons. They stand in the market."
    refused = realm(purse=500).order(HOUR, "ney", 'purchase wish="a balloon" offer=300')
    refused.run(2 * DAY)
    assert refused.get(Commander, "ney").purse == 500
    assert [n.what for _, n in refused.told("ney", Purchase)] == ["it is not to be had."]
    spent = realm(purse=1_000).order(HOUR, "ney", 'purchase wish="wine" offer=700')
    spent.order(2 * HOUR, "ney", "bonus doubloons=1000")
    spent.answer(3 * HOUR, "gm", "D-MON-02", "sell")
    assert spent.get(Commander, "ney").purse == 0
    assert "no longer there" in spent.told("ney", Purchase)[0][1].what


@pytest.mark.rule("C-MON-04")
def test_nothing_is_bought_in_the_open_nor_without_money() -> None:
    field = realm(at="0404", purse=500).order(HOUR, "ney", "purchase wish=mules offer=5")
    assert field.refusals("ney") == ["E-NOT-TOWN"]
    for order in ("purchase wish=mules offer=501", "purchase wish=mules offer=-1"):
        with pytest.raises(Refused, match="E-FUNDS"):
            realm(purse=500).order(HOUR, "ney", order)


# -- nothing is made of nothing -------------------------------------------------------------------

DEEDS = st.lists(
    st.tuples(
        st.integers(0, 30),
        st.one_of(
            st.builds("bonus doubloons={}".format, st.sampled_from([500, 1000, 2000, 999])),
            st.builds("purchase wish=x offer={}".format, st.integers(0, 3_000)),
            st.builds("transfer to=rivertown money={}".format, st.integers(0, 4_000)),
            st.builds(
                "transfer stronghold=rivertown to=first money={}".format, st.integers(0, 900)
            ),
            st.sampled_from(["rest", "halt", "march to=0303", "march to=0202", "garrison"]),
        ),
    ),
    max_size=12,
)


@pytest.mark.rule("C-MON-01")
@FEWER
@given(DEEDS, st.integers(0, 6_000), st.booleans())
def test_money_is_neither_made_nor_lost_but_spent_and_banked(
    deeds: list[tuple[int, str]], purse: int, sells: bool
) -> None:
    field = realm(purse=purse, city={"chest": 1_000})

    def coins() -> int:
        ney, first = field.get(Commander, "ney"), field.army("first")
        assert min(ney.purse, first.purses, first.chest, town(field).chest) >= 0
        return ney.purse + first.purses + first.chest + town(field).chest

    whole = coins()
    for day, order in sorted(deeds):
        field.force(day * DAY + HOUR, "ney", order)
        if sells and any(d.state == "open" and d.who == "gm" for d in field.world.of(Decision)):
            field.say(day * DAY + HOUR, "gm", _sell())
    field.run(40 * DAY)
    spent = sum(
        int(n.what.split()[2])
        for _, n in field.told("ney", Purchase)
        if n.what.startswith("bought for")
    )
    banked = sum(int(row["banked"].split()[4]) for row in _rested(field) if row.get("banked"))
    assert coins() == whole - spent - banked


def _sell() -> Any:
    from world.said import AnswerDecision  # noqa: PLC0415 - used here alone

    return AnswerDecision(decision="rule:D-MON-02", option="sell")


def _rested(field: Field) -> list[dict[str, Any]]:
    return [
        msgspec.json.decode(row.body)
        for batch in field.batches
        for row in batch.notice_rows
        if row.kind == "week_rested"
    ]
