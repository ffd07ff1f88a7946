"""Entities: the frozen things a campaign consists of, and the tombstones they leave.

The entities and the timeline are the whole state of a campaign.  A rule pack declares its own
subclasses (``class Army(Entity, tag="army")``); the tag names the kind in the database and in the
journal.  Fields are immutable all the way down, which :func:`require_immutable` checks when a pack
is composed, so that no handler can change the world behind the kernel's back.
"""

from __future__ import annotations

import enum
import functools
import types
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from world.errors import Fault
from world.fieldtypes import field_types

E = TypeVar("E", bound="Entity")


class Entity(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind"):
    """Something that exists in the world and keeps its name for ever.

    ``version`` counts the shapes this struct has had; see :mod:`world.release`.  ``filed_by`` names
    a text field under whose value entities of a kind are found together
    (:meth:`world.state.World.filed`).
    """

    version: ClassVar[int] = 1
    filed_by: ClassVar[str] = ""

    id: str


class Tombstone(Entity, frozen=True, tag="tombstone"):
    """What remains of a removed entity: no id ever fails to resolve.

    ``successor`` is the entity that answers for the gone one, if any; ``was`` its kind.
    """

    was: str
    because: str
    successor: str | None = None


@functools.cache
def kind_of(struct: type[msgspec.Struct]) -> str:
    """The tag under which a struct type is stored."""
    return str(struct.__struct_config__.tag)


_LEAVES = (str, int, bool, bytes, type(None))


@functools.cache
def require_immutable(struct: type[msgspec.Struct]) -> None:
    """Refuse a struct whose fields could be changed in place or depend on the machine.

    Allowed are text, whole numbers, truth values, bytes, tuples, frozen sets, enums, literals and
    frozen structs of these.  Floats are refused: no quantity accumulates rounding errors.

    Raises:
        Fault: naming the field and what to use instead.
    """
    _require_struct(struct, f"{struct.__module__}.{struct.__qualname__}", set())


def _require_struct(struct: type[msgspec.Struct], where: str, seen: set[type]) -> None:
    if struct in seen:
        return
    seen.add(struct)
    if not struct.__struct_config__.frozen:
        raise Fault(f"{where} is not frozen; declare it with frozen=True")
    for name, hint in field_types(struct).items():
        _require_type(hint, f"{where}.{name}", seen)


def _require_type(hint: Any, where: str, seen: set[type]) -> None:
    origin = get_origin(hint)
    if hint is msgspec.Raw:  # a slice of bytes: opaque, and never changed
        return
    if origin is Annotated:  # with a unit, say
        _require_type(get_args(hint)[0], where, seen)
        return
    if origin in (Union, types.UnionType):
        if msgspec.Raw in get_args(hint):
            raise Fault(
                f"{where} may be Raw or something else, which could not be read back; use Raw"
                " alone, with world.enclosure.NOTHING where there is none"
            )
        for part in get_args(hint):
            _require_type(part, where, seen)
    elif origin is Literal:
        return
    elif origin in (tuple, frozenset):
        for part in get_args(hint):
            if part is not Ellipsis:
                _require_type(part, where, seen)
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        _require_struct(hint, where, seen)
    elif isinstance(hint, type) and (issubclass(hint, _LEAVES) or issubclass(hint, enum.Enum)):
        return
    else:
        raise Fault(
            f"{where} has the type {hint!r}, which can change in place or differ between machines;"
            " use int, str, bool, bytes, tuple, frozenset or a frozen struct"
        )
