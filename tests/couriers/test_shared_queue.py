"""What a hidden telegram ahead of one's own tells, as docs/concepts/secrecy.md says: its length."""

from __future__ import annotations

from typing import Any

import pytest

from couriers.telegram import SendTelegram
from tests.couriers.game import HOUR, Game, people

SECOND = 1_000
SYMBOL, HOP = 10 * SECOND, 3 * SECOND
LINE = {"id": "north", "stations": [{"place": place} for place in "abcd"]}


def game() -> Game:
    """Ann writes to Ben along the whole line; Cat, to Dan, over its last hop only."""
    rich: list[dict[str, Any]] = [
        {**one, "purse": 10_000} for one in people(ann="a", ben="b", cat="c", dan="d")
    ]
    pace = {"semaphore.symbol_ms": SYMBOL, "semaphore.hop_ms": HOP}
    return Game([], rich, lines=[LINE], params=pace)


def played(hidden: str | None, priority: Any = "usual") -> Game:
    """Ann's telegram of five signs, a second after a hidden one that never passes Ann or Ben."""
    play = game()
    play.until(HOUR)
    if hidden is not None:
        play.say("cat", SendTelegram(text=hidden, to="d"))
    play.until(HOUR + SECOND)
    play.say("ann", SendTelegram(text="march", to="b", priority=priority))
    play.until(4 * HOUR)
    return play


def read(play: Game, person: str) -> list[int]:
    return [notice["at"] for notice in play.told(person, "telegram_seen")]


@pytest.mark.rule("C-SEM-02")
@pytest.mark.parametrize("priority", ["usual", "urgent"])
def test_a_hidden_telegram_delays_mine_by_what_was_left_of_it_and_tells_no_more(
    priority: Any,
) -> None:
    idle, busy = played(None, priority), played("attack at dawn", priority)
    assert read(idle, "ben") == [HOUR + SECOND + 5 * SYMBOL + HOP]
    # Twelve signs and one hop, begun a second before; what is urgent breaks off nothing.
    assert read(busy, "ben") == [HOUR + 12 * SYMBOL + HOP + 5 * SYMBOL + HOP]
    assert read(busy, "dan") == [HOUR + 12 * SYMBOL + HOP]
    hers, mine = idle.told("ben", "telegram_seen")[0], busy.told("ben", "telegram_seen")[0]
    assert {**hers, "at": 0} == {**mine, "at": 0}


@pytest.mark.rule("C-SEM-02")
def test_whoever_hands_in_is_told_the_same_whatever_waits_before_him() -> None:
    assert played(None).seen("ann") == played("attack at dawn").seen("ann")


@pytest.mark.rule("C-SEM-02")
def test_hidden_telegrams_of_one_length_cannot_be_told_apart() -> None:
    one, other = played("attack at dawn"), played("retire at once")
    assert one.seen("ben") == other.seen("ben")
    assert one.seen("dan") != other.seen("dan")
