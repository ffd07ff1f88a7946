"""Rest: weeks without marching, what they mend, and what breaks them (C-REST)."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import msgspec

from world.errors import Refused
from world.notice import Notice
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import NC_RATE, Army, Rest, base_rate
from world.rules.campaign.nouns.command import addressee, commanded, require_no_meeting
from world.rules.campaign.nouns.engagements import BattleJoined
from world.rules.campaign.nouns.facts import (
    ArmyHarried,
    ArmySetOut,
    AtLeisure,
    CheckCalled,
    DayWorkBegan,
    Halted,
    MoraleMoves,
    RestOver,
)
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.nouns.report import report, tell_if_led
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.view import campaign_view
from world.step import Step
from world.timeline import Event

chapter = Chapter("rest", "Rest, what it mends, and what breaks it")

MIN_WEEKS = chapter.param("rest.min_weeks", 1, "week", "C-REST-01", "the shortest rest")
MORALE_STEP = chapter.param(
    "rest.morale_step",
    1,
    "morale per week",
    "C-REST-02",
    "by which morale moves towards its resting value",
)
NC_STEP = chapter.param(
    "rest.nc_step", 5, "% of S per week", "C-REST-05", "of followers that drift off in a town"
)
NC_TARGET = chapter.param(
    "rest.nc_target",
    "base_rate",
    "mode",
    "C-REST-05",
    "down to which number followers drift off: the army's own base rate, or that of most armies",
    choices=("base_rate", "usual_rate"),
)
EARLY_LOSS = chapter.param(
    "rest.early_loss", 2, "morale", "C-REST-06", "morale lost when a rest ends early"
)
CHECK_EARLY = chapter.param(
    "rest.check_on_early_end",
    True,
    "bool",
    "C-REST-07",
    "whether a rest that was broken closes with a check, too",
)


class RestOrdered(Notice, frozen=True, tag="rest_ordered"):
    """A rest has been ordered (M-ORD-01)."""

    title: ClassVar[str] = "{army} is to rest"
    wording: ClassVar[str] = "{army} rests from {begins:when} to {ends:when}."
    army: str
    begins: int
    ends: int


class WeekRested(Notice, frozen=True, tag="week_rested"):
    """A week of rest is done (M-REST-01)."""

    title: ClassVar[str] = "{army} has rested for {weeks:count|week|weeks}"
    wording: ClassVar[str] = "{army} has rested for {weeks:count|week|weeks}.{banked}{followers}"
    army: str
    weeks: int
    banked: str = ""
    followers: str = ""


class RestBroken(Notice, frozen=True, tag="rest_broken"):
    """A rest has ended early (M-REST-02)."""

    title: ClassVar[str] = "The rest of {army} is broken"
    wording: ClassVar[str] = (
        "The rest of {army} has ended early: {why}. Its morale was {morale} before that."
    )
    army: str
    why: str
    morale: int


chapter.declare(RestOrdered, WeekRested, RestBroken)


class WeekOfRest(Event, frozen=True, tag="week_of_rest"):
    """A week of rest is over."""

    rank: ClassVar[int] = day.RANK_TIMERS


class RestOrder(Order, frozen=True, tag="rest"):
    """Rest where the army stands, from the next dawn on.

    Attributes:
        weeks: for how long; whatever ends it sooner costs morale.
    """

    summary: ClassVar[str] = "rest for some weeks; to break a rest costs morale"
    rules: ClassVar[tuple[str, ...]] = ("C-REST-01", "C-REST-06", "C-REST-07")
    weeks: int = 1
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, one on the march, and a rest of no time."""
        own = campaign_view(view).require_army(self.army)
        _require_length(self.weeks, 1)
        if own.exact:
            _require_free(own.name, marching=own.march is not None, resting=False)


def _require_length(weeks: int, least: int) -> None:
    if weeks < least:
        raise Refused(
            "E-REST-LENGTH",
            f"A rest takes at least {least} weeks, not {weeks}; nothing was ordered. Say weeks=….",
        )


def _require_free(name: str, *, marching: bool, resting: bool) -> None:
    if marching:
        raise Refused("E-BUSY", f"{name} is on the march and goes on. Halt it before it rests.")
    if resting:
        raise Refused(
            "E-BUSY",
            f"{name} rests already, and goes on. Halt it first if it is to rest otherwise; that"
            " breaks its rest.",
        )


def _require_left_alone(step: Step, army: Army) -> None:
    """Refuse a rest on a day on which the enemy harries an army (C-HARRY-08)."""
    half = day.half_of(step.world, step.now)
    if not half.night and army.harried == half.date:
        raise Refused(
            "E-HARRIED",
            f"{army.name} is harried today and cannot rest; nothing was ordered. Order it again"
            " after dusk, or drive the enemy off.",
        )


