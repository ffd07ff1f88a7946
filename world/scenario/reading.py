"""From a document's tree to typed structs, with every mistake noted and none of them fatal.

A scenario section is a frozen struct; its type hints say what is expected.  A struct that declares
``line: int`` receives the line it stood on, for later messages about its meaning.
"""

from __future__ import annotations

import functools
import re
import types
import typing
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from world.errors import GalloperError
from world.scenario.document import Node
from world.scenario.problems import nearest, quoted

if TYPE_CHECKING:
    from world.scenario.problems import Problems

S = TypeVar("S", bound=msgspec.Struct)

_WHOLE = re.compile(r"[+-]?\d{1,18}(_\d{3})*")
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class _Missing:
    """Stands for a value that could not be read; its mistake has been noted."""


MISSING = _Missing()


def read(node: Node, struct: type[S], problems: Problems) -> S | None:
    """The struct a mapping describes, or None after noting every mistake in it."""
    value = _struct(node, struct, problems)
    return None if isinstance(value, _Missing) else value


def _struct(node: Node, struct: type[S], problems: Problems) -> S | _Missing:
    given, sound = _fields(node, struct, problems)
    if not sound:
        return MISSING
    try:
        return struct(**given)
    except GalloperError as error:  # the struct has its own idea of what fits together
        problems.add(node.file, node.line, node.kind, str(error), node.column)
        return MISSING


def read_fields(node: Node, struct: type[S], problems: Problems) -> dict[str, Any]:
    """The fields of a mapping that could be read; every mistake in the others has been noted."""
    return _fields(node, struct, problems)[0]


@functools.cache
def _declared(
    struct: type[msgspec.Struct],
) -> tuple[dict[str, msgspec.structs.FieldInfo], dict[str, Any]]:
    """The fields of a section by name, and their hints; a scenario has many sections of a kind."""
    fields = {field.name: field for field in msgspec.structs.fields(struct)}
    return fields, typing.get_type_hints(struct)


def _fields(
    node: Node, struct: type[msgspec.Struct], problems: Problems
) -> tuple[dict[str, Any], bool]:
    """What a mapping says, field by field, and whether all of it could be read."""
    if node.value is None:
        node = Node(node.file, node.line, node.column, {})
    if not isinstance(node.value, dict):
        _note(node, problems, "a mapping")
        return {}, False
    fields, hints = _declared(struct)
    given: dict[str, Any] = {}
    sound = True
    for key, value in node.value.items():
        name = key.replace("-", "_")
        if name not in fields or name == "line":
            known = [name for name in fields if name != "line"]
            hint = nearest(name, known) or "one of " + ", ".join(sorted(known))
            problems.add(value.file, value.line, quoted(key), hint)
            sound = False
            continue
        read_value = _value(value, hints[name], problems)
        if isinstance(read_value, _Missing):
            sound = False
        else:
            given[name] = read_value
    if "line" in fields:
        given["line"] = node.line
    for name, field in fields.items():
        if field.required and name not in given and not (node.value and name in node.value):
            problems.add(node.file, node.line, f"no {name!r}", f"{name}: {_words(hints[name])}")
            sound = False
    return given, sound


def _value(node: Node, hint: Any, problems: Problems) -> Any:
    origin = get_origin(hint)
    if hint is Node:
        return node
    if origin in (Union, types.UnionType):
        return _union(node, hint, problems)
    if origin is Literal:
        allowed = get_args(hint)
        if node.value in allowed:
            return node.value
        _note(node, problems, "one of " + ", ".join(map(str, allowed)))
        return MISSING
    if origin is tuple:
        return _tuple(node, get_args(hint)[0], problems)
    if origin is dict:
        return _mapping(node, get_args(hint)[1], problems)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _struct(node, hint, problems)
    return _scalar(node, hint, problems)


def _union(node: Node, hint: Any, problems: Problems) -> Any:
    parts = get_args(hint)
    if type(None) in parts and node.value is None:
        return None
    rest = [part for part in parts if part is not type(None)]
    if len(rest) > 1:
        # A scalar or a struct: the shape of what stands there decides.
        structs = [p for p in rest if isinstance(p, type) and issubclass(p, msgspec.Struct)]
        scalars = [p for p in rest if p not in structs]
        rest = structs if isinstance(node.value, dict) and structs else scalars or structs
    return _value(node, rest[0], problems)


def _tuple(node: Node, item: Any, problems: Problems) -> Any:
    if node.value is None:
        return ()
    if not isinstance(node.value, tuple):
        _note(node, problems, f"a list of {_words(item)}")
        return MISSING
    items = [_value(part, item, problems) for part in node.value]
    return MISSING if any(isinstance(i, _Missing) for i in items) else tuple(items)


def _mapping(node: Node, item: Any, problems: Problems) -> Any:
    if node.value is None:
        return {}
    if not isinstance(node.value, dict):
        _note(node, problems, "a mapping")
        return MISSING
    read_items = {key: _value(part, item, problems) for key, part in node.value.items()}
    broken = any(isinstance(i, _Missing) for i in read_items.values())
    return MISSING if broken else read_items


def _scalar(node: Node, hint: Any, problems: Problems) -> Any:
    text = node.value
    if isinstance(text, str):
        if hint is str and all(c.isprintable() or c in "\n\t" for c in text):
            return text
        if hint is int and _WHOLE.fullmatch(text):
            return int(text)
        if hint is bool and text.lower() in _TRUTH:
            return _TRUTH[text.lower()]
        if hint is Any:
            return _plain(text)
    _note(node, problems, _words(hint))
    return MISSING


def _plain(text: str) -> Any:
    """A scalar of no declared type, as YAML would read it; decimals stay text."""
    if _WHOLE.fullmatch(text):
        return int(text)
    return _TRUTH.get(text, text) if text in {"true", "false"} else text


def _words(hint: Any) -> str:
    if hint is str:
        return "a text"
    if hint is int:
        return "a whole number"
    if hint is bool:
        return "true or false"
    if get_origin(hint) is tuple:
        return f"a list of {_words(get_args(hint)[0])}"
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join(_words(p) for p in get_args(hint) if p is not type(None))
    return "a mapping" if get_origin(hint) is dict else getattr(hint, "__name__", str(hint)).lower()


def _note(node: Node, problems: Problems, expected: str) -> None:
    found = quoted(node.value) if isinstance(node.value, str) else node.kind
    problems.add(node.file, node.line, found, expected, node.column)
