"""Foraging, torching and the revolts they bring (C-FOR, C-TOR, C-REV)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from tests.world.rules.campaign import figures_of_land
from tests.world.rules.campaign.field import (
    DAY,
    FEWER,
    HOUR,
    SAMPLE,
    Field,
    army,
    cavalry,
    infantry,
    sides,
)
from tests.world.rules.campaign.test_word import PACK as WITH_COURIERS
from world.decision import Decision
from world.dice import Secret
from world.errors import Refused
from world.rules.campaign.foraging.notices import Foraged, Smoke, Torched, WorkBroken, WorkOrdered
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import hostile, stance
from world.rules.campaign.nouns.in_sight import InSight
from world.rules.campaign.nouns.land import (
    Land,
    forage_radius,
    in_reach,
    is_bare,
    land_at,
    torch_radius,
)
from world.rules.campaign.nouns.meeting import Meeting
from world.rules.campaign.nouns.rebels import Revolt
from world.rules.campaign.nouns.rising import SIZE_DIE, Rising
from world.rules.campaign.nouns.sight import activity_of
from world.rules.campaign.nouns.stronghold import Stronghold

#: Seven hexes about 0303 with the scores of EX-16, and beyond them sea, a strait and an island.
COUNTRY = """\
map "A country" layout=odd-q
0101:1010 flatland settlement=20
0302 flatland settlement=40
0403 flatland settlement=30
0402 flatland settlement=20
0203 flatland settlement=10
0202 flatland settlement=10
0304 flatland settlement=10
0601:0610 sea
0701 flatland settlement=40
0303 town "Midway" population=3000
0909 city "Eastham" population=40000
"""
FOOT = [infantry("Line", 1000)]
HORSE = [cavalry("Horse", 300)]
STEADY = {"morale.check_dice": "1d1"}
FAR = army("1010", [infantry("Foot", 1000)], name="Second Army", commander="blake")


def country(
    detachments: list[dict[str, Any]] | None = None,
    *,
    at: str = "0303",
    traits: tuple[str, ...] = (),
    dice: Any = None,
    params: dict[str, Any] | None = None,
    armies: dict[str, Any] | None = None,
    hungry: bool = False,
    **more: Any,
) -> Field:
    """Ney with an army in the country about Midway, which is nobody's."""
    first = army(
        at, detachments or FOOT, name="First Army", commander="ney", **{"supplies": 0} | more
    )
    ney = {"name": "Marshal Ney", "faction": "red", "traits": list(traits)}
    scenario = sides(commanders={"ney": ney})
    scenario["armies"] = {"first": first, "second": FAR, **(armies or {})}
    scenario["strongholds"] = {"midway": {"faction": "green"}, "eastham": {"holder": "blake"}}
    scenario["factions"] = {**scenario["factions"], "green": {"name": "Green"}}
    return Field(
        scenario,
        map_text=COUNTRY,
        dice=dice,
        params={**STEADY, **(params or {})},
        hungry=hungry,
        pack=WITH_COURIERS,
    )


def foraged(field: Field, person: str = "ney") -> list[Foraged]:
    return [notice for _, notice in field.told(person, Foraged)]


def risings(field: Field) -> list[Rising]:
    return [r for r in field.world.of(Rising) if r.place is not None]


# -- foraging -------------------------------------------------------------------------------------


@pytest.mark.rule("C-TIME-07")
@pytest.mark.parametrize(
    ("start", "hour", "done"),
    [("next_dawn", 1, 36), ("at_once", 1, 12), ("at_once", 13, 36)],
)
def test_a_days_work_begins_at_the_next_dawn_or_at_once_by_daylight(
    start: str, hour: int, done: int
) -> None:
    """The campaign begins at dawn: orders an hour after it, and an hour after dusk."""
    field = country(SAMPLE, params={"order.day_action_start": start})
    field.order(hour * HOUR, "ney", "forage hexes=0303").run(2 * DAY)
    assert [at for at, _ in field.told("ney", Foraged)] == [done * HOUR]


