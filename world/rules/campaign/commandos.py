"""A Commando's own skirmishers: detachments that he has named so (C-TRAIT-03, O-DESIGNATE)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.entity import Entity
from world.errors import Refused
from world.notice import Notice
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.nouns.army import Army, Detachment, Special
from world.rules.campaign.nouns.command import addressee, commanded
from world.rules.campaign.nouns.commander import has_trait
from world.rules.campaign.nouns.engagements import GarrisonLeft
from world.rules.campaign.nouns.facts import (
    ArmiesJoined,
    ArmySplit,
    DetachmentRenamed,
    LeaderChanged,
    StrengthChanged,
)
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.view import campaign_view
from world.step import Step

chapter = Chapter("commandos", "Detachments that a Commando has named Skirmishers")

DETACHMENTS = chapter.param(
    "trait.commando.detachments",
    1,
    "detachment",
    "C-TRAIT-03",
    "of his army that a Commando may name Skirmishers",
)
CHANGE = chapter.param(
    "trait.commando.change",
    "resting",
    "mode",
    "C-TRAIT-03",
    "whether he may name another only while his army rests, or at any time",
    choices=("resting", "always"),
)


class Named(msgspec.Struct, frozen=True, gc=False):
    """A detachment that is named Skirmishers, and what special kind it ``was`` before."""

    name: str
    was: Special


class Designation(Entity, frozen=True, tag="designation"):
    """The detachments of his army that a Commando has named Skirmishers, the first one first."""

    commander: str
    army: str
    named: tuple[Named, ...]


class Designated(Notice, frozen=True, tag="designated"):
    """A detachment is named Skirmishers, or is no longer (M-ORD-01)."""

    title: ClassVar[str] = "{detachment} of {army} {what}"
    wording: ClassVar[str] = "{detachment} of {army} {what}."
    army: str
    detachment: str
    what: str


chapter.declare(Designation, Designated)


class DesignateOrder(Order, frozen=True, tag="designate"):
    """Name a detachment of foot Skirmishers, as a Commando may; it keeps no other special kind.

    Attributes:
        detachment: by its name.
    """

    summary: ClassVar[str] = "name a detachment of foot Skirmishers, as a Commando may"
    rules: ClassVar[tuple[str, ...]] = ("C-TRAIT-03", "C-SPEC-03")
    detachment: str
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and what is no foot of it that could be named so."""
        own = campaign_view(view).require_army(self.army)
        if own.exact:
            _require_foot(own.name, own.detachments, self.detachment)


def _require_foot(name: str, detachments: tuple[Detachment, ...], wanted: str) -> Detachment:
    fit = [
        each
        for each in detachments
        if each.kind == "infantry" and each.special not in ("skirmishers", "wizard")
        if not each.away
    ]
    found = next((each for each in fit if each.name == wanted), None)
    if found is None:
        raise Refused(
            "E-KIND",
            f"{wanted[:60]!r} of {name} cannot be named Skirmishers; nothing was changed. These"
            f" could: {', '.join(each.name for each in fit) or 'none'}.",
        )
    return found


def _id(commander: str) -> str:
    return f"designated:{commander}"


@chapter.obeys(DesignateOrder)
def designate(step: Step, order: DesignateOrder, hand: Hand) -> None:
    """The detachment counts as Skirmishers from now on; the one named before no longer does."""
    army = commanded(step.world, hand, order.army, "designate")
    most = step.param(DETACHMENTS)
    if most < 1 or not has_trait(step.world, army.leader, "commando"):
        raise Refused(
            "E-NO-TRAIT",
            f"Only a Commando names Skirmishers, and {army.name} is led by none; nothing was"
            " changed.",
        )
    found = _require_foot(army.name, army.detachments, order.detachment)
    old = step.find(Designation, _id(army.leader))
    before = _still(army, old.named) if old is not None and old.army == army.id else ()
    if len(before) >= most:
        _require_rest(step, army)
        released, before = before[: len(before) - most + 1], before[len(before) - most + 1 :]
        for each in released:
            _restore(step, army.id, each)
            _tell(step, army.id, each.name, "no longer counts as Skirmishers")
    _set(step, army.id, found.name, "skirmishers")
    named = (*before, Named(found.name, found.special))
    step.put(Designation(id=_id(army.leader), commander=army.leader, army=army.id, named=named))
    _tell(step, army.id, found.name, "counts as Skirmishers from now on")
    step.happened(StrengthChanged(army=army.id, why="Skirmishers are named"), army.id)


