"""Orders given in advance: lists for armies, fleets and strongholds (C-TIME-08)."""

from __future__ import annotations

from typing import Literal

import msgspec

from world.dates import Calendar
from world.entity import Entity
from world.pack import Chapter
from world.param import Param
from world.state import World

chapter = Chapter("lists", "Lists of orders given in advance")

QUEUE_MAX = chapter.param(
    "order.queue_max", 20, "orders", "C-TIME-08", "the most that may stand in one list"
)
CONDITIONS: Param[tuple[str, ...]] = chapter.param(
    "order.conditions",
    ("previous_done", "date", "stock_days_under", "enemy_sighted", "weekly_halt"),
    "list",
    "C-TIME-08",
    "what an order in a list may wait for",
)
REPORT_HOURS = chapter.param(
    "order.report_max_h",
    24,
    "h",
    "C-TIME-08",
    "how old a report of the enemy may be that a standing order heeds",
)

KEPT_BY: Param[tuple[str, ...]] = chapter.param(
    "order.list_kept_by",
    (
        *("abandon", "battle_plan", "bonus", "designate", "detach_garrison", "formation"),
        *("honour", "split", "successor", "take", "transfer"),
        *("assign_hits", "buy_ship", "crew", "hire_transport", "part_fleet", "release", "sea_plan"),
    ),
    "list",
    "C-TIME-08",
    "fresh orders that leave a list as it is, since they neither move nor occupy whom it is for",
)

Sort = Literal["previous_done", "date", "stock_days_under", "enemy_sighted", "weekly_halt"]
Standing = Literal["", "once", "whenever"]


class When(msgspec.Struct, frozen=True, gc=False):
    """What an order in a list waits for.

    Attributes:
        sort: the kind of condition; by default that what the army did before has ended.
        at: the game instant (ms) of a date.
        under: fewer days of food than this.
        within: an enemy within so many hexes; -1 for any that is known of.
    """

    sort: Sort = "previous_done"
    at: int = 0
    under: int = 0
    within: int = -1


class Listed(msgspec.Struct, frozen=True, gc=False):
    """An order in a list.

    Attributes:
        order: its text form.
        when: what it waits for.
        standing: '' for one that waits for its turn; otherwise it is obeyed as soon as its
            condition comes true, whatever the army does then: ``once``, or ``whenever`` it does.
        goes_on: whether the list goes on after a standing order; else it has taken its place.
        due: whether its condition has come true; ``event`` the date it waits for, once placed.
    """

    order: str
    when: When = When()
    standing: Standing = ""
    goes_on: bool = False
    due: bool = False
    event: str = ""


class Agenda(Entity, frozen=True, tag="agenda"):
    """The list of one army, fleet or stronghold.

    Attributes:
        unit: whose list it is.
        author, number, written, received: who gave it, as which of his orders, when (game ms) and
            when it was received from him (wall µs).
        items: those that wait, standing orders among them, in the order they were written.
        running: the order of the list that is being carried out; '' while none is.
        again: the order that a standing one has interrupted, to be obeyed anew.
        look: the event in which it is next gone over.
        held: whether the unit could obey nothing when it was last gone over.
    """

    unit: str
    author: str
    number: int
    written: int
    items: tuple[Listed, ...]
    received: int = 0
    running: str = ""
    again: str = ""
    look: str = ""
    held: bool = False

    @property
    def turns(self) -> tuple[Listed, ...]:
        """The orders that wait for their turn."""
        return tuple(item for item in self.items if not item.standing)

    @property
    def done(self) -> bool:
        """Whether nothing more will come of it."""
        return not (self.items or self.running or self.again)


chapter.declare(Agenda)


def agenda_of(world: World, unit: str) -> Agenda | None:
    """The list of an army, fleet or stronghold, if it has one."""
    return world.find(Agenda, f"agenda:{unit}")


def is_foreseen(world: World, unit: str, sort: Sort) -> bool:
    """Whether a standing order says what an army is to do when something happens (C-CAP-02)."""
    agenda = agenda_of(world, unit)
    return agenda is not None and any(
        item.standing and item.when.sort == sort for item in agenda.items
    )


def words_of(when: When, standing: Standing, calendar: Calendar) -> str:
    """A condition as a commander's page shows it; '' for an order that only waits for its turn."""
    lead = {"": "when", "once": "if", "whenever": "whenever"}[standing]
    if when.sort == "date":
        return f"at {calendar.format(when.at)}"
    if when.sort == "stock_days_under":
        return f"{lead} supplies under {when.under} days"
    if when.sort == "weekly_halt":
        return f"{lead} weekly halt"
    if when.sort == "enemy_sighted":
        within = "in sight" if when.within < 0 else f"within {when.within} hexes"
        return f"{lead} enemy {within}"
    return ""
