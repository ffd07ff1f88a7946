"""Non-interference in any pack: what one person fetches does not follow from what they cannot know.

A story is played twice, once with one hidden change.  Causes are followed through both: a step is
*touched* by the change if it was started, or taken off, by a touched step, or if it read an entity,
a kind or a place that a touched step has written, in either run.  Something has *reached* the
person when a touched step told them something of a kind that can carry news (a letter that came, a
sighting), or when something touched came before their eyes.  Up to the earliest such instant in
either run everything they can fetch is the same, byte for byte: their page at every look, what
their questions are answered, notices and records with instants and ids.

What is not among the *carriers* may not carry: the receipt of a letter that speaks of the way it
will really take differs although nothing has reached its sender, and is found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tests.packs.play import MS, Play, ordered
from world.errors import Refused
from world.journal import encoder

if TYPE_CHECKING:
    from world.entity import Entity
    from world.order import Order
    from world.said import Input, Saying
    from world.state import World

#: Game milliseconds between two looks at a page.
LOOK = 1_800_000


class Word(NamedTuple):
    """Something said: ms after the start (at a rate of 1:1), by whom, and what."""

    at: int
    person: str
    saying: Saying


class Story(NamedTuple):
    """A story of which one person must not learn more than reaches them.

    Attributes:
        begin: founds the campaign.
        person: whose bytes are compared.
        words: what everybody says.
        until: ms after the start at which it ends.
        carriers: kinds of notices and records by which news can come to the person.
        perceives: ids of what is before the person's eyes, themselves included.
        questions: orders the person asks about; their refusals are part of what is fetched.
    """

    begin: Callable[[], Play]
    person: str
    words: tuple[Word, ...]
    until: int
    carriers: frozenset[str]
    perceives: Callable[[World, str], Iterable[str]]
    questions: tuple[Order, ...] = ()


class Trace(NamedTuple):
    """What one event did, as far as causes go."""

    at: int
    event: str
    reads: frozenset[str]
    writes: tuple[str, ...]
    moved: tuple[str, ...]
    told: frozenset[str]
    seen: frozenset[str]


class Week(NamedTuple):
    """A story as it was played: its causes, the person's pages, and what they were told."""

    traces: tuple[Trace, ...]
    pages: tuple[tuple[int, bytes], ...]
    rows: tuple[tuple[int, bytes], ...]


class Verdict(NamedTuple):
    """When something reached the person, and the first instant before it at which bytes differ.

    ``looked`` counts what was compared: pages and rows before that instant.
    """

    reached: int | None
    differs: int | None
    looked: int


# -- playing --------------------------------------------------------------------------------------


def played(story: Story, hidden: Word | None = None) -> Week:
    """The story played, with a hidden change or without."""
    play = story.begin()
    words = sorted([*story.words, *([hidden] if hidden else [])], key=lambda word: word.at)
    inputs = ordered([play.says(w.person, w.saying, w.at * MS) for w in words])
    watch = _Watch(story, play)
    pages: list[tuple[int, bytes]] = []
    for stop in range(0, story.until + 1, LOOK):
        due = [said for said in inputs if said.received <= play.at(stop * MS)]
        inputs = inputs[len(due) :]
        watch.run(stop * MS, due)
        pages.append((stop, page(story, play.world, play.world.face.game(play.at(stop * MS)))))
    assert not play.failed, play.failed
    mine = story.person
    rows = [(r.at, encoder.encode(r)) for r in play.known if r.person == mine]
    # The journal's line number is none of what people are shown.
    told = [msgspec.structs.replace(r, seq=0) for r in play.notices if r.person == mine]
    rows += [(row.at, encoder.encode(row)) for row in told]
    return Week(tuple(watch.traces), tuple(pages), tuple(rows))


