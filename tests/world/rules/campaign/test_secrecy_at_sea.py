"""Nothing a commander can see depends on fleets he does not know of.

Days are played twice with one hidden difference, as in ``test_secrecy``, and everything Hawke can
fetch is the same, byte for byte.
"""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.campaign.field import FEWER, HOUR, army, infantry
from tests.world.rules.campaign.sea import Gulf, fleet, gulf, ship
from world.rules.campaign.nouns.author import author_page

DAYS = 5


class Hidden(msgspec.Struct, frozen=True):
    at: str
    rates: tuple[str, ...]
    cargo: int
    morale: int
    troops: int
    order: str
    hour: int


HIDDEN = st.builds(
    Hidden,
    at=st.sampled_from(["1904", "1704", "1802", "1907", "1806"]),
    rates=st.lists(
        st.sampled_from(["first_rate", "third_rate", "fifth_rate", "transport"]),
        min_size=1,
        max_size=4,
    ).map(tuple),
    cargo=st.integers(0, 3000),
    morale=st.integers(1, 12),
    troops=st.integers(0, 60),
    order=st.sampled_from(
        [
            "",
            "sail to=1604",
            "sail to=Eastfort",
            "part_fleet ships=S0 name=x",
            "go_ashore",
            "sea_plan stand=attack standing=true",
            "stow source=eastport supplies=50",
            "crew ship=S0 number=3",
        ]
    ),
    hour=st.integers(0, 48),
)


def play(hidden: Hidden, seed: int, *, seen: bool = False) -> list[bytes]:
    ships = [ship(f"S{n}", rate, cargo=hidden.cargo // 4) for n, rate in enumerate(hidden.rates)]
    at = "0606" if seen else hidden.at
    spec = gulf(
        fleets={
            "eastern": fleet(at, ships, name="E", commander="conflans", morale=hidden.morale),
            "western": fleet("0506", [ship("Dauntless")], name="W", commander="hawke"),
            "convoy": fleet("0204", [ship("Clio", "transport")], name="C", owner="hawke"),
        },
        armies={
            **({"blues": None} if not hidden.troops else {"blues": blues(at, hidden.troops)}),
        },
    )
    field = Gulf(spec, seed=seed)
    spoken = {
        1: ("hawke", "sail to=0706"),
        5: ("hawke", "sail fleet=convoy to=Southcove"),
        20: ("wolfe", "embark fleet=convoy"),
        30: ("hawke", "sail to=0204"),
        60: ("hawke", 'letter to=conflans text="Let us talk."'),
    }
    found = []
    for hour in range(DAYS * 24):
        if hidden.order and hour == hidden.hour and not seen:
            field.force(hour * HOUR, "conflans", hidden.order)
        if hour in spoken:
            field.force(hour * HOUR, *spoken[hour])
        field.run(hour * HOUR)
        if hour % 6 == 0:
            found.append(fetched(field))
    return found


def blues(at: str, soldiers: int) -> Any:
    found = army(at, [infantry("Blues", soldiers)], name="B", owner="conflans", supplies=10)
    return {**found, "aboard": "eastern"}


def fetched(field: Gulf) -> bytes:
    """Everything Hawke can fetch, and what his orders are checked against."""
    view: Any = field.pack.view(field.world, "hawke")
    page = author_page(field.world, "hawke")
    rows = [
        (row.n, row.id, row.kind, row.at, row.body)
        for batch in field.batches
        for row in (*batch.notice_rows,)
        if row.person == "hawke"
    ]
    records = [
        (row.n, row.kind, row.at, row.body)
        for batch in field.batches
        for row in batch.known_rows
        if row.person == "hawke"
    ]
    return msgspec.json.encode((view, page, rows, records), order="deterministic")


@FEWER
@given(HIDDEN, HIDDEN, st.integers(1, 5))
def test_a_hidden_fleet_changes_no_byte_of_what_an_admiral_can_fetch(
    one: Hidden, other: Hidden, seed: int
) -> None:
    assert play(one, seed) == play(other, seed)


def test_a_fleet_before_his_eyes_shows() -> None:
    small = Hidden("1904", ("fifth_rate",), 0, 9, 0, "", 0)
    large = Hidden("1904", ("first_rate", "third_rate"), 0, 9, 0, "", 0)
    assert play(small, 1, seen=True) != play(large, 1, seen=True)


def test_what_is_in_holds_and_hearts_does_not_show_from_outside() -> None:
    """Ships and guns are seen; cargo, troops, hands and morale are not."""
    one = Hidden("1904", ("transport", "third_rate"), 0, 9, 0, "", 0)
    other = Hidden("1904", ("transport", "third_rate"), 3000, 4, 60, "", 0)
    assert play(one, 1, seen=True)[:1] == play(other, 1, seen=True)[:1]
