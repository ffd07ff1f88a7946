"""What is said inside a besieged place is not heard by those who lie before it."""

from __future__ import annotations

import pytest

from couriers.letter import Letter
from couriers.talk import TalkHeard
from service.packs import pack_named
from tests.world.rules.campaign.field import Field, army, infantry
from tests.world.rules.campaign.test_sieges import FOOT, before
from world.answers import in_company, parted

HOUR = 3_600_000


def shut_in() -> Field:
    """Blake holds out in Eastham; Ney lies before it, in the same hex."""
    field = before(
        armies={"second": army("2001", FOOT, name="S", commander="blake", inside=True)},
        force=[infantry("Line", 3000)],
        pack=pack_named("campaign"),
    )
    field.order(0, "ney", 'besiege stronghold=eastham plan="starve"')
    return field.answer(HOUR, "blake", "D-SIEGE-01", "hold")


@pytest.mark.rule("C-TALK-01", "C-SIEGE-07")
def test_the_besieger_does_not_hear_the_council_of_the_besieged() -> None:
    field = shut_in()
    assert parted(field.world, "ney", "blake")
    assert in_company(field.world, "blake", "governor:eastham")
    field.order(2 * HOUR, "blake", 'talk text="We have bread for a week"')
    assert field.told("governor:eastham", TalkHeard)
    assert field.told("ney", TalkHeard) == []
    field.order(3 * HOUR, "blake", 'talk to="Marshal Ney" text="Never"')
    assert [notice.text for _, notice in field.told("ney", TalkHeard)] == ["Never"]


@pytest.mark.rule("C-MSG-03", "C-SIEGE-07")
def test_a_letter_from_the_trenches_to_the_walls_rolls_for_enemy_country() -> None:
    field = shut_in()
    field.order(2 * HOUR, "ney", 'letter to="General Blake" text="Yield"')
    (letter,) = field.world.of(Letter)
    assert letter.copies[0].country == ("hostile",)
