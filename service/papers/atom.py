"""What somebody was told, for feed readers: Atom (RFC 4287)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec
from markupsafe import escape

from service.papers.plain import line, plain

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Characters of an entry's title and of its text.
LONGEST_TITLE, LONGEST_TEXT = 200, 10_000


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """An entry: its id for ever, title, text, and when it was told (wall µs)."""

    id: str
    title: str
    text: str
    told: int


def atom_file(
    feed_id: str, title: str, about: str, link: str, items: Iterable[Item], language: str = "en"
) -> bytes:
    """The feed in UTF-8, the same bytes for the same entries; *link* is where a person reads."""
    entries = list(items)
    newest = max((one.told for one in entries), default=0)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{escape(language)}">',
        f"<id>{escape(feed_id)}</id>",
        f"<title>{escape(line(title, LONGEST_TITLE))}</title>",
        f"<subtitle>{escape(line(about, LONGEST_TITLE))}</subtitle>",
        f"<updated>{_moment(newest)}</updated>",
        f"<author><name>{escape(line(title, LONGEST_TITLE)) or 'Galloper'}</name></author>",
        f'<link rel="alternate" type="text/html" href="{escape(link)}"/>',
        "<generator>Galloper</generator>",
    ]
    for one in entries:
        lines += [
            "<entry>",
            f"<id>{escape(one.id)}</id>",
            f"<title>{escape(line(one.title, LONGEST_TITLE)) or '—'}</title>",
            f"<published>{_moment(one.told)}</published>",
            f"<updated>{_moment(one.told)}</updated>",
            f'<link rel="alternate" type="text/html" href="{escape(link)}"/>',
            f'<content type="text">{escape(plain(one.text, LONGEST_TEXT))}</content>',
            "</entry>",
        ]
    return "\n".join([*lines, "</feed>", ""]).encode()


def _moment(wall_us: int) -> str:
    return datetime.fromtimestamp(wall_us // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
