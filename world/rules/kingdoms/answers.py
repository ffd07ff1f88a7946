"""What letters and pages ask of these rules: a table of compass directions, and no map.

Everybody has a place of his own, the court of his kingdom, so that a letter to a neighbour of the
same location is on its way as well.  A place is known by its person's name.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from world.answers import Leg, Stance, Stead
from world.kernel.nouns import REFEREE
from world.rules.kingdoms.nouns.game import game
from world.rules.kingdoms.nouns.kingdom import Kingdom, kingdom_id, name_of, ruled_by
from world.rules.kingdoms.nouns.post import delay_ms
from world.rules.kingdoms.nouns.refusals import folded
from world.rules.kingdoms.nouns.scene import scene
from world.rules.kingdoms.nouns.seat import Seat, players, seat_id

if TYPE_CHECKING:
    from world.state import World


class KingdomsAnswers:
    """The answers of the kingdoms rules; see :class:`world.answers.Answers`."""

    def whereabouts(self, world: World, person: str) -> str | None:
        """Everybody at the table is at his own court, and the referee at his desk."""
        seat = world.find(Seat, seat_id(person))
        return person if person == REFEREE or (seat is not None and not seat.left) else None

    def believed(self, world: World, person: str, of: str) -> str | None:
        """Where everybody is to be found is public: at his own court, even if he has left."""
        del person
        known = of == REFEREE or world.find(Seat, seat_id(of)) is not None
        return of if known else None

    def in_place(self, world: World, place: str) -> tuple[str, ...]:
        """Nobody but its own ruler is at a court."""
        return () if self.whereabouts(world, place) is None else (place,)

    def acts_for(self, world: World, person: str) -> Stead:
        """Whoever rules a kingdom now opens the letters of who ruled it before (K-DEC-06)."""
        if self.whereabouts(world, person) is not None:
            return Stead(person)
        kingdom = world.find(Kingdom, kingdom_id(person))
        heir = None if kingdom is None else self.whereabouts(world, kingdom.ruler)
        return Stead(heir)

    def stance(self, world: World, person: str, other: str) -> Stance:
        """There are no treaties: everybody is neutral to everybody else."""
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
        """One stretch from court to court, as long as the table says for their locations."""
        del mover, person, believed
        stops = (start, *via, end)
        known = {REFEREE, *(seat.person for seat in world.of(Seat))}
        if not known.issuperset(stops):
            return None
        ways = [(a, b) for a, b in pairwise(stops) if a != b]
        return tuple(Leg(a, b, 0, "road", ms=self._delay(world, a, b)) for a, b in ways)

    def _delay(self, world: World, one: str, other: str) -> int:
        """Nobody waits for the referee, who is at everybody's elbow."""
        if REFEREE in (one, other):
            return 0
        places = [_location(world, person) for person in (one, other)]
        return delay_ms(world.params, scene(world), places[0], places[1])

    def persons(self, world: World) -> tuple[str, ...]:
        """Everybody who sits at the table."""
        return players(world)

    def title(self, world: World, person: str) -> str:
        """By the player's own name, and his kingdom's once everybody knows it."""
        if person == REFEREE:
            return "the referee"
        kingdom = ruled_by(world, person)
        if kingdom is None or kingdom.state != "in_play":
            return person
        return f"{person} of {kingdom.name}"

    def over(self, world: World) -> str:
        """One has won (K-VIC-01), or nobody has."""
        now = game(world)
        if now.state != "over":
            return ""
        if now.winner is None:
            return "The game is over, and nobody has won."
        return f"The game is over: {name_of(world, now.winner)} has won."

    def resolve(self, world: World, name: str) -> tuple[str, ...]:
        """By the player's name, or that of his kingdom."""
        said = folded(name)
        found = {person for person in players(world) if folded(person) == said}
        for person in players(world):
            kingdom = ruled_by(world, person)
            if kingdom is not None and folded(kingdom.name) == said:
                found.add(person)
        return tuple(sorted(found))

    def place_name(self, world: World, place: str) -> str:
        """How a court is spoken of."""
        if place == REFEREE:
            return "the referee's desk"
        kingdom = ruled_by(world, place)
        if kingdom is None or kingdom.state != "in_play":
            return f"the court of {place}"
        return f"the court of {kingdom.name}"


def _location(world: World, person: str) -> str:
    """A person's location; empty before his kingdom is approved, when nobody knows it."""
    kingdom = ruled_by(world, person) or world.find(Kingdom, kingdom_id(person))
    return kingdom.place if kingdom is not None and kingdom.state == "in_play" else ""