@chapter.obeys(RestOrder)
def rest(step: Step, order: RestOrder, hand: Hand) -> None:
    """The army stays where it is for so many weeks (O-REST)."""
    army = commanded(step.world, hand, order.army, "rest")
    require_no_meeting(step.world, army)
    _require_length(order.weeks, step.param(MIN_WEEKS))
    _require_left_alone(step, army)
    begun = army.rest is not None and army.rest.begins <= step.now
    _require_free(army.name, marching=army.march is not None, resting=begun)
    if any(not work.under_way for work in army.works):
        raise Refused(
            "E-BUSY",
            f"{army.name} is to work on the next day, and does so. Halt it first if it is to rest"
            " instead.",
        )
    if army.rest is not None:
        step.cancel(army.rest.event)
    begins = day.work_begins(step.world, step.now)
    params = step.world.params
    event = step.at(begins + day.weeks(params, 1), WeekOfRest(subject=army.id))
    step.put(msgspec.structs.replace(army, rest=Rest(order.weeks, begins, event)))
    ends = begins + day.weeks(params, order.weeks)
    tell_if_led(step, army, RestOrdered(army=army.name, begins=begins, ends=ends))


# -- week by week ---------------------------------------------------------------------------------


@chapter.handles(WeekOfRest)
def week_of_rest(step: Step, event: WeekOfRest) -> None:
    """Morale moves back; in a town men bank their money and followers drift off (C-REST-02)."""
    army = step.find(Army, event.subject)
    if army is None or army.rest is None or army.rest.event != step.id:
        return
    done = army.rest.done + 1
    over = done >= army.rest.weeks
    on: Rest | None = None
    if not over:
        again = step.after(day.weeks(step.world.params, 1), WeekOfRest(subject=army.id), str(done))
        on = msgspec.structs.replace(army.rest, done=done, event=again)
    army = msgspec.structs.replace(army, rest=on)
    army, banked, followers = _in_town(step, army)
    step.put(army)
    notice = WeekRested(army=army.name, weeks=done, banked=banked, followers=followers)
    report(step, army, notice, str(done))
    towards = army.resting - army.morale
    by = max(-step.param(MORALE_STEP), min(towards, step.param(MORALE_STEP)))
    if by:
        step.happened(MoraleMoves(army=army.id, by=by, why="a week of rest"), army.id)
    if over:
        step.happened(CheckCalled(army=army.id, why="the end of a rest"), army.id)
        step.happened(RestOver(army=army.id, broken=False), army.id)
        step.happened(AtLeisure(army=army.id), army.id)


def _in_town(step: Step, army: Army) -> tuple[Army, str, str]:
    """What a week inside a town or a city brings beyond rest (C-REST-03 to C-REST-05)."""
    stronghold = step.find(Stronghold, army.inside) if army.inside else None
    if stronghold is None or stronghold.sort not in ("town", "city"):
        return army, "", ""
    banked = followers = ""
    if army.purses:
        banked = f" The men have banked {army.purses} doubloons."
    least = Fraction(0)
    if step.param(NC_TARGET) == "usual_rate":
        least = Fraction(max(0, step.param(NC_RATE) - base_rate(step.world, army)))
    was = army.extra_nc.value
    extra = max(min(was, least), was - step.param(NC_STEP))
    if extra != was:
        followers = (
            f" Of its followers {float(was - extra):g} for every hundred soldiers have left."
        )
    return msgspec.structs.replace(army, purses=0, extra_nc=ratio(extra)), banked, followers


# -- what breaks it -------------------------------------------------------------------------------


@chapter.on(ArmySetOut)
def army_set_out(step: Step, fact: ArmySetOut) -> None:
    """Who moves off does not rest."""
    _broken(step, fact.army, "it moves off")


@chapter.on(DayWorkBegan)
def day_work_began(step: Step, fact: DayWorkBegan) -> None:
    """Who works does not rest."""
    _broken(step, fact.army, "other work was ordered")


@chapter.on(Halted)
def halted(step: Step, fact: Halted) -> None:
    """An order to halt ends a rest as well (O-HALT)."""
    _broken(step, fact.army, "it was ordered so")


@chapter.on(BattleJoined)
def battle_joined(step: Step, fact: BattleJoined) -> None:
    """The alarm comes before the battle (C-BAT-M/d)."""
    for army in (*fact.attackers, *fact.defenders):
        _broken(step, army, "it is attacked, or attacks")


@chapter.on(ArmyHarried)
def army_harried(step: Step, fact: ArmyHarried) -> None:
    """Who is harried cannot rest (C-HARRY-08)."""
    if not fact.rests:
        _broken(step, fact.army, "it is harried")


def _broken(step: Step, army_id: str, why: str) -> None:
    """A rest that has begun ends with a loss and a check; one that has not is only called off."""
    army = step.find(Army, army_id)
    if army is None or army.rest is None:
        return
    step.cancel(army.rest.event)
    step.put(msgspec.structs.replace(army, rest=None))
    step.happened(AtLeisure(army=army.id), army.id)
    if army.rest.begins > step.now:
        return
    step.happened(RestOver(army=army.id, broken=True), army.id)
    report(step, army, RestBroken(army=army.name, why=why, morale=army.morale))
    loss = MoraleMoves(army=army.id, by=-step.param(EARLY_LOSS), why="a broken rest")
    step.happened(loss, army.id)
    if step.param(CHECK_EARLY):
        step.happened(CheckCalled(army=army.id, why="a broken rest"), army.id)


@chapter.when_gone(WeekOfRest)
def nobody_rests(step: Step, event: WeekOfRest) -> None:
    """An army that is no more rests no more."""
