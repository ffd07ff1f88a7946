"""Siege engines: built, taken apart, put together again (C-ENG-01, C-ENG-03 to C-ENG-05)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.errors import Refused
from world.notice import Notice
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army, Engines
from world.rules.campaign.nouns.command import addressee, commanded, require_no_meeting
from world.rules.campaign.nouns.commander import SIEGE_ENGINEER, has_trait
from world.rules.campaign.nouns.engagements import ArmyBeaten
from world.rules.campaign.nouns.facts import ArmySetOut, AtLeisure, BrokenOff, StrengthChanged
from world.rules.campaign.nouns.provisions import WAGONS_PER_SET
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.siege import siege_by
from world.rules.campaign.nouns.view import OwnArmy, campaign_view
from world.step import Step
from world.timeline import Event

chapter = Chapter("engines", "Siege engines")

SET_SIZE = chapter.param("engine.set_size", 10, "engines", "C-ENG-01", "ladders, rams and so on")
BUILD_MONTHS = chapter.param(
    "engine.build_months", 1, "month", "C-ENG-01", "how long a set of engines is built"
)
PARALLEL = chapter.param(
    "engine.parallel", 1, "sets", "C-ENG-01", "that one army builds at the same time"
)
BREAKDOWN_WEEKS = chapter.param(
    "engine.breakdown_weeks", 1, "week", "C-ENG-03", "how long a set is taken apart"
)
REBUILD_WEEKS = chapter.param(
    "engine.rebuild_weeks", 1, "week", "C-ENG-05", "how long a set carried along is put up again"
)


class EnginesReady(Notice, frozen=True, tag="engines_ready"):
    """Sets are built, taken apart or put together (M-ENG-01)."""

    title: ClassVar[str] = "{army}: siege engines {what}"
    wording: ClassVar[str] = "{army} has {sets} sets of {size} engines {what}."
    army: str
    sets: int
    size: int
    what: str


class EnginesLost(Notice, frozen=True, tag="engines_lost"):
    """Work on engines, or engines, are lost: the army moved off, or its wagons are gone."""

    title: ClassVar[str] = "{army} has left siege engines behind"
    wording: ClassVar[str] = "{army} has lost siege engines: {what}."
    army: str
    what: str


chapter.declare(EnginesReady, EnginesLost)


class EngineWorkDone(Event, frozen=True, tag="engine_work_done"):
    """The work of an army on its engines is done."""

    rank: ClassVar[int] = day.RANK_TIMERS


class BuildOrder(Order, frozen=True, tag="build_engines"):
    """Build a set of siege engines where the army stands."""

    summary: ClassVar[str] = "build a set of siege engines; moving off loses the work"
    rules: ClassVar[tuple[str, ...]] = ("C-ENG-01",)
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse an army that is not the author's, marches, or is at such work."""
        own = campaign_view(view).require_army(self.army)
        if own.exact:
            _require_idle(own.name, marching=own.march is not None, job=own.engine_work)


class BreakOrder(Order, frozen=True, tag="break_engines"):
    """Take sets of engines apart and load them on empty wagons.

    Attributes:
        sets: how many.
    """

    summary: ClassVar[str] = "take sets of engines apart and load them on wagons"
    rules: ClassVar[tuple[str, ...]] = ("C-ENG-03", "C-ENG-04")
    sets: int = 1
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse what the author can see his army cannot do."""
        own = campaign_view(view).require_army(self.army)
        if own.exact:
            _require_idle(own.name, marching=own.march is not None, job=own.engine_work)
            _require_sets(own.name, self.sets, own.engines_ready, "standing ready")


class RebuildOrder(Order, frozen=True, tag="rebuild_engines"):
    """Put dismantled sets together again.

    Attributes:
        sets: how many.
    """

    summary: ClassVar[str] = "put dismantled sets of engines together again"
    rules: ClassVar[tuple[str, ...]] = ("C-ENG-05",)
    sets: int = 1
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse what the author can see his army cannot do."""
        own: OwnArmy = campaign_view(view).require_army(self.army)
        if own.exact:
            _require_idle(own.name, marching=own.march is not None, job=own.engine_work)
            _require_sets(own.name, self.sets, own.engines_packed, "packed on its wagons")


def _require_idle(name: str, *, marching: bool, job: str) -> None:
    if marching:
        raise Refused(
            "E-BUSY",
            f"{name} is on the march, and engines are built where an army stands; it"
            " marches on. Halt it first.",
        )
    if job:
        raise Refused(
            "E-ENGINES-IN-WORK",
            f"{name} is {job} engines already; it goes on with that. Wait until it is done.",
        )


def _require_sets(name: str, wanted: int, has: int, where: str) -> None:
    if wanted < 1 or wanted > has:
        raise Refused(
            "E-NO-ENGINES",
            f"{name} has {has} sets {where}, not {wanted}; nothing was begun. Give another number.",
        )


def _ready(step: Step, hand: Hand, named: str, order: str) -> Army:
    army = commanded(step.world, hand, named, order)
    require_no_meeting(step.world, army)
    _require_idle(army.name, marching=army.march is not None, job=army.engines.job)
    return army


@chapter.obeys(BuildOrder)
def build(step: Step, order: BuildOrder, hand: Hand) -> None:
    """A set is begun; a Siege Engineer needs less time (C-ENG-01, C-TRAIT-16)."""
    army = _ready(step, hand, order.army, "build_engines")
    params = step.world.params
    if has_trait(step.world, army.leader, "siege engineer"):
        takes = day.weeks(params, params[SIEGE_ENGINEER])
    else:
        takes = day.months(params, params[BUILD_MONTHS])
    _begin(step, army, "building", params[PARALLEL], takes)


