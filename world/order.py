"""Orders: what people want done, as types from which forms, text and documentation are drawn."""

from __future__ import annotations

import functools
import re
import typing
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from world.blank import quote, unquoted, written

if TYPE_CHECKING:
    from world.pack import Pack, View
    from world.state import World

__all__ = [
    "Hand",
    "Order",
    "OrderField",
    "fields_of",
    "parts_of",
    "quote",
    "require_sound",
    "to_text",
]


class Foreseen(msgspec.Struct, frozen=True, gc=False):
    """Where what an order sets out is to be, by name, and when (game ms) if nothing changes."""

    place: str
    at: int


class Order(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    tag_field="order",
    forbid_unknown_fields=True,  # never drop a part of what somebody wants
):
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
    #: Whether nobody but the referee gives it: it stands in nobody else's list of orders.
    for_referee: ClassVar[bool] = False

    def check(self, view: View) -> None:
        """Refuse what the author can know to be impossible.

        Raises:
            Refused: with the rule's code and a sentence that says what to do.
        """

    def check_held(self, pack: Pack, view: View) -> None:
        """As :meth:`check`, of orders that this one holds as text, which only the pack can read.

        Raises:
            Refused: with the rule's code and a sentence that says what to do.
        """

    def orders_within(self, pack: Pack, view: View) -> tuple[Order, ...]:  # noqa: ARG002
        """The orders that this one holds as text, read as its author's view allows; usually none.

        Raises:
            Refused: E-SYNTAX or E-QUEUE, where one of them was not understood.
        """
        return ()

    def addressee(self, author: str) -> str:
        """The person or office who is to carry the order out; by default its author."""
        return author

    def foreseen(self, world: World, author: str) -> Foreseen | None:  # noqa: ARG002
        """When what it sets out should be there, obeyed now: what its author's page would show.

        None where nothing goes anywhere, or nobody can tell.
        """
        return None


def require_sound(order: Order, pack: Pack, view: View) -> None:
    """Refuse an order, or one that it holds, which its author can know to be impossible.

    Raises:
        Refused: with the rule's code and a sentence that says what to do.
    """
    order.check(view)
    order.check_held(pack, view)


class Hand(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How an order came into the hand that obeys it.

    ``author`` gave it as the author's order number ``number``, at game instant ``written`` (ms);
    ``receiver`` obeys it.  ``by_letter`` is the letter that brought it, if one did; ``in_advance``
    says that it stood in a list of orders until its time had come.
    """

    author: str
    receiver: str
    number: int
    written: int
    by_letter: str | None = None
    #: Wall instant (µs) at which the order was received from its author; 0 for scripted ones.
    received: int = 0
    in_advance: bool = False


class OrderField(msgspec.Struct, frozen=True):
    """One blank of an order's form: its name, its type in words, and whether it may stay empty."""

    name: str
    hint: Any
    required: bool
    default: Any = None


@functools.cache
def fields_of(order: type[Order]) -> tuple[OrderField, ...]:
    """The blanks of an order type, in the order they were declared."""
    hints = typing.get_type_hints(order)
    return tuple(
        OrderField(
            name=field.name,
            hint=hints[field.name],
            required=field.required,
            default=_default(field),
        )
        for field in msgspec.structs.fields(order)
    )


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None if field.default is msgspec.NODEFAULT else field.default


_PART = re.compile(r'([a-z_][a-z0-9_]*)=("(?:[^"\\]|\\.)*"|\S+)', re.DOTALL)


def to_text(order: Order) -> str:
    """The order as a player would write it: its word, then ``name=value`` parts.

    Parts that have their default are left out.  Values that are no bare words are quoted, so that
    every order can be read back with :func:`world.ordertext.parse_order`.
    """
    plain = msgspec.to_builtins(order, order="deterministic")
    parts = [
        f"{field.name}={written(plain[field.name])}"
        for field in fields_of(type(order))
        if field.required or getattr(order, field.name) != field.default
    ]
    return " ".join([str(plain["order"]), *parts])


def parts_of(text: str) -> tuple[str, dict[str, str]]:
    """The word and the ``name=value`` parts of an order's text form; values still as text.

    Raises:
        ValueError: something stands between the parts that is none; the message quotes it.
    """
    word, *rest = text.strip().split(maxsplit=1) or [""]
    body = rest[0] if rest else ""
    parts: dict[str, str] = {}
    position = 0
    for found in _PART.finditer(body):
        between = body[position : found.start()].strip()
        # A part begins at a space: a="x"b="y" is a slip of the pen, not two parts.
        if between or (position and not body[position : found.start()]):
            raise ValueError(between or found[0])
        if found[1] in parts:
            raise ValueError(f"{found[1]}= twice")
        parts[found[1]] = unquoted(found[2])
        position = found.end()
    if body[position:].strip():
        raise ValueError(body[position:].strip())
    return word, parts
