"""An army is counted once for the same men, and counted right."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.headcount import headcount

MEN = st.builds(
    Detachment,
    name=st.sampled_from(["A", "B"]),
    kind=st.sampled_from(["infantry", "cavalry", "artillery"]),
    soldiers=st.integers(0, 900),
    special=st.sampled_from(["", "skirmishers", "grenadiers", "lancers"]),
    wagons=st.integers(0, 2),
    six=st.integers(0, 2),
    eighteen=st.integers(0, 2),
    away=st.booleans(),
)


@pytest.mark.rule("C-ARMY-01", "C-ARMY-07", "C-MOR-08", "C-SPEC-03")
@given(st.lists(MEN, max_size=6).map(tuple))
def test_what_an_army_musters_is_what_its_detachments_add_up_to(
    men: tuple[Detachment, ...],
) -> None:
    army = Army(
        id="a", name="A", faction="red", owner="ney", leader="", place="0101", detachments=men
    )
    here = [d for d in men if not d.away]
    assert army.present == tuple(here)
    assert army.soldiers == sum(d.soldiers for d in here)
    assert army.strength == sum(d.soldiers for d in men)
    for kind in ("infantry", "cavalry", "artillery"):
        assert army.count(kind) == sum(d.soldiers for d in here if d.kind == kind)
    assert (army.wagons, army.six, army.eighteen) == (
        sum(d.wagons for d in here),
        sum(d.six for d in here),
        sum(d.eighteen for d in here),
    )
    assert army.wheels == army.wagons + army.cannon
    bare = bool(here) and army.wheels == 0
    assert army.exclusively("cavalry") == (bare and all(d.kind == "cavalry" for d in here))
    assert army.exclusively("skirmishers") == (
        bare and all(d.special == "skirmishers" for d in here)
    )
    assert army.scouts_mounted == any(
        d.kind == "cavalry" or d.special == "skirmishers" for d in here
    )
    assert headcount(men).wading == sum(
        d.soldiers for d in here if d.kind != "cavalry" and d.special != "skirmishers"
    )


def test_men_who_changed_are_counted_anew() -> None:
    line = Detachment("Line", "infantry", 500)
    assert headcount((line,)).soldiers == 500
    assert headcount((msgspec.structs.replace(line, soldiers=400),)).soldiers == 400
    assert headcount((msgspec.structs.replace(line, away=True),)).soldiers == 0
    assert headcount((Detachment("Line", "infantry", 500),)).soldiers == 500
