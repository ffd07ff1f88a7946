"""Orders: what people want done, as types from which forms, text and documentation are drawn."""

from __future__ import annotations

import re
import typing
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

if TYPE_CHECKING:
    from world.pack import View


class Order(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="order"):
    """Something a person wants done; a pack declares its own subclasses.

    The tag is the word a player writes (``march``).  ``check`` sees exactly what the author's page
    is drawn from, so that no refusal can say more than the author knows; when the order takes hold
    it meets the truth, in the handler that the pack registers for its type.
    """

    version: ClassVar[int] = 1
    #: One line for forms and documentation.
    summary: ClassVar[str] = ""
    #: Rule ids this order implements.
    rules: ClassVar[tuple[str, ...]] = ()

    def check(self, view: View) -> None:
        """Refuse what the author can know to be impossible.

        Raises:
            Refused: with the rule's code and a sentence that says what to do.
        """

    def addressee(self, author: str) -> str:
        """The person or office who is to carry the order out; by default its author."""
        return author


class Hand(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How an order came into the hand that obeys it.

    ``author`` gave it as the author's order number ``number``, at game instant ``written`` (ms);
    ``receiver`` obeys it.  ``by_letter`` is the letter that brought it, if one did.
    """

    author: str
    receiver: str
    number: int
    written: int
    by_letter: str | None = None
    #: Wall instant (µs) at which the order was received from its author; 0 for scripted ones.
    received: int = 0


class OrderField(msgspec.Struct, frozen=True):
    """One blank of an order's form: its name, its type in words, and whether it may stay empty."""

    name: str
    hint: Any
    required: bool
    default: Any = None


def fields_of(order: type[Order]) -> tuple[OrderField, ...]:
    """The blanks of an order type, in the order they were declared."""
    hints = typing.get_type_hints(order)
    return tuple(
        OrderField(
            name=field.name,
            hint=hints[field.name],
            required=field.required,
            default=None if field.default is msgspec.NODEFAULT else field.default,
        )
        for field in msgspec.structs.fields(order)
    )


_PART = re.compile(r'([a-z_]+)=("(?:[^"\\]|\\.)*"|\S+)', re.DOTALL)


def to_text(order: Order) -> str:
    """The order as a player would write it: its word, then ``name=value`` parts.

    Values that are not a plain word are written as JSON, so that every order can be read back by
    :func:`parts_of` and the pack's decoder.
    """
    plain = msgspec.to_builtins(order)
    words = [str(plain.pop("order"))]
    for name, value in plain.items():
        words.append(f"{name}={_value_text(value)}")
    return " ".join(words)


def _value_text(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"[\w.:/-]+", value) and not _is_json_word(value):
        return value
    if isinstance(value, list) and value and all(_is_plain(item) for item in value):
        return ",".join(value)
    return _quoted(value)


def quote(text: str) -> str:
    """A text as a value of an order's text form, quoted whatever it holds."""
    return msgspec.json.encode(text).decode()


def _is_plain(item: Any) -> bool:
    return isinstance(item, str) and bool(re.fullmatch(r"[\w.:/-]+", item))


def _is_json_word(value: str) -> bool:
    return value in {"true", "false", "null"} or bool(re.fullmatch(r"-?\d+(\.\d+)?", value))


def _quoted(value: Any) -> str:
    if isinstance(value, str):
        return msgspec.json.encode(value).decode()
    if value is None or isinstance(value, bool | int):
        return msgspec.json.encode(value).decode()
    # A structured value travels as one quoted piece of JSON.
    return msgspec.json.encode(msgspec.json.encode(value).decode()).decode()


def parts_of(text: str) -> tuple[str, dict[str, str]]:
    """The word and the ``name=value`` parts of an order's text form; values still as text.

    Raises:
        ValueError: something stands between the parts that is none; the message quotes it.
    """
    word, _, rest = text.strip().partition(" ")
    parts: dict[str, str] = {}
    position = 0
    for found in _PART.finditer(rest):
        between = rest[position : found.start()].strip()
        if between:
            raise ValueError(between)
        if found[1] in parts:
            raise ValueError(f"{found[1]}= twice")
        raw = found[2]
        parts[found[1]] = msgspec.json.decode(raw) if raw.startswith('"') else raw
        position = found.end()
    if rest[position:].strip():
        raise ValueError(rest[position:].strip())
    return word, parts
