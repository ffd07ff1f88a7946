"""The form of an order, from its type: one blank a field, of the sort its type wants."""

from __future__ import annotations

import functools
import types
import typing
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from world.order import fields_of

if TYPE_CHECKING:
    from world.order import Order
    from world.pack import Pack

#: Fields whose value is prose.
_PROSE = frozenset(("text", "body", "introduction"))


class Blank(NamedTuple):
    """A field of a form: ``sort`` is line, prose, number, tick or choice."""

    name: str
    sort: Literal["line", "prose", "number", "tick", "choice"]
    required: bool
    default: str
    choices: tuple[str, ...]


class OrderForm(NamedTuple):
    """An order's form: the word a player writes, what it does, and its blanks."""

    word: str
    summary: str
    blanks: tuple[Blank, ...]


@functools.cache
def order_forms(pack: Pack, *, referee: bool) -> list[OrderForm]:
    """The forms of the orders that somebody can give under a pack, by their words."""
    return [
        OrderForm(word, kind.summary, tuple(map(_blank, fields_of(kind))))
        for word, kind in pack.orders_for(referee=referee).items()
    ]


def _blank(field: Any) -> Blank:
    hint, optional = _bare(field.hint)
    default = "" if field.default is None or field.required else field.default
    choices: tuple[str, ...] = ()
    sort: Literal["line", "prose", "number", "tick", "choice"] = "line"
    if words := _words(hint):
        sort, choices = "choice", words
    elif hint is bool:
        sort, default = "tick", "true" if default else ""
    elif hint is int:
        sort = "number"
    elif hint is str and field.name in _PROSE:
        sort = "prose"
    if isinstance(default, list | tuple | frozenset | dict):
        default = ",".join(map(str, default))
    return Blank(field.name, sort, field.required and not optional, str(default), choices)


def _words(hint: Any) -> tuple[str, ...]:
    """The words of a literal, or of literals put together; none for any other type."""
    if typing.get_origin(hint) is Literal:
        return tuple(map(str, typing.get_args(hint)))
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        parts = [_words(part) for part in typing.get_args(hint)]
        return tuple(word for part in parts for word in part) if all(parts) else ()
    return ()


def _bare(hint: Any) -> tuple[Any, bool]:
    """A type without its None, and whether there was one."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        parts = [part for part in typing.get_args(hint) if part is not types.NoneType]
        if len(parts) == 1:
            return _bare(parts[0])[0], True
    if typing.get_origin(hint) is typing.Annotated:
        return _bare(typing.get_args(hint)[0])
    return hint, False


def filled_in(form: dict[str, str], kind: type[Order]) -> dict[str, str]:
    """What a browser sent of an order's form: a tick left out is a no."""
    found = {}
    for field in fields_of(kind):
        hint, _ = _bare(field.hint)
        if hint is bool:
            found[field.name] = "true" if form.get(field.name) else "false"
        elif field.name in form:
            found[field.name] = form[field.name]
    return found
