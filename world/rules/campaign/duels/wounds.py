"""Death and dismemberment: what a duel leaves whoever failed in it (C-DUEL-03, D-DUEL-01)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.dates import DAY_MS
from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.duels.notices import DuelCorrected, Maimed, OnHisFeet
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import CommanderDies
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.kin import ABILITIES
from world.rules.campaign.nouns.wound import INJURY_DIE, Duel, Hurt, Wound, row_for
from world.step import Step
from world.timeline import Event

chapter = Chapter("duel wounds", "Death and dismemberment in duels")
chapter.declare(Maimed, OnHisFeet)

_CHOSEN: dict[str, tuple[Hurt, str]] = {
    "dead": ("dead", "dead"),
    "maimed": ("maimed", "maimed"),
    "in_bed": ("in bed", "in bed"),
    "scar": ("words", "a scar"),
}
#: How long the referee's "in bed" is where his words say nothing else.
_WEEKS = "1d6"


class WoundSettled(Event, frozen=True, tag="wound_settled"):
    """What a duel leaves somebody is settled (D-DUEL-01)."""

    person: str


class Recovers(Event, frozen=True, tag="recovers"):
    """A duellist is on his feet again."""

    rank: ClassVar[int] = day.RANK_TIMERS
    person: str


def ask_wound(step: Step, duel: str, person: str) -> None:
    """The table decides unless the referee chooses; what he chooses later still counts."""
    name = step.get(Commander, person).name
    ask(
        step,
        "D-DUEL-01",
        f"{name} has failed in a duel. What does it leave him?",
        who=REFEREE,
        options=(
            Option(name="roll", text="as the table of injuries has it"),
            Option(name="dead", text="he is dead"),
            Option(name="maimed", text="he is maimed: one ability less by one"),
            Option(name="in_bed", text="he is in bed for some weeks"),
            Option(name="scar", text="a scar"),
        ),
        default="roll",
        then=WoundSettled(subject=duel, person=person),
        about=(duel,),
        label=f"{duel}/{person}",
    )


@chapter.settles(WoundSettled)
def wound_settled(step: Step, then: WoundSettled, choice: Choice) -> None:
    """It takes hold; chosen later it takes the place of what the table had, but of death."""
    duel = step.find(Duel, then.subject)
    commander = step.find(Commander, then.person)
    if duel is None or commander is None or commander.id != then.person:
        return
    if choice.option == "roll":
        if choice.amends is None:
            _put(step, duel, _rolled(step, then.person))
        return
    hurt, words = _CHOSEN[choice.option]
    _heal(step, duel.wound(then.person))
    wound = _wound(step, then.person, hurt, words, _WEEKS)
    _put(step, step.get(Duel, duel.id), wound)
    place = scene(step.world).called(duel.where)
    notice = DuelCorrected(place=place, what=in_words(step, wound))
    for person in (duel.one, duel.other):
        step.tell(person, notice, f"{duel.id}/{person}")
    if hurt == "dead":
        step.happened(CommanderDies(person=then.person, why="he fell in a duel"), then.person)


def _put(step: Step, duel: Duel, wound: Wound) -> None:
    others = tuple(each for each in duel.wounds if each.person != wound.person)
    step.put(msgspec.structs.replace(duel, wounds=(*others, wound)))


def _rolled(step: Step, person: str) -> Wound:
    """What the table has for a throw; a throw that no row has leaves nothing."""
    face = step.roll(f"what a duel leaves {person}", step.param(INJURY_DIE)).total
    row = row_for(step.world.params, face)
    if row is None:
        return Wound(person=person, hurt="words", words="nothing at all")
    return _wound(step, person, row.hurt, row.words, row.weeks)


def _wound(step: Step, person: str, hurt: Hurt, words: str, weeks: str) -> Wound:
    if hurt == "maimed":
        ability = step.pick(f"which ability of {person} suffers", list(ABILITIES))
        _change(step, person, ability, -1)
        step.tell(person, Maimed(ability=ability), f"{person}/{ability}")
        return Wound(person=person, hurt=hurt, words=words, ability=ability)
    if hurt != "in bed":
        return Wound(person=person, hurt=hurt, words=words)
    count = int(weeks) if weeks.isdecimal() else 0
    if not count:
        count = step.roll(f"weeks that {person} is in bed", weeks).total
    until = step.now + day.weeks(step.world.params, count)
    event = step.at(until, Recovers(subject=person, person=person), f"recovers/{person}")
    return Wound(person=person, hurt=hurt, words=words, until=until, event=event)


def _change(step: Step, person: str, ability: str, by: int) -> None:
    commander = step.get(Commander, person)
    scores = msgspec.structs.replace(
        commander.scores, **{ability: getattr(commander.scores, ability) + by}
    )
    step.put(msgspec.structs.replace(commander, scores=scores))


def _heal(step: Step, wound: Wound | None) -> None:
    """Undo what the table had brought."""
    if wound is None:
        return
    if wound.ability:
        _change(step, wound.person, wound.ability, +1)
    if wound.event:
        step.cancel(wound.event)


def in_words(step: Step, wound: Wound) -> str:
    """What somebody has of it, as those who are there see it."""
    name = step.world.pack.answers.title(step.world, wound.person)
    if wound.hurt == "dead":
        return f"{name} is dead"
    if wound.hurt == "maimed":
        return f"{name} is maimed"
    if wound.hurt == "in bed":
        weeks = -(-(wound.until - step.now) // (7 * DAY_MS))
        return f"{name} will be in bed for {weeks} weeks"
    return f"{name} has {wound.words}"


def died_of_it(duel: Duel, person: str) -> bool:
    """Whether somebody fell in a duel."""
    wound = duel.wound(person)
    return wound is not None and wound.hurt == "dead"


@chapter.handles(Recovers)
def recovers(step: Step, event: Recovers) -> None:
    """He is told, and so is the referee."""
    commander = step.find(Commander, event.person)
    if commander is not None and commander.id == event.person:
        notice = OnHisFeet(name=commander.name)
        step.tell(commander.id, notice, event.person)
        step.tell(REFEREE, notice, f"{event.person}/gm")


@chapter.when_gone(Recovers)
def never(step: Step, event: Recovers) -> None:
    """The dead recover from nothing."""
