"""The step after the last season of a year, in this order (section 9, K-RUL-28).

The kingdoms are compared (K-YEA-01); where nobody has won an event befalls one of them (K-YEA-02);
a coin falls for each that revolts (K-YEA-03); then the new year may begin (K-YEA-04).
"""

from __future__ import annotations

from typing import Final

import msgspec

from world.decision import Choice, Option, Question
from world.entity import Entity
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.kingdoms.nouns.audience import public, tell_public
from world.rules.kingdoms.nouns.facts import (
    GameEnded,
    LevelsChanged,
    TurnClosed,
    TurnComing,
    YearEnded,
)
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.figures import year as figures
from world.rules.kingdoms.nouns.figures.limits import limit
from world.rules.kingdoms.nouns.forum.bbcode import bbcode
from world.rules.kingdoms.nouns.forum.markdown import markdown
from world.rules.kingdoms.nouns.forum.year import YearResult, year_report
from world.rules.kingdoms.nouns.game import GAME_ID, free, game, hold
from world.rules.kingdoms.nouns.kingdom import Kingdom, in_play, name_of
from world.rules.kingdoms.nouns.ratings import Levels, level_text, signed
from world.rules.kingdoms.nouns.refusals import kingdom_named
from world.rules.kingdoms.nouns.seasons import seasons_of
from world.rules.kingdoms.nouns.turn import LAST_TURN_ID, Standing, Turn
from world.rules.kingdoms.nouns.words import listed
from world.rules.kingdoms.year.events import EVENTS, befall
from world.rules.kingdoms.year.notices import (
    NOTICES,
    OmenEnds,
    RevoltLooms,
    VictoryNear,
    YearCompared,
    YearOver,
    YourRevoltLooms,
)
from world.rules.kingdoms.year.revolt import in_revolt, throw_coins
from world.rules.kingdoms.year.victory import Verdict, compare, why
from world.step import Step
from world.timeline import Event

chapter = Chapter("year", "The year's end: victory, events and omens, revolts")
chapter.params += figures.ALL

RANDOM: Final = "random"
NOBODY: Final = "nobody"
_LAST_YEAR: Final = "last-year"
_EVENT: Final = "event/"
_BOOK: Final = "year-book"


class EventChosen(Event, frozen=True, tag="event_chosen"):
    """The event of a new year is settled, and whom it befalls (K-DEC-03)."""

    year: int
    nth: int
    revolting: tuple[str, ...]


class LastYearJudged(Event, frozen=True, tag="last_year_judged"):
    """The last year the game may have is over, and how it ends is settled (K-DEC-09)."""

    year: int


class YearBook(Entity, frozen=True, kw_only=True, tag="year_book"):
    """What the last year's end has brought so far."""

    id: str = _BOOK
    result: YearResult


chapter.declare(YearBook, *NOTICES)

# -- K-YEA-01 and K-VIC --------------------------------------------------------------------------


@chapter.on(YearEnded)
def year_ended(step: Step, fact: YearEnded) -> None:
    """The kingdoms are compared (K-YEA-01); without a winner the year's end goes on."""
    verdict = _compare(step)
    if verdict.winner is not None:
        _win(step, verdict)
        return
    text = why(step.world.params, verdict, _names(step))
    tell_public(step, YearCompared(year=fact.year, why=text))
    step.put(YearBook(result=YearResult(fact.year, text)))
    most = limit(figures.MAX_YEARS, step.param(figures.MAX_YEARS))
    if most is not None and fact.year >= most:
        _ask_how_it_ends(step, fact.year)
        return
    _ask_for_events(step, fact.year)


def _compare(step: Step) -> Verdict:
    levels = {kingdom.id: kingdom.levels for kingdom in in_play(step.world)}
    return compare(step.world.params, levels)


def _names(step: Step) -> dict[str, str]:
    return {kingdom.id: kingdom.name for kingdom in step.of(Kingdom)}


