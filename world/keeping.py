"""Keep what a step did: changed entities, the timeline, who was told, and the journal's line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import astuple

from world.journal import Line
from world.kernel.nouns import Renewed

if TYPE_CHECKING:
    from world.batch import Batch
    from world.entity import Entity
    from world.notice import Notice
    from world.step import Step
    from world.timeline import Entry


def keep(step: Step, batch: Batch, error: str = "") -> None:
    """Write what a step did into the batch, with its line of the journal."""
    world = step.world
    changed = _changes(step, batch)
    started: list[Entry] = []
    cancelled: list[Entry] = []
    if step.started or step.cancelled:
        own = {id(entry) for entry in step.started}
        pending = world.timeline.entries
        # What was placed and taken off within the step leaves no trace; what was taken off and
        # placed again under its name does: first off, then on.
        cancelled = [entry for entry in step.cancelled if id(entry) not in own]
        started = [entry for entry in step.started if pending.get(entry.id) is entry]
        for entry in cancelled:
            batch.unplace(entry.id)
        for entry in started:
            batch.place(entry)
    if world.renewal is not None and type(step.entry.event) is Renewed and not error:
        renewal, world.renewal = world.renewal, None
        for entity in map(world.entities.__getitem__, renewal.entities):
            changed[entity.id] = entity
            batch.change(entity)
        for entry in map(world.timeline.entries.__getitem__, renewal.entries):
            cancelled.append(entry)
            started.append(entry)
            batch.unplace(entry.id)
            batch.place(entry)
    told = []
    heard: dict[str, list[Notice]] = {}
    for person, name, notice in step.told:
        # Who has two armies in a battle is told of it for each, and hears the same words once.
        known = heard.setdefault(person, [])
        if notice not in known:
            known.append(notice)
            told.append(batch.notice(world, person, name, step.now, notice))
    learned = [batch.known(world, person, step.now, record) for person, record in step.known]
    line = Line(
        entry=step.entry,
        at=step.now,
        dice=tuple(step.dice),
        changed=changed,
        started=tuple(started),
        cancelled=tuple([entry.id for entry in cancelled]),
        facts=tuple(step.facts),
        told=tuple(told),
        learned=tuple(learned),
        error=error,
    )
    batch.journal(world, line)


def _changes(step: Step, batch: Batch) -> dict[str, Any]:
    """By entity id, the fields that changed, or the whole of what is new; noted in the batch."""
    before: dict[str, Entity | None] = {}
    for entity_id, old in step.undo:
        before.setdefault(entity_id, old)
    changed = {}
    entities = step.world.entities
    for entity_id, old in before.items():
        new = entities[entity_id]
        if new is not old:
            difference = _difference(old, new)
            if difference is not None:
                changed[entity_id] = difference
                batch.change(new)
    return changed


def _difference(old: Entity | None, new: Entity) -> Entity | dict[str, Any] | None:
    if old is None or type(old) is not type(new):
        return new
    fields = zip(new.__struct_fields__, astuple(new), astuple(old), strict=True)
    return {
        field: value for field, value, was in fields if value is not was and value != was
    } or None
