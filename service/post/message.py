"""The words somebody wrote in a mail, whatever their program made of them.

Bounded in everything: parts, their nesting, the characters that are looked at; and never an error
but one of ours, whatever the bytes are.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import TYPE_CHECKING

from service.post.markup import words_of_page
from service.post.parsing import MOST_NESTS, is_involved, parsed
from service.post.reply import answer_in
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

#: Parts that a mail may have.
MOST_PARTS = 100
#: Characters of a mail's text, with all that it quotes.
LONGEST_TEXT = 300_000

_CONTENT = b"content-type:"
# Not those that decode in more than linear time, or are no charsets at all.
_CHARSET = re.compile(
    r"utf[_-](8|16|32).*|ascii|latin.*|iso8859.*|cp[0-9]+|koi8.*|gb.*|big5.*|shift_jis.*|euc_.*"
    r"|iso2022.*|mac_.*|hz|johab|tis_?620|kz1048"
)


def words_of_mail(raw: bytes) -> str:
    """What the writer of a mail wrote in it: without quotations, signatures, attachments.

    Raises:
        BadInput: it is too long or too involved to be read; the message says so.
    """
    if raw.lower().count(_CONTENT) > MOST_PARTS or is_involved(raw):
        raise BadInput(
            "Your mail has more parts than are looked at; nothing was done. Send the words alone,"
            " as plain text."
        )
    try:
        texts = _texts(parsed(raw), 0)
        text = "".join(each if each.endswith("\n") else f"{each}\n" for each in texts)
    except Exception:  # noqa: BLE001 - the library has many ways to fail on junk
        raise BadInput(
            "Your mail could not be read; nothing was done. Send the words alone, as plain text."
        ) from None
    if len(text) > LONGEST_TEXT:
        raise BadInput(
            f"Your mail holds {len(text):,} characters; at most {LONGEST_TEXT:,} are read, with all"
            " that it quotes. Nothing was done; send the words alone, without what you answer."
        )
    return "".join(one for one in answer_in(text) if _can_be_kept(one))


def _can_be_kept(character: str) -> bool:
    return character in "\n\t" or unicodedata.category(character) not in {"Cc", "Cs"}


def _texts(part: Message, depth: int) -> Iterator[str]:
    """The texts that are shown one under another."""
    inner = part.get_payload() if part.is_multipart() else None
    if depth > MOST_NESTS or part.get_content_maintype() == "message":
        return
    if isinstance(inner, list):
        parts = [one for one in inner if not isinstance(one, str)]
        if part.get_content_subtype() == "alternative":
            yield from _best(parts, depth)
        else:
            for one in parts:
                yield from _texts(one, depth + 1)
    elif part.get_content_disposition() == "attachment" or part.get_filename() is not None:
        return
    elif part.get_content_type() == "text/html":
        yield words_of_page(_decoded(part))
    elif part.get_content_maintype() == "text":
        yield _flowed(part, _decoded(part))


def _best(parts: list[Message], depth: int) -> list[str]:
    """Of several versions of one text the plainest that says anything."""
    found: list[str] = []
    for one in sorted(parts, key=lambda part: part.get_content_type() != "text/plain"):
        found = list(_texts(one, depth + 1))
        if any(text.strip() for text in found):
            return found
    return found


def _decoded(part: Message) -> str:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    for name in (_charset(part), "utf-8", "cp1252"):
        try:
            return content.decode(name)
        except (UnicodeError, LookupError, ValueError):
            continue
    return content.decode("utf-8", "replace")


def _charset(part: Message) -> str:
    """The charset a part names, if it can be one."""
    try:
        name = codecs.lookup(part.get_content_charset() or "utf-8").name
    except (LookupError, UnicodeError, ValueError, TypeError):
        return "utf-8"
    return name if _CHARSET.fullmatch(name) else "utf-8"


def _flowed(part: Message, text: str) -> str:
    """A text with the lines joined that its program broke (RFC 3676)."""
    if str(part.get_param("format") or "").lower() != "flowed":
        return text
    gapless = str(part.get_param("delsp") or "").lower() == "yes"
    lines: list[list[str]] = []
    open_line = False
    for raw in text.splitlines():
        line = raw.removeprefix(" ")
        marked = raw.startswith(">")
        soft = raw.endswith(" ") and line != "-- " and not marked
        piece = line[:-1] if soft and gapless else line
        if open_line and not marked and line != "-- ":
            lines[-1].append(piece)
        else:
            lines.append([piece])
        open_line = soft
    return "\n".join("".join(pieces) for pieces in lines)
