"""The text form of orders, for mail, the command line and scripts: a word, then ``name=value``.

The same types give the form, the API and this text, so nothing can be said in one that cannot be
said in the others; what is not understood is refused whole, never in part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from world.errors import Refused
from world.order import Order, fields_of, parts_of
from world.scenario.problems import nearest

if TYPE_CHECKING:
    from world.pack import Pack

#: An order is a line, not a letter; letters carry their text in one quoted part.
LONGEST = 20_000


def parse_order(pack: Pack, text: str) -> Order:
    """The order a text means.

    Raises:
        Refused: E-SYNTAX, saying what was not understood and how the order is written.
    """
    if len(text) > LONGEST:
        raise Refused(
            "E-SYNTAX",
            f"That is {len(text)} characters long; an order has at most {LONGEST}. Nothing was"
            " ordered; put long texts into a letter.",
        )
    try:
        word, parts = parts_of(text)
    except (ValueError, msgspec.DecodeError) as error:
        raise Refused(
            "E-SYNTAX",
            f"The part {str(error)[:60]!r} was not understood, so nothing was ordered. Write each"
            " part as name=value, with quotes around a value that has spaces.",
        ) from None
    kind = pack.orders.get(word)
    if kind is None:
        hint = nearest(word, pack.orders) or "one of " + ", ".join(sorted(pack.orders))
        raise Refused(
            "E-SYNTAX", f"There is no order {word[:40]!r}; nothing was ordered. Try {hint}."
        )
    fields = {field.name: field for field in fields_of(kind)}
    given: dict[str, Any] = {}
    for name, raw in parts.items():
        if name not in fields:
            raise Refused(
                "E-SYNTAX",
                f"{word} has no part {name!r}; nothing was ordered. It is written: {usage(kind)}.",
            )
        given[name] = _value(raw, fields[name].hint)
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(
            "E-SYNTAX", f"{word}: {error}. Nothing was ordered. It is written: {usage(kind)}."
        ) from None


def usage(kind: type[Order]) -> str:
    """How an order is written: ``march to=… [pace=normal]``."""
    words = [str(kind.__struct_config__.tag)]
    for field in fields_of(kind):
        shape = f"{field.name}=…" if field.required else f"[{field.name}={field.default!s}]"
        words.append(shape)
    return " ".join(words)


def _value(raw: str, hint: Any) -> Any:
    origin = get_origin(hint)
    if origin is tuple:
        if not raw.startswith("["):
            return [part for part in raw.split(",") if part]
        return msgspec.json.decode(raw)
    if raw in {"null", ""} and type(None) in get_args(hint):
        return None
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return msgspec.json.decode(raw)
    tuples = [part for part in get_args(hint) if get_origin(part) is tuple]
    return _value(raw, tuples[0]) if tuples else raw
