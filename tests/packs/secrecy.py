"""What a player of the campaign can fetch, and when something first reaches him.

A :class:`Tale` is a scenario played with or without one hidden change.  :func:`told_apart` plays it
both ways and says by what a person could tell the two apart *before* anything reached him.

What the change makes different is found by comparing both runs event by event: the entities that
are not the same in both, or not by the same event.  It *reaches* a person in two ways, and the
earlier of them in either run is the horizon.  Something different comes near him: an army, a siege,
a place or a person, as near as the best scout can see from where he truly is.  Or words are put
into his hands: a letter, a report, news or a telegram he can read, that the other run does not
bring him so.  A notice of any other kind, a page, a refusal or an expected time is no such way;
before the horizon each must be the same bytes.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

import couriers
from couriers.journey import expected, way
from service.intake.expected import expected_of
from tests.packs.conformance import read_bundled
from tests.packs.play import MINUTE, Play, order, ordered
from world.batch import Batch
from world.dice import Secret
from world.entity import Entity
from world.errors import Refused
from world.journal import encoder
from world.order import Hand, Order
from world.ordertext import parse_order
from world.pack import Chapter, Pack
from world.rules import campaign
from world.rules.campaign.armies import Disbanded
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import ArmyGone, StrengthChanged
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.meeting import Meeting
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.siege import Siege
from world.rules.campaign.nouns.sight import widest
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import whereabouts
from world.said import Input
from world.scenario.scenario import Scenario, read_scenario
from world.state import World
from world.step import Step

MS_A_MINUTE = 60_000

#: Notices by which words from elsewhere are put into somebody's hands.
BROUGHT = frozenset(
    {
        "letter_came",
        "order_came",
        "order_reported",
        "letter_returned",
        "letter_intercepted",
        "news_came",
        "telegram_seen",
        "stance_notice",
    }
)
#: What stands in the field, to be seen by whoever is near.
SEEN = (Army, Stronghold, Commander, Siege, Meeting)

# -- the hidden hand ------------------------------------------------------------------------------

meddling = Chapter("meddling", "What a test does behind everybody's back")


class Thin(Order, frozen=True, tag="thin"):
    """Men of an army's first detachment are gone overnight."""

    army: str
    men: int


class Destroy(Order, frozen=True, tag="destroy"):
    """An army is no more; its captain's last report goes to its owner."""

    army: str


class Succeed(Order, frozen=True, tag="succeed"):
    """An army is merged into another."""

    army: str
    into: str


@meddling.obeys(Thin)
def thin(step: Step, said: Thin, hand: Hand) -> None:
    """Sickness, say."""
    del hand
    army = step.find(Army, said.army)
    if army is None or not army.detachments:
        return
    first, *rest = army.detachments
    fewer = msgspec.structs.replace(first, soldiers=max(1, first.soldiers - said.men))
    step.put(msgspec.structs.replace(army, detachments=(fewer, *rest)))
    step.happened(StrengthChanged(army=army.id, why="sickness"), army.id)


@meddling.obeys(Destroy)
def destroy(step: Step, said: Destroy, hand: Hand) -> None:
    """As the rules do it."""
    del hand
    army = step.find(Army, said.army)
    if army is None:
        return
    report(step, army, Disbanded(army=army.name, why="it was lost"), gone=True)
    step.remove(army, "lost")
    fact = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
    step.happened(fact, army.id)


@meddling.obeys(Succeed)
def succeed(step: Step, said: Succeed, hand: Hand) -> None:
    """One army stands for both."""
    del hand
    army, heir = step.find(Army, said.army), step.find(Army, said.into)
    if army is None or heir is None or army.id == heir.id:
        return
    step.remove(army, "merged", successor=heir.id)
    fact = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
    step.happened(fact, army.id)


@functools.cache
def pack() -> Pack:
    """The campaign with all couriers, and the hidden hand."""
    return campaign.pack(*couriers.CHAPTERS, meddling)


# -- a tale ---------------------------------------------------------------------------------------


class Said(NamedTuple):
    """Somebody says something, minutes after the start."""

    minute: int
    person: str
    text: str


class Edit(NamedTuple):
    """The scenario is another from the beginning."""

    old: str
    new: str


Hidden = Said | Edit


class Tale(NamedTuple):
    """A scenario played for some hours.

    ``asked`` are orders that are held against a person's page at every look, never given.
    """

    name: Literal["small_war", "hundred_days"]
    hours: int
    said: tuple[Said, ...] = ()
    asked: tuple[str, ...] = ()
    sought: tuple[str, ...] = ()
    seed: int = 1
    #: Hours between two looks.
    every: int = 6


class Deed(NamedTuple):
    """What one event changed, and at what game instant (ms)."""

    at: int
    event: str
    changed: dict[str, Entity]


class Watched(Play):
    """A play that remembers what every event changed."""

    log: list[Deed]

    def write(self, batch: Batch) -> None:
        """Keep a batch, and what it changed."""
        if not hasattr(self, "log"):
            self.log = []
        if batch.journal_rows:
            event = batch.journal_rows[-1].event
            self.log.append(Deed(self.world.now, event, dict(batch.changed)))
        super().write(batch)


