"""Talk in one place, and parley across siege lines."""

from __future__ import annotations

from typing import Any

import pytest

from couriers.talk import Talk
from tests.couriers.game import Game, people
from tests.packs import table


def words(game: Game, person: str) -> list[tuple[str, str, str]]:
    return [(n["name"], n["addressed"], n["text"]) for n in game.told(person, "talk_heard")]


@pytest.mark.rule("C-TALK-01")
def test_everybody_in_the_place_hears_at_once_and_nobody_else() -> None:
    game = Game([], people(ann="a", ben="a", cat="a", dan="b"))
    game.until(5_000)
    game.say("ann", Talk(text="Good morning", to=("Ben",)))
    assert words(game, "ben") == words(game, "cat") == [("Ann", "Ben", "Good morning")]
    assert words(game, "dan") == words(game, "ann") == []
    assert game.told("ben", "talk_heard")[0]["at"] == 5_000
    assert game.known("ann", "talk_kept")[0]["to"] == ["ben"]


@pytest.mark.rule("C-TALK-01")
def test_without_a_name_words_are_for_all_present() -> None:
    game = Game([], people(ann="a", ben="a"))
    game.say("ann", Talk(text="Good morning"))
    assert words(game, "ben") == [("Ann", "all", "Good morning")]


@pytest.mark.rule("C-TALK-01")
@pytest.mark.parametrize("to", [("Dan",), ("Ben", "Dan"), ("Bne",)])
def test_who_is_not_there_cannot_be_talked_to_and_nothing_is_said(to: tuple[str, ...]) -> None:
    game = Game([], people(ann="a", ben="a", dan="b"))
    game.say("ann", Talk(text="Good morning", to=to))
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-NOT-PRESENT"
    assert words(game, "ben") == words(game, "dan") == []


@pytest.mark.rule("C-TALK-01")
def test_alone_there_is_nobody_to_talk_to() -> None:
    game = Game([], people(ann="a"))
    game.say("ann", Talk(text="Good morning"))
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-NOT-PRESENT"


def siege(**params: Any) -> Game:
    """Ann and Bob before the walls; Dan and Eve within."""
    return Game(
        [], people(ann="mons", bob="mons", dan="mons walls", eve="mons walls"), params=params
    )


@pytest.mark.rule("C-TALK-01")
def test_besieger_and_besieged_talk_by_parley_with_whom_they_name() -> None:
    game = siege()
    game.say("ann", Talk(text="Will you treat?", to=("Dan",)))
    assert len(words(game, "dan")) == len(words(game, "bob")) == 1
    assert words(game, "eve") == []
    game.say("dan", Talk(text="Never.", to=("Ann",)))
    assert len(words(game, "ann")) == len(words(game, "eve")) == 1


@pytest.mark.rule("C-TALK-01")
def test_a_scenario_may_forbid_parley() -> None:
    game = siege(**{"talk.parley": "false"})
    game.say("ann", Talk(text="Will you treat?", to=("Dan",)))
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-NOT-PRESENT"
    assert words(game, "dan") == []


@pytest.mark.rule("C-TALK-01")
def test_a_pack_may_let_people_talk_and_to_the_absent_it_goes_by_rider() -> None:
    game = Game([], people(ann="a", ben="a"))
    game.say("ann", table.Enclose(to="ben", inside="psst", means="talk"))
    assert len(words(game, "ben")) == 1
    game.say("ben", table.Go(to="b"))
    game.say("ann", table.Enclose(to="ben", inside="psst", means="talk"))
    assert len(words(game, "ben")) == 1


@pytest.mark.rule("C-TALK-03")
def test_talk_is_open_to_enemies_too() -> None:
    folk = [{"id": "ann", "place": "a"}, {"id": "eve", "place": "a", "side": "red"}]
    game = Game([], folk, wars=["blue-red"])
    game.say("ann", Talk(text="Let us speak of peace", to=("Eve",)))
    assert len(words(game, "eve")) == 1
