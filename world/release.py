"""Releases: how a world written by an older release is opened by this one.

Every struct that is stored has a ``version``, at first 1.  Whoever changes its shape or meaning
raises the version and writes down the way from the old one, for ever::

    class Army(Entity, frozen=True, tag="army"):
        version = 3
        men: int

    @upgrade(Army, 3)
    def strength_is_called_men(body: dict[str, Any]) -> dict[str, Any]:
        body["men"] = body.pop("strength")
        return body

A campaign remembers the versions it was written with in its :class:`Shapes`.  When it is opened by
a release that has raised some, every body is taken as plain JSON, upgraded version by version, and
only then decoded; the first event that runs is a ``Renewed``, with which all that was upgraded is
journalled and kept in its new shape.

Entities, events and orders are upgraded, also where they lie enclosed in one another.  Records,
notices and what people said are never rewritten: their structs only gain fields with defaults.  A
struct that is no longer used stays declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from world.entity import Entity, kind_of
from world.errors import Fault, GalloperError

if TYPE_CHECKING:
    from world.pack import Pack

Body = dict[str, Any]
Upgrade = Callable[[Body], Body]
U = TypeVar("U", bound=Upgrade)

SHAPES_ID = "shapes"

_upgrades: dict[type[msgspec.Struct], dict[int, Upgrade]] = {}


class NewerRelease(GalloperError):  # noqa: N818
    """A campaign was written by a release that this one does not know."""


class Shapes(Entity, frozen=True, tag="shapes"):
    """The versions a campaign is written in: those above 1, by ``family/kind``, in order.

    Its own shape never changes.
    """

    release: int
    versions: tuple[tuple[str, int], ...] = ()


class Renewal(NamedTuple):
    """Ids of the entities and pending events that were upgraded when a world was opened."""

    entities: tuple[str, ...]
    entries: tuple[str, ...]


def upgrade(struct: type[msgspec.Struct], version: int) -> Callable[[U], U]:
    """Register how a body of ``version - 1`` becomes one of ``version``: a pure function.

    The body is the struct as JSON, its tag included; what is enclosed in it comes after it.

    Raises:
        Fault: the version is no later one than the first, or has its upgrade already.
    """
    if version < 2:
        raise Fault(f"{struct.__name__} begins with version 1; upgrades lead to 2 and later ones")

    def register(function: U) -> U:
        known = _upgrades.setdefault(struct, {})
        if version in known:
            raise Fault(f"{struct.__name__} has two upgrades to version {version}")
        known[version] = function
        return function

    return register


class Upgrades:
    """What a pack's structs have been through: their versions, and the ways between them.

    Args:
        families: stored structs by family and kind.

    Raises:
        Fault: a version is without its upgrade, or a tag that is upgraded has two meanings.
    """

    def __init__(self, families: dict[str, Iterable[type[msgspec.Struct]]]) -> None:
        self._ways: dict[str, dict[str, dict[int, Upgrade]]] = {}
        versions: list[tuple[str, int]] = []
        for family, structs in families.items():
            ways = self._ways[family] = {}
            for struct in structs:
                kind = kind_of(struct)
                ways[kind] = _upgrades.get(struct, {})
                version = int(struct.version)  # type: ignore[attr-defined]
                _require_ways(struct, version, ways[kind])
                if version > 1:
                    versions.append((f"{family}/{kind}", version))
        self.versions = tuple(sorted(versions))
        for kind, ways_of in self._ways["event"].items():
            twin = self._ways["entity"].get(kind)
            if twin is not None and (twin or ways_of):
                raise Fault(f"the tag {kind!r} is an entity's and an event's; rename the newer one")

    def since(self, written: Shapes | None) -> dict[str, int] | None:
        """The versions a campaign was written in, or None where they are still the same.

        Raises:
            NewerRelease: it was written by a later release.
        """
        old = dict(written.versions) if written is not None else {}
        known = dict(self.versions)
        for name, version in old.items():
            if version > known.get(name, 1):
                raise NewerRelease(
                    f"The campaign holds {name} of version {version}, and this program knows"
                    f" version {known.get(name, 1)}. Nothing was changed; run a newer release."
                )
        return None if old == known else old

    def body(self, raw: bytes, family: str, old: dict[str, int]) -> bytes | None:
        """A stored body in its new shape, or None where it has not changed."""
        before = msgspec.json.decode(raw)
        after = self._walked(msgspec.json.decode(raw), family, old)
        return None if after == before else msgspec.json.encode(after)

    def _walked(self, tree: Any, family: str, old: dict[str, int]) -> Any:
        if isinstance(tree, list):
            return [self._walked(part, "", old) for part in tree]
        if not isinstance(tree, dict):
            return tree
        kind, order = tree.get("kind"), tree.get("order")
        if family or isinstance(kind, str):
            for name in (family,) if family else ("event", "entity"):
                tree = self._upgraded(tree, name, str(kind), old)
        elif isinstance(order, str):
            tree = self._upgraded(tree, "order", order, old)
        return {key: self._walked(part, "", old) for key, part in tree.items()}

    def _upgraded(self, tree: Body, family: str, kind: str, old: dict[str, int]) -> Body:
        ways = self._ways[family].get(kind, {})
        for version in sorted(ways):
            if version > old.get(f"{family}/{kind}", 1):
                tree = ways[version](tree)
        return tree


def _require_ways(struct: type[msgspec.Struct], version: int, ways: dict[int, Upgrade]) -> None:
    wanted = set(range(2, version + 1))
    missing, surplus = sorted(wanted - ways.keys()), sorted(ways.keys() - wanted)
    if missing:
        raise Fault(
            f"{struct.__name__} says version {version}, but nothing leads to version {missing[0]};"
            f" write @upgrade({struct.__name__}, {missing[0]})"
        )
    if surplus:
        raise Fault(
            f"{struct.__name__} says version {version}, but has an upgrade to {surplus[0]}; raise"
            " its version"
        )


def upgraded_rows(
    pack: Pack, entities: list[bytes], timeline: list[tuple[str, int, int, int, bytes]]
) -> tuple[list[bytes], list[tuple[str, int, int, int, bytes]], Renewal | None]:
    """A campaign's rows in the shapes of this release, and what had to be changed.

    Raises:
        NewerRelease: they were written by a later release.
    """
    old = pack.upgrades.since(_shapes(entities))
    if old is None:
        return entities, timeline, None
    renewed, entries = [], []
    for place, raw in enumerate(entities):
        body = pack.upgrades.body(raw, "entity", old)
        if body is not None:
            entities[place] = body
            renewed.append(msgspec.json.decode(body, type=_Identity).id)
    for place, row in enumerate(timeline):
        body = pack.upgrades.body(row[4], "event", old)
        if body is not None:
            timeline[place] = (*row[:4], body)
            entries.append(row[0])
    return entities, timeline, Renewal(tuple(sorted(renewed)), tuple(sorted(entries)))


class _Identity(msgspec.Struct):
    id: str
    kind: str


def _shapes(entities: list[bytes]) -> Shapes | None:
    for raw in entities:
        if b'"shapes"' in raw and msgspec.json.decode(raw, type=_Identity).id == SHAPES_ID:
            return msgspec.json.decode(raw, type=Shapes)
    return None
