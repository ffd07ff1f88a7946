"""Corrections: the referee changes what is so, with a reason that stands in the journal.

A correction names an entity, what the referee saw in the fields that change, and what is to stand
there instead.  It is held against the entity's type and against what its fields refer to, when it
is said and again when it comes into force; events that are pending stay as they are.
"""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Any

import msgspec

from world.clock import Clock
from world.decision import Decision
from world.entity import Entity, Tombstone, kind_of
from world.errors import Refused
from world.fact import Fact
from world.kernel.nouns import (
    REFEREE,
    CorrectionMade,
    Quarantined,
    Recurring,
    Stranded,
    Waiting,
)
from world.release import Shapes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from world.said import Correct, Input
    from world.state import World
    from world.step import Step

#: What the kernel keeps together with its timeline: each has a door of its own.
_KERNELS = (Clock, Decision, Quarantined, Recurring, Shapes, Stranded, Tombstone, Waiting)

_encoder = msgspec.json.Encoder(order="deterministic")


class Corrected(Fact, frozen=True, tag="corrected"):
    """The referee has changed an entity; ``before`` and ``after`` are the fields, as JSON."""

    entity: str
    was: str
    before: msgspec.Raw
    after: msgspec.Raw
    reason: str
    by: str


def correctable(entity: Entity) -> bool:
    """Whether a correction may change it: whatever the rules put there, nothing of the kernel's."""
    return not isinstance(entity, _KERNELS)


def correct(step: Step, said: Input, body: Correct) -> None:
    """A correction comes into force.

    Raises:
        Refused: as :func:`corrected`; E-REFEREE where it is not the referee's.
    """
    if said.person != REFEREE:
        raise Refused("E-REFEREE", "Only the referee corrects; nothing was changed.")
    new = corrected(step.world, body)
    old = step.get(type(new), body.entity)
    changes = _read(body.after)
    before = {name: getattr(old, name) for name in sorted(changes)}
    after = {name: getattr(new, name) for name in sorted(changes)}
    step.put(new)
    step.happened(
        Corrected(
            entity=old.id,
            was=kind_of(type(old)),
            before=msgspec.Raw(_encoder.encode(before)),
            after=msgspec.Raw(_encoder.encode(after)),
            reason=body.reason,
            by=body.by,
        )
    )
    step.tell(
        REFEREE,
        CorrectionMade(
            entity=old.id,
            what=kind_of(type(old)),
            changes=words_of_changes(before, after),
            reason=body.reason,
            by=body.by,
        ),
    )


def words_of_changes(before: dict[str, Any], after: dict[str, Any]) -> str:
    """What was changed, a field a clause."""
    return "; ".join(f"{name} {_short(before[name])} → {_short(after[name])}" for name in after)


def _short(value: Any) -> str:
    text = _encoder.encode(value).decode()
    return text if len(text) <= 200 else text[:199] + "…"


def corrected(world: World, body: Correct) -> Entity:
    """The entity as a correction would have it; changes nothing.

    Raises:
        Refused: E-NO-ENTITY, E-CORRECTION where nothing or something else would be changed,
            E-CORRECTION-TYPE, E-CORRECTION-STALE, E-CORRECTION-REFERENCE.
    """
    old = world.resolve(body.entity)
    if old is None or old.id != body.entity:
        raise Refused(
            "E-NO-ENTITY",
            f"Nothing called {body.entity[:80]!r} exists (any more); nothing was changed. Choose"
            " from the list of what there is.",
        )
    if not correctable(old):
        raise Refused(
            "E-CORRECTION",
            f"A {kind_of(type(old))} is kept by the program together with what is to come, and is"
            " not corrected by hand; nothing was changed. Use the clock, or answer the question.",
        )
    changes = _read(body.after)
    _require_fields(old, changes)
    new = _typed(world, old, changes)
    if new == old:
        raise Refused(
            "E-CORRECTION", "That is what stands there already; nothing was changed. Go on."
        )
    _require_seen(old, _read(body.before), changes)
    _require_references(world, new, changes)
    return new


