"""Armies split and joined: whole detachments, nobody lost and nobody made, consent of both."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from tests.world.rules.campaign.test_word import PACK
from world.decision import Decision
from world.rules.campaign.joining.merging import JoinOffer
from world.rules.campaign.joining.notices import ArmiesUnited, ArmyParted, JoinOffered
from world.rules.campaign.morale import Stragglers
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.leading import LeaderFound
from world.rules.campaign.nouns.siege import Siege
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.view import CampaignView

THREE: dict[str, dict[str, Any]] = {
    "ney": {"name": "Marshal Ney", "faction": "red", "purse": 900},
    "soult": {"name": "Marshal Soult", "faction": "red", "purse": 100},
    "blake": {"name": "General Blake", "faction": "blue"},
}
#: Riders whom nothing befalls.
SAFE: dict[str, list[tuple[int, ...]]] = {"safe": [(1,)] * 50}
ROSTER = [
    infantry("1st", 500, wagons=4),
    infantry("2nd", 500),
    infantry("3rd", 2000, wagons=20),
    cavalry("Horse", 300),
    artillery("Guns", 50, six_pounders=5),
]


def whole(roster: list[dict[str, Any]] | None = None, **more: Any) -> Field:
    armies = {
        "first": army("0301", roster or ROSTER, name="First Army", commander="ney", **more),
        "second": army("2001", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
        "third": army("0301", [infantry("Line", 700)], name="Third Army", commander="soult"),
    }
    return Field(sides(armies=armies, commanders=THREE), pack=PACK)


def page(field: Field, person: str) -> CampaignView:
    view = field.pack.view(field.world, person)
    assert isinstance(view, CampaignView)
    return view


@pytest.mark.rule("C-ARMY-04", "C-CAP-01")
def test_every_part_keeps_the_morale_and_the_hardships_of_the_whole() -> None:
    """EX-50: an army of morale 8 splits off two parts of 500 under captains."""
    field = whole(morale=8, extra_followers=10)
    field.order(HOUR, "ney", 'split detachments=1st name="Left Wing" leader=captain')
    field.order(2 * HOUR, "ney", 'split detachments=2nd name="Right Wing" leader=captain')
    wings = [field.army("ney.left-wing"), field.army("ney.right-wing")]
    rest = field.army("first")
    assert [each.soldiers for each in (*wings, rest)] == [500, 500, 2350]
    assert {each.morale for each in (*wings, rest)} == {8}
    assert {each.extra_nc.value for each in (*wings, rest)} == {10}
    assert {(each.leader, each.owner, each.faction) for each in wings} == {("", "ney", "red")}
    assert {each.place for each in wings} == {"0301"}
    told = [notice for _, notice in field.told("ney", ArmyParted)]
    assert [notice.id for notice in told] == ["ney.left-wing", "ney.right-wing"]
    assert told[0].part_return.startswith("500 soldiers (500 foot), 4 wagons, ")
    assert len(field.told("gm", ArmyParted)) == 2
    fresh = Field(
        sides(
            armies={"first": army("0301", ROSTER, name="F", commander="ney", morale=8)},
            params={"army.split_inherits": False},
        )
    )
    fresh.order(HOUR, "ney", "split detachments=1st leader=captain name=Wing")
    assert fresh.army("ney.wing").morale == 9


@pytest.mark.rule("C-ARMY-04")
def test_hungry_days_and_forced_marches_go_with_every_part() -> None:
    field = Field(
        sides(armies={"first": army("0101", ROSTER[:3], name="F", commander="ney", supplies=0)}),
        hungry=True,
    )
    field.order(0, "ney", "march to=0701 pace=forced").run(DAY + 13 * HOUR)
    field.order(DAY + 14 * HOUR, "ney", "split detachments=1st leader=captain name=Wing")
    wing, rest = field.army("ney.wing"), field.army("first")
    assert wing.hungry == rest.hungry == 2
    assert wing.forced_days == rest.forced_days == 2
    assert wing.diary == rest.diary
    assert wing.offset == rest.offset


@pytest.mark.rule("C-ARMY-04")
def test_shares_go_by_capacity_unless_the_order_names_them() -> None:
    field = whole(supplies=10_000)
    field.order(HOUR, "ney", "split detachments=1st leader=captain name=Wing")
    wing, rest = field.army("ney.wing"), field.army("first")
    # 500 foot and 125 followers carry 9,375, four wagons 4,000; both parts together 105,570.
    assert (wing.supplies, rest.supplies) == (1_266, 8_734)
    assert wing.chest == 900 * 13_375 // 105_570
    assert field.get(Commander, "ney").purse == 900 - wing.chest
    named = whole(supplies=10_000)
    named.order(HOUR, "ney", "split detachments=1st leader=captain name=Wing supplies=7000 money=0")
    assert named.army("ney.wing").supplies == 7000
    assert named.army("ney.wing").chest == 0
    named.force(2 * HOUR, "ney", "split detachments=2nd leader=captain supplies=3001")
    assert named.refusals("ney") == ["E-NOT-ENOUGH"]


@pytest.mark.rule("C-DET-01", "C-DET-02", "C-ARMY-02", "C-ART-05")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("split detachments=4th", "E-DET-INDIVISIBLE"),
        ("split detachments=1st,1st", "E-DET-INDIVISIBLE"),
        ("split detachments=1st,2nd,3rd,Horse,Guns", "E-ARMY-TOO-SMALL"),
        ("split detachments=Guns", "E-ARMY-TOO-SMALL"),
        ("split detachments=Guns,Horse leader=captain", "E-ART-LIMIT"),
        ("split detachments=1st leader=blake", "E-NO-LEADER"),
        ("split detachments=1st leader=soult", "E-NO-LEADER"),
        ("split detachments=1st engines=3", "E-NOT-ENOUGH"),
        ("split detachments=1st packed=1", "E-NO-WAGONS"),
        ('split detachments=1st name="..."', "E-NAME-REQUIRED"),
    ],
)
def test_what_cannot_be_split_is_refused_and_nothing_changes(order: str, code: str) -> None:
    field = whole(engines={"ready": 2, "packed": 2})
    before = field.army("first")
    field.force(HOUR, "ney", order)
    assert field.refusals("ney") == [code]
    assert field.army("first") == before
    assert len(field.world.of(Army)) == 3


@pytest.mark.rule("C-ARMY-04", "C-ENG-04")
def test_engines_go_by_capacity_with_the_wagons_that_carry_them() -> None:
    field = whole(engines={"ready": 8, "packed": 2})
    field.order(HOUR, "ney", "split detachments=3rd leader=captain name=Wing")
    wing, rest = field.army("ney.wing"), field.army("first")
    # The wing has twenty of the twenty-four wagons: both packed sets, and its share of the ready.
    assert (wing.engines.packed, rest.engines.packed) == (2, 0)
    assert wing.engines.ready + rest.engines.ready == 8
    assert wing.engines.ready == 8 * 57_500 // 101_570
    field.order(2 * HOUR, "ney", "merge army=ney.wing into=first")
    assert (field.army("first").engines.ready, field.army("first").engines.packed) == (8, 2)


@pytest.mark.rule("C-ARMY-04")
def test_nobody_splits_before_the_enemy_until_the_meeting_is_settled() -> None:
    armies = {
        "first": army("0901", ROSTER, name="First Army", commander="ney"),
        "second": army("1001", [infantry("Foot", 3000)], name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies)).order(0, "ney", "march to=1001").run(7 * HOUR)
    field.force(7 * HOUR, "ney", "split detachments=1st leader=captain")
    assert field.refusals("ney") == ["E-MEETING"]
    field.run(2 * DAY)  # both hold: they stand off
    field.order(2 * DAY, "ney", "split detachments=1st leader=captain name=Wing")
    field.order(2 * DAY, "ney", "march to=1101 army=ney.wing")
    # The part is barred as the whole is, and no new meeting has begun.
    assert field.refusals("ney") == ["E-MEETING", "E-NO-PATH"]
    assert not [d for d in field.world.of(Decision) if d.state == "open" and d.rule == "D-BAT-01"]
    field.order(2 * DAY + HOUR, "ney", "merge army=ney.wing into=first").run(3 * DAY)
    assert field.army("first").soldiers == 3350


@pytest.mark.rule("C-ARMY-04", "C-RET-01", "D-ARMY-01")
def test_who_leads_the_new_army_is_asked_and_a_captain_does_until_it_is_said() -> None:
    """D-ARMY-01."""
    field = whole()
    field.order(HOUR, "ney", "split detachments=1st name=Wing")
    asked = next(d for d in field.world.of(Decision) if d.rule == "D-ARMY-01")
    assert (asked.who, asked.default, asked.state) == ("ney", "captain", "open")
    assert field.army("ney.wing").leader == ""
    chest = field.army("ney.wing").chest
    assert chest
    field.answer(2 * HOUR, "ney", "D-ARMY-01", "retinue")
    leader = field.get(Commander, field.army("ney.wing").leader)
    assert (leader.npc, leader.of, leader.faction, leader.army) == (True, "ney", "red", "ney.wing")
    assert leader.purse == chest
    assert field.army("ney.wing").chest == 0
    assert leader.age >= 14
    assert leader.name.startswith("Marshal Ney's ")
    assert [n.leader for _, n in field.told("ney", LeaderFound)] == [leader.name]
    again = whole().order(HOUR, "ney", "split detachments=1st name=Wing")
    again.answer(2 * HOUR, "ney", "D-ARMY-01", "new_player", "Colonel  Lamy")
    lamy = again.get(Commander, again.army("ney.wing").leader)
    assert (lamy.name, lamy.npc) == ("Colonel Lamy", False)
    # He is a commander like any other: his army answers to him.
    again.order(3 * HOUR, lamy.id, "march to=0401").run(DAY)
    assert again.army("ney.wing").place == "0401"
    silent = whole().order(HOUR, "ney", "split detachments=1st name=Wing").run(3 * DAY)
    assert silent.army("ney.wing").leader == ""
    told = whole().order(HOUR, "ney", "split detachments=1st name=Wing leader=retinue")
    assert told.get(Commander, told.army("ney.wing").leader).of == "ney"


@pytest.mark.rule("C-ARMY-04", "C-ARMY-05")
def test_a_commander_who_joined_rides_along_and_may_be_given_an_army() -> None:
    field = whole()
    field.order(HOUR, "soult", "merge into=first")
    field.order(2 * HOUR, "ney", "merge army=first into=third")
    soult = field.get(Commander, "soult")
    assert soult.with_army == ""  # Ney's order named another whole, so both orders still wait
    assert {o.by for o in field.world.of(JoinOffer)} == {"soult", "ney"}
    field.order(3 * HOUR, "ney", "merge army=first into=third leader=ney")
    # Both now say who joins and who leads; the name is that of the order that waited.
    assert field.army("third").id == "first"
    assert field.army("first").soldiers == 4050
    assert not field.world.of(JoinOffer)
    soult = field.get(Commander, "soult")
    assert (soult.army, soult.with_army, soult.place) == ("", "first", "0301")
    assert field.get(Commander, "ney").army == "first"
    field.order(4 * HOUR, "ney", "march to=0501").run(2 * DAY)
    assert field.get(Commander, "soult").place == "0501"
    field.order(2 * DAY, "ney", "split detachments=Line leader=soult name=Rear")
    rear = field.army("ney.rear")
    soult = field.get(Commander, "soult")
    assert (rear.leader, soult.army, soult.with_army) == ("soult", "ney.rear", "")


@pytest.mark.rule("C-ARMY-05")
def test_armies_join_when_both_commanders_have_ordered_it() -> None:
    armies = {
        "first": army(
            "0301", [infantry("Line", 1000)], name="First Army", commander="ney", morale=6
        ),
        "third": army(
            "0301",
            [infantry("Line", 2000), cavalry("Horse", 100)],
            name="Third Army",
            commander="soult",
            supplies=700,
            extra_followers=10,
        ),
    }
    field = Field(sides(armies=armies, commanders=THREE))
    field.order(HOUR, "ney", "merge into=third")
    assert field.army("first").id == "first"
    assert [n.how for _, n in field.told("soult", JoinOffered)] == ["merge into=first leader=soult"]
    field.order(2 * HOUR, "soult", "merge into=first leader=soult")
    both = field.army("third")
    assert both.id == field.army("first").id == "third"
    assert (both.name, both.leader, both.owner) == ("Third Army", "soult", "soult")
    # (6 x 1000 + 9 x 2100) / 3100 = 8.03 and (0 + 10 x 2100) / 3100 = 6.77, both down.
    assert both.morale == 8
    assert both.extra_nc.value == 6
    assert [d.name for d in both.detachments] == ["Line", "Horse", "Line (First Army)"]
    assert both.resting == 9
    told = [n for person in ("ney", "soult") for _, n in field.told(person, ArmiesUnited)]
    assert len(told) == 2
    assert "Line is Line (First Army)" in told[0].renamed
    for mode, morale in (("weighted_half_up", 8), ("weighted_up", 9)):
        other = Field(sides(armies=armies, commanders=THREE), params={"army.merge_morale": mode})
        other.order(HOUR, "ney", "merge into=third").order(
            HOUR, "soult", "merge into=first leader=soult"
        )
        assert other.army("third").morale == morale


@pytest.mark.rule("C-ARMY-05")
@pytest.mark.parametrize(
    ("at", "person", "order", "code"),
    [
        ("0301", "ney", "merge into=second", "E-NOT-PRESENT"),
        ("0301", "ney", "merge into=fourth", "E-NO-CONSENT"),
        ("0301", "ney", "merge into=third leader=blake", "E-NO-LEADER"),
        ("0301", "ney", "merge", "E-SYNTAX"),
        ("0301", "ney", "merge into=third garrison=westwall", "E-SYNTAX"),
        ("0301", "ney", "merge into=third detachments=1st", "E-DET-INDIVISIBLE"),
        ("0301", "ney", "merge garrison=westwall", "E-NOT-PRESENT"),
        ("0101", "ney", "merge garrison=westwall", "E-NOTHING"),
    ],
)
def test_what_cannot_join_is_refused(at: str, person: str, order: str, code: str) -> None:
    armies = {
        "first": army(at, ROSTER, name="First Army", commander="ney"),
        "third": army("0301", [infantry("Line", 700)], name="Third Army", commander="soult"),
        "fourth": army("0301", [infantry("Line", 700)], name="Fourth Army", owner="soult"),
        "second": army("2001", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies, commanders=THREE))
    field.force(HOUR, person, order)
    assert field.refusals(person) == [code]
    assert len(field.world.of(Army)) == 4


@pytest.mark.rule("C-ARMY-05", "C-TALK-04")
def test_nobody_joins_an_enemy_or_a_neutral() -> None:
    armies = {
        "first": army("0301", ROSTER, name="First Army", commander="ney"),
        "second": army("0301", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies, stances=[]))
    field.force(HOUR, "ney", "merge into=second")
    assert field.refusals("ney") == ["E-NO-CONSENT"]


@pytest.mark.rule("C-ARMY-05", "C-MOR-08")
def test_a_straggler_comes_back_to_the_army_of_which_his_is_now_a_part() -> None:
    armies = {
        "first": army(
            "0301",
            [infantry("Line", 300), infantry("Old", 300)],
            name="First Army",
            commander="ney",
            supplies=0,
        ),
        "third": army(
            "0301",
            [infantry("Line", 900), infantry("Old", 900)],
            name="Third Army",
            commander="soult",
        ),
    }
    # The first check fails on row 11: one detachment straggles for two days.
    field = Field(
        sides(armies=armies, commanders=THREE),
        hungry=True,
        dice={
            "morale check of first": [(5, 6)],
            "which detachment of first": [(1,)],
            "days Line of first": [(1, 1)],
        },
    )
    field.run(13 * HOUR)
    assert [d.name for d in field.army("first").detachments if d.away] == ["Line"]
    field.order(14 * HOUR, "ney", "merge into=third leader=soult")
    field.order(14 * HOUR, "soult", "merge into=first leader=soult")
    whole = field.army("third")
    assert [d.name for d in whole.detachments if d.away] == ["Line (First Army)"]
    field.run(4 * DAY)
    assert not [d for d in field.army("third").detachments if d.away]
    assert field.army("third").strength == 2400
    back = [n for _, n in field.told("soult", Stragglers)]
    assert [n.detachments for n in back] == ["Line (First Army)"]


@pytest.mark.rule("C-ARMY-04", "C-ARMY-05", "C-SIEGE-01")
def test_parts_of_besiegers_besiege_and_their_joining_lifts_nothing() -> None:
    armies = {
        "first": army("2001", ROSTER, name="First Army", commander="ney"),
        "second": army("1001", [infantry("Foot", 100)], name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies))
    field.order(HOUR, "ney", "besiege stronghold=eastham plan=x").run(3 * DAY)
    field.order(3 * DAY, "ney", "split detachments=1st leader=captain name=Wing")
    assert field.world.of(Siege)[0].armies == ("first", "ney.wing")
    field.order(4 * DAY, "ney", "merge army=first into=ney.wing")
    assert field.world.of(Siege)[0].armies == ("ney.wing",)
    assert field.army("first").soldiers == 3350


@pytest.mark.rule("C-STR-05", "C-ARMY-04")
def test_those_left_behind_walls_keep_their_morale_and_come_back_with_it() -> None:
    armies = {
        "first": army("0101", ROSTER, name="First Army", commander="ney", morale=5),
        "second": army("2001", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
        "third": army("0201", [infantry("1st", 1500)], name="Third Army", commander="soult"),
    }
    field = Field(sides(armies=armies, commanders=THREE), hungry=True)
    field.order(HOUR, "ney", "detach_garrison detachments=1st,2nd supplies=400")
    place = field.get(Stronghold, "westwall")
    assert place.left_counters is not None
    assert (place.left_counters.morale, place.left_supplies) == (5, 400)
    field.order(2 * HOUR, "soult", "march to=0101").run(10 * HOUR)
    field.order(10 * HOUR, "soult", "merge garrison=Westwall detachments=1st")
    third = field.army("third")
    # (9 x 1500 + 5 x 500) / 2000 = 8, and half of what was left with a thousand men.
    assert (third.soldiers, third.morale) == (2000, 8)
    assert [d.name for d in third.detachments] == ["1st", "1st (Westwall)"]
    place = field.get(Stronghold, "westwall")
    assert ([d.name for d in place.left], place.left_supplies) == (["2nd"], 200)


@pytest.mark.rule("C-STR-05", "C-ARMY-02", "C-MSG-07")
def test_those_left_in_a_place_may_be_ordered_off_if_they_are_enough() -> None:
    armies = {
        "first": army(
            "0101",
            [infantry("1st", 500), infantry("2nd", 80), infantry("3rd", 900)],
            name="First Army",
            commander="ney",
            morale=6,
        ),
        "second": army("2001", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies), pack=PACK, dice=SAFE)
    field.order(HOUR, "ney", "detach_garrison detachments=1st,2nd supplies=100")
    field.order(2 * HOUR, "ney", "march to=0501").run(3 * DAY)
    field.order(3 * DAY, "ney", "send_out stronghold=westwall detachments=2nd")
    field.order(3 * DAY, "ney", "send_out stronghold=westwall name=Column to=0301").run(10 * DAY)
    place = field.get(Stronghold, "westwall")
    column = field.army("ney.column")
    assert (column.soldiers, column.place, column.morale) == (580, "0301", 6)
    assert (place.left, place.left_supplies) == ((), 0)
    assert place.left_counters is None
    # Word of both came back by courier: a refusal, and the new army's own report.
    texts = letters(field, "ney")
    assert any("E-ARMY-TOO-SMALL" in text for text in texts)
    assert [a.name for a in page(field, "ney").armies] == ["First Army", "Column"]


def letters(field: Field, person: str) -> list[str]:
    return [
        row.body.decode()
        for batch in field.batches
        for row in batch.notice_rows
        if row.person == person and row.kind in ("letter_came", "order_reported")
    ]


@pytest.mark.rule("C-ARMY-02", "D-ARMY-02")
def test_a_remnant_may_have_to_join_the_next_army_of_its_side() -> None:
    """D-ARMY-02."""
    armies = {
        "first": army("0101", [infantry("1st", 90)], name="First Army", commander="ney"),
        "third": army("0501", [infantry("Line", 700)], name="Third Army", commander="soult"),
        "second": army("2001", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies, commanders=THREE))
    field.force(HOUR, "ney", "abandon supplies=1").run(13 * HOUR)
    field.answer(14 * HOUR, "gm", "D-ARMY-02", "joins")
    assert field.army("first").joins
    field.order(DAY, "ney", "march to=0701").run(4 * DAY)
    assert field.army("first").id == "third"
    assert field.army("third").soldiers == 790
    assert field.get(Commander, "ney").with_army == "third"


# -- what others see ------------------------------------------------------------------------------


@pytest.mark.rule("C-SCOUT-01", "C-ARMY-04", "C-ARMY-05")
def test_who_has_them_in_sight_sees_armies_split_and_join() -> None:
    armies = {
        "first": army("0901", ROSTER, name="First Army", commander="ney"),
        "second": army("1001", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies))

    def seen() -> dict[str, int]:
        found = page(field, "blake").seen
        return {s.name: s.infantry + s.cavalry + s.artillerists for s in found if s.at is None}

    assert seen() == {"First Army": 3350}
    field.order(HOUR, "ney", "split detachments=1st leader=captain name=Wing")
    assert seen() == {"First Army": 2850, "Wing": 500}
    field.order(2 * HOUR, "ney", "merge army=ney.wing into=first")
    assert seen() == {"First Army": 3350}
    assert not [s for s in field.world.of(ArmySeen) if s.subject == "ney.wing"]


@pytest.mark.rule("C-MSG-07", "C-ARMY-04", "C-ARMY-05")
def test_an_absent_owner_knows_of_a_part_and_of_a_joining_only_when_word_comes() -> None:
    armies = {
        "first": army("0101", [infantry("Guard", 500)], name="First Army", commander="ney"),
        "corps": army("1501", ROSTER, name="Corps", owner="ney", commander="soult"),
        "column": army("1501", [infantry("Old", 400)], name="Column", owner="ney"),
        "second": army("2005", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies, commanders=THREE), pack=PACK, dice=SAFE)
    field.order(HOUR, "ney", "split army=corps detachments=1st leader=captain name=Wing")
    field.order(HOUR, "ney", "merge army=column into=corps leader=soult")
    arrived = None
    for hour in range(2, 120):
        field.run(hour * HOUR)
        there = field.world.find(Army, "ney.wing") is not None
        names = [a.name for a in page(field, "ney").armies]
        if there and arrived is None:
            arrived = hour
            assert field.army("column").id == "corps"
            assert names == ["Column", "Corps", "First Army"]
    assert arrived is not None
    assert [a.name for a in page(field, "ney").armies] == ["Corps", "First Army", "Wing"]
    assert "captain:ney.wing" in page(field, "ney").correspondents


# -- nobody lost, nobody made ---------------------------------------------------------------------


def tally(field: Field) -> tuple[int, ...]:
    """Everything of Red's that splitting and joining must conserve."""
    men = wagons = six = supplies = money = purses = engines = 0
    for each in field.world.of(Army):
        if each.faction != "red":
            continue
        detachments: tuple[Detachment, ...] = each.detachments
        men += sum(d.soldiers for d in detachments)
        wagons += sum(d.wagons for d in detachments)
        six += sum(d.six for d in detachments)
        supplies += each.supplies
        money += each.chest
        purses += each.purses
        engines += each.engines.ready + each.engines.packed
        assert len({d.name for d in detachments}) == len(detachments)
        assert detachments
    for place in field.world.of(Stronghold):
        men += sum(d.soldiers for d in place.left)
        wagons += sum(d.wagons for d in place.left)
        six += sum(d.six for d in place.left)
        supplies += place.left_supplies + place.stores
    for commander in field.world.of(Commander):
        money += commander.purse
        led = field.world.find(Army, commander.army) if commander.army else None
        assert (led is not None) != (commander.place is not None)
        assert led is None or led.leader == commander.id
        ridden = field.world.find(Army, commander.with_army) if commander.with_army else None
        assert ridden is None or ridden.place == commander.place
    return men, wagons, six, supplies, money, purses, engines


