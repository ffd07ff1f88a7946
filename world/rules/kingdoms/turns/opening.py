"""The calendar: which turn comes, when it takes orders, and the new year (K-TRN-01, K-YEA-04)."""

from __future__ import annotations

import msgspec

from world.recurrence import WEEKDAYS, next_after
from world.rules.kingdoms.nouns.audience import public
from world.rules.kingdoms.nouns.deadline import (
    HOUR_MS,
    HOUR_US,
    due,
    first_deadline,
    grid,
    wall_now,
    zone_of,
)
from world.rules.kingdoms.nouns.desk import ANY_SEASON, special_seasons
from world.rules.kingdoms.nouns.facts import TurnComing, TurnOpened, YearBegun
from world.rules.kingdoms.nouns.figures import turns as figures
from world.rules.kingdoms.nouns.game import GAME_ID, Game, game
from world.rules.kingdoms.nouns.kingdom import in_play
from world.rules.kingdoms.nouns.seasons import SEASONS, Season, date, date_words, seasons_of
from world.rules.kingdoms.nouns.turn import TURN_ID, Turn, turn
from world.rules.kingdoms.turns.events import AskAboutMissing, BeginYear, OpenTurn
from world.rules.kingdoms.turns.notices import TurnBegun
from world.step import Step
from world.zone import local


def come(step: Step, year: int, season: Season) -> None:
    """The next turn is prepared; nothing holds it if nobody must be asked first (K-RUL-41)."""
    number = game(step.world).number + 1
    step.put(
        msgspec.structs.replace(
            game(step.world), state="coming", year=year, season=season, number=number
        )
    )
    step.put(Turn(id=TURN_ID, number=number, year=year, season=season))
    step.happened(TurnComing(number=number, year=year, season=season))
    go_on(step)


def go_on(step: Step) -> None:
    """The turn that is coming opens, or the new year begins, unless something is waited for."""
    now = game(step.world)
    if now.waits:
        return
    if now.state == "coming":
        opens = OpenTurn(subject=GAME_ID, number=now.number)
        step.after_answering(0, opens, str(now.number))
    elif now.state == "year_end":
        begins = BeginYear(subject=GAME_ID, year=now.year + 1)
        step.after_answering(0, begins, str(now.year))


def after(step: Step, now: Game) -> Season | None:
    """The season after the one that is over, or None where the year is (K-TRN-01)."""
    seasons = seasons_of(step.world.params)
    place = seasons.index(now.season) + 1
    return seasons[place] if place < len(seasons) else None


def open_turn(step: Step, event: OpenTurn) -> None:
    """A turn takes orders; everybody is told (K-NOT-03)."""
    now = game(step.world)
    if now.state != "coming" or now.number != event.number:
        return
    step.put(msgspec.structs.replace(now, state="open"))
    rec = grid(step.world.params)
    opened = step.answering
    deadline, asks = 0, ""
    if rec is not None:
        deadline = first_deadline(rec, now.closed)
        least = step.param(figures.LEAST_H) * HOUR_US
        while deadline < wall_now(step) + least:
            deadline = next_after(rec, deadline, None)[0]
    else:
        # Nothing waits for ever: the referee is asked once it has taken long (K-DEC-04).
        ask = AskAboutMissing(subject=GAME_ID, number=now.number)
        asks = step.after_answering(step.param(figures.TIMEOUT_H) * HOUR_MS, ask, str(now.number))
    step.put(msgspec.structs.replace(turn(step.world), opened=opened, deadline=deadline, asks=asks))
    _tell(step, now)
    step.happened(TurnOpened(number=now.number, year=now.year, season=now.season))


def _tell(step: Step, now: Game) -> None:
    world = step.world
    seasons = special_seasons(world.params)
    open_now = [*ANY_SEASON, *(kind for kind in seasons if now.season in seasons[kind])]
    used = {kingdom.ruler: kingdom.used for kingdom in in_play(world)}
    until = until_words(step)
    for person in public(world):
        locks = ", ".join(dict.fromkeys(used.get(person, ())))
        step.tell(
            person,
            TurnBegun(
                date=date(now.year, now.season),
                words=date_words(now.year, now.season),
                until=until,
                open=", ".join(open_now),
                used=f" You have used this year: {locks}." if locks else "",
            ),
        )


def until_words(step: Step) -> str:
    """Until when orders are taken, as the grid's own clocks show it."""
    rec = grid(step.world.params)
    at = None if rec is None else due(step.world, turn(step.world))
    if rec is None or at is None:
        return ""
    when = local(zone_of(rec), at)
    weekday = WEEKDAYS[when.weekday()].capitalize()
    return f" until {weekday} {when:%Y-%m-%d %H:%M} ({zone_of(rec)})"


def begin_year(step: Step, event: BeginYear) -> None:
    """A new year: its number rises, year locks clear, its first turn comes (K-YEA-04)."""
    now = game(step.world)
    if now.state != "year_end" or now.year + 1 != event.year:
        return
    for kingdom in in_play(step.world):
        if kingdom.used:
            step.put(msgspec.structs.replace(kingdom, used=()))
    step.put(msgspec.structs.replace(now, year=event.year, season=SEASONS[0]))
    step.happened(YearBegun(year=event.year))
    if game(step.world).state == "year_end":
        come(step, event.year, SEASONS[0])
