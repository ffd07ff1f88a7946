"""A toy rule pack with a table of places: roads, lands with holders, people with beliefs.

It answers everything couriers may ask without a map, and lets a referee change the truth by order,
so that tests can tell what is true from what somebody believes.
"""

from __future__ import annotations

import functools
import heapq
from fractions import Fraction
from itertools import pairwise

import msgspec

from couriers import figures
from couriers.chapters import CHAPTERS
from couriers.towers import SemaphoreLine, Tower
from world.answers import Leg, Stance, Stead
from world.dispatch import Delivered, Dispatch, Fee
from world.enclosure import holds
from world.entity import Entity
from world.errors import Refused
from world.fact import Moved
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy
from world.order import Hand, Order
from world.pack import Chapter, Pack, View
from world.scenario.scenario import Scenario
from world.state import World
from world.step import Step

chapter = Chapter("table", "Places on a table, and who is where")


# -- what stands in the scenario -----------------------------------------------------------------


class Road(msgspec.Struct, frozen=True):
    """A way between two places, as long both ways, in somebody's land."""

    a: str
    b: str
    metres: int
    land: str = "common"
    ground: str = "road"


class Somebody(msgspec.Struct, frozen=True):
    """A person as the scenario begins."""

    id: str
    place: str
    name: str = ""
    side: str = "blue"
    purse: int | None = None


class Station(msgspec.Struct, frozen=True):
    """A tower of a semaphore line."""

    place: str
    hop: int = 0


class Line(msgspec.Struct, frozen=True):
    """A semaphore line of the scenario."""

    id: str
    stations: tuple[Station, ...]
    symbol_ms: int | None = None
    hop_ms: int | None = None


class Table(msgspec.Struct, frozen=True, dict=True):
    """The scenario's table: what never changes."""

    roads: tuple[Road, ...] = ()
    lands: dict[str, str] = {}
    people: tuple[Somebody, ...] = ()
    wars: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()

    @functools.cached_property
    def places(self) -> tuple[str, ...]:
        """Every place, in the order of ids."""
        ends = {end for road in self.roads for end in (road.a, road.b)}
        return tuple(sorted(ends | {one.place for one in self.people}))

    @functools.cached_property
    def homes(self) -> dict[str, str]:
        """Where everybody was when the scenario began, which everybody knows."""
        return {one.id: one.place for one in self.people}

    @functools.cached_property
    def names(self) -> dict[str, str]:
        """How everybody is spoken of, whatever becomes of them."""
        return {one.id: one.name or one.id.title() for one in self.people}

    @functools.cached_property
    def ways(self) -> dict[str, tuple[tuple[str, Road], ...]]:
        """From each place, where roads lead."""
        found: dict[str, list[tuple[str, Road]]] = {place: [] for place in self.places}
        for road in self.roads:
            found[road.a].append((road.b, road))
            found[road.b].append((road.a, road))
        return {place: tuple(roads) for place, roads in found.items()}


# -- what may change -----------------------------------------------------------------------------


class Person(Entity, frozen=True, tag="person"):
    """Somebody: where, whose prisoner, and what they believe of others and of lands."""

    place: str | None
    name: str
    side: str
    purse: int | None = None
    alive: bool = True
    captor: str | None = None
    stead: str | None = None
    believes: tuple[tuple[str, str], ...] = ()
    done: tuple[str, ...] = ()
    got: tuple[str, ...] = ()


class Land(Entity, frozen=True, tag="land"):
    """A stretch of country and the side that holds it; ``closed`` to every rider."""

    side: str
    closed: bool = False


class TowerOut(Entity, frozen=True, tag="tower_out"):
    """A tower that cannot work, and why."""

    why: str


chapter.declare(Person, Land, TowerOut)


class Go(Order, frozen=True, tag="go"):
    """Be in another place at once."""

    to: str | None


class Task(Order, frozen=True, tag="task"):
    """Somebody shall do something; ``impossible`` things are refused when it takes hold."""

    who: str
    what: str

    def addressee(self, author: str) -> str:
        """Whoever is to do it."""
        del author
        return self.who


class Change(Order, frozen=True, tag="change"):
    """The referee changes the truth: a field of an entity, as JSON."""

    entity: str
    field: str
    value: str


class Happen(Order, frozen=True, tag="happen"):
    """Something public happens."""

    event: str
    place: str
    wording: str
    figures: tuple[int, ...] = ()
    knows: tuple[str, ...] = ()


class Vanish(Order, frozen=True, tag="vanish"):
    """Somebody is gone for good, with or without an heir."""

    who: str
    heir: str | None = None


class Enclose(Order, frozen=True, tag="enclose"):
    """Send a report with something enclosed, as packs do."""

    to: str
    inside: str
    means: str = "messenger"


