"""The text form of orders, for mail, the command line and scripts: a word, then ``name=value``.

The same types give the form, the API and this text, so nothing can be said in one that cannot be
said in the others; what is not understood is refused whole, never in part.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from world.blank import is_text, unquoted, value_of, written
from world.errors import Refused
from world.order import Order, fields_of, parts_of
from world.scenario.problems import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from world.pack import Pack

#: An order is a line, not a letter; letters carry their text in one quoted part.
LONGEST = 20_000

_PLACE = re.compile(r"(?P<what>.*?)(?: - at `\$\.(?P<field>\w+).*`)?", re.DOTALL)
_GOT = re.compile(r", got `\w+`$")
_TYPES = {
    "`int`": "a whole number",
    "`bool`": "true or false",
    "`str`": "a text",
    "`array`": "a list",
    "`object`": "JSON in braces",
    "`null`": "nothing",
    " | ": " or ",
}
_MISSING = re.compile(r"Object missing required field `(\w+)`")


def parse_order(pack: Pack, text: str, *, referee: bool = False) -> Order:
    """The order a text means; whoever is no *referee* is not pointed to the referee's orders.

    Raises:
        Refused: E-SYNTAX, saying what was not understood and how the order is written.
    """
    if len(text) > LONGEST:
        raise _refused(
            f"That is {len(text)} characters long; an order has at most {LONGEST}. Nothing was"
            " ordered; put long texts into a letter."
        )
    try:
        word, parts = parts_of(text)
    except ValueError as error:
        raise _refused(
            f"The part {_short(str(error))} was not understood, so nothing was ordered. Write each"
            " part as name=value, with quotes around a value that has spaces."
        ) from None
    return _order(_kind(pack, word, referee=referee), word, parts)


def read_form(pack: Pack, word: str, blanks: Mapping[str, str]) -> Order:
    """The order a filled-in form means.

    A blank that is left out, or is empty and not meant for any text, keeps its default.

    Raises:
        Refused: E-SYNTAX, saying which blank was not understood.
    """
    kind = _kind(pack, word)
    hints = {field.name: field.hint for field in fields_of(kind)}
    parts: dict[str, str] = {}
    for name, text in blanks.items():
        hint = hints.get(name)
        if hint is not None and hint is not str and not text:
            continue
        if hint is not None and is_text(hint):
            parts[name] = text
        else:
            # A quotation mark in front says that what follows is written as in a text order.
            parts[name] = _unquoted_in_form(text)
    return _order(kind, word, parts)


def form_of(order: Order) -> dict[str, str]:
    """The blanks of an order as :func:`read_form` reads them, those with their default left out."""
    plain = msgspec.to_builtins(order, order="deterministic")
    blanks = {}
    for field in fields_of(type(order)):
        if not field.required and getattr(order, field.name) == field.default:
            continue
        value = plain[field.name]
        if isinstance(value, str) and (is_text(field.hint) or _is_itself(value, field.hint)):
            blanks[field.name] = value
        else:
            blanks[field.name] = written(value)
    return blanks


def _is_itself(text: str, hint: Any) -> bool:
    """Whether a text that stands in a form as it is would be read as that very text."""
    return bool(text) and not text.startswith('"') and value_of(text, hint) == text


def _unquoted_in_form(text: str) -> str:
    try:
        return unquoted(text)
    except ValueError:
        return text


def usage(kind: type[Order]) -> str:
    """How an order is written: ``march to=… [pace=normal]``."""
    words = [str(kind.__struct_config__.tag)]
    for field in fields_of(kind):
        if field.required:
            words.append(f"{field.name}=…")
        else:
            plain = msgspec.to_builtins(field.default, order="deterministic")
            shown = "…" if plain in (None, "", (), []) else written(plain)
            words.append(f"[{field.name}={shown}]")
    return " ".join(words)


def _kind(pack: Pack, word: str, *, referee: bool = True) -> type[Order]:
    kind = pack.orders.get(word)
    if kind is None:
        offered = pack.orders_for(referee=referee)
        hint = nearest(word, offered) or "one of " + ", ".join(offered)
        raise _refused(f"There is no order {_short(word)}; nothing was ordered. Try {hint}.")
    return kind


def _order(kind: type[Order], word: str, parts: dict[str, str]) -> Order:
    fields = {field.name: field for field in fields_of(kind)}
    given: dict[str, Any] = {}
    for name, raw in parts.items():
        if name not in fields:
            raise _refused(
                f"{word} has no part {_short(name)}; nothing was ordered. It is written:"
                f" {usage(kind)}."
            )
        try:
            given[name] = value_of(raw, fields[name].hint)
        except ValueError as error:
            raise _refused(f"{word}: {name}={error}. Nothing was ordered.") from None
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _refused(
            f"{word}: {_complaint(str(error))}. Nothing was ordered. It is written: {usage(kind)}."
        ) from None


def _complaint(error: str) -> str:
    missing = _MISSING.fullmatch(error)
    if missing is not None:
        return f"{missing[1]}= is missing"
    found = _PLACE.fullmatch(error)
    if found is None or found["field"] is None:
        return error
    what = _GOT.sub("", found["what"])
    for name, words in _TYPES.items():
        what = what.replace(name, words)
    return f"{found['field']}= was not understood: {what[:1].lower()}{what[1:]}"


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")


def _refused(text: str) -> Refused:
    return Refused("E-SYNTAX", text)
