"""What is told of doctrine."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class TerseReport(Notice, frozen=True, tag="terse_report"):
    """A captain reports as he was told to, though nothing has happened."""

    title: ClassVar[str] = "{army} reports from {place}"
    wording: ClassVar[str] = (
        "{army} {does} in {place}: {its_return}, food for {days:count|day|days}.{enemy}"
    )
    army: str
    does: str
    place: str
    its_return: str
    days: int
    enemy: str = ""
