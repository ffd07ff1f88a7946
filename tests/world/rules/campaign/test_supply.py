"""Supplies: what is eaten, carried, handed over and lost, and what hunger does (C-SUP)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.campaign.field import (
    DAY,
    FEWER,
    HOUR,
    SAMPLE,
    Field,
    army,
    artillery,
    cavalry,
    infantry,
    sides,
)
from tests.world.rules.campaign.test_word import PACK as WITH_COURIERS
from world.decision import Decision
from world.entity import Tombstone
from world.rules.campaign.captains import CaptainWrites
from world.rules.campaign.march.notices import MarchOver
from world.rules.campaign.morale import MoraleChanged
from world.rules.campaign.nouns.army import Army, noncombatants
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.leavings import LeftBehind
from world.rules.campaign.nouns.morale import MoraleCheck
from world.rules.campaign.nouns.provisions import (
    capacity,
    daily_need,
    free_room,
    need_of,
    whole_capacity,
)
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.supplies.notices import (
    ArmyDissolves,
    DailyReturn,
    GarrisonHungry,
    HandedOver,
    HungryDay,
    MoneyStays,
    SuppliesSpoil,
)

#: No check ever changes an army: a die of one face is below any morale but none.
STEADY = {"morale.check_dice": "1d1"}
FAR = army("2005", [infantry("Foot", 1000)], name="Second Army", commander="blake")


def led(detachments: list[dict[str, Any]], *, dice: Any = None, **more: Any) -> Field:
    """A field on which Ney leads an army of these, and people eat."""
    params = more.pop("params", {})
    strongholds = more.pop("strongholds", {})
    commanders = more.pop("commanders", {})
    armies = more.pop("armies", {})
    at = more.pop("at", "0101")
    first = army(at, detachments, name="First Army", commander="ney", **more)
    return Field(
        sides(
            armies={"first": first, "second": FAR, **armies},
            strongholds=strongholds,
            commanders=commanders,
        ),
        params=params,
        dice=dice,
        hungry=True,
    )


def ney(**more: Any) -> dict[str, Any]:
    return {"ney": {"name": "Marshal Ney", "faction": "red", **more}}


# -- the specimen army ----------------------------------------------------------------------------


@pytest.mark.rule("C-SUP-01", "C-ARMY-03")
def test_the_sample_army_eats_what_its_sheet_says() -> None:
    field = led(SAMPLE, supplies=105_000)
    first = field.army("first")
    assert noncombatants(field.world, first) == 1_400
    assert daily_need(field.world, first) == 12_450


@pytest.mark.rule("C-SUP-02")
def test_the_sample_army_carries_by_the_written_figure_or_by_that_of_its_sheet() -> None:
    field = led(SAMPLE)
    assert capacity(field.world, field.army("first")) == 160_000
    sheet = led(SAMPLE, params={"capacity.wagon": 500})
    assert capacity(sheet.world, sheet.army("first")) == 147_500


@pytest.mark.rule("C-SUP-01", "C-SUP-04")
def test_its_stock_lasts_eight_days_and_the_ninth_dusk_is_hungry() -> None:
    field = led(SAMPLE, supplies=105_000, dice={"morale check": [(4, 4)]})
    field.run(8 * DAY)
    assert field.army("first").supplies == 5_400
    returns = field.told("ney", DailyReturn)
    assert [at for at, _ in returns] == [n * DAY + 12 * HOUR for n in range(8)]
    assert (returns[0][1].eaten, returns[0][1].left, returns[0][1].days) == (12_450, 92_550, 7)
    field.run(9 * DAY)
    (at, hungry) = field.told("ney", HungryDay)[0]
    assert at == 8 * DAY + 12 * HOUR
    assert (hungry.need, hungry.short, hungry.hungry, hungry.left) == (12_450, 7_050, 1, 13)
    assert [(n.was, n.now) for _, n in field.told("ney", MoraleChanged)] == [(9, 8)]
    assert [(n.roll, n.morale) for _, n in field.told("ney", MoraleCheck)] == [(8, 8)]
    assert field.army("first").supplies == 0


@pytest.mark.rule("C-SUP-04", "C-MARCH-01", "C-MARCH-02")
def test_on_a_march_of_nine_days_it_arrives_at_noon_and_starves_at_dusk() -> None:
    far = ",".join(f"{n:02d}01" for n in range(2, 15))
    field = led(SAMPLE, supplies=105_000, dice={"morale check": [(1, 1)]})
    field.order(0, "ney", f"march path={far}").run(9 * DAY)
    ((at, over),) = field.told("ney", MarchOver)
    assert (at, over.supplies) == (8 * DAY + 6 * HOUR, 5_400)
    assert len(field.told("ney", HungryDay)) == 1


@pytest.mark.rule("C-SUP-01", "C-MARCH-05")
def test_by_forced_march_it_arrives_with_more_than_half_its_stock() -> None:
    far = ",".join(f"{n:02d}01" for n in range(2, 15))
    field = led(SAMPLE, supplies=105_000)
    field.order(0, "ney", f"march path={far} pace=forced").run(4 * DAY + 5 * HOUR)
    ((at, over),) = field.told("ney", MarchOver)
    assert (at, over.supplies) == (4 * DAY + 4 * HOUR, 55_200)
    assert field.army("first").forced_days == 4


@pytest.mark.rule("C-SUP-02", "C-TRAIT-10", "C-ENG-04", "C-MON-02")
def test_what_raises_and_lowers_what_an_army_can_carry() -> None:
    able = led(SAMPLE, commanders=ney(traits=["logistician"]))
    assert capacity(able.world, able.army("first")) == 192_000
    packed = led(SAMPLE, engines={"packed": 2})
    assert capacity(packed.world, packed.army("first")) == 140_000
    first = led(SAMPLE).army("first")
    rich = led(SAMPLE, supplies=100_000)
    rich.world.set(msgspec.structs.replace(first, purses=10_400, supplies=100_000))
    assert free_room(rich.world, rich.army("first")) == 49_600
    heavy = led(SAMPLE, supplies=0, commanders=ney(purse=7), params={"money.chest_weight": 3})
    assert free_room(heavy.world, heavy.army("first")) == 160_000 - 21


@pytest.mark.rule("C-SUP-02")
def test_an_army_of_which_the_scenario_says_nothing_begins_with_all_it_can_carry() -> None:
    assert led(SAMPLE).army("first").supplies == 160_000


# -- hunger and its end ---------------------------------------------------------------------------


@pytest.mark.rule("C-SUP-04", "C-SUP-05", "C-MOR-01")
def test_two_weeks_without_food_bring_morale_to_nothing_and_then_dissolve_the_army() -> None:
    field = led([infantry("Line", 1000)], supplies=0, params=STEADY).run(13 * DAY)
    assert [n.now for _, n in field.told("ney", MoraleChanged)] == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    checks = [n for _, n in field.told("ney", MoraleCheck)]
    assert [n.morale for n in checks] == [8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0]
    assert field.army("first").hungry == 13
    field.run(13 * DAY + 12 * HOUR)
    assert isinstance(field.world.entities["first"], Tombstone)
    assert [n.place for _, n in field.told("ney", ArmyDissolves)] == ["Westwall (0101)"]
    commander = field.get(Commander, "ney")
    assert (commander.army, commander.place) == ("", "0101")
    field.run(20 * DAY)
    assert not field.told("ney", DailyReturn)


@pytest.mark.rule("C-SUP-04", "C-MOR-03")
def test_the_odds_of_holding_through_hunger_are_those_of_two_dice() -> None:
    """EX-19: 26, 21, 15, 10, 6, 3, 1, 0, 0 of 36."""
    ways = [sum(a + b <= morale for a in range(1, 7) for b in range(1, 7)) for morale in range(9)]
    assert ways[::-1] == [26, 21, 15, 10, 6, 3, 1, 0, 0]
    held = {}
    for faces in [(a, b) for a in (1, 6) for b in (1, 6)]:
        field = led([infantry("Line", 1000)], supplies=0, dice={"morale check": [faces]})
        held[faces] = field.run(DAY).told("ney", MoraleCheck)[0][1].outcome
    assert [held[f] for f in ((1, 1), (1, 6), (6, 6))] == ["it held", "it held", "it failed"]


@pytest.mark.rule("C-SUP-05")
def test_a_fed_day_starts_the_count_again_unless_all_hungry_days_count() -> None:
    def played(**params: Any) -> Field:
        field = led(
            [infantry("Line", 1000)],
            supplies=0,
            params={**STEADY, **params},
            strongholds={"westwall": {"holder": "ney", "stores": 50_000}},
        ).run(3 * DAY)
        assert field.army("first").hungry == 3
        field.order(3 * DAY + HOUR, "ney", "transfer stronghold=westwall to=first supplies=1250")
        return field.run(4 * DAY)

    assert played().army("first").hungry == 0
    assert played(**{"supply.hungry_counter": "total"}).army("first").hungry == 3


@pytest.mark.rule("C-SUP-04")
def test_a_day_with_some_food_is_hungry_unless_the_scenario_says_otherwise() -> None:
    def played(**params: Any) -> Army:
        return (
            led([infantry("Line", 1000)], supplies=1_000, params={**STEADY, **params})
            .run(DAY)
            .army("first")
        )

    some = played()
    assert (some.supplies, some.hungry, some.morale) == (0, 1, 8)
    kind = played(**{"supply.partial_day_hungry": False})
    assert (kind.supplies, kind.hungry, kind.morale) == (0, 0, 9)


@pytest.mark.rule("C-SUP-05")
def test_who_watches_an_army_dissolve_sees_it_and_others_hear_of_it_by_news() -> None:
    horse = army("0301", [cavalry("Horse", 300)], name="Second Army", commander="blake")
    field = Field(
        sides(
            armies={
                "first": army(
                    "0101", [infantry("Line", 1000)], name="First", commander="ney", supplies=0
                ),
                "second": horse,
                "third": army("2001", [infantry("Far", 500)], name="Third", commander="soult"),
            },
            commanders={"soult": {"name": "Marshal Soult", "faction": "red"}},
        ),
        params={**STEADY, "supply.dissolve_days": 2},
        hungry=True,
        pack=WITH_COURIERS,
    ).run(DAY + 12 * HOUR)
    assert len(field.told("blake", ArmyDissolves)) == 1
    assert not field.told("soult", ArmyDissolves)
    news = {row.person for batch in field.run(20 * DAY).batches for row in batch.notice_rows
            if row.kind == "news_came"}  # fmt: skip
    assert news == {"soult"}


@pytest.mark.rule("C-SUP-04", "C-CAP-02")
def test_a_hungry_captain_stops_and_writes_once_and_his_owner_hears_by_courier() -> None:
    corps = army("0102", [infantry("Foot", 500)], name="Corps", owner="ney", supplies=0)
    field = led([infantry("Line", 1000)], armies={"corps": corps}, params=STEADY, at="0102")
    field.order(HOUR, "ney", "march to=0202 army=corps").run(3 * DAY)
    written = [n.words for _, n in field.told("ney", CaptainWrites) if "eat" in n.words]
    assert written == ["Corps has nothing left to eat."]
    away = led([infantry("Line", 1000)], armies={"corps": corps}, params=STEADY)
    assert not away.run(DAY).told("ney", HungryDay)


@pytest.mark.rule("C-STR-02")
def test_a_standing_garrison_eats_from_the_place_unless_the_first_army_there_feeds_it() -> None:
    """A fortress has 250 of foot and 50 of horse, who eat 750 a day."""

    def eaten(*, inside: bool = True, **params: Any) -> tuple[int, int]:
        corps = army(
            "0101", [infantry("Foot", 400)], name="Corps", owner="ney", supplies=5_000, inside=True
        )
        force = {"supplies": 10_000, "inside": inside, "armies": {"corps": corps} if inside else {}}
        found = led([infantry("Line", 1000)], params=params, **force).run(DAY)
        rest = found.army("corps").supplies if inside else 5_000
        return 5_000 - rest, 10_000 - found.army("first").supplies

    assert eaten() == (500, 1_250)
    assert eaten(**{"garrison.fed_by_stronghold": False}) == (500 + 750, 1_250)
    assert eaten(inside=False, **{"garrison.fed_by_stronghold": False}) == (0, 1_250)


@pytest.mark.rule("C-SUP-07")
def test_an_army_inside_walls_eats_its_own_stock_unless_the_place_feeds_it() -> None:
    def inside(**params: Any) -> Field:
        return led(
            [infantry("Line", 1000)],
            supplies=10_000,
            inside=True,
            strongholds={"westwall": {"holder": "ney", "stores": 5_000}},
            params=params,
        ).run(2 * DAY)

    assert inside().army("first").supplies == 7_500
    assert inside().get(Stronghold, "westwall").stores == 5_000
    assert inside(**{"garrison.army_fed": True}).army("first").supplies == 10_000


@pytest.mark.rule("C-MOR-08")
def test_stragglers_eat_elsewhere_and_what_they_will_carry_is_kept_for_them() -> None:
    field = led(
        [infantry("One", 1000), infantry("Two", 1000)],
        supplies=30_000,
        params={"march.forced_wear_days": 1},
        dice={"morale check": [(5, 6)], "which detachment": [(2,)], "days ": [(6, 6)]},
    )
    field.order(0, "ney", "march to=0301 pace=forced").run(12 * HOUR)
    first = field.army("first")
    assert first.soldiers == 1000
    assert first.supplies == 30_000 - 2_500
    assert capacity(field.world, first) == 18_750
    assert whole_capacity(field.world, first) == 37_500
    field.run(DAY + 12 * HOUR)
    assert field.army("first").supplies == 27_500 - 1_250
    assert not field.told("ney", SuppliesSpoil)


# -- more than can be carried ---------------------------------------------------------------------


@pytest.mark.rule("C-SUP-06")
def test_what_cannot_be_carried_spoils_after_the_meal() -> None:
    field = led([infantry("Line", 1000)], supplies=30_000).run(DAY)
    ((at, spoilt),) = field.told("ney", SuppliesSpoil)
    assert at == 12 * HOUR
    assert (spoilt.amount, spoilt.most) == (30_000 - 1_250 - 18_750, 18_750)
    assert field.army("first").supplies == 18_750
    kept = led([infantry("Line", 1000)], supplies=30_000, params={"supply.surplus": "kept"})
    assert kept.run(DAY).army("first").supplies == 28_750


@pytest.mark.rule("C-SUP-06", "C-TIME-03")
def test_an_army_that_shrinks_at_dusk_after_its_meal_loses_what_it_can_no_longer_carry() -> None:
    field = led(
        [infantry("Line", 1000, wagons=20)],
        params={"march.forced_wear_days": 1, "morale.desertion_hits_wheels": True},
        dice={"morale check": [(6, 4), (2, 3)]},
        morale=5,
        supplies=38_000,
    )
    field.order(0, "ney", "march to=0301 pace=forced").run(12 * HOUR)
    # Eaten, worn down, a fifth deserted with a fifth of the stock: all that is left still fits.
    assert field.army("first").supplies <= capacity(field.world, field.army("first"))


@pytest.mark.rule("C-SUP-06", "C-TIME-03")
def test_foragers_come_before_the_meal_and_spoilage_after_the_forced_march() -> None:
    from world.rules.campaign.nouns import day  # noqa: PLC0415 - only the ranks are looked at

    order = [
        day.RANK_DUSK_WORK,
        day.RANK_DUSK_PAY,
        day.RANK_DUSK_EATS,
        day.RANK_DUSK_FORCED,
        day.RANK_DUSK_SPOILS,
    ]
    assert order == sorted(order)


# -- handing over ---------------------------------------------------------------------------------


def two(**more: Any) -> Field:
    """Ney with two armies and a fortress in one hex; nobody eats much."""
    params = more.pop("params", {})
    corps = army("0101", [infantry("Foot", 500)], name="Corps", owner="ney", supplies=1_000)
    return led(
        [infantry("Line", 1000)],
        supplies=10_000,
        armies={"corps": corps, **more.pop("armies", {})},
        commanders=ney(purse=900),
        strongholds={"westwall": {"holder": "ney", "stores": 2_000}},
        params=params,
        **more,
    )


@pytest.mark.rule("C-SUP-03", "C-MON-01")
def test_supplies_and_money_change_hands_at_once_where_people_meet() -> None:
    field = two().order(HOUR, "ney", "transfer to=corps supplies=500 money=300")
    assert field.army("first").supplies == 9_500
    corps = field.army("corps")
    assert (corps.supplies, corps.chest) == (1_500, 300)
    assert field.get(Commander, "ney").purse == 600
    ((at, notice),) = field.told("ney", HandedOver)
    assert (at, notice.what, notice.receiver) == (HOUR, "500 supplies and 300 doubloons", "Corps")
    field.order(2 * HOUR, "ney", "transfer army=corps to=westwall supplies=100 money=50")
    place = field.get(Stronghold, "westwall")
    assert (place.stores, place.chest) == (2_100, 50)
    field.order(3 * HOUR, "ney", "transfer stronghold=westwall to=first supplies=2100 money=50")
    assert field.army("first").supplies == 11_600
    assert field.get(Commander, "ney").purse == 650


@pytest.mark.rule("C-SUP-03")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("transfer to=corps supplies=10001", "E-NOT-ENOUGH"),
        ("transfer to=corps money=901", "E-NOT-ENOUGH"),
        ("transfer to=corps", "E-NOT-ENOUGH"),
        ("transfer to=corps supplies=-5", "E-NOT-ENOUGH"),
        ("transfer to=corps supplies=9000", "E-CAPACITY"),
        ("transfer to=first supplies=5", "E-NOT-PRESENT"),
        ("transfer to=eastham supplies=5", "E-NOT-PRESENT"),
        ("transfer to=nowhere supplies=5", "E-NOT-PRESENT"),
        ("transfer stronghold=westwall to=first supplies=2001", "E-NOT-ENOUGH"),
    ],
)
def test_what_cannot_be_handed_over_is_refused_and_nothing_moves(order: str, code: str) -> None:
    field = two()
    before = (field.army("first"), field.army("corps"), field.get(Stronghold, "westwall"))
    field.force(HOUR, "ney", order)
    assert field.refusals("ney") == [code]
    assert before == (field.army("first"), field.army("corps"), field.get(Stronghold, "westwall"))


@pytest.mark.rule("C-SUP-03")
def test_by_his_page_a_commander_is_refused_what_he_can_see_to_be_impossible() -> None:
    field = two()
    for order, code in (
        ("transfer to=corps supplies=10001", "E-NOT-ENOUGH"),
        ("transfer to=secret supplies=1", "E-NOT-PRESENT"),
        ("transfer army=second to=first supplies=5", "E-NOT-YOURS"),
        ("transfer stronghold=westwall to=first money=1", "E-NOT-ENOUGH"),
    ):
        with pytest.raises(Exception, match=code):
            field.order(HOUR, "ney", order)


@pytest.mark.rule("C-SUP-03")
def test_nothing_crosses_the_lines_of_a_siege() -> None:
    besieger = army("0101", [infantry("Foot", 3000)], name="Second", commander="blake")
    field = two(armies={"second": besieger}, inside=True)
    field.order(HOUR, "blake", "besiege stronghold=westwall")
    field.order(2 * HOUR, "ney", "transfer to=corps supplies=10")
    assert field.refusals("ney") == ["E-BESIEGED"]
    field.order(3 * HOUR, "ney", "transfer to=westwall supplies=10")
    assert field.get(Stronghold, "westwall").stores == 2_010


@pytest.mark.rule("C-SUP-03")
def test_a_scenario_may_let_goods_go_a_hex_farther() -> None:
    corps = army("0201", [infantry("Foot", 500)], name="Corps", owner="ney", supplies=0)
    for hexes, codes in ((0, ["E-NOT-PRESENT"]), (1, [])):
        params = {"supply.transfer_range_hexes": hexes}
        field = two(armies={"corps": corps}, params=params)
        field.force(HOUR, "ney", "transfer to=corps supplies=10")
        assert field.refusals("ney") == codes


@pytest.mark.rule("C-MON-03", "D-MON-01")
@pytest.mark.parametrize(
    ("option", "moved", "told"),
    [("as_ordered", 1, 0), ("needs_wagons", 0, 1), ("needs_escort", 0, 1), ("takes_longer", 0, 0)],
)
def test_the_referee_judges_how_a_large_sum_is_moved(option: str, moved: int, told: int) -> None:
    field = two(params={"money.large_sum": 500})
    field.order(HOUR, "ney", "transfer to=corps money=501")
    (decision,) = [d for d in field.world.of(Decision) if d.rule == "D-MON-01"]
    assert (decision.default, decision.who) == ("as_ordered", "gm")
    assert field.army("corps").chest == 0
    field.answer(2 * HOUR, "gm", "D-MON-01", option)
    assert field.army("corps").chest == 501 * moved
    assert len(field.told("ney", MoneyStays)) == told
    field.run(2 * DAY)
    assert field.army("corps").chest == (501 if option in ("as_ordered", "takes_longer") else 0)


@pytest.mark.rule("C-MON-03", "C-GEN-06", "D-MON-01")
def test_without_a_word_from_the_referee_a_large_sum_goes_as_ordered_if_it_still_can() -> None:
    field = two(params={"money.large_sum": 500})
    field.order(HOUR, "ney", "transfer to=corps money=600").run(26 * HOUR)
    assert field.army("corps").chest == 600
    gone = two(params={"money.large_sum": 500})
    gone.order(HOUR, "ney", "transfer to=corps money=600")
    gone.order(2 * HOUR, "ney", "transfer to=westwall money=500").run(26 * HOUR)
    assert gone.army("corps").chest == 0
    assert "no more than that" in gone.told("ney", MoneyStays)[0][1].why


# -- troops left behind walls ---------------------------------------------------------------------


@pytest.mark.rule("C-STR-05")
def test_troops_left_behind_eat_the_stores_first_and_then_their_own() -> None:
    def left(**params: Any) -> Field:
        field = led(
            [infantry("Line", 1000), infantry("Guard", 400), infantry("Rest", 100)],
            supplies=10_000,
            strongholds={"westwall": {"holder": "ney", "stores": 500}},
            params=params,
        )
        order = "detach_garrison detachments=Guard supplies=700"
        return field.order(HOUR, "ney", order).run(2 * DAY)

    field = left()
    place = field.get(Stronghold, "westwall")
    assert need_of(field.world, place.left) == 400
    assert (place.stores, place.left_supplies, place.left_hungry) == (0, 400, 0)
    own = left(**{"garrison.detachments_fed": "own_first"}).get(Stronghold, "westwall")
    assert (own.stores, own.left_supplies) == (400, 0)
    field.run(4 * DAY)
    assert [n.short for _, n in field.told("ney", GarrisonHungry)] == [400]
    field.run(17 * DAY)
    place = field.get(Stronghold, "westwall")
    assert (place.left, place.left_hungry) == ((), 0)
    told = [n.what for _, n in field.told("ney", GarrisonHungry)]
    assert told[-1] == "have dispersed for want of food"
    assert len(told) == 14
    with pytest.raises(Exception, match="E-NOT-ENOUGH"):
        left().order(3 * DAY, "ney", "detach_garrison detachments=Line supplies=99999")


# -- what a commander sees ------------------------------------------------------------------------


@pytest.mark.rule("C-ARMY-01")
def test_a_commander_sees_his_own_stores_and_not_those_of_an_army_elsewhere() -> None:
    corps = army("0201", [infantry("Foot", 500)], name="Corps", owner="ney", supplies=77)
    field = two(armies={"corps": corps})
    page = {own.id: own for own in field.pack.view(field.world, "ney").armies}  # type: ignore[attr-defined]
    assert (page["first"].daily_need, page["first"].capacity) == (1_250, 18_750)
    assert (page["first"].supplies, page["first"].chest) == (10_000, 900)
    assert (page["corps"].supplies, page["corps"].daily_need) == (0, 0)
    sites = {s.id: s for s in field.pack.view(field.world, "ney").strongholds}  # type: ignore[attr-defined]
    assert (sites["westwall"].stores, sites["eastham"].stores) == (2_000, None)


# -- nothing is made of nothing -------------------------------------------------------------------

DEEDS = st.lists(
    st.tuples(
        st.integers(0, 59),
        st.sampled_from(["ney", "soult"]),
        st.one_of(
            st.builds(
                "transfer to={} supplies={} money={}".format,
                st.sampled_from(["first", "third", "westwall", "corps"]),
                st.integers(0, 9_000),
                st.integers(0, 400),
            ),
            st.builds(
                "transfer stronghold=westwall to={} supplies={}".format,
                st.sampled_from(["first", "third", "corps"]),
                st.integers(1, 4_000),
            ),
            st.builds("abandon supplies={} wagons=1".format, st.integers(0, 3_000)),
            st.builds(
                "detach_garrison detachments={} supplies={}".format,
                st.sampled_from(["Guard", "Reserve"]),
                st.integers(0, 2_000),
            ),
            st.sampled_from(["march to=0201", "march to=0101", "garrison", "leave"]),
        ),
    ),
    max_size=14,
)


@FEWER
@given(DEEDS, st.integers(0, 40_000), st.integers(1, 50))
def test_supplies_and_money_are_neither_made_nor_lost_but_by_eating_and_spoiling(
    deeds: list[tuple[int, str, str]], stock: int, seed: int
) -> None:
    field = Field(
        sides(
            armies={
                "first": army(
                    "0101",
                    [infantry("Line", 600, wagons=4), infantry("Guard", 300)],
                    name="First Army",
                    commander="ney",
                    supplies=stock,
                ),
                "third": army(
                    "0101",
                    [cavalry("Horse", 200), infantry("Reserve", 200), artillery("Guns", 50)],
                    name="Third Army",
                    commander="soult",
                    owner="ney",
                    supplies=8_000,
                ),
                "corps": army(
                    "0101", [infantry("Foot", 500)], name="Corps", owner="ney", chest=100
                ),
                "second": FAR,
            },
            commanders={
                **ney(purse=700),
                "soult": {"name": "Marshal Soult", "faction": "red", "purse": 300},
            },
            strongholds={"westwall": {"holder": "ney", "stores": 6_000}},
        ),
        params={**STEADY, "supply.dissolve_days": 90},
        seed=seed,
        hungry=True,
    )
    money = ledger(field)[1]
    said = sorted(deeds)
    for date in range(12):
        dusk = date * DAY + 12 * HOUR
        while said and said[0][0] * 4 * HOUR < dusk:
            hour, person, text = said.pop(0)
            before = ledger(field.run(hour * 4 * HOUR))
            field.force(hour * 4 * HOUR, person, text)
            assert ledger(field) == before
        field.run(dusk - 1)
        expected = ledger(field)[0] - eaten_and_spoilt(field)
        assert ledger(field.run(dusk)) == (expected, money)


def eaten_and_spoilt(field: Field) -> int:
    """What the coming dusk takes, worked out anew."""
    world = field.world
    total = 0
    for each in world.of(Army):
        if each.id != "second":
            ate = min(each.supplies, daily_need(world, each))
            total += ate + max(0, each.supplies - ate - (capacity(world, each) - each.purses))
    for place in world.of(Stronghold):
        total += min(place.stores + place.left_supplies, need_of(world, place.left))
    return total


def ledger(field: Field) -> tuple[int, int]:
    """All supplies and all money there are."""
    world = field.world
    mine = [a for a in world.of(Army) if a.id != "second"]
    places = world.of(Stronghold)
    for each in mine:
        assert min(each.supplies, each.chest, each.purses) >= 0
    for place in places:
        assert min(place.stores, place.left_supplies, place.chest) >= 0
    stock = sum(a.supplies for a in mine)
    stock += sum(p.stores + p.left_supplies for p in places)
    stock += sum(left.supplies for left in world.of(LeftBehind))
    coins = sum(a.chest + a.purses for a in mine) + sum(p.chest for p in places)
    coins += sum(c.purse for c in world.of(Commander))
    assert min(c.purse for c in world.of(Commander)) >= 0
    return stock, coins
