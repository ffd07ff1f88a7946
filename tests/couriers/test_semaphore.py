"""Semaphores: who may send, what it costs, who reads it, and how a line carries its messages."""

from __future__ import annotations

from typing import Any

import pytest

from couriers.line import windows_of, wire_id
from couriers.telegram import SendTelegram, Telegram
from couriers.wire import Signal, Wire
from couriers.writing import WriteLetter
from tests.couriers.game import DAY, HOUR, Game, people, road
from tests.couriers.historical import CLEAR_DAYS, POST, PRUSSIAN, TOWERS
from tests.packs import table
from world.sun import sun

MINUTE = 60_000
SECOND = 1_000


def line(id: str, *places: str, **rest: Any) -> dict[str, Any]:
    return {"id": id, "stations": [{"place": place} for place in places], **rest}


def game_of(*lines: dict[str, Any], who: dict[str, str], **params: Any) -> Game:
    """People by place; each has ten thousand doubloons."""
    rich = [{**one, "purse": 10_000} for one in people(**who)]
    return Game([], rich, lines=list(lines), params=params)


def read(game: Game, person: str) -> list[tuple[int, str]]:
    return [(n["at"], n["text"]) for n in game.told(person, "telegram_seen")]


def send(text: str = "FORT VELLA HAS FALLEN", **rest: Any) -> SendTelegram:
    return SendTelegram(text=text, **rest)


#: A line with a second a symbol and ten a hop.
TICKING: dict[str, Any] = {"semaphore.symbol_ms": SECOND, "semaphore.hop_ms": 10 * SECOND}


# -- the rules ------------------------------------------------------------------------------------


@pytest.mark.rule("C-SEM-01", "C-SEM-02")
def test_worked_example_38_eighteen_letters_read_by_everyone_near_a_tower_at_once() -> None:
    """EX-38."""
    game = game_of(
        line("north", "a", "b", "c"),
        who={"ann": "a", "ben": "b", "cat": "c", "dan": "elsewhere", "eve": "c"},
    )
    game.until(HOUR)
    game.say("ann", send())
    assert game.world.get(table.Person, "ann").purse == 10_000 - 18
    for person in ("ben", "cat", "eve"):
        assert read(game, person) == [(HOUR, "FORT VELLA HAS FALLEN")]
    assert read(game, "dan") == []
    assert read(game, "ann") == []  # she knows what she sent
    (handed,) = game.told("ann", "telegram_handed_in")
    assert (handed["fee"], handed["goes"]) == (18, HOUR)
    seen = game.told("cat", "telegram_seen")[0]
    assert (seen["name"], seen["station"]) == ("Ann", "C")
    assert game.one(Telegram).state == "sent"


@pytest.mark.rule("C-SEM-02")
def test_readers_are_told_in_the_order_of_their_ids() -> None:
    game = game_of(line("north", "a"), who={"zoe": "a", "ann": "a", "moe": "a", "bob": "a"})
    game.say("moe", send())
    rows = [row for batch in game.batches for row in batch.notice_rows]
    assert [row.person for row in rows if row.kind == "telegram_seen"] == ["ann", "bob", "zoe"]


@pytest.mark.rule("C-SEM-01")
@pytest.mark.parametrize(
    ("order", "params", "fee"),
    [
        (send("Ça va, 42!"), {}, 6),  # letters and digits; spaces and stops are free
        (send("one", priority="urgent"), {}, 6),
        (send("one", priority="urgent"), {"semaphore.urgent_factor": 5}, 15),
        (send("one two"), {"semaphore.price": 3}, 18),
        (send("one two"), {"semaphore.price_unit": "message", "semaphore.price": 7}, 7),
    ],
)
def test_a_message_is_paid_by_the_letter(
    order: SendTelegram, params: dict[str, Any], fee: int
) -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a"}, **params)
    game.say("ann", order)
    assert game.told("ann", "telegram_handed_in")[0]["fee"] == fee


@pytest.mark.rule("C-SEM-01")
def test_who_cannot_pay_is_refused_and_pays_nothing() -> None:
    poor = [{"id": "ann", "place": "a", "purse": 17}]
    game = Game([], poor, lines=[line("north", "a", "b")])
    game.say("ann", send())
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-FUNDS"
    assert game.world.get(table.Person, "ann").purse == 17
    assert game.all(Telegram) == ()