def _require_rest(step: Step, army: Army) -> None:
    rests = army.rest is not None and army.rest.begins <= step.now
    if step.param(CHANGE) == "resting" and not rests:
        raise Refused(
            "E-NOT-RESTING",
            f"{army.name} has its Skirmishers, and others are named only while it rests; nothing"
            " was changed. Rest first (rest).",
        )


def _still(army: Army, named: tuple[Named, ...]) -> tuple[Named, ...]:
    """Those of the named that the army has still, and that nobody has turned into another kind."""
    have = {each.name for each in army.detachments if each.special == "skirmishers"}
    return tuple(each for each in named if each.name in have)


def _set(step: Step, army_id: str, name: str, special: Special) -> None:
    army = step.get(Army, army_id)
    changed = tuple(
        msgspec.structs.replace(each, special=special) if each.name == name else each
        for each in army.detachments
    )
    step.put(msgspec.structs.replace(army, detachments=changed))


def _restore(step: Step, army_id: str, named: Named) -> None:
    """A detachment is what it was before it was named, if it is there and still so named."""
    army = step.find(Army, army_id)
    if army is not None and _still(army, (named,)):
        _set(step, army.id, named.name, named.was)


def _tell(step: Step, army_id: str, detachment: str, what: str) -> None:
    army = step.get(Army, army_id)
    report(step, army, Designated(army=army.name, detachment=detachment, what=what), detachment)


# -- what ends it ---------------------------------------------------------------------------------


@chapter.on(LeaderChanged)
def leader_changed(step: Step, fact: LeaderChanged) -> None:
    """It is his eye for ground that makes them so: without him they are what they were."""
    for each in _of_army(step, fact.army):
        if each.commander == fact.was:
            _end(step, each)


@chapter.on(ArmySplit)
def army_split(step: Step, fact: ArmySplit) -> None:
    """A detachment that goes away under somebody else is what it was."""
    for each in _of_army(step, fact.army):
        part = step.get(Army, fact.part)
        gone = _still(part, each.named)
        for named in gone:
            _restore(step, part.id, named)
        _keep(step, each, tuple(named for named in each.named if named not in gone))


@chapter.on(GarrisonLeft)
def garrison_left(step: Step, fact: GarrisonLeft) -> None:
    """So is one that he leaves behind as a garrison."""
    army = step.get(Army, fact.army)
    for each in _of_army(step, fact.army):
        kept = _still(army, each.named)
        for named in each.named:
            if named not in kept:
                _restore_inside(step, fact.stronghold, named)
        _keep(step, each, kept)


def _restore_inside(step: Step, stronghold_id: str, named: Named) -> None:
    """One left in a place; it may have had to take another name there."""
    place = step.get(Stronghold, stronghold_id)
    fit = [d.name for d in place.left if d.special == "skirmishers"]
    own = [name for name in fit if name == named.name or name.startswith(f"{named.name} (")]
    if not own:
        return
    left = tuple(
        msgspec.structs.replace(d, special=named.was) if d.name == own[-1] else d
        for d in place.left
    )
    step.put(msgspec.structs.replace(place, left=left))


@chapter.on(DetachmentRenamed)
def detachment_renamed(step: Step, fact: DetachmentRenamed) -> None:
    """He knows his men under whatever name."""
    for each in _of_army(step, fact.came_from):
        named = tuple(
            Named(fact.new, one.was) if one.name == fact.old else one for one in each.named
        )
        step.put(msgspec.structs.replace(each, named=named))


@chapter.on(ArmiesJoined)
def armies_joined(step: Step, fact: ArmiesJoined) -> None:
    """Whoever leads the whole keeps those he has named; another's are what they were."""
    into = step.get(Army, fact.into)
    for each in _of_army(step, fact.army):
        moved = msgspec.structs.replace(each, army=into.id)
        step.put(moved)
        if into.leader != each.commander:
            _end(step, moved)


def _of_army(step: Step, army: str) -> tuple[Designation, ...]:
    return tuple(each for each in step.of(Designation) if each.army == army)


def _keep(step: Step, designation: Designation, named: tuple[Named, ...]) -> None:
    if named:
        step.put(msgspec.structs.replace(designation, named=named))
    else:
        _forget(step, designation)


def _end(step: Step, designation: Designation) -> None:
    for each in designation.named:
        _restore(step, designation.army, each)
    _forget(step, designation)


def _forget(step: Step, designation: Designation) -> None:
    step.remove(designation, "nobody is named Skirmishers any more")
