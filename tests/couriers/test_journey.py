"""One function for the time shown and the time ridden; rows of history riders must meet."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from couriers.hours import Window, always, by_day, worked
from couriers.journey import Riding, as_if_hostile, journey, season_factors
from couriers.letter import Letter
from couriers.writing import WriteLetter
from tests.couriers.game import DAY, HOUR, Game, people, road
from tests.couriers.historical import POST
from tests.packs.table import Go
from world.answers import Leg
from world.calendar import GregorianCalendar
from world.errors import BadScenario, Fault

RIDING = Riding(friendly=80, hostile=60, sea=100)


def leg(a: str, b: str, km: float, **rest: Any) -> Leg:
    return Leg(a, b, round(km * 1000), **rest)


# -- the function ---------------------------------------------------------------------------------


@pytest.mark.rule("C-MSG-02", "C-MSG-03", "C-MSG-06")
def test_times_add_up_leg_by_leg_at_the_pace_of_each_country() -> None:
    legs = [
        leg("a", "b", 140, stance="own"),
        leg("b", "c", 60, stance="hostile"),
        leg("c", "d", 50, ground="sea"),
    ]
    found = journey(legs, RIDING, HOUR)
    assert found.marks == (HOUR + 42 * HOUR, HOUR + 66 * HOUR, HOUR + 78 * HOUR)
    assert found.countries == {"friendly", "hostile"}
    assert found.places == ("a", "b", "c", "d")


def test_a_way_of_no_length_takes_no_time_and_leads_through_no_country() -> None:
    found = journey([], RIDING, 5)
    assert (found.arrives, found.countries, found.places) == (5, frozenset(), ())


def test_a_leg_of_a_table_takes_its_own_time_whoever_holds_the_country() -> None:
    timed = (Leg("a", "b", 0, ms=5 * HOUR + 1), leg("b", "c", 80), Leg("c", "d", 0, ms=0))
    found = journey(timed, RIDING, HOUR)
    assert found.marks == (6 * HOUR + 1, 30 * HOUR + 1, 30 * HOUR + 1)
    assert found.countries == {"friendly"}
    alone = journey(as_if_hostile(timed[:1]), RIDING, 0)
    assert (alone.arrives, journey(timed[:1], RIDING, 0).countries) == (5 * HOUR + 1, frozenset())
    # A day of the table is a day's ride, whenever riders rest.
    windows = by_day(GregorianCalendar(start="1815-06-15 00:00"), 6, 18)
    resting = Riding(friendly=80, hostile=60, sea=100, hours=12, windows=windows)
    assert journey((Leg("a", "b", 0, ms=DAY),), resting, 6 * HOUR).arrives == 18 * HOUR


def test_times_are_exact_and_rounded_once() -> None:
    # 10,000 legs of one metre take what 10 km take, to the millisecond.
    many = journey([leg(str(i), str(i + 1), 0.001) for i in range(10_000)], RIDING, 0)
    assert many.arrives == journey([leg("0", "1", 10)], RIDING, 0).arrives == 3 * HOUR


@given(
    st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from([7, 60, 80, 97])), max_size=9),
    st.fractions(Fraction(1, 3), 3, max_denominator=50),
)
def test_times_are_those_of_exact_fractions(parts: list[tuple[int, int]], season: Fraction) -> None:
    for pace in (7, 97):
        riding = Riding(friendly=pace, hostile=60, sea=80, season=season)
        legs = [
            Leg(str(i), str(i + 1), m, "sea" if kind == 80 else "road")
            for i, (m, kind) in enumerate(parts)
        ]
        exact = sum(
            (
                Fraction(leg.metres * DAY, 80_000)
                if leg.ground == "sea"
                else Fraction(leg.metres * DAY, pace * 1000) * season
                for leg in legs
            ),
            Fraction(0),
        )
        assert abs(journey(legs, riding, 0).arrives - exact) <= Fraction(1, 2)


def test_legs_must_join() -> None:
    with pytest.raises(Fault, match="breaks off at b"):
        journey([leg("a", "b", 1), leg("c", "d", 1)], RIDING, 0)


def test_the_place_half_way_is_the_one_left_last() -> None:
    found = journey([leg("a", "b", 80), leg("b", "c", 80)], RIDING, 0)
    assert [found.place_at(at) for at in (0, DAY - 1, DAY, 2 * DAY)] == ["a", "a", "b", "c"]


LEGS = st.lists(
    st.tuples(
        st.integers(0, 200_000),
        st.sampled_from(["road", "post", "sea"]),
        st.sampled_from(["own", "neutral", "hostile"]),
    ),
    max_size=8,
).map(
    lambda parts: [
        Leg(str(i), str(i + 1), metres, ground, stance)  # type: ignore[arg-type]
        for i, (metres, ground, stance) in enumerate(parts)
    ]
)


@given(LEGS, st.integers(0, 10**10))
def test_marks_never_run_backwards_and_no_way_is_later_than_the_enemys(
    legs: list[Leg], left: int
) -> None:
    riding = Riding(friendly=80, hostile=60, sea=100, relay=165, relays=("post",))
    found = journey(legs, riding, left)
    assert list(found.marks) == sorted(found.marks)
    assert found.arrives <= journey(as_if_hostile(legs), riding, left).arrives


@given(LEGS, st.integers(0, 10**10), st.integers(0, 22), st.integers(1, 24))
def test_riders_who_rest_by_night_cover_the_distance_of_a_day_in_a_day(
    legs: list[Leg], left: int, first: int, hours: int
) -> None:
    last = min(first + hours, 24)
    calendar = GregorianCalendar(start="1815-06-15 00:00")
    riding = Riding(
        friendly=80,
        hostile=60,
        sea=100,
        hours=last - first,
        windows=by_day(calendar, first, last),
    )
    even = journey(legs, RIDING, left)
    found = journey(legs, riding, left)
    assert abs((found.arrives - left) - (even.arrives - left)) <= DAY
    if found.arrives > left:
        assert first * HOUR <= (found.arrives - 1) % DAY < last * HOUR


def test_riders_of_a_scenario_may_rest_by_night() -> None:
    params = {"message.rides_from_h": 6, "message.rides_to_h": 18, "message.safe_friendly": "1"}
    game = Game([road("a", "b", 120)], people(ann="a", ben="b"), params=params)
    game.say("ann", WriteLetter(to="ben", text="x"))
    game.until(5 * DAY)
    # 80 km from 6 to 18 of the first day, 40 from 6 to 12 of the second.
    assert game.told("ben")[0]["at"] == DAY + 12 * HOUR
    assert game.told("ann")[0]["eta_from"] == DAY + 12 * HOUR


@pytest.mark.rule("C-MSG-02")
def test_on_roads_with_relays_a_rider_covers_165_km_a_day_but_not_in_hostile_country() -> None:
    roads = [road("a", "b", 165, ground="post"), road("b", "c", 60, "march", ground="post")]
    game = Game(
        roads,
        people(ann="a", ben="b", cat="c"),
        lands={"march": "red"},
        wars=["blue-red"],
        params={
            "message.relay_grounds": ["post"],
            "message.safe_friendly": "1",
            "message.safe_hostile": "1",
        },
    )
    game.say("ann", WriteLetter(to="ben", text="x"))
    game.say("ann", WriteLetter(to="cat", text="x"))
    game.until(5 * DAY)
    assert game.told("ben")[0]["at"] == DAY
    assert game.told("cat")[0]["at"] == 2 * DAY


@pytest.mark.parametrize(
    "written", ["winter", "winter=", "=2", "winter=0", "winter=-1", "winter=x"]
)
def test_a_factor_of_a_season_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(BadScenario, match="expected a season and a factor"):
        season_factors((written,))
    with pytest.raises(BadScenario, match="expected a season and a factor"):
        Game([], people(ann="a"), params={"message.season_factors": [written]})


@pytest.mark.parametrize(
    "params",
    [
        {"message.rides_from_h": 20, "message.rides_to_h": 6},
        {"message.rides_to_h": 25},
        {"message.kmpd_friendly": 0},
        {"message.kmpd_sea": -1},
    ],
)
def test_riders_who_could_never_ride_are_refused(params: dict[str, int]) -> None:
    with pytest.raises(BadScenario, match=r"message\..*expected"):
        Game([], people(ann="a"), params=params)


# -- hours ----------------------------------------------------------------------------------------


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_work_under_windows_that_never_close_takes_its_own_time(start: int, work: int) -> None:
    assert worked(always, start, work) == start + work


@given(st.integers(0, 100), st.integers(0, 100))
def test_work_stands_still_while_no_window_is_open(start: int, work: int) -> None:
    def windows(at: int) -> Window:  # open for 3 in every 10
        opens = at // 10 * 10
        return Window(opens, opens + 3) if at < opens + 3 else Window(opens + 10, opens + 13)

    done = worked(windows, start, work)
    open_time = sum(at % 10 < 3 for at in range(start, done))
    assert open_time == work
    assert work == 0 or (done - 1) % 10 < 3  # not a moment later than needed


# -- what is shown and what is ridden -------------------------------------------------------------


WORLDS = st.fixed_dictionaries(
    {
        "kms": st.lists(st.integers(1, 150), min_size=1, max_size=5),
        "lands": st.lists(st.sampled_from(["red", "blue", "green"]), min_size=5, max_size=5),
        "grounds": st.lists(st.sampled_from(["road", "post", "sea"]), min_size=5, max_size=5),
        "left": st.integers(0, 3 * DAY),
        "params": st.sampled_from(
            [
                {},
                {"message.rides_from_h": 6, "message.rides_to_h": 20},
                {"message.relay_grounds": ["post"], "message.season_factors": ["summer=3/2"]},
                {"message.kmpd_friendly": 40, "message.mixed_safety": "each_country"},
                {"message.destination": "actual"},
                {"order.precedence": "arrived", "message.follow": "false"},
            ]
        ),
    }
)


def game_of(world: dict[str, Any], *, true: bool) -> Game:
    """A row of places; the lands between belong to sides as believed, or all to red."""
    names = "abcdef"[: len(world["kms"]) + 1]
    roads = [
        road(names[i], names[i + 1], km, f"land{i}", world["grounds"][i])
        for i, km in enumerate(world["kms"])
    ]
    lands = {f"land{i}": side for i, side in enumerate(world["lands"])}
    safe = {"message.safe_friendly": "1", "message.safe_hostile": "1", "couriers.asked": []}
    game = Game(
        roads,
        people(ann="a", ben=names[-1]),
        lands=lands,
        wars=["blue-red"],
        params={**safe, **world["params"]},
    )
    game.until(world["left"])
    if not true:
        for land in lands:
            game.change(land, "side", "red")
    return game


@pytest.mark.rule("C-MSG-01")
@given(WORLDS)
def test_the_time_shown_covers_the_ride_whenever_the_senders_beliefs_are_true(
    world: dict[str, Any],
) -> None:
    game = game_of(world, true=True)
    game.say("ann", WriteLetter(to="ben", text="x"))
    (sent,) = game.told("ann")
    (rider,) = game.one(Letter).copies
    assert sent["eta_from"] <= rider.due <= sent["eta_to"]
    assert rider.due == sent["eta_from"]  # one function computes both
    game.until(rider.due)
    assert game.told("ben")[0]["at"] == rider.due


@pytest.mark.rule("C-MSG-01")
@given(WORLDS, st.sampled_from(["lands", "place", "dead", "closed"]))
def test_the_time_shown_does_not_change_with_anything_the_sender_does_not_know(
    world: dict[str, Any], hidden: str
) -> None:
    plain, changed = game_of(world, true=True), game_of(world, true=hidden != "lands")
    if hidden == "place":
        changed.say("ben", Go(to="a"))
    elif hidden == "dead":
        changed.change("ben", "alive", False)
    elif hidden == "closed":
        changed.change("land0", "closed", True)
    for game in (plain, changed):
        game.say("ann", WriteLetter(to="ben", text="x"))
    assert plain.seen("ann") == changed.seen("ann")


# -- history --------------------------------------------------------------------------------------


def hours_of_post(km: float, start: str) -> float:
    game = Game(
        [road("here", "there", km, ground="post")],
        people(ann="here", ben="there"),
        params=POST,
        calendar={"start": start},
    )
    game.say("ann", WriteLetter(to="ben", text="x"))
    game.until(20 * DAY)
    return float(game.told("ben")[0]["at"] / HOUR)


def test_history_8_brussels_to_paris_by_relay_post() -> None:
    summer = hours_of_post(306, "1815-07-01 06:00")
    winter = hours_of_post(306, "1815-01-10 06:00")
    assert 40 <= summer <= 60
    assert 40 <= winter <= 60
    assert 1.15 <= winter / summer <= 1.3


def test_history_9_a_lone_courier_without_relays() -> None:
    game = Game(
        [road("here", "there", 400)],
        people(ann="here", ben="there"),
        params={"message.safe_friendly": "1"},
    )
    game.say("ann", WriteLetter(to="ben", text="x"))
    game.until(20 * DAY)
    assert 60 <= 400 / (game.told("ben")[0]["at"] / DAY) <= 100


def test_history_10_paris_to_lyon_by_mail() -> None:
    assert 48 <= hours_of_post(465, "1815-07-01 06:00") <= 72