@chapter.obeys(Enclose)
def enclose(step: Step, order: Enclose, hand: Hand) -> None:
    """The pack writes a dispatch."""
    step.write(
        Dispatch(
            sender=hand.author,
            to=order.to,
            text=order.inside,
            means=order.means,
            enclosed=msgspec.Raw(msgspec.json.encode(order.inside)),
        )
    )


@chapter.obeys(Go)
def go(step: Step, order: Go, hand: Hand) -> None:
    """Teleport, which is all a toy needs."""
    person = step.get(Person, hand.receiver)
    step.put(msgspec.structs.replace(person, place=order.to))
    if order.to is not None:
        step.happened(Moved(person=person.id, place=order.to))


@chapter.obeys(Task)
def task(step: Step, order: Task, hand: Hand) -> None:
    """Do it, unless it is impossible."""
    if order.what == "impossible":
        raise Refused("E-NOTHING", "There is nothing of the kind here.")
    person = step.get(Person, hand.receiver)
    step.put(msgspec.structs.replace(person, done=(*person.done, order.what)))


@chapter.obeys(Change)
def change(step: Step, order: Change, hand: Hand) -> None:
    """The referee's hand."""
    if hand.author != REFEREE:
        raise Refused("E-NOT-YOURS", "Only the referee does that.")
    entity = step.world.entities.get(order.entity)
    if entity is None:
        entity = TowerOut(id=order.entity, why="")
    body = msgspec.to_builtins(entity)
    body[order.field] = msgspec.json.decode(order.value)
    step.put(msgspec.convert(body, type(entity)))


@chapter.obeys(Happen)
def happen(step: Step, order: Happen, hand: Hand) -> None:
    """Announce it."""
    del hand
    step.happened(
        Newsworthy(
            event=order.event,
            place=order.place,
            wording=order.wording,
            figures=order.figures,
            knows=order.knows,
        )
    )


@chapter.obeys(Vanish)
def vanish(step: Step, order: Vanish, hand: Hand) -> None:
    """Remove them."""
    del hand
    step.remove(step.get(Person, order.who), "vanished", order.heir)


@chapter.on(Delivered)
def keep_what_was_enclosed(step: Step, fact: Delivered) -> None:
    """Whoever reads a letter gets what was enclosed."""
    person = step.find(Person, fact.reader)
    if person is not None and holds(fact.enclosed):
        inside = msgspec.json.decode(fact.enclosed, type=str)
        step.put(msgspec.structs.replace(person, got=(*person.got, inside)))


@chapter.on(Fee)
def pay(step: Step, fact: Fee) -> None:
    """Take the fee from the purse."""
    person = step.get(Person, fact.person)
    step.put(msgspec.structs.replace(person, purse=(person.purse or 0) - fact.amount))


# -- answers -------------------------------------------------------------------------------------


class TableView(msgspec.Struct, frozen=True):
    """What somebody at the table knows."""

    person: str
    correspondents: dict[str, str]
    places: dict[str, str]
    present: dict[str, str]
    place: str | None
    tower: bool
    purse: int | None


