"""Whatever comes to nothing is known to whoever can know it, by the way on which they can."""

from __future__ import annotations

from typing import Any

import pytest

from couriers.letter import Letter
from couriers.telegram import SendTelegram, Telegram
from tests.couriers.game import DAY, HOUR, Game, people, road
from tests.packs import table

SECOND = 1_000
TICKING: dict[str, Any] = {"semaphore.symbol_ms": SECOND, "semaphore.hop_ms": 10 * SECOND}
BROKEN = pytest.mark.parametrize("broken", ["stop", "wait"])


def line(id: str, *places: str, **rest: Any) -> dict[str, Any]:
    return {"id": id, "stations": [{"place": place} for place in places], **rest}


def game_of(*lines: dict[str, Any], who: dict[str, str], **params: Any) -> Game:
    rich = [{**one, "purse": 100} for one in people(**who)]
    return Game([], rich, lines=list(lines), params={**TICKING, **params})


def stops_at(broken: str) -> int:
    """When a message of five signs is stopped at the second tower of its line."""
    complete = 5 * SECOND + 10 * SECOND
    return complete if broken == "stop" else complete + 3 * DAY


# -- telegrams that are stopped -------------------------------------------------------------------


@pytest.mark.rule("C-SEM-02")
@BROKEN
def test_whoever_stands_by_his_tower_reads_that_his_message_was_stopped(broken: str) -> None:
    """At once or after days of calling: signalled back, a hop at a time."""
    game = game_of(line("north", "a", "b", "c"), who={"ann": "a"}, **{"semaphore.broken": broken})
    game.change("north/2", "why", "out of order")
    game.say("ann", SendTelegram(text="abcde"))
    game.until(5 * DAY)
    (told,) = game.told("ann", "telegram_stopped")
    assert (told["at"], told["station"]) == (stops_at(broken) + 10 * SECOND, "B")
    assert game.told("gm", "telegram_untold") == []
    assert game.one(Telegram).state == "stopped"


@pytest.mark.rule("C-SEM-02")
@BROKEN
def test_of_a_stopped_message_whose_sender_has_left_the_referee_is_told(broken: str) -> None:
    """The sender has ridden on; word of it does not ride after him."""
    game = game_of(line("north", "a", "b", "c"), who={"ann": "a"}, **{"semaphore.broken": broken})
    game.change("north/2", "why", "out of order")
    game.say("ann", SendTelegram(text="abcde"))
    game.change("ann", "place", "far")
    game.until(5 * DAY)
    assert game.told("ann", "telegram_stopped") == []
    (told,) = game.told("gm", "telegram_untold")
    assert (told["name"], told["station"], told["origin"]) == ("Ann", "B", "A")
    assert told["text"] == "abcde"


@pytest.mark.rule("C-SEM-02")
@BROKEN
def test_word_of_a_stop_takes_every_hop_back_over_every_line(broken: str) -> None:
    """From beyond a junction as well: nobody hears at once of what happened far away."""
    game = game_of(
        line("one", "a", "b", "c"),
        line("two", "c", "d", "e", hop_ms=60 * SECOND),
        who={"ann": "a", "eve": "e"},
        **{"semaphore.broken": broken},
    )
    game.change("two/2", "why", "out of order")
    game.say("ann", SendTelegram(text="abcde", to="e"))
    game.until(5 * DAY)
    (told,) = game.told("ann", "telegram_stopped")
    assert told["station"] == "D"
    # Signalled at a, complete at c two hops on; signalled anew, complete at d a slow hop on.
    out = 5 * SECOND + 2 * 10 * SECOND + 5 * SECOND + 60 * SECOND
    waited = 3 * DAY if broken == "wait" else 0
    assert told["at"] == out + waited + 60 * SECOND + 2 * 10 * SECOND


