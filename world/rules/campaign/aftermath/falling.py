"""A place changes hands, and who slips away (C-AFT-01, C-AFT-05)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option
from world.dispatch import Dispatch
from world.knowledge.picture import Source
from world.newsworthy import Newsworthy
from world.pack import Chapter
from world.rules.campaign.aftermath import figures
from world.rules.campaign.aftermath.choosing import ask_aftermath
from world.rules.campaign.aftermath.events import AftermathChosen, EscapeReviewed
from world.rules.campaign.aftermath.finding import search
from world.rules.campaign.aftermath.garrison import (
    garrison_marches_out,
    lay_down,
    march_out,
    tell_of_yielding,
)
from world.rules.campaign.aftermath.notices import PlaceTaken
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import (
    ArmyBeaten,
    CommanderFled,
    CommanderSlipped,
    CommanderTaken,
    PlaceFell,
    PlaceSearched,
    PlaceStormed,
    PlaceYields,
)
from world.rules.campaign.nouns.faction import friendly, name_of
from world.rules.campaign.nouns.leading import to_captain
from world.rules.campaign.nouns.report import account_of_place, report
from world.rules.campaign.nouns.review import REROLL, held_back
from world.rules.campaign.nouns.siege import Siege, siege_of
from world.rules.campaign.nouns.sight import place_seen
from world.rules.campaign.nouns.stronghold import Standing, Stronghold, quartered
from world.rules.campaign.nouns.walls import period_ms
from world.rules.campaign.nouns.where import governor_of, inside_of, whereabouts
from world.step import Step

chapter = Chapter("fall", "Places that change hands")
chapter.declare(PlaceTaken)


class Fall(msgspec.Struct, frozen=True):
    """A fall: to whom, how, and after how many weeks of siege.

    Where the place has joined by ``treaty`` its garrison is the victor's; one that is ``spared``,
    nothing in it having been taken by force, loses neither stores nor people (C-AFT-01/a).
    """

    stronghold: str
    victor: str
    army: str
    armies: tuple[str, ...]
    how: str
    weeks: int
    treaty: bool = False
    spared: bool = False


@chapter.on(PlaceYields)
def place_yields(step: Step, fact: PlaceYields) -> None:
    """The garrison lays down its arms, or marches out on terms; the place changes hands."""
    stronghold = step.get(Stronghold, fact.stronghold)
    siege = siege_of(step.world, stronghold.place)
    armies = siege.armies if siege is not None and fact.army in siege.armies else (fact.army,)
    fall = Fall(
        stronghold=stronghold.id,
        victor=fact.victor,
        army=fact.army,
        armies=armies,
        how="on terms" if fact.terms else "without terms",
        weeks=_weeks(step, siege, fact.weeks),
        treaty=fact.treaty,
        spared=fact.terms and siege is None and step.param(figures.ON_TREATY) == "none",
    )
    inside = quartered(step.world, stronghold)
    if fact.terms:
        for army in inside:
            march_out(step, army.id, stronghold)
        if not fact.treaty:
            garrison_marches_out(step, stronghold)
            _leave_with_them(step, stronghold)
    else:
        armed = tuple(army.id for army in inside)
        tell_of_yielding(step, stronghold, armed)
        _slip_away(step, stronghold, fall)
        lay_down(step, stronghold.id, fall.army, armed)
    _change_hands(step, fall)


@chapter.on(PlaceStormed)
def place_stormed(step: Step, fact: PlaceStormed) -> None:
    """Armies under commanders stand outside, halved; the rest lay down their arms (C-AFT-08)."""
    stronghold = step.get(Stronghold, fact.stronghold)
    siege = siege_of(step.world, stronghold.place)
    fall = Fall(
        stronghold=stronghold.id,
        victor=fact.victor,
        army=fact.army,
        armies=fact.armies,
        how="to an assault",
        weeks=_weeks(step, siege, fact.weeks),
    )
    inside = quartered(step.world, stronghold)
    trapped = step.param(figures.BEATEN_ARMY) == "trapped"
    outside = tuple(army.id for army in inside if army.leader and trapped)
    others = tuple(army.id for army in inside if army.id not in outside)
    tell_of_yielding(step, stronghold, others)
    _slip_away(step, stronghold, fall, outside)
    lay_down(step, stronghold.id, fall.army, others)
    for army in outside:
        beaten = ArmyBeaten(
            army=army, place=stronghold.place, victors=fact.armies, retreats=False, trapped=True
        )
        step.happened(beaten, army)
    _change_hands(step, fall)


def _weeks(step: Step, siege: Siege | None, finished: int) -> int:
    """Weeks of siege that count (C-AFT-07/a)."""
    if siege is None or step.param(figures.WEEKS_ROUND) == "down":
        return finished
    return -(-(step.now - siege.since) // period_ms(step.world))


def _change_hands(step: Step, fall: Fall) -> None:
    world = step.world
    stronghold = step.get(Stronghold, fall.stronghold)
    victor = step.get(Army, fall.army)
    title = world.pack.answers.title(world, fall.victor)
    old_holder, old_faction = stronghold.holder, stronghold.faction
    step.put(
        msgspec.structs.replace(
            stronghold,
            holder=fall.victor,
            faction=victor.faction,
            standing=stronghold.standing if fall.treaty else Standing(),
            left=stronghold.left if fall.treaty else (),
            left_counters=stronghold.left_counters if fall.treaty else None,
            left_hungry=stronghold.left_hungry if fall.treaty else 0,
            gates_open=False,
            taken=step.now,
        )
    )
    notice = PlaceTaken(
        place=stronghold.name,
        victor=title,
        faction=name_of(world, victor.faction),
        how=fall.how,
    )
    report(step, victor, notice, stronghold.id)
    _tell_old_holder(step, stronghold, old_holder, notice)
    fell = PlaceFell(
        stronghold=stronghold.id,
        old_holder=old_holder,
        old_faction=old_faction,
        victor=fall.victor,
    )
    step.happened(fell, stronghold.id)
    news = Newsworthy(
        event="fall",
        place=stronghold.place,
        wording=f"{stronghold.name} has fallen to {title} of {notice.faction}.",
        knows=(victor.leader,) if victor.leader else (),
        about=stronghold.id,
        enclosed=account_of_place(step, stronghold.id),
    )
    step.happened(news, stronghold.id)
    if not fall.spared:
        searched = PlaceSearched(
            stronghold=stronghold.id, army=fall.army, victor=fall.victor, armies=fall.armies
        )
        search(step, searched, fall.weeks)
    elif fall.treaty:
        then = AftermathChosen(
            subject=stronghold.id,
            army=fall.army,
            victor=fall.victor,
            armies=fall.armies,
            spared=True,
        )
        ask_aftermath(step, then)


# -- slipping away --------------------------------------------------------------------------------


def _slip_away(step: Step, stronghold: Stronghold, fall: Fall, stay: tuple[str, ...] = ()) -> None:
    """Commanders inside may get away; who does not is taken (C-AFT-05).

    One whose army still stands outside the walls stays with it.
    """
    for commander in _inside(step, stronghold):
        then = EscapeReviewed(
            subject=commander.id,
            stronghold=stronghold.id,
            army=fall.army,
            outside=bool(commander.army) and commander.army in stay,
            away=_gets_away(step, commander),
        )
        came_to = "has got away" if then.away else "was caught"
        held = held_back(
            step,
            f"{commander.name} tried to slip out of {stronghold.name} and {came_to}.",
            then,
            instead=(
                Option(name="escapes", text="he gets away"),
                Option(name="taken", text="he is taken"),
            ),
            about=(commander.id,),
            label=f"escape/{commander.id}",
        )
        if not held:
            _his_fate(step, then, away=then.away)
        elif not then.outside:
            _hides(step, commander)


def _gets_away(step: Step, commander: Commander) -> bool:
    return step.chance(f"escape of {commander.id}", step.param(figures.ESCAPE), 6)


def _hides(step: Step, commander: Commander) -> None:
    """Until the referee has looked, nobody knows where he is, and he can do nothing."""
    if commander.army:
        to_captain(step, step.get(Army, commander.army), ", since its commander is in hiding")
    hidden = step.get(Commander, commander.id)
    step.put(msgspec.structs.replace(hidden, army="", with_army="", place=None))


@chapter.settles(EscapeReviewed)
def escape_reviewed(step: Step, then: EscapeReviewed, choice: Choice) -> None:
    """He gets away or is taken, as the referee has it."""
    commander = step.find(Commander, then.subject)
    if commander is None or commander.captor:
        return
    away = {"escapes": True, "taken": False}.get(choice.option, then.away)
    if choice.option == REROLL:
        away = _gets_away(step, commander)
    _his_fate(step, then, away=away)


def _his_fate(step: Step, then: EscapeReviewed, *, away: bool) -> None:
    stronghold = step.get(Stronghold, then.stronghold)
    commander = step.get(Commander, then.subject)
    if commander.place is None and not commander.army:
        commander = msgspec.structs.replace(commander, place=stronghold.place)
        step.put(commander)
    if not away:
        holds = then.army if step.find(Army, then.army) is not None else stronghold.id
        taken = CommanderTaken(person=commander.id, holds=holds, place=stronghold.place)
        step.happened(taken, commander.id)
        return
    slipped = CommanderSlipped(person=commander.id, place=stronghold.place)
    step.happened(slipped, commander.id)
    if not then.outside:
        _leaves_alone(step, commander, stronghold)


def _inside(step: Step, stronghold: Stronghold) -> list[Commander]:
    """The commanders behind the walls who are of the side that holds them, and free."""
    world = step.world
    return [
        commander
        for commander in step.of(Commander)
        if not commander.captor
        and whereabouts(world, commander.id) == stronghold.place
        and inside_of(world, commander.id) == stronghold.id
        and friendly(world, commander.faction, stronghold.faction)
    ]


def _leave_with_them(step: Step, stronghold: Stronghold) -> None:
    """Who was there without an army goes free on the terms of the others, to his own people."""
    for commander in _inside(step, stronghold):
        if not commander.army:
            _leaves_alone(step, commander, stronghold)


def _leaves_alone(step: Step, commander: Commander, stronghold: Stronghold) -> None:
    if commander.army:
        to_captain(step, step.get(Army, commander.army), ", since its commander has got away alone")
    step.put(
        msgspec.structs.replace(step.get(Commander, commander.id), army="", place=stronghold.place)
    )
    fled = CommanderFled(person=commander.id, place=stronghold.place)
    step.happened(fled, commander.id)


def _tell_old_holder(step: Step, stronghold: Stronghold, holder: str, notice: PlaceTaken) -> None:
    """Whoever lost it learns of it at once if he is there, else by courier (M-AFT-01)."""
    commander = step.find(Commander, holder) if holder else None
    if commander is None:
        return
    place = whereabouts(step.world, holder)
    if place == stronghold.place:
        after = step.get(Stronghold, stronghold.id)
        step.put(place_seen(step.world, after, holder, step.now, Source("eyes")))
        step.tell(holder, notice, f"lost/{stronghold.id}")
        return
    text = f"{stronghold.name} has yielded {notice.how} to {notice.victor} of {notice.faction}."
    step.write(
        Dispatch(
            sender=governor_of(stronghold.id),
            to=holder,
            text=text,
            written=step.now,
            start=stronghold.place,
            enclosed=account_of_place(step, stronghold.id),
            receipt=False,
            label=f"fall/{stronghold.id}",
        )
    )