@pytest.mark.rule("C-FOR-01", "C-FOR-02", "C-TIME-07", "C-TIME-03")
def test_the_sample_army_forages_until_its_bags_are_full() -> None:
    """EX-16."""
    field = country(SAMPLE, supplies=105_000, hungry=True)
    seven = "0303,0302,0403,0402,0203,0202,0304"
    field.order(HOUR, "ney", f"forage hexes={seven}")
    ((_, ordered),) = field.told("ney", WorkOrdered)
    assert (ordered.what, ordered.begins) == ("forage", DAY)
    # It eats tonight already; EX-16 begins in the morning with 105,000.
    field.world.set(msgspec.structs.replace(field.army("first"), supplies=105_000 + 12_450))
    field.run(DAY + 12 * HOUR)
    (notice,) = foraged(field)
    assert (notice.total, notice.stock) == (55_000, 160_000)
    assert notice.yields == "0303: 20000, 0302: 35000"
    assert field.army("first").supplies == 147_550
    counts = {land.place: land.foraged for land in field.world.of(Land)}
    assert counts == {"0303": 1, "0302": 1}


@pytest.mark.rule("C-FOR-02")
def test_without_an_order_the_nearest_and_among_them_the_richest_is_worked_first() -> None:
    field = country(SAMPLE)
    field.order(HOUR, "ney", "forage").run(2 * DAY)
    (notice,) = foraged(field)
    first = [part.split(":")[0] for part in notice.yields.split(", ")]
    assert first[:4] == ["0303", "0302", "0403", "0402"]
    assert notice.total == 160_000
    small = country(SAMPLE, params={"forage.cavalry_radius": 1})
    small.order(HOUR, "ney", "forage").run(2 * DAY)
    assert foraged(small)[0].total == 140_000


@pytest.mark.rule("C-FOR-02", "C-TRAIT-13")
def test_a_raiders_foragers_bring_a_tenth_more_and_no_more_is_taken_than_fits() -> None:
    field = country(SAMPLE, traits=("raider",))
    field.order(HOUR, "ney", "forage hexes=0303").run(2 * DAY)
    assert foraged(field)[0].total == 22_000
    full = country(FOOT, supplies=18_750)
    full.order(HOUR, "ney", "forage hexes=0303,0302").run(2 * DAY)
    assert foraged(full)[0].yields == "nothing was found"
    assert not full.world.of(Land)
    greedy = country(FOOT, supplies=18_750, params={"forage.stop_when_full": False})
    greedy.order(HOUR, "ney", "forage hexes=0303,0302").run(2 * DAY)
    assert {land.place for land in greedy.world.of(Land)} == {"0303", "0302"}


@pytest.mark.rule("C-FOR-03", "C-FOR-05", "C-TIME-05")
def test_after_five_foragings_a_hex_is_bare_until_the_first_of_march() -> None:
    field = country([infantry("Line", 9000)], dice={"revolt for": [(6,)] * 20})
    for day in range(5):
        field.order(day * DAY + HOUR, "ney", "forage hexes=0304")
    field.run(6 * DAY)
    assert [notice.total for notice in foraged(field)] == [10_000] * 5
    assert is_bare(field.world, land_at(field.world, "0304", 6 * DAY))
    field.order(6 * DAY, "ney", "forage hexes=0304")
    assert field.refusals("ney") == ["E-FOR-EXHAUSTED"]
    spring = 263 * DAY  # 12 June 1815 to 1 March 1816
    assert field.world.calendar.date(spring).month == 3
    assert land_at(field.world, "0304", spring - 12 * HOUR).foraged == 5
    assert land_at(field.world, "0304", spring).foraged == 0


