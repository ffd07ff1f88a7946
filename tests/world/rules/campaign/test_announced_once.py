"""What two causes bring about in one step is announced once, or under two names."""

from __future__ import annotations

import msgspec
import pytest

from tests.world.rules.campaign.clash import a_step
from tests.world.rules.campaign.field import HOUR, Field, army, infantry, sides
from world.rules.campaign.contact.settling import end
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.engagements import CommanderTaken, FreeToGo
from world.rules.campaign.nouns.marching import Disorder
from world.rules.campaign.nouns.meeting import meeting_of

FOOT = [infantry("Line", 1000)]


@pytest.mark.rule("C-RET-02", "C-PRIS-01")
def test_whom_a_captive_has_named_leads_his_army_in_the_very_step_in_which_he_is_taken() -> None:
    field = Field(
        sides(commanders={"soult": {"name": "Marshal Soult", "faction": "red", "at": "0101"}})
    )
    field.order(0, "ney", "successor person=soult")
    step = a_step(field)
    step.happened(CommanderTaken(person="ney", holds="second", place="0101"), "first")
    assert field.army("first").leader == "soult"


@pytest.mark.rule("C-ROUT-05")
def test_an_army_in_flight_that_was_told_to_march_is_let_go_once() -> None:
    """The referee may order it; it flees on as soon as the meeting no longer holds it up."""
    field = Field(
        sides(
            armies={
                "first": army("0501", FOOT, name="First Army", commander="ney"),
                "second": army("0701", FOOT, name="Second Army", commander="blake"),
            }
        )
    )
    field.order(0, "blake", "march to=0401").run(12 * HOUR)
    second = field.army("second")
    meeting = meeting_of(field.world, second.place, "second")
    assert meeting is not None
    assert second.march is not None
    assert second.march.halted
    step = a_step(field)
    fleeing = Disorder("flight", left=2, field=second.place, waits=True)
    step.put(msgspec.structs.replace(step.get(Army, "second"), disorder=fleeing))
    end(step, meeting)
    freed = [fact for fact in step.facts if isinstance(fact, FreeToGo) and fact.army == "second"]
    assert len(freed) == 1
    assert field.army("second").place != second.place
