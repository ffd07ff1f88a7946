"""Regiments: their usual sizes, their uniforms, and what they win (C-DET-03 to C-DET-05)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.errors import Refused
from world.fact import Begun
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.command import addressee, commanded
from world.rules.campaign.nouns.engagements import BattleFought
from world.rules.campaign.nouns.faction import Faction, name_of
from world.rules.campaign.nouns.facts import ArmyFormed
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.sizes import ENFORCEMENT, is_battery, is_usual, usual_sizes
from world.rules.campaign.nouns.view import campaign_view
from world.step import Step

chapter = Chapter("regiments", "Sizes, uniforms and honours of detachments")

UNIFORM_REQUIRED = chapter.param(
    "detachment.uniform_required",
    True,
    "bool",
    "C-DET-04",
    "whether detachments of which nothing is said wear their faction's uniform and hat",
)
#: What troops wear of whose uniform nobody has said anything.
PLAIN_COLOURS, SPLENDID_HAT = "the colours of {}", "a splendid hat"
_LONGEST = 120


class UnusualSizes(Notice, frozen=True, tag="unusual_sizes"):
    """Detachments are larger or smaller than usual (C-DET-03)."""

    title: ClassVar[str] = "{count} detachments of unusual size"
    wording: ClassVar[str] = (
        "These detachments are larger or smaller than is usual; nothing was changed: {which}."
    )
    count: int
    which: str


class Honoured(Notice, frozen=True, tag="honoured"):
    """A detachment is honoured for a victory (C-DET-05)."""

    title: ClassVar[str] = "{detachment} is honoured"
    wording: ClassVar[str] = "{detachment} of {army} is honoured: {what}."
    army: str
    detachment: str
    what: str


chapter.declare(UnusualSizes, Honoured)


class HonourOrder(Order, frozen=True, tag="honour"):
    """Honour a detachment that shared in a victory.

    Attributes:
        detachment: by its name.
        title, medal: what it may call itself, or wear, from now on.
        uniform, hat: still finer ones than it had.
        army: which of your armies it belongs to; the one you lead if not said.
    """

    summary: ClassVar[str] = "give a detachment a title, a medal or a finer uniform for a victory"
    rules: ClassVar[tuple[str, ...]] = ("C-DET-05",)
    detachment: str
    title: str = ""
    medal: str = ""
    uniform: str = ""
    hat: str = ""
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, no such detachment, one without a victory, and no honour."""
        own = campaign_view(view).require_army(self.army)
        _require_honour(self)
        if own.exact:
            _victorious(own.name, own.detachments, self.detachment)


def _require_honour(order: HonourOrder) -> None:
    texts = (order.title, order.medal, order.uniform, order.hat)
    if not any(texts) or any(len(text) > _LONGEST for text in texts):
        raise Refused(
            "E-SYNTAX",
            f"Say title=…, medal=…, uniform=… or hat=…, each of at most {_LONGEST} characters;"
            " nobody was honoured.",
        )


def _victorious(army: str, detachments: tuple[Detachment, ...], named: str) -> Detachment:
    said = named.strip().casefold()
    found = next((d for d in detachments if d.name.casefold() == said), None)
    if found is None:
        raise Refused(
            "E-DET-INDIVISIBLE",
            f"{army} has no detachment {named[:40]!r}; nobody was honoured. It has"
            f" {', '.join(d.name for d in detachments)}.",
        )
    if not found.victories:
        raise Refused(
            "E-NO-VICTORY",
            f"{found.name} has not shared in a victory; nobody was honoured. Win one first.",
        )
    return found


@chapter.obeys(HonourOrder)
def honour(step: Step, order: HonourOrder, hand: Hand) -> None:
    """It stands in the detachment's history, and whoever sees it sees that (O-HONOUR)."""
    army = commanded(step.world, hand, order.army, "honour")
    _require_honour(order)
    old = _victorious(army.name, army.detachments, order.detachment)
    new = msgspec.structs.replace(
        old,
        honours=(*old.honours, *(text for text in (order.title, order.medal) if text)),
        uniform=order.uniform or old.uniform,
        hat=order.hat or old.hat,
    )
    detachments = tuple(new if d.name == old.name else d for d in army.detachments)
    step.put(msgspec.structs.replace(army, detachments=detachments))
    words = [text for text in (order.title, order.medal, order.uniform, order.hat) if text]
    report(step, army, Honoured(army=army.name, detachment=old.name, what=", ".join(words)))


@chapter.on(BattleFought)
def battle_fought(step: Step, fact: BattleFought) -> None:
    """Whoever was there when it was won has shared in the victory (C-DET-05)."""
    for army_id in fact.winners:
        army = step.find(Army, army_id)
        if army is None:
            continue
        detachments = tuple(
            d if d.away else msgspec.structs.replace(d, victories=d.victories + 1)
            for d in army.detachments
        )
        step.put(msgspec.structs.replace(army, detachments=detachments))


# -- sizes and uniforms ---------------------------------------------------------------------------


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """The referee is told of unusual sizes, and everybody is clothed."""
    unusual = []
    for army in step.of(Army):
        _clothe(step, army)
        for each in army.detachments:
            if not is_usual(step.world.params, each.kind, each.soldiers, each.special):
                least, most = usual_sizes(step.world.params, each.kind)
                unusual.append(f"{each.name} of {army.name}, {each.soldiers} ({least} to {most})")
            if not is_battery(step.world.params, each.six + each.eighteen):
                unusual.append(f"{each.name} of {army.name}, too few guns for a battery")
    if unusual and step.param(ENFORCEMENT) == "warn":
        step.tell(REFEREE, UnusualSizes(count=len(unusual), which="; ".join(unusual)))


@chapter.on(ArmyFormed)
def army_formed(step: Step, fact: ArmyFormed) -> None:
    """New troops are clothed like the rest of their side."""
    army = step.find(Army, fact.army)
    if army is not None:
        _clothe(step, army)


def _clothe(step: Step, army: Army) -> None:
    """Who has no uniform or hat wears his faction's, splendid in any case (C-DET-04)."""
    if not step.param(UNIFORM_REQUIRED) or all(d.uniform and d.hat for d in army.detachments):
        return
    side = step.find(Faction, army.faction)
    name = name_of(step.world, army.faction)
    uniform = (side.uniform if side is not None else "") or PLAIN_COLOURS.format(name)
    hat = (side.hat if side is not None else "") or SPLENDID_HAT
    clothed = tuple(
        msgspec.structs.replace(d, uniform=d.uniform or uniform, hat=d.hat or hat)
        for d in army.detachments
    )
    step.put(msgspec.structs.replace(army, detachments=clothed))
