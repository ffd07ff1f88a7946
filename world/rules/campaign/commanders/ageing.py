"""Birthdays: commanders grow older, and their years bring traits (C-CMD-01, C-CMD-05)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from world.fact import Begun, Reopened
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.release import upgrade
from world.rules.campaign.commanders.notices import TraitCame
from world.rules.campaign.nouns import almanac, day
from world.rules.campaign.nouns.commander import Commander, Trait
from world.rules.campaign.nouns.facts import CommanderCame
from world.rules.campaign.nouns.kin import birthday_after, roll_trait, trait_count
from world.rules.campaign.nouns.leading import give_traits
from world.step import Step
from world.timeline import Event

chapter = Chapter("ageing", "Birthdays, and the traits that years bring")
chapter.declare(TraitCame)


class Birthday(Event, frozen=True, tag="birthday"):
    """A commander grows a year older.

    Since version 2 every commander has birthdays, those of campaigns founded before them as well.
    """

    version: ClassVar[int] = 2
    rank: ClassVar[int] = day.RANK_TIMERS


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """Everybody who is there at the beginning stands in the almanac, and grows older."""
    for commander in step.of(Commander):
        _arrives(step, commander)


@upgrade(Birthday, 2)
def everybody_has_one(body: dict[str, Any]) -> dict[str, Any]:
    """Nothing about it has changed."""
    return body


@chapter.on(Reopened)
def reopened(step: Step, _: Reopened) -> None:
    """Who was there before there were birthdays is entered as he is found, and grows older."""
    for commander in step.of(Commander):
        if almanac.entry_of(step.world, commander.id) is None:
            _arrives(step, commander)


@chapter.on(CommanderCame)
def came(step: Step, fact: CommanderCame) -> None:
    """So does whoever comes later."""
    _arrives(step, step.get(Commander, fact.person))


def _arrives(step: Step, commander: Commander) -> None:
    almanac.enter(step, commander)
    due = birthday_after(step.world.params, step.now, step.now)
    step.at(due, Birthday(subject=commander.id), commander.id)


@chapter.handles(Birthday)
def birthday(step: Step, event: Birthday) -> None:
    """A year older; where the years bring a trait, his player is told of it (M-CMD-01)."""
    commander = step.find(Commander, event.subject)
    if commander is None or commander.id != event.subject:
        return
    params = step.world.params
    if commander.age:
        age = commander.age + 1
        due = trait_count(params, age) - trait_count(params, age - 1)
        commander = msgspec.structs.replace(commander, age=age)
        _grows(step, commander, due)
    step.at(birthday_after(params, step.now, step.now), Birthday(subject=event.subject))


def _grows(step: Step, commander: Commander, due: int) -> None:
    """The first trait of somebody who chose it in advance is that one; others are rolled."""
    traits = commander.traits
    if due > 0 and not traits and commander.wish:
        traits, due = (commander.wish,), due - 1
        commander = msgspec.structs.replace(commander, wish="")
    for _ in range(due):
        traits = roll_trait(step, f"trait of {commander.id}", traits)
    new: tuple[Trait, ...] = traits[len(commander.traits) :]
    give_traits(step, commander, traits)
    if new:
        notice = TraitCame(name=commander.name, age=commander.age, traits=" and ".join(new))
        step.tell(REFEREE if commander.npc else commander.id, notice)


@chapter.when_gone(Birthday)
def nobody_grows_older(step: Step, event: Birthday) -> None:
    """The dead have no birthdays."""
