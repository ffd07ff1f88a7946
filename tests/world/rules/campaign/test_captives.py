"""What becomes of prisoners: kept, ransomed, exchanged, freed, won over, executed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.clash import a_step, facts, open_question, reply
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from tests.world.rules.campaign.test_word import PACK as WITH_COURIERS
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.rules.campaign.captives.notices import CaptivesFate, Died
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import CommanderTaken, PlaceFell
from world.rules.campaign.nouns.facts import ArmyGone
from world.rules.campaign.nouns.holding import may_write
from world.rules.campaign.nouns.stronghold import Stronghold

FOOT = [infantry("Line", 1000)]
SAFE = {"message.safe_friendly": "20/20", "message.safe_hostile": "6/6"}


def prison(holds: str = "first", **more: Any) -> Field:
    """Blake, of whose side Brock is near and Byng far off, is a prisoner of Ney's at 0501."""
    spec = sides(
        commanders={
            "brock": {"name": "General Brock", "faction": "blue", "at": "0501", "purse": 1000},
            "byng": {"name": "General Byng", "faction": "blue", "at": "2001"},
            **more.pop("commanders", {}),
        },
        armies={
            "first": army("0501", FOOT, name="First Army", commander="ney"),
            "corps": army("0501", FOOT, name="Corps", owner="ney"),
            "second": army("0501", FOOT, name="Second Army", commander="blake"),
            **more.pop("armies", {}),
        },
        **more.pop("spec", {}),
    )
    field = Field(spec, pack=WITH_COURIERS, params={**SAFE, **more.pop("params", {})}, **more)
    a_step(field).happened(CommanderTaken(person="blake", holds=holds, place="0501"), "blake")
    return field


def blake(field: Field) -> Commander:
    return field.get(Commander, "blake")


def fates(field: Field, person: str) -> list[str]:
    return [n.fate for _, n in field.told(person, CaptivesFate)]


@pytest.mark.rule("C-PRIS-02", "D-PRIS-01")
def test_a_captor_keeps_his_prisoner_unless_he_says_otherwise() -> None:
    field = prison()
    assert blake(field).captor == "ney"
    question = open_question(field, "D-PRIS-01")
    assert question is not None
    assert (question.who, question.default) == ("ney", "keep")
    assert [o.name for o in question.options] == ["keep", "parole", "execute"]
    assert not may_write(field.world, blake(field))
    field.order(HOUR, "ney", "captive person=blake fate=keep may_write=true")
    assert may_write(field.world, blake(field))
    assert blake(field.run(3 * DAY)).captor == "ney"
    free = prison(params={"captive.default": "parole"})
    assert blake(free).captor == ""


@pytest.mark.rule("C-PRIS-02", "D-PRIS-01")
def test_on_parole_he_is_free_and_his_side_hears_of_it_by_rider() -> None:
    field = prison().order(HOUR, "ney", "captive person=blake fate=parole")
    assert (blake(field).captor, blake(field).held) == ("", "")
    for person in ("ney", "blake", "brock"):
        assert fates(field, person) == ["he is free on his word not to fight"]
    assert not fates(field, "byng")
    field.run(5 * DAY)
    read = [f for f in facts(field, "delivered") if f["reader"] == "byng" and f["sender"] == "ney"]
    assert ["General Blake" in f["text"] and "on his word" in f["text"] for f in read] == [True]


@pytest.mark.rule("C-PRIS-02", "D-PRIS-01")
def test_a_prisoner_who_is_executed_is_dead_and_it_is_news() -> None:
    field = prison()
    field.answer(HOUR, "ney", "D-PRIS-01", "execute")
    assert field.world.find(Commander, "blake") is None
    assert field.told("brock", Died)
    news = [f for f in facts(field, "newsworthy") if f["event"] == "death"]
    assert ["General Blake is dead" in f["wording"] for f in news] == [True]


@pytest.mark.rule("C-PRIS-02", "D-PRIS-01")
def test_a_ransom_is_paid_by_whoever_agrees_to_it() -> None:
    said = "captive person=blake fate=ransom payer=brock doubloons=300"
    field = prison().order(HOUR, "ney", said)
    assert blake(field).captor == "ney"
    question = open_question(field, "D-PRIS-01", "300 doubloons")
    assert question is not None
    assert (question.who, question.default) == ("brock", "refuse")
    reply(field, 2 * HOUR, question, "agree")
    assert blake(field).captor == ""
    purses = {p: field.get(Commander, p).purse for p in ("ney", "brock")}
    assert purses == {"ney": 300, "brock": 700}
    assert fates(field, "blake") == ["he is ransomed for 300 doubloons"]


@pytest.mark.rule("C-PRIS-02")
def test_nobody_pays_who_refuses_or_is_not_there_or_has_not_so_much() -> None:
    refused = prison().order(
        HOUR, "ney", "captive person=blake fate=ransom payer=brock doubloons=9"
    )
    assert blake(refused.run(3 * DAY)).captor == "ney"
    for said, code in (
        ("payer=byng doubloons=9", "E-NOT-PRESENT"),
        ("payer=brock doubloons=9999", "E-FUNDS"),
        ("payer=brock", "E-SYNTAX"),
    ):
        field = prison().force(HOUR, "ney", f"captive person=blake fate=ransom {said}")
        assert field.refusals("ney") == [code]
        assert blake(field).captor == "ney"


