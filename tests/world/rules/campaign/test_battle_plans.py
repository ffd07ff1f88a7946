"""Plans for battle: ordered, left in advance, judged; attacks, sorties, and who comes up late."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.clash import (
    FOOT,
    PLANNED,
    clash,
    facts,
    judged,
    open_question,
    reply,
)
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from world.decision import Decision
from world.errors import Refused
from world.ordertext import parse_order
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.contact.notices import ArmiesMeet, NothingFought
from world.rules.campaign.nouns.battle import Battle
from world.rules.campaign.nouns.meeting import Meeting


def the_meeting(field: Field) -> Meeting:
    return next(iter(field.world.of(Meeting)))


def refused(field: Field, person: str, text: str) -> str:
    """The code with which an author's own page refuses an order; '' if it does not."""
    order = parse_order(field.pack, text)
    try:
        order.check(field.pack.view(field.world, person))
    except Refused as refusal:
        return refusal.code
    return ""


@pytest.mark.rule("C-BAT-01")
def test_who_is_asked_sees_the_odds_by_what_he_has_before_his_eyes() -> None:
    field = clash([infantry("Line", 2000)], [infantry("Foot", 1000)])
    mine = next(d for d in field.world.of(Decision) if d.who == "ney")
    # Twice as many men: one in favour, whatever morale or plans may be.
    words = "by numbers and guns alone, if it comes to a battle: won 56, drawn 11, lost 33"
    assert mine.option("attack").odds.startswith(words)
    assert mine.option("withdraw").odds == ""
    view: Any = field.pack.view(field.world, "ney")
    shown = dict(view.decisions[0].options)
    assert words in shown["attack"]
    assert [n.weather for _, n in field.told("ney", ArmiesMeet)] == ["fair"]
    hidden = clash([infantry("Line", 2000)], [infantry("Foot", 1000)], blue={"morale": 3})
    same = next(d for d in hidden.world.of(Decision) if d.who == "ney")
    assert same.options == mine.options


@pytest.mark.rule("C-BAT-01")
def test_a_plan_may_be_given_by_an_order_instead_of_an_answer() -> None:
    field = clash()
    field.order(7 * HOUR, "ney", 'battle_plan stand=attack plan="by the left"')
    party = the_meeting(field).party("first")
    assert party is not None
    assert (party.stand, party.plan.text) == ("attack", "by the left")
    assert [d.state for d in field.world.of(Decision) if d.who == "ney"] == ["withdrawn"]
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    # Once battle is joined he may put it in other words, but do nothing else.
    field.force(PLANNED, "ney", 'battle_plan stand=attack plan="by the right"')
    again = the_meeting(field).party("first")
    assert again is not None
    assert again.plan.text == "by the right"
    field.force(PLANNED, "ney", "battle_plan stand=withdraw")
    assert field.refusals("ney") == ["E-MEETING"]


@pytest.mark.rule("C-BAT-01")
def test_a_standing_plan_is_followed_without_asking_until_it_is_taken_back() -> None:
    scenario = sides(
        armies={
            "first": army("0901", FOOT, name="First Army", commander="ney"),
            "second": army("1001", FOOT, name="Second Army", commander="blake"),
        }
    )
    field = Field(scenario)
    assert refused(field, "blake", "battle_plan stand=hold") == "E-NO-BATTLE"
    field.force(0, "blake", "battle_plan stand=hold")
    assert field.refusals("blake") == ["E-NO-BATTLE"]
    field.order(0, "blake", 'battle_plan stand=attack plan="charge" standing=true')
    view: Any = field.pack.view(field.world, "blake")
    assert view.armies[0].standing_plan == "attack"
    field.order(0, "ney", "march to=1001").run(6 * HOUR)
    party = the_meeting(field).party("second")
    assert party is not None
    assert (party.stand, party.plan.text, party.decision) == ("attack", "charge", "")
    assert [d.who for d in field.world.of(Decision) if d.rule == "D-BAT-01"] == ["ney"]
    assert field.told("blake", ArmiesMeet)
    field.answer(7 * HOUR, "ney", "D-BAT-01", "hold")
    assert field.world.of(Battle)
    back = Field(scenario).order(0, "blake", "battle_plan stand=attack standing=true")
    back.order(0, "blake", "battle_plan stand=none standing=true")
    assert back.army("second").plan is None