@pytest.mark.rule("C-FOR-04", "C-SPEC-03", "C-TRAIT-11")
def test_horse_and_skirmishers_reach_farther_and_an_outrider_farthest() -> None:
    def radii(*detachments: dict[str, Any], **more: Any) -> tuple[int, int]:
        field = country(list(detachments), **more)
        first = field.army("first")
        return forage_radius(field.world, first), torch_radius(field.world, first)

    assert radii(infantry("Line", 900)) == (1, 1)
    assert radii(cavalry("Horse", 300), infantry("Line", 900)) == (2, 2)
    rifles = infantry("Rifles", 500, special="skirmishers")
    assert radii(rifles) == (2, 1)
    assert radii(rifles, params={"skirmisher.torch_as_cavalry": True}) == (2, 2)
    assert radii(cavalry("Horse", 300), traits=("outrider",)) == (3, 2)
    far = radii(cavalry("H", 300), traits=("outrider",), params={"trait.outrider.torch": True})
    assert far == (3, 3)


@pytest.mark.rule("C-FOR-04")
def test_water_stops_foragers() -> None:
    field = country(HORSE, at="0501", supplies=0)
    assert "0701" not in in_reach(field.world, "0501", 2)
    assert "0601" not in in_reach(field.world, "0501", 2)
    with pytest.raises(Refused, match="E-FOR-RANGE"):
        field.order(HOUR, "ney", "forage hexes=0701")
    boats = country(HORSE, at="0501", params={"forage.blocked_by_water": False})
    boats.order(HOUR, "ney", "forage hexes=0701").run(2 * DAY)
    assert foraged(boats)[0].total == 300 * 75 + 75 * 15


@pytest.mark.rule("C-FOR-01")
@pytest.mark.parametrize(
    ("before", "order", "code"),
    [
        ("", "forage hexes=0306", "E-FOR-RANGE"),
        ("march to=0404", "forage", "E-BUSY"),
        ("torch", "forage", "E-BUSY"),
        ("", "forage hexes=0909", "E-FOR-RANGE"),
        ("forage", "torch", "E-BUSY"),
        ("", "torch hexes=0909", "E-FOR-RANGE"),
    ],
)
def test_foraging_and_torching_are_refused_where_they_cannot_be(
    before: str, order: str, code: str
) -> None:
    field = country()
    if before:
        field.order(HOUR, "ney", before)
    field.force(HOUR, "ney", order)
    assert field.refusals("ney") == [code]


@pytest.mark.rule("C-FOR-01", "C-TOR-01")
def test_an_army_that_is_shut_in_neither_forages_nor_torches() -> None:
    besieger = army("0303", [infantry("Foot", 3000)], name="Second", commander="blake")
    field = country(inside=True, armies={"second": besieger}, supplies=9_000)
    held = field.get(Stronghold, "midway")
    field.world.set(msgspec.structs.replace(held, faction="red", holder="ney"))
    field.order(HOUR, "ney", "forage")
    field.order(2 * HOUR, "blake", "besiege stronghold=midway").run(2 * DAY)
    assert [n.why for _, n in field.told("ney", WorkBroken)] == ["it is shut in"]
    for order in ("forage", "torch"):
        field.force(2 * DAY, "ney", order)
    assert field.refusals("ney") == ["E-BESIEGED", "E-BESIEGED"]


@pytest.mark.rule("C-TIME-07", "C-FOR-01")
def test_a_newer_order_takes_the_place_of_one_that_has_not_begun() -> None:
    field = country([infantry("Line", 9000)])
    field.order(HOUR, "ney", "forage hexes=0302")
    field.order(2 * HOUR, "ney", "forage hexes=0304").run(2 * DAY)
    assert [notice.yields for notice in foraged(field)] == ["0304: 10000"]
    # Ordered while the men are out, it is for the day after; today's work goes on.
    two = country([infantry("Line", 9000)]).order(HOUR, "ney", "forage hexes=0302")
    two.order(DAY + HOUR, "ney", "forage hexes=0304").run(3 * DAY)
    assert [notice.yields for notice in foraged(two)] == ["0302: 40000", "0304: 10000"]


