"""The words of a mail that has no plain text, as lines; what is quoted in it is marked with ">".

One pass over the text, whatever it is; nothing of it is looked up, run or fetched.
"""

from __future__ import annotations

import html
import re

import msgspec

#: Elements of which nothing is shown.
_HIDDEN = frozenset({"script", "style", "head", "title", "template", "noscript"})
#: Elements that begin and end a line.
_BLOCKS = frozenset(
    {"p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "table", "ul", "ol", "hr"}
    | {"blockquote", "section", "article", "header", "footer", "body", "html", "dd", "dt", "dl"}
)
#: Those with an empty line before and after them.
_SPACED = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6"})
#: Classes and ids of elements that hold a quotation or a signature, by program.
_AWAY = re.compile(
    r"""(?:class|id)\s{0,3}=\s{0,3}["']?[^"'>]{0,200}?\b(?:yahoo_quoted|ydp[0-9a-z]{1,20}yahoo_quoted"""
    r"""|protonmail_quote|protonmail_signature_block|gmail_signature|moz-signature|x_Signature"""
    r"""|ms-outlook-mobile-signature|Signature|bloop_original_html|zmail_extra|tutanota_quote"""
    r"""|moz-cite-prefix)\b""",
    re.IGNORECASE,
)
_NAME = re.compile(r"/?\s{0,3}([A-Za-z][A-Za-z0-9]{0,15})")
_SPACE = re.compile(r"\s+")
#: Elements without an end.
_VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base"})
#: Elements that are followed into; what is deeper is read as if it stood here.
_DEEPEST = 200


class _Open(msgspec.Struct):
    """An element that is open, and whether it hides or marks what is in it."""

    name: str
    hides: bool
    quotes: bool


class _Page:
    """Lines as they come about."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._words: list[str] = []
        self._open: list[_Open] = []
        self._hidden = 0
        self._quoted = 0

    def text(self, raw: str) -> None:
        """Some text; runs of space are one."""
        if not self._hidden and raw:
            if any(one.name == "pre" for one in self._open[-3:]):
                first, *rest = raw.split("\n")
                self._words.append(first)
                for line in rest:
                    self.end_line()
                    self._words.append(line)
            else:
                self._words.append(_SPACE.sub(" ", raw))

    def tag(self, inner: str) -> None:
        """What stands between < and >."""
        found = _NAME.match(inner)
        if found is None:
            return
        name = found[1].lower()
        if name == "br":
            self.end_line()
            return
        if name in _BLOCKS:
            self.end_block(spaced=name in _SPACED)
        if inner.startswith("/"):
            self._close(name)
        elif name not in _VOID and not inner.endswith("/") and len(self._open) < _DEEPEST:
            away = _AWAY.search(inner[:500]) is not None
            one = _Open(name, name in _HIDDEN, name == "blockquote" or away)
            self._open.append(one)
            self._hidden += one.hides
            self._quoted += one.quotes

    def _close(self, name: str) -> None:
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place].name == name:
                for one in self._open[place:]:
                    self._hidden -= one.hides
                    self._quoted -= one.quotes
                del self._open[place:]
                return

    def end_line(self) -> None:
        """Begin a new line."""
        line = "".join(self._words).strip()
        self._words = []
        self.lines.append(f"> {line}" if self._quoted else line)

    def end_block(self, *, spaced: bool) -> None:
        """Begin a new line unless this is one, after an empty one if *spaced*."""
        if any(one.strip() for one in self._words):
            self.end_line()
        self._words = []
        if spaced and self.lines and self.lines[-1].strip("> "):
            self.lines.append("> " if self._quoted else "")


def words_of_page(page: str) -> str:
    """The lines of an HTML page as a reader sees them, quoted ones marked."""
    made = _Page()
    place = 0
    while place < len(page):
        start = page.find("<", place)
        if start < 0:
            start = len(page)
        made.text(html.unescape(page[place:start]))
        if start == len(page):
            break
        if page.startswith("<!--", start):
            end = page.find("-->", start)
            place = len(page) if end < 0 else end + 3
            continue
        end = page.find(">", start)
        if end < 0:
            break
        made.tag(page[start + 1 : end])
        place = end + 1
    made.end_block(spaced=False)
    return "\n".join(made.lines)
