"""What becomes of those who laid down their arms in a fallen place (C-AFT-08, D-SIEGE-04)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option
from world.entity import Entity
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.aftermath import figures
from world.rules.campaign.aftermath.events import GarrisonChosen
from world.rules.campaign.aftermath.notices import Dispersed
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.engagements import FallsBack
from world.rules.campaign.nouns.facts import ArmyFormed, ArmyGone, StrengthChanged
from world.rules.campaign.nouns.garrison import garrison_force
from world.rules.campaign.nouns.marching import Disorder
from world.rules.campaign.nouns.muster import note_army
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.retreat import retreat_to
from world.rules.campaign.nouns.stronghold import Stronghold
from world.step import Step

chapter = Chapter("prisoners of war", "What becomes of those who laid down their arms")


class LaidDown(Entity, frozen=True, tag="laid_down"):
    """Those who laid down their arms in a place, until the victor says what becomes of them.

    Attributes:
        place: label of its hex; ``stronghold`` its id.
        detachments: of its garrison, standing or left there, of the side ``faction`` and ``owner``.
        armies: armies that were quartered there.
    """

    place: str
    stronghold: str
    faction: str
    owner: str
    detachments: tuple[Detachment, ...]
    armies: tuple[str, ...]
    morale: int


chapter.declare(LaidDown, Dispersed)


def tell_of_yielding(step: Step, stronghold: Stronghold, armies: tuple[str, ...]) -> None:
    """Whoever commands one of these armies in the place is told that it lays down its arms."""
    for each in armies:
        army = step.get(Army, each)
        if army.leader:
            words = "lays down its arms"
            notice = Dispersed(army=army.name, place=stronghold.name, what=words)
            report(step, army, notice, f"{stronghold.id}/arms")


def lay_down(step: Step, stronghold_id: str, victor: str, armies: tuple[str, ...]) -> None:
    """The garrison and these armies are disarmed; the victor says what becomes of them.

    A captain does not decide such things: what the rules have for default is done at once.
    """
    stronghold = step.get(Stronghold, stronghold_id)
    force = garrison_force(step.world, stronghold)
    if not force.detachments and not armies:
        return
    for each in armies:
        army = step.get(Army, each)
        disarmed = msgspec.structs.replace(army, disorder=Disorder("disarmed"))
        step.put(disarmed)
    men = _garrison_of(step, stronghold, armies)
    step.put(men)
    leader = leader_of(step.world, step.get(Army, victor).leader)
    default = step.param(figures.GARRISON)
    if leader is None:
        _settle(step, men, victor, default)
        return
    count = sum(d.soldiers for d in men.detachments)
    count += sum(step.get(Army, each).soldiers for each in armies)
    ask(
        step,
        "D-SIEGE-04",
        f"{count} men have laid down their arms in {stronghold.name}. What becomes of them?",
        who=REFEREE if leader.npc else leader.id,
        options=(
            Option(name="disband", text="they go home"),
            Option(name="prisoners", text="they are led away as prisoners"),
            Option(name="march_out", text="they march out with their arms"),
            Option(name="enlist", text="they serve with you from now on"),
        ),
        default=default,
        then=GarrisonChosen(subject=men.id, army=victor),
        about=(men.id,),
        label=men.id,
    )


def _garrison_of(step: Step, stronghold: Stronghold, armies: tuple[str, ...]) -> LaidDown:
    force = garrison_force(step.world, stronghold)
    return LaidDown(
        id=step.name(f"laid down/{stronghold.id}"),
        place=stronghold.place,
        stronghold=stronghold.id,
        faction=stronghold.faction,
        owner=stronghold.holder,
        detachments=force.detachments,
        armies=armies,
        morale=force.morale,
    )


@chapter.settles(GarrisonChosen)
def garrison_chosen(step: Step, then: GarrisonChosen, choice: Choice) -> None:
    """They go home, are led away, march out, or change sides."""
    men = step.find(LaidDown, then.subject)
    if men is not None:
        _settle(step, men, then.army, choice.option)


def _settle(step: Step, men: LaidDown, victor: str, what: str) -> None:
    step.remove(men, f"settled: {what}")
    stronghold = step.get(Stronghold, men.stronghold)
    armies = [army for each in men.armies if (army := step.find(Army, each)) is not None]
    if what == "march_out":
        for army in armies:
            march_out(step, army.id, stronghold)
        _march_out_together(step, men, stronghold)
        return
    heir = step.find(Army, victor) if what == "enlist" else None
    if heir is not None:
        _enlist(step, heir, men, armies, stronghold)
    words = {
        "prisoners": "is led away into captivity",
        "enlist": "changes sides",
    }.get(what, "lays down its arms and disperses")
    for army in armies:
        _ends(step, army, stronghold, words)


def _ends(step: Step, army: Army, stronghold: Stronghold, words: str) -> None:
    notice = Dispersed(army=army.name, place=stronghold.name, what=words)
    report(step, army, notice, stronghold.id, gone=True)
    step.remove(army, f"it laid down its arms in {stronghold.name}")
    gone = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
    step.happened(gone, army.id)


def march_out(step: Step, army_id: str, stronghold: Stronghold) -> None:
    """An army leaves a fallen place free; with nowhere to go it disperses after all."""
    army = step.get(Army, army_id)
    to = retreat_to(step.world, army, "")
    if to is None:
        _ends(step, army, stronghold, "lays down its arms and disperses")
        return
    words = "marches out with its arms"
    notice = Dispersed(army=army.name, place=stronghold.name, what=words)
    step.put(msgspec.structs.replace(army, inside="", disorder=None))
    report(step, step.get(Army, army_id), notice, stronghold.id)
    step.happened(FallsBack(army=army.id, to=to), army.id)


def garrison_marches_out(step: Step, stronghold: Stronghold) -> None:
    """Those who guarded a place march out on terms (C-AFT-08/a)."""
    _march_out_together(step, _garrison_of(step, stronghold, ()), stronghold)


def _march_out_together(step: Step, men: LaidDown, stronghold: Stronghold) -> None:
    """Those who were no army become one under a captain, and march out with the rest."""
    if not men.detachments:
        return
    army = Army(
        id=step.name(f"garrison of {stronghold.id}"),
        name=f"The garrison of {stronghold.name}",
        faction=men.faction,
        owner=men.owner,
        leader="",
        place=men.place,
        detachments=men.detachments,
        morale=men.morale,
        resting=men.morale,
        entered=step.now,
    )
    to = retreat_to(step.world, army, "")
    if to is None:
        return
    step.put(army)
    note_army(step, army)
    step.happened(ArmyFormed(army=army.id, place=army.place), army.id)
    step.happened(FallsBack(army=army.id, to=to), army.id)


def _enlist(
    step: Step, heir: Army, men: LaidDown, armies: list[Army], stronghold: Stronghold
) -> None:
    """Detachments go over to the victor whole; his morale is the mean of all (C-ARMY-05)."""
    coming = [*men.detachments, *(d for army in armies for d in army.detachments)]
    taken = {detachment.name for detachment in heir.detachments}
    renamed = []
    for detachment in coming:
        name, count = detachment.name, 2
        while name in taken:
            name, count = f"{detachment.name} of {stronghold.name} {count - 1}".strip(), count + 1
        taken.add(name)
        renamed.append(msgspec.structs.replace(detachment, name=name, away=False))
    old = heir.strength * heir.morale
    more = sum(d.soldiers for d in men.detachments) * men.morale
    more += sum(army.strength * army.morale for army in armies)
    whole = (*heir.detachments, *renamed)
    soldiers = max(1, sum(detachment.soldiers for detachment in whole))
    morale = (old + more) // soldiers
    supplies = heir.supplies + sum(army.supplies for army in armies)
    step.put(msgspec.structs.replace(heir, detachments=whole, morale=morale, supplies=supplies))
    step.happened(StrengthChanged(army=heir.id, why="men who changed sides"), heir.id)