@pytest.mark.rule("C-SEM-02")
def test_what_was_stopped_on_one_line_is_not_sent_because_another_goes_on() -> None:
    """Stopped at once on a short branch, while the message is still to come to a junction."""
    game = game_of(
        line("west", "a", "w"),
        line("east", "a", "b", "c"),
        line("north", "c", "d"),
        who={"ann": "a", "dan": "d"},
        **{"semaphore.broken": "stop"},
    )
    game.change("west/1", "why", "out of order")
    game.say("ann", SendTelegram(text="abcde"))
    game.until(HOUR)
    assert len(game.told("dan", "telegram_seen")) == 1
    telegram = game.one(Telegram)
    assert (telegram.state, telegram.parts) == ("stopped", 0)


# -- answers that come too late -------------------------------------------------------------------


@pytest.mark.rule("C-SEM-01")
def test_a_message_passed_when_its_sender_cannot_pay_any_more_is_not_silently_kept() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a", "ben": "b"})
    game.say("ann", SendTelegram(text="XQZRT PLKMW BVCXN QWRTZ MNBVC"))
    assert game.told("ann", "telegram_refused")
    game.change("ann", "purse", 3)
    before = game.seen("ann")
    game.answer("D-SEM-01", "pass")
    (vain,) = game.told("gm", "said_in_vain")
    assert "costs 25" in vain["reason"]
    assert "has 3" in vain["reason"]
    assert game.one(Telegram).state == "refused"
    assert game.told("ben", "telegram_seen") == []
    assert game.seen("ann") == before


@pytest.mark.rule("C-SEM-01")
def test_a_message_refused_when_it_has_gone_is_said_to_have_gone() -> None:
    game = game_of(line("north", "a", "b"), who={"ann": "a"}, **{"semaphore.delay": 1})
    game.say("ann", SendTelegram(text="abcde"))
    game.until(2 * HOUR)
    game.answer("D-SEM-01", "refuse")
    (vain,) = game.told("gm", "said_in_vain")
    assert "has gone" in vain["reason"]
    assert game.told("ann", "telegram_refused") == []


@pytest.mark.rule("C-MSG-06")
@pytest.mark.parametrize(
    ("km", "hours", "words"), [(4, 2, "no longer on its way"), (100, 12, "has sailed")]
)
def test_an_answer_about_the_water_that_comes_after_the_letter_is_said_to_be_too_late(
    km: int, hours: int, words: str
) -> None:
    game = Game([road("a", "b", km, ground="sea")], people(ann="a", ben="b"))
    game.say("ann", table.Enclose(to="ben", inside="x"))
    game.until(hours * HOUR)
    game.answer("D-MSG-02", "impossible")
    (vain,) = game.told("gm", "said_in_vain")
    assert words in vain["reason"]
    game.until(3 * DAY)
    assert len(game.told("ben", "letter_came")) == 1


# -- letters that cannot set out ------------------------------------------------------------------


@pytest.mark.rule("C-MSG-07")
def test_whoever_can_give_a_letter_to_no_rider_knows_it_at_once() -> None:
    """He has it in his hand still; the referee is told as well."""
    game = Game([], people(ann="a", ben="b"))
    game.change("ann", "believes", [["ben", ""]])
    game.say("ann", table.Enclose(to="ben", inside="x"))
    (told,) = game.told("ann", "letter_not_sent")
    assert told["why"] == "You do not know where Ben is"
    assert told["letter"] == game.one(Letter).id
    assert game.told("gm", "letter_stuck")
    assert game.told("ann", "letter_sent") == []


@pytest.mark.rule("C-MSG-04")
def test_a_writer_is_not_told_of_a_letter_that_comes_to_nothing_far_away() -> None:
    """Its addressee is dead and nobody acts for him: that, only the referee may know."""
    game = Game([road("a", "b", 80)], people(ann="a", ben="b"))
    game.say("ann", table.Enclose(to="ben", inside="x"))
    before = game.seen("ann")
    game.change("ben", "alive", value=False)
    game.until(5 * DAY)
    assert game.one(Letter).copies[0].fate == "undeliverable"
    assert game.told("gm", "letter_stuck")
    assert game.seen("ann") == before