@pytest.mark.rule("C-BAT-01", "C-CAP-01")
def test_a_captain_takes_no_plan_for_battle() -> None:
    field = Field(
        sides(
            armies={
                "first": army("0901", FOOT, name="First Army", commander="ney"),
                "corps": army("0901", FOOT, name="Corps", owner="ney"),
                "second": army("1001", FOOT, name="Second Army", commander="blake"),
            }
        )
    )
    field.order(0, "ney", "battle_plan stand=attack standing=true army=corps")
    assert field.refusals("ney") == ["E-CAPTAIN-ORDER"]


def standing_off() -> Field:
    """Neither side has attacked; the armies stand before one another."""
    return clash().run(31 * HOUR)


@pytest.mark.rule("C-BAT-01")
def test_an_attack_opens_a_new_meeting_where_both_stood_off() -> None:
    field = standing_off()
    assert the_meeting(field).state == "standoff"
    field.order(32 * HOUR, "ney", 'attack target="Second Army" plan="at last" objective=town')
    meeting = the_meeting(field)
    party = meeting.party("first")
    assert party is not None
    assert (meeting.state, party.stand, party.came_from) == ("pending", "attack", "0901")
    assert party.plan.objective == "town"
    assert open_question(field, "D-BAT-01") is not None
    field.answer(33 * HOUR, "blake", "D-BAT-01", "hold")
    judged(field, 33 * HOUR)
    assert field.told("ney", BattleOver)


@pytest.mark.rule("C-BAT-01", "C-TALK-04")
def test_one_attacks_only_whom_one_has_before_one_and_it_is_war() -> None:
    scenario = sides(
        stances=[],
        commanders={
            "soult": {"name": "Marshal Soult", "faction": "red"},
            "ney": {"name": "Marshal Ney", "faction": "red"},
            "blake": {"name": "General Blake", "faction": "blue"},
        },
        armies={
            "first": army("1001", FOOT, name="First Army", commander="ney"),
            "third": army("1001", FOOT, name="Third Army", commander="soult"),
            "second": army("1001", FOOT, name="Second Army", commander="blake"),
        },
    )
    field = Field(scenario)
    for target, code in (("nobody", "E-NOT-PRESENT"), ("third", "E-FRIENDLY")):
        assert refused(field, "ney", f"attack target={target}") == code
        field.force(0, "ney", f"attack target={target}")
    assert field.refusals("ney") == ["E-NOT-PRESENT", "E-FRIENDLY"]
    field.order(HOUR, "ney", "attack target=second")
    assert field.pack.answers.stance(field.world, "ney", "blake") == "hostile"
    party = the_meeting(field).party("first")
    assert party is not None
    assert party.stand == "attack"
    # His friend is there, too, and is asked for himself.
    assert {d.who for d in field.world.of(Decision) if d.state == "open"} == {"soult", "blake"}
    field.force(2 * HOUR, "ney", "attack target=second")
    field.answer(3 * HOUR, "soult", "D-BAT-01", "hold")
    field.answer(3 * HOUR, "blake", "D-BAT-01", "hold")
    field.force(4 * HOUR, "ney", "attack target=second")
    assert field.refusals("ney")[2:] == ["E-MEETING"]


@pytest.mark.rule("C-BAT-01")
def test_where_battle_may_not_be_declined_whoever_came_up_attacks() -> None:
    field = clash(params={"battle.decline_allowed": False}).run(31 * HOUR)
    battle = field.world.of(Battle)[0]
    assert [(side.armies, side.attacks) for side in battle.sides] == [
        (("first",), True),
        (("second",), False),
    ]


@pytest.mark.rule("C-BAT-01")
def test_whoever_comes_up_while_the_referee_judges_joins_the_battle() -> None:
    third = army("1201", FOOT, name="Third Army", commander="brock")
    field = clash(
        armies={"third": third},
        commanders={"brock": {"name": "General Brock", "faction": "blue"}},
        dice={"battle roll of third": [(6, 6)], "morale check": [(1, 1)] * 5},
    )
    field.order(7 * HOUR, "brock", "march to=1001 pace=forced")
    field.answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    reply(field, PLANNED, open_question(field, "D-BAT-03", "First Army"), "+3")
    field.run(DAY + 4 * HOUR)
    meeting = the_meeting(field)
    assert {party.army for party in meeting.parties} == {"first", "second", "third"}
    question = open_question(field, "D-BAT-01", "Third Army")
    assert question is not None
    assert question.limit == 30 * HOUR  # the deadline stays
    reply(field, DAY + 5 * HOUR, question, "hold")
    battle = field.world.of(Battle)[0]
    assert [side.armies for side in battle.sides] == [("first",), ("second", "third")]
    # What was judged stays judged; only what is new is asked.
    assert [w.points for w in battle.worth] == [3]
    asked = {d.question.split("?")[0] for d in field.world.of(Decision) if d.state == "open"}
    assert {q for q in asked if "plan of" in q} == {
        "What is the plan of Second Army worth",
        "What is the plan of Third Army worth",
    }
    judged(field, DAY + 5 * HOUR)
    assert "good tactics +3" in field.told("ney", BattleOver)[0][1].modifiers
    assert field.told("brock", BattleOver)


