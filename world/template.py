"""Templates of notices: which fields they name, how each is said, and what is wrong with one.

Whatever could go wrong when a notice is put into words is found when packs are composed: a field
that is not there, one that may be nothing, a way of saying it that nobody knows.

A field's way of saying stands after a colon:

* none: a text or a whole number as it is;
* ``when``: a game instant (ms), in the reader's calendar;
* ``limit``: an instant of answering time (ms) as a real one, by the reader's clock; nothing is said
  as "in time";
* ``name``: a person's id as his title, ``names`` several of them;
* ``count|week|weeks``: a whole number and the word after it, one form for each number that the
  language tells apart;
* ``phrase``: a text of the notice's own ``phrases``, which is translated with it; where what varies
  in one is a real instant as :func:`world.clock.utc` writes it, it is said by the reader's clock.
"""

from __future__ import annotations

import functools
import string
import types
import typing
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from world.errors import Fault
from world.fieldtypes import default_of, field_types

if TYPE_CHECKING:
    from world.notice import Notice

COUNT: Final = "count|"
#: By how it is said, what a field may be; with None where a template says what nothing reads like.
TYPES: Final[dict[str, tuple[frozenset[Any], ...]]] = {
    "": (frozenset({str}), frozenset({int})),
    "when": (frozenset({int}),),
    "limit": (frozenset({int}), frozenset({int, type(None)})),
    "name": (frozenset({str}),),
    "names": (frozenset({tuple}),),
    "count": (frozenset({int}),),
    "phrase": (frozenset({str}),),
}
#: Numbers that English tells apart: one, and any other.
_ENGLISH: Final = 2


class Part(NamedTuple):
    """A piece of a template: literal text, and the field after it, if any, with its manner."""

    literal: str
    field: str | None
    manner: str


@functools.lru_cache(maxsize=4096)  # taken apart once, and filled in for every notice
def parts(template: str) -> tuple[Part, ...]:
    """A template's pieces in order.

    Raises:
        ValueError: it cannot be read, or holds more than fields and their manners.
    """
    found = []
    for literal, field, manner, conversion in string.Formatter().parse(template):
        if field is not None and not field.isidentifier():
            raise ValueError(f"{{{field}}} is no field's name")
        if conversion or "{" in (manner or ""):
            raise ValueError(f"{{{field}}} is said in a way that templates do not have")
        found.append(Part(literal, field, manner or ""))
    return tuple(found)


def fields_of(template: str) -> list[tuple[str, str]]:
    """The fields a template names, with the first word of how each is said, in order."""
    return [
        (part.field, part.manner.partition("|")[0])
        for part in parts(template)
        if part.field is not None
    ]


def forms(manner: str) -> tuple[str, ...]:
    """The words of a ``count`` that go with different numbers."""
    return tuple(manner.removeprefix(COUNT).split("|")) if manner.startswith(COUNT) else ()


def filled(template: str, fields: Mapping[str, Any], said: Callable[[Any, str], str]) -> str:
    """A template with its fields, each as *said* says a value in a manner; plain texts as is."""
    words = ""
    for literal, field, manner in parts(template):
        words += literal
        if field is not None:
            value = fields[field]
            words += value if not manner and type(value) is str else said(value, manner)
    return words


def in_english(value: Any, manner: str) -> str:
    """A value as it is said in English, where that takes no calendar, clock or names."""
    if manner.startswith(COUNT):
        return f"{value} {forms(manner)[value != 1]}"
    return str(value)


def require_sayable(notice: type[Notice]) -> None:
    """Refuse a kind of notice that could not be put into words, whatever its fields held.

    Raises:
        Fault: naming the notice, the field and what is wrong.
    """
    known = field_types(notice)
    for template in (notice.title, notice.wording, notice.topic):
        try:
            found = parts(template)
        except ValueError as error:
            raise Fault(f"{notice.__name__}: {error}") from None
        for part in found:
            if part.field is None:
                continue
            if part.field not in known:
                raise Fault(
                    f"{notice.__name__} speaks of {{{part.field}}}, which it does not carry"
                )
            wrong = _wrong(notice, part.field, part.manner)
            if wrong:
                raise Fault(f"{notice.__name__} says {{{part.field}}}: {wrong}")


def _wrong(notice: type[Notice], field: str, manner: str) -> str:
    word = manner.partition("|")[0]
    if word not in TYPES or (("|" in manner) != (word == "count")):
        return f"there is no way of saying {manner!r}"
    if word == "count" and len(forms(manner)) != _ENGLISH:
        return f"{manner!r} gives no form for one and for many"
    if word == "phrase" and not notice.phrases:
        return "it has no phrases"
    held = _types(field_types(notice)[field])
    if held not in TYPES[word]:
        return f"it holds {_named(held)}, which is not said as {manner or 'it is'!r}"
    default = default_of(notice, field)
    if default is not msgspec.NODEFAULT and not isinstance(default, str):
        return "it may be left out, and only a text reads well then"
    return ""


def _types(hint: Any) -> frozenset[Any]:
    """What a field may hold, without units, and without what tuples hold."""
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        return _types(typing.get_args(hint)[0])
    if origin in {typing.Union, types.UnionType}:
        return frozenset().union(*(_types(one) for one in typing.get_args(hint)))
    if origin is typing.Literal:
        return frozenset(type(one) for one in typing.get_args(hint))
    return frozenset({origin or hint})


def _named(held: frozenset[Any]) -> str:
    return " or ".join(sorted(getattr(one, "__name__", str(one)) for one in held))
