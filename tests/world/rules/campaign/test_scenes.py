"""Scenes: asked for, opened by the referee, spoken in among themselves, and over."""

from __future__ import annotations

import pytest

from tests.world.rules.campaign.clash import open_question, reply
from tests.world.rules.campaign.field import DAY, HOUR, Field
from tests.world.rules.campaign.test_treaties import table
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.scenes.notices import (
    SceneDenied,
    SceneHeard,
    SceneKept,
    SceneOpened,
    SceneOver,
    SceneWished,
)

WISH = 'scene people=blake matter="His daughter, and my son"'
AT = 2 * HOUR
EVERYBODY = ("ney", "blake", REFEREE, "grey")


def opened(people: str = "blake") -> Field:
    """Ney has asked, and the referee has said yes."""
    field = table().order(HOUR, "ney", WISH.replace("blake", people))
    return reply_to(field, "yes")


def reply_to(field: Field, option: str) -> Field:
    reply(field, AT, open_question(field, "D-DIP-01"), option)
    return field


def heard(field: Field, person: str) -> list[tuple[str, str]]:
    return [(notice.name, notice.text) for _, notice in field.told(person, SceneHeard)]


def scenes(field: Field, person: str) -> int:
    return len(campaign_view(field.pack.view(field.world, person)).scenes)


@pytest.mark.rule("C-TALK-03", "D-DIP-01")
def test_a_scene_is_played_when_the_referee_says_yes_and_letters_only_until_then() -> None:
    field = table().order(HOUR, "ney", WISH)
    question = open_question(field, "D-DIP-01")
    assert question is not None
    assert (question.who, question.mode, question.default) == (REFEREE, "waits", "letters_only")
    assert [n.others for _, n in field.told("ney", SceneWished)] == ["General Blake"]
    with pytest.raises(Refused, match="in no scene"):
        field.order(HOUR, "ney", "speak text=Well")
    reply(field, AT, question, "yes")
    for person in ("ney", "blake", REFEREE):
        assert [at for at, _ in field.told(person, SceneOpened)] == [AT]
        assert scenes(field, person) == 1
    # Lord Grey stands by, and it is no affair of his.
    assert not field.told("grey", SceneOpened)
    assert not scenes(field, "grey")


@pytest.mark.rule("C-TALK-03", "D-DIP-01")
@pytest.mark.parametrize("answered", [True, False])
def test_those_involved_hear_that_it_is_left_at_letters(answered: bool) -> None:
    field = table().order(HOUR, "ney", WISH)
    field = reply_to(field, "letters_only") if answered else field.run(3 * DAY)
    told = {who: [(at, n.why) for at, n in field.told(who, SceneDenied)] for who in EVERYBODY}
    why = (AT if answered else DAY + HOUR, "the referee leaves you your words and letters only")
    assert told == {"ney": [why], "blake": [why], REFEREE: [], "grey": []}
    assert not scenes(field, REFEREE)


@pytest.mark.rule("C-TALK-03")
def test_in_a_scene_its_parties_and_the_referee_hear_everything_and_nobody_else_a_word() -> None:
    field = opened()
    field.order(3 * HOUR, "ney", 'speak text="Will she have him?"')
    field.order(4 * HOUR, "blake", 'speak text="Ask her."')
    field.order(5 * HOUR, REFEREE, 'speak text="She comes in."')
    ney = ("Marshal Ney", "Will she have him?")
    blake = ("General Blake", "Ask her.")
    referee = ("The referee", "She comes in.")
    assert {who: heard(field, who) for who in EVERYBODY} == {
        "ney": [blake, referee],
        "blake": [ney, referee],
        REFEREE: [ney, blake],
        "grey": [],
    }
    tag = SceneKept.__struct_config__.tag
    kept = [row.person for batch in field.batches for row in batch.known_rows if row.kind == tag]
    assert sorted(kept) == sorted(["ney", "blake", REFEREE] * 3)


