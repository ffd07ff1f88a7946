"""A report in Markdown, as most newer forums and chats take it."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from world.rules.kingdoms.nouns.forum.document import (
    Block,
    Document,
    Heading,
    Items,
    Line,
    Paragraph,
    one_line,
)

#: What would be markup within a line; a name may hold any of it.
_MARKUP = re.compile(r"([\\`*_\[\]<>|~&#])")


def markdown(document: Document) -> str:
    """The document in Markdown, each block parted from the next by an empty line."""
    return "\n\n".join("\n".join(_block(block)) for block in document) + "\n"


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {escaped(block.text)}"
    elif isinstance(block, Paragraph):
        yield _line(block.line)
    elif isinstance(block, Items):
        for item in block.items:
            yield f"- {_line(item.line)}"
            yield from (f"  - {_line(line)}" for line in item.under)
    else:
        yield _row(block.head)
        yield _row(("---",) * len(block.head), markup=True)
        yield from map(_row, block.rows)


def _row(cells: tuple[str, ...], *, markup: bool = False) -> str:
    return f"| {' | '.join(cell if markup else escaped(cell) for cell in cells)} |"


def _line(line: Line) -> str:
    return "".join(
        f"**{escaped(span.text)}**" if span.bold else escaped(span.text, ends=True) for span in line
    )


# Names, levels and results come round turn after turn.
@functools.lru_cache(maxsize=4_096)
def escaped(text: str, *, ends: bool = False) -> str:
    """A text that Markdown shows as it is; with *ends* the blanks at its ends are kept."""
    inner = _MARKUP.sub(r"\\\1", one_line(text))
    if not ends or not text:
        return inner
    if not inner:
        return " "
    return f"{' ' if text[0].isspace() else ''}{inner}{' ' if text[-1].isspace() else ''}"
