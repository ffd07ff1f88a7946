"""What somebody wrote in a mail, without what their program quoted, signed and added.

A scanner over lines, each of which is looked at a bounded number of times, so that the time it
takes grows as the text does, whatever the text is (see decision 12 for why it is our own).  It only
ever leaves lines out: nothing is changed, moved or added.  Where it is in doubt it keeps: a letter
with a line too many can still be read, one that lacks its end is another letter.
"""

from __future__ import annotations

import re

from service.post.phrases import BEGINNINGS, DEVICES, FORWARDS, HEADS, ORIGINALS, WROTE

#: Lines over which "On … wrote:" may be wrapped, and characters it has at most.
_WRAPPED = 4
_LONGEST_LINE = 400
#: Lines in which the head of a quoted mail shows its parts.
_HEAD_LINES = 8
#: Lines of a signature that is parted by two dashes without the blank that belongs after them.
_LOOSE_SIGNATURE = 8
#: Last lines that a telephone may have added, with the empty ones between them; characters of one.
_DEVICE_LINES = 6
_LONGEST_DEVICE = 120

#: Plain, and as wide as a Chinese character.
_COLONS = (":", "\uff1a")
_HEAD = re.compile("\\**\\s{0,3}([^\\s:\uff1a*][^:\uff1a*]{0,30}?)\\s{0,3}\\**[:\uff1a]\\**(.*)")
_HOUR = re.compile(r"[0-9][:.h][0-9]{2}")
_KEYS = {word: part for part, words in HEADS.items() for word in words}
_NAMED = {"from", "to", "subject"}
_END = "\x00"


def answer_in(text: str) -> str:
    """The words that are the writer's own: those of *text* that are left, line by line."""
    lines = [_spaced(line) for line in text.splitlines()]
    lines = lines[: _cut(lines)]
    kept = _unquoted(lines)
    return "\n".join(_trimmed(_unsigned(kept))).lstrip(" \t")


def _spaced(line: str) -> str:
    """A line with plain spaces; two dashes keep the blank behind them."""
    line = line.replace("\xa0", " ").replace("\u200b", "").replace("\ufeff", "")
    return line if line == "-- " else line.rstrip()


def _quoted(line: str) -> bool:
    return line.lstrip().startswith((">", "\uff1e"))


# -- where all that follows is somebody else's ----------------------------------------------------


def _cut(lines: list[str]) -> int:
    """The first line of a mail that is quoted whole, without marks; else the number of lines."""
    parts = [_part(line) for line in lines]
    for place, line in enumerate(lines):
        bare = line.strip().lower()
        if not bare or _quoted(line):
            continue
        if _is_original(bare) or _is_head(lines, parts, place):
            return _before_rule(lines, place)
        if bare.endswith(_COLONS) and not _quote_follows(lines, place):
            start = _attribution(lines, place)
            if start is not None and _is_surely(" ".join(lines[start : place + 1])):
                return start
    return len(lines)


def _is_original(bare: str) -> bool:
    """Whether a line stands above a mail that is quoted or passed on."""
    if len(bare) > _LONGEST_LINE:
        return False
    inner = bare.strip("-_*=> ")
    if inner != bare and bare.startswith(("--", "__", "==", "*--")):
        return any(inner.startswith(words) for words in ORIGINALS)
    return bare.rstrip(":\uff1a ") in FORWARDS


def _is_head(lines: list[str], parts: list[str | None], place: int) -> bool:
    """Whether the head of a quoted mail begins at a line, given which part of one each line is.

    A player may begin a letter with From and To as well: only with an address, or with Outlook's
    word for the date, or under a rule, is it a program's.
    """
    if parts[place] is None:
        return False
    found = set(parts[place : place + _HEAD_LINES]) - {None}
    if "from" not in found or len(found) < 3 or len(found & _NAMED) < 2:
        return False
    if "sent" in found or _is_rule(_above(lines, place)):
        return True
    return any(
        "@" in line[:_LONGEST_LINE]
        for line, part in zip(
            lines[place : place + _HEAD_LINES], parts[place : place + _HEAD_LINES], strict=True
        )
        if part is not None
    )


def _part(line: str) -> str | None:
    """Which part of a mail's head a line is."""
    found = _HEAD.match(line[:_LONGEST_LINE])
    return None if found is None else _KEYS.get(found[1].strip().lower())


