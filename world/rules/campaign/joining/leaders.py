"""Who leads an army that had nobody to lead it: a captain, one of his people, a new player."""

from __future__ import annotations

from typing import ClassVar

from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.joining.orders import CAPTAIN
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander, leader_of
from world.rules.campaign.nouns.kin import (
    RETINUE,
    commander_age,
    one_of_his_people,
    roll_scores,
    roll_traits,
)
from world.rules.campaign.nouns.leading import lead
from world.step import Step
from world.timeline import Event

chapter = Chapter("leaders", "Who leads a new army")

NEW_PLAYER = "new_player"
_LONGEST_NAME = 60


class LeaderChosen(Event, frozen=True, tag="leader_chosen"):
    """Who leads a new army is settled (D-ARMY-01); ``by`` is the commander who split."""

    rank: ClassVar[int] = 500
    by: str


def ask_leader(step: Step, army: Army, by: str) -> None:
    """Ask the splitting player who leads the new army; a captain does until he says (D-ARMY-01)."""
    commander = leader_of(step.world, by)
    if commander is None or commander.npc:
        return
    ask(
        step,
        "D-ARMY-01",
        f"Who leads {army.name}? A captain does for the time being.",
        who=by,
        options=(
            Option(name=CAPTAIN, text="a captain, who carries out plain orders"),
            Option(name=RETINUE, text="one of your own people, whom the referee runs"),
            Option(name=NEW_PLAYER, text="a new player; write the name of his commander"),
        ),
        default=CAPTAIN,
        then=LeaderChosen(subject=army.id, by=by),
        about=(army.id,),
        free_text=True,
        label=army.id,
    )


@chapter.settles(LeaderChosen)
def leader_chosen(step: Step, then: LeaderChosen, choice: Choice) -> None:
    """A commander takes over from the captain, if the army still has one."""
    army = step.find(Army, then.subject)
    if army is None or army.id != then.subject or army.leader:
        return
    if choice.option == RETINUE:
        lead(step, army, from_his_people(step, army, then.by))
    elif choice.option == NEW_PLAYER:
        lead(step, army, _new_player(step, army, then.by, choice.text))


def from_his_people(step: Step, army: Army, by: str) -> Commander:
    """One of a commander's own people, run by the referee (C-RET-01)."""
    of = by if by != REFEREE else army.owner
    return one_of_his_people(step, of, f"{army.id}.leader", army.id)


def _new_player(step: Step, army: Army, by: str, text: str) -> Commander:
    """A commander for somebody who is yet to be invited; the name is as it was written."""
    person = f"{army.id}.leader"
    age = commander_age(step, f"age of {person}")
    name = " ".join(text.split())[:_LONGEST_NAME] or f"the commander of {army.name}"
    head = step.find(Commander, by)
    return Commander(
        id=person,
        name=name,
        faction=head.faction if head is not None else army.faction,
        army=army.id,
        age=age,
        traits=roll_traits(step, f"traits of {person}", age, ()),
        scores=roll_scores(step, f"abilities of {person}"),
        offered=True,
    )
