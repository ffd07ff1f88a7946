"""Spells learnt while an army rests (C-WIZ-02, D-WIZ-01)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Decision, Option
from world.errors import Refused
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.command import commanded
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import RestOver
from world.rules.campaign.nouns.magic import (
    Forbidden,
    Mage,
    Study,
    mage_named,
    mages,
    spell_named,
    studies_of,
)
from world.rules.campaign.nouns.report import report
from world.rules.campaign.wizards import figures
from world.rules.campaign.wizards.events import SpellAllowed, SpellLearnt
from world.rules.campaign.wizards.notices import SpellStudied, SpellUnderWay
from world.rules.campaign.wizards.orders import (
    MemoriseOrder,
    no_books,
    no_such_spell,
    not_resting,
)
from world.step import Step

chapter = Chapter("learning spells", "Spells learnt while an army rests")
chapter.declare(SpellStudied, SpellUnderWay)

_REFUSE = "refuse"


@chapter.obeys(MemoriseOrder)
def memorise(step: Step, order: MemoriseOrder, hand: Hand) -> None:
    """Somebody sits down with his books; the referee says whether and how long (O-MEMORISE)."""
    army = commanded(step.world, hand, order.army, "memorise")
    if army.rest is None or army.rest.begins > step.now:
        raise not_resting(army.name)
    spell = spell_named(order.spell)
    mage = mage_named(step.world, army, order.wizard)
    if mage is None or spell not in mage.books:
        raise no_books(army.name, order.spell)
    _require_learnable(step, army, mage, hand.author, spell)
    half = day.half_of(step.world, step.now)
    study = Study(
        id=step.name(f"study/{army.id}/{mage.detachment}"),
        army=army.id,
        mage=mage.detachment,
        person=hand.author,
        spell=spell,
        # What is begun in the course of a day counts from its dawn: a rest has whole days.
        begun=half.end if half.night else half.start,
    )
    step.put(study)
    notice = SpellStudied(army=army.name, who=mage.name, spell=spell, what="sits over his books")
    report(step, army, notice, study.id)
    _ask_weeks(step, army, mage, study)


def _require_learnable(step: Step, army: Army, mage: Mage, person: str, spell: str) -> None:
    if step.find(Forbidden, f"forbidden:{person}:{spell}") is not None:
        raise no_such_spell(f"{spell} is not to be learnt, as you have been told.")
    if spell in mage.spells:
        raise no_such_spell(f"{mage.name} has {spell} in his head already.")
    if any(study.mage == mage.detachment for study in studies_of(step.world, army.id)):
        raise Refused(
            "E-BUSY", f"{mage.name} learns something else; he goes on. Wait until he knows it."
        )


def _ask_weeks(step: Step, army: Army, mage: Mage, study: Study) -> None:
    least, most = step.param(figures.WEEKS_MIN), step.param(figures.WEEKS_MAX)
    default = max(least, min(step.param(figures.WEEKS_DEFAULT), most))
    weeks = range(least, max(least, most) + 1)
    ask(
        step,
        "D-WIZ-01",
        f"{mage.name} of {army.name} wants to learn {study.spell}. Is that a spell, of what"
        f" {step.param(figures.GUYS)} trained people could do in {step.param(figures.GUY_DAYS)}"
        " day, and how long does it take?",
        who=REFEREE,
        options=(
            *(Option(name=str(n), text=f"{n} weeks") for n in weeks),
            Option(name=_REFUSE, text="it is not to be learnt"),
        ),
        default=str(default),
        then=SpellAllowed(subject=study.id),
        about=(study.id,),
        label=study.id,
    )


@chapter.settles(SpellAllowed)
def spell_allowed(step: Step, then: SpellAllowed, choice: Choice) -> None:
    """It counts from the day on which it was begun, however late the referee answers."""
    study = step.find(Study, then.subject)
    army = step.find(Army, study.army) if study is not None else None
    if study is None or army is None:
        return
    step.cancel(study.event)
    if choice.option == _REFUSE:
        key = f"forbidden:{study.person}:{study.spell}"
        step.put(Forbidden(id=key, person=study.person, spell=study.spell))
        _end(step, study, "learns nothing of it: it is not to be learnt")
        return
    due = max(step.now, study.begun + day.weeks(step.world.params, int(choice.option)))
    event = step.at(due, SpellLearnt(subject=study.id), choice.option)
    step.put(msgspec.structs.replace(study, due=due, event=event))
    notice = SpellUnderWay(army=army.name, who=_name(step, study), spell=study.spell, due=due)
    report(step, army, notice, study.id)


@chapter.handles(SpellLearnt)
def spell_learnt(step: Step, event: SpellLearnt) -> None:
    """He has it in his head, if he is still with the army (M-WIZ-01)."""
    study = step.find(Study, event.subject)
    army = step.find(Army, study.army) if study is not None else None
    if study is None or study.event != step.id:
        return
    step.remove(study, "it is learnt")
    mage = _of(step, study, army) if army is not None else None
    if army is None or mage is None:
        return
    _keep(step, army, study, (*mage.spells, study.spell))
    notice = SpellStudied(army=army.name, who=mage.name, spell=study.spell, what="has it by heart")
    report(step, army, notice, study.id)


def _of(step: Step, study: Study, army: Army) -> Mage | None:
    found = [each for each in mages(step.world, army) if each.detachment == study.mage]
    return found[0] if found and army.id == study.army else None


def _keep(step: Step, army: Army, study: Study, spells: tuple[str, ...]) -> None:
    keep_spells(step, army, study.mage, spells)


def keep_spells(step: Step, army: Army, mage: str, spells: tuple[str, ...]) -> None:
    """Put down what somebody has in his head now; ``mage`` is '' for the army's commander."""
    if not mage:
        commander = step.get(Commander, army.leader)
        step.put(msgspec.structs.replace(commander, spells=spells))
        return
    after = tuple(
        msgspec.structs.replace(d, spells=spells) if d.name == mage else d for d in army.detachments
    )
    step.put(msgspec.structs.replace(army, detachments=after))


def nobody_learns(step: Step, event: SpellLearnt) -> None:
    """What was given up is not learnt."""


chapter.when_gone(SpellLearnt)(nobody_learns)


def _name(step: Step, study: Study) -> str:
    if study.mage:
        return study.mage
    army = step.find(Army, study.army)
    commander = step.find(Commander, army.leader) if army is not None and army.leader else None
    return commander.name if commander is not None else "the commander"


@chapter.on(RestOver)
def rest_over(step: Step, fact: RestOver) -> None:
    """With the rest goes what was not learnt by its end (C-WIZ-02/a)."""
    if fact.broken and not step.param(figures.BROKEN_LOSES):
        return
    for study in studies_of(step.world, fact.army):
        if study.due < 0 or study.due > step.now or fact.broken:
            why = "was broken" if fact.broken else "was too short"
            _end(step, study, f"has learnt nothing: the rest {why}")


def _end(step: Step, study: Study, what: str) -> None:
    step.cancel(study.event)
    name = _name(step, study)
    step.remove(study, what)
    for decision_id in sorted(step.world.about.get(study.id, ())):
        decision = step.find(Decision, decision_id)
        if decision is not None and decision.state == "open":
            withdraw(step, decision, "nobody learns it any more")
    army = step.find(Army, study.army)
    if army is not None:
        notice = SpellStudied(army=army.name, who=name, spell=study.spell, what=what)
        report(step, army, notice, study.id)