@pytest.mark.rule("C-SEM-01")
def test_who_has_no_tower_in_sight_cannot_send() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "c"})
    game.say("ann", send())
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-SEM-NO-TOWER"


@pytest.mark.rule("C-SEM-02")
def test_towers_can_be_read_from_afar_if_the_scenario_says_so() -> None:
    near = game_of(line("north", "a", "b"), who={"ann": "a", "ben": "b beside"})
    far = game_of(
        line("north", "a", "b"),
        who={"ann": "a", "ben": "b beside"},
        **{"semaphore.sight_hexes": 1},
    )
    for game in (near, far):
        game.say("ann", send())
    assert (len(read(near, "ben")), len(read(far, "ben"))) == (0, 1)
    far.say("ben", send())
    assert len(read(far, "ann")) == 1


@pytest.mark.rule("C-SEM-02", "D-SEM-01")
def test_the_referee_has_the_time_of_the_delay_to_turn_a_message_away() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a", "ben": "b"}, **{"semaphore.delay": 2})
    game.say("ann", send("The enemy is at the gates"))
    game.say("ann", send("All is well here"))
    assert read(game, "ben") == []
    assert len(game.told("gm", "decision_asked")) == 2
    game.until(HOUR)
    game.answer("D-SEM-01", "refuse")
    game.until(2 * HOUR)
    assert len(read(game, "ben")) == 1
    refused = game.told("ann", "telegram_refused")
    assert len(refused) == 1
    assert game.world.get(table.Person, "ann").purse == 10_000 - sum(
        t.fee for t in game.all(Telegram) if t.state == "sent"
    )


# -- clear text -----------------------------------------------------------------------------------


@pytest.mark.rule("C-SEM-01", "D-SEM-01")
def test_what_looks_like_cipher_is_turned_away_unless_the_referee_passes_it() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a", "ben": "b"})
    game.say("ann", send("XQZRT PLKMW BVCXN QWRTZ MNBVC"))
    (refused,) = game.told("ann", "telegram_refused")
    assert (refused["code"], read(game, "ben")) == ("E-SEM-CIPHER", [])
    assert game.world.get(table.Person, "ann").purse == 10_000
    game.until(HOUR)
    game.answer("D-SEM-01", "pass")
    assert [at for at, _ in read(game, "ben")] == [HOUR]
    assert game.world.get(table.Person, "ann").purse == 10_000 - 25


@pytest.mark.rule("C-SEM-01")
def test_a_scenario_that_does_not_ask_refuses_cipher_outright() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a"}, **{"couriers.asked": []})
    game.say("ann", send("XQZRT PLKMW BVCXN QWRTZ MNBVC"))
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-SEM-CIPHER"
    assert game.all(Telegram) == ()


# -- running along the line -----------------------------------------------------------------------


@pytest.mark.rule("C-SEM-02")
def test_a_message_stands_complete_at_each_next_tower_a_hop_later_in_both_directions() -> None:
    game = game_of(
        line("north", "a", "b", "c", "d"),
        who={"ann": "b", "bob": "b", "cat": "a", "dan": "c", "eve": "d"},
        **TICKING,
    )
    game.say("ann", send("abcde"))
    game.until(HOUR)
    times = {person: read(game, person)[0][0] for person in ("bob", "cat", "dan", "eve")}
    assert times == {
        "bob": 5 * SECOND,
        "cat": 15 * SECOND,
        "dan": 15 * SECOND,
        "eve": 25 * SECOND,
    }


@pytest.mark.rule("C-SEM-02")
def test_where_lines_meet_a_message_goes_on_along_both() -> None:
    game = game_of(
        line("east", "b", "x", "y"),
        line("north", "a", "b", "c"),
        who={"ann": "a", "cat": "c", "yan": "y"},
        **TICKING,
    )
    game.say("ann", send("abcde"))
    game.until(HOUR)
    assert [at for at, _ in read(game, "cat")] == [25 * SECOND]
    # It stands at b after 15 s, is signalled anew (5 s) and runs two hops.
    assert [at for at, _ in read(game, "yan")] == [40 * SECOND]
    assert game.one(Telegram).state == "sent"


