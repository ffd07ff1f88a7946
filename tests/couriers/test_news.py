"""News: how fast it spreads, whom it reaches, in what words, and what the referee may change."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from couriers.news import News, roughly, told_roughly
from tests.couriers.game import DAY, HOUR, Game, people, road
from tests.packs import table

EVENTS = (
    "battle",
    "fall",
    "siege",
    "pillage",
    "torching",
    "revolt",
    "mutiny",
    "levy",
    "death",
    "capture",
    "duel",
    "ransom",
    "fleet_arrival",
    "war",
)


def happen(event: str = "battle", place: str = "a", **rest: Any) -> table.Happen:
    return table.Happen(
        event=event, place=place, wording=rest.pop("wording", "A battle was fought."), **rest
    )


def heard(game: Game, person: str) -> list[int]:
    return [notice["at"] for notice in game.told(person, "news_came")]


# -- spreading ------------------------------------------------------------------------------------


@pytest.mark.rule("C-NEWS-01")
def test_worked_example_37_news_by_land_and_coast() -> None:
    """EX-37: fifteen days overland, seven by the coast; the earlier counts."""
    overland = [road("a", "z", 300)]
    coast = [road("a", "p", 60), road("p", "q", 200, ground="coast"), road("q", "z", 40)]
    for roads, days in ((overland, 15), (coast, 7), (overland + coast, 7)):
        game = Game(roads, people(ben="z"))
        game.say("gm", happen())
        game.until(days * DAY - 1)
        assert heard(game, "ben") == []
        game.until(days * DAY)
        assert heard(game, "ben") == [days * DAY]


@pytest.mark.rule("C-NEWS-01")
def test_each_commander_hears_once_when_the_front_reaches_his_place() -> None:
    game = Game(
        [road("a", "b", 20), road("b", "c", 40)], people(ann="a", ben="b", cat="c", dan="c")
    )
    game.until(HOUR)
    game.say("gm", happen())
    game.until(60 * DAY)
    assert [heard(game, person) for person in ("ann", "ben", "cat", "dan")] == [
        [HOUR],
        [HOUR + DAY],
        [HOUR + 3 * DAY],
        [HOUR + 3 * DAY],
    ]


@pytest.mark.rule("C-NEWS-01")
def test_who_knows_already_is_not_told_again() -> None:
    game = Game([road("a", "b", 20)], people(ann="a", ben="b"))
    game.say("gm", happen(knows=("ann",)))
    game.until(2 * DAY)
    assert (heard(game, "ann"), heard(game, "ben")) == ([], [DAY])


@pytest.mark.rule("C-NEWS-01")
def test_news_says_of_where_and_when_it_is_and_where_it_was_heard() -> None:
    game = Game([road("a", "b", 20)], people(ben="b"))
    game.until(HOUR)
    game.say("gm", happen())
    game.until(2 * DAY)
    notice = game.told("ben", "news_came")[0]
    assert (notice["place"], notice["heard"], notice["happened"]) == ("A", "B", HOUR)
    assert game.known("ben", "news_heard")[0]["event"] == "battle"


@pytest.mark.rule("C-NEWS-01")
def test_who_rides_towards_the_news_meets_it_at_the_first_instant_both_are_in_one_place() -> None:
    game = Game([road("a", "b", 20), road("b", "c", 40)], people(ben="c"))
    game.say("gm", happen())
    game.until(DAY + HOUR)
    game.say("ben", table.Go(to="b"))  # where the news came an hour before
    game.until(9 * DAY)
    assert heard(game, "ben") == [DAY + HOUR]


@pytest.mark.rule("C-NEWS-01")
def test_who_rides_away_hears_later() -> None:
    game = Game([road("a", "b", 20), road("b", "c", 40)], people(ben="b"))
    game.say("gm", happen())
    game.until(DAY - HOUR)
    game.say("ben", table.Go(to="c"))
    game.until(9 * DAY)
    assert heard(game, "ben") == [3 * DAY]


@pytest.mark.rule("C-NEWS-01")
def test_who_is_nowhere_hears_when_he_lands_and_whom_no_news_reaches_hears_never() -> None:
    game = Game([road("a", "b", 20)], people(ann="b", ben="island"))
    game.say("ann", table.Go(to=None))
    game.say("gm", happen())
    game.until(10 * DAY + HOUR)
    game.say("ann", table.Go(to="b"))
    game.until(100 * DAY)
    assert (heard(game, "ann"), heard(game, "ben")) == ([10 * DAY + HOUR], [])
    assert game.all(News) == ()
    assert not game.world.timeline.entries  # nobody tells it any more


@pytest.mark.rule("C-NEWS-01")
def test_nobody_passes_a_tale_on_after_ninety_days() -> None:
    roads = [road("a", "b", 89 * 20), road("a", "c", 91 * 20)]
    game = Game(roads, people(ben="b", cat="c"))
    game.say("gm", happen())
    game.until(200 * DAY)
    assert (heard(game, "ben"), heard(game, "cat")) == ([89 * DAY], [])


PATHS = st.lists(
    st.tuples(st.integers(0, 30 * 24), st.sampled_from("abcdef")),
    max_size=6,
    unique_by=lambda m: m[0],
)


@pytest.mark.rule("C-NEWS-01")
@given(PATHS, st.sampled_from("abcdef"), st.lists(st.integers(1, 60), min_size=5, max_size=5))
def test_news_reaches_a_traveller_at_the_first_instant_front_and_way_cross(
    moves: list[tuple[int, str]], home: str, kms: list[int]
) -> None:
    roads = [road("abcdef"[i], "abcdef"[i + 1], km) for i, km in enumerate(kms)]
    game = Game(roads, people(ben=home))
    game.say("gm", happen())
    stays = [(0, home)]
    for hour, place in sorted(moves):
        game.until(hour * HOUR)
        game.say("ben", table.Go(to=place))
        stays.append((hour * HOUR, place))
    game.until(40 * DAY)

    front = {
        place: round(Fraction(sum(kms[: "abcdef".index(place)]) * DAY, 20)) for place in "abcdef"
    }
    ends = [at for at, _ in stays[1:]] + [40 * DAY + 1]
    first = next(
        max(since, front[place])
        for (since, place), until in zip(stays, ends, strict=True)
        if max(since, front[place]) <= until  # the game before what people say at that instant
    )
    assert heard(game, "ben") == [first]


# -- what is told ---------------------------------------------------------------------------------


@pytest.mark.rule("C-NEWS-02")
@pytest.mark.parametrize(
    ("number", "digits", "words"),
    [
        (0, 1, "0"),
        (7, 1, "7"),
        (12, 1, "about 10"),
        (15, 1, "about 20"),
        (96, 1, "about 100"),
        (2_499, 1, "about 2,000"),
        (25_300, 1, "about 30,000"),
        (25_300, 2, "about 25,000"),
        (25, 2, "25"),
        (25_300, 9, "25,300"),
    ],
)
def test_figures_are_told_to_one_significant_digit(number: int, digits: int, words: str) -> None:
    assert roughly(number, digits) == words


@pytest.mark.rule("C-NEWS-02")
def test_news_tells_who_where_and_what_came_of_it_with_rough_numbers() -> None:
    game = Game([], people(ann="a"))
    game.say("gm", happen(wording="Of {} men {} fell.", figures=(25_300, 1_180)))
    assert game.told("ann", "news_came")[0]["text"] == "Of about 30,000 men about 1,000 fell."


@pytest.mark.rule("C-NEWS-02")
def test_a_scenario_may_have_figures_told_more_exactly() -> None:
    game = Game([], people(ann="a"), params={"news.digits": 3})
    game.say("gm", happen(wording="{} fell.", figures=(25_372,)))
    assert game.told("ann", "news_came")[0]["text"] == "about 25,400 fell."


def test_braces_in_a_name_break_nothing() -> None:
    assert (
        told_roughly("The {Guards} lost {} of {}.", (120,), 1) == "The {Guards} lost about 100 of ."
    )


@pytest.mark.rule("C-NEWS-02")
@pytest.mark.parametrize("event", EVENTS)
def test_what_becomes_news_stands_in_a_list(event: str) -> None:
    game = Game([], people(ann="a"))
    game.say("gm", happen(event))
    assert len(heard(game, "ann")) == 1


@pytest.mark.rule("C-NEWS-02", "D-NEWS-01")
def test_what_is_not_on_the_list_is_no_news_unless_the_referee_says_so() -> None:
    game = Game([road("a", "b", 20)], people(ann="a", ben="b"))
    game.say("gm", happen("wedding"))
    game.until(12 * HOUR)
    assert heard(game, "ann") == []
    game.answer("D-NEWS-01", "yes")
    game.until(2 * DAY)
    # The front has passed ann meanwhile; ben hears as if it had been told from the beginning.
    assert (heard(game, "ann"), heard(game, "ben")) == ([12 * HOUR], [DAY])


@pytest.mark.rule("C-NEWS-02")
def test_a_scenario_names_its_own_news() -> None:
    game = Game([], people(ann="a"), params={"news.events": ["wedding"]})
    game.say("gm", happen("wedding"))
    game.say("gm", happen("battle"))
    assert len(heard(game, "ann")) == 1


@pytest.mark.rule("C-NEWS-02", "D-NEWS-01")
def test_the_referee_may_hush_news_up_before_it_has_reached_all() -> None:
    game = Game([road("a", "b", 20)], people(ann="a", ben="b"))
    game.say("gm", happen())
    game.until(HOUR)
    game.answer("D-NEWS-01", "no")
    game.until(9 * DAY)
    assert (len(heard(game, "ann")), heard(game, "ben")) == (1, [])


@pytest.mark.rule("C-NEWS-02", "D-NEWS-01")
def test_the_referee_may_have_it_told_in_other_words_from_then_on() -> None:
    game = Game([road("a", "b", 20)], people(ann="a", ben="b"))
    game.say("gm", happen())
    game.until(HOUR)
    game.answer("D-NEWS-01", "distorted", "A great victory!")
    game.until(2 * DAY)
    assert game.told("ann", "news_came")[0]["text"] == "A battle was fought."
    assert game.told("ben", "news_came")[0]["text"] == "A great victory!"


@pytest.mark.rule("C-NEWS-02")
def test_a_scenario_that_does_not_ask_goes_by_the_list() -> None:
    game = Game([], people(ann="a"), params={"couriers.asked": ["D-MSG-01"]})
    game.say("gm", happen())
    game.say("gm", happen("wedding"))
    assert len(heard(game, "ann")) == 1
    assert game.told("gm") == []


@pytest.mark.rule("C-NEWS-01")
def test_the_dead_hear_nothing() -> None:
    game = Game([road("a", "b", 20)], people(ann="b", ben="b"))
    game.say("gm", happen())
    game.change("ann", "alive", False)
    game.until(2 * DAY)
    assert (heard(game, "ann"), heard(game, "ben")) == ([], [DAY])


# -- history --------------------------------------------------------------------------------------


def test_history_18_news_carried_by_ordinary_letters() -> None:
    game = Game([road("a", "b", 700)], people(ben="b"), params={"news.kmpd_land": 70})
    game.say("gm", happen())
    game.until(30 * DAY)
    assert 50 <= 700 / (heard(game, "ben")[0] / DAY) <= 110
