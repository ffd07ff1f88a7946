"""An army that goes back to the middle of its hex is there when it is, to the millisecond."""

from __future__ import annotations

import msgspec
import pytest

from tests.world.rules.campaign.field import HOUR, Field
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.nouns.stretch import expected_arrival


@pytest.mark.rule("C-MARCH-01")
def test_who_is_asked_at_the_very_instant_of_his_return_has_arrived() -> None:
    """There is no side of a hex to itself, which was looked for."""
    army = Field().order(0, "ney", "march to=0301").run(2 * HOUR).army("first")
    assert army.march is not None
    back = msgspec.structs.replace(
        army.march,
        path=(army.place, army.place),
        at=0,
        covered=ratio(5000),
        back=ratio(5000),
        back_from="0201",
        since=-1,
        wait=None,
    )
    returned = msgspec.structs.replace(army, march=back)
    assert expected_arrival(Field().world, returned, 2 * HOUR) == 2 * HOUR
