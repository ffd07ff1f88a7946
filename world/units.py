"""Units of plain values, as the types of fields: what a number counts, what an id names.

A page, a form or a program that shows a field reads from its type how it is said; the value itself
stays a whole number or an id.
"""

from __future__ import annotations

import functools
import types
import typing
from typing import Annotated, Any, Literal

import msgspec

from world.fieldtypes import field_types

Unit = Literal["game_ms", "answering_ms", "wall_us", "place", "person"]


def _meta(unit: Unit, description: str) -> msgspec.Meta:
    return msgspec.Meta(description=description, extra={"unit": unit})


#: A game instant: ms since the campaign's start, told in its calendar.
GameMs = Annotated[int, _meta("game_ms", "game instant, in ms since the campaign's start")]
#: An instant of answering time: ms in which people have had time to answer.
AnsweringMs = Annotated[int, _meta("answering_ms", "instant of answering time, in ms")]
#: A real instant: µs since 1970, UTC.
WallUs = Annotated[int, _meta("wall_us", "real instant, in µs since 1970, UTC")]
#: The id of a place, told by its name.
Place = Annotated[str, _meta("place", "id of a place")]
#: The id of a person or an office, told by its title.
Person = Annotated[str, _meta("person", "id of a person or an office")]


@functools.cache
def units_of(kind: type[msgspec.Struct]) -> dict[str, Unit]:
    """The units of a struct type's fields, by name; fields without one are left out."""
    units = {name: _unit(hint) for name, hint in field_types(kind).items()}
    return {name: unit for name, unit in units.items() if unit is not None}


def _unit(hint: Any) -> Unit | None:
    """The unit of a type; of one that may be None or of a list of such, that of what it holds."""
    origin = typing.get_origin(hint)
    if origin is Annotated:
        for extra in typing.get_args(hint)[1:]:
            if isinstance(extra, msgspec.Meta) and extra.extra and "unit" in extra.extra:
                named: Unit = extra.extra["unit"]
                return named
        return None
    if origin in {typing.Union, types.UnionType, tuple, list}:
        return next(filter(None, map(_unit, typing.get_args(hint))), None)
    return None