@pytest.mark.rule("C-SEM-02")
def test_a_message_to_one_place_is_read_on_its_way_only() -> None:
    game = game_of(
        line("east", "b", "x", "y"),
        line("north", "a", "b", "c"),
        who={"ann": "a", "ben": "b", "cat": "c", "xan": "x", "yan": "y"},
        **TICKING,
    )
    game.say("ann", send("abcde", to="x"))
    game.until(HOUR)
    assert [len(read(game, person)) for person in ("ben", "cat", "xan", "yan")] == [1, 0, 1, 0]
    game.say("ann", send("abcde", to="elsewhere"))
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-NO-PATH"


@pytest.mark.rule("C-SEM-02")
def test_who_comes_into_sight_in_time_reads_what_passes_and_who_has_left_does_not() -> None:
    game = game_of(
        line("north", "a", "b", "c"), who={"ann": "a", "ben": "c", "cat": "away"}, **TICKING
    )
    game.say("ann", send("abcde"))
    game.until(20 * SECOND)
    game.say("ben", table.Go(to="away"))
    game.say("cat", table.Go(to="c"))
    game.until(HOUR)
    assert (read(game, "ben"), len(read(game, "cat"))) == ([], 1)


# -- the queue ------------------------------------------------------------------------------------


@pytest.mark.rule("C-SEM-02")
def test_a_line_carries_one_message_at_a_time_in_the_order_of_handing_in() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a", "ben": "b"}, **TICKING)
    for text in ("first", "secnd", "third"):
        game.say("ann", send(text))
        game.until(game.now + SECOND)
    game.until(HOUR)
    assert read(game, "ben") == [
        (15 * SECOND, "first"),
        (30 * SECOND, "secnd"),
        (45 * SECOND, "third"),
    ]


@pytest.mark.rule("C-SEM-02")
def test_what_is_urgent_goes_before_what_waits_but_breaks_off_nothing() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a", "ben": "b"}, **TICKING)
    game.say("ann", send("first"))
    game.until(SECOND)
    game.say("ann", send("usual"))
    game.until(2 * SECOND)
    game.say("ann", send("urges", priority="urgent"))
    game.until(HOUR)
    assert [text for _, text in read(game, "ben")] == ["first", "urges", "usual"]


@pytest.mark.rule("C-SEM-02")
def test_a_busy_line_holds_up_no_other() -> None:
    game = game_of(
        line("north", "a", "b"),
        line("south", "c", "d"),
        who={"ann": "a", "ben": "b", "cat": "c", "dan": "d"},
        **TICKING,
    )
    game.say("ann", send("x" + "abcde" * 20))
    game.say("cat", send("abcde"))
    game.until(HOUR)
    assert read(game, "dan")[0][0] == 15 * SECOND


def test_a_whole_night_of_messages_is_sent_in_the_morning_one_after_another() -> None:
    game = game_of(
        line("north", "a", "b"), who={"ann": "a", "ben": "b"}, **{"semaphore.daylight": "sun"}
    )
    game.until(22 * HOUR)
    for n in range(400):
        game.say("ann", send(f"message {n}"))
    assert read(game, "ben") == []
    game.until(32 * HOUR)
    assert [text for _, text in read(game, "ben")][:2]
    assert len(read(game, "ben")) == 400
    assert {telegram.state for telegram in game.all(Telegram)} == {"sent"}


# -- silent towers --------------------------------------------------------------------------------


def with_silent_tower(**params: Any) -> Game:
    """Tower 2 of the line is out of order."""
    game = game_of(
        line("north", "a", "b", "c", "d"),
        who={"ann": "a", "ben": "b", "dan": "d"},
        **{**TICKING, **params},
    )
    game.change("north/2", "why", "out of order")
    return game


@pytest.mark.rule("C-SEM-02")
def test_at_a_silent_tower_a_message_waits_and_goes_on_when_it_answers() -> None:
    game = with_silent_tower()
    game.say("ann", send("abcde"))
    game.until(5 * HOUR)
    assert [at for at, _ in read(game, "ben")] == [15 * SECOND]
    assert read(game, "dan") == []
    game.change("north/2", "why", "")
    game.until(7 * HOUR)
    # Called again every hour; signalled anew from b, two hops on.
    (seen,) = read(game, "dan")
    assert seen[0] == 5 * HOUR + 15 * SECOND + 25 * SECOND
    assert game.one(Telegram).state == "sent"