class _Watch:
    """Follows a play event by event, noting what each read, wrote and told."""

    def __init__(self, story: Story, play: Play) -> None:
        self.story, self.play = story, play
        self.traces: list[Trace] = []
        self._shapes = {entity.id: _shape(entity) for entity in play.world.entities.values()}
        self._seen = self._looks()

    def run(self, offset: int, inputs: list[Input]) -> None:
        world = self.play.world
        world.reads = set()
        for _ in self.play.each(offset, inputs):
            reads, world.reads = frozenset(world.reads), None
            self.traces.append(self._trace(reads))
            world.reads = set()
        world.reads = None

    def _looks(self) -> frozenset[str]:
        return frozenset(self.story.perceives(self.play.world, self.story.person))

    def _trace(self, reads: frozenset[str]) -> Trace:
        row = self.play.journal[-1]
        line = msgspec.json.decode(row.body)
        writes: list[str] = []
        for entity_id in line.get("changed", {}):
            old, new = self._shapes.get(entity_id), _shape(self.play.world.entities[entity_id])
            writes.append(entity_id)
            for what, place in (("kind", 0), ("place", 1), ("filed", 2)):
                before = old[place] if old else None
                if before != new[place] or old is None or old[0] != new[0]:
                    writes += [f"{what}:{name}" for name in (before, new[place]) if name]
            self._shapes[entity_id] = new
        moved = [entry["id"] for entry in line.get("started", [])] + line.get("cancelled", [])
        told = frozenset(
            each["kind"]
            for each in (*line.get("told", []), *line.get("learned", []))
            if each["person"] == self.story.person
        )
        # What was before the person's eyes until now is seen to go.
        before_now, self._seen = self._seen, self._looks()
        seen = before_now | self._seen
        return Trace(row.at, row.event, reads, tuple(writes), tuple(moved), told, seen)


def _shape(entity: Entity) -> tuple[str, str | None, str | None]:
    kind = type(entity)
    filed = f"{kind.__name__}:{getattr(entity, kind.filed_by)}" if kind.filed_by else None
    return kind.__name__, getattr(entity, "place", None), filed


def page(story: Story, world: World, now: int) -> bytes:
    """Everything the person can fetch at an instant, beyond what they were told."""
    before, world.now = world.now, max(world.now, now)
    try:
        view = world.pack.view(world, story.person)
        answers = [_refusal(order, view) for order in story.questions]
        return encoder.encode((view, answers))
    finally:
        world.now = before


def _refusal(order: Order, view: Any) -> tuple[str, str]:
    try:
        order.check(view)
    except Refused as refusal:
        return refusal.code, refusal.text
    return "", ""


# -- following causes -----------------------------------------------------------------------------


def reached(story: Story, plain: Week, changed: Week, names: set[str]) -> int | None:
    """The earliest instant at which something reached the person because of those inputs."""
    dirty: dict[str, int] = {}
    events = set(names)
    while True:
        before = (dict(dirty), set(events))
        for trace in (*plain.traces, *changed.traces):
            if _touched(trace, dirty, events):
                events.add(trace.event)
                events.update(trace.moved)
                for key in trace.writes:
                    dirty[key] = min(dirty.get(key, trace.at), trace.at)
        if before == (dirty, events):
            break
    instants = [
        trace.at
        for trace in (*plain.traces, *changed.traces)
        if (_touched(trace, dirty, events) and trace.told & story.carriers)
        or any(dirty.get(key, trace.at + 1) <= trace.at for key in trace.seen)
    ]
    return min(instants, default=None)


def _touched(trace: Trace, dirty: dict[str, int], events: set[str]) -> bool:
    return trace.event in events or any(
        dirty.get(key, trace.at + 1) <= trace.at for key in trace.reads
    )


# -- the verdict ----------------------------------------------------------------------------------


def verdict(story: Story, hidden: Word) -> Verdict:
    """Play with and without the hidden change, and compare up to what reached the person."""
    plain, changed = played(story), played(story, hidden)
    n = 1 + sum(word.person == hidden.person and word.at <= hidden.at for word in story.words)
    last = 1 + sum(word.person == hidden.person for word in story.words)
    named = story.begin().world.secret.name
    # What its author says afterwards is counted on, and so goes by another name.
    names = {named(f"input/{hidden.person}/{each}") for each in range(n, last + 1)}
    at = reached(story, plain, changed, names)
    horizon = story.until + 1 if at is None else at
    one, other = _until(plain, horizon), _until(changed, horizon)
    differing = [instant for instant, _ in one.symmetric_difference(other)]
    return Verdict(at, min(differing, default=None), len(one))


def _until(week: Week, horizon: int) -> set[tuple[int, bytes]]:
    return {(at, body) for at, body in (*week.pages, *week.rows) if at < horizon}
