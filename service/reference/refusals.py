"""Why an order may be refused, read from the rules that check and obey it."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import msgspec

from service.reference.source import BLANK, Body, argument, body_of, reached, words_of
from world.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from world.order import Order

_CODE = re.compile(r"E(-[A-Z]+)+")


class Refusal(msgspec.Struct, frozen=True, order=True):
    """A refusal: its code, and its words with ``…`` for what depends on the case."""

    code: str
    text: str


def refusals_of(order: type[Order], obeyer: Callable[..., Any]) -> tuple[Refusal, ...]:
    """Every refusal an order may meet, when it is given or when it takes hold."""
    found: dict[Refusal, None] = {}
    for body in reached(order.check, order.addressee, obeyer):
        found.update(dict.fromkeys(_in(body)))
    said = {refusal.code for refusal in found if refusal.text}
    return tuple(sorted(each for each in found if each.text or each.code not in said))


def _in(body: Body) -> Iterator[Refusal]:
    for call in body.calls():
        if body.target(call.func) is not Refused:
            # A code handed to a helper that raises: _the_one(…, "E-NO-PATH", "You know no …").
            texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
            codes = [text for text in texts if isinstance(text, str) and _CODE.fullmatch(text)]
            if codes and _raises(body, call):
                after = [text for text in texts if isinstance(text, str) and " " in text]
                yield Refusal(codes[0], re.sub(r"\{\w+\}", "…", after[0]) if after else "")
            continue
        code, text = argument(call, "code", 0), argument(call, "text", 1)
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            words = "" if text is None else words_of(text, body) or ""
            yield Refusal(code.value, _tidy(words))


def _tidy(words: str) -> str:
    """Blanks in a row as one, and none after the last full stop."""
    return re.sub(r"(?<=[.!?])\s*…$", "", re.sub("…+", BLANK, words))


def _raises(body: Body, call: ast.Call) -> bool:
    called = body.target(call.func)
    inner = body_of(called) if callable(called) else None
    return inner is not None and any(inner.target(c.func) is Refused for c in inner.calls())
