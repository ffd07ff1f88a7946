"""A commander's people: who they are, how old, what they are good at (C-RET, C-CMD-01 to 05)."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import msgspec

from world.dates import DAY_MS
from world.pack import Chapter
from world.rules.campaign.nouns import descent
from world.rules.campaign.nouns.almanac import AlmanacEntry, entry_of
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Ability, Commander, Scores, Trait
from world.rules.campaign.nouns.day import YEAR_DAYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from world.param import Param, Params
    from world.step import Step

chapter = Chapter("kin", "Ages, abilities and traits of commanders and of their people")

AGE_DICE = chapter.param("commander.age_dice", "2d20", "dice", "C-CMD-01", "of a commander's age")
AGE_BASE = chapter.param("commander.age_base", 20, "years", "C-CMD-01", "added to those dice")
BIRTHDAY = chapter.param(
    "commander.birthday",
    "game_start",
    "mode",
    "C-CMD-01",
    "when a commander grows a year older: on the day the campaign began, or the day he joined it",
    choices=("game_start", "creation"),
)
BEST = chapter.param("commander.score_best", 2, "score", "C-CMD-03", "of the best ability")
GOOD_COUNT = chapter.param(
    "commander.score_good_count", 2, "abilities", "C-CMD-03", "how many are good"
)
GOOD = chapter.param("commander.score_good", 1, "score", "C-CMD-03", "of a good ability")
MID = chapter.param("commander.score_mid", 0, "score", "C-CMD-03", "of a middling ability")
BAD = chapter.param("commander.score_bad", -1, "score", "C-CMD-03", "of the worst ability")
FIRST_AGE = chapter.param("trait.first_age", 20, "years", "C-CMD-05", "age of the first trait")
INTERVAL = chapter.param("trait.interval", 10, "years", "C-CMD-05", "until the next trait")
TRAIT_DIE = chapter.param("trait.die", "1d20", "dice", "C-CMD-05", "which trait comes")
ENFORCE_COUNT = chapter.param(
    "trait.enforce_count",
    True,
    "bool",
    "C-CMD-05",
    "whether a commander has as many traits as the rule gives his age, if his sheet has fewer",
)
WHO_DIE = chapter.param("retinue.die", "1d20", "dice", "C-RET-01", "who of his people is found")
STEP_DIE = chapter.param("retinue.step_die", "1d6", "dice", "C-RET-T07", "whose step-kin it is")
INLAW_DIE = chapter.param("retinue.inlaw_die", "1d6", "dice", "C-RET-T08", "whose in-law it is")

#: Somebody of one's own people, where an order asks who is to lead.
RETINUE = "retinue"
#: Traits in the order of their table (C-TRAIT-01 to C-TRAIT-20).
TRAITS: tuple[Trait, ...] = (
    "beloved",
    "brutal",
    "commando",
    "crusader",
    "defensive engineer",
    "duelist",
    "guardian",
    "honorable",
    "ironsides",
    "logistician",
    "outrider",
    "poet",
    "raider",
    "ranger",
    "magic touch",
    "siege engineer",
    "spartan",
    "stubborn",
    "vanquisher",
    "veteran",
)
#: Abilities in the order of their table (C-CMD-A1 to C-CMD-A5).
ABILITIES: tuple[Ability, ...] = get_args(Ability)


class Age(msgspec.Struct, frozen=True):
    """An age as the rules write it: ``20+2d20``."""

    years: int
    dice: str


def _age(row: int, name: str, default: str) -> Param[str]:
    return chapter.param(
        f"retinue.{name}", default, "years", f"C-RET-T{row:02}", "age of such a one"
    )


#: Rows of the table of kin that have an age of their own (C-RET-T).
KIN: dict[int, tuple[str, Param[str]]] = {
    1: ("child", _age(1, "child", "14+3d6")),
    2: ("sibling", _age(2, "sibling", "20+2d20")),
    3: ("parent", _age(3, "parent", "30+3d20")),
    4: ("niece or nephew", _age(4, "niece_nephew", "16+1d20")),
    5: ("aunt or uncle", _age(5, "aunt_uncle", "30+3d20")),
    6: ("cousin", _age(6, "cousin", "20+2d20")),
    9: ("spouse", _age(9, "spouse", "20+2d20")),
    10: ("friend", _age(10, "friend", "20+2d20")),
    11: ("rival", _age(11, "rival", "20+2d20")),
    12: ("student", _age(12, "student", "16+1d20")),
    13: ("teacher", _age(13, "teacher", "30+3d20")),
    14: ("priest", _age(14, "priest", "20+3d20")),
    15: ("councilor", _age(15, "councilor", "20+3d20")),
    16: ("bodyguard", _age(16, "bodyguard", "20+1d20")),
    17: ("quartermaster", _age(17, "quartermaster", "20+2d20")),
    18: ("creditor", _age(18, "creditor", "20+2d20")),
    19: ("favorite", _age(19, "favorite", "16+2d20")),
    20: ("stranger", _age(20, "stranger", "14+3d20")),
}
STEP, INLAW = 7, 8
_WORDS = frozenset(word for word, _ in KIN.values())


class Kin(msgspec.Struct, frozen=True):
    """One of a commander's people: what he is to him, and how old."""

    who: str
    age: int


def age_of(text: str) -> Age:
    """An age of the table, read.

    Raises:
        ValueError: it is none.
    """
    years, _, dice = text.partition("+")
    return Age(int(years), dice)


def roll_age(step: Step, reason: str, text: str) -> int:
    """An age as the dice have it."""
    age = age_of(text)
    return age.years + (step.roll(reason, age.dice).total if age.dice else 0)


