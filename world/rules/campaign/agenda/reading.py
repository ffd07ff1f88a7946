"""How a list of orders is written, and read.

One order a line, or several parted by semicolons, each in its text form.  Values with blanks may
stand in single quotes, since the list itself stands in double ones::

    rest weeks=1
    march to=Ligny
    when supplies under 5 days: forage
    at 1815-06-18 06:00: march to=Wavre
    if enemy within 2 hexes: march to=Charleroi
    whenever supplies under 3 days: forage, then go on
"""

from __future__ import annotations

import re

import msgspec

from world.errors import Refused
from world.order import Order, fields_of, to_text
from world.ordertext import parse_order
from world.pack import Pack
from world.rules.campaign.nouns.agenda import Listed, Sort, Standing, When
from world.rules.campaign.nouns.quoting import double_quoted

#: Conditions as people write them.
_SUPPLIES = re.compile(r"(?:the\s+)?(?:supplies|stock|food)(?:\s+(?:is|are))?\s+under\s+(\d{1,4})")
_ENEMY = re.compile(
    r"(?:an?\s+|the\s+)?(?:hostile\s+(?:army|fleet)|enemy(?:\s+(?:army|fleet))?)"
    r"(?:\s+(?:is|comes))?"
    r"(?:\s+within\s+(\d{1,3})(?:\s+hex(?:es)?)?|\s+(?:in\s+)?sight(?:ed)?)"
)
_WEEK = re.compile(r"(?:the\s+)?week(?:ly\s+halt|\s+is\s+(?:over|spent)|'s\s+halt)")
_DONE = re.compile(r"(?:that\s+is\s+)?done|(?:the\s+)?(?:one\s+before|previous)\s+(?:is\s+)?done")
_LEAD = re.compile(r"(now|then|at|on|when|if|whenever)\b\s*", re.IGNORECASE)
_BULLET = re.compile(r"\s*(?:\d{1,2}[.)]|[-*•])\s+")
_GO_ON = re.compile(r",?\s*(?:and\s+)?then\s+go\s+on\s*\.?\s*$", re.IGNORECASE)
_STANDING: dict[str, Standing] = {"if": "once", "whenever": "whenever"}


class Line(msgspec.Struct, frozen=True):
    """One line of a list: what it waits for and its order; a ``date`` is not yet an instant."""

    order: str
    sort: Sort = "previous_done"
    date: str = ""
    under: int = 0
    within: int = -1
    standing: Standing = ""
    goes_on: bool = False
    at_once: bool = False

    def listed(self, at: int) -> Listed:
        """As it stands in a list; ``at`` is the game instant of its date."""
        when = When(sort=self.sort, at=at, under=self.under, within=self.within)
        standing = "once" if self.at_once else self.standing
        return Listed(
            order=self.order,
            when=when,
            standing=standing,
            goes_on=self.goes_on or self.at_once,
            due=self.at_once,
        )


def split_lines(text: str) -> list[str]:
    """The lines of a list: parted by line breaks and by semicolons outside quotes."""
    lines, current, quoted, escaped = [], "", "", False
    for character in text:
        if quoted:
            if not escaped and character == quoted:
                quoted = ""
            escaped = character == "\\" and not escaped
        elif character in "\"'" and current.endswith("="):
            quoted, escaped = character, False
        if not quoted and character in ";\n":
            lines.append(current)
            current = ""
        else:
            current += character
    lines.append(current)
    return [line for each in lines if (line := _BULLET.sub("", each, count=1).strip())]


def read_line(text: str) -> Line:
    """One line, its order still as it was written.

    Raises:
        Refused: E-QUEUE, saying which condition was not understood.
    """
    goes_on = _GO_ON.search(text)
    body = text[: goes_on.start()] if goes_on is not None else text
    lead = _LEAD.match(body)
    word = lead[1].casefold() if lead is not None else ""
    rest = body[lead.end() :].lstrip(":, ") if lead is not None else body
    if word in ("", "then", "now"):
        line = Line(order=rest, at_once=word == "now")
    elif word in ("at", "on"):
        date, order = _parted_at_order(rest)
        line = Line(order=order, sort="date", date=date)
    else:
        line = _conditional(rest, _STANDING.get(word, ""))
    if goes_on is not None and not line.standing:
        raise _refused(
            f"Only a standing order, if or whenever, says “then go on”; {_short(text)} does not"
            " interrupt anything. The list stays as it was."
        )
    return msgspec.structs.replace(line, goes_on=goes_on is not None)


def _conditional(text: str, standing: Standing) -> Line:
    condition, order = _parted_at_order(text)
    said = " ".join(condition.casefold().split()).removesuffix(" days").removesuffix(" day")
    found = _SUPPLIES.fullmatch(said)
    if found is not None:
        under = int(found[1])
        return Line(order=order, sort="stock_days_under", under=under, standing=standing)
    found = _ENEMY.fullmatch(said)
    if found is not None:
        within = int(found[1]) if found[1] is not None else -1
        return Line(order=order, sort="enemy_sighted", within=within, standing=standing)
    if _WEEK.fullmatch(said):
        return Line(order=order, sort="weekly_halt", standing=standing)
    if _DONE.fullmatch(said) and not standing:
        return Line(order=order)
    raise _refused(
        f"The condition {_short(condition)} was not understood; the list stays as it was. Write"
        " “supplies under 5 days”, “enemy within 2 hexes”, “enemy in sight” or “weekly halt”, then"
        " a colon and the order."
    )


def _parted_at_order(text: str) -> tuple[str, str]:
    """What stands before the order and the order itself: parted by a colon that ends a word."""
    found = re.search(r"[:,]\s+(?=[a-z_]+(?:\s|$))", text)
    if found is None:
        raise _refused(
            f"{_short(text)} lacks a colon between the condition and its order; the list stays as"
            " it was. Write, for example, “if enemy within 2: halt”."
        )
    return text[: found.start()].strip(), text[found.end() :].strip()


def read_order(pack: Pack, line: Line, unit: str, named: str) -> Order:
    """The order of a line, for the unit that the list is for where it names none.

    Raises:
        Refused: E-SYNTAX as of any order; E-QUEUE for one that does not belong in this list.
    """
    order = parse_order(pack, double_quoted(line.order))
    word = str(order.__struct_config__.tag)
    if word == "queue":
        raise _refused("A list holds no other list; it stays as it was. Write its orders out.")
    fields = {field.name for field in fields_of(type(order))}
    if unit == "fleet" and "army" in fields:
        raise _refused(
            f"{_short(line.order)} is for an army, and this list is for a fleet; it stays as it"
            " was. Give the army a list of its own."
        )
    if unit not in fields:
        return order
    said = getattr(order, unit)
    if said and said != named:
        raise _refused(
            f"{_short(line.order)} is for {said}, and a list is for one {unit} alone; it stays as"
            " it was. Give that one a list of its own."
        )
    return msgspec.structs.replace(order, **{unit: named}) if named else order


def canonical(order: Order) -> str:
    """An order as it stands in a list."""
    return to_text(order)


def _short(text: str) -> str:
    return f"“{text if len(text) <= 60 else text[:59] + '…'}”"


def _refused(text: str) -> Refused:
    return Refused("E-QUEUE", text)
