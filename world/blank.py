"""One blank of an order's form: how its value is written as text, and read back by its type.

A *bare* value is a word without spaces, or several with commas where a list is wanted.  Everything
else is *quoted*: a JSON string, which for structured values holds JSON itself.
"""

from __future__ import annotations

import enum
import re
import types
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

_BARE = re.compile(r"[\w.:/-]+")
_JSON_WORD = re.compile(r"true|false|null|-?(0|[1-9][0-9]*)(\.[0-9]+)?")
#: Line breaks and tabs may stand in a quoted text as they are.
_BREAKS = {ord("\n"): "\\n", ord("\t"): "\\t", ord("\r"): "\\r"}


class Quoted(str):
    """A value that stood in quotation marks, and so is no JSON word such as ``null``."""

    __slots__ = ()


def written(value: Any) -> str:
    """A value, as plain JSON types, in an order's text form."""
    if isinstance(value, str):
        return value if _is_bare(value) and not _JSON_WORD.fullmatch(value) else quote(value)
    if value is None or isinstance(value, bool | int):
        return msgspec.json.encode(value).decode()
    if isinstance(value, list | tuple) and value and all(map(_is_bare, value)):
        joined = ",".join(value)
        if not _JSON_WORD.fullmatch(joined):
            return joined
    return quote(msgspec.json.encode(value, order="deterministic").decode())


def quote(text: str) -> str:
    """A text as a value of an order's text form, quoted whatever it holds."""
    return msgspec.json.encode(text).decode()


def _is_bare(item: Any) -> bool:
    return isinstance(item, str) and _BARE.fullmatch(item) is not None


def unquoted(raw: str) -> str:
    """What a value of the text form says, its quotation marks taken off.

    Raises:
        ValueError: it begins with a quotation mark, but is no quoted text.
    """
    if not raw.startswith('"'):
        return raw
    try:
        return Quoted(msgspec.json.decode(raw.translate(_BREAKS), type=str))
    except msgspec.DecodeError:
        raise ValueError(
            f'{raw[:40]} is no quoted text; write \\\\ for a backslash and \\" for a quotation mark'
        ) from None


def value_of(raw: str, hint: Any) -> Any:
    """What a value says, for :func:`msgspec.convert` to make it of the wanted type.

    Raises:
        ValueError: it is no JSON where only JSON can be meant.
    """
    parts = _alternatives(hint)
    takes_text = any(_is_text(part) for part in parts)
    bare = not isinstance(raw, Quoted)
    if bare and type(None) in parts and raw in {"null", ""}:
        return None
    if not takes_text and any(get_origin(part) in {tuple, frozenset} for part in parts):
        return _list(raw)
    if any(isinstance(part, type) and issubclass(part, msgspec.Struct) for part in parts):
        return _json(raw)
    if takes_text and len(parts) > 1 and bare and _JSON_WORD.fullmatch(raw):
        others = [part for part in parts if part in {int, bool}]
        return _json(raw) if others else raw
    return str(raw)


def is_text(hint: Any) -> bool:
    """Whether a blank takes nothing but text, so that a form shows it as it is."""
    return all(_is_text(part) for part in _alternatives(hint))


def _alternatives(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in {Union, types.UnionType} else (hint,)


def _is_text(part: Any) -> bool:
    if get_origin(part) is Literal:
        return all(isinstance(value, str) for value in get_args(part))
    return isinstance(part, type) and issubclass(part, str | enum.Enum)


def _list(raw: str) -> Any:
    items = _json(raw) if raw.startswith("[") else [part for part in raw.split(",") if part]
    if not isinstance(items, list):
        raise ValueError(f"{raw[:40]!r} is no list")  # noqa: TRY004 - wrong text, not a wrong type
    return items


def _json(raw: str) -> Any:
    try:
        return msgspec.json.decode(str(raw))
    except msgspec.DecodeError as error:
        raise ValueError(f"{raw[:40]!r} was not understood ({error})") from None