def commander_age(step: Step, reason: str) -> int:
    """The age of a commander of whom nothing is said (C-CMD-01)."""
    return step.param(AGE_BASE) + step.roll(reason, step.param(AGE_DICE)).total


def roll_kin(step: Step, reason: str) -> Kin:
    """Who of a commander's people is found, and his age (C-RET-01, C-RET-T)."""
    row = step.roll(f"{reason}: who", step.param(WHO_DIE)).total
    before = after = ""
    if row == STEP:
        before, row = "step-", step.roll(f"{reason}: step-kin", step.param(STEP_DIE)).total
    elif row == INLAW:
        after, row = "-in-law", step.roll(f"{reason}: in-law", step.param(INLAW_DIE)).total
    who, age = KIN.get(row, KIN[20])
    return Kin(f"{before}{who}{after}", roll_age(step, f"{reason}: age", step.param(age)))


def trait_count(params: Params, age: int) -> int:
    """How many traits somebody of an age has (C-CMD-05)."""
    first = params[FIRST_AGE]
    return 0 if age < first else 1 + (age - first) // max(1, params[INTERVAL])


def roll_trait(step: Step, reason: str, held: tuple[Trait, ...]) -> tuple[Trait, ...]:
    """The traits with one more, rolled again while it is held already (C-CMD-05)."""
    if len(held) >= len(TRAITS):
        return held
    for _ in range(1000):
        row = step.roll(reason, step.param(TRAIT_DIE)).total
        trait = TRAITS[(row - 1) % len(TRAITS)]
        if trait not in held:
            return (*held, trait)
    return held


def roll_traits(step: Step, reason: str, age: int, held: tuple[Trait, ...]) -> tuple[Trait, ...]:
    """As many traits as an age brings."""
    while len(held) < trait_count(step.world.params, age):
        more = roll_trait(step, reason, held)
        if more == held:
            break
        held = more
    return held


def spread(params: Params) -> tuple[int, ...]:
    """The scores that a commander's abilities have, the best first, one for each (C-CMD-03)."""
    rest = len(ABILITIES) - 2
    good = min(params[GOOD_COUNT], rest)
    middling = (params[MID],) * (rest - good)
    return (params[BEST], *(params[GOOD],) * good, *middling, params[BAD])


def roll_scores(step: Step, reason: str) -> Scores:
    """Abilities of somebody nobody has made up, as the dice have it."""
    left = list(ABILITIES)
    ranked: list[Ability] = []
    while left:
        ability = step.pick(reason, left)
        left.remove(ability)
        ranked.append(ability)
    return scores_of(step.world.params, ranked)


def scores_of(params: Params, ranked: Sequence[Ability]) -> Scores:
    """The scores of abilities that are named from the best to the worst (C-CMD-03)."""
    return Scores(**dict(zip(ranked, spread(params), strict=True)))


def birthday_after(params: Params, now: int, came: int) -> int:
    """The instant of the first birthday of somebody who came at *came*, after *now* (C-CMD-01)."""
    year = params[YEAR_DAYS] * DAY_MS
    since = 0 if params[BIRTHDAY] == "game_start" else came
    return since + ((now - since) // year + 1) * year


def aged(step: Step, commander: Commander) -> Commander:
    """The commander with an age: rolled now and put into the world where none is known."""
    if commander.age:
        return commander
    age = commander_age(step, f"age of {commander.id}")
    commander = msgspec.structs.replace(commander, age=age)
    step.put(commander)
    return commander


def sheet_traits(step: Step, person: str, age: int, held: tuple[Trait, ...]) -> tuple[Trait, ...]:
    """The traits of a commander whose sheet gives his age: as many as it brings (C-CMD-05/a)."""
    if not step.param(ENFORCE_COUNT):
        return held
    return roll_traits(step, f"traits of {person}", age, held)


def one_of_his_people(step: Step, of: str, person: str, army: str, called: str = "") -> Commander:
    """Somebody of a commander's people, called to lead an army; the referee runs him (C-RET-01).

    ``of`` is the commander, who may be dead by now, and ``person`` the new one's id.  He is not put
    into the world yet.  ``called`` is the name of the army where that is not in the world either.
    """
    kin = roll_kin(step, f"the people of {of}")
    side = step.find(Commander, of) or step.find(Army, army)
    return Commander(
        id=person,
        name=_name_of_kin(step, of, called or _called(step, army), kin.who),
        faction=side.faction if side is not None else of,
        traits=roll_traits(step, f"traits of {person}", kin.age, ()),
        army=army,
        npc=True,
        of=of,
        age=kin.age,
        scores=roll_scores(step, f"abilities of {person}"),
    )


def _called(step: Step, army: str) -> str:
    found = step.find(Army, army)
    return "" if found is None else found.name


def _name_of_kin(step: Step, of: str, army: str, who: str) -> str:
    """How somebody of a commander's people is spoken of; a second cousin is counted.

    In an army (by name) that nobody leads and nobody owns he is nobody's kin, but an officer of it.
    """
    entry, head = entry_of(step.world, of), step.find(Commander, of)
    whose = head.name if head is not None else entry.name if entry is not None else of
    if whose or not army:
        name = descent.of_person(who, whose, _WORDS)
    else:
        name = f"an officer of {descent.first_army(army)}"
    taken = {each.name for each in step.of(AlmanacEntry)}
    count = 1
    while (found := name if count == 1 else f"{name} ({count})") in taken:
        count += 1
    return found
