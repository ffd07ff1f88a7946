"""What commanders try by their abilities, and the referee who says whether it takes a roll."""

from __future__ import annotations

import re
from typing import cast, get_args

from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.commanders.notices import AbilityRolled, AbilityTried
from world.rules.campaign.commanders.orders import (
    AbilityRollOrder,
    AttemptOrder,
    no_commander,
    require_act,
    require_referee,
)
from world.rules.campaign.nouns.ability import TARGET, chance_in_words, try_ability
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Ability, Commander
from world.step import Step
from world.timeline import Event

chapter = Chapter("attempts", "What commanders try by their abilities")
chapter.declare(AbilityTried, AbilityRolled)

_TARGET = re.compile(r"^\s*(\d{1,2})\b[\s:,;.]*")


class AttemptJudged(Event, frozen=True, tag="attempt_judged"):
    """Whether what a commander tries takes a roll is settled (D-CMD-01)."""

    act: str


@chapter.obeys(AttemptOrder)
def attempt(step: Step, order: AttemptOrder, hand: Hand) -> None:
    """The referee is asked whether it takes a roll, of which ability, against what (C-CMD-04)."""
    commander = step.find(Commander, hand.author)
    if commander is None:
        raise no_commander()
    require_act(order.act)
    usual = step.param(TARGET)
    by = f" by {order.ability}" if order.ability else ""
    ask(
        step,
        "D-CMD-01",
        f"{commander.name} tries{by}: “{order.act}”. Is a roll called for, of what? Against {usual}"
        " if you write no other number; words after it are for him.",
        who=REFEREE,
        options=(
            Option(name="none", text="no roll is called for"),
            *(
                Option(
                    name=ability,
                    text=f"a roll of {ability}",
                    odds=chance_in_words(step.world.params, commander, ability, usual),
                )
                for ability in get_args(Ability)
            ),
        ),
        default="none",
        then=AttemptJudged(subject=commander.id, act=order.act),
        about=(),
        free_text=True,
        label=commander.id,
    )


@chapter.settles(AttemptJudged)
def attempt_judged(step: Step, then: AttemptJudged, choice: Choice) -> None:
    """The dice are thrown, and he learns whether he has done it."""
    commander = step.find(Commander, then.subject)
    if commander is None or choice.option == "none":
        return
    found = _TARGET.match(choice.text)
    target = int(found[1]) if found else None
    words = choice.text[found.end() :] if found else choice.text
    _roll(step, commander, cast("Ability", choice.option), then.act, target, words.strip())


@chapter.obeys(AbilityRollOrder)
def ability_roll(step: Step, order: AbilityRollOrder, hand: Hand) -> None:
    """The referee calls for a roll himself."""
    require_referee(hand.author)
    require_act(order.act)
    commander = step.find(Commander, order.who)
    if commander is None:
        raise Refused(
            "E-UNKNOWN-ADDRESSEE",
            f"There is no commander {order.who[:40]!r}; nothing was rolled. Give an id.",
        )
    _roll(step, commander, order.ability, order.act, order.target or None, "")


def _roll(
    step: Step, commander: Commander, ability: Ability, act: str, target: int | None, words: str
) -> None:
    """The commander is told the outcome, the referee the roll (C-CMD-04)."""
    tried = try_ability(step, f"{ability} of {commander.id}", commander, ability, target=target)
    outcome = "succeeds" if tried.succeeds else "fails"
    if not commander.npc:
        step.tell(
            commander.id,
            AbilityTried(act=act, ability=ability, outcome=outcome, words=words),
            commander.id,
        )
    notice = AbilityRolled(
        name=commander.name,
        act=act,
        ability=ability,
        dice=tried.dice,
        score=tried.score,
        total=tried.total,
        target=tried.target,
        outcome=outcome,
    )
    step.tell(REFEREE, notice, commander.id)