class Run(NamedTuple):
    """One way a tale went, as a person could see it.

    ``rows`` are his notices and records with their instants and kinds; ``looks`` what he could
    fetch at instants; ``places`` his whereabouts from instants on; ``log`` what events changed.
    """

    rows: list[tuple[int, str, bytes]]
    looks: dict[int, bytes]
    places: list[tuple[int, str | None]]
    log: list[Deed]
    world: World
    told: Watched
    files: dict[str, str]


@functools.lru_cache(maxsize=16)
def _scenario(name: str, edit: Edit | None) -> tuple[Scenario, dict[str, str]]:
    files = read_bundled(name)
    if edit is not None:
        text = files["scenario.yaml"]
        assert edit.old in text, f"the scenario does not say {edit.old!r}"
        files = {**files, "scenario.yaml": text.replace(edit.old, edit.new)}
    return read_scenario(files, pack()), files


def begin(
    tale: Tale, hidden: Hidden | None = None, start: int = 0
) -> tuple[Watched, list[Input], dict[str, str]]:
    """A tale at its beginning (wall µs), what will be said in it, and its scenario's files."""
    rules = pack()
    scenario, files = _scenario(tale.name, hidden if isinstance(hidden, Edit) else None)
    told = Watched(rules, scenario, Secret.of_seed(tale.seed), start=start)
    deeds = [*tale.said, *([hidden] if isinstance(hidden, Said) else [])]
    said = [
        told.says(deed.person, order(parse_order(rules, deed.text)), deed.minute * MINUTE)
        for deed in sorted(deeds)
    ]
    return told, ordered(said), files


def play(tale: Tale, person: str, hidden: Hidden | None = None, start: int = 0) -> Run:
    """Play a tale with a hidden change or without, looking on as a person."""
    told, said, files = begin(tale, hidden, start)
    places = [(0, whereabouts(told.world, person))]
    looks = {}
    for hour in range(tale.every, tale.hours + 1, tale.every):
        minute = hour * 60
        due = [each for each in said if each.received <= told.at(minute * MINUTE)]
        said = [each for each in said if each.received > told.at(minute * MINUTE)]
        places += [
            (world.now, whereabouts(world, person)) for world in told.each(minute * MINUTE, due)
        ]
        looks[minute * MS_A_MINUTE] = fetched(tale, told.world, person, minute * MS_A_MINUTE)
    assert not told.failed, told.failed
    rows = [
        (row.at, row.kind, f"{row.n} {row.id} {row.kind} ".encode() + row.body)
        for row in told.notices
        if row.person == person
    ] + [
        (known.at, "", f"{known.n} {known.kind} ".encode() + known.body)
        for known in told.known
        if known.person == person
    ]
    return Run(rows, looks, places, told.log, told.world, told, files)


def fetched(tale: Tale, world: World, person: str, at: int) -> bytes:
    """Everything a person can fetch at a game instant but what he was told before."""
    last, world.now = world.now, at
    try:
        view = world.pack.view(world, person)
        answers = [_receipt(world, view, person, text) for text in tale.asked]
        return encoder.encode([view, answers, list(_sought(tale, world, person, at))])
    finally:
        world.now = last


def _receipt(world: World, view: Any, person: str, text: str) -> Any:
    """Why an order is refused, or when what it sends out should be there."""
    try:
        order = parse_order(world.pack, text)
        order.check(view)
    except Refused as refusal:
        return str(refusal)
    return expected_of(world, person, order)


def _sought(tale: Tale, world: World, person: str, at: int) -> Iterator[Any]:
    answers = world.pack.answers
    start = answers.believed(world, person, person)
    for other in tale.sought:
        place = answers.believed(world, person, other)
        found = None
        if start is not None and place is not None:
            found = way(world, at, person, start, place, believed=True)
        title = answers.title(world, other)
        eta = None if found is None else expected(world, found)
        yield other, place, eta, title, answers.resolve(world, title), answers.resolve(world, other)


# -- what reaches a person ------------------------------------------------------------------------


def _place_of(entity: Entity | None) -> str | None:
    return getattr(entity, "place", None) if isinstance(entity, SEEN) else None


def _his(entity: Entity | None, person: str) -> bool:
    """Whether it is he, or the army he is with: what becomes of it, others bring about."""
    return isinstance(entity, Commander | Army) and person in (
        entity.id,
        getattr(entity, "leader", ""),
    )


def _instants(*runs: Run) -> list[int]:
    return sorted({at for run in runs for at, *_ in run.log})


def _states(
    run: Run, instants: Sequence[int]
) -> Iterator[tuple[dict[str, tuple[str, Entity]], set[str]]]:
    """All entities at each instant with the event that changed them last, and what changed then."""
    by_instant: dict[int, list[Deed]] = defaultdict(list)
    for deed in run.log:
        by_instant[deed.at].append(deed)
    state: dict[str, tuple[str, Entity]] = {}
    for at in instants:
        touched: set[str] = set()
        for deed in by_instant.get(at, ()):
            state.update((key, (deed.event, entity)) for key, entity in deed.changed.items())
            touched.update(deed.changed)
        yield state, touched