@pytest.mark.rule("C-BAT-01")
def test_a_battle_that_nobody_can_fight_any_more_is_called_off() -> None:
    field = clash().answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    assert field.world.of(Battle)
    field.order(9 * HOUR, "ney", "stance faction=blue stance=neither")
    assert field.world.of(Battle)  # it takes two to make peace
    field.order(9 * HOUR, "blake", "stance faction=red stance=neither")
    assert not field.world.of(Battle)
    assert not field.world.of(Meeting)
    open_ = [d for d in field.world.of(Decision) if d.state == "open" and d.rule[:5] == "D-BAT"]
    assert open_ == []
    field.run(3 * DAY)
    assert not field.told("ney", BattleOver)


@pytest.mark.rule("C-BAT-01")
def test_where_all_slip_away_nobody_fights() -> None:
    field = clash().answer(7 * HOUR, "ney", "D-BAT-01", "withdraw")
    field.answer(PLANNED, "blake", "D-BAT-01", "withdraw")
    assert field.army("first").place == "0901"
    assert field.army("second").place == "1001"  # there was nobody left to slip away from
    assert not field.world.of(Meeting)
    assert not facts(field, "battle_joined")


def shut_in(**more: Any) -> Field:
    """Blake's army inside Eastham, besieged by Ney's with three times as many."""
    field = Field(
        sides(
            armies={
                "first": army("2001", [infantry("L", 3000)], name="First Army", commander="ney"),
                "second": army("2001", FOOT, name="Second Army", commander="blake", inside=True),
                "corps": army("2001", FOOT, name="Corps", owner="blake", inside=True),
            }
        ),
        **more,
    )
    return field.order(0, "ney", 'besiege stronghold=eastham plan="x"').run(DAY)


@pytest.mark.rule("C-STR-04", "C-BAT-01", "C-ROUT-01", "C-SIEGE-03")
def test_a_sortie_is_an_attack_upon_the_besiegers_and_beaten_goes_back_inside() -> None:
    field = shut_in(
        dice={
            "battle roll of first": [(6, 6)],
            "battle roll of second": [(1, 1)],
            "capture": [(6,)],
            "morale check": [(1, 1)],
        }
    )
    field.order(DAY, "blake", "leave")
    party = the_meeting(field).party("second")
    assert party is not None
    assert (party.stand, party.sortie) == ("attack", True)
    field.answer(DAY + HOUR, "ney", "D-BAT-01", "hold")
    judged(field, DAY + HOUR)
    assert [f["stronghold"] for f in facts(field, "stronghold_attacked")] == ["eastham"]
    assert field.army("second").inside == "eastham"
    assert not field.world.of(Meeting)
    field.force(2 * DAY, "gm", "leave army=corps")
    assert field.refusals("gm") == ["E-CAPTAIN-ORDER"]
    assert field.army("corps").inside == "eastham"


@pytest.mark.rule("C-BAT-01")
def test_a_won_sortie_drives_the_besiegers_off_and_lifts_the_siege() -> None:
    field = shut_in(
        dice={
            "battle roll of first": [(1, 1)],
            "battle roll of second": [(6, 6)],
            "capture": [(6,)],
            "morale check": [(1, 1)],
        }
    )
    field.order(DAY, "blake", "leave").answer(DAY + HOUR, "ney", "D-BAT-01", "hold")
    judged(field, DAY + HOUR)
    assert field.army("first").place != "2001"
    assert facts(field, "siege_lifted")
    field.order(DAY + 2 * HOUR, "blake", "march to=1901").run(3 * DAY)
    assert field.army("second").place != "2001"


@pytest.mark.rule("C-BAT-01")
def test_nothing_fought_is_told_to_both() -> None:
    field = standing_off()
    for person in ("ney", "blake"):
        assert [n.what for _, n in field.told(person, NothingFought)] == [
            "both stand where they are"
        ]
