from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, cavalry, infantry, sides
from world.decision import Decision
from world.rules.campaign.contact.notices import ArmiesMeet, BattleOffered, NothingFought
from world.rules.campaign.march.notices import MarchOver
from world.rules.campaign.nouns.meeting import Meeting

FOOT = [infantry("Line", 1000)]
COMMANDERS = {
    "ney": {"name": "Marshal Ney", "faction": "red"},
    "soult": {"name": "Marshal Soult", "faction": "red"},
    "blake": {"name": "General Blake", "faction": "blue"},
}


def duel(first: str = "0901", second: str = "1001", **more: Any) -> Field:
    armies = {
        "first": army(first, FOOT, name="First Army", commander="ney"),
        "second": army(second, FOOT, name="Second Army", commander="blake"),
        "third": army("1201", FOOT, name="Third Army", commander="soult"),
        **more.pop("armies", {}),
    }
    return Field(sides(armies=armies, commanders=COMMANDERS), **more)


def meeting(field: Field) -> Meeting | None:
    return next(iter(field.world.of(Meeting)), None)


def facts(field: Field, kind: str) -> list[dict[str, Any]]:
    return [
        fact
        for line in field.journal()
        for fact in msgspec.json.decode(line).get("facts", [])
        if fact["kind"] == kind
    ]


@pytest.mark.rule("C-BAT-01")
@pytest.mark.rule("D-BAT-01")
def test_armies_that_meet_halt_and_both_commanders_are_asked_for_a_plan() -> None:
    field = duel().order(0, "ney", "march to=1101").run(6 * HOUR)
    here = meeting(field)
    assert here is not None
    assert (here.place, here.state) == ("1001", "pending")
    asked = {d.who: d for d in field.world.of(Decision) if d.rule == "D-BAT-01"}
    assert set(asked) == {"ney", "blake"}
    assert {d.default for d in asked.values()} == {"hold"}
    assert {d.limit for d in asked.values()} == {30 * HOUR}
    assert [at for at, _ in field.told("ney", ArmiesMeet)] == [6 * HOUR]
    assert [n.others for _, n in field.told("blake", ArmiesMeet)] == ["First Army"]
    field.force(7 * HOUR, "ney", "march to=0801")
    field.force(7 * HOUR, "ney", "garrison")
    assert field.refusals("ney") == ["E-MEETING", "E-MEETING"]
    field.run(29 * HOUR)
    assert field.army("first").place == "1001"


@pytest.mark.rule("C-BAT-01")
def test_without_plans_both_hold_nothing_is_fought_and_the_incomer_may_only_go_back() -> None:
    """EX-49, 1."""
    field = duel().order(0, "ney", "march to=1101").run(31 * HOUR)
    here = meeting(field)
    assert here is not None
    assert here.state == "standoff"
    assert field.army("first").march is None
    assert [n.what for _, n in field.told("ney", NothingFought)] == ["both stand where they are"]
    field.force(32 * HOUR, "ney", "march to=1101")
    assert field.refusals("ney") == ["E-NO-PATH"]
    field.order(33 * HOUR, "blake", "march to=1101").run(2 * DAY + 12 * HOUR)
    assert field.army("second").place == "1101"  # who stood there first goes where he likes
    assert meeting(field) is None
    back = duel().order(0, "ney", "march to=1101").run(31 * HOUR)
    back.order(32 * HOUR, "ney", "march to=0901").run(3 * DAY)
    assert back.army("first").place == "0901"
    assert meeting(back) is None
    free = duel(params={"battle.standoff_blocks": False}).order(0, "ney", "march to=1101")
    assert free.run(3 * DAY).army("first").place == "1101"


@pytest.mark.rule("C-BAT-01")
def test_whoever_is_let_pass_marches_on() -> None:
    field = duel().order(0, "ney", "march to=1101").run(6 * HOUR)
    field.answer(7 * HOUR, "blake", "D-BAT-01", "let_pass")
    assert field.army("first").march is not None
    field.answer(8 * HOUR, "ney", "D-BAT-01", "hold").run(2 * DAY)
    assert field.army("first").place == "1101"
    assert [at for at, _ in field.told("ney", MarchOver)] == [DAY + 2 * HOUR]


@pytest.mark.rule("C-BAT-01", "C-ROUT-01")
def test_whoever_withdraws_takes_one_step_back_at_once_and_not_twice_within_a_day() -> None:
    """EX-49, 2."""
    field = duel().order(0, "ney", "march to=1201").run(6 * HOUR)
    field.answer(7 * HOUR, "ney", "D-BAT-01", "hold")
    field.answer(8 * HOUR, "blake", "D-BAT-01", "withdraw")
    assert field.army("second").place == "1101"
    assert meeting(field) is None
    # The first army marches on and meets it again in the next hex: this time it must hold.
    field.run(DAY + 2 * HOUR)
    assert meeting(field) is not None
    field.answer(DAY + 3 * HOUR, "ney", "D-BAT-01", "hold")
    field.answer(DAY + 4 * HOUR, "blake", "D-BAT-01", "withdraw")
    assert field.army("second").place == "1101"
    assert any("only lately" in n.what for _, n in field.told("blake", NothingFought))
    patient = duel(params={"battle.withdraw_pause_h": 2}).order(0, "ney", "march to=1201")
    patient.run(6 * HOUR).answer(7 * HOUR, "ney", "D-BAT-01", "hold")
    patient.answer(8 * HOUR, "blake", "D-BAT-01", "withdraw").run(DAY + 2 * HOUR)
    patient.answer(DAY + 3 * HOUR, "ney", "D-BAT-01", "hold")
    patient.answer(DAY + 4 * HOUR, "blake", "D-BAT-01", "withdraw")
    assert patient.army("second").place != "1101"