@pytest.mark.rule("C-SEM-02")
def test_a_waiting_message_is_given_up_after_three_days_and_holds_up_nobody() -> None:
    game = with_silent_tower()
    game.say("ann", send("abcde"))
    game.until(MINUTE)
    game.say("ann", send("short"))
    game.until(2 * MINUTE)
    assert len(read(game, "ben")) == 2
    game.until(4 * DAY)
    assert {telegram.state for telegram in game.all(Telegram)} == {"stopped"}
    assert game.all(Signal) == ()
    assert not game.world.timeline.entries


@pytest.mark.rule("C-SEM-02")
def test_a_line_may_stop_a_message_and_signal_that_back() -> None:
    game = with_silent_tower(**{"semaphore.broken": "stop"})
    game.say("ann", send("abcde"))
    game.until(HOUR)
    (stopped,) = game.told("ann", "telegram_stopped")
    # Complete at b after 15 s, and one hop back.
    assert (stopped["at"], stopped["station"]) == (25 * SECOND, "B")


@pytest.mark.rule("C-SEM-01")
def test_a_tower_that_does_not_work_takes_no_message() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a"})
    game.change("north/0", "why", "out of order")
    game.say("ann", send())
    refused = game.told("ann", "said_in_vain")[0]
    assert refused["code"] == "E-SEM-NO-TOWER"
    assert "out of order" in refused["reason"]


@pytest.mark.rule("C-SEM-02")
def test_towers_held_by_an_enemy_serve_him_not_if_the_scenario_says_so() -> None:
    def game(held: dict[str, str]) -> Game:
        folk: list[dict[str, Any]] = [
            {"id": "ann", "place": "a", "purse": 100},
            {"id": "ben", "place": "c", "purse": 100},
            {"id": "eve", "place": "b", "side": "red"},
        ]
        return Game(
            [],
            folk,
            lines=[line("north", "a", "b", "c")],
            wars=["blue-red"],
            lands={"b": "red"},
            params=held,
        )

    open_line, held_line = game({}), game({"semaphore.held": "holder"})
    for each in (open_line, held_line):
        each.say("ann", send())
        each.until(HOUR)
    assert len(read(open_line, "ben")) == 1
    assert (len(read(held_line, "ben")), len(read(held_line, "eve"))) == (0, 0)


# -- packs that signal ----------------------------------------------------------------------------


@pytest.mark.rule("C-SEM-02")
def test_a_pack_may_signal_and_without_a_tower_its_words_go_by_rider() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a", "ben": "b", "cat": "c"})
    game.say("ann", table.Enclose(to="ben", inside="the beacon is lit", means="semaphore"))
    assert len(read(game, "ben")) == 1
    game.say("cat", table.Enclose(to="cat", inside="note", means="semaphore"))
    assert len(game.told("cat", "letter_came")) == 1


# -- history --------------------------------------------------------------------------------------


def towers(n: int) -> list[str]:
    return [f"t{i:02d}" for i in range(n)]


def took(n: int, text: str, start: int, **line_pace: Any) -> int:
    """Ms a message takes from the first to the last of so many hops, handed in at an instant."""
    names = towers(n + 1)
    game = game_of(
        line("north", *names, **line_pace), who={"ann": names[0], "ben": names[-1]}, **TOWERS
    )
    game.until(start)
    game.say("ann", send(text))
    game.until(start + DAY)
    return read(game, "ben")[0][0] - start


NOON = 12 * HOUR


def test_history_1_and_2_paris_to_lille() -> None:
    assert 5 * MINUTE <= took(15, "a", NOON) <= 12 * MINUTE
    text = "The enemy crosses the Sambre at Charleroi"
    assert sum(c.isalnum() for c in text) == 35
    assert 25 * MINUTE <= took(15, text, NOON) <= 40 * MINUTE


def test_history_3_the_dispatch_of_conde_takes_half_an_hour_to_come_in() -> None:
    text = "Conde is taken back this mornin"
    signs = sum(c.isalnum() for c in text)
    assert signs == 26
    first, last = took(15, "C", NOON), took(15, text + "g", NOON)
    assert 20 * MINUTE <= last - first <= 40 * MINUTE


def test_history_4_and_5_berlin_to_koblenz() -> None:
    thirty = " ".join(["words", "about", "regiments", "and", "roads"] * 6)
    assert len(thirty.split()) == 30
    assert 60 * MINUTE <= took(62, thirty, NOON, **PRUSSIAN) <= 120 * MINUTE
    assert 5 * MINUTE <= took(62, "a", NOON, **PRUSSIAN) <= 10 * MINUTE


