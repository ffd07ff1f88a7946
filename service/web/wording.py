"""How values are said on a page: names of fields, nothing, lists, and what a struct holds."""

from __future__ import annotations

from typing import Any


def said(name: str) -> str:
    """A field's or option's name in words: ``daily_need`` is "Daily need"."""
    words = name.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def short(value: Any) -> str:
    """A plain value as it is read: nothing is a dash, truth is yes or no, thousands are apart."""
    match value:
        case None | "":
            return "—"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}".replace(",", "\u202f") if abs(value) >= 10_000 else str(value)
        case _:
            return str(value)


def is_plain(value: Any) -> bool:
    """Whether a value fits into a line."""
    return not isinstance(value, dict | list | tuple)


def columns(rows: list[dict[str, Any]]) -> list[str]:
    """Which fields of some structs make a table: plain ones that are not empty in every row."""
    names = dict.fromkeys(name for row in rows for name in row)
    return [
        name
        for name in names
        if all(is_plain(row.get(name)) for row in rows)
        and any(row.get(name) not in {None, "", 0} for row in rows)
    ]


def ago(ms: int) -> str:
    """How long something lasts (ms), roughly: 3 s, 5 min, 2 h, 4 days."""
    for span, word in ((86_400_000, "days"), (3_600_000, "h"), (60_000, "min")):
        if ms >= 2 * span:
            return f"{ms // span} {word}"
    return f"{ms // 1_000} s"


FILTERS = {"said": said, "short": short, "plain": is_plain, "columns": columns}