def _read(raw: msgspec.Raw) -> dict[str, Any]:
    try:
        found: dict[str, Any] = msgspec.json.decode(raw, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise Refused(
            "E-CORRECTION-TYPE", f"That is no list of fields ({error}); nothing was changed."
        ) from None
    return found


def _require_fields(old: Entity, changes: dict[str, Any]) -> None:
    if not changes:
        raise Refused("E-CORRECTION", "No field is named; nothing was changed. Name one.")
    hints = typing.get_type_hints(type(old))
    for name in sorted(changes):
        if name not in old.__struct_fields__:
            raise Refused(
                "E-CORRECTION",
                f"A {kind_of(type(old))} has no field {name[:40]!r}; nothing was changed. It has:"
                f" {', '.join(old.__struct_fields__)}.",
            )
        if name == "id" or hints[name] is msgspec.Raw:
            raise Refused(
                "E-CORRECTION",
                f"The field {name} is the program's own; nothing was changed. Change another.",
            )


def _typed(world: World, old: Entity, changes: dict[str, Any]) -> Entity:
    whole = {"kind": kind_of(type(old)), **_plain(old), **changes}
    try:
        new = world.pack.entity_decoder.decode(_encoder.encode(whole))
    except (msgspec.ValidationError, msgspec.EncodeError, ValueError) as error:
        raise Refused(
            "E-CORRECTION-TYPE",
            f"That is not what the field holds: {error}. Nothing was changed; write it as JSON of"
            " the same shape.",
        ) from None
    # What is enclosed in another field is left as it is, to the last byte.
    return msgspec.structs.replace(old, **{name: getattr(new, name) for name in changes})


def _plain(entity: Entity) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(_encoder.encode(entity))
    return found


def _require_seen(old: Entity, seen: dict[str, Any], changes: dict[str, Any]) -> None:
    there = _plain(old)
    for name in sorted(changes):
        # A field that was left at its default may have been seen as nothing at all.
        if name in seen and seen[name] != there.get(name):
            raise Refused(
                "E-CORRECTION-STALE",
                f"The field {name} has changed since you looked: it is {_short(there.get(name))} by"
                " now. Nothing was changed; look again.",
            )


def _require_references(world: World, new: Entity, changes: dict[str, Any]) -> None:
    """Refuse a name of something that is not, where a field holds names of such things.

    What a field refers to is seen from what stands in it now, with all of the kind: entities,
    persons, or places.
    """
    plain = _plain(new)
    for name in sorted(changes):
        for path, values in sorted(_texts(plain.get(name), name).items()):
            known = [one for each in world.of(type(new)) for one in _at(each, name, path)]
            for what, there in _kinds_of_name(world):
                if known and all(map(there, known)):
                    _require_all(what, path, values, there)
                    break


def _kinds_of_name(world: World) -> tuple[tuple[str, Any], ...]:
    persons = frozenset((*world.pack.answers.persons(world), REFEREE))
    places = getattr(world.pack.answers, "is_place", None)
    found: list[tuple[str, Any]] = [
        ("person", persons.__contains__),
        ("thing", lambda one: world.resolve(one) is not None),
    ]
    if places is not None:
        found.append(("place", lambda one: bool(places(world, one))))
    return tuple(found)


def _require_all(what: str, path: str, values: list[str], there: Any) -> None:
    for value in values:
        if not there(value):
            raise Refused(
                "E-CORRECTION-REFERENCE",
                f"The field {path} names a {what}, and there is none called {value[:80]!r}; nothing"
                " was changed. Name one that is there.",
            )


def _at(entity: Entity, name: str, path: str) -> list[str]:
    return _texts(_plain(entity).get(name), name).get(path, [])


def _texts(value: Any, path: str) -> dict[str, list[str]]:
    """The texts of a value that are not empty, by the path on which they stand."""
    found: dict[str, list[str]] = {}
    for where, text in _walk(value, path):
        found.setdefault(where, []).append(text)
    return found


def _walk(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str) and value:
        yield path, value
    elif isinstance(value, list):
        for part in value:
            yield from _walk(part, f"{path}[]")
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _walk(part, f"{path}.{name}")
