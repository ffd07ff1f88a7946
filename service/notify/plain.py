"""Text that chats show as it was written: no markup, no mention, and no longer than they take."""

from __future__ import annotations

import re

#: What would be markup within a line of Markdown, or call somebody.
_MARKUP = re.compile(r"([\\`*_~|<>\[\]#@])")
#: What would begin a list or a heading at the start of a line.
_START = re.compile(r"^(\s*)([-+]|[0-9]{1,9}(?=[.)]))", re.MULTILINE | re.ASCII)


def escaped(text: str) -> str:
    """A text in Markdown that shows as it is, and calls nobody."""
    marked = _MARKUP.sub(r"\\\1", text)
    return _START.sub(_kept, marked)


def _kept(found: re.Match[str]) -> str:
    sign = found[2]
    # A number is kept, and the stop after it is what counts.
    return f"{found[1]}{sign}\\" if sign[0].isdigit() else f"{found[1]}\\{sign}"


def units(text: str) -> int:
    """How long a text is for services that count as JavaScript does."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut_off(text: str, limit: int) -> str:
    """A text of no more than so many units, with an ellipsis where something was left out."""
    if units(text) <= limit:
        return text
    kept = text.encode("utf-16-le", "surrogatepass")[: 2 * (limit - 1)]
    # Half of a pair, or of an escape, would be worse than none.
    short = kept.decode("utf-16-le", "ignore").rstrip()
    slashes = len(short) - len(short.rstrip("\\"))
    return (short[:-1] if slashes % 2 else short) + "…"


#: What calls people in one chat or another.
_CALL = re.compile(r"(?<![\w.<])@(?=\w)|<(?=[!@#])")


def called_off(text: str) -> str:
    """A text that calls nobody, for services that take it as it is: a joiner that is not seen."""
    return _CALL.sub(lambda found: found[0] + "\u2060", text)