@pytest.mark.rule("C-BAT-01", "C-ROUT-01")
def test_whoever_withdraws_finds_refuge_in_a_friendly_place_of_the_hex() -> None:
    field = duel(first="1901", second="2001").order(0, "ney", "march to=2001").run(6 * HOUR)
    field.answer(7 * HOUR, "blake", "D-BAT-01", "withdraw")
    field.answer(8 * HOUR, "ney", "D-BAT-01", "hold")
    assert field.army("second").inside == "eastham"
    assert meeting(field) is None


@pytest.mark.rule("C-BAT-01")
def test_an_attack_is_announced_and_both_stand_until_somebody_fights_it() -> None:
    field = duel().order(0, "ney", "march to=1101").run(6 * HOUR)
    field.answer(7 * HOUR, "ney", "D-BAT-01", "attack", "at dawn, over the bridge")
    assert facts(field, "battle_joined") == []
    field.answer(8 * HOUR, "blake", "D-BAT-01", "hold")
    assert [(f["attackers"], f["defenders"]) for f in facts(field, "battle_joined")] == [
        (["first"], ["second"])
    ]
    assert field.told("gm", BattleOffered)
    assert field.army("first").place == field.army("second").place == "1001"


@pytest.mark.rule("C-BAT-01")
def test_an_army_that_comes_up_joins_the_meeting_and_the_deadline_stays() -> None:
    field = duel().order(0, "ney", "march to=1001").order(0, "soult", "march to=1001")
    field.run(13 * HOUR)
    here = meeting(field)
    assert here is not None
    assert {party.army for party in here.parties} == {"first", "second", "third"}
    limits = {d.limit for d in field.world.of(Decision) if d.rule == "D-BAT-01"}
    assert limits == {30 * HOUR}
    wait = duel(params={"battle.late_arrivals": "wait"})
    wait.order(0, "ney", "march to=1001").order(0, "soult", "march to=1001").run(13 * HOUR)
    apart = meeting(wait)
    assert apart is not None
    assert len(apart.parties) == 2


@pytest.mark.rule("C-BAT-01")
def test_armies_that_march_upon_one_another_do_not_pass_unseen_on_the_road() -> None:
    field = duel(
        first="0901",
        second="1001",
        armies={"third": army("0101", FOOT, name="T", commander="soult")},
    )
    field.order(0, "ney", "march to=1001").order(0, "blake", "march to=0901").run(DAY)
    here = meeting(field)
    assert here is not None
    assert field.army("first").place == field.army("second").place


@pytest.mark.rule("C-BAT-01")
def test_neutral_armies_and_armies_behind_walls_meet_nobody() -> None:
    peace = Field(
        sides(
            stances=[],
            armies={
                "first": army("0901", FOOT, name="First Army", commander="ney"),
                "second": army("1001", FOOT, name="Second Army", commander="blake"),
            },
        )
    )
    peace.order(0, "ney", "march to=1101").run(DAY)
    assert peace.army("first").place == "1101"
    walls = duel(armies={"second": army("2001", FOOT, name="S", commander="blake", inside=True)})
    walls.order(0, "soult", "march to=2001 pace=forced").run(5 * DAY)
    assert walls.army("third").place == "2001"
    assert meeting(walls) is None


@pytest.mark.rule("C-BAT-01", "C-TALK-04")
def test_war_begins_a_meeting_where_armies_stand_together_and_peace_ends_it() -> None:
    field = Field(
        sides(
            stances=[],
            armies={
                "first": army("1001", FOOT, name="First Army", commander="ney"),
                "second": army("1001", FOOT, name="Second Army", commander="blake"),
            },
        )
    )
    field.order(HOUR, "ney", "stance faction=blue stance=war")
    assert meeting(field) is not None
    field.order(2 * HOUR, "ney", "stance faction=blue stance=neither")
    assert meeting(field) is None
    withdrawn = [d.state for d in field.world.of(Decision) if d.rule == "D-BAT-01"]
    assert withdrawn == ["withdrawn", "withdrawn"]


@pytest.mark.rule("C-BAT-01", "C-CAP-02")
def test_a_captain_who_is_met_holds_and_asks_nobody() -> None:
    field = Field(
        sides(
            commanders={
                "ney": COMMANDERS["ney"],
                "blake": {**COMMANDERS["blake"], "at": "2001"},
            },
            armies={
                "first": army("0901", FOOT, name="First Army", commander="ney"),
                "second": army("1001", [cavalry("H", 300)], name="Patrol", owner="blake"),
            },
        )
    )
    field.order(0, "ney", "march to=1101").run(7 * HOUR)
    asked = [d.who for d in field.world.of(Decision) if d.rule == "D-BAT-01"]
    assert asked == ["ney"]
    assert any(f["sender"] == "captain:second" for f in facts(field, "dispatch"))
