"""What commanders are told of battles."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class BattleOver(Notice, frozen=True, tag="battle_over"):
    """A battle is over (M-BAT-02): own losses exactly, the enemy's roughly."""

    title: ClassVar[str] = "{outcome} at {place}"
    wording: ClassVar[str] = (
        "{army} has fought {enemies} at {place}: {outcome}, {margin}. For it spoke {modifiers}. It"
        " lost {lost} of {men} soldiers, the enemy {enemy_lost}.{more}"
    )
    army: str
    enemies: str
    place: str
    outcome: str
    margin: str
    modifiers: str
    lost: int
    men: int
    enemy_lost: str
    more: str = ""


class SidesDrawn(Notice, frozen=True, tag="sides_drawn"):
    """The referee is told how a battle stands that nobody waits for, or that cannot be fought."""

    title: ClassVar[str] = "Battle at {place}"
    wording: ClassVar[str] = "At {place}: {what}"
    place: str
    what: str


class AssaultOrdered(Notice, frozen=True, tag="assault_ordered"):
    """A stronghold is about to be stormed (M-BAT-01)."""

    title: ClassVar[str] = "{place} is to be stormed"
    wording: ClassVar[str] = "{attackers} form up to storm {place}; its walls stand at {defence}."
    place: str
    attackers: str
    defence: int


class AssaultOff(Notice, frozen=True, tag="assault_off"):
    """An assault comes to nothing."""

    title: ClassVar[str] = "The assault upon {place} is off"
    wording: ClassVar[str] = "{place} is not stormed: {why}."
    place: str
    why: str
