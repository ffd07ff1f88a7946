"""A port that no ship can reach is a mistake of its map, told before a campaign begins."""

from __future__ import annotations

from importlib.resources import files

import msgspec
import pytest

from tests.world.rules.campaign.sea import GULF, PAID, Gulf, gulf
from tests.world.rules.campaign.test_word import PACK
from world.campaign import empty, reopen
from world.dice import Secret
from world.errors import BadScenario
from world.journal import encoder
from world.map.text import parse
from world.rules.campaign.nouns.waters import in_port
from world.scenario.scenario import read_scenario

DRY = GULF.replace('0207 town "Southcove"', '0107 town "Southcove"').replace("0206-0207", "0206")


@pytest.mark.rule("C-MAP-04", "C-SHIP-01")
def test_a_port_that_touches_no_water_is_a_mistake_with_file_and_line() -> None:
    with pytest.raises(BadScenario, match=r"map\.txt:6: found a port at 0107, which touches no"):
        Gulf(map_text=DRY)


@pytest.mark.rule("C-MAP-04")
def test_the_sea_may_lie_beyond_the_rim_of_the_map() -> None:
    field = Gulf(map_text=DRY.replace("=3000 port", "=3000 port coast"))
    assert in_port(field.world, "0107")


@pytest.mark.rule("C-MAP-04")
def test_a_campaign_that_runs_already_is_opened_in_spite_of_such_a_port() -> None:
    field = Gulf()
    spec = msgspec.json.encode({**gulf(), "params": PAID}).decode()
    again = read_scenario({"scenario.yaml": spec, "map.txt": DRY}, PACK)
    world = empty(PACK, again, Secret.of_seed(1))
    kept = [encoder.encode(entity) for entity in field.world.entities.values()]
    reopen(
        world,
        entities=kept,
        timeline=[],
        now=field.world.now,
        seq=field.world.seq,
        head=field.world.head,
        notice_n={},
        known_n={},
    )
    assert len(world.entities) == len(kept)
    assert not in_port(world, "0107")
    with pytest.raises(BadScenario, match=r"map\.txt:6"):
        again.problems.stop_at_first()


@pytest.mark.rule("C-MAP-04")
@pytest.mark.parametrize("name", ["small_war", "hundred_days"])
def test_every_port_of_the_scenarios_that_come_along_can_be_reached(name: str) -> None:
    atlas = parse(files("scenarios").joinpath(name, "map.txt").read_text(encoding="utf-8"))
    ports = [tile.hex for tile in atlas.tiles if tile.port]
    assert ports
    assert all(atlas.is_coastal(at) for at in ports)