def _at(places: Sequence[tuple[int, str | None]], instants: Sequence[int]) -> list[str | None]:
    """Where somebody is at each instant."""
    found: list[str | None] = []
    here, left = places[0][1], list(places)
    for at in instants:
        while left and left[0][0] <= at:
            here = left.pop(0)[1]
        found.append(here)
    return found


def _same(mine: tuple[str, Entity] | None, yours: tuple[str, Entity] | None) -> bool:
    """Whether something is the same in both, and came to be so by the same event."""
    if mine is None or yours is None or mine[0] != yours[0]:
        return mine is yours
    return mine[1] is yours[1] or encoder.encode(mine[1]) == encoder.encode(yours[1])


def came_near(person: str, one: Run, other: Run) -> int | None:
    """When something different first was where the person could see it, in either run."""
    instants = _instants(one, other)
    ground, radius = scene(one.world), widest(one.world)
    different: set[str] = set()
    before: tuple[str | None, str | None] = (None, None)
    standing = zip(
        instants,
        _states(one, instants),
        _states(other, instants),
        _at(one.places, instants),
        _at(other.places, instants),
        strict=True,
    )
    for at, (ours, a), (theirs, b), here, there in standing:
        for key in a | b:
            (different.discard if _same(ours.get(key), theirs.get(key)) else different.add)(key)
        spots = {place for place in (here, there, *before) if place is not None}
        before = (here, there)
        for name in different:
            for _, entity in filter(None, (ours.get(name), theirs.get(name))):
                place = _place_of(entity)
                if place is None or _his(entity, person):
                    continue
                if any(ground.distance(place, spot) <= radius for spot in spots):
                    return at
    return None


def was_brought(one: Run, other: Run) -> int | None:
    """When words from elsewhere first were put into his hands in one run and not in the other."""
    ours = {row for row in one.rows if row[1] in BROUGHT}
    theirs = {row for row in other.rows if row[1] in BROUGHT}
    return min((row[0] for row in ours ^ theirs), default=None)


def horizon(tale: Tale, person: str, one: Run, other: Run) -> int:
    """The earliest instant (ms) at which anything reached the person because of the change."""
    ends = tale.hours * 60 * MS_A_MINUTE + 1
    reached = (came_near(person, one, other), was_brought(one, other))
    return min((at for at in reached if at is not None), default=ends)


class Leak(NamedTuple):
    """By what, and when (game ms), the two ways could be told apart too early."""

    at: int
    what: str


def leaks(person: str, one: Run, other: Run, until: int) -> list[Leak]:
    """By what a person could tell two ways apart before an instant."""
    found = [
        Leak(at, f"{person} fetches\n{_difference(page, other.looks[at])}")
        for at, page in one.looks.items()
        if at < until and page != other.looks[at]
    ]
    ours = [row for row in one.rows if row[0] < until]
    theirs = [row for row in other.rows if row[0] < until]
    if ours != theirs:
        odd = sorted(set(ours) ^ set(theirs)) or [(until, "", b"the same in another order")]
        found.append(Leak(odd[0][0], f"{person} is told {odd[0][2]!r}"))
    return sorted(found)


def _difference(one: bytes, other: bytes) -> str:
    """The parts of two pages that differ."""

    def flat(node: Any, path: str = "") -> Iterator[tuple[str, Any]]:
        if isinstance(node, dict):
            for key, value in node.items():
                yield from flat(value, f"{path}.{key}")
        elif isinstance(node, list):
            for n, value in enumerate(node):
                yield from flat(value, f"{path}[{n}]")
        else:
            yield path, node

    ours = dict(flat(msgspec.json.decode(one)))
    theirs = dict(flat(msgspec.json.decode(other)))
    odd = sorted(key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key))
    return "\n".join(f"  {key}: {ours.get(key)!r} | {theirs.get(key)!r}" for key in odd[:5])


@functools.lru_cache(maxsize=16)
def plain(tale: Tale, person: str) -> Run:
    """A tale without any hidden change."""
    return play(tale, person)


def told_apart(tale: Tale, person: str, hidden: Hidden) -> tuple[list[Leak], int]:
    """The leaks by which a person could notice a hidden change, and the horizon (ms)."""
    one, other = plain(tale, person), play(tale, person, hidden)
    until = horizon(tale, person, one, other)
    return leaks(person, one, other, until), until


def shows(tale: Tale, person: str, hidden: Hidden) -> bool:
    """Whether a person can tell in the end, by whatever reached him."""
    one, other = plain(tale, person), play(tale, person, hidden)
    return bool(leaks(person, one, other, tale.hours * 60 * MS_A_MINUTE + 1))


def lines(*said: tuple[int, str, str]) -> tuple[Said, ...]:
    """Things said, from hours."""
    return tuple(Said(hour * 60 + 7, person, text) for hour, person, text in said)
