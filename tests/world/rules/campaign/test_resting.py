"""Rest: what it mends, where, and what breaks it (C-REST)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from world.errors import Refused
from world.rules.campaign.morale import MoraleChanged
from world.rules.campaign.nouns.army import Army, noncombatants
from world.rules.campaign.nouns.battle import Battle
from world.rules.campaign.nouns.formation import caught_at
from world.rules.campaign.nouns.morale import MoraleCheck
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.resting import RestBroken, RestOrdered, WeekRested

WEEK = 7 * DAY
FOOT = [infantry("Line", 1000)]
HELD: dict[str, list[tuple[int, ...]]] = {"morale check": [(1, 1)] * 20}


def resting(
    *,
    place: str = "2001",
    inside: bool = True,
    morale: int = 6,
    extra: int = 15,
    purses: int = 0,
    dice: Any = None,
    params: dict[str, Any] | None = None,
    detachments: list[dict[str, Any]] | None = None,
    armies: dict[str, Any] | None = None,
) -> Field:
    """Blake's army, by default in his city of Eastham, worn and followed about."""
    second = army(
        place,
        detachments or FOOT,
        name="Second Army",
        commander="blake",
        morale=morale,
        extra_followers=extra,
        inside=inside,
    )
    field = Field(
        sides(
            armies={"second": second, **(armies or {})},
            strongholds={
                "westwall": {"holder": "ney"},
                "eastham": {"holder": "blake"},
                "southby": {"holder": "blake"},
            },
        ),
        dice=dice or HELD,
        params=params,
    )
    field.world.set(msgspec.structs.replace(field.army("second"), purses=purses))
    return field


@pytest.mark.rule("C-REST-01", "C-REST-02", "C-REST-05", "C-REST-07")
def test_four_weeks_in_a_city_bring_morale_back_and_rid_an_army_of_its_tail() -> None:
    """EX-43."""
    field = resting(dice={"morale check": [(4, 5)]})
    field.order(HOUR, "blake", "rest weeks=4")
    ((_, ordered),) = field.told("blake", RestOrdered)
    assert (ordered.begins, ordered.ends) == (DAY, DAY + 4 * WEEK)
    seen = []
    for week in range(1, 5):
        field.run(DAY + week * WEEK)
        second = field.army("second")
        seen.append((second.morale, int(second.extra_nc.value)))
    assert seen == [(7, 10), (8, 5), (9, 0), (9, 0)]
    assert field.army("second").rest is None
    assert [(n.roll, n.morale, n.outcome) for _, n in field.told("blake", MoraleCheck)] == [
        (9, 9, "it held")
    ]
    assert [n.weeks for _, n in field.told("blake", WeekRested)] == [1, 2, 3, 4]
    assert noncombatants(field.world, field.army("second")) == 250
    held = sum(a + b <= 9 for a in range(1, 7) for b in range(1, 7))
    assert held == 30


@pytest.mark.rule("C-REST-06", "C-REST-07", "C-BAT-M12")
def test_an_attack_on_the_seventeenth_day_breaks_the_rest_before_the_battle() -> None:
    """EX-43: two full weeks make 8, the loss 6, and a check against 6."""
    enemy = {"first": army("1901", [infantry("Line", 900)], name="First Army", commander="ney")}
    field = resting(inside=False, armies=enemy, dice={"morale check": [(3, 3), *[(1, 1)] * 9]})
    field.order(HOUR, "blake", "rest weeks=4")
    field.order(16 * DAY, "ney", "march to=2001").run(17 * DAY - 1)
    assert caught_at(field.world, field.army("second"), 17 * DAY - 1) == "resting"
    field.answer(17 * DAY, "ney", "D-BAT-01", "attack").answer(
        17 * DAY, "blake", "D-BAT-01", "hold"
    )
    ((at, broken),) = field.told("blake", RestBroken)
    assert (at, broken.morale, broken.why) == (17 * DAY, 8, "it is attacked, or attacks")
    changes = [(n.was, n.now) for _, n in field.told("blake", MoraleChanged)]
    assert changes[:3] == [(6, 7), (7, 8), (8, 6)]
    first_check = field.told("blake", MoraleCheck)[0][1]
    assert (first_check.roll, first_check.morale) == (6, 6)


