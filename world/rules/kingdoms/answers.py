"""What letters and pages ask of these rules: a table of compass directions, and no map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.answers import Leg, Stance, Stead
from world.rules.kingdoms.nouns.figures import creation
from world.rules.kingdoms.nouns.kingdom import Kingdom, in_play, ruled_by
from world.rules.kingdoms.nouns.refusals import folded
from world.rules.kingdoms.nouns.seat import players

if TYPE_CHECKING:
    from world.state import World


class KingdomsAnswers:
    """The answers of the kingdoms rules."""

    def whereabouts(self, world: World, person: str) -> str | None:
        """A ruler is in his kingdom; whoever has none yet is nowhere."""
        kingdom = ruled_by(world, person)
        return None if kingdom is None else kingdom.place

    def believed(self, world: World, person: str, of: str) -> str | None:
        """Locations are public."""
        del person
        return self.whereabouts(world, of)

    def in_place(self, world: World, place: str) -> tuple[str, ...]:
        """The rulers of the kingdoms of a location."""
        here = world.at(place, Kingdom)
        return tuple(sorted(kingdom.ruler for kingdom in here if kingdom.state == "in_play"))

    def acts_for(self, world: World, person: str) -> Stead:
        """Everybody acts for himself."""
        del world
        return Stead(person)

    def stance(self, world: World, person: str, other: str) -> Stance:
        """No treaties: everybody is neutral to everybody else."""
        del world
        return "own" if person == other else "neutral"

    def passage(
        self,
        world: World,
        start: str,
        end: str,
        mover: str,
        *,
        person: str,
        believed: bool,
        via: tuple[str, ...] = (),
    ) -> tuple[Leg, ...] | None:
        """The way from one location to another."""
        del mover, person, believed, via
        known = world.params[creation.LOCATIONS]
        if start not in known or end not in known:
            return None
        return () if start == end else (Leg(start, end, 1_000, "road"),)

    def persons(self, world: World) -> tuple[str, ...]:
        """Everybody who sits at the table."""
        return players(world)

    def title(self, world: World, person: str) -> str:
        """People are spoken of by their own names."""
        del world
        return person

    def resolve(self, world: World, name: str) -> tuple[str, ...]:
        """By the player's name, or that of his kingdom."""
        said = folded(name)
        found = {person for person in players(world) if folded(person) == said}
        found.update(k.ruler for k in in_play(world) if folded(k.name) == said)
        return tuple(sorted(found))
