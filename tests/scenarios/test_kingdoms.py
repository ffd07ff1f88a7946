"""The scenarios of the kingdoms: one for strangers, one that plays by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.notify.wording import word
from service.packs import pack_named
from service.scenario_files import read_files
from world.dice import Secret
from world.kernel.nouns import SaidInVain
from world.recurrence import parse_wall
from world.rules.kingdoms.nouns.deck import is_weak
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.game import game
from world.rules.kingdoms.nouns.scene import Scene
from world.scenario.scenario import Scenario, read_scenario
from world.simulation import Simulation

DAY = 86_400_000


def scenario(name: str) -> Scenario:
    """A bundled scenario, read."""
    return read_scenario(read_files(Path(name)), pack_named("kingdoms"))


@pytest.mark.rule("K-RUL-34", "K-RUL-15")
def test_strangers_order_in_secret_and_close_on_a_grid() -> None:
    read = scenario("kingdoms")
    assert read.params[turns.VISIBILITY] == "until_close"
    assert read.params[turns.DEADLINE] == "Tue and Fri 20:00 Europe/Berlin"
    assert str(parse_wall(read.params[turns.DEADLINE])) == "Tuesday, Friday 20:00 Europe/Berlin"
    assert read.params[turns.EARLY]
    assert read.params[turns.GRACE_MIN] > 0


def test_strangers_begin_with_invitations() -> None:
    rules = pack_named("kingdoms")
    played = Simulation(rules, scenario("kingdoms"), Secret.of_seed(1))
    assert rules.answers.persons(played.world) == ()
    assert game(played.world).state == "forming"


@pytest.mark.rule("K-RUL-42")
def test_no_card_of_the_strangers_is_weak() -> None:
    rules = pack_named("kingdoms")
    read = scenario("kingdoms")
    scene: Scene = rules.scene(read)
    read.problems.stop()
    assert len(scene.cards) >= 10
    assert [name for name, card in scene.cards.items() if is_weak(read.params, card)] == []


def test_four_crowns_play_a_whole_year_by_themselves() -> None:
    played = Simulation(pack_named("kingdoms"), scenario("four_crowns"), Secret.of_seed(1))
    kinds = [row.kind for row in played.run(6 * DAY)]
    assert kinds.count("close_turn") == 4
    assert (game(played.world).year, game(played.world).state) == (2, "open")
    told = [row.kind for row in played.notices]
    assert SaidInVain.__struct_config__.tag not in told
    assert {"turn_over", "letter_came", "opportunity_resolved", "event_befalls", "year_over"} <= {
        *told
    }
    texts = [word(played.world, row.body, row.at).text for row in played.notices]
    assert any("Dunmere**: no order; it passes." in text for text in texts)