def _above(lines: list[str], place: int) -> str:
    for line in reversed(lines[max(0, place - 3) : place]):
        if line.strip():
            return line.strip()
    return ""


def _is_rule(line: str) -> bool:
    return len(line) >= 10 and not line.strip("_-=*")


def _before_rule(lines: list[str], place: int) -> int:
    """The line of the rule above a quoted mail, if there is one."""
    for above in range(place - 1, max(-1, place - 4), -1):
        if lines[above].strip():
            return above if _is_rule(lines[above].strip()) else place
    return place


# -- "On …, … wrote:" -----------------------------------------------------------------------------


def _quote_follows(lines: list[str], place: int) -> bool:
    for line in lines[place + 1 : place + 4]:
        if line.strip():
            return _quoted(line)
    return False


def _attribution(lines: list[str], last: int) -> int | None:
    """The first line of "On … wrote:" that ends in line *last*; None if it is no such thing."""
    for first in range(last, max(-1, last - _WRAPPED), -1):
        line = lines[first]
        if not line.strip() or _quoted(line) or len(line) > _LONGEST_LINE:
            return None
        joined = " ".join(lines[first : last + 1]).strip().lower()
        if len(joined) > _LONGEST_LINE:
            return None
        begins = joined.startswith(BEGINNINGS) or "写道" in joined or "寫道" in joined
        says = any(words in joined for words in WROTE)
        dated = any(character.isdigit() for character in joined)
        if begins and dated and (says or "@" in joined):
            return first
    return None


def _is_surely(joined: str) -> bool:
    """Whether it names an address and an hour: what a letter says of a letter does not."""
    return "@" in joined and _HOUR.search(joined) is not None


def _is_plain_attribution(line: str) -> bool:
    """Whether a line right above marked lines says whose they are."""
    bare = line.strip().lower()
    if not bare.endswith(_COLONS) or len(bare) > _LONGEST_LINE:
        return False
    return "@" in bare or any(words in bare for words in WROTE)


# -- marked lines ---------------------------------------------------------------------------------


def _unquoted(lines: list[str]) -> list[str]:
    """Without marked lines and what introduces them; a gap is left as one empty line."""
    gone = [_quoted(line) for line in lines]
    for place in range(len(lines)):
        if gone[place] and (place == 0 or not gone[place - 1]):
            last = place - 1
            while last >= max(0, place - 3) and not lines[last].strip():
                last -= 1
            if last < 0 or gone[last] or not lines[last].strip():
                continue
            if lines[last].rstrip().endswith(_COLONS):
                first = _attribution(lines, last)
                if first is None and _is_plain_attribution(lines[last]):
                    first = last
                if first is not None:
                    gone[first : last + 1] = [True] * (last + 1 - first)
    kept: list[str] = []
    for line, away in zip(lines, gone, strict=True):
        if not away:
            kept.append(line)
        elif kept and kept[-1] != _END:
            kept.append(_END)
    return kept


# -- signatures -----------------------------------------------------------------------------------


def _unsigned(lines: list[str]) -> list[str]:
    """Without signatures: each ends where a quotation was, or with the mail."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if line == _END:
            parts.append([])
        else:
            parts[-1].append(line)
    kept: list[str] = []
    for part in parts:
        own = _trimmed(_without_device(_before_signature(part)))
        if own and kept:
            kept.append("")
        kept += own
    return kept


def _before_signature(part: list[str]) -> list[str]:
    if "-- " in part:
        return part[: part.index("-- ")]
    # Two dashes alone may be anything in the middle of a letter; near its end they are this.
    below = 0
    for place in range(len(part) - 1, -1, -1):
        if part[place] in {"--", "—"}:
            return part[:place]
        below += bool(part[place].strip())
        if below > _LOOSE_SIGNATURE:
            break
    return part


def _without_device(part: list[str]) -> list[str]:
    """Without the last lines if a telephone or program put them there."""
    last = len(part)
    for place in range(len(part) - 1, max(-1, len(part) - _DEVICE_LINES - 1), -1):
        bare = part[place].strip().lower().lstrip("*_[<(")
        if bare and (len(bare) > _LONGEST_DEVICE or not bare.startswith(DEVICES)):
            break
        last = place
    return part[:last]


def _trimmed(lines: list[str]) -> list[str]:
    """Without empty lines at both ends."""
    first, last = 0, len(lines)
    while first < last and not lines[first].strip():
        first += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    return lines[first:last]
