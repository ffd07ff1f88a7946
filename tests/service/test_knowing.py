"""Who knows what, as a referee sees it: believed by whom, since when, from whom, and how wrong."""

from __future__ import annotations

import msgspec

from service.knowing import believed_by, believed_of, subjects
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from world.rules.campaign.nouns.army import Army

FOOT = [infantry("Line", 1000)]


def field() -> Field:
    """Ney looks at the Second Army across a hex's side; nobody else sees it."""
    armies = {
        "first": army("0301", FOOT, name="First Army", commander="ney"),
        "second": army("0401", FOOT, name="Second Army", commander="blake"),
    }
    return Field(sides(armies=armies))


def test_a_picture_is_right_while_its_subject_is_in_sight_and_wrong_once_it_has_gone_on() -> None:
    here = field()
    here.run(HOUR)
    (seen,) = [one for one in believed_of(here.world, "second") if one.person == "ney"]
    assert (seen.name, seen.source, seen.gone, seen.amiss) == (
        "Second Army", "own scouts", False, [],
    )  # fmt: skip
    second = here.world.get(Army, "second")
    here.world.set(msgspec.structs.replace(second, place="2001", name="Third Army"))
    later = here.world.now + DAY
    here.world.now = later
    (seen,) = [one for one in believed_of(here.world, "second") if one.person == "ney"]
    wrong = {one.field: (one.believed, one.true) for one in seen.amiss}
    assert wrong["name"] == ("Second Army", "Third Army")
    assert wrong["where"][0] == seen.where != wrong["where"][1]
    assert seen.minutes >= DAY // 60_000


def test_what_one_believes_of_everything_is_the_same_as_what_is_believed_of_each_thing() -> None:
    here = field()
    here.run(HOUR)
    mine = believed_by(here.world, "ney")
    assert "second" in {one.subject for one in mine}
    assert {one.person for one in mine} == {"ney"}
    for one in mine:
        assert one in believed_of(here.world, one.subject)
    assert {one.subject for one in mine} <= {id for id, _ in subjects(here.world)}


def test_what_is_no_more_is_said_to_be_gone() -> None:
    here = field()
    here.run(HOUR)
    here.world.unset("second")
    (seen,) = [one for one in believed_of(here.world, "second") if one.person == "ney"]
    assert (seen.gone, seen.amiss) == (True, [])
