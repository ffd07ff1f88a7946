"""One place may be two: words do not pass walls and siege lines as if nobody stood there."""

from __future__ import annotations

from typing import Any

import pytest

from couriers.letter import Letter
from couriers.talk import Talk
from couriers.writing import WriteLetter
from tests.couriers.game import DAY, HOUR, Game, people
from tests.packs import table
from world.pack import Pack
from world.state import World

INSIDE = {"dan", "eve"}


class Walls(table.Answers):
    """Dan and Eve are within the walls of the place where the others lie before it."""

    def in_company(self, world: World, person: str, other: str) -> bool:
        here = self.whereabouts(world, person)
        same = here is not None and here == self.whereabouts(world, other)
        return same and (person in INSIDE) == (other in INSIDE)

    def hailed(self, world: World, person: str) -> tuple[str, ...]:
        del world
        return {"ann": ("dan",), "dan": ("ann",)}.get(person, ())


PACK = Pack(
    name="table",
    release=1,
    chapters=table.PACK.chapters[1:],
    answers=Walls(),
    view=table.view,
    scene=table.scene,
    found=table.found,
    about="A place under siege",
)


def siege(seed: int = 1, **params: Any) -> Game:
    folk = people(ann="mons", bob="mons", dan="mons", eve="mons")
    return Game([], folk, seed=seed, pack=PACK, params=params)


def heard(game: Game) -> set[str]:
    return {one for one in ("ann", "bob", "dan", "eve") if game.told(one, "talk_heard")}


@pytest.mark.rule("C-TALK-01")
def test_what_is_said_within_the_walls_is_not_heard_before_them() -> None:
    game = siege()
    game.say("dan", Talk(text="We have bread for a week"))
    assert heard(game) == {"eve"}
    assert game.known("bob", "talk_kept") == []


@pytest.mark.rule("C-TALK-01")
@pytest.mark.parametrize("parley", [True, False])
def test_only_who_is_hailed_hears_across_the_lines(parley: bool) -> None:
    game = siege(1, **{"talk.parley": str(parley).lower()})
    game.say("ann", Talk(text="Will you treat?", to=("Dan",)))
    assert heard(game) == ({"bob", "dan"} if parley else set())
    game.say("ann", Talk(text="Will you?", to=("Eve",)))
    assert game.told("ann", "said_in_vain")[-1]["code"] == "E-NOT-PRESENT"


@pytest.mark.rule("C-MSG-07")
def test_an_order_across_the_lines_rides_and_one_within_them_is_obeyed_on_the_spot() -> None:
    game = siege(1, **{"message.safe_hostile": "1"})
    game.say("dan", table.Task(who="eve", what="man the wall"))
    assert game.all(Letter) == ()
    assert game.world.get(table.Person, "eve").done
    game.say("bob", table.Task(who="eve", what="open the gate"))
    # It rode, was obeyed within, and its answer rides back.
    assert sorted(letter.sender for letter in game.all(Letter)) == ["bob", "eve"]


@pytest.mark.rule("C-MSG-03", "C-SIEGE-07")
def test_a_letter_across_the_lines_runs_the_risk_of_enemy_country() -> None:
    """Though it has no way to go: five in six come through."""
    came = 0
    for seed in range(60):
        game = siege(seed)
        game.say("bob", WriteLetter(to="eve", text="Hold on"))
        game.until(HOUR)
        ((face, dice),) = game.dice("safe")
        assert dice == "1d6"
        arrived = bool(game.told("eve", "letter_came"))
        assert arrived == (face <= 5)
        came += arrived
        game.until(2 * DAY)
        assert game.one(Letter).done
    assert 40 <= came < 60


@pytest.mark.rule("C-MSG-02")
def test_a_letter_to_somebody_beside_oneself_runs_no_risk() -> None:
    game = siege()
    game.say("ann", WriteLetter(to="bob", text="Hold on"))
    assert game.told("bob", "letter_came")
    assert game.dice("safe") == []
