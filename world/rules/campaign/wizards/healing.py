"""Fewer casualties in a battle just fought (C-WIZ-05)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.dates import DAY_MS
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.engagements import LossesTaken
from world.rules.campaign.nouns.facts import LooksOtherwise, StrengthChanged
from world.rules.campaign.nouns.losses import losses_of
from world.rules.campaign.nouns.magic import Loss, Toll, mages
from world.rules.campaign.nouns.rounding import adjusted_percentage
from world.rules.campaign.wizards import figures
from world.rules.campaign.wizards.orders import no_such_spell
from world.step import Step

chapter = Chapter("healing", "Fewer casualties by magic")


@chapter.on(LossesTaken)
def losses_taken(step: Step, fact: LossesTaken) -> None:
    """What a battle has cost is kept in mind where somebody might mend it."""
    army = step.find(Army, fact.army)
    if army is None or not mages(step.world, army):
        return
    losses = tuple(Loss(name, before, lost) for name, before, lost in fact.losses)
    step.put(
        Toll(
            id=f"toll:{army.id}",
            army=army.id,
            at=step.now,
            num=fact.num,
            den=fact.den,
            losses=losses,
        )
    )


def require_battle(step: Step, army: Army) -> Toll:
    """The battle just fought.

    Raises:
        Refused: E-SPELL where there was none in time.
    """
    toll = step.find(Toll, f"toll:{army.id}")
    days = step.param(figures.HEAL_WINDOW)
    if toll is None or step.now - toll.at > days * DAY_MS:
        raise no_such_spell(f"{army.name} has fought no battle within {days} days.")
    return toll


def heal(step: Step, army: Army, toll: Toll) -> str:
    """Men who were lost are back with their detachments; returns what has come of it, in words."""
    params = step.world.params
    points = step.roll(f"casualties healed in {army.id}", step.param(figures.HEAL_DICE)).total
    percentage = max(Fraction(0), adjusted_percentage(params, toll.percentage, [-points]))
    before = {each.detachment: each.before for each in toll.losses}
    as_it_was = msgspec.structs.replace(
        army,
        detachments=tuple(
            msgspec.structs.replace(d, soldiers=before[d.name], away=False)
            for d in army.detachments
            if d.name in before
        ),
    )
    fewer = losses_of(params, as_it_was, percentage)
    spared = {
        each.detachment: max(0, each.lost - fewer[each.detachment])
        for each in toll.losses
        if each.detachment in fewer
    }
    step.put(
        msgspec.structs.replace(
            army,
            detachments=tuple(
                msgspec.structs.replace(d, soldiers=d.soldiers + spared.get(d.name, 0))
                for d in army.detachments
            ),
        )
    )
    losses = tuple(
        msgspec.structs.replace(each, lost=each.lost - spared.get(each.detachment, 0))
        for each in toll.losses
    )
    num, den = percentage.numerator, percentage.denominator
    step.put(msgspec.structs.replace(toll, num=num, den=den, losses=losses))
    step.happened(LooksOtherwise(army=army.id), f"healed/{army.id}")
    step.happened(StrengthChanged(army=army.id, why="healing"), f"healed/{army.id}")
    return f"{sum(spared.values())} men are spared, {points} in the hundred fewer lost."
