"""The entities a campaign begins with."""

from __future__ import annotations

from world.rules.kingdoms.nouns.charter import charter_of
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.game import Game
from world.rules.kingdoms.nouns.kingdom import Kingdom, kingdom_id
from world.rules.kingdoms.nouns.scene import scene
from world.rules.kingdoms.nouns.seasons import SEASONS
from world.rules.kingdoms.nouns.seat import Seat, seat_id
from world.rules.kingdoms.setup.chapter import starting_levels
from world.step import Step


def found(step: Step) -> None:
    """The game, everybody's seat, and the kingdoms that need not be created."""
    setup = scene(step.world).setup
    first = step.param(turns.START_SEASON)
    season = next(each for each in SEASONS if each == first)
    step.put(Game(season=season))
    for player in dict.fromkeys((*setup.players, *(line.player for line in setup.kingdoms))):
        step.put(Seat(id=seat_id(player), person=player))
    for line in setup.kingdoms:
        charter = charter_of(step.world, line.player)
        traits = charter.require_traits(line.traits)
        step.put(
            Kingdom(
                id=kingdom_id(line.player),
                name=charter.require_name(line.name),
                ruler=line.player,
                place=charter.require_place(line.location),
                traits=traits,
                levels=starting_levels(step, traits),
                state="in_play",
            )
        )