@pytest.mark.rule("C-TIME-07", "C-FOR-01")
@pytest.mark.parametrize(
    ("at", "order", "why"),
    [
        (HOUR + 1, "halt", "it was told to halt"),
        (DAY + HOUR, "halt", "it was told to halt"),
        (DAY + HOUR, "march to=0403", "it moved off"),
        (13 * HOUR, "march to=0403", "it is on the march"),
    ],
)
def test_a_halt_or_a_march_breaks_a_days_work_off(at: int, order: str, why: str) -> None:
    field = country().order(HOUR, "ney", "forage").order(at, "ney", order).run(2 * DAY)
    assert foraged(field) == []
    assert [n.why for _, n in field.told("ney", WorkBroken)] == [why]
    assert field.army("first").works == ()


@pytest.mark.rule("C-TIME-07")
def test_there_is_nothing_to_halt_for_an_army_that_only_stands() -> None:
    with pytest.raises(Refused, match="E-NOT-MOVING"):
        country().order(HOUR, "ney", "halt")


@pytest.mark.rule("C-FOR-01", "C-CAP-01")
def test_a_captain_forages_by_order_but_does_not_burn_the_land() -> None:
    corps = army("0303", [infantry("Foot", 500)], name="Corps", owner="ney", supplies=0)
    field = country(armies={"corps": corps})
    field.order(HOUR, "ney", "forage army=corps hexes=0302")
    field.order(HOUR, "ney", "torch army=corps")
    assert field.refusals("ney") == ["E-CAPTAIN-ORDER"]
    assert field.run(2 * DAY).army("corps").supplies == 500 * 15 + 125 * 15


@pytest.mark.rule("C-FOR-01")
def test_longer_foraging_where_a_scenario_says_so() -> None:
    field = country(params={"forage.duration_days": 2, "torch.duration_days": 3})
    field.order(HOUR, "ney", "forage").run(2 * DAY)
    assert foraged(field) == []
    field.run(3 * DAY)
    assert len(foraged(field)) == 1
    field.order(3 * DAY, "ney", "torch").run(6 * DAY)
    assert not field.told("ney", Torched)
    assert field.run(7 * DAY).told("ney", Torched)


@pytest.mark.rule("C-FOR-02", "C-MAP-03")
@FEWER
@given(
    st.integers(0, 30_000),
    st.lists(st.sampled_from(["0303", "0302", "0403", "0402", "0203"]), max_size=4),
    st.booleans(),
)
def test_what_is_foraged_is_what_the_land_gives_and_never_more_than_fits(
    supplies: int, hexes: list[str], stops: bool
) -> None:
    field = country(supplies=supplies, params={"forage.stop_when_full": stops})
    chosen = f" hexes={','.join(hexes)}" if hexes else ""
    field.order(HOUR, "ney", f"forage{chosen}").run(DAY)
    before = field.army("first").supplies
    field.run(DAY + 12 * HOUR)
    after = field.army("first").supplies
    scores = {"0303": 20, "0302": 40, "0403": 30, "0402": 20, "0203": 10, "0202": 10, "0304": 10}
    wanted = dict.fromkeys(hexes) or scores
    land = sum(scores[at] * 1000 for at in wanted)
    assert after - before == min(land, max(0, 18_750 - before))
    assert after <= max(18_750, before)
    assert foraged(field)[0].total == after - before


# -- revolts for foraging -------------------------------------------------------------------------


