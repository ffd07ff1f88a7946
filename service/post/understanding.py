"""What the words of a mail mean: orders one under another, or one of a decision's options."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from world.errors import Refused
from world.ordertext import parse_order

if TYPE_CHECKING:
    from world.decision import Decision, Option
    from world.order import Order
    from world.pack import Pack

#: Orders in one mail.
MOST_ORDERS = 50

_PART = re.compile(r"[a-z_][a-z0-9_]*=")
# As telephones write quotation marks of their own accord.
_OPEN, _SHUT = "\u201c\u201d\u201e\u00ab", "\u201c\u201d\u00bb"
_CURLY = re.compile(
    f'(?<![^ ])([a-z_][a-z0-9_]*=)[{_OPEN}]([^{_OPEN}{_SHUT}"]*)[{_SHUT}]',
)
_NUMBER = re.compile(r"(?:option |no\. |nr\. |#)?([0-9]{1,2})")
_HEAD = re.compile(r"[\s]*[-:,;.!\u2013\u2014)]+[\s]*|\s+")


class Understood(msgspec.Struct, frozen=True):
    """An option of a decision, and words of one's own."""

    option: str
    text: str


def orders_in(pack: Pack, words: str) -> list[Order]:
    """The orders of a mail, one a line; a text in quotes may go over several.

    A line that begins with ``name=`` goes on with the order above it: programs break long lines.

    Raises:
        Refused: E-SYNTAX; one that is not understood spoils all.
    """
    written = _written(words)
    if len(written) > MOST_ORDERS:
        raise Refused(
            "E-SYNTAX",
            f"Your mail has {len(written)} orders and at most {MOST_ORDERS} are taken; nothing was"
            " ordered. Send them in several mails.",
        )
    orders = []
    for number, text in enumerate(written, 1):
        try:
            orders.append(parse_order(pack, text))
        except Refused as refused:
            which = f"In order {number} of {len(written)}: " if len(written) > 1 else ""
            raise Refused(
                refused.code,
                f"{which}{refused.text} Write one order a line, and nothing else; your name, if you"
                ' want it there, below a line of two dashes and a space ("-- ").',
            ) from None
    return orders


def _written(words: str) -> list[str]:
    """The text of each order."""
    written: list[str] = []
    within = False
    for line in words.splitlines():
        plain = _CURLY.sub(r'\1"\2"', line).strip()
        if within:
            written[-1] += f"\n{plain}"
        elif plain and written and _PART.match(plain):
            written[-1] += f" {plain}"
        elif plain:
            written.append(plain)
        within ^= _quotes(plain) % 2 == 1
    return written


def _quotes(line: str) -> int:
    """Quotation marks that open or close a text: those without a backslash before them."""
    return line.replace("\\\\", "").replace('\\"', "").count('"')


def choice_in(asked: Decision, words: str) -> Understood:
    """The option that a mail chooses: by name, number, or the first words of either.

    Raises:
        Refused: E-OPTION, which asks back with all that there are.
    """
    first, _, rest = words.strip().partition("\n")
    first = first.strip().strip("\"'\u201c\u201d*")
    found = _exact(asked, first)
    if len(found) == 1:
        return Understood(found[0].name, rest.strip())
    if not found:
        for option in sorted(asked.options, key=lambda one: -len(one.name)):
            behind = _behind(first, option.name)
            if behind is not None:
                return Understood(option.name, f"{behind}\n{rest}".strip())
        found = _begun(asked, first)
        if len(found) == 1:
            return Understood(found[0].name, rest.strip())
    what = "may mean more than one thing" if found else "is none of the answers"
    raise Refused(
        "E-OPTION",
        f"“{first[:80]}” {what}; nothing was decided. Answer with one of these in the first line,"
        " by its number or name, and your name, if you want it there, below a line of two dashes"
        f' and a space ("-- "):\n\n{listed(asked)}',
    )


def _exact(asked: Decision, first: str) -> list[Option]:
    bare = first.casefold().rstrip(".!)")
    named = [one for one in asked.options if one.name.casefold() == bare]
    number = _NUMBER.fullmatch(bare)
    if number is not None and 1 <= int(number[1]) <= len(asked.options):
        by_number = asked.options[int(number[1]) - 1]
        return named if by_number in named else [*named, by_number]
    return named or [one for one in asked.options if one.text.casefold().rstrip(".") == bare]


def _behind(first: str, name: str) -> str | None:
    """What follows an option's name at the beginning of a line; None if it is not there."""
    if not first.casefold().startswith(name.casefold()):
        return None
    parting = _HEAD.match(first, len(name))
    return None if parting is None else first[parting.end() :]


def _begun(asked: Decision, first: str) -> list[Option]:
    """Options of which a line has the first words or letters."""
    bare = first.casefold().rstrip(".!…")
    if len(bare) < 2:
        return []
    return [
        one
        for one in asked.options
        if one.name.casefold().startswith(bare) or one.text.casefold().startswith(bare)
    ]


def listed(asked: Decision) -> str:
    """A decision's options with their numbers, one a line."""
    return "\n".join(
        f"{number}. {option.name}: {option.text}{f' ({option.odds})' if option.odds else ''}"
        for number, option in enumerate(asked.options, 1)
    )
