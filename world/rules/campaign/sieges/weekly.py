"""The weekly reckoning of a siege, and the gates (C-SIEGE-03 to C-SIEGE-05, C-ENG-02)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.command import governed
from world.rules.campaign.nouns.commander import BRUTAL, has_trait
from world.rules.campaign.nouns.engagements import (
    PlaceYields,
    StrongholdAttacked,
    StrongholdResupplied,
)
from world.rules.campaign.nouns.guns import siege_bonus
from world.rules.campaign.nouns.report import report_place
from world.rules.campaign.nouns.review import REROLL, held_back
from world.rules.campaign.nouns.sea_facts import YieldsToFleet
from world.rules.campaign.nouns.siege import Siege, siege_of
from world.rules.campaign.nouns.stronghold import Stronghold, soldiers_inside
from world.rules.campaign.nouns.walls import WEEK_DEFAULT
from world.rules.campaign.nouns.where import commander_inside
from world.rules.campaign.sieges import figures
from world.rules.campaign.sieges.events import GatesAnswered, SiegeWeek, WeekCounted, WeekRolled
from world.rules.campaign.sieges.lifting import besiegers, blockaders, lift, tell_besiegers
from world.rules.campaign.sieges.notices import GatesOpen, SiegeWeekInside, SiegeWeekOutside
from world.rules.campaign.sieges.orders import YieldOrder, not_besieged
from world.step import Step

chapter = Chapter("siege weeks", "The weekly reckoning, open gates, yielding")
chapter.declare(SiegeWeekInside, SiegeWeekOutside, GatesOpen)

_COUNTS: dict[str, tuple[bool, bool, bool]] = {
    "nothing": (False, False, False),
    "disease": (True, False, False),
    "resupply": (False, True, False),
    "attacked": (False, False, True),
    "disease_resupply": (True, True, False),
    "disease_attacked": (True, False, True),
    "resupply_attacked": (False, True, True),
    "all": (True, True, True),
}


@chapter.on(StrongholdAttacked)
def attacked(step: Step, fact: StrongholdAttacked) -> None:
    """A battle against the besiegers gives the besieged heart (C-SIEGE-03)."""
    if fact.harrying and not step.param(figures.COUNTS_HARRY):
        return
    siege = siege_of(step.world, step.get(Stronghold, fact.stronghold).place)
    if siege is not None:
        step.put(msgspec.structs.replace(siege, attacked=True))


@chapter.on(StrongholdResupplied)
def resupplied(step: Step, fact: StrongholdResupplied) -> None:
    """So does food that got in, if it is enough (C-SIEGE-03/a)."""
    siege = siege_of(step.world, step.get(Stronghold, fact.stronghold).place)
    if siege is None:
        return
    days = siege.resupplied + fact.days
    step.put(msgspec.structs.replace(siege, resupplied=days))


@chapter.handles(SiegeWeek)
def week_ends(step: Step, event: SiegeWeek) -> None:
    """A week is over: the referee may say what counted, by default what was recorded."""
    siege = step.find(Siege, event.subject)
    if siege is None or siege.state != "running":
        return
    stronghold = step.get(Stronghold, siege.stronghold)
    inside = soldiers_inside(step.world, stronghold)
    outside = sum(army.soldiers for army in besiegers(step, siege))
    too_few = outside < step.param(figures.MIN_RATIO) * inside or outside == 0
    if too_few and not siege.fleets:  # ships shut a place in whatever their number (C-BLK-01/a)
        lift(step, siege, "the besiegers are too few")
        return
    if inside == 0 and step.param(figures.EMPTY_FALLS):
        give_up(step, siege, terms=False)
        return
    fed = siege.resupplied >= step.param(figures.RESUPPLY_DAYS)
    ask(
        step,
        "D-SIEGE-02",
        f"What counted in week {siege.weeks + 1} of the siege of {stronghold.name}?",
        who=REFEREE,
        options=(
            Option(name="as_recorded", text="what was recorded"),
            *(Option(name=name, text=name.replace("_", " and ")) for name in _COUNTS),
        ),
        default="as_recorded",
        then=WeekCounted(
            subject=siege.id,
            week=siege.weeks + 1,
            disease=step.param(figures.DISEASE_DEFAULT),
            resupplied=fed,
            attacked=siege.attacked,
        ),
    )


def _change(step: Step, siege: Siege, counts: tuple[bool, bool, bool]) -> tuple[int, list[str]]:
    """What a week does to the will to hold, and the causes in words (C-SIEGE-03)."""
    disease, resupply, attack = counts
    change, causes = step.param(WEEK_DEFAULT), ["another week has passed"]
    leaders = [army.leader for army in besiegers(step, siege)]
    leaders += [fleet.leader for fleet in blockaders(step, siege)]
    if any(has_trait(step.world, leader, "brutal") for leader in leaders):
        change += step.param(BRUTAL)
        causes.append("the enemy is brutal")
    if disease:
        change += step.param(figures.DISEASE)
        causes.append("there is disease")
    if resupply:
        change += step.param(figures.RESUPPLY)
        causes.append("food has come in")
    if attack:
        change += step.param(figures.ATTACKED)
        causes.append("the besiegers were attacked")
    return change, causes


@chapter.settles(WeekCounted)
def week_counted(step: Step, then: WeekCounted, choice: Choice) -> None:
    """The will to hold changes, engines wear the walls, then the week's roll is made."""
    siege = step.find(Siege, then.subject)
    if siege is None:
        return
    stronghold = step.get(Stronghold, siege.stronghold)
    recorded = (then.disease, then.resupplied, then.attacked)
    counts = _COUNTS.get(choice.option, recorded)
    change, causes = _change(step, siege, counts)
    if choice.amends is not None:
        # The week was reckoned by what was recorded; what differs takes effect from now on.
        change -= _change(step, siege, recorded)[0]
        threshold = stronghold.threshold + change
        step.put(msgspec.structs.replace(stronghold, threshold=threshold))
        return
    defence, worn = _worn_walls(step, siege, stronghold)
    stronghold = msgspec.structs.replace(
        stronghold, threshold=stronghold.threshold + change, defence=defence
    )
    step.put(stronghold)
    siege = msgspec.structs.replace(siege, weeks=then.week, attacked=False, resupplied=0, worn=worn)
    step.put(siege)
    _report_week(step, siege, stronghold, causes)
    if not stronghold.gates_open:
        _roll(step, siege, stronghold)


