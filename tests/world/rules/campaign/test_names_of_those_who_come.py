"""What somebody who has come since the beginning is called travels like everything else."""

from __future__ import annotations

import msgspec
import pytest

from couriers.letter import LetterSent
from tests.world.rules.campaign.clash import a_step
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from tests.world.rules.campaign.test_commanders import ENROL
from tests.world.rules.campaign.test_defection import PART, turned
from tests.world.rules.campaign.test_word import PACK
from world.kernel.nouns import REFEREE
from world.knowledge.picture import seen_by
from world.rules.campaign.nouns.almanac import AlmanacEntry, entry_id
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.author import correspondents
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import CommanderDies
from world.rules.campaign.nouns.facts import DetachmentsTurn
from world.rules.campaign.nouns.kin import one_of_his_people
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.view import campaign_view

FOOT = [infantry("Foot", 500)]


def come() -> Field:
    """A newcomer leads Ney's second army, which Blake has seen by day and no longer sees."""
    armies = {
        "first": army("0301", FOOT, name="First Army", commander="ney"),
        "corps": army("1001", FOOT, name="Corps", owner="ney"),
        "second": army("1101", FOOT, name="Second Army", commander="blake"),
    }
    safe = {"message.safe_friendly": "20/20", "message.safe_hostile": "20/20"}
    field = Field(sides(armies=armies), pack=PACK, params=safe)
    return field.order(HOUR, REFEREE, 'offer_place person=new name="A Newcomer" leads=corps')


def page(field: Field, person: str) -> bytes:
    return msgspec.json.encode(field.pack.view(field.world, person))


def out_of_sight(field: Field) -> Field:
    """The last that Blake has seen of the corps stays in his picture."""
    seen = seen_by(field.world, ArmySeen, "blake", "corps")
    assert seen is not None
    field.world.set(msgspec.structs.replace(seen, in_sight=False))
    return field


@pytest.mark.rule("C-CMD-01", "C-CMD-02")
def test_who_has_not_seen_a_newcomer_since_calls_him_what_he_was_called_then() -> None:
    field = come().run(DAY + HOUR)
    seen = seen_by(field.world, ArmySeen, "blake", "corps")
    assert seen is not None
    assert (seen.leader, seen.leader_name) == ("new", "A Newcomer")
    out_of_sight(field)
    before = page(field, "blake")
    assert correspondents(field.world, "blake")["new"] == "A Newcomer"
    field.force(DAY + 2 * HOUR, "new", ENROL)
    assert field.get(Commander, "new").name == "Countess Anne of Weir"
    assert correspondents(field.world, "blake")["new"] == "A Newcomer"
    assert page(field, "blake") == before
    # What he is told of his own letters calls him so, too.
    field.order(DAY + 3 * HOUR, "blake", 'letter to="A Newcomer" text="Who are you?"')
    ((_, sent),) = field.told("blake", LetterSent)
    assert sent.name == "A Newcomer"
    before = page(field, "blake")
    a_step(field).happened(CommanderDies(person="new", why="a stray shot"), "new")
    assert field.world.find(Commander, "new") is None
    assert page(field, "blake") == before


@pytest.mark.rule("C-CMD-01", "C-CMD-02")
def test_who_sees_a_newcomer_again_learns_what_he_is_called_now() -> None:
    field = come().run(DAY + HOUR)
    field.force(DAY + 2 * HOUR, "new", ENROL)
    field.run(3 * DAY)
    assert correspondents(field.world, "blake")["new"] == "Countess Anne of Weir"
    view = campaign_view(field.pack.view(field.world, "blake"))
    known = {each.id: each for each in view.commanders}
    assert known["new"].age == field.get(Commander, "new").age


@pytest.mark.rule("C-CMD-01")
def test_whom_no_almanac_knows_can_be_written_to_for_his_army_was_seen() -> None:
    """Worlds of before have no entry of those who had come by then."""
    field = out_of_sight(come().run(DAY + HOUR))
    a_step(field).happened(CommanderDies(person="new", why="a stray shot"), "new")
    a_step(field).remove(field.get(AlmanacEntry, entry_id("new")), "it was never written")
    assert correspondents(field.world, "blake")["new"] == "A Newcomer"


@pytest.mark.rule("C-MOR-05", "C-MOR-06")
def test_names_of_those_who_leave_those_who_have_left_do_not_grow() -> None:
    field = turned(4)
    step = a_step(field)
    left, called = PART, [field.army(PART).name]
    for n in range(3):
        turn = DetachmentsTurn(army=left, row=2, detachments=("Foot 1",))
        step.happened(turn, f"turn {n}")
        left = f"{left}.mutineers"
        called.append(step.get(Army, left).name)
    assert called == [
        "Deserters of First Army",
        "Mutineers of First Army (2)",
        "Mutineers of First Army (3)",
        "Mutineers of First Army (4)",
    ]
    # Nobody led the deserters: the officer of the first mutineers is nobody's child.
    officer = step.get(Commander, f"{PART}.mutineers.leader")
    assert officer.name == "an officer of First Army"


@pytest.mark.rule("C-RET-01")
def test_the_kin_of_somebodys_kin_are_called_by_the_first_of_them() -> None:
    field = come()
    step = a_step(field)
    of, called = "ney", []
    for n in range(4):
        one = one_of_his_people(step, of, f"kin-{n}", "first")
        step.put(one)
        of = one.id
        called.append(one.name)
    assert called[0].startswith("Marshal Ney's ")
    assert called[1:] == ["one of Marshal Ney's people"] * 3
