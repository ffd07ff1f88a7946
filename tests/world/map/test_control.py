"""Which stronghold controls which hex."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from world.map.atlas import Atlas, StrongholdSite
from world.map.control import SizeKey, control_of, larger_first
from world.map.hexes import Hex
from world.map.text import parse


def owner(atlas: Atlas, label: str, *, rivers_block: bool = False) -> str | None:
    return control_of(atlas, rivers_block=rivers_block).get(atlas.index[atlas.hex(label)])


@pytest.mark.rule("C-STR-06")
def test_a_hex_belongs_to_the_nearest_stronghold_and_of_equals_to_the_larger() -> None:
    """EX-39, first and second: city A against fortress B."""
    text = '0101:0901 flatland\n0101 city "A" population=30000\n{} fortress "B" population=800'
    assert owner(parse(text.format("0701")), "0401") == "a"
    assert owner(parse(text.format("0601")), "0401") == "b"


@pytest.mark.rule("C-STR-07")
def test_control_never_crosses_water() -> None:
    """EX-39, third: a city across a bay counts by its way over land."""
    text = (
        "0101:0503 flatland\n0201:0301 sea\n0202:0302 sea\n"
        '0101 city "C" population=50000\n0503 town "D"\n{}'
    )
    bay = parse(text.format(""))
    assert owner(bay, "0401") == "d"
    assert owner(parse(text.format("0202 flatland")), "0401") is not None
    island = parse('0101:0301 sea\n0101 flatland\n0301 flatland\n0101 town "A"')
    assert owner(island, "0301") is None
    assert island.index[island.hex("0201")] not in control_of(island)


@pytest.mark.rule("C-STR-06")
def test_the_nearest_is_found_as_the_crow_flies_only_when_the_scenario_says_so() -> None:
    """Across the bay it is three steps to C and the way over land is longer than that to D."""
    bay = parse(
        "0101:0703 flatland\n0201:0301 sea\n0202:0302 sea\n"
        '0101 city "C" population=50000\n0703 town "D"'
    )
    at = bay.index[bay.hex("0401")]
    assert control_of(bay)[at] == "d"
    assert control_of(bay, metric="straight")[at] == "c"


@pytest.mark.rule("C-STR-07")
def test_as_the_crow_flies_too_control_never_crosses_water() -> None:
    island = parse('0101:0401 flatland\n0201 sea\n0101 city "A" population=9\n0401 town "B"')
    assert control_of(island, metric="straight") == {
        island.index[island.hex("0101")]: "a",
        island.index[island.hex("0301")]: "b",
        island.index[island.hex("0401")]: "b",
    }


@pytest.mark.rule("C-STR-07")
def test_rivers_stop_control_only_when_the_scenario_says_so() -> None:
    atlas = parse('0101:0104 flatland\n0101 town "A"\nriver 0102/0103')
    assert owner(atlas, "0104") == "a"
    assert owner(atlas, "0104", rivers_block=True) is None
    assert owner(atlas, "0102", rivers_block=True) == "a"


@pytest.mark.rule("C-STR-06")
def test_equally_near_strongholds_go_by_people_then_kind_then_id() -> None:
    def contest(first: str, second: str) -> str | None:
        return owner(parse(f"0101:0301 flatland\n0101 {first}\n0301 {second}"), "0201")

    assert contest('town "A" population=2', 'city "B" population=1') == "a"
    assert contest('city "A"', 'fortress "B"') == "a"
    assert contest('town "A"', 'fortress "B"') == "a"
    assert contest('fortress "A"', 'town "B"') == "b"
    assert contest('town "A"', 'city "B"') == "b"
    assert contest('town "A"', 'town "B"') == "a"
    assert contest('town "B"', 'town "A"') == "a"


@pytest.mark.rule("C-STR-06")
def test_the_order_of_size_is_a_parameter() -> None:
    sites = (
        StrongholdSite("x", Hex(0, 0), "town", "X", 9),
        StrongholdSite("y", Hex(0, 1), "city", "Y", 5),
        StrongholdSite("w", Hex(0, 2), "city", "W", 7),
    )
    orders: dict[tuple[SizeKey, ...], str] = {
        ("population", "kind", "id"): "xwy",
        ("kind", "population", "id"): "wyx",
        ("id",): "wxy",
        ("kind",): "wyx",
    }
    for order, expected in orders.items():
        assert "".join(site.id for site in larger_first(sites, order)) == expected


@pytest.mark.rule("C-STR-06")
def test_control_is_worked_out_anew_when_a_stronghold_falls_away() -> None:
    atlas = parse('0101:0901 flatland\n0101 town "A"\n0901 town "B"')
    assert owner(atlas, "0801") == "b"
    left = [site for site in atlas.strongholds if site.id == "a"]
    assert set(control_of(atlas, left).values()) == {"a"}
    assert control_of(atlas, []) == {}


def plainly(atlas: Atlas, *, rivers_block: bool) -> dict[int, str]:
    """The rule word for word: the distance from every stronghold to every hex, then compare."""
    away: dict[str, dict[Hex, int]] = {}
    for site in atlas.strongholds:
        known = {site.hex: 0}
        queue = [site.hex]
        for at in queue:
            for n in atlas.neighbours(at):
                blocked = rivers_block and atlas.side(at, n).river is not None
                if n not in known and not atlas.is_water(n) and not blocked:
                    known[n] = known[at] + 1
                    queue.append(n)
        away[site.id] = known
    kinds = ("city", "town", "fortress")
    found = {}
    for i, at in enumerate(atlas.hexes):
        claims = [
            (away[site.id][at], -site.population, kinds.index(site.kind), site.id)
            for site in atlas.strongholds
            if at in away[site.id]
        ]
        if claims:
            found[i] = min(claims)[3]
    return found


@given(
    water=st.sets(st.integers(0, 48), max_size=20),
    towns=st.lists(
        st.tuples(
            st.integers(0, 48), st.sampled_from(("town", "city", "fortress")), st.integers(0, 2)
        ),
        max_size=6,
        unique_by=lambda town: town[0],
    ),
    rivers=st.sets(st.tuples(st.integers(1, 7), st.integers(1, 6)), max_size=10),
    rivers_block=st.booleans(),
)
@settings(max_examples=100, deadline=None)
def test_the_quick_way_agrees_with_the_rule_word_for_word(
    water: set[int],
    towns: list[tuple[int, str, int]],
    rivers: set[tuple[int, int]],
    rivers_block: bool,
) -> None:
    lines = ["0101:0707 flatland"]
    dry = {n for n, _, _ in towns}
    lines.extend(f"{n // 7 + 1:02d}{n % 7 + 1:02d} forest" for n in range(49) if n not in water)
    lines.extend(f"{n // 7 + 1:02d}{n % 7 + 1:02d} sea" for n in water - dry)
    for n, kind, population in towns:
        label = f"{n // 7 + 1:02d}{n % 7 + 1:02d}"
        lines.append(f'{label} {kind} "T{n}" population={population}')
    lines.extend(f"river {c:02d}{r:02d}/{c:02d}{r + 1:02d}" for c, r in rivers)
    atlas = parse("\n".join(lines))
    found = control_of(atlas, rivers_block=rivers_block)
    assert found == plainly(atlas, rivers_block=rivers_block)
