"""What commands print, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from service.cli.main import console

if TYPE_CHECKING:
    from service.intake.speak import Receipt


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    text = msgspec.json.encode(value, order="deterministic").decode()
    print(text)


def print_receipt(receipt: Receipt, *, json: bool) -> None:
    """What was understood and kept."""
    if json:
        print_json(receipt)
        return
    again = " (the same key brought it before; nothing new was kept)" if receipt.again else ""
    say(f"Kept for {receipt.campaign}, {receipt.person} no. {receipt.n}: {receipt.echo}{again}")
    if receipt.expected is not None:
        from service.intake.expected import said
        from service.language.reader import ANYBODY
        from service.language.saying import Speech

        say(said(receipt.expected, Speech(ANYBODY), receipt.expected.dates))


def say(text: str, style: str = "") -> None:
    """A line for people; what people wrote is never read as markup."""
    console.print(text, style=style or None, markup=False, soft_wrap=True)
