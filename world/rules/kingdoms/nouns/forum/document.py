"""A report before it is written in any forum's own way: headings, lines, lists and a table."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Span(msgspec.Struct, frozen=True, gc=False):
    """A stretch of text, plain or bold; as people wrote it, nothing in it is markup."""

    text: str
    bold: bool = False


Line: TypeAlias = tuple[Span, ...]


class Heading(msgspec.Struct, frozen=True):
    """A heading; ``level`` 1 is the report's own."""

    text: str
    level: int = 1


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph of one line."""

    line: Line


class Item(msgspec.Struct, frozen=True):
    """An entry of a list, with what stands under it."""

    line: Line
    under: tuple[Line, ...] = ()


class Items(msgspec.Struct, frozen=True):
    """A list."""

    items: tuple[Item, ...]


class Rows(msgspec.Struct, frozen=True):
    """A table of plain texts: its head, then its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block: TypeAlias = Heading | Paragraph | Items | Rows
Document: TypeAlias = tuple[Block, ...]


def plain(text: str) -> Line:
    """A line of plain text."""
    return (Span(text),)


def bold(text: str) -> Span:
    """A bold stretch."""
    return Span(text, bold=True)


def one_line(text: str) -> str:
    """A text whose line breaks and runs of blanks are single blanks."""
    return " ".join(text.split())