def _worn_walls(step: Step, siege: Siege, stronghold: Stronghold) -> tuple[int, int]:
    """The walls after a week of the besiegers' engines, and what these have taken (C-ENG-02)."""
    sets = sum(army.engines.ready for army in besiegers(step, siege))
    wear = sets * step.param(figures.ENGINES_WEAR)
    if not step.param(figures.CUMULATIVE):
        wear = max(0, wear - siege.worn)
    least = min(stronghold.defence, step.param(figures.MIN_DEFENCE))
    defence = max(least, stronghold.defence - wear)
    return defence, siege.worn + stronghold.defence - defence


def _report_week(step: Step, siege: Siege, stronghold: Stronghold, causes: list[str]) -> None:
    inside = SiegeWeekInside(
        place=stronghold.name,
        week=siege.weeks,
        causes=", ".join(causes),
        threshold=stronghold.threshold,
        defence=stronghold.defence,
    )
    commander = commander_inside(step.world, stronghold)
    if commander is not None:
        step.tell(commander.id, inside, siege.id)
    armies = besiegers(step, siege)
    outside = SiegeWeekOutside(
        place=stronghold.name,
        week=siege.weeks,
        defence=stronghold.defence,
        guns=siege_bonus(step.world, armies),
    )
    tell_besiegers(step, siege, outside)