@pytest.mark.rule("C-FOR-05", "C-TRAIT-08", "C-REV-01")
@pytest.mark.parametrize(
    ("traits", "face", "rise"),
    [((), 3, 1), ((), 4, 0), (("honorable",), 2, 1), (("honorable",), 3, 0)],
)
def test_foraging_again_within_a_year_may_bring_a_revolt(
    traits: tuple[str, ...], face: int, rise: int
) -> None:
    """EX-17: unfriendly, 3 in 6; under an Honorable commander 2 in 6; 1d20 = 4 is 2,000 men."""
    dice = {"revolt for foraging of": [(face,)], "size of the revolt": [(4,)]}
    field = country([infantry("Line", 9000)], traits=traits, dice=dice)
    field.order(HOUR, "ney", "forage hexes=0304")
    field.order(100 * DAY, "ney", "forage hexes=0304").run(102 * DAY)
    assert [rising.men for rising in risings(field)] == [2_000] * rise
    assert ("rise" in foraged(field)[1].revolt) == bool(rise)
    assert foraged(field)[0].revolt == ""


@pytest.mark.rule("C-FOR-05", "C-MAP-05")
def test_among_friends_the_chance_is_smaller_and_after_a_year_there_is_none() -> None:
    def played(days: int, face: int, faction: str = "green") -> int:
        field = country([infantry("Line", 9000)], dice={"revolt for foraging of": [(face,)]})
        held = field.get(Stronghold, "midway")
        field.world.set(msgspec.structs.replace(held, faction=faction))
        field.order(HOUR, "ney", "forage hexes=0304")
        field.order(days * DAY, "ney", "forage hexes=0304").run((days + 2) * DAY)
        return len(risings(field))

    assert [played(10, 2, "red"), played(10, 3, "red"), played(10, 3)] == [1, 0, 1]
    assert played(366, 1) == 0


@pytest.mark.rule("C-FOR-05")
def test_one_throw_decides_for_the_day_or_one_for_each_hex() -> None:
    def played(scope: str) -> int:
        dice = {"revolt for foraging of": [(1,), (1,), (1,)]}
        params = {"forage.revolt_scope": scope}
        field = country([infantry("Line", 9000)], dice=dice, params=params)
        field.order(HOUR, "ney", "forage hexes=0304,0203,0202")
        field.order(3 * DAY, "ney", "forage hexes=0304,0203,0202").run(5 * DAY)
        return len(risings(field))

    assert (played("per_order"), played("per_hex")) == (1, 3)


@pytest.mark.rule("C-FOR-05", "C-GEN-03")
def test_revolts_come_as_often_as_their_odds_say() -> None:
    """Foraging anew in unfriendly country, at fixed seeds: 3 in 6."""
    risen = 0
    rounds = 40
    for seed in range(100, 100 + rounds):
        field = Field(_unfriendly(), map_text=COUNTRY, seed=seed, params=STEADY)
        field.world.set(Land(id="land:0304", place="0304", last=0))
        field.order(HOUR, "ney", "forage hexes=0304").run(DAY + 12 * HOUR)
        risen += len(risings(field))
    assert chisquare([risen, rounds - risen], [rounds / 2, rounds / 2]).pvalue > 0.001


def _unfriendly() -> dict[str, Any]:
    scenario = sides()
    scenario["armies"] = {
        "first": army("0303", FOOT, name="First Army", commander="ney", supplies=0),
        "second": FAR,
    }
    scenario["strongholds"] = {"eastham": {"holder": "blake"}}
    return scenario


# -- torching -------------------------------------------------------------------------------------


@pytest.mark.rule("C-TOR-01", "C-TOR-02", "C-FOR-04", "C-TALK-04")
def test_with_horse_nineteen_hexes_are_barred_until_spring_and_it_is_war() -> None:
    """EX-18, on the enemy's land: 2 in 6, one throw for the order."""
    field = country(HORSE, at="0304", dice={"revolt for torching of": [(3,)]})
    assert stance(field.world, "red", "green") == "neutral"
    field.order(HOUR, "ney", "torch").run(DAY + 12 * HOUR)
    burnt = [land for land in field.world.of(Land) if land.torched]
    assert len(burnt) == 19
    assert len(field.told("ney", Torched)) == 1
    assert risings(field) == []
    assert hostile(field.world, "red", "green")
    field.force(2 * DAY, "ney", "forage hexes=0304")
    field.force(2 * DAY, "ney", "forage")
    assert field.refusals("ney") == ["E-FOR-TORCHED", "E-FOR-TORCHED"]
    spring = 263 * DAY
    assert not land_at(field.world, "0304", spring).torched


