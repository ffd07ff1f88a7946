"""Words of a map file: one line cut into labels, words, ``key=value`` pairs and quoted names."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from world.scenario.problems import Problems, quoted

TokenKind = Literal["word", "pair", "name"]

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>\#.*)
      | (?P<key>[A-Za-z_][\w-]*=)?"(?P<name>(?:[^"\\]|\\.)*)(?P<end>"?)
      | (?P<word>[^\s"]+)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)

#: Longest name, in characters; a label must fit on the map.
NAME_LIMIT = 80


class Token(msgspec.Struct, frozen=True):
    """A piece of a line.  ``key`` is set for pairs only; ``column`` counts from 1."""

    kind: TokenKind
    text: str
    column: int
    key: str = ""

    @property
    def written(self) -> str:
        """The token as an author would recognise it."""
        return f"{self.key}={self.text}" if self.kind == "pair" else self.text


class Line(msgspec.Struct, frozen=True):
    """A line of a file, to say where a mistake stands."""

    file: str
    number: int
    problems: Problems

    def mistake(self, found: str, expected: str, at: Token | int | None = None) -> None:
        """Note a mistake on this line, at a token or a column if one is to blame."""
        column = at.column if isinstance(at, Token) else at
        self.problems.add(self.file, self.number, found, expected, column)

    def mistake_at_first(self, found: str, expected: str) -> None:
        """Note a mistake that keeps a campaign from beginning, and none from being opened."""
        self.problems.add_once(self.file, self.number, found, expected)

    def unexpected(self, at: Token, expected: str) -> None:
        """Note that a token is not what should stand there."""
        self.mistake(quoted(at.written), expected, at)


def tokens_of(text: str, line: Line) -> tuple[Token, ...]:
    """Cut one line into tokens; what cannot be read is noted as a mistake and left out."""
    found = []
    for match in _TOKEN.finditer(text):
        column = match.start() + 1
        if match["word"] is not None:
            if not match["word"].isprintable():
                line.mistake(quoted(match["word"]), "text without control characters", column)
                continue
            key, equals, value = match["word"].partition("=")
            if equals and len(value) > NAME_LIMIT:
                found_ = f"{len(value)} characters after {quoted(key)}="
                line.mistake(found_, f"at most {NAME_LIMIT}", column)
            elif equals:
                found.append(Token("pair", value, column, key))
            else:
                found.append(Token("word", key, column))
        elif match["name"] is not None:
            if not match["end"]:
                line.mistake("a name that does not end", 'a closing " on the same line', column)
                continue
            name = _ESCAPE.sub(r"\1", match["name"])
            wrong = _wrong_with(name)
            if wrong:
                line.problems.add(line.file, line.number, *wrong, column)
                continue
            key = (match["key"] or "").removesuffix("=")
            found.append(Token("pair" if key else "name", name, column, key))
    return tuple(found)


def _wrong_with(name: str) -> tuple[str, str] | None:
    if not name:
        return "an empty name", "something between the quotes"
    if len(name) > NAME_LIMIT:
        return f"a name of {len(name)} characters", f"at most {NAME_LIMIT}"
    if not name.isprintable():
        return f"the name {quoted(name)}", "a name without control characters"
    if name != name.strip():
        return f"the name {quoted(name)}", "a name that neither begins nor ends with a space"
    return None


def quote(name: str) -> str:
    """A name as it is written in a map file: the inverse of reading it."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
