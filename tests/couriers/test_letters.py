"""Letters by rider: sent, found, handed over; and what their senders learn of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from couriers.letter import Letter
from couriers.stuck import ReleaseLetter, stuck
from couriers.writing import WriteLetter
from tests.couriers.game import DAY, HOUR, Game, people, road
from tests.packs import table

SAFE: dict[str, Any] = {"message.safe_friendly": "1", "message.safe_hostile": "1"}


def letter(to: str = "ben", text: str = "Hold the bridge.", **rest: Any) -> WriteLetter:
    return WriteLetter(to=to, text=text, **rest)


def fates(game: Game) -> list[str]:
    return [copy.fate for copy in game.one(Letter).copies]


def line_of_places(**params: Any) -> Game:
    """Ann at a, ben at c; a-b-c-d, each 80 km from the next."""
    roads = [road("a", "b", 80), road("b", "c", 80), road("c", "d", 80)]
    return Game(roads, people(ann="a", ben="c", cat="d"), params={**SAFE, **params})


# -- sending --------------------------------------------------------------------------------------


@pytest.mark.rule("C-MSG-01", "C-MSG-02")
def test_a_letter_rides_eighty_km_a_day_and_brings_text_sender_and_date() -> None:
    game = line_of_places()
    game.say("ann", letter())
    game.until(2 * DAY - 1)
    assert game.told("ben") == []
    game.until(2 * DAY)
    (came,) = game.told("ben", "letter_came")
    assert (came["at"], came["name"], came["text"], came["sent"]) == (
        2 * DAY,
        "Ann",
        "Hold the bridge.",
        0,
    )
    (kept,) = game.known("ben", "letter_read")
    assert (kept["place"], kept["how"], kept["sender"]) == ("c", "addressed", "ann")
    assert fates(game) == ["delivered"]


@pytest.mark.rule("C-MSG-01")
def test_the_sender_learns_when_to_expect_it_and_nothing_of_arrival_or_loss() -> None:
    game = line_of_places()
    game.say("ann", letter())
    game.until(40 * DAY)
    (sent,) = game.told("ann")
    # 160 km at 80 km a day; at 60 if all of it were the enemy's.
    assert (sent["kind"], sent["eta_from"], sent["eta_to"]) == (
        "letter_sent",
        2 * DAY,
        160 * DAY // 60,
    )
    assert [record["kind"] for record in game.known("ann")] == ["letter_written"]


@pytest.mark.rule("C-MSG-03")
def test_worked_example_36_a_rider_through_enemy_land() -> None:
    """EX-36: 140 km at 80 and 60 km at 60 are 66 hours, under one roll at five in six."""
    roads = [road("a", "b", 140), road("b", "c", 60, land="march")]
    game = Game(
        roads,
        [*people(ann="a", ben="c"), {"id": "eve", "place": "x", "side": "red"}],
        lands={"march": "red"},
        wars=["blue-red"],
        params=SAFE | {"message.safe_hostile": "5/6"},
        seed=4,
    )
    game.say("ann", letter())
    assert [dice for _, dice in game.dice("safe")] == ["1d6"]  # one roll, at the worse chance
    game.until(66 * HOUR - 1)
    assert game.told("ben") == []
    game.until(66 * HOUR)
    assert len(game.told("ben", "letter_came")) == 1


@pytest.mark.rule("C-MSG-02")
def test_a_friendly_way_is_rolled_for_once_at_nineteen_in_twenty() -> None:
    """EX-36: two hundred friendly kilometres are two days and a half."""
    game = Game([road("a", "b", 200)], people(ann="a", ben="b"), seed=3)
    game.say("ann", letter())
    game.until(10 * DAY)
    assert [dice for _, dice in game.dice("safe")] == ["1d20"]
    assert game.told("ben", "letter_came")[0]["at"] == 60 * HOUR  # 200 / 80 = 2.5 days


@pytest.mark.rule("C-MSG-01")
def test_a_letter_within_one_place_is_handed_over_at_once_and_without_risk() -> None:
    game = Game([], people(ann="a", ben="a"), params={"message.safe_friendly": "0"})
    game.say("ann", letter())
    assert game.told("ben", "letter_came")[0]["at"] == 0
    assert game.dice("safe") == []


# -- finding the addressee ------------------------------------------------------------------------


@pytest.mark.rule("C-MSG-02", "C-MSG-04")
def test_worked_example_51_a_letter_to_a_place_the_addressee_has_left() -> None:
    """EX-51."""
    game = Game([road("a", "b", 160), road("b", "c", 40)], people(ann="a", ben="b"), seed=3)
    game.say("ann", letter())
    game.until(DAY)
    game.say("ben", table.Go(to="c"))
    game.until(60 * HOUR - 1)
    assert game.told("ben", "letter_came") == []
    game.until(60 * HOUR)
    (came,) = game.told("ben", "letter_came")
    assert (came["at"], came["text"], came["sent"]) == (60 * HOUR, "Hold the bridge.", 0)
    assert [dice for _, dice in game.dice("safe")] == ["1d20"]
    assert game.one(Letter).reader == "ben"


@pytest.mark.rule("C-MSG-04")
def test_a_rider_makes_for_the_place_named_in_the_order_first() -> None:
    game = line_of_places()
    game.say("ann", letter(towards="D"))
    game.until(3 * DAY)
    assert game.one(Letter).copies[0].place == "d"
    game.until(4 * DAY)
    assert game.told("ben", "letter_came")[0]["at"] == 4 * DAY  # to d, and back to c


@pytest.mark.rule("C-MSG-04")
def test_a_rider_makes_for_where_the_addressee_truly_is_if_the_scenario_says_so() -> None:
    game = line_of_places(**{"message.destination": "actual"})
    game.say("ben", table.Go(to="b"))
    game.say("ann", letter())
    game.until(DAY)
    assert game.told("ben", "letter_came")[0]["at"] == DAY
    assert game.told("ann")[0]["eta_from"] == 2 * DAY  # what ann believes has not changed


@pytest.mark.rule("C-MSG-04")
def test_a_rider_who_may_not_follow_waits_where_he_was_sent() -> None:
    game = line_of_places(**{"message.follow": "false"})
    game.say("ann", letter())
    game.say("ben", table.Go(to="d"))
    game.until(5 * DAY)
    assert game.one(Letter).copies[0].fate == "waiting"
    game.say("ben", table.Go(to="c"))
    game.until(5 * DAY + 6 * HOUR)  # asked again within message.ask_h
    assert fates(game) == ["delivered"]


@pytest.mark.rule("C-MSG-04")
def test_a_chase_that_makes_the_way_worse_is_rolled_for_by_the_difference_only() -> None:
    roads = [road("a", "b", 80), road("b", "c", 60, land="march")]
    game = Game(roads, people(ann="a", ben="b"), lands={"march": "red"}, wars=["blue-red"], seed=5)
    game.say("ann", letter())
    game.say("ben", table.Go(to="c"))
    game.until(10 * DAY)
    # 19/20 when he sets out; then 5/6 in all, of which 19/20 has been ridden: 50/57.
    assert [dice for _, dice in game.dice("safe")] == ["1d20", "1d57"]


@pytest.mark.rule("C-MSG-04")
def test_a_rider_waits_for_somebody_nobody_can_find_and_finds_him_when_he_lands() -> None:
    game = line_of_places()
    game.say("ben", table.Go(to=None))
    game.say("ann", letter())
    game.until(4 * DAY)
    assert fates(game) == ["waiting"]
    game.say("ben", table.Go(to="d"))
    game.until(4 * DAY + 6 * HOUR + DAY)
    (came,) = game.told("ben", "letter_came")
    assert came["at"] == 4 * DAY + 6 * HOUR + DAY  # asked again after six hours; 80 km from there


@pytest.mark.rule("C-MSG-04")
def test_a_rider_who_searches_in_vain_turns_back_after_fourteen_days() -> None:
    game = line_of_places()
    game.say("ben", table.Go(to=None))
    game.say("ann", letter())
    game.until(18 * DAY - 1)
    assert game.told("ann", "letter_returned") == []
    game.until(18 * DAY)  # two days there, fourteen of waiting, two back
    (back,) = game.told("ann", "letter_returned")
    assert (back["at"], back["name"], back["text"]) == (18 * DAY, "Ben", "Hold the bridge.")
    assert fates(game) == ["returned"]


@pytest.mark.rule("C-MSG-04")
def test_somebody_who_always_rides_on_is_not_chased_for_ever() -> None:
    game = line_of_places()
    game.say("ann", letter())
    for hour in range(0, 80 * 24, 12):
        game.until(hour * HOUR)
        rider = game.one(Letter).copies[0]
        if rider.fate == "riding" and rider.errand == "out":
            game.say("ben", table.Go(to="b" if rider.goal == "d" else "d"))
    assert fates(game) == ["returned"]


@pytest.mark.rule("C-MSG-04")
def test_a_letter_that_can_neither_be_delivered_nor_returned_is_listed_for_the_referee() -> None:
    game = line_of_places()
    game.say("ben", table.Go(to=None))
    game.say("ann", letter())
    game.until(DAY)
    game.say("ann", table.Go(to=None))
    game.until(60 * DAY)
    assert fates(game) == ["undeliverable"]
    (listed,) = stuck(game.world)
    assert game.told("gm", "letter_stuck")[0]["letter"] == listed.id
    assert not game.world.timeline.entries


@pytest.mark.rule("C-MSG-04")
def test_a_letter_to_the_dead_goes_to_whoever_leads_in_their_stead() -> None:
    game = line_of_places()
    game.say("ann", letter())
    game.change("ben", "alive", False)
    game.change("ben", "stead", "cat")
    game.until(3 * DAY)
    assert game.told("cat", "letter_came")[0]["at"] == 3 * DAY
    assert game.told("ben") == []


@pytest.mark.rule("C-MSG-04")
def test_a_letter_to_the_dead_is_lost_when_nobody_leads_in_their_stead() -> None:
    game = line_of_places()
    game.say("ann", letter())
    game.change("ben", "alive", False)
    game.until(3 * DAY)
    assert fates(game) == ["undeliverable"]
    assert [notice["kind"] for notice in game.told("ann")] == ["letter_sent"]


@pytest.mark.rule("C-MSG-04")
def test_a_letter_to_somebody_removed_goes_to_their_successor() -> None:
    game = line_of_places()
    game.say("ann", letter())
    game.say("gm", table.Vanish(who="ben", heir="cat"))
    game.until(3 * DAY)
    assert len(game.told("cat", "letter_came")) == 1


@pytest.mark.rule("C-MSG-04", "C-PRIS-01")
def test_a_letter_sent_to_where_a_captive_is_held_reaches_his_captor() -> None:
    game = line_of_places()
    game.say("ann", letter())
    game.change("ben", "captor", "cat")
    game.change("ben", "stead", "dan")
    game.until(2 * DAY)
    (taken,) = game.told("cat", "letter_intercepted")
    assert (taken["text"], taken["to_name"], taken["place"]) == ("Hold the bridge.", "Ben", "C")
    assert fates(game) == ["to_captor"]
    assert game.told("ben") == []


@pytest.mark.rule("C-MSG-04")
def test_a_letter_to_a_captive_held_elsewhere_goes_to_whoever_leads_in_his_stead() -> None:
    roads = [road("a", "b", 80), road("b", "c", 80)]
    game = Game(roads, people(ann="a", ben="b", cat="c", dan="b"), params=SAFE)
    game.change("ben", "captor", "cat")
    game.change("ben", "place", "c")
    game.change("ben", "stead", "dan")
    game.say("ann", letter())
    game.until(DAY)
    assert len(game.told("dan", "letter_came")) == 1


@pytest.mark.rule("C-MSG-01")
def test_who_has_lost_his_way_is_not_told_where_he_is_by_the_time_a_rider_takes() -> None:
    lost, found = line_of_places(), line_of_places()
    for game in (lost, found):
        game.change("ann", "believes", [["ann", "a"]])
    lost.change("ann", "place", "b")
    for game in (lost, found):
        game.say("ann", letter())
    assert lost.seen("ann") == found.seen("ann")
    lost.until(DAY)
    assert lost.told("ben", "letter_came")[0]["at"] == DAY  # he rode from b


# -- several copies -------------------------------------------------------------------------------


def two_ways() -> Game:
    """From a to d by b (160 km) or by c (240 km)."""
    roads = [
        road("a", "b", 80),
        road("b", "d", 80),
        road("a", "c", 120),
        road("c", "d", 120),
    ]
    return Game(roads, people(ann="a", ben="d"), params=SAFE)


@pytest.mark.rule("C-MSG-01", "C-MSG-04")
def test_of_several_copies_the_first_is_delivered_and_later_ones_are_known_as_copies() -> None:
    game = two_ways()
    game.say("ann", letter(ways=("B", "C")))
    game.until(3 * DAY)
    assert fates(game) == ["delivered", "copy"]
    assert [notice["at"] for notice in game.told("ben")] == [2 * DAY]
    assert [(r["at"], r["how"]) for r in game.known("ben")] == [
        (2 * DAY, "addressed"),
        (3 * DAY, "copy"),
    ]
    (sent,) = game.told("ann")
    assert (sent["eta_from"], sent["eta_to"]) == (2 * DAY, 4 * DAY)  # 160 km at 80, 240 km at 60


@pytest.mark.rule("C-MSG-03")
def test_each_copy_has_its_own_risk() -> None:
    game = Game([road("a", "b", 80)], people(ann="a", ben="b"))
    game.say("ann", letter(copies=5))
    assert len(game.dice("safe")) == 5


@pytest.mark.rule("C-MSG-01")
def test_a_letter_has_at_most_so_many_copies() -> None:
    game = Game([road("a", "b", 80)], people(ann="a", ben="b"))
    game.say("ann", letter(copies=6))
    (refused,) = game.told("ann")
    assert refused["kind"] == "said_in_vain"
    assert "at most 5" in refused["reason"]
    assert game.all(Letter) == ()


# -- over water -----------------------------------------------------------------------------------


def over_water(**params: Any) -> Game:
    """80 km by land to the port of b, 100 km by sea to c."""
    roads = [road("a", "b", 80), road("b", "c", 100, ground="sea")]
    return Game(roads, people(ann="a", ben="c"), params={**SAFE, **params})


@pytest.mark.rule("C-MSG-06", "D-MSG-02")
def test_a_packet_boat_takes_a_letter_a_hundred_km_a_day() -> None:
    game = over_water()
    game.say("ann", letter())
    game.until(2 * DAY)
    assert game.told("ben", "letter_came")[0]["at"] == 2 * DAY
    (asked,) = game.told("gm", "decision_asked")
    assert asked["default"] == "packet"


@pytest.mark.rule("C-MSG-06", "D-MSG-02")
def test_the_referee_may_let_a_letter_wait_for_a_ship_and_then_let_it_go() -> None:
    game = over_water()
    game.say("ann", letter())
    game.until(HOUR)
    game.answer("D-MSG-02", "ship")
    game.until(6 * DAY)
    (copy,) = game.one(Letter).copies
    assert (copy.fate, copy.place) == ("waiting", "b")
    game.say("gm", ReleaseLetter(letter=game.one(Letter).id, outcome="hand_over"))
    assert game.told("ben", "letter_came")[0]["at"] == 6 * DAY


@pytest.mark.rule("C-MSG-06", "D-MSG-02")
def test_a_rider_whom_no_boat_takes_turns_back_at_the_water() -> None:
    game = over_water()
    game.say("ann", letter())
    game.until(HOUR)
    game.answer("D-MSG-02", "impossible")
    game.until(2 * DAY + HOUR)
    assert fates(game) == ["returned"]
    assert game.told("ben") == []


@pytest.mark.rule("C-MSG-06")
def test_an_answer_after_he_has_sailed_changes_nothing() -> None:
    game = over_water()
    game.say("ann", letter())
    game.until(DAY - 12 * HOUR)  # still on the road
    game.answer("D-MSG-02", "packet")
    game.until(DAY)
    assert fates(game) == ["riding"]
    game.until(2 * DAY)
    assert fates(game) == ["delivered"]


@pytest.mark.rule("C-MSG-06")
@pytest.mark.parametrize(("mode", "end"), [("ship", "returned"), ("impossible", "returned")])
def test_without_packet_boats_a_letter_comes_back(mode: str, end: str) -> None:
    game = over_water(**{"message.over_water": mode})
    game.say("ann", letter())
    game.until(DAY + HOUR)
    game.until(40 * DAY)
    assert fates(game) == [end]
    waited = 14 if mode == "ship" else 0
    back = game.told("ann", "letter_returned")[0]["at"]
    assert abs(back - (2 + waited) * DAY) <= HOUR


@pytest.mark.rule("C-MSG-06", "C-GEN-06")
def test_decisions_that_a_scenario_does_not_put_are_not_put() -> None:
    game = over_water(**{"couriers.asked": []})
    game.say("ann", letter())
    assert game.told("gm") == []


# -- no way ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-MSG-04")
def test_a_rider_stopped_by_closed_country_waits_and_rides_when_it_opens() -> None:
    roads = [road("a", "b", 80, land="pass")]
    game = Game(roads, people(ann="a", ben="b"), lands={"pass": "blue"}, params=SAFE)
    game.change("pass", "closed", True)
    game.say("ann", letter())
    assert game.told("ann")[0]["eta_from"] == DAY  # ann does not know of it
    game.until(DAY)
    assert fates(game) == ["waiting"]
    game.change("pass", "closed", False)
    game.until(DAY + 6 * HOUR + DAY)
    assert fates(game) == ["delivered"]


@pytest.mark.rule("C-MSG-04")
def test_a_rider_who_never_gets_out_gives_the_letter_back() -> None:
    roads = [road("a", "b", 80, land="pass")]
    game = Game(roads, people(ann="a", ben="b"), lands={"pass": "blue"}, params=SAFE)
    game.change("pass", "closed", True)
    game.say("ann", letter())
    game.until(14 * DAY)
    assert fates(game) == ["returned"]


# -- the referee ----------------------------------------------------------------------------------


@pytest.mark.rule("C-GEN-08")
@pytest.mark.parametrize(
    ("outcome", "fate"),
    [("hand_over", "delivered"), ("send_back", "returned"), ("destroy", "destroyed")],
)
def test_the_referee_can_release_what_is_under_way(outcome: Any, fate: str) -> None:
    game = line_of_places()
    game.say("ann", letter())
    game.until(HOUR)
    game.say("gm", ReleaseLetter(letter=game.one(Letter).id, outcome=outcome))
    game.until(3 * DAY)
    assert fates(game) == [fate]
    assert not game.world.timeline.entries


@pytest.mark.rule("C-GEN-08")
def test_nobody_else_can_release_letters() -> None:
    game = line_of_places()
    game.say("ann", letter())
    game.say("ann", ReleaseLetter(letter=game.one(Letter).id, outcome="hand_over"))
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-NOT-YOURS"
    assert fates(game) == ["riding"]


@pytest.mark.rule("C-GEN-08")
def test_a_letter_that_has_been_read_cannot_be_released() -> None:
    game = line_of_places()
    game.say("ann", letter())
    game.until(2 * DAY)
    game.say("gm", ReleaseLetter(letter=game.one(Letter).id, outcome="destroy"))
    assert game.told("gm", "said_in_vain")[0]["code"] == "E-NOTHING"


# -- who may write --------------------------------------------------------------------------------


@pytest.mark.rule("C-PRIS-01")
def test_a_captive_writes_no_letters() -> None:
    game = line_of_places()
    game.change("ann", "captor", "ben")
    game.say("ann", letter())
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-CAPTIVE"
    assert game.all(Letter) == ()


@pytest.mark.rule("C-CMD-06")
def test_who_is_nowhere_has_no_riders() -> None:
    game = line_of_places()
    game.say("ann", table.Go(to=None))
    game.say("ann", letter())
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-NOT-PRESENT"


@pytest.mark.rule("C-MSG-04")
def test_who_does_not_know_where_to_send_is_asked_to_say_so() -> None:
    game = line_of_places()
    game.change("ann", "believes", [["ben", ""]])
    game.say("ann", letter())
    assert "towards=" in game.told("ann", "said_in_vain")[0]["reason"]
    game.say("ann", letter(towards="c"))
    assert len(game.all(Letter)) == 1


# -- what a pack encloses -------------------------------------------------------------------------


@pytest.mark.rule("C-MSG-01")
def test_what_a_pack_encloses_comes_back_to_it_with_the_reader() -> None:
    game = line_of_places()
    game.say("ann", table.Enclose(to="ben", inside="three columns on the Charleroi road"))
    game.until(2 * DAY)
    assert game.world.get(table.Person, "ben").got == ("three columns on the Charleroi road",)


def test_a_dispatch_without_a_place_to_go_to_is_listed_for_the_referee() -> None:
    game = line_of_places()
    game.change("ann", "believes", [["ben", ""]])
    game.say("ann", table.Enclose(to="ben", inside="x"))
    assert fates(game) == ["undeliverable"]
    assert "Nobody knows where" in game.told("gm", "letter_stuck")[0]["why"]


def test_a_letter_survives_its_own_encoding() -> None:
    game = two_ways()
    game.say("ann", letter(ways=("b", "c")))
    kept = game.one(Letter)
    assert msgspec.json.decode(msgspec.json.encode(kept), type=Letter) == kept
