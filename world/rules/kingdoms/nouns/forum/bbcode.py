"""A report in BBCode, as the older boards take it; what not all of them have is left out."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from world.rules.kingdoms.nouns.forum.document import (
    Block,
    Document,
    Heading,
    Items,
    Line,
    Paragraph,
    Rows,
    one_line,
)

#: BBCode has no way to write its brackets that every board knows: they are shown as wide ones.
_BRACKETS = str.maketrans(
    {"[": "\N{FULLWIDTH LEFT SQUARE BRACKET}", "]": "\N{FULLWIDTH RIGHT SQUARE BRACKET}"}
)
_SIZES = {1: 150, 2: 120}


def bbcode(document: Document) -> str:
    """The document in BBCode, each block parted from the next by an empty line."""
    return "\n\n".join("\n".join(_block(block)) for block in document) + "\n"


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        size = _SIZES.get(block.level, 100)
        yield f"[size={size}][b]{escaped(block.text)}[/b][/size]"
    elif isinstance(block, Paragraph):
        yield _line(block.line)
    elif isinstance(block, Items):
        yield "[list]"
        for item in block.items:
            yield f"[*]{_line(item.line)}"
            if item.under:
                yield f"[list]{''.join(f'[*]{_line(line)}' for line in item.under)}[/list]"
        yield "[/list]"
    else:
        yield from _table(block)


def _table(block: Rows) -> Iterator[str]:
    """Few boards have tables, all have a fixed width."""
    rows = [tuple(escaped(cell) for cell in row) for row in (block.head, *block.rows)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(block.head))]
    yield "[code]"
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
    yield "[/code]"


def _line(line: Line) -> str:
    return "".join(
        f"[b]{escaped(span.text)}[/b]" if span.bold else escaped(span.text, ends=True)
        for span in line
    )


# Names, levels and results come round turn after turn.
@functools.lru_cache(maxsize=4_096)
def escaped(text: str, *, ends: bool = False) -> str:
    """A text that no board reads as markup; with *ends* the blanks at its ends are kept."""
    inner = one_line(text).translate(_BRACKETS)
    if not ends or not text:
        return inner
    if not inner:
        return " "
    return f"{' ' if text[0].isspace() else ''}{inner}{' ' if text[-1].isspace() else ''}"