@pytest.mark.rule("C-TOR-02", "C-TRAIT-08")
@pytest.mark.parametrize(
    ("war", "traits", "face", "rise"),
    [
        (False, (), 1, 1),
        (False, (), 2, 0),
        (True, (), 2, 1),
        (True, (), 3, 0),
        (True, ("honorable",), 1, 1),
        (True, ("honorable",), 2, 0),
        (False, ("honorable",), 1, 0),
    ],
)
def test_burning_the_land_may_bring_a_revolt_sooner_in_enemy_country(
    war: bool, traits: tuple[str, ...], face: int, rise: int
) -> None:
    field = country(traits=traits, dice={"revolt for torching of": [(face,)]})
    if war:
        held = field.get(Stronghold, "midway")
        field.world.set(msgspec.structs.replace(held, faction="blue"))
    field.order(HOUR, "ney", "torch hexes=0304").run(DAY + 12 * HOUR)
    assert len(risings(field)) == rise


@pytest.mark.rule("C-TOR-02")
def test_torching_throws_once_a_day_or_for_every_hex() -> None:
    for scope, rise in (("per_order", 1), ("per_hex", 2)):
        dice = {"revolt for torching of": [(1,), (1,)]}
        field = country(dice=dice, params={"torch.revolt_scope": scope})
        field.order(HOUR, "ney", "torch hexes=0304,0203").run(DAY + 12 * HOUR)
        assert len(risings(field)) == rise


@pytest.mark.rule("C-TOR-01")
def test_smoke_is_seen_the_next_morning_by_those_near_and_told_to_the_rest_as_news() -> None:
    near = army("0403", HORSE, name="Second Army", commander="blake")
    far = army("0910", [infantry("Far", 500)], name="Third", commander="soult")
    field = Field(
        {
            **_unfriendly(),
            "armies": {
                "first": army("0303", FOOT, name="First Army", commander="ney"),
                "second": near,
                "third": far,
            },
            "commanders": {
                "ney": {"name": "Marshal Ney", "faction": "red"},
                "blake": {"name": "General Blake", "faction": "blue"},
                "soult": {"name": "Marshal Soult", "faction": "blue"},
            },
        },
        map_text=COUNTRY,
        params={**STEADY, "news.kmpd_land": 20},
        pack=WITH_COURIERS,
    )
    field.order(HOUR, "ney", "torch hexes=0303,0302").run(DAY + 20 * HOUR)
    assert not field.told("blake", Smoke)
    field.run(2 * DAY)
    ((at, smoke),) = field.told("blake", Smoke)
    assert (at, smoke.observer) == (2 * DAY, "Second Army")
    assert not field.told("soult", Smoke)
    assert not field.told("ney", Smoke)
    assert "news_came" not in kinds(field, "soult")
    assert "news_came" in kinds(field.run(9 * DAY), "soult")


def kinds(field: Field, person: str) -> set[str]:
    return {
        row.kind for batch in field.batches for row in batch.notice_rows if row.person == person
    }


# -- revolts --------------------------------------------------------------------------------------


