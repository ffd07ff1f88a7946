"""A campaign with words on their way is closed and opened again: nothing is lost or changed."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from couriers.news import News
from tests.couriers.game import DAY, HOUR, Game
from tests.couriers.test_secrecy import FOLK, LINES, ROADS, WEEK
from tests.packs import table
from world.campaign import empty, reopen
from world.journal import encoder
from world.scenario.scenario import read_scenario


def close_and_open(game: Game) -> None:
    """Write the world as the store does, and go on with what can be read of that."""
    old = game.world
    blank = empty(table.PACK, read_scenario(game.files, table.PACK), old.secret)
    game.world = reopen(
        blank,
        entities=[encoder.encode(entity) for entity in old.entities.values()],
        timeline=[
            (entry.id, entry.axis, entry.due, entry.rank, encoder.encode(entry.event))
            for entry in old.timeline.entries.values()
        ],
        now=old.now,
        seq=old.seq,
        head=old.head,
        notice_n=old.notice_n,
        known_n=old.known_n,
    )


@given(WEEK, st.lists(st.integers(0, 9 * 24), min_size=1, max_size=4), st.integers(1, 5))
def test_closing_and_opening_at_any_instant_changes_no_byte(
    week: Any, closed: list[int], seed: int
) -> None:
    def heads(hours: list[int]) -> tuple[bytes, int]:
        game = Game(
            ROADS,
            FOLK,
            lands={"north": "blue", "south": "red"},
            wars=["blue-red"],
            lines=LINES,
            seed=seed,
            params={"message.intercept_default": "true", "semaphore.clear_days": "1/2"},
        )
        deeds: list[tuple[int, int, Any]] = [(hour, 0, deed) for hour, deed in week]
        deeds.append((1, 1, table.Happen(event="battle", place="b", wording="Fought.")))
        deeds += [(hour, 2, None) for hour in hours]
        for hour, _, deed in sorted(deeds, key=lambda each: each[:2]):
            game.until(hour * HOUR)
            if deed is None:
                close_and_open(game)
            else:
                game.say("ann", deed)
        game.until(20 * DAY)
        assert len(game.all(News)) == 1
        return game.world.head, game.world.seq

    assert heads([]) == heads(closed)