@pytest.mark.rule("C-PRIS-02", "D-PRIS-01")
def test_prisoners_are_exchanged_where_both_captors_meet() -> None:
    soult = {"soult": {"name": "Marshal Soult", "faction": "red", "at": "0501"}}
    field = prison(
        commanders=soult, armies={"third": army("0501", FOOT, name="Third", commander="brock")}
    )
    a_step(field, "also").happened(
        CommanderTaken(person="soult", holds="third", place="0501"), "soult"
    )
    field.order(HOUR, "ney", "captive person=blake fate=exchange against=soult")
    question = open_question(field, "D-PRIS-01", "for Marshal Soult")
    assert question is not None
    assert question.who == "brock"
    reply(field, 2 * HOUR, question, "agree")
    assert (blake(field).captor, field.get(Commander, "soult").captor) == ("", "")
    assert fates(field, "blake") == [
        "he is exchanged for Marshal Soult",
        "he is exchanged for General Blake",
    ]
    none = prison().force(HOUR, "ney", "captive person=blake fate=exchange against=brock")
    assert none.refusals("ney") == ["E-NO-CAPTIVE"]


@pytest.mark.rule("C-PRIS-02", "D-PRIS-01")
def test_who_is_won_over_changes_sides_and_the_side_he_leaves_hears_of_it() -> None:
    field = prison().order(HOUR, "ney", "captive person=blake fate=win_over")
    question = open_question(field, "D-PRIS-01", "win you over")
    assert question is not None
    assert question.who == "blake"
    reply(field, 2 * HOUR, question, "agree")
    assert (blake(field).faction, blake(field).captor) == ("red", "")
    field.run(5 * DAY)
    read = [f["text"] for f in facts(field, "delivered") if f["reader"] == "byng"]
    assert any("changed sides" in text for text in read)


@pytest.mark.rule("C-PRIS-02")
def test_only_whoever_holds_a_prisoner_settles_it_and_the_referee() -> None:
    field = prison()
    with pytest.raises(Refused, match="You hold no prisoner"):
        field.order(HOUR, "brock", "captive person=blake fate=parole")
    field.force(HOUR, "brock", "captive person=blake fate=parole")
    assert field.refusals("brock") == ["E-NO-CAPTIVE"]
    field.order(2 * HOUR, REFEREE, "captive person=blake fate=parole")
    assert blake(field).captor == ""


@pytest.mark.rule("C-PRIS-02", "C-CAP-01")
def test_a_captain_keeps_his_prisoner_for_his_master_who_need_only_be_there() -> None:
    field = prison("corps")
    assert blake(field).captor == "captain:corps"
    assert open_question(field, "D-PRIS-01") is None
    said = "captive person=blake fate=ransom payer=brock doubloons=300"
    field.order(HOUR, REFEREE, said)
    reply(field, 2 * HOUR, open_question(field, "D-PRIS-01"), "agree")
    assert blake(field).captor == ""
    assert field.army("corps").chest == 300
    field = prison("corps").order(HOUR, "ney", "captive person=blake fate=parole")
    assert blake(field).captor == ""


@pytest.mark.rule("C-PRIS-02", "C-NPC-01", "D-PRIS-01")
def test_of_the_prisoner_of_somebody_nobody_plays_the_referee_is_asked() -> None:
    npc = {"ney": {"name": "Marshal Ney", "faction": "red", "npc": True}}
    for holds in ("first", "corps"):
        question = open_question(prison(holds, commanders=npc), "D-PRIS-01")
        assert question is not None
        assert question.who == REFEREE
    won = prison("corps", commanders=npc).order(HOUR, REFEREE, "captive person=blake fate=win_over")
    reply(won, 2 * HOUR, open_question(won, "D-PRIS-01", "win you over"), "agree")
    assert blake(won).faction == "red"


@pytest.mark.rule("C-PRIS-02")
def test_a_prisoner_is_free_when_the_place_or_the_army_that_holds_him_falls_to_his_side() -> None:
    field = prison()
    a_step(field, "west").happened(
        CommanderTaken(person="byng", holds="westwall", place="0101"), "byng"
    )
    held = field.get(Commander, "byng")
    assert held.captor == "governor:westwall"
    fallen = msgspec.structs.replace(
        field.get(Stronghold, "westwall"), holder="brock", faction="blue"
    )
    field.world.set(fallen)
    fact = PlaceFell(stronghold="westwall", old_holder="ney", old_faction="red", victor="brock")
    a_step(field, "fell").happened(fact, "westwall")
    assert field.get(Commander, "byng").captor == ""
    # So is one whose captors are no more.
    first = field.army("first")
    step = a_step(field, "gone")
    step.remove(first, "destroyed")
    gone = ArmyGone(army="first", place="0501", faction="red", leader="ney")
    step.happened(gone, "first")
    assert blake(field).captor == ""