def risen(size: int = 4, **more: Any) -> Field:
    """A revolt for burning the land about Midway, whose holder is Maria of Green, in the town."""
    params = more.pop("params", {})
    scenario = sides(
        commanders={"maria": {"name": "Duchess Maria", "faction": "green", "at": "Eastham"}}
    )
    scenario["armies"] = {
        "first": army("0303", FOOT, name="First Army", commander="ney", supplies=9_000),
        "second": FAR,
    }
    scenario["factions"] = {**scenario["factions"], "green": {"name": "Green", "head": "maria"}}
    scenario["strongholds"] = {"midway": {"holder": "maria"}, "eastham": {"holder": "blake"}}
    dice: dict[str, list[tuple[int, ...]]] = {
        "revolt for torching of": [(1,)],
        "size of the revolt": [(size,)],
    }
    field = Field(
        scenario,
        map_text=COUNTRY,
        dice=dice,
        params={**STEADY, **params},
        pack=WITH_COURIERS,
        hungry=True,
    )
    return field.order(HOUR, "ney", "torch hexes=0304,0302,0303").run(DAY + 12 * HOUR)


def rebels(field: Field) -> Army:
    (rising,) = risings(field)
    return field.army(rising.army)


@pytest.mark.rule("C-REV-01", "C-REV-02")
def test_rebels_stand_where_most_people_live_and_no_army_does() -> None:
    field = risen(13)
    band = rebels(field)
    assert (band.place, band.soldiers, band.morale) == ("0302", 6_500, 9)
    assert band.supplies == 15 * (6_500 + 1_625)
    assert not band.wheels
    assert band.count("infantry") == 6_500
    leader = field.get(Commander, band.leader)
    assert leader.npc
    assert "revolutionary leader of the rebels" in leader.name
    assert hostile(field.world, band.faction, "red")
    assert stance(field.world, band.faction, "blue") == "neutral"
    everybody = risen(params={"revolt.hostile_to": "everybody"})
    assert hostile(everybody.world, rebels(everybody).faction, "blue")
    assert rebels(risen(params={"revolt.size_unit": 100})).soldiers == 400
    assert rebels(risen(params={"revolt.supply_days": 3})).supplies == 3 * 2_500


@pytest.mark.rule("C-REV-01")
def test_the_die_for_revolts_is_a_die_of_twenty() -> None:
    found: Counter[int] = Counter()
    for seed in range(300):
        secret = Secret.of_seed(seed)
        found[secret.faces("event", "size of the revolt for x", 0, 0, SIZE_DIE.default)[0]] += 1
    assert set(found) <= set(range(1, 21))
    assert chisquare([found[face] for face in range(1, 21)]).pvalue > 0.001


@pytest.mark.rule("C-REV-02")
def test_a_revolt_may_take_some_days_and_then_breaks_out_at_dusk() -> None:
    field = risen(params={"revolt.delay_days": 2})
    assert risings(field) == []
    field.run(3 * DAY + 12 * HOUR - 1)
    assert risings(field) == []
    assert rebels(field.run(3 * DAY + 12 * HOUR)).place == "0302"


@pytest.mark.rule("C-REV-02", "C-GEN-06", "D-REV-01")
def test_the_referee_may_place_the_rebels_elsewhere_name_their_aim_or_send_them_home() -> None:
    field = risen()
    (decision,) = [d for d in field.world.of(Decision) if d.rule == "D-REV-01"]
    assert [option.name for option in decision.options] == ["0302", "0304", "0303", "nobody"]
    assert (decision.default, decision.who) == ("0302", "gm")
    field.answer(DAY + 14 * HOUR, "gm", "D-REV-01", "0304", "They want bread.")
    assert rebels(field).place == "0304"
    assert risings(field)[0].aim == "They want bread."
    assert field.run(3 * DAY).told("ney", InSight)
    home = risen().answer(DAY + 14 * HOUR, "gm", "D-REV-01", "nobody")
    assert home.world.find(Army, risings(home)[0].army) is None


@pytest.mark.rule("C-REV-02")
def test_rebels_who_rise_where_their_enemy_stands_meet_him_at_once() -> None:
    field = risen().answer(DAY + 14 * HOUR, "gm", "D-REV-01", "0303")
    (meeting,) = field.world.of(Meeting)
    assert {party.army for party in meeting.parties} == {"first", rebels(field).id}


