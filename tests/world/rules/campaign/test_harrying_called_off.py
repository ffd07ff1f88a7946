"""Harrying that is called off names the enemy as he is known, and never as he is (C-HARRY)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, sides
from tests.world.rules.campaign.test_harrying import (
    DUSK,
    FOOT,
    HELD,
    HORSE,
    LINE,
    WELL,
    harrying,
    near,
)
from world.rules.campaign.harrying.notices import RaidDropped

if TYPE_CHECKING:
    from collections.abc import Callable


def rides_off() -> Field:
    """He is out of reach before they set out."""
    field = near(dice=WELL).order(HOUR, "blake", "march to=1301 pace=forced night=forced")
    return field.order(2 * HOUR, "ney", "harry detachment=Horse target=second aim=kill")


def behind_walls() -> Field:
    """He has gone behind walls when they are on their way."""
    field = harrying("kill", at="0905", their_place="1005")
    return field.order(DAY + HOUR, "blake", "garrison")


def battle() -> Field:
    """Somebody else attacks him."""
    armies = {
        "first": army("0901", [HORSE, LINE], name="First Army", commander="ney"),
        "second": army("1001", FOOT, name="Second Army", commander="blake"),
        "third": army("1001", FOOT, name="Third Army", commander="soult"),
    }
    soult = {"soult": {"name": "Soult", "faction": "green"}}
    green = {"green": {"name": "Green", "head": "soult"}}
    scenario = sides(armies=armies, commanders=soult, factions=green)
    field = Field(scenario, dice={**WELL, **HELD})
    field.order(HOUR, "ney", "harry detachment=Horse target=second aim=kill").run(DAY + HOUR)
    field.order(DAY + HOUR, "soult", "attack target=second")
    return field.answer(DAY + 2 * HOUR, "blake", "D-BAT-01", "hold")


@pytest.mark.rule("C-HARRY-01", "C-HARRY-09")
@pytest.mark.parametrize(
    ("begun", "last"),
    [(rides_off, DAY - 1), (behind_walls, DAY + DUSK - 1), (battle, DAY + DUSK - 1)],
)
def test_called_off_harrying_names_the_enemy_as_the_harriers_know_him(
    begun: Callable[[], Field], last: int
) -> None:
    def words(name: str) -> list[tuple[int, RaidDropped]]:
        field = begun().run(last)
        # Nobody has seen this name on him.
        field.world.set(msgspec.structs.replace(field.army("second"), name=name))
        return field.run(DAY + DUSK).told("ney", RaidDropped)

    told = words("Second Army")
    assert [dropped.target for _, dropped in told] == ["Second Army"]
    assert words("Army of the Reserve") == told
