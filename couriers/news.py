"""News: how word of public events spreads, and when it reaches whom (C-NEWS-01, C-NEWS-02).

News is a front that runs from its place at its own pace.  The instant at which it reaches a place
is that of the event plus the way there, so the front needs no events of its own: for each person
one delivery is placed, at the instant the front reaches where that person is.  When the person
moves (:class:`world.fact.Moved`) the delivery is placed anew, which is exact because persons stand
in one place between two moves: they hear at the first instant at which the front has passed the
place they are in.  In a pack that announces no moves the delivery looks again when it is due, and
follows whoever has gone on.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import msgspec

from couriers import figures, offers
from couriers.vain import too_late
from world.decision import Choice, Option, Question
from world.enclosure import NOTHING
from world.entity import Entity
from world.fact import Moved
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy, WordReached
from world.notice import Notice, Record
from world.pack import Chapter
from world.state import World
from world.step import Step
from world.timeline import Event
from world.units import GameMs, Place

chapter = Chapter("news", "News of public events, overland and along coasts")
chapter.params += [
    figures.KMPD_LAND,
    figures.KMPD_COAST,
    figures.NEWS_EVENTS,
    figures.NEWS_DIGITS,
    figures.FRESH_DAYS,
]

_DAY = 86_400_000
#: News comes after riders and telegrams that say the same.
RANK = 620
#: Grounds along which news runs with ships.
_BY_SHIP = frozenset(("coast", "sea"))


class Pending(msgspec.Struct, frozen=True, gc=False):
    """A person whom the front has not reached, and the event at which it may."""

    person: str
    event: str


class News(Entity, frozen=True, tag="news"):
    """A tale that is told.

    Attributes:
        event, scene, about: what, the place where, of which entity.
        wording: as it is told; ``plain`` is how it happened, figures already rounded.
        happened: game ms, where the front began to run.
        knows: persons who know, by it or before it.
        pending: those it has still to reach; none while it is not told.
        enclosed: what the pack handed on with it.
    """

    event: str
    scene: str
    about: str
    wording: str
    plain: str
    happened: int
    knows: tuple[str, ...]
    pending: tuple[Pending, ...] = ()
    told: bool = False
    enclosed: msgspec.Raw = NOTHING


class NewsCame(Notice, frozen=True, tag="news_came"):
    """News reaches a person (M-NEWS-01): from where, and how old it is."""

    title: ClassVar[str] = "News from {place}"
    wording: ClassVar[str] = "They tell in {heard}, of {place}, {happened:when}: {text}"
    place: str
    heard: str
    happened: int
    text: str


class NewsHeard(Record, frozen=True, tag="news_heard"):
    """News a person heard: what, of which place and time, and where it reached them."""

    event: str
    place: Place
    heard: Place
    happened: GameMs
    text: str


class NewsReaches(Event, frozen=True, tag="news_reaches"):
    """The front of news may reach a person now."""

    rank: ClassVar[int] = RANK
    person: str


class NewsFades(Event, frozen=True, tag="news_fades"):
    """A tale is too old to be passed on."""

    rank: ClassVar[int] = RANK


class NewsJudged(Event, frozen=True, tag="news_judged"):
    """Whether something is news, and in what words, is settled (D-NEWS-01)."""

    rank: ClassVar[int] = RANK


chapter.declare(News, NewsCame, NewsHeard)


@chapter.on(Newsworthy)
def happens(step: Step, fact: Newsworthy) -> None:
    """Something public has happened: by its kind it is news, or not; the referee may say."""
    default = "yes" if fact.event in step.param(figures.NEWS_EVENTS) else "no"
    asked = "D-NEWS-01" in step.param(figures.ASKED)
    if default == "no" and not asked:
        return
    plain = told_roughly(fact.wording, fact.figures, step.param(figures.NEWS_DIGITS))
    news = News(
        id=step.name("news"),
        event=fact.event,
        scene=fact.place,
        about=fact.about,
        wording=plain,
        plain=plain,
        happened=step.now,
        knows=tuple(sorted(set(fact.knows))),
        enclosed=fact.enclosed,
    )
    step.put(news)
    step.after(step.param(figures.FRESH_DAYS) * _DAY, NewsFades(subject=news.id))
    if asked:
        step.ask(_question(step, news, default), news.id)
    else:
        spread(step, news)


def told_roughly(wording: str, numbers: tuple[int, ...], digits: int) -> str:
    """A wording with each ``{}`` replaced by a figure, told roughly (C-NEWS-02/a)."""
    parts = wording.split("{}")
    words = [parts[0]]
    for part, number in zip(parts[1:], numbers, strict=False):
        words += [roughly(number, digits), part]
    return "".join([*words, *parts[1 + len(numbers) :]])


def roughly(number: int, digits: int) -> str:
    """A figure as people tell it: ``about 3,000``; small ones exactly."""
    step = 10 ** max(len(str(abs(number))) - digits, 0)
    if step == 1:
        return f"{number:,}"
    half_up = (abs(number) + step // 2) // step * step
    return f"about {-half_up if number < 0 else half_up:,}"


def _question(step: Step, news: News, default: str) -> Question:
    place = offers.place_name(step.world, news.scene)
    return Question(
        rule="D-NEWS-01",
        question=f"Is this news ({news.event}, at {place}), and in what words? “{news.plain}”",
        who=REFEREE,
        options=(
            Option(name="yes", text="it is told as it was"),
            Option(name="no", text="nobody tells it"),
            Option(name="distorted", text="it is told in the words you write"),
        ),
        default=default,
        then=NewsJudged(subject=news.id),
        about=(news.id,),
        mode="at_once",
        free_text=True,
    )


@chapter.settles(NewsJudged)
def judged(step: Step, then: NewsJudged, choice: Choice) -> None:
    """It is told, in these words, to all whom the front has not reached; or no longer."""
    news = step.find(News, then.subject)
    if news is None:
        too_late(step, choice, "nobody tells that tale any more")
        return
    if choice.option == "no":
        for pending in news.pending:
            step.cancel(pending.event)
        step.put(msgspec.structs.replace(news, pending=(), told=False))
        return
    distorted = choice.option == "distorted" and choice.text
    news = msgspec.structs.replace(news, wording=choice.text if distorted else news.plain)
    if news.told:
        step.put(news)
    else:
        spread(step, news)


# -- the front -----------------------------------------------------------------------------------


def front(world: World, news: News, place: str, person: str) -> int | None:
    """The instant at which news reaches a place; None where nobody carries it (C-NEWS-01)."""
    legs = world.pack.answers.passage(
        world, news.scene, place, "news", person=person, believed=False
    )
    if legs is None:
        return None
    # Metres by pace, so that there is a fraction for each pace and not for each leg.
    metres: dict[int, int] = {}
    for leg in legs:
        pace = world.params[figures.KMPD_COAST if leg.ground in _BY_SHIP else figures.KMPD_LAND]
        metres[pace] = metres.get(pace, 0) + leg.metres
    took = sum((Fraction(m * _DAY, pace * 1000) for pace, m in metres.items()), Fraction(0))
    return news.happened + round(took)


def spread(step: Step, news: News) -> None:
    """Place a delivery for everybody who does not know; keeps the news."""
    known = set(news.knows)
    pending = [
        Pending(person, _await(step, news, person))
        for person in offers.commanders(step.world)
        if person not in known
    ]
    step.put(msgspec.structs.replace(news, pending=tuple(pending), told=True))


def _await(step: Step, news: News, person: str) -> str:
    """Place the delivery to a person at the instant the front reaches where he is now.

    For somebody who is nowhere, or where no news comes, it looks again a day later.
    """
    where = step.world.pack.answers.whereabouts(step.world, person)
    due = None if where is None else front(step.world, news, where, person)
    if due is None:
        due = step.now + _DAY
    return step.at(due, NewsReaches(subject=news.id, person=person), person)


@chapter.on(Moved)
def moved(step: Step, fact: Moved) -> None:
    """Whoever moves meets the front earlier or later than he would have."""
    for news in step.of(News):
        for pending in news.pending:
            if pending.person == fact.person:
                step.cancel(pending.event)
                again = Pending(fact.person, _await(step, news, fact.person))
                step.put(_with(news, again))


def _with(news: News, again: Pending) -> News:
    others = tuple(again if p.person == again.person else p for p in news.pending)
    return msgspec.structs.replace(news, pending=others)


@chapter.handles(NewsReaches)
def reaches(step: Step, event: NewsReaches) -> None:
    """The person hears it, if the front has reached where he is; else it goes after him."""
    news = step.get(News, event.subject)
    person = event.person
    world = step.world
    answers = world.pack.answers
    stead = answers.acts_for(world, person)
    if stead.person != person and stead.captor is None:
        step.put(_without(news, person))  # dead or gone: whoever leads in his stead hears himself
        return
    where = answers.whereabouts(world, person)
    due = None if where is None else front(world, news, where, person)
    if where is None or due is None or due > step.now:
        step.put(_with(news, Pending(person, _await(step, news, person))))
        return
    heard = _without(news, person)
    step.put(msgspec.structs.replace(heard, knows=tuple(sorted({*news.knows, person}))))
    if offers.knows(world, person, news.event, news.about):
        return
    place, here = offers.place_name(world, news.scene), offers.place_name(world, where)
    notice = NewsCame(place=place, heard=here, happened=news.happened, text=news.wording)
    step.tell(person, notice, news.id)
    word = WordReached(
        person=person,
        event=news.event,
        about=news.about,
        happened=news.happened,
        enclosed=news.enclosed if news.wording == news.plain else NOTHING,
    )
    step.happened(word, news.id)
    record = NewsHeard(
        event=news.event, place=news.scene, heard=where, happened=news.happened, text=news.wording
    )
    step.learn(person, record)


def _without(news: News, person: str) -> News:
    others = tuple(pending for pending in news.pending if pending.person != person)
    return msgspec.structs.replace(news, pending=others)


@chapter.handles(NewsFades)
def fades(step: Step, event: NewsFades) -> None:
    """Nobody passes it on any more; whom it has not reached will not hear it."""
    news = step.get(News, event.subject)
    for pending in news.pending:
        step.cancel(pending.event)
    step.remove(news, "nobody tells it any more")