@pytest.mark.rule("C-REV-03")
def test_scouts_see_rebels_by_daylight_the_holder_hears_by_courier_and_others_by_news() -> None:
    field = risen()
    assert not field.told("ney", InSight)
    field.run(2 * DAY)
    ((at, sight),) = field.told("ney", InSight)
    assert (at, sight.faction) == (2 * DAY, "The rebels of 0302")
    page: Any = field.pack.view(field.world, "ney")
    assert {side.name: side.stance for side in page.factions}["The rebels of 0302"] == "hostile"
    assert "letter_came" not in kinds(field, "maria")
    assert "letter_came" in kinds(field.run(4 * DAY), "maria")
    assert "news_came" in kinds(field.run(12 * DAY), "blake")
    quiet = risen(params={"revolt.notify": []}).run(12 * DAY)
    told = [
        msgspec.json.decode(row.body)
        for batch in quiet.batches
        for row in batch.notice_rows
        if row.person in ("maria", "blake") and row.kind in ("letter_came", "news_came")
    ]
    assert not [each for each in told if "risen" in str(each)]


@pytest.mark.rule("C-REV-03")
def test_a_holder_in_his_stronghold_hears_of_a_revolt_at_once() -> None:
    field = country(dice={"revolt for torching of": [(1,)]})
    held = field.get(Stronghold, "midway")
    field.world.set(msgspec.structs.replace(held, faction="red", holder="ney"))
    field.order(HOUR, "ney", "torch hexes=0302").run(DAY + 12 * HOUR)
    ((at, revolt),) = field.told("ney", Revolt)
    assert (at, revolt.cause, revolt.against) == (DAY + 12 * HOUR, "torching", "Red")


@pytest.mark.rule("C-REV-03")
def test_who_has_not_heard_of_rebels_knows_neither_them_nor_their_leader() -> None:
    field = risen()
    band = rebels(field)
    for person, knows in (("blake", False), ("ney", False)):
        page: Any = field.pack.view(field.world, person)
        assert (band.faction in {side.id for side in page.factions}) == knows
        assert (band.leader in page.correspondents) == knows
    page = field.run(2 * DAY).pack.view(field.world, "ney")
    assert band.leader in page.correspondents
    assert band.leader not in field.pack.view(field.world, "blake").correspondents  # type: ignore[attr-defined]


@pytest.mark.rule("C-RAN-02", "D-RAN-01")
def test_who_rises_after_a_ransom_stands_outside_the_walls_or_holds_the_town() -> None:
    def ransomed(option: str) -> Field:
        field = figures_of_land.country({}, faction="red", inside=True)
        field.force(HOUR, "gm", "provoke men=800").run(12 * HOUR)
        assert rebels(field).soldiers == 800
        assert "local leader" in field.get(Commander, rebels(field).leader).name
        return field.answer(13 * HOUR, "gm", "D-RAN-01", option)

    outside = ransomed("outside_walls")
    assert outside.get(Stronghold, "midway").faction == "red"
    assert rebels(outside).inside == ""
    inside = ransomed("inside")
    assert inside.get(Stronghold, "midway").faction == rebels(inside).faction
    assert rebels(inside).inside == "midway"
    assert inside.army("first").inside == ""


@pytest.mark.rule("C-SCOUT-01")
def test_foragers_are_seen_foraging() -> None:
    field = country().order(HOUR, "ney", "forage")

    def seen_foraging() -> str:
        return activity_of(field.world, field.army("first"))[0]

    assert seen_foraging() == "standing"
    field.run(DAY)
    assert seen_foraging() == "foraging"
    field.order(DAY + HOUR, "ney", "torch").run(2 * DAY)
    assert seen_foraging() == "burning the land"