@pytest.mark.rule("C-TIME-07")
@pytest.mark.parametrize(("hour", "begins"), [(1, 1), (13, 24)])
def test_a_rest_begins_at_once_by_daylight_where_a_scenario_says_so(hour: int, begins: int) -> None:
    field = resting(params={"order.day_action_start": "at_once"})
    field.order(hour * HOUR, "blake", "rest weeks=1").run(8 * DAY)
    ((_, ordered),) = field.told("blake", RestOrdered)
    assert ordered.begins == begins * HOUR
    assert [at for at, _ in field.told("blake", WeekRested)] == [begins * HOUR + WEEK]


@pytest.mark.rule("C-REST-02")
def test_high_spirits_settle_to_the_resting_value_too() -> None:
    field = resting(morale=12, extra=0).order(HOUR, "blake", "rest weeks=2").run(DAY + 2 * WEEK)
    assert field.army("second").morale == 10
    quick = resting(morale=12, params={"rest.morale_step": 5}).order(HOUR, "blake", "rest")
    assert quick.run(DAY + WEEK).army("second").morale == 9


@pytest.mark.rule("C-REST-03", "C-REST-04", "C-BON-02")
@pytest.mark.parametrize(
    ("place", "inside", "purses", "followers"),
    [
        ("2001", True, 0, 5),
        ("1005", True, 0, 5),
        ("2001", False, 400, 10),
        ("1105", False, 400, 10),
    ],
)
def test_only_a_town_or_a_city_banks_the_purses_and_keeps_followers(
    place: str, inside: bool, purses: int, followers: int
) -> None:
    field = resting(place=place, inside=inside, purses=400, extra=10)
    field.order(HOUR, "blake", "rest").run(DAY + WEEK)
    second = field.army("second")
    assert (second.purses, int(second.extra_nc.value)) == (purses, followers)


@pytest.mark.rule("C-REST-03")
def test_a_fortress_will_not_do() -> None:
    first = army("0101", FOOT, name="First", commander="ney", inside=True, extra_followers=10)
    far = army("2005", FOOT, name="Second", commander="blake")
    field = Field(sides(armies={"first": first, "second": far}), dice=HELD)
    field.world.set(msgspec.structs.replace(field.army("first"), purses=400))
    field.order(HOUR, "ney", "rest").run(DAY + WEEK)
    assert (field.army("first").purses, field.army("first").extra_nc) == (400, ratio(10))


@pytest.mark.rule("C-REST-05", "C-SPEC-04")
def test_followers_drift_off_down_to_the_armys_own_rate_or_that_of_most() -> None:
    rifles = [infantry("Rifles", 1000, special="skirmishers")]

    def left(**params: Any) -> int:
        field = resting(detachments=rifles, extra=20, params=params)
        field.order(HOUR, "blake", "rest weeks=3").run(DAY + 3 * WEEK)
        return int(field.army("second").extra_nc.value)

    assert left() == 5
    assert left(**{"rest.nc_target": "usual_rate"}) == 15
    assert left(**{"rest.nc_step": 2}) == 14


BREAKS: list[tuple[str, Callable[[Field], Field], str]] = [
    ("march", lambda f: f.order(3 * DAY, "blake", "march to=1901"), "it moves off"),
    ("halt", lambda f: f.order(3 * DAY, "blake", "halt"), "it was ordered so"),
    ("forage", lambda f: f.order(3 * DAY, "blake", "forage"), "other work was ordered"),
]


@pytest.mark.rule("C-REST-06", "C-REST-07", "C-TIME-07")
@pytest.mark.parametrize(("name", "deed", "why"), BREAKS, ids=[each[0] for each in BREAKS])
def test_whatever_ends_a_rest_early_costs_morale_and_is_tested(
    name: str, deed: Callable[[Field], Field], why: str
) -> None:
    field = resting(inside=False, morale=9).order(HOUR, "blake", "rest weeks=4")
    deed(field).run(5 * DAY)
    ((_, broken),) = field.told("blake", RestBroken)
    assert broken.why == why
    assert field.army("second").morale == 7
    assert len(field.told("blake", MoraleCheck)) == 1
    assert field.run(60 * DAY).told("blake", WeekRested) == []
    silent = resting(inside=False, morale=9, params={"rest.check_on_early_end": False})
    deed(silent.order(HOUR, "blake", "rest weeks=4")).run(5 * DAY)
    assert not silent.told("blake", MoraleCheck)
    hard = resting(inside=False, morale=9, params={"rest.early_loss": 4})
    assert deed(hard.order(HOUR, "blake", "rest")).run(5 * DAY).army("second").morale == 5


