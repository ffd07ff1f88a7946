"""Found a campaign from a scenario, and open one from what was kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from world.advance import StepFailed, run_entry
from world.batch import Batch
from world.clock import new_clock
from world.kernel.hearing import require_pace
from world.kernel.nouns import ADDRESSES, REFEREE, Founded, Renewed, ScriptedLine
from world.release import upgraded_rows
from world.scenario.problems import nearest, quoted
from world.scenario.scenario import MAIN_FILE
from world.state import World
from world.timeline import GAME, RANK_FIRST, Entry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from world.clock import Rate
    from world.dice import Secret
    from world.pack import Pack
    from world.scenario.scenario import Scenario


def found(
    pack: Pack, scenario: Scenario, *, secret: Secret, start: int, rate: Rate | None = None
) -> tuple[World, Batch]:
    """Begin a campaign at the wall instant *start* (µs).

    Returns:
        The world after its first step, and what is to be kept of it.

    Raises:
        BadScenario: the pack cannot make a campaign of the scenario; every mistake is listed.
        Refused: E-CLOCK-RATE for a rate beyond the fastest.
    """
    scene = pack.scene(scenario)
    scenario.problems.stop_at_first()
    world = empty(pack, scenario, secret, scene)
    rate = rate or scenario.rate
    require_pace(rate.num, rate.den, scenario.params, "No campaign was founded")
    event = Founded(
        subject="campaign",
        clock=new_clock(start, rate.num, rate.den),
        script=tuple(ScriptedLine(at=line.at, input=line.input) for line in scenario.script),
    )
    batch = Batch()
    entry = Entry(secret.name("founded"), GAME, 0, RANK_FIRST, event)
    try:
        run_entry(world, entry, 0, 0, batch)
    except StepFailed as failure:
        raise failure.error from failure
    _require_persons(world, scenario)
    return world, batch


def _require_persons(world: World, scenario: Scenario) -> None:
    """Refuse a script for somebody who is not there, and who could not be called as he is."""
    persons = {REFEREE, *world.pack.answers.persons(world)}
    for person in sorted(persons & ADDRESSES):
        scenario.problems.add(
            MAIN_FILE, 0, f"a person with the id {quoted(person)}", "another id: a page has it"
        )
    for line in scenario.script:
        person = line.input.person
        if person not in persons:
            hint = nearest(person, persons) or "one of " + ", ".join(sorted(persons))
            scenario.problems.add(MAIN_FILE, line.line, quoted(person), f"person: {hint}")
    scenario.problems.stop()


def empty(pack: Pack, scenario: Scenario, secret: Secret, scene: Any = None) -> World:
    """A world without entities, for :func:`found` and :func:`reopen`.

    ``scene`` spares building the static data again where another world of the very same scenario
    has it already.

    Raises:
        BadScenario: listing every mistake of the scenario.
    """
    if scene is None:
        scene = pack.scene(scenario)
    scenario.problems.stop()
    return World(pack, secret, scenario.params, scene, scenario.calendar)


def reopen(
    world: World,
    *,
    entities: Iterable[bytes],
    timeline: Iterable[tuple[str, int, int, int, bytes]],
    now: int,
    seq: int,
    head: bytes,
    notice_n: dict[str, int],
    known_n: dict[str, int],
) -> World:
    """Fill an empty world with what the store kept, whichever release wrote it.

    Where structs have changed since, the first event that runs is a ``Renewed``: with it, what was
    upgraded is journalled and kept in its new shape.

    Args:
        world: from :func:`empty`.
        entities: bodies.
        timeline: rows ``(id, axis, due, rank, body)``.
        now, seq, head: game instant of the last event, and where the journal stands.
        notice_n, known_n: how many notices and records each person has.

    Raises:
        NewerRelease: a later release has written it.
    """
    pack = world.pack
    bodies, rows, renewal = upgraded_rows(pack, list(entities), list(timeline))
    decode_entity = world.pack.entity_decoder.decode
    decode_event = world.pack.event_decoder.decode
    world.load(
        [decode_entity(body) for body in bodies],
        [
            Entry(entry_id, axis, due, rank, decode_event(body))
            for entry_id, axis, due, rank, body in rows
        ],
    )
    world.now = now
    world.seq = seq
    world.head = head
    world.notice_n = dict(notice_n)
    world.known_n = dict(known_n)
    if renewal is not None:
        world.renewal = renewal
        # Before anything else that may be due, and before anything that was said.
        name = world.secret.name(f"renewed/{pack.upgrades.versions}")
        event = Renewed(subject="", release=pack.release)
        world.timeline.add(Entry(name, GAME, -1, Renewed.rank, event))
    return world
