"""Orders to a place under siege ride through the lines, or are refused before they go anywhere."""

from __future__ import annotations

from typing import Any

import pytest

from couriers.letter import LetterSent, OrderReported
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from tests.world.rules.campaign.test_word import PACK
from world.rules.campaign.aftermath.notices import PlaceTaken
from world.rules.campaign.nouns.siege import Siege
from world.rules.campaign.nouns.stronghold import Stronghold

SAFE: dict[str, Any] = {"message.safe_friendly": "20/20", "message.safe_hostile": "6/6"}

#: Every order that goes to the people of a place, or to an army behind its walls, and what the
#: people there make of it.
TO_THE_BESIEGED = {
    "yield stronghold=westwall": "accepted",
    "yield stronghold=westwall terms=true": "accepted",
    "raise stronghold=westwall": "E-BESIEGED",
    "tax stronghold=westwall": "E-BESIEGED",
    "send_out stronghold=westwall detachments=Guard": "E-NOTHING",
    'queue stronghold=westwall orders="tax stronghold=westwall"': "accepted",
    "march to=0105 army=corps": "E-BESIEGED",
    "leave army=corps": "E-CAPTAIN-ORDER",
    "halt army=corps": "E-NOT-MOVING",
    "transfer supplies=1 to=first army=corps": "E-BESIEGED",
    'queue army=corps orders="forage"': "accepted",
}


def outside(**more: Any) -> Field:
    """Ney stands before his own Westwall, which Blake besieges; a captain of his is inside."""
    spec = sides(
        armies={
            "first": army("0101", [infantry("Line", 900)], name="First Army", commander="ney"),
            "corps": army("0101", [infantry("Guard", 400)], name="Corps", owner="ney", inside=True),
            "second": army("0101", [infantry("Foot", 3000)], name="Second", commander="blake"),
        },
        strongholds={"westwall": {"holder": "ney"}},
    )
    if "pack" in more:
        more["params"] = SAFE | more.pop("params", {})
    field = Field(spec, **more).order(HOUR, "blake", "besiege stronghold=westwall plan=x")
    field.run(HOUR + 1)
    assert field.world.of(Siege)
    return field


@pytest.mark.rule("C-MSG-07", "C-SIEGE-07", "C-SIEGE-05")
@pytest.mark.parametrize("order", TO_THE_BESIEGED)
def test_an_order_to_the_besieged_rides_and_its_writer_hears_what_became_of_it(order: str) -> None:
    field = outside(pack=PACK).force(2 * HOUR, "ney", order)
    assert field.refusals("ney") == []
    assert len(field.told("ney", LetterSent)) == 1
    [(_, word)] = field.run(3 * DAY).told("ney", OrderReported)
    outcome = TO_THE_BESIEGED[order]
    assert outcome == word.outcome or word.text.endswith(f"({outcome})")


@pytest.mark.rule("C-SIEGE-05", "C-MSG-07")
def test_a_holder_outside_may_have_his_besieged_place_yield() -> None:
    field = outside(pack=PACK).order(2 * HOUR, "ney", "yield stronghold=westwall").run(DAY)
    assert field.get(Stronghold, "westwall").faction == "blue"
    assert field.told("blake", PlaceTaken)


@pytest.mark.rule("C-MSG-05", "C-SIEGE-07")
def test_a_yield_whose_rider_is_lost_changes_nothing_and_nobody_hears_of_it() -> None:
    field = outside(pack=PACK, params={"message.safe_hostile": "0/6"})
    field.order(2 * HOUR, "ney", "yield stronghold=westwall").run(3 * DAY)
    assert field.get(Stronghold, "westwall").faction == "red"
    assert field.told("ney", OrderReported) == []


@pytest.mark.rule("C-MSG-07")
@pytest.mark.parametrize("order", TO_THE_BESIEGED)
def test_where_nobody_carries_words_such_an_order_is_refused_at_once(order: str) -> None:
    field = outside().force(2 * HOUR, "ney", order)
    assert field.refusals("ney") == ["E-NOT-PRESENT"]
    assert field.run(DAY).get(Stronghold, "westwall").faction == "red"
