"""A captured place held to ransom, and who rises for it (C-RAN)."""

from __future__ import annotations

from fractions import Fraction

from world.newsworthy import Newsworthy
from world.pack import Chapter
from world.rules.campaign.money.notices import RansomTaken
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.chests import add_money
from world.rules.campaign.nouns.commander import has_trait
from world.rules.campaign.nouns.engagements import PlaceFell
from world.rules.campaign.nouns.facts import HeldToRansom, RevoltBreaksOut
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.rounding import stores
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.treasury import held_loot, new_wealth, take_loot
from world.step import Step

chapter = Chapter("ransom", "Captured places held to ransom")

SHARE = chapter.param(
    "ransom.share", Fraction(1, 4), "fraction", "C-RAN-01", "of its wealth that a place pays"
)
SEIZE_ALL = chapter.param(
    "loot.seize_all",
    False,
    "bool",
    "C-RAN-01",
    "whether the victor takes all the wealth of a place that he holds to ransom",
)
REVOLT = chapter.param(
    "ransom.revolt_in6", 1, "in 6", "C-RAN-02", "that a town rises after a ransom"
)
REBELS_DIE = chapter.param(
    "ransom.rebels_die", "1d6", "dice", "C-RAN-02", "thrown for the number of its rebels"
)
REBELS_DIVISOR = chapter.param(
    "ransom.rebels_divisor",
    10,
    "persons",
    "C-RAN-02",
    "of the population to a rebel, for each point of that throw",
)
RAIDER_LOOT = chapter.param(
    "trait.raider.loot", 20, "%", "C-TRAIT-13", "more that a Raider finds of loot"
)
RAIDER_APPLIES = chapter.param(
    "trait.raider.applies_to",
    "ransom",
    "mode",
    "C-TRAIT-13",
    "whether his finds bear on ransoms",
    choices=("ransom", "nothing"),
)
chapter.declare(RansomTaken)


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """Where the rules let wealth come back, a fall finds it anew (C-LOOT-01/a)."""
    new_wealth(step, fact.stronghold)


@chapter.on(HeldToRansom)
def held_to_ransom(step: Step, fact: HeldToRansom) -> None:
    """A share of the wealth goes to the victor; a Raider finds more on top (C-RAN-01)."""
    stronghold = step.get(Stronghold, fact.stronghold)
    army = step.find(Army, fact.army)
    if army is None:
        return
    params = step.world.params
    loot = held_loot(step, stronghold.id)
    share = Fraction(1) if step.param(SEIZE_ALL) else step.param(SHARE)
    taken = stores(params, loot * share)
    take_loot(step, stronghold.id, taken)
    paid = taken
    if has_trait(step.world, army.leader, "raider") and step.param(RAIDER_APPLIES) == "ransom":
        paid = stores(params, taken * (1 + Fraction(step.param(RAIDER_LOOT), 100)))
    add_money(step, army, paid)
    victor = step.world.pack.answers.title(step.world, fact.victor)
    report(step, army, RansomTaken(place=stronghold.name, sum=paid, victor=victor), stronghold.id)
    place = scene(step.world).called(stronghold.place)
    news = Newsworthy(
        event="ransom",
        place=stronghold.place,
        wording=f"{place} has paid {{}} doubloons of ransom to {victor}.",
        figures=(paid,),
        knows=(army.leader,) if army.leader else (),
        about=stronghold.id,
    )
    step.happened(news, stronghold.id)
    _may_rise(step, stronghold, fact)


def _may_rise(step: Step, stronghold: Stronghold, fact: HeldToRansom) -> None:
    """A town that was squeezed may rise against its holder (C-RAN-02)."""
    if not step.chance(f"revolt for the ransom of {stronghold.id}", step.param(REVOLT), 6):
        return
    site = scene(step.world).atlas.stronghold_by_id[stronghold.id]
    rolled = step.roll(f"rebels of {stronghold.id}", step.param(REBELS_DIE)).total
    men = rolled * site.population // step.param(REBELS_DIVISOR)
    if men < 1:
        return
    rising = RevoltBreaksOut(
        cause="the ransom",
        faction=step.get(Stronghold, stronghold.id).faction,
        by=fact.victor,
        hexes=(stronghold.place,),
        men=men,
        leader="local",
        rule="D-RAN-01",
    )
    step.happened(rising, stronghold.id)
