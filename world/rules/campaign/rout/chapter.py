"""Beaten armies: the first step back, and the test (C-ROUT-01, C-ROUT-02)."""

from __future__ import annotations

import msgspec

from world.dates import DAY_MS
from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.battle import engaged
from world.rules.campaign.nouns.commander import VETERAN_CHECK, has_trait
from world.rules.campaign.nouns.engagements import ArmyBeaten, EntersWalls, FallsBack, HeldUp
from world.rules.campaign.nouns.facts import CheckFailed
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.losses import without_wheels
from world.rules.campaign.nouns.marching import Disorder
from world.rules.campaign.nouns.morale import (
    Checked,
    check_held_back,
    reviewed_check,
    tell_check,
    throw_check,
)
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.retreat import open_hexes, refuge, retreat_to
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.rout import figures
from world.rules.campaign.rout.events import DefeatTested, RetreatOver, Retreats
from world.rules.campaign.rout.flight import abandon_wheels, rout, trap
from world.rules.campaign.rout.notices import FallingBack
from world.step import Step

chapter = Chapter("retreat", "Beaten armies: the step back and the test")
chapter.declare(FallingBack)

_WHY = "a lost battle"
#: Answers after which a beaten army finds its way by the rule (C-ROUT-01/a).
_BY_ITSELF = ("way_it_knows", "farther")


@chapter.on(ArmyBeaten)
def beaten(step: Step, fact: ArmyBeaten) -> None:
    """A beaten army goes back a hex, and is tested; in its lines it is only tested."""
    army = step.find(Army, fact.army)
    if army is None:
        return
    if army.disorder is not None:
        step.cancel(army.disorder.pending)
        step.put(msgspec.structs.replace(army, disorder=None))
    if fact.trapped:
        trap(step, army.id, fact.victors)
    elif fact.retreats:
        _ask_where(step, army, fact)
    elif fact.tested:
        put_to_the_test(step, army.id, fact.place, fact.victors, nowhere=False)


def _ask_where(step: Step, army: Army, fact: ArmyBeaten) -> None:
    ground = scene(step.world)
    near = [
        Option(name=label, text=f"to {ground.called(label)}")
        for label in open_hexes(step.world, without_wheels(army))
    ]
    ask(
        step,
        "D-BAT-04",
        f"{army.name} was beaten at {ground.called(fact.place)}. Where does it go?",
        who=REFEREE,
        options=(
            Option(name="way_it_knows", text="into friendly walls, or back the way it came"),
            Option(name="farther", text="the way it knows, and a hex farther"),
            Option(name="nowhere", text="it stays where it is"),
            *near,
        ),
        default="way_it_knows",
        then=Retreats(
            subject=army.id,
            place=fact.place,
            victors=fact.victors,
            tested=fact.tested,
            walls=fact.walls,
        ),
        about=(army.id,),
        label=army.id,
    )


@chapter.settles(Retreats)
def retreats(step: Step, then: Retreats, choice: Choice) -> None:
    """The army takes its step back, and is tested after that (C-ROUT-01)."""
    army = step.find(Army, then.subject)
    if army is None:
        return
    if choice.amends is not None:
        _goes_elsewhere(step, army, then, choice.option)
        return
    moved = choice.option != "nowhere" and _steps_back(step, army.id, then, choice.option)
    days = step.param(figures.RETREAT_DAYS)
    if not days or not moved:
        if then.tested:
            put_to_the_test(step, army.id, then.place, then.victors, nowhere=not moved)
        return
    over = RetreatOver(
        subject=army.id,
        place=then.place,
        victors=then.victors,
        tested=then.tested,
        nowhere=not moved,
    )
    pending = step.after(days * DAY_MS, over)
    after = step.find(Army, army.id)
    if after is not None:
        step.put(msgspec.structs.replace(after, disorder=Disorder("flight", pending=pending)))


@chapter.handles(RetreatOver)
def retreat_over(step: Step, event: RetreatOver) -> None:
    """The days of a retreat are over: the army is in hand, unless it fails the test."""
    army = step.find(Army, event.subject)
    if army is None or army.disorder is None or army.disorder.pending != step.id:
        return
    step.put(msgspec.structs.replace(army, disorder=None))
    if event.tested:
        put_to_the_test(step, army.id, event.place, event.victors, nowhere=event.nowhere)


@chapter.when_gone(RetreatOver)
def nobody_retreats(step: Step, event: RetreatOver) -> None:
    """An army that is no more goes nowhere."""


