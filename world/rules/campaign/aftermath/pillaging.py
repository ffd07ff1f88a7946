"""Pillage, and the anger of those who were pillaged (C-AFT-02)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy
from world.pack import Chapter
from world.rules.campaign.aftermath import figures
from world.rules.campaign.aftermath.events import AngerChosen
from world.rules.campaign.aftermath.notices import Pillaged
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.chests import add_money
from world.rules.campaign.nouns.facts import MoraleMoves, RevoltBreaksOut
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.rounding import stores
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.treasury import held_loot, take_loot
from world.step import Step

chapter = Chapter("pillage", "Pillage of a fallen place, and its people's anger")
chapter.declare(Pillaged)


def pillage(
    step: Step, stronghold_id: str, army_id: str, armies: tuple[str, ...], why: str
) -> None:
    """Half the wealth and the stores of a place are gone, and the soldiers content (C-AFT-02)."""
    if step.find(Army, army_id) is None:
        return  # they have all deserted
    params = step.world.params
    stronghold = step.get(Stronghold, stronghold_id)
    keep = step.param(figures.KEEP)
    loot = held_loot(step, stronghold_id)
    doubloons = loot - stores(params, loot * keep)
    supplies = stronghold.stores - stores(params, stronghold.stores * keep)
    take_loot(step, stronghold_id, doubloons)
    stronghold = step.get(Stronghold, stronghold_id)
    step.put(msgspec.structs.replace(stronghold, stores=stronghold.stores - supplies))
    _to_army(step, army_id, doubloons, supplies)
    for each in armies:
        reason = f"the pillage of {stronghold.name}"
        by = step.param(figures.PILLAGE_MORALE)
        step.happened(MoraleMoves(army=each, by=by, why=reason), f"{stronghold_id}/{each}")
    army = step.find(Army, army_id)
    if army is None:
        return
    notice = Pillaged(
        place=stronghold.name, army=army.name, why=why, supplies=supplies, doubloons=doubloons
    )
    report(step, army, notice, stronghold_id)
    news = Newsworthy(
        event="pillage",
        place=stronghold.place,
        wording=f"{army.name} has pillaged {stronghold.name}{why}.",
        knows=(army.leader,) if army.leader else (),
        about=stronghold_id,
    )
    step.happened(news, f"pillage/{stronghold_id}")
    _anger(step, stronghold, army)


def _to_army(step: Step, army_id: str, doubloons: int, supplies: int) -> None:
    """What comes to the army of what its soldiers take: nothing, by the rules (C-AFT-02/a)."""
    share: Fraction = step.param(figures.TO_ARMY)
    army = step.find(Army, army_id)
    if not share or army is None:
        return
    params = step.world.params
    add_money(step, army, stores(params, doubloons * share))
    army = step.get(Army, army_id)
    taken = min(stores(params, supplies * share), free_room(step.world, army))
    step.put(msgspec.structs.replace(army, supplies=army.supplies + taken))


def _anger(step: Step, stronghold: Stronghold, army: Army) -> None:
    ask(
        step,
        "D-AFT-03",
        f"{stronghold.name} was pillaged. How does the anger of its people show?",
        who=REFEREE,
        options=(
            Option(name="noted", text="it is noted, and remembered"),
            Option(name="dearer", text="operations there are dearer; price them so"),
            Option(name="revolt", text="they rise"),
            Option(name="nothing", text="it does not show"),
        ),
        default="noted",
        then=AngerChosen(
            subject=stronghold.id,
            faction=army.faction,
            by=army.leader or army.owner,
            place=stronghold.place,
        ),
        about=(stronghold.id,),
        free_text=True,
        label=stronghold.id,
    )


@chapter.settles(AngerChosen)
def anger_chosen(step: Step, then: AngerChosen, choice: Choice) -> None:
    """The people rise, if the referee has it so (D-AFT-03)."""
    if choice.option == "revolt":
        stronghold = step.get(Stronghold, then.subject)
        fact = RevoltBreaksOut(
            cause=f"the pillage of {stronghold.name}",
            faction=then.faction,
            by=then.by,
            hexes=(then.place,),
        )
        step.happened(fact, stronghold.id)
