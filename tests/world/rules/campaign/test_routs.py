"""Beaten armies: where they go, what they lose, and who picks it up (C-ROUT, D-BAT-04)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.clash import PLANNED, fought, open_question, reply
from tests.world.rules.campaign.field import DAY, HOUR, SAMPLE, Field, army, infantry
from tests.world.rules.campaign.figures_of_battle import END_OF_THE_ROAD, MOLE
from tests.world.rules.campaign.test_battles import ENEMY, example, over
from world.rules.campaign.baggage import WheelsCaptured
from world.rules.campaign.nouns.army import noncombatants
from world.rules.campaign.nouns.morale import MoraleCheck
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.rout.notices import FallingBack, InRout, Regrouped, Spoils

FAILED: dict[str, list[tuple[int, ...]]] = {"morale check": [(6, 6)] * 3, "capture": [(6,)] * 3}
HELD: dict[str, list[tuple[int, ...]]] = {"morale check": [(1, 1)] * 3, "capture": [(6,)] * 3}
#: Red holds the road behind whoever has just come up it.
REAR = {"rear": army("0901", [infantry("R", 1000)], name="Rear", owner="ney")}


def beaten(**more: Any) -> Field:
    """Blake is beaten by four; he had ten thousand supplies, and Ney has room for them."""
    return fought(
        rolls=((6, 5), (3, 3)),
        red={"supplies": 0, **more.pop("red", {})},
        blue={"supplies": 10_000},
        **more,
    )


# -- EX-26 ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-ROUT-06", "C-ARMY-03", "C-SUP-02")
def test_the_victor_of_the_example_has_room_for_all_that_was_lost() -> None:
    """EX-26, 4: 4,274 foot, 570 horse, 95 gunners, 1,335 followers; free 48,310."""
    field = example(dice={"morale check of second": [(1, 1)]})
    first = field.army("first")
    counts = [first.count(kind) for kind in ("infantry", "cavalry", "artillery")]
    assert (counts, first.soldiers) == ([4_274, 570, 95], 4_939)
    assert noncombatants(field.world, first) == 1_335
    assert free_room(field.world, first) == 153_310 - 105_000


@pytest.mark.rule("C-ROUT-04")
def test_an_army_with_no_hex_to_flee_to_is_halved_where_it_stands() -> None:
    """EX-26, 5: without any legal hex, size and stock are halved."""
    field = fought(
        SAMPLE,
        ENEMY,
        rolls=((5, 5), (2, 2)),
        dice={**FAILED, "days that second": [(5,)]},
        map_text=MOLE,
        armies=REAR,
        red={"supplies": 105_000},
        blue={"morale": 8, "supplies": 40_000},
    )
    before, after = over(field, "blake"), field.army("second")
    assert before.margin == "by 9"
    # 3 x 800, 240 and 40 are left of the battle; half of them stay.
    assert [d.soldiers for d in after.detachments] == [400, 400, 400, 120, 20]
    assert (after.place, after.supplies) == ("1001", 20_000)
    assert [n.men for _, n in field.told("blake", InRout)] == [", and 1340 men with them"]
    assert [n.supplies for _, n in field.told("ney", Spoils)] == [20_000]
    field.run(PLANNED + 5 * DAY)
    assert [at for at, _ in field.told("blake", Regrouped)] == [PLANNED + 5 * DAY]
    steady = fought(rolls=((6, 5), (3, 3)), dice=HELD, map_text=MOLE, armies=REAR)
    assert steady.army("second").soldiers == 850
    always = fought(
        rolls=((6, 5), (3, 3)),
        dice=HELD,
        map_text=MOLE,
        armies=REAR,
        params={"rout.trapped_applies_on": "always"},
    )
    assert always.army("second").soldiers == 425


@pytest.mark.rule("C-ROUT-02", "C-TRAIT-20")
def test_a_veterans_army_goes_a_hex_back_and_is_not_tested() -> None:
    """EX-26, 6: one hex back, no check."""
    field = beaten(blake={"traits": ["veteran"]}, dice=FAILED)
    assert field.army("second").place == "1101"
    assert field.army("second").disorder is None
    assert not field.told("blake", MoraleCheck)
    tested = beaten(
        blake={"traits": ["veteran"]}, dice=FAILED, params={"trait.veteran.rolls_check": True}
    )
    assert [n.outcome for _, n in tested.told("blake", MoraleCheck)] == ["it failed"]
    assert tested.army("second").disorder is None


# -- where it goes --------------------------------------------------------------------------------


@pytest.mark.rule("D-BAT-04", "C-ROUT-01")
def test_the_referee_may_send_a_beaten_army_another_way() -> None:
    field = beaten(dice=HELD)
    assert field.army("second").place == "1101"
    assert {n.whither for _, n in field.told("ney", FallingBack)} == {"falls back to 1101"}
    question = open_question(field, "D-BAT-04")
    assert question is not None
    assert (question.who, question.default, question.mode) == ("gm", "way_it_knows", "at_once")
    names = {option.name for option in question.options}
    assert {"way_it_knows", "farther", "nowhere", "1002", "1101"} <= names
    assert "1001" not in names
    reply(field, 9 * HOUR, question, "1002")
    assert field.army("second").place == "1002"
    farther = beaten(dice=HELD)
    reply(farther, 9 * HOUR, open_question(farther, "D-BAT-04"), "farther")
    assert farther.army("second").place == "1201"
    gone_on = beaten(dice=HELD).order(9 * HOUR, "blake", "march to=1301")
    reply(gone_on, 10 * HOUR, open_question(gone_on, "D-BAT-04"), "1002")
    assert gone_on.refusals("gm") == ["E-BUSY"]


@pytest.mark.rule("D-BAT-04", "C-GEN-06")
def test_where_the_scenario_waits_for_the_referee_a_beaten_army_waits_for_its_way() -> None:
    def sent(option: str) -> Field:
        waits = ["D-BAT-01", "D-BAT-02", "D-BAT-03", "D-BAT-04"]
        field = beaten(dice=FAILED, params={"decision.waits": waits})
        assert field.army("second").place == "1001"
        assert not field.told("blake", MoraleCheck)
        reply(field, 9 * HOUR, open_question(field, "D-BAT-04"), option)
        return field

    assert sent("way_it_knows").army("second").place == "1101"
    assert sent("1002").army("second").place == "1002"
    assert sent("farther").army("second").place == "1201"
    stays = sent("nowhere").army("second")
    # It has nowhere to go, and fails its check: 850 are halved.
    assert (stays.place, stays.soldiers) == ("1001", 425)


@pytest.mark.rule("C-ROUT-01")
def test_wheels_are_left_to_the_victor_where_only_roadless_hexes_are_open() -> None:
    wagons = {"second": [infantry("Line", 1000, wagons=3)]}
    field = beaten(dice=HELD, map_text=END_OF_THE_ROAD, armies=REAR, **wagons)
    assert (field.army("second").wagons, field.army("first").wagons) == (0, 3)
    assert field.army("second").place != "1001"
    assert [n.what for _, n in field.told("ney", WheelsCaptured)] == ["3 wagons"]
    kept = beaten(
        dice=HELD,
        map_text=END_OF_THE_ROAD,
        armies=REAR,
        params={"rout.wheels": "keep"},
        **wagons,
    )
    assert (kept.army("second").wagons, kept.army("second").place) == (3, "1001")


# -- what is lost ---------------------------------------------------------------------------------


@pytest.mark.rule("C-ROUT-06", "C-ROUT-03")
def test_several_victors_share_what_was_lost_by_their_soldiers_and_their_room() -> None:
    dice: Any = {**FAILED, "stock that second": [(6,)], "hexes that second": [(1,)]}
    third = {
        "third": army("0901", [infantry("T", 500)], name="Third", commander="soult", supplies=0)
    }

    def shares(room: int | None = None, **more: Any) -> list[int]:
        red = {"supplies": 0} if room is None else {"supplies": 1000 * 15 + 250 * 15 - room}
        field = fought(
            rolls=((6, 5), (3, 3)),
            dice={**dice, "battle roll of third": [(3, 3)]},
            red=red,
            blue={"supplies": 10_000},
            armies=third,
            commanders={"soult": {"name": "Marshal Soult", "faction": "red"}},
            **more,
        )
        found = [field.army("first").supplies, field.army("third").supplies]
        return [found[0] - red["supplies"], found[1]]

    # Ney alone: 6,000 of ten thousand.
    assert shares() == [6000, 0]
    assert shares(params={"rout.spoils_default": "leave"}) == [0, 0]
    # After the battle 950 men and 238 followers carry 17,820: of his room 70 are left.
    assert shares(1000) == [70, 0]


@pytest.mark.rule("C-ROUT-05")
def test_an_army_in_flight_takes_no_orders_sends_no_reports_and_eats() -> None:
    field = beaten(dice={**FAILED, "hexes that": [(6,)]}, hungry=True)
    field.force(PLANNED + HOUR, "blake", "march to=2001")
    field.force(PLANNED + HOUR, "blake", "forage")
    assert field.refusals("blake") == ["E-OUT-OF-CONTROL"] * 2
    stock = field.army("second").supplies
    assert field.run(PLANNED + 12 * HOUR).army("second").supplies < stock
    willing = beaten(dice=FAILED, params={"rout.orders_refused": False})
    willing.force(PLANNED + HOUR, "blake", "march to=2001")
    assert "E-OUT-OF-CONTROL" not in willing.refusals("blake")