NAMES = ["1st", "2nd", "3rd", "Horse", "Guns", "Line", "Line (Third Army)", "1st (Westwall)"]
DEEDS = st.lists(
    st.one_of(
        st.builds(
            "split detachments={} leader={} name=P army={}".format,
            st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True).map(
                lambda names: '"' + str(names).replace("'", '\\"') + '"'
            ),
            st.sampled_from(["captain", "retinue", "soult"]),
            st.sampled_from(["first", "third", "ney.p", "ney.p-2"]),
        ),
        st.builds(
            "merge army={} into={}".format,
            st.sampled_from(["first", "third", "ney.p", "ney.p-2", "ney.p-3"]),
            st.sampled_from(["first", "third", "ney.p", "ney.p-2", "ney.p-3"]),
        ),
        st.builds(
            "detach_garrison detachments={} supplies=50 army={}".format,
            st.sampled_from(NAMES[:4]),
            st.sampled_from(["first", "ney.p"]),
        ),
        st.just("merge garrison=westwall"),
        st.just("send_out stronghold=westwall name=P"),
        st.just("garrison army=ney.p"),
    ),
    min_size=4,
    max_size=14,
)


@pytest.mark.rule("C-ARMY-04", "C-ARMY-05", "C-DET-02", "C-STR-05")
@settings(max_examples=25)
@given(DEEDS, st.sampled_from(["ney", "gm"]))
def test_splitting_and_joining_loses_nobody_and_makes_nobody(deeds: list[str], who: str) -> None:
    armies = {
        "first": army(
            "0101",
            ROSTER,
            name="First Army",
            commander="ney",
            supplies=5000,
            engines={"ready": 3},
        ),
        "third": army(
            "0101", [infantry("Line", 700), infantry("1st", 90)], name="Third Army", owner="ney"
        ),
        "second": army("2001", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }
    commanders = {**THREE, "soult": {**THREE["soult"], "at": "0101"}}
    field = Field(sides(armies=armies, commanders=commanders))
    before = tally(field)
    for hour, deed in enumerate(deeds):
        field.force(hour * HOUR // 2, who, deed)
        assert tally(field) == before
    field.run(2 * DAY)
    assert tally(field)[:3] == before[:3]