def _win(step: Step, verdict: Verdict) -> None:
    text = why(step.world.params, verdict, _names(step))
    step.happened(GameEnded(winner=verdict.winner, why=text))


@chapter.on(TurnClosed)
def turn_closed(step: Step, fact: TurnClosed) -> None:
    """Everybody is warned of who would win (K-NOT-18), or the game is won at once (K-RUL-31)."""
    verdict = _compare(step)
    if step.param(figures.VICTORY_CHECK) == "turn_end" and verdict.winner is not None:
        _win(step, verdict)
        return
    closed = step.get(Turn, LAST_TURN_ID)
    before = compare(step.world.params, _levels(closed.before))
    ends = fact.season == seasons_of(step.world.params)[-1]
    if verdict.candidates and verdict != before and not ends:
        _tell_of_victory(step, verdict)


def _levels(standings: tuple[Standing, ...]) -> dict[str, Levels]:
    return {standing.kingdom: standing.levels for standing in standings}


def _tell_of_victory(step: Step, verdict: Verdict) -> None:
    names = [name_of(step.world, kingdom) for kingdom in verdict.candidates]
    if verdict.winner is not None:
        outlook = f"If nothing changes, {names[0]} wins at the end of the year."
    elif verdict.blockers:
        others = listed([name_of(step.world, kingdom) for kingdom in verdict.blockers])
        outlook = f"As long as {others} stands as high in any rating, nobody wins."
    else:
        outlook = "As long as they are several, nobody wins."
    notice = VictoryNear(
        names=listed(names),
        stand="stands" if len(names) == 1 else "stand",
        level=signed(step.param(figures.VICTORY_LEVEL)),
        outlook=outlook,
    )
    tell_public(step, notice)


def _ask_how_it_ends(step: Step, year: int) -> None:
    """The game may have no further year: the referee may name a winner (K-DEC-09, K-RUL-37)."""
    hold(step, _LAST_YEAR)
    options = [
        Option(name=NOBODY, text="the game ends without a winner"),
        *(
            Option(name=kingdom.id, text=f"{kingdom.name} has won")
            for kingdom in in_play(step.world)
        ),
    ]
    step.ask(
        Question(
            rule="K-DEC-09",
            question=f"Year {year} was the last the game may have. How does it end?",
            who=REFEREE,
            options=tuple(options),
            default=NOBODY,
            then=LastYearJudged(subject=GAME_ID, year=year),
            about=(GAME_ID,),
            limit_ms=_limit(step),
        )
    )


@chapter.settles(LastYearJudged)
def last_year_judged(step: Step, then: LastYearJudged, choice: Choice) -> None:
    """The game is over, with a winner or without (K-DEC-09)."""
    winner = None if choice.option == NOBODY else choice.option
    text = f"Year {then.year} was the last the game could have."
    if winner is not None:
        text += " The referee has judged."
    step.happened(GameEnded(winner=winner, why=text))


def _limit(step: Step) -> int:
    return step.param(turns.TIMEOUT_H) * 3_600_000


# -- K-YEA-02 ------------------------------------------------------------------------------------


def _ask_for_events(step: Step, year: int) -> None:
    """The referee says what befalls whom; left alone, dice do (K-YEA-02, K-DEC-03)."""
    revolting = in_revolt(step.world)
    count = step.param(figures.EVENTS)
    for nth in range(1, count + 1):
        hold(step, _reason(nth))
        _ask(step, EventChosen(subject=GAME_ID, year=year, nth=nth, revolting=revolting))
    if count < 1:
        _finish(step, revolting)


