"""Treaties: proposed, carried, signed or not, and as strong as their makers' word."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.clash import a_step, facts, open_question, reply
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from tests.world.rules.campaign.test_word import PACK as WITH_COURIERS
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.rules.campaign.nouns.engagements import CommanderTaken
from world.rules.campaign.nouns.faction import stance
from world.rules.campaign.nouns.treaty import Treaty, TreatyView
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.treaties.notices import TreatyConcluded, TreatySigned

FOOT = [infantry("Line", 1000)]
PEACE = 'treaty parties=blake text="Neither crosses the river before winter."'


def table(blake_at: str = "0501", **more: Any) -> Field:
    """Ney at 0501, where Blake is, too, unless he is elsewhere; Grey, of neither side, at 0501."""
    spec = sides(
        commanders={
            "grey": {"name": "Lord Grey", "at": "0501"},
            "moore": {"name": "General Moore", "faction": "blue", "at": blake_at, "npc": True},
            **more.pop("commanders", {}),
        },
        armies={
            "first": army("0501", FOOT, name="First Army", commander="ney"),
            "second": army(blake_at, FOOT, name="Second Army", commander="blake"),
        },
        stances=[],
    )
    params = {
        "message.safe_friendly": "20/20",
        "message.safe_hostile": "6/6",
        "message.destination": "actual",
    }
    return Field(spec, pack=WITH_COURIERS, params=params, **more)


def papers(field: Field, person: str) -> tuple[TreatyView, ...]:
    return campaign_view(field.pack.view(field.world, person)).treaties


def answer(field: Field, at: int, who: str, option: str) -> None:
    question = open_question(field, "D-DIP-02")
    assert question is not None
    assert (question.who, question.default) == (who, "refuse")
    reply(field, at, question, option)


@pytest.mark.rule("C-TALK-02")
def test_a_treaty_stands_when_all_have_signed_and_the_parties_are_told() -> None:
    field = table().order(HOUR, "ney", PEACE)
    (draft,) = papers(field, "blake")
    assert (draft.parties, draft.signed, draft.concluded) == (
        ("Marshal Ney", "General Blake"),
        ("Marshal Ney",),
        False,
    )
    answer(field, 2 * HOUR, "blake", "sign")
    for person in ("ney", "blake"):
        ((at, told),) = field.told(person, TreatyConcluded)
        assert (at, told.text) == (2 * HOUR, "Neither crosses the river before winter.")
        assert papers(field, person)[0].concluded
    # Lord Grey stood by and was no party to it.
    assert not papers(field, "grey")
    assert not field.told("grey", TreatyConcluded)


@pytest.mark.rule("C-TALK-02")
def test_nothing_enforces_a_treaty() -> None:
    field = table().order(HOUR, "ney", PEACE)
    answer(field, 2 * HOUR, "blake", "sign")
    assert stance(field.world, "red", "blue") == "neutral"
    field.order(3 * HOUR, "ney", "attack target=second").run(4 * HOUR)
    assert not field.refusals("ney")
    assert stance(field.world, "red", "blue") == "hostile"


@pytest.mark.rule("C-TALK-02")
def test_who_does_not_sign_is_bound_to_nothing_and_says_so() -> None:
    field = table().order(HOUR, "ney", PEACE)
    answer(field, 2 * HOUR, "blake", "refuse")
    assert [n.what for _, n in field.told("ney", TreatySigned)] == ["will not sign"]
    assert not papers(field, "ney")[0].concluded
    # Who leaves it lying has not signed either, and tells nobody.
    silent = table().order(HOUR, "ney", PEACE).run(3 * DAY)
    assert not silent.told("ney", TreatySigned)
    assert open_question(silent, "D-DIP-02") is None
    assert not papers(silent, "ney")[0].concluded


@pytest.mark.rule("C-TALK-02", "C-MSG-01")
def test_to_somebody_elsewhere_it_rides_and_so_does_his_name() -> None:
    field = table("1501").order(HOUR, "ney", PEACE)
    assert not papers(field, "blake")
    assert open_question(field, "D-DIP-02") is None
    # A hundred kilometres at 80 a day: he reads it after thirty hours.
    field.run(HOUR + 30 * HOUR)
    assert papers(field, "blake")
    answer(field, 32 * HOUR, "blake", "sign")
    assert field.told("blake", TreatyConcluded)
    assert papers(field, "ney")[0].signed == ("Marshal Ney",)
    field.run(61 * HOUR)
    assert not field.told("ney", TreatyConcluded)
    field.run(63 * HOUR)
    assert field.told("ney", TreatyConcluded)
    assert papers(field, "ney")[0].concluded
    read = [f["text"] for f in facts(field, "delivered")]
    assert len(read) == 2


@pytest.mark.rule("C-TALK-02")
def test_of_three_parties_each_knows_who_has_signed_as_he_hears_of_it() -> None:
    field = table("1501").order(HOUR, "ney", PEACE.replace("parties=blake", "parties=blake,grey"))
    answer(field, 2 * HOUR, "grey", "sign")
    assert papers(field, "ney")[0].signed == ("Marshal Ney", "Lord Grey")
    assert not field.told("ney", TreatyConcluded)
    field.run(33 * HOUR)
    # Blake has had both riders: the draft, and Lord Grey's name.
    assert papers(field, "blake")[0].signed == ("Marshal Ney", "Lord Grey")
    answer(field, 34 * HOUR, "blake", "sign")
    field.run(3 * DAY)
    for person in ("ney", "blake", "grey"):
        assert len(field.told(person, TreatyConcluded)) == 1


@pytest.mark.rule("C-TALK-02", "C-NPC-01")
def test_the_referee_signs_for_somebody_nobody_plays() -> None:
    field = table().order(HOUR, "ney", PEACE.replace("blake", "moore"))
    answer(field, 2 * HOUR, REFEREE, "sign")
    assert field.told(REFEREE, TreatyConcluded)
    assert field.told("ney", TreatyConcluded)


@pytest.mark.rule("C-TALK-02")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ('parties=ney text="Peace."', "E-NO-CONSENT"),
        ('parties=blake,blake text="Peace."', "E-SYNTAX"),
        ('parties=blake text=" "', "E-SYNTAX"),
        ('parties=nobody text="Peace."', "E-UNKNOWN-ADDRESSEE"),
    ],
)
def test_it_takes_others_who_are_known_and_words(said: str, code: str) -> None:
    field = table()
    with pytest.raises(Refused) as refused:
        field.order(HOUR, "ney", f"treaty {said}")
    assert refused.value.code == code
    field.force(HOUR, "ney", f"treaty {said}")
    assert field.refusals("ney") == [code]
    assert not field.world.of(Treaty)


@pytest.mark.rule("C-TALK-02", "C-PRIS-01")
def test_a_prisoner_signs_what_his_captor_lets_him() -> None:
    field = table()
    a_step(field).happened(CommanderTaken(person="ney", holds="second", place="0501"), "ney")
    field.force(HOUR, "ney", PEACE)
    assert field.refusals("ney") == ["E-CAPTIVE"]
    field.order(2 * HOUR, "blake", "captive person=ney fate=keep may_write=true")
    field.order(3 * HOUR, "ney", PEACE)
    assert field.refusals("ney") == ["E-CAPTIVE"]
    assert len(field.world.of(Treaty)) == 1


@pytest.mark.rule("C-TALK-02", "C-CMD-06")
def test_nobody_signs_on_horseback() -> None:
    field = table().order(0, "grey", "ride to=0101")
    field.force(HOUR, "grey", PEACE)
    assert field.refusals("grey") == ["E-NOT-PRESENT"]
