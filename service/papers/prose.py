"""Reports written in Markdown, as a page shows them: headings, lists, tables, bold words.

Only what the rules themselves write is read so; what people write stays as they wrote it.
"""

from __future__ import annotations

import re
from itertools import groupby

from markupsafe import Markup, escape

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?")


def prose(text: str) -> Markup:
    """The report as HTML; nothing in it can be more than text."""
    parts = []
    for sort, lines in groupby(text.splitlines(), _sort):
        match sort:
            case "heading":
                parts += [f"<h4>{_words(line.lstrip('#'))}</h4>" for line in lines]
            case "item":
                items = "".join(f"<li>{_words(line.strip()[1:])}</li>" for line in lines)
                parts.append(f"<ul>{items}</ul>")
            case "row":
                parts.append(_table(list(lines)))
            case "words":
                parts.append(f"<p>{'<br>'.join(map(_words, lines))}</p>")
    return Markup("".join(parts))  # noqa: S704 - every word of it was escaped


def _sort(line: str) -> str:
    line = line.strip()
    if not line:
        return "nothing"
    return {"#": "heading", "-": "item", "|": "row"}.get(line[0], "words")


def _words(text: str) -> str:
    return _BOLD.sub(r"<strong>\1</strong>", str(escape(text.strip())))


def _table(lines: list[str]) -> str:
    rows = [
        [_words(cell) for cell in line.strip().strip("|").split("|")]
        for line in lines
        if not _RULE.fullmatch(line.strip())
    ]
    head, *rest = rows or [[]]
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rest)
    return (
        '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )
