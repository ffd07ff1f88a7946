"""What couriers and pages ask of the campaign rules."""

from __future__ import annotations

from fractions import Fraction

from world.answers import Leg, Stance, Stead
from world.kernel.nouns import REFEREE
from world.knowledge.picture import Sighting, seen_by
from world.naming import folded
from world.rules.campaign.nouns.almanac import entry_of
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.author import AuthorPage, author_page, called
from world.rules.campaign.nouns.belief import believed_place
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import stance
from world.rules.campaign.nouns.fleet import Fleet, commission_of
from world.rules.campaign.nouns.ground import controller, scene
from world.rules.campaign.nouns.holding import may_write
from world.rules.campaign.nouns.muster import muster_of
from world.rules.campaign.nouns.passage import passage
from world.rules.campaign.nouns.sight import PlaceSeen
from world.rules.campaign.nouns.sky import rider_factor
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.towers import Line, line_fault, lines_of, within
from world.rules.campaign.nouns.truth import as_it_is
from world.rules.campaign.nouns.where import (
    CAPTAIN,
    army_of_office,
    captain_of,
    faction_of,
    governor_of,
    hailed,
    in_company,
    reader,
    stronghold_of_office,
    whereabouts,
)
from world.scenario.problems import nearest
from world.state import World


class CampaignAnswers:
    """The answers; see :class:`world.answers.Answers` and what couriers ask beyond it."""

    def whereabouts(self, world: World, person: str) -> str | None:
        """The hex where a person or an office truly is."""
        return whereabouts(world, person)

    def believed(self, world: World, person: str, of: str) -> str | None:
        """Where *person* would send a rider to look for *of* (C-MSG-04/b)."""
        return believed_place(world, person, of)

    def in_place(self, world: World, place: str) -> tuple[str, ...]:
        """Persons in a hex: commanders, captains of armies without one, governors."""
        found = [c.id for c in world.at(place, Commander)]
        found += [a.leader or captain_of(a.id) for a in world.at(place, Army)]
        found += [f.leader or captain_of(f.id) for f in world.at(place, Fleet)]
        found += [governor_of(s.id) for s in world.at(place, Stronghold)]
        return tuple(sorted(set(found)))

    def in_company(self, world: World, person: str, other: str) -> bool:
        """Whether two persons are in one hex and neither walls nor lines part them."""
        return in_company(world, person, other)

    def acts_for(self, world: World, person: str) -> Stead:
        """Who opens what is addressed to a person, and who holds him captive (C-PRIS-01)."""
        commander = world.find(Commander, person)
        if commander is None or not commander.captor:
            return Stead(reader(world, person))
        stead = reader(world, commander.stead) if commander.stead else None
        return Stead(stead, commander.captor)

    def may_write(self, world: World, person: str) -> bool:
        """Whether a captive may write letters (C-PRIS-01/a)."""
        captive = world.find(Commander, person)
        return captive is not None and may_write(world, captive)

    def stance(self, world: World, person: str, other: str) -> Stance:
        """How one person stands to another, by their factions (C-TALK-04)."""
        if person == other:
            return "own"
        return stance(world, faction_of(world, person), faction_of(world, other))

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
        """The quickest way of a rider or of news, a leg a hex; None where there is none."""
        return passage(world, mover, person, start, end, via, believed=believed)

    def persons(self, world: World) -> tuple[str, ...]:
        """Commanders, captains and governors, in id order."""
        found = [c.id for c in world.of(Commander)]
        found += [captain_of(a.id) for a in world.of(Army)]
        found += [captain_of(f.id) for f in world.of(Fleet)]
        found += [governor_of(s.id) for s in world.of(Stronghold)]
        return tuple(sorted(found))

    def title(self, world: World, person: str) -> str:
        """How a person or office is spoken of, whatever has become of it.

        An army keeps its captain's title, lost or merged: who writes to him need not know.
        """
        commander = world.find(Commander, person) or entry_of(world, person)
        commander = commander or scene(world).setup.commanders.get(person)
        if commander is not None:
            return str(commander.name)
        if person.startswith(CAPTAIN):
            key = person.removeprefix(CAPTAIN)
            known = muster_of(world, key) or commission_of(world, key)
            unit = known or army_of_office(world, person)
            return f"the captain of {unit.name}" if unit is not None else person
        stronghold = stronghold_of_office(world, person)
        if stronghold is not None:
            return f"the governor of {stronghold.name}"
        return "the referee" if person == REFEREE else person

    def resolve(self, world: World, name: str) -> tuple[str, ...]:
        """Whom a written name may mean: one if it is exact, several if unclear.

        Whoever the campaign began with counts, so that nothing is told of who is left or has come.
        """
        setup = scene(world).setup
        begun = (*setup.commanders, *map(captain_of, (*setup.armies, *setup.fleets)))
        places = (governor_of(site.id) for site in world.of(Stronghold))
        everybody = sorted({*places, *begun})
        return resolve_name({person: self.title(world, person) for person in everybody}, name)

    # -- what couriers ask where a pack can say -----------------------------------------------

    def place_name(self, world: World, place: str) -> str:
        """How a hex is spoken of."""
        return scene(world).called(place)

    def is_place(self, world: World, place: str) -> bool:
        """Whether a hex of the map has that label."""
        return place in scene(world).places

    def author_view(self, world: World, person: str) -> AuthorPage:
        """What the author of a letter, a telegram or a speech knows."""
        return author_page(world, person)

    def called(self, world: World, person: str, other: str) -> str:
        """Somebody as a person knows him, who may not have heard of his new name."""
        return called(world, person, other)

    def holder(self, world: World, place: str) -> str | None:
        """Who holds the country of a hex: its stronghold's holder, or its governor."""
        stronghold = controller(world, place)
        if stronghold is None or not stronghold.faction:
            return None
        return stronghold.holder or governor_of(stronghold.id)

    def purse(self, world: World, person: str) -> int | None:
        """Doubloons a commander has at hand; None for offices, which pay nothing."""
        commander = world.find(Commander, person)
        return commander.purse if commander is not None else None

    def commanders(self, world: World) -> tuple[str, ...]:
        """Persons who are told news: everybody somebody plays."""
        return tuple(c.id for c in world.of(Commander) if not c.npc)

    def knows(self, world: World, person: str, event: str, about: str) -> bool:
        """Whether somebody has seen with his own eyes, or was told, what news would say."""
        stronghold = world.find(Stronghold, about)
        if event != "fall" or stronghold is None:
            return False
        seen = seen_by(world, PlaceSeen, person, about)
        return seen is not None and seen.faction == stronghold.faction

    def as_it_is(self, world: World, seen: Sighting) -> Sighting | None:
        """What a sighting would say now, for the referee; None where its subject is no more."""
        return as_it_is(world, seen)

    def semaphores(self, world: World) -> tuple[Line, ...]:
        """Every semaphore line of the map."""
        return lines_of(world)

    def tower_fault(self, world: World, line: str, n: int, person: str) -> str | None:
        """Why a line passes on nothing for a person (its owner is his enemy)."""
        del n
        return line_fault(world, line, person)

    def in_sight(self, world: World, place: str, hexes: int) -> tuple[str, ...]:
        """Commanders within so many hexes of a tower."""
        return within(world, place, hexes)

    def rider_factor(self, world: World, place: str) -> Fraction:
        """What the weather over a place does to the pace of riders who set out from it."""
        return rider_factor(world, place)

    def hailed(self, world: World, person: str) -> tuple[str, ...]:
        """Besieger and besieged may talk across the lines (C-TALK-01/a)."""
        return hailed(world, person)


def resolve_name(known: dict[str, str], name: str) -> tuple[str, ...]:
    """Ids a written name may mean, of those known: exactly, as a part, or nearly."""
    said = folded(name)
    if not said:
        return ()
    exact = sorted(id for id, title in known.items() if said in (folded(id), folded(title)))
    if exact:
        return tuple(exact)
    words = set(said.split())
    parts = sorted(id for id, title in known.items() if words <= set(folded(title).split()))
    if parts:
        return tuple(parts)
    titles = {folded(title): id for id, title in sorted(known.items())}
    close = nearest(said, titles).removesuffix(" (did you mean that?)")
    return (titles[close],) if close else ()