def test_history_6_share_of_the_years_hours_in_which_a_line_works() -> None:
    game = game_of(
        line("north", "a", "b"),
        who={"ann": "a", "ben": "b"},
        **TOWERS,
        **{"semaphore.clear_days": CLEAR_DAYS},
    )
    windows = windows_of(game.world)
    wire = wire_id(game.world, "north")
    open_ms = 0
    for day in range(365):
        game.until(day * DAY + NOON)
        if game.world.get(Wire, wire).clear:
            opens, closes = windows(day * DAY + NOON)
            open_ms += closes - opens
    assert 15 <= 100 * open_ms / (365 * DAY) <= 25


def test_history_7_a_message_handed_in_after_dusk_waits_for_a_quarter_hour_before_sunrise() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a", "ben": "b"}, **TOWERS)
    game.until(21 * HOUR)  # 15 June 1815: the sun set at about 20:05
    game.say("ann", send("a"))
    game.until(48 * HOUR)
    begun = read(game, "ben")[0][0] - 80 * SECOND  # one sign and one hop
    sunrise = DAY + 3 * HOUR + 52 * MINUTE  # at 50 degrees north, local mean time
    assert abs((sunrise - 15 * MINUTE) - begun) <= 5 * MINUTE
    assert game.told("ann", "telegram_handed_in")[0]["goes"] == begun


@pytest.mark.rule("C-SEM-02")
def test_towers_work_from_a_quarter_hour_before_sunrise_to_sunset_at_the_fiftieth_parallel() -> (
    None
):
    game = game_of(line("north", "a"), who={"ann": "a"}, **{"semaphore.daylight": "sun"})
    rises, sets = sun(50_000_000, 166)  # 15 June
    assert windows_of(game.world)(NOON) == ((rises - 15) * MINUTE, sets * MINUTE)


def test_a_message_broken_off_by_the_night_goes_on_in_the_morning() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a", "ben": "b"}, **TOWERS)
    game.until(20 * HOUR - 15 * MINUTE)
    text = "all the bridges are down " * 4  # 67 minutes of signs
    game.say("ann", send(text))
    game.until(DAY)
    assert read(game, "ben") == []
    game.until(DAY + 6 * HOUR)
    assert DAY + 3 * HOUR + 30 * MINUTE < read(game, "ben")[0][0] < DAY + 5 * HOUR


def test_on_a_hazy_day_a_message_waits_for_a_clear_one() -> None:
    game = game_of(
        line("north", "a", "b"),
        who={"ann": "a", "ben": "b"},
        **{"semaphore.clear_days": "1/3"},
    )
    wire = wire_id(game.world, "north")
    waited = 0
    for day in range(20):
        game.until(day * DAY + NOON)
        clear = game.world.get(Wire, wire).clear
        before = len(read(game, "ben"))
        game.say("ann", send("abc"))
        assert (len(read(game, "ben")) > before) == clear
        waited += not clear
    assert 0 < waited < 20
    while not game.world.get(Wire, wire).clear:
        game.until(game.now + DAY)
    assert len(read(game, "ben")) == 20


def test_history_11_the_landing_at_golfe_juan_is_known_in_paris_on_the_fourth_or_fifth_day() -> (
    None
):
    hops = [f"t{i:02d}" for i in range(49)]
    stations = ["lyon", *hops, "paris"]  # about 400 km, eight from tower to tower
    game = Game(
        [road("golfe-juan", "lyon", 470, ground="post")],
        people(prefect="golfe-juan", mayor="lyon", minister="paris"),
        lines=[line("lyon-paris", *stations)],
        params={**POST, **TOWERS},
        calendar={"start": "1815-03-01 17:00"},
    )
    game.say("prefect", WriteLetter(to="mayor", text="Bonaparte has landed."))
    game.until(10 * DAY)
    arrived = game.told("mayor", "letter_came")[0]["at"]

    again = Game(
        [],
        people(mayor="lyon", minister="paris"),
        lines=[line("lyon-paris", *stations)],
        params=TOWERS,
        calendar={"start": "1815-03-01 17:00"},
    )
    again.until(arrived)
    again.say("mayor", send("Bonaparte landed on the first of March with a thousand men"))
    again.until(10 * DAY)
    known = again.world.calendar.date(read(again, "minister")[0][0])
    assert (known.month, known.day) in {(3, 4), (3, 5)}
    assert 6 <= known.hour < 18
