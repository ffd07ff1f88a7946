"""Who wants to go over leaves his army: mutineers stay in arms, defectors walk (C-MOR-T)."""

from __future__ import annotations

from world.pack import Chapter
from world.rules.campaign.defection.mutiny import mutiny
from world.rules.campaign.defection.notices import CannotLeave, WentOver
from world.rules.campaign.defection.walking import walk_off
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.facts import DetachmentsTurn
from world.rules.campaign.nouns.fleet import aboard_of
from world.rules.campaign.nouns.report import report
from world.step import Step

chapter = Chapter("defection", "Detachments that go over to somebody else")
chapter.declare(WentOver, CannotLeave)

_MUTINY, _SPLITS = 2, 6
_DO = {
    _MUTINY: "follow a leader of their own now",
    _SPLITS: "are setting out to join a commander of another side; money may turn them",
}


@chapter.on(DetachmentsTurn)
def detachments_turn(step: Step, fact: DetachmentsTurn) -> None:
    """They go at once, with what is theirs; from a ship nobody can."""
    army = step.find(Army, fact.army)
    if army is None or not fact.detachments:
        return
    listed = ", ".join(fact.detachments)
    if aboard_of(step.world, army) is not None:
        report(step, army, CannotLeave(army=army.name, detachments=listed))
        return
    men = sum(d.soldiers for d in army.present if d.name in fact.detachments)
    what = _DO.get(fact.row, "march off to go over to others")
    everybody = all(d.name in fact.detachments for d in army.present)
    notice = WentOver(army=army.name, detachments=listed, men=men, what=what)
    report(step, army, notice, str(fact.row), gone=everybody)
    if fact.row == _MUTINY:
        mutiny(step, army, fact.detachments)
    else:
        walk_off(step, army, fact.detachments, fact.row)
