"""The journal: one line an event, from which history can be read, proved and restored."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from world.dice import Roll
from world.fact import Fact
from world.timeline import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable


class Told(msgspec.Struct, frozen=True, gc=False):
    """That a person was told something: the notice's name and kind, not its words."""

    person: str
    kind: str
    id: str


class Learned(msgspec.Struct, frozen=True, gc=False):
    """That a person's record gained a line."""

    person: str
    kind: str
    n: int


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one event did.

    Attributes:
        entry: the event with its place on the timeline.
        at: game instant (ms) at which it took place.
        dice: every die thrown, with its reason.
        changed: by entity id, the fields that changed, or the whole entity where it is new or of
            another kind.
        started, cancelled: entries placed on and taken off the timeline.
        facts: what was announced; told and learned: who was reached by it.
        error: why the event was quarantined instead.
    """

    entry: Entry
    at: int
    dice: tuple[Roll, ...] = ()
    changed: dict[str, Any] = {}
    started: tuple[Entry, ...] = ()
    cancelled: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    told: tuple[Told, ...] = ()
    learned: tuple[Learned, ...] = ()
    error: str = ""


encoder = msgspec.json.Encoder(order="deterministic")


def chained(head: bytes, body: bytes) -> bytes:
    """The hash (32 bytes) of a line, bound to all lines before it."""
    return hashlib.blake2b(head + body, digest_size=32).digest()


def first_broken(rows: Iterable[tuple[bytes, bytes]], head: bytes = bytes(32)) -> int | None:
    """The first line that is not what was written: 0 for the first row; None if all are sound.

    Args:
        rows: bodies and hashes, in order.
        head: the hash of the line before them.
    """
    for place, (body, kept) in enumerate(rows):
        head = chained(head, body)
        if head != kept:
            return place
    return None