@chapter.obeys(BreakOrder)
def break_apart(step: Step, order: BreakOrder, hand: Hand) -> None:
    """After a siege sets are taken apart and loaded on empty wagons (C-ENG-03, C-ENG-04)."""
    army = _ready(step, hand, order.army, "break_engines")
    if siege_by(step.world, army.id) is not None:
        raise Refused(
            "E-SIEGE-RUNNING",
            f"{army.name} is besieging and needs its engines; they stay where they are. Lift the"
            " siege first.",
        )
    _require_sets(army.name, order.sets, army.engines.ready, "standing ready")
    each = step.param(WAGONS_PER_SET)
    empty = army.wagons - each * army.engines.packed
    if empty < each * order.sets:
        raise Refused(
            "E-NO-WAGONS",
            f"{order.sets} sets need {each * order.sets} empty wagons and {army.name} has {empty};"
            " nothing was begun. Take fewer sets, or find wagons.",
        )
    takes = day.weeks(step.world.params, step.param(BREAKDOWN_WEEKS))
    _begin(step, army, "taking apart", order.sets, takes)


@chapter.obeys(RebuildOrder)
def rebuild(step: Step, order: RebuildOrder, hand: Hand) -> None:
    """All sets at hand are put together at the same time (C-ENG-05)."""
    army = _ready(step, hand, order.army, "rebuild_engines")
    _require_sets(army.name, order.sets, army.engines.packed, "packed on its wagons")
    takes = day.weeks(step.world.params, step.param(REBUILD_WEEKS))
    _begin(step, army, "putting together", order.sets, takes)


def _begin(step: Step, army: Army, job: str, sets: int, takes: int) -> None:
    done = step.after(takes, EngineWorkDone(subject=army.id))
    engines: Engines = msgspec.structs.replace(army.engines, job=job, sets=sets, done=done)
    step.put(msgspec.structs.replace(army, engines=engines))


@chapter.handles(EngineWorkDone)
def work_done(step: Step, event: EngineWorkDone) -> None:
    """Sets are ready, or packed."""
    army = step.find(Army, event.subject)
    if army is None or army.engines.done != step.id:
        return
    engines = army.engines
    ready, packed, sets = engines.ready, engines.packed, engines.sets
    if engines.job == "building":
        ready, what = ready + sets, "built"
    elif engines.job == "taking apart":
        ready, packed, what = ready - sets, packed + sets, "taken apart and loaded"
    else:
        ready, packed, what = ready + sets, packed - sets, "put together"
    step.put(msgspec.structs.replace(army, engines=Engines(ready=ready, packed=packed)))
    notice = EnginesReady(army=army.name, sets=sets, size=step.param(SET_SIZE), what=what)
    report(step, army, notice)
    step.happened(AtLeisure(army=army.id), army.id)


@chapter.on(BrokenOff)
def broken_off(step: Step, fact: BrokenOff) -> None:
    """The work on engines is broken off by order, and lost (O-CANCEL)."""
    army = step.find(Army, fact.whose) if fact.what == "building" else None
    if army is None or not army.engines.job:
        return
    engines = army.engines
    step.cancel(engines.done)
    left = Engines(ready=engines.ready, packed=engines.packed)
    step.put(msgspec.structs.replace(army, engines=left))
    report(step, army, EnginesLost(army=army.name, what=f"the work of {engines.job} is broken off"))


@chapter.when_gone(EngineWorkDone)
def nobody_at_work(step: Step, event: EngineWorkDone) -> None:
    """The work of an army that is no more is lost."""


@chapter.on(ArmySetOut)
def army_set_out(step: Step, fact: ArmySetOut) -> None:
    """Moving off loses the work, and sets that stand ready stay behind (C-ENG-01/a, C-ENG-03)."""
    army = step.find(Army, fact.army)
    if army is None:
        return  # its men walked off when their rest was broken
    engines = army.engines
    if not engines.job and not engines.ready:
        return
    step.cancel(engines.done)
    step.put(msgspec.structs.replace(army, engines=Engines(packed=engines.packed)))
    lost = []
    if engines.job:
        lost.append(f"the work of {engines.job} engines is lost")
    if engines.ready:
        lost.append(f"{engines.ready} sets stay behind")
    report(step, army, EnginesLost(army=army.name, what=" and ".join(lost)))


@chapter.on(ArmyBeaten)
def army_beaten(step: Step, fact: ArmyBeaten) -> None:
    """A lost battle undoes the work on engines (O-BUILD-ENGINES)."""
    army = step.find(Army, fact.army)
    if army is None or not army.engines.job:
        return
    step.cancel(army.engines.done)
    engines = msgspec.structs.replace(army.engines, job="", sets=0, done="")
    step.put(msgspec.structs.replace(army, engines=engines))
    what = f"the work of {army.engines.job} engines is lost"
    report(step, army, EnginesLost(army=army.name, what=what), "beaten")


@chapter.on(StrengthChanged)
def strength_changed(step: Step, fact: StrengthChanged) -> None:
    """Packed sets whose wagons are gone are gone with them (C-ENG-04)."""
    army = step.find(Army, fact.army)
    if army is None or not army.engines.packed:
        return
    carried = min(army.engines.packed, army.wagons // step.param(WAGONS_PER_SET))
    if carried < army.engines.packed and not army.engines.job:
        lost = army.engines.packed - carried
        engines = msgspec.structs.replace(army.engines, packed=carried)
        step.put(msgspec.structs.replace(army, engines=engines))
        report(step, army, EnginesLost(army=army.name, what=f"{lost} sets lost their wagons"))