@pytest.mark.rule("C-REST-01", "C-TIME-07")
def test_a_rest_that_has_not_begun_is_called_off_for_nothing_or_replaced() -> None:
    field = resting(morale=9).order(HOUR, "blake", "rest weeks=4")
    field.order(2 * HOUR, "blake", "halt").run(2 * DAY)
    assert (field.army("second").morale, field.army("second").rest) == (9, None)
    assert not field.told("blake", RestBroken)
    other = resting(morale=9).order(HOUR, "blake", "rest weeks=4")
    other.order(2 * HOUR, "blake", "rest weeks=1").run(DAY + WEEK)
    assert other.army("second").rest is None
    assert len(other.told("blake", WeekRested)) == 1


@pytest.mark.rule("C-REST-01")
def test_rests_that_cannot_be_are_refused() -> None:
    field = resting(inside=False)
    with pytest.raises(Refused, match="E-REST-LENGTH"):
        field.order(HOUR, "blake", "rest weeks=0")
    long = resting(params={"rest.min_weeks": 3}).order(HOUR, "blake", "rest weeks=2")
    assert long.refusals("blake") == ["E-REST-LENGTH"]
    field.order(HOUR, "blake", "forage")
    field.force(2 * HOUR, "blake", "rest")
    field.order(2 * HOUR, "blake", "halt")
    field.order(2 * HOUR, "blake", "rest weeks=2").run(2 * DAY)
    field.force(2 * DAY, "blake", "rest weeks=5")
    field.order(2 * DAY, "blake", "march to=1901")
    field.force(2 * DAY + HOUR, "blake", "rest")
    assert field.refusals("blake") == ["E-BUSY"] * 3


@pytest.mark.rule("C-REST-01", "C-CAP-01")
def test_a_captain_rests_by_order() -> None:
    corps = {"corps": army("2001", FOOT, name="Corps", owner="blake", morale=5)}
    field = resting(armies=corps).order(HOUR, "blake", "rest army=corps").run(DAY + WEEK)
    assert field.army("corps").morale == 6


@pytest.mark.rule("C-ARMY-01")
def test_a_commander_sees_his_armys_rest_and_work_on_his_page() -> None:
    field = resting(inside=False).order(HOUR, "blake", "rest weeks=3").run(DAY + WEEK)
    page: Any = field.pack.view(field.world, "blake")
    (own,) = page.armies
    assert (own.rest.weeks, own.rest.done, own.rest.begins) == (3, 1, DAY)
    field.order(DAY + WEEK, "blake", "forage hexes=2002")
    page = field.pack.view(field.world, "blake")
    (own,) = page.armies
    assert [(w.what, w.hexes, w.under_way) for w in own.works] == [("forage", ("2002",), False)]
    assert "2002" in own.forage_reach


@pytest.mark.rule("C-REST-07", "C-MOR-07", "C-MOR-T07")
@pytest.mark.parametrize("inside", [True, False])
def test_an_army_whose_men_walk_off_as_it_sets_out_does_not_set_out(*, inside: bool) -> None:
    field = resting(inside=inside, dice={"morale check": [(3, 4)] * 20})
    field.order(0, "blake", "rest weeks=2").order(2 * DAY + HOUR, "blake", "march to=1901")
    assert field.world.find(Army, "second") is None
    assert field.run(5 * DAY).world.find(Army, "second") is None


@pytest.mark.rule("C-REST-07", "C-MOR-07", "C-BAT-01")
def test_an_army_whose_men_walk_off_at_the_alarm_fights_no_battle() -> None:
    armies = {"first": army("1701", FOOT, name="First Army", commander="ney")}
    field = resting(place="1901", inside=False, armies=armies, dice={"morale check": [(3, 4)] * 20})
    field.order(0, "blake", "rest weeks=2").order(DAY, "ney", "march to=1901").run(2 * DAY - HOUR)
    field.answer(2 * DAY, "ney", "D-BAT-01", "attack").answer(2 * DAY, "blake", "D-BAT-01", "hold")
    assert field.world.find(Army, "second") is None
    assert not field.run(5 * DAY).world.of(Battle)