def _steps_back(step: Step, army_id: str, then: Retreats, where: str) -> bool:
    """Take an army back; False where it has nowhere to go."""
    army = step.get(Army, army_id)
    site = step.find(Stronghold, then.walls) if then.walls else refuge(step.world, army)
    knows_its_way = where in _BY_ITSELF
    if knows_its_way and site is not None:
        _tell(step, army, then, f"has gone back behind the walls of {site.name}")
        step.happened(HeldUp(army=army.id), army.id)
        step.happened(EntersWalls(army=army.id, stronghold=site.id), army.id)
        return True
    moved = False
    for n in range(max(1, step.param(figures.RETREAT_HEXES)) + (where == "farther")):
        army = step.get(Army, army_id)
        to = where if not knows_its_way and not moved else None
        if to is None or to not in open_hexes(step.world, army):
            to = to or retreat_to(step.world, army, army.came_from)
        if to is None or to not in open_hexes(step.world, army):
            bare = without_wheels(army)
            to = to or retreat_to(step.world, bare, army.came_from)
            if to is None or step.param(figures.WHEELS) != "abandon" or not army.wheels:
                return moved
            if to not in open_hexes(step.world, bare):
                return moved
            abandon_wheels(step, army.id, then.victors[0] if then.victors else "")
        _tell(step, army, then, f"falls back to {scene(step.world).called(to)}", n)
        step.happened(FallsBack(army=army.id, to=to), f"{army.id}/{n}")
        moved = True
        after = step.find(Army, army.id)
        if after is None or after.place != to:
            return moved
        step.put(msgspec.structs.replace(after, came_from=""))
    return moved


def _tell(step: Step, army: Army, then: Retreats, whither: str, n: int = 0) -> None:
    """Both commanders see where a beaten army goes (M-ROUT-01)."""
    place = scene(step.world).called(then.place)
    notice = FallingBack(army=army.name, place=place, whither=whither)
    report(step, army, notice, str(n))
    for each in then.victors:
        victor = step.find(Army, each)
        if victor is not None:
            report(step, victor, notice, f"{army.id}/{n}")


def _goes_elsewhere(step: Step, army: Army, then: Retreats, where: str) -> None:
    """The referee sends a beaten army elsewhere after all, while it has not gone on.

    Raises:
        Refused: E-BUSY.
    """
    ground = scene(step.world)
    free = army.march is None and army.disorder is None and not army.inside
    if not free or engaged(step.world, army.place, army.id):
        raise Refused(
            "E-BUSY",
            f"{army.name} has gone on since its retreat and stays as it is; nothing was changed.",
        )
    to: str | None = then.place if where == "nowhere" else where
    if where == "farther":
        to = retreat_to(step.world, army, "")
    if ground.distance(army.place, then.place) > step.param(figures.RETREAT_HEXES):
        raise Refused(
            "E-BUSY", f"{army.name} is not where it fell back to any more; nothing was changed."
        )
    if to is not None and to != army.place and where != "way_it_knows":
        step.happened(FallsBack(army=army.id, to=to), army.id)


# -- the test -------------------------------------------------------------------------------------


def put_to_the_test(
    step: Step, army_id: str, place: str, victors: tuple[str, ...], *, nowhere: bool
) -> None:
    """A beaten army is put to the test, and flees if it fails (C-ROUT-02)."""
    army = step.find(Army, army_id)
    if army is None:
        return
    if nowhere and step.param(figures.TRAPPED_ON) == "always":
        trap(step, army_id, victors)
        return
    veteran = has_trait(step.world, army.leader, "veteran")
    if veteran and not step.param(VETERAN_CHECK):
        return
    found = throw_check(step, army)
    then = DefeatTested(subject=army.id, place=place, victors=victors, nowhere=nowhere, found=found)
    rows = not step.param(figures.REPLACES_TABLE)
    if not check_held_back(step, army, _WHY, found, then, rows=rows):
        _tested(step, army, then, found)


@chapter.settles(DefeatTested)
def defeat_tested(step: Step, then: DefeatTested, choice: Choice) -> None:
    """The test of a beaten army is as the referee has it (C-GEN-08).

    An army that has gone into another meanwhile is past it.
    """
    army = step.find(Army, then.subject)
    if army is not None and army.id == then.subject:
        _tested(step, army, then, reviewed_check(step, army, then.found, choice.option))


def _tested(step: Step, army: Army, then: DefeatTested, found: Checked) -> None:
    """An army that has failed flees; a Veteran's does not (C-TRAIT-20)."""
    tell_check(step, army, _WHY, found)
    if found.held or has_trait(step.world, army.leader, "veteran"):
        return
    if not step.param(figures.REPLACES_TABLE):
        fact = CheckFailed(army=army.id, row=found.row, why=_WHY)
        step.happened(fact, army.id)
        if step.find(Army, army.id) is None:
            return
    if then.nowhere:
        trap(step, army.id, then.victors)
    else:
        rout(step, army.id, then.place, then.victors)
