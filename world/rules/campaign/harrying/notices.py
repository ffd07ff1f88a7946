"""What people are told of harrying (M-HARRY-01, M-HARRY-02)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class RaidOrdered(Notice, frozen=True, tag="raid_ordered"):
    """A detachment is to harry an enemy (M-ORD-01)."""

    title: ClassVar[str] = "{detachment} is to harry {target}"
    wording: ClassVar[str] = (
        "{detachment} of {army} rides out against {target} at {begins:when}, to {aim}, and is back"
        " at dusk."
    )
    army: str
    detachment: str
    target: str
    aim: str
    begins: int


class RaidDropped(Notice, frozen=True, tag="raid_dropped"):
    """Nothing came of harrying that was ordered."""

    title: ClassVar[str] = "{detachment} did not harry {target}"
    wording: ClassVar[str] = "{detachment} of {army} did not harry {target}: {why}."
    army: str
    detachment: str
    target: str
    why: str


class RaidOver(Notice, frozen=True, tag="raid_over"):
    """How a day's harrying went, exactly (M-HARRY-01)."""

    title: ClassVar[str] = "{detachment} has harried {target}: {outcome}"
    wording: ClassVar[str] = (
        "{detachment} of {army} has harried {target}: {outcome} (a throw of {roll}{bonus})."
        " {result}"
    )
    army: str
    detachment: str
    target: str
    outcome: str
    roll: int
    bonus: str
    result: str


class Beset(Notice, frozen=True, tag="beset"):
    """One's army is harried today (M-HARRY-02)."""

    title: ClassVar[str] = "{army} is harried"
    wording: ClassVar[str] = "{by} beset {army} from {at:when} on. {effect}"
    army: str
    by: str
    at: int
    effect: str


class Harried(Notice, frozen=True, tag="harried"):
    """What harrying has cost one's army (M-HARRY-02)."""

    title: ClassVar[str] = "{army} has been harried"
    wording: ClassVar[str] = "{by} harried {army}: {loss}."
    army: str
    by: str
    loss: str
