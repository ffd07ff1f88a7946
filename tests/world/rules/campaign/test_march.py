from __future__ import annotations

import pytest

from tests.world.rules.campaign.field import DAY, HOUR, SAMPLE, Field, army, sides
from world.rules.campaign.march.notices import MarchOver, WeeklyHalt

DAWN = 0  # the campaign begins at 06:00


def sample_field(**more: object) -> Field:
    first = army("0101", SAMPLE, name="Sample", commander="ney", supplies=105_000)
    return Field(sides(armies={"first": first}), **more)  # type: ignore[arg-type]


@pytest.mark.rule("C-MARCH-01", "C-MARCH-02")
def test_130_km_by_road_take_until_noon_of_the_ninth_day() -> None:
    field = sample_field()
    field.order(0, "ney", "march to=1401")
    field.run(10 * DAY)
    assert [at for at, _ in field.told("ney", MarchOver)] == [8 * DAY + 6 * HOUR]
    assert [at for at, _ in field.told("ney", WeeklyHalt)] == [5 * DAY, 6 * DAY]
    assert field.army("first").place == "1401"


@pytest.mark.rule("C-MARCH-05")
def test_130_km_by_forced_march_take_until_ten_of_the_fifth_day() -> None:
    field = sample_field()
    field.order(0, "ney", "march to=1401 pace=forced")
    field.run(10 * DAY)
    assert [at for at, _ in field.told("ney", MarchOver)] == [4 * DAY + 4 * HOUR]
    assert field.army("first").forced_days == 5