class Answers:
    """Everything couriers may ask."""

    def whereabouts(self, world: World, person: str) -> str | None:
        found = world.find(Person, person)
        return found.place if found else None

    def believed(self, world: World, person: str, of: str) -> str | None:
        found = world.find(Person, person)
        known = dict(found.believes) if found else {}
        usual = self.whereabouts(world, of) if of == person else world.scene.homes.get(of)
        return known.get(of, usual) or None

    def in_place(self, world: World, place: str) -> tuple[str, ...]:
        return tuple(one.id for one in world.at(place, Person) if one.alive)

    def acts_for(self, world: World, person: str) -> Stead:
        found = world.find(Person, person)
        if found is None:
            return Stead(None)
        if found.alive and found.captor is None:
            return Stead(found.id)
        return Stead(found.stead, found.captor)

    def stance(self, world: World, person: str, other: str) -> Stance:
        mine, theirs = world.find(Person, person), world.find(Person, other)
        if mine is None or theirs is None:
            return "neutral"
        return self.between(world, mine.side, theirs.side)

    def between(self, world: World, mine: str, theirs: str) -> Stance:
        if mine == theirs:
            return "own"
        wars = world.scene.wars
        return "hostile" if {f"{mine}-{theirs}", f"{theirs}-{mine}"} & set(wars) else "neutral"

    def leg(
        self, world: World, start: str, end: str, road: Road, person: str, believed: bool
    ) -> Leg:
        mine = world.find(Person, person)
        land = world.find(Land, road.land)
        holder = land.side if land else "nobody"
        if believed:
            known = dict(mine.believes) if mine else {}
            holder = known.get(road.land, world.scene.lands.get(road.land, "nobody"))
        stance = self.between(world, mine.side if mine else "nobody", holder)
        return Leg(start, end, road.metres, road.ground, stance)

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
        stops = (start, *via, end)
        whole: list[Leg] = []
        for a, b in pairwise(stops):
            part = self.quickest(world, a, b, mover, person, believed)
            if part is None:
                return None
            whole += part
        return tuple(whole)

    def quickest(
        self, world: World, start: str, end: str, mover: str, person: str, believed: bool
    ) -> tuple[Leg, ...] | None:
        ways = world.scene.ways
        heap: list[tuple[Fraction, tuple[str, ...], tuple[Leg, ...]]] = [
            (Fraction(0), (start,), ())
        ]
        seen = set()
        while heap:
            cost, places, legs = heapq.heappop(heap)
            at = places[-1]
            if at == end:
                return legs
            if at in seen:
                continue
            seen.add(at)
            for there, road in ways.get(at, ()):
                land = world.find(Land, road.land)
                if there in seen or (land is not None and land.closed and not believed):
                    continue
                leg = self.leg(world, at, there, road, person, believed)
                more = cost + Fraction(leg.metres, self.pace(world, leg, mover))
                heapq.heappush(heap, (more, (*places, there), (*legs, leg)))
        return None

    def pace(self, world: World, leg: Leg, mover: str) -> int:
        params = world.params
        if mover == "news":
            return params[figures.KMPD_COAST if leg.ground == "coast" else figures.KMPD_LAND]
        if leg.ground == "sea":
            return params[figures.KMPD_SEA]
        hostile = leg.stance == "hostile"
        return params[figures.KMPD_HOSTILE if hostile else figures.KMPD_FRIENDLY]

    def persons(self, world: World) -> tuple[str, ...]:
        return tuple(person.id for person in world.of(Person))

    def title(self, world: World, person: str) -> str:
        names: dict[str, str] = world.scene.names
        return names.get(person, person)

    def resolve(self, world: World, name: str) -> tuple[str, ...]:
        return tuple(one.id for one in world.of(Person) if name in {one.id, one.name})

    # What a pack may offer besides (couriers.offers).

    def place_name(self, world: World, place: str) -> str:
        del world
        return place.title()

    def purse(self, world: World, person: str) -> int | None:
        found = world.find(Person, person)
        return found.purse if found else None

    def hailed(self, world: World, person: str) -> tuple[str, ...]:
        """Whoever is before or behind the walls of a place called ``X walls``."""
        here = self.whereabouts(world, person)
        if here is None:
            return ()
        over = here.removesuffix(" walls") if here.endswith(" walls") else f"{here} walls"
        return self.in_place(world, over)

    def semaphores(self, world: World) -> tuple[SemaphoreLine, ...]:
        return tuple(
            SemaphoreLine(
                line.id,
                tuple(Tower(stop.place, stop.place.title(), stop.hop) for stop in line.stations),
                line.symbol_ms,
                line.hop_ms,
            )
            for line in world.scene.lines
        )

    def holder(self, world: World, place: str) -> str | None:
        """Whoever of the side that holds the land of that name comes first."""
        land = world.find(Land, place)
        side = land.side if land else None
        return next((one.id for one in world.of(Person) if one.side == side), None)

    def in_sight(self, world: World, place: str, hexes: int) -> tuple[str, ...]:
        """From one hex off, those in ``X beside`` see what those in X see."""
        beside = self.in_place(world, f"{place} beside") if hexes else ()
        return tuple(sorted((*self.in_place(world, place), *beside)))

    def tower_fault(self, world: World, line: str, n: int, person: str) -> str | None:
        del person
        found = world.find(TowerOut, f"{line}/{n}")
        return found.why or None if found else None


ANSWERS = Answers()


def view(world: World, person: str) -> View:
    """What somebody knows: everybody the scenario names, and who is in the same place."""
    found = world.find(Person, person)
    place = found.place if found else None
    here = ANSWERS.in_place(world, place) if place else ()
    names = world.scene.names
    towers = {stop.place for line in world.scene.lines for stop in line.stations}
    return TableView(
        person=person,
        correspondents=names,
        places={name: name.title() for name in world.scene.places},
        present={id: names[id] for id in (*here, *ANSWERS.hailed(world, person)) if id != person},
        place=place,
        tower=place is not None and place.removesuffix(" beside") in towers,
        purse=found.purse if found else None,
    )


def scene(scenario: Scenario) -> Table:
    """The table of the scenario."""
    table: Table = scenario.section("table", Table)
    return table


def found(step: Step) -> None:
    """Everybody is where the scenario says, and believes what it says."""
    table: Table = step.world.scene
    for one in table.people:
        step.put(
            Person(
                id=one.id,
                place=one.place,
                name=one.name or one.id.title(),
                side=one.side,
                purse=one.purse,
            )
        )
    for land, side in sorted(table.lands.items()):
        step.put(Land(id=land, side=side))


PACK = Pack(
    name="table",
    release=1,
    chapters=(chapter, *CHAPTERS),
    answers=ANSWERS,
    view=view,
    scene=scene,
    found=found,
    about="Places on a table, and words between them",
)