@pytest.mark.rule("C-TALK-03")
@pytest.mark.parametrize("by", ["ney", "blake", REFEREE])
def test_anybody_in_a_scene_may_end_it(by: str) -> None:
    field = opened().order(3 * HOUR, by, "end_scene")
    for person in ("ney", "blake", REFEREE):
        assert len(field.told(person, SceneOver)) == 1
        assert not scenes(field, person)
    field.force(4 * HOUR, "ney", "speak text=Wait")
    assert field.refusals("ney") == ["E-NO-SCENE"]
    assert not heard(field, "blake")


@pytest.mark.rule("C-TALK-03", "C-TALK-01")
def test_who_leaves_is_out_of_it_and_with_fewer_than_two_it_is_over() -> None:
    field = opened("blake,grey")
    field.order(3 * HOUR, "blake", "march to=0601").run(DAY)
    assert len(field.told("blake", SceneOver)) == 1
    assert not scenes(field, "blake")
    assert scenes(field, "grey") == 1
    field.order(DAY, "ney", "speak text=Gone")
    assert heard(field, "grey") == [("Marshal Ney", "Gone")]
    assert not heard(field, "blake")
    field.order(DAY, "ney", "march to=0401").run(2 * DAY)
    assert len(field.told("grey", SceneOver)) == 1
    assert not scenes(field, REFEREE)


@pytest.mark.rule("C-TALK-03", "D-DIP-01")
def test_those_who_have_parted_before_the_referee_says_yes_play_no_scene() -> None:
    field = table().order(HOUR, "ney", WISH).order(HOUR, "blake", "march to=0701").run(10 * HOUR)
    reply(field, 10 * HOUR, open_question(field, "D-DIP-01"), "yes")
    assert [n.why for _, n in field.told("ney", SceneDenied)] == [
        "those who were to be in it are no longer together"
    ]
    assert not field.told("blake", SceneDenied)
    assert not scenes(field, REFEREE)


@pytest.mark.rule("C-TALK-03")
def test_who_is_elsewhere_can_be_in_no_scene() -> None:
    field = table("1001")
    with pytest.raises(Refused, match="nobody 'blake' before you"):
        field.order(HOUR, "ney", WISH)
    field.force(HOUR, "ney", WISH)
    assert field.refusals("ney") == ["E-NOT-PRESENT"]
    assert open_question(field, "D-DIP-01") is None
    for people in ("ney", "ney,blake", "ney,ney", "nobody,grey"):
        field.force(HOUR, REFEREE, f'scene people={people} matter="A word"')
    assert field.refusals(REFEREE) == ["E-NOT-PRESENT"] * 4


@pytest.mark.rule("C-TALK-03", "C-NPC-01")
def test_a_referee_who_sees_need_opens_one_himself_and_speaks_for_those_nobody_plays() -> None:
    field = table()
    field.order(HOUR, REFEREE, 'scene people=ney,moore matter="A bribe"')
    assert [n.parties for _, n in field.told("ney", SceneOpened)] == ["Marshal Ney, General Moore"]
    assert len(field.told(REFEREE, SceneOpened)) == 1
    field.order(AT, REFEREE, "speak_for who=moore say=\"speak text='How much?'\"")
    assert heard(field, "ney") == [("General Moore", "How much?")]


@pytest.mark.rule("C-TALK-03")
def test_who_is_in_two_scenes_says_which_he_means() -> None:
    field = opened()
    field.order(AT, "grey", 'scene people=ney matter="A loan"')
    reply_to(field, "yes")
    with pytest.raises(Refused, match="Say which scene you mean"):
        field.order(3 * HOUR, "ney", "speak text=Well")
    page = campaign_view(field.pack.view(field.world, "ney"))
    loan = next(each.id for each in page.scenes if each.matter == "A loan")
    field.order(3 * HOUR, "ney", f"speak text=Never scene={loan}")
    assert heard(field, "grey") == [("Marshal Ney", "Never")]
    assert not heard(field, "blake")
