"""The weather: a roll each dawn, and what the referee makes of it (C-WEA-01 to C-WEA-03)."""

from __future__ import annotations

from typing import ClassVar, cast

import msgspec

from world.decision import Choice, Option
from world.fact import Begun
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.pack import Chapter
from world.recurrence import DailyGame
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import SkySpelt, WeatherSet
from world.rules.campaign.nouns.forecast import DAWN, DIE, RULE
from world.rules.campaign.nouns.sky import (
    PERIOD,
    Condition,
    Effect,
    Weather,
    condition_of,
    region_of,
    regions,
    weather_at,
    weather_id,
)
from world.rules.campaign.nouns.where import whereabouts
from world.step import Step
from world.timeline import Event

chapter = Chapter("weather", "The weather of each day")

_EFFECTS: dict[str, Effect] = {
    "usual": "usual",
    "slowed": "slowed",
    "stopped": "stopped",
    "rivers_up": "rivers up",
}


class WeatherNow(Notice, frozen=True, tag="weather_now"):
    """The weather over one's own hex has changed (M-WEA-01)."""

    title: ClassVar[str] = "The weather is {condition}"
    collapse: ClassVar[str] = "weather"
    wording: ClassVar[str] = "The weather is {condition} from {at:when} on.{effect}"
    condition: str
    at: int
    effect: str


chapter.declare(WeatherNow)


class WeatherTurns(Event, frozen=True, tag="weather_turns"):
    """Dawn: the weather of a region is settled for the day."""

    rank: ClassVar[int] = day.RANK_WEATHER


class WeatherChosen(Event, frozen=True, tag="weather_chosen"):
    """The referee lets the dice fall, or says what the weather is (D-WEA-01)."""


class EffectChosen(Event, frozen=True, tag="weather_effect_chosen"):
    """The referee says what bad weather does beyond the usual (D-WEA-02)."""


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """From the first dawn on the weather is settled daily."""
    hour, minute = day.time_of(step.param(day.DAWN)) or (6, 0)
    for region in regions(step.world):
        event = WeatherTurns(subject=weather_id(region))
        step.every(DAWN, DailyGame(hour, minute), event)


@chapter.handles(WeatherTurns)
def weather_turns(step: Step, event: WeatherTurns) -> None:
    """The referee may set today's weather; by default the season's row is rolled (D-WEA-01)."""
    calendar = step.world.calendar
    passed = calendar.day_of(step.now) - calendar.day_of(0)
    if passed % max(1, step.param(PERIOD)):
        return
    weather = step.get(Weather, event.subject)
    where = f" in {weather.region}" if weather.region else ""
    ask(
        step,
        RULE,
        f"What is the weather today{where}?",
        who=REFEREE,
        options=(
            Option(name="roll", text="roll the season's row"),
            Option(name="fair", text="fair"),
            Option(name="bad", text="bad"),
            Option(name="very_bad", text="very bad"),
        ),
        default="roll",
        then=WeatherChosen(subject=weather.id),
        label=weather.id,
    )


@chapter.settles(WeatherChosen)
def weather_chosen(step: Step, then: WeatherChosen, choice: Choice) -> None:
    """Set the weather for the day, and say so."""
    old = step.get(Weather, then.subject)
    if choice.option == "roll":
        if choice.amends:
            return  # it was rolled at dawn
        condition = _rolled(step)
    else:
        condition = cast("Condition", choice.option.replace("_", " "))
    new = msgspec.structs.replace(old, condition=condition, effect="usual", since=step.now)
    step.put(new)
    if (old.condition, old.effect) != (new.condition, new.effect):
        _tell(step, new)
    step.happened(WeatherSet(region=new.region), new.region)
    if condition != "fair":
        _ask_effect(step, new)


def _rolled(step: Step) -> Condition:
    face = step.roll(DIE, "1d6").total
    return condition_of(step.world.params, day.season_of(step.world, step.now), face)


def _ask_effect(step: Step, weather: Weather) -> None:
    ask(
        step,
        "D-WEA-02",
        f"The weather is {weather.condition}. Does it do more than usual today?",
        who=REFEREE,
        options=(
            Option(name="usual", text="no more than the rules say"),
            Option(name="slowed", text="the roads are mud: pace as in very bad weather"),
            Option(name="stopped", text="nobody marches"),
            Option(name="rivers_up", text="the rivers are up: no fording"),
        ),
        default="usual",
        then=EffectChosen(subject=weather.id),
        label=weather.id,
    )


@chapter.settles(EffectChosen)
def effect_chosen(step: Step, then: EffectChosen, choice: Choice) -> None:
    """Apply what the referee has the weather do, as long as it is still that weather."""
    old = step.get(Weather, then.subject)
    effect = _EFFECTS[choice.option]
    if effect == old.effect or old.condition == "fair":
        return
    new = msgspec.structs.replace(old, effect=effect)
    step.put(new)
    _tell(step, new)
    step.happened(WeatherSet(region=new.region), f"effect/{new.region}")


@chapter.on(SkySpelt)
def sky_spelt(step: Step, fact: SkySpelt) -> None:
    """Whoever is there sees the weather turn; marches and scouts go by it at once (C-WIZ-08)."""
    world = step.world
    for commander in step.of(Commander):
        place = whereabouts(world, commander.id)
        if place is not None and place in fact.places:
            notice = WeatherNow(
                condition=weather_at(world, place).condition, at=step.now, effect=""
            )
            step.tell(commander.id, notice, f"spell/{commander.id}")
    for region in sorted({region_of(world, place) for place in fact.places}):
        step.happened(WeatherSet(region=region), f"spell/{region}")


def _tell(step: Step, weather: Weather) -> None:
    words = {
        "usual": "",
        "slowed": " The roads are mud.",
        "stopped": " Nobody can march.",
        "rivers up": " No river can be forded.",
    }
    notice = WeatherNow(condition=weather.condition, at=step.now, effect=words[weather.effect])
    for commander in step.of(Commander):
        place = whereabouts(step.world, commander.id)
        if place is None or region_of(step.world, place) != weather.region:
            continue
        if weather_at(step.world, place).id == weather.id:  # not where magic has made another
            step.tell(commander.id, notice, f"{weather.id}/{weather.effect}")
