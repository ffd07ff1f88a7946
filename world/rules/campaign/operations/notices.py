"""What is told of operations (M-OPS-01, M-OPS-02)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class OperationBegun(Notice, frozen=True, tag="operation_begun"):
    """Agents have set out; they are back when they are back (M-ORD-01)."""

    title: ClassVar[str] = "Your agents set out for {goal}"
    wording: ClassVar[str] = (
        "Your agents set out for {goal} with {money} doubloons. They may be back on {due:when}."
    )
    goal: str
    money: int
    due: int


class OperationCosts(Notice, frozen=True, tag="operation_costs"):
    """An operation costs more than was thought."""

    title: ClassVar[str] = "Your operation in {goal} {what}"
    wording: ClassVar[str] = "Your operation in {goal} {what}."
    goal: str
    what: str


class OperationOver(Notice, frozen=True, tag="operation_over"):
    """Agents are back, with what came of it (M-OPS-01)."""

    title: ClassVar[str] = "Your agents are back from {goal}"
    wording: ClassVar[str] = "Your agents are back from {goal}. {outcome}"
    goal: str
    outcome: str


class OperationNoticed(Notice, frozen=True, tag="operation_noticed"):
    """Somebody's agents were noticed by those they were sent to (M-OPS-02)."""

    title: ClassVar[str] = "Something was noticed in {place}"
    wording: ClassVar[str] = "In {place}: {what}"
    place: str
    what: str


class OperationRolled(Notice, frozen=True, tag="operation_rolled"):
    """What became of an operation, for the referee (C-OPS-03)."""

    title: ClassVar[str] = "The operation of {by} in {goal} {how}"
    wording: ClassVar[str] = "The operation of {by} in {goal} {how}: {odds}. {outcome}"
    by: str
    goal: str
    how: str
    odds: str
    outcome: str


class PlaceWonOver(Notice, frozen=True, tag="place_won_over"):
    """Envoys have won a stronghold over (C-OPS-E3)."""

    title: ClassVar[str] = "{place} has gone over to {by}"
    wording: ClassVar[str] = "{place} has gone over to {by} of {faction}."
    place: str
    by: str
    faction: str
