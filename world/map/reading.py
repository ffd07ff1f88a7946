"""Reading the pieces of a map line: hexes, edges, rectangles, numbers, and what may follow."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from world.errors import BadInput
from world.map.draft import Draft
from world.map.edges import Edge, edge
from world.map.hexes import MAX_DIGITS, MIN_DIGITS, Hex
from world.map.tokens import Line, Token
from world.scenario.problems import nearest

C = TypeVar("C", bound=str)

_WHOLE = re.compile(r"[0-9]{1,9}")
_KM = re.compile(r"([0-9]{1,5})(?:\.([0-9]{1,3}))?")
_OFFSET = re.compile(r"([+-]?[0-9]{1,4}),([+-]?[0-9]{1,4})")
_DIGITS = re.compile(r"[0-9]+")


@dataclass
class Options:
    """What followed the first word of a line."""

    words: list[Token] = field(default_factory=list)
    names: list[Token] = field(default_factory=list)
    pairs: dict[str, Token] = field(default_factory=dict)

    @property
    def name(self) -> Token | None:
        """The first quoted name."""
        return self.names[0] if self.names else None

    @property
    def second(self) -> Token | None:
        """The second quoted name."""
        return self.names[1] if len(self.names) > 1 else None


def rest(
    tokens: tuple[Token, ...],
    line: Line,
    *,
    names: int = 0,
    keys: tuple[str, ...] = (),
    words: int = 0,
    size: bool = False,
) -> Options:
    """Sort what follows by kind, noting what may not stand there.

    ``size``: a number right after a name is Text Mapper's letter size, which is passed over.
    """
    found = Options()
    before: Token | None = None
    for token in tokens:
        if token.kind == "name":
            if len(found.names) >= names:
                line.unexpected(token, "one name fewer" if names else "no quoted name here")
            else:
                found.names.append(token)
        elif token.kind == "pair":
            _pair(found, token, line, keys)
        elif size and before is not None and before.kind == "name" and _WHOLE.fullmatch(token.text):
            pass
        elif len(found.words) >= words:
            line.unexpected(token, "the end of the line")
        else:
            found.words.append(token)
        before = token
    return found


def _pair(found: Options, token: Token, line: Line, keys: tuple[str, ...]) -> None:
    if token.key not in keys:
        known = ", ".join(f"{key}=" for key in keys)
        close = nearest(token.key, keys, "=")
        line.unexpected(token, close or (f"one of: {known}" if known else "no = here"))
    elif token.key in found.pairs:
        line.unexpected(token, f"{token.key}= once")
    elif not token.text:
        line.unexpected(token, f"something after {token.key}=")
    else:
        found.pairs[token.key] = token


def hex_at(draft: Draft, token: Token, line: Line) -> Hex | None:
    """The hex a token names; the first label of a file decides how many digits labels have."""
    text = token.text
    if not draft.labelled and text.isascii() and _DIGITS.fullmatch(text):
        if len(text) in (2 * MIN_DIGITS, 2 * MAX_DIGITS):
            draft.grid = msgspec.structs.replace(draft.grid, digits=len(text) // 2)
        draft.labelled = True
    draft.began = True
    try:
        return draft.grid.hex(text)
    except BadInput:
        one = draft.grid.label(draft.grid.at(1, 1))
        line.unexpected(
            token, f"a hex of {2 * draft.grid.digits} digits, column then row, from {one} on"
        )
        return None


def rectangle_at(draft: Draft, token: Token, line: Line) -> tuple[Hex, ...] | None:
    """The hexes of ``0101:0916``: every column and row from the first to the last."""
    first, _, last = token.text.partition(":")
    a = hex_at(draft, Token("word", first, token.column), line)
    b = hex_at(draft, Token("word", last, token.column + len(first) + 1), line)
    if a is None or b is None:
        return None
    (left, top), (right, bottom) = draft.grid.column_row(a), draft.grid.column_row(b)
    if right < left or bottom < top:
        line.unexpected(token, "the upper left hex first, then the lower right one")
        return None
    count = (right - left + 1) * (bottom - top + 1)
    if count > draft.budget:
        line.mistake(f"{count} more hexes", "rectangles that cover fewer hexes together", token)
        return None
    draft.budget -= count
    return tuple(
        draft.grid.at(column, row)
        for column in range(left, right + 1)
        for row in range(top, bottom + 1)
    )


def edge_at(draft: Draft, token: Token, line: Line) -> Edge | None:
    """The edge ``2514/2614`` between two neighbours, both of which must be on the map."""
    one, slash, other = token.text.partition("/")
    if not slash:
        line.unexpected(token, "an edge: two neighbouring hexes such as 2514/2614")
        return None
    second = Token("word", other, token.column + len(one) + 1)
    a = hex_at(draft, Token("word", one, token.column), line)
    b = hex_at(draft, second, line)
    if a is None or b is None:
        return None
    if a.distance(b) != 1:
        line.mistake(
            f"{token.text}, which are {a.distance(b)} steps apart", "two neighbours", token
        )
        return None
    draft.mentioned.append((a, line, Token("word", one, token.column)))
    draft.mentioned.append((b, line, second))
    return edge(a, b)


def whole(token: Token, line: Line) -> int | None:
    """A number without a fraction, 0 or more."""
    if _WHOLE.fullmatch(token.text) and token.text.isascii():
        return int(token.text)
    line.unexpected(token, f"{token.key}= with a whole number such as 40")
    return None


def kilometres(token: Token, line: Line) -> int | None:
    """``km=8.66`` in metres; more than nothing, exact to the metre."""
    match = _KM.fullmatch(token.text)
    metres = int(match[1]) * 1000 + int((match[2] or "").ljust(3, "0")) if match else 0
    if not metres:
        line.unexpected(token, f"{token.key}= with a length such as 8.66, above 0")
        return None
    return metres


def offset(token: Token, line: Line) -> tuple[int, int] | None:
    """``at=-120,300``: thousandths of a hex side from the middle, right and down."""
    match = _OFFSET.fullmatch(token.text)
    if match and abs(int(match[1])) <= 1000 and abs(int(match[2])) <= 1000:
        return int(match[1]), int(match[2])
    line.unexpected(token, "at=RIGHT,DOWN in thousandths of a hex side, each -1000 to 1000")
    return None


def choice(token: Token, known: tuple[C, ...], line: Line) -> C | None:
    """One word out of a few."""
    for word in known:
        if word == token.text:
            return word
    line.unexpected(token, nearest(token.text, known) or f"one of: {', '.join(known)}")
    return None


def settlement(draft: Draft, score: Token, line: Line) -> int | None:
    """A settlement score: a number, or one of the two that the rules have a word for (C-MAP-03)."""
    parameters = draft.parameters
    words = {"sparse": parameters.settlement_sparse, "dense": parameters.settlement_dense}
    value = words[score.text] if score.text in words else whole(score, line)
    most = parameters.settlement_max
    if value is not None and most is not None and value > most:
        line.unexpected(score, f"settlement= with at most {most} (map.settlement_max)")
        return None
    return value