def _roll(step: Step, siege: Siege, stronghold: Stronghold) -> None:
    """2d6 and the guns; over the threshold somebody within opens the gates (C-SIEGE-04)."""
    total = _thrown(step, siege, stronghold)
    opens = total > stronghold.threshold
    held = held_back(
        step,
        f"Week {siege.weeks} of the siege of {stronghold.name} came to {total} against a threshold"
        f" of {stronghold.threshold}: the gates {'open' if opens else 'stay shut'}.",
        WeekRolled(subject=siege.id, opens=opens),
        instead=(
            Option(name="open", text="the gates open"),
            Option(name="shut", text="the gates stay shut"),
        ),
        about=(siege.id,),
        label=siege.id,
    )
    if opens and not held:
        open_gates(step, siege.id)


def _thrown(step: Step, siege: Siege, stronghold: Stronghold) -> int:
    bonus = siege_bonus(step.world, besiegers(step, siege))
    dice = step.param(figures.ROLL)
    return step.roll(f"week of the siege of {stronghold.id}", dice).total + bonus


@chapter.settles(WeekRolled)
def week_rolled(step: Step, then: WeekRolled, choice: Choice) -> None:
    """The gates open or stay shut as the referee has it (C-GEN-08)."""
    siege = step.find(Siege, then.subject)
    stronghold = step.get(Stronghold, siege.stronghold) if siege is not None else None
    if siege is None or stronghold is None or stronghold.gates_open:
        return
    opens = {"open": True, "shut": False}.get(choice.option, then.opens)
    if choice.option == REROLL:
        opens = _thrown(step, siege, stronghold) > stronghold.threshold
    if opens:
        open_gates(step, siege.id)


def open_gates(step: Step, siege_id: str) -> None:
    """The walls help no longer; the defenders say what they do (C-SIEGE-05)."""
    siege = step.get(Siege, siege_id)
    stronghold = step.get(Stronghold, siege.stronghold)
    step.put(msgspec.structs.replace(stronghold, gates_open=True))
    notice = GatesOpen(place=stronghold.name)
    tell_besiegers(step, siege, notice)
    report_place(step, stronghold, notice, siege.id)
    inside = commander_inside(step.world, stronghold)
    player = inside is not None and not inside.npc
    default = "yield" if not player and step.param(figures.NPC_YIELDS) else "fight"
    ask(
        step,
        "D-SIEGE-03",
        f"The gates of {stronghold.name} are open. What do the defenders do?",
        who=inside.id if inside is not None and player else REFEREE,
        options=(
            Option(name="yield", text="yield"),
            Option(name="terms", text="yield on terms: the defenders march out"),
            Option(name="fight", text="fight in the streets"),
        ),
        default=default,
        then=GatesAnswered(subject=siege.id),
        about=(siege.id,),
    )


@chapter.settles(GatesAnswered)
def gates_answered(step: Step, then: GatesAnswered, choice: Choice) -> None:
    """The place yields, or the siege goes on with open gates."""
    siege = step.find(Siege, then.subject)
    if siege is not None and choice.option != "fight":
        give_up(step, siege, terms=choice.option == "terms")


@chapter.obeys(YieldOrder)
def yield_place(step: Step, order: YieldOrder, hand: Hand) -> None:
    """The defenders yield of their own accord (O-YIELD)."""
    stronghold = governed(step.world, hand, order.stronghold)
    siege = siege_of(step.world, stronghold.place)
    if siege is None:
        raise not_besieged(stronghold.name)
    give_up(step, siege, terms=order.terms)


def give_up(step: Step, siege: Siege, *, terms: bool) -> None:
    """Announce that a place yields to its besiegers."""
    first = next(iter(besiegers(step, siege)), None)
    if first is None:
        step.happened(YieldsToFleet(siege=siege.id, terms=terms), siege.id)
        return
    fact = PlaceYields(
        stronghold=siege.stronghold,
        victor=first.leader or first.owner,
        army=first.id,
        terms=terms,
        weeks=siege.weeks,
    )
    step.happened(fact, siege.id)
