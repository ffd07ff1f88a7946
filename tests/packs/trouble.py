"""A pack whose events misbehave on demand: they raise, dawdle, hang, or end the process."""

from __future__ import annotations

import os
import time
from typing import ClassVar

import msgspec

from tests.packs.ferry import Answers, Villager, ferry
from tests.packs.ferry import found as ferry_found
from tests.packs.ferry import view as ferry_view
from world.errors import Refused
from world.notice import Notice
from world.order import Hand, Order
from world.pack import Chapter, Pack
from world.step import Step
from world.timeline import Event

trouble = Chapter("trouble", "Events that misbehave")

#: Seconds a slow event takes: longer than a keeper may be silent before another takes over.
DAWDLES = 4.0


class Poke(Order, frozen=True, tag="poke"):
    """Let something happen to a villager in a minute: ok, raise, slow, hang or die."""

    who: str
    how: str

    def check(self, view: object) -> None:
        del view
        if self.how not in {"ok", "raise", "slow", "hang", "die"}:
            raise Refused("E-HOW", f"{self.how!r} is no way to poke; nothing was done.")


class Poked(Event, frozen=True, tag="poked"):
    """It happens."""

    how: str


class WasPoked(Notice, frozen=True, tag="was_poked"):
    """It has happened."""

    title: ClassVar[str] = "Poked"
    wording: ClassVar[str] = "You were poked: {how}."
    how: str


trouble.declare(WasPoked)


@trouble.obeys(Poke)
def poke(step: Step, order: Poke, hand: Hand) -> None:
    """In a minute."""
    del hand
    step.after(60_000, Poked(subject=order.who, how=order.how))


@trouble.handles(Poked)
def poked(step: Step, event: Poked) -> None:
    """Raise, dawdle, hang, die, or count."""
    villager = step.get(Villager, event.subject)
    step.put(msgspec.structs.replace(villager, letters=villager.letters + 1))
    if event.how == "raise":
        raise ValueError("poked too hard")
    if event.how == "slow":
        time.sleep(DAWDLES)
    if event.how == "hang":
        time.sleep(3600)
    if event.how == "die":
        os._exit(9)
    step.tell(event.subject, WasPoked(how=event.how))


PACK = Pack(
    name="trouble",
    release=1,
    chapters=(ferry, trouble),
    answers=Answers(),
    view=ferry_view,
    scene=lambda _scenario: None,
    found=ferry_found,
    about="Events that misbehave on demand",
)