def _finish(step: Step, revolting: tuple[str, ...]) -> None:
    """The last of the year's end: coins fall, and the report can be written (K-YEA-03)."""
    book = step.get(YearBook, _BOOK)
    result = msgspec.structs.replace(book.result, coins=throw_coins(step, revolting))
    step.put(msgspec.structs.replace(book, result=result))
    params = step.world.params
    after = tuple(
        Standing(kingdom=kingdom.id, levels=kingdom.levels) for kingdom in in_play(step.world)
    )
    document = year_report(params, result, after, _names(step))
    notice = YearOver(year=result.year, report=markdown(document), bbcode=bbcode(document))
    tell_public(step, notice)


def _reason(nth: int) -> str:
    return f"{_EVENT}{nth}"


def _ask(step: Step, then: EventChosen) -> None:
    options = [Option(name=RANDOM, text="one of the five, drawn by dice")]
    options += [Option(name=name, text=event.name) for name, event in EVENTS.items()]
    step.ask(
        Question(
            rule="K-DEC-03",
            question=(
                f"Year {then.year} is over. Which event befalls whom? You may name the kingdom in"
                " words of your own; without, dice say which."
            ),
            who=REFEREE,
            options=tuple(options),
            default=RANDOM,
            then=then,
            about=(GAME_ID,),
            limit_ms=_limit(step),
            free_text=True,
        ),
        str(then.nth),
    )


@chapter.settles(EventChosen)
def event_chosen(step: Step, then: EventChosen, choice: Choice) -> None:
    """The event takes effect now; after the last of them come the coins (K-YEA-02, K-YEA-03).

    Raises:
        Refused: E-TARGET where the answer names no kingdom; the question stays open.
    """
    kingdoms = in_play(step.world)
    if kingdoms:
        named = choice.text.strip()
        name = choice.option
        if name == RANDOM:
            name = step.pick("K-DEC-03 event", list(EVENTS))
        if named:
            kingdom = kingdom_named(named, {each.id: each.name for each in kingdoms})
        else:
            kingdom = step.pick("K-DEC-03 kingdom", [each.id for each in kingdoms])
        book = step.get(YearBook, _BOOK)
        events = (*book.result.events, befall(step, name, kingdom, str(then.nth)))
        result = msgspec.structs.replace(book.result, events=events)
        step.put(msgspec.structs.replace(book, result=result))
    if sum(reason.startswith(_EVENT) for reason in game(step.world).waits) == 1:
        after_event = step.param(figures.REVOLT_READ) == "after_event"
        _finish(step, in_revolt(step.world) if after_event else then.revolting)
    free(step, _reason(then.nth))


# -- warnings, and omens that end ----------------------------------------------------------------


@chapter.on(LevelsChanged)
def levels_changed(step: Step, fact: LevelsChanged) -> None:
    """Whoever's Culture comes to the level of a revolt is warned, and everybody else (K-NOT-13).

    After the year's own event it is the end of the next year that counts (K-RUL-28).
    """
    level = step.param(figures.REVOLT_LEVEL)
    if not fact.after.culture <= level < fact.before.culture:
        return
    later = fact.because == "event" and step.param(figures.REVOLT_READ) == "end_of_winter"
    year = game(step.world).year + (1 if later else 0)
    kingdom = step.get(Kingdom, fact.kingdom)
    name = level_text(step.world.params, "culture", fact.after.culture)
    for person in public(step.world):
        kind = YourRevoltLooms if person == kingdom.ruler else RevoltLooms
        step.tell(person, kind(name=kingdom.name, level=name, year=year), kingdom.id)


@chapter.on(TurnComing)
def turn_coming(step: Step, fact: TurnComing) -> None:
    """What has run its time is taken out, and everybody is told (K-YEA-04, K-NOT-15)."""
    for kingdom in step.of(Kingdom):
        over = [omen for omen in kingdom.omens if omen.last < fact.number]
        if not over:
            continue
        left = tuple(omen for omen in kingdom.omens if omen not in over)
        step.put(msgspec.structs.replace(kingdom, omens=left))
        for n, omen in enumerate(over):
            tell_public(step, OmenEnds(name=kingdom.name, what=omen.what), f"{kingdom.id}/{n}")
