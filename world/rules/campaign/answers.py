"""What couriers and pages ask of the campaign rules."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from world.answers import Leg, Stance, Stead
from world.kernel.nouns import REFEREE
from world.knowledge.picture import seen_by
from world.map.routes import CostOf, Move, Mover
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.author import AuthorPage, author_page
from world.rules.campaign.nouns.belief import believed_holder, believed_place, believed_stance
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import stance
from world.rules.campaign.nouns.ground import Scene, controller, relation, scene
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.sight import PlaceSeen
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.towers import Line, line_fault, lines_of, within
from world.rules.campaign.nouns.where import (
    CAPTAIN,
    army_of_office,
    captain_of,
    commander_inside,
    faction_of,
    governor_of,
    reader,
    stronghold_of_office,
    whereabouts,
)
from world.scenario.problems import nearest
from world.state import World

#: Paces by which ways are chosen where no chapter of couriers gives its own (km a day).
_PACES = {
    "message.kmpd_friendly": 80,
    "message.kmpd_hostile": 60,
    "message.kmpd_sea": 100,
    "message.kmpd_relay": 165,
    "news.kmpd_land": 20,
    "news.kmpd_coast": 100,
}
_DAY_MS = 86_400_000


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
        found += [governor_of(s.id) for s in world.at(place, Stronghold)]
        return tuple(sorted(found))

    def acts_for(self, world: World, person: str) -> Stead:
        """Who opens what is addressed to a person; nobody is held captive by these chapters."""
        return Stead(reader(world, person))

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
        return Passage(world, mover, person, believed=believed).legs(start, end, via)

    def persons(self, world: World) -> tuple[str, ...]:
        """Commanders, captains and governors, in id order."""
        found = [c.id for c in world.of(Commander)]
        found += [captain_of(a.id) for a in world.of(Army)]
        found += [governor_of(s.id) for s in world.of(Stronghold)]
        return tuple(sorted(found))

    def title(self, world: World, person: str) -> str:
        """How a person or office is spoken of, whatever has become of it.

        An army keeps its captain's title, lost or merged: who writes to him need not know.
        """
        setup = scene(world).setup
        commander = world.find(Commander, person) or setup.commanders.get(person)
        if commander is not None:
            return str(commander.name)
        if person.startswith(CAPTAIN):
            known = setup.armies.get(person.removeprefix(CAPTAIN))
            army = known or army_of_office(world, person)
            return f"the captain of {army.name}" if army is not None else person
        stronghold = stronghold_of_office(world, person)
        if stronghold is not None:
            return f"the governor of {stronghold.name}"
        return "the referee" if person == REFEREE else person

    def resolve(self, world: World, name: str) -> tuple[str, ...]:
        """Whom a written name may mean: one if it is exact, several if unclear.

        Whoever the campaign began with counts, so that nothing is told of who is left.
        """
        setup = scene(world).setup
        begun = (*setup.commanders, *map(captain_of, setup.armies))
        everybody = sorted({*self.persons(world), *begun})
        return resolve_name({person: self.title(world, person) for person in everybody}, name)

    # -- what couriers ask where a pack can say -----------------------------------------------

    def place_name(self, world: World, place: str) -> str:
        """How a hex is spoken of."""
        return scene(world).called(place)

    def author_view(self, world: World, person: str) -> AuthorPage:
        """What the author of a letter, a telegram or a speech knows."""
        return author_page(world, person)

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

    def hailed(self, world: World, person: str) -> tuple[str, ...]:
        """Besieger and besieged may talk across the lines (C-TALK-01/a)."""
        place = whereabouts(world, person)
        siege = siege_of(world, place) if place is not None else None
        if siege is None:
            return ()
        stronghold = world.get(Stronghold, siege.stronghold)
        inside = commander_inside(world, stronghold)
        besiegers = [world.find(Army, army) for army in siege.armies]
        leaders = sorted(army.leader for army in besiegers if army is not None and army.leader)
        defender = inside.id if inside is not None else governor_of(stronghold.id)
        if person in leaders:
            return (defender,)
        return tuple(leaders) if person == defender else ()


class Passage:
    """Finds ways for riders and news by the time they take.

    A besieged place counts as enemy country for everybody but its besiegers (C-SIEGE-07).
    """

    def __init__(self, world: World, mover: str, person: str, *, believed: bool) -> None:
        self._world = world
        self._ground: Scene = scene(world)
        self._news = mover == "news"
        self._faction = faction_of(world, person)
        self._sites: dict[str, Stance] = {}
        #: Hexes that are enemy country whoever controls them: places besieged by others.
        self._shut_in: set[str] = set()
        for site in world.of(Stronghold):
            holder, besieger = believed_holder(world, person, site.id, believed=believed)
            if believed:
                self._sites[site.id] = believed_stance(world, person, holder)
            else:
                self._sites[site.id] = stance(world, self._faction, holder)
            if besieger and besieger != self._faction:
                self._shut_in.add(site.place)
        self._wild = relation(world, "", self._faction, world.now).stance

    def legs(self, start: str, end: str, via: tuple[str, ...]) -> tuple[Leg, ...] | None:
        """The way through hexes in turn, or None."""
        mover = self._mover()
        ground = self._ground
        found: list[Leg] = []
        here = start
        for goal in (*via, end):
            way = ground.routes.path(mover, ground.hex(here), ground.hex(goal))
            if way is None:
                return None
            found.extend(self._leg(a, b) for a, b in pairwise(ground.labels[at] for at in way))
            here = goal
        return tuple(found)

    def _leg(self, a: str, b: str) -> Leg:
        atlas = self._ground.atlas
        x, y = self._ground.hex(a), self._ground.hex(b)
        side = atlas.side(x, y)
        if x in self._ground.water or y in self._ground.water:
            kind = "sea"
        elif side.coastal and self._news:
            kind = "coast"
        else:
            kind = side.road.kind if side.road is not None else "land"
        return Leg(a, b, self._ground.metres(a, b), kind, self._stance(b))

    def _stance(self, label: str) -> Stance:
        if label in self._shut_in:
            return "hostile"
        site = self._ground.control.get(label)
        return self._wild if site is None else self._sites[site]

    def _mover(self) -> Mover:
        world, ground = self._world, self._ground
        if self._news:
            land, coast = _pace(world, "news.kmpd_land"), _pace(world, "news.kmpd_coast")
            return Mover(f"news/{land}/{coast}", _news_cost(ground, land, coast))
        friendly, hostile = (
            _pace(world, "message.kmpd_friendly"),
            _pace(world, "message.kmpd_hostile"),
        )
        sea = _pace(world, "message.kmpd_sea")
        enemies = sorted(site for site, how in self._sites.items() if how == "hostile")
        wild = self._wild == "hostile"
        key = f"rider/{friendly}/{hostile}/{sea}/{wild}/{enemies}/{sorted(self._shut_in)}"
        relay = _relay(world)

        def cost(move: Move) -> int | None:
            target = move.target.hex
            if target in ground.water or move.origin.hex in ground.water:
                speed = sea
            elif self._stance(ground.labels[target]) == "hostile":
                speed = hostile
            elif relay and move.road is not None and move.road.kind in relay[1]:
                speed = relay[0]
            else:
                speed = friendly
            took = _time(move.metres, speed)
            # Of two ways as quick a rider takes the road: an ms decides, no more.
            return took if took is None or move.road is not None else took + 1

        return Mover(f"{key}/{relay}", cost)


def _news_cost(ground: Scene, land: int, coast: int) -> CostOf:
    def cost(move: Move) -> int | None:
        water = move.target.hex in ground.water or move.origin.hex in ground.water
        return _time(move.metres, coast if water or move.coastal else land)

    return cost


def _time(metres: int, km_per_day: int) -> int | None:
    """Ms for a step at a pace, at least one; None at no pace."""
    return max(1, -(-metres * _DAY_MS // (km_per_day * 1000))) if km_per_day > 0 else None


def _pace(world: World, name: str) -> int:
    """A pace of the chapters on couriers, where they are in the pack."""
    param = world.pack.params.get(name)
    return _PACES[name] if param is None else int(world.params[param])


def _relay(world: World) -> tuple[int, tuple[str, ...]] | None:
    """The pace of riders with relays and the grounds that have them, where couriers know any."""
    pace = world.pack.params.get("message.kmpd_relay")
    grounds = world.pack.params.get("message.relay_grounds")
    if pace is None or grounds is None or not world.params[pace]:
        return None
    return int(world.params[pace]), tuple(world.params[grounds])


def folded(name: str) -> str:
    """A name as names are compared: small letters without accents."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


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
