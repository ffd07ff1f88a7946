"""What commanders are told of retreats and routs."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class FallingBack(Notice, frozen=True, tag="falling_back"):
    """A beaten army retreats (M-ROUT-01)."""

    title: ClassVar[str] = "{army} falls back"
    wording: ClassVar[str] = "{army} was beaten at {place} and {whither}."
    army: str
    place: str
    whither: str


class InRout(Notice, frozen=True, tag="in_rout"):
    """A rout, or a paralysis, begins (M-ROUT-02)."""

    title: ClassVar[str] = "{army} is out of control"
    wording: ClassVar[str] = (
        "{army} {what}. {supplies} supplies are lost{men}. Until it regroups it obeys nobody."
    )
    army: str
    what: str
    supplies: int
    men: str = ""


class Regrouped(Notice, frozen=True, tag="regrouped"):
    """A rout or a paralysis is over (M-ROUT-02)."""

    title: ClassVar[str] = "{army} has regrouped"
    wording: ClassVar[str] = (
        "{army} is in hand again in {place}, with {soldiers} soldiers and {supplies} supplies."
    )
    army: str
    place: str
    soldiers: int
    supplies: int


class Spoils(Notice, frozen=True, tag="spoils"):
    """What a beaten enemy lost was picked up (M-BAT-03)."""

    title: ClassVar[str] = "{army} has taken {supplies} supplies"
    wording: ClassVar[str] = "{army} has picked up {supplies} supplies that {enemy} lost."
    army: str
    supplies: int
    enemy: str
